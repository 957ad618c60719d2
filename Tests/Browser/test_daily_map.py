"""The map of a day and its strip: cards of pins, each leading the other, photos that appear, and without scripts."""

import contextlib
import datetime
import re
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import clock
from conftest import sign_in

PINS = ".map-canvas a.pin-moment"


@pytest.fixture
def site(quiet_site):
    return quiet_site


def last_day(site):
    """The demo world's last day with photos."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database:
        number = database.execute("SELECT max(day) FROM moment").fetchone()[0]
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=number)).isoformat()


@pytest.fixture
def day(visitor, site):
    """The last day as Aino sees it, on a screen of some size."""
    def opened(size="phone", scheme="light", **options):
        page = visitor(size, scheme, **options)
        sign_in(page, "aino_k", f"/daily/{last_day(site)}")
        return page
    return opened


def current(page):
    return page.locator(".strip-card.is-current")


def place_of(page):
    """Latitude and longitude of the map's middle by the address, or nothing before it has moved."""
    found = re.search(r"lat=([\d.-]+)&lon=([\d.-]+)", page.url)
    return (round(float(found[1]), 3), round(float(found[2]), 3)) if found else None


def test_a_tap_on_a_pin_opens_its_card_and_one_beside_it_closes_card_and_strip(day):
    page = day()
    pin = page.locator(PINS, has=page.locator("title", has_text="leena"))
    href = pin.get_attribute("href")
    pin.dispatch_event("click")
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("Warm in here.")
    expect(card.locator("img").first).to_be_visible()
    expect(current(page)).to_have_attribute("data-pin", href)
    box = page.locator(".map-frame").bounding_box()
    page.mouse.click(box["x"] + 12, box["y"] + box["height"] / 2)
    expect(card).to_have_count(0)
    handle = page.locator("[data-strip-handle]")
    expect(handle).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".strip-row")).to_be_hidden()
    handle.click()
    expect(page.locator(".strip-row")).to_be_visible()


def test_scrolling_the_strip_leads_the_map_and_keeps_its_order(day):
    page = day()
    expect(current(page)).to_have_count(1)
    paths = page.locator(".strip-card").evaluate_all("all => all.map((one) => one.dataset.pin)")
    third = page.locator(".strip-card").nth(2)
    place = tuple(round(float(third.get_attribute(name)), 3) for name in ("data-lat", "data-lon"))
    third.evaluate("""(card) => {
        const row = card.closest('[data-strip-row]');
        row.scrollTo({ left: card.offsetLeft + card.offsetWidth / 2 - row.clientWidth / 2, behavior: 'instant' });
    }""")
    expect(current(page)).to_have_attribute("data-pin", paths[2])
    expect(page).to_have_url(re.compile(r"lat="))
    assert place_of(page) == place
    assert page.locator(".strip-card").evaluate_all("all => all.map((one) => one.dataset.pin)") == paths
    # Moving it by hand renews the strip, which begins with the nearest.
    page.locator(".map").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".strip-card").first).to_have_class(re.compile("is-current"))


def test_a_tap_on_a_card_of_the_strip_opens_that_of_its_pin(day):
    page = day("desktop", "dark")
    card = page.locator(".strip-card", has_text="mikko")
    card.click()
    expect(page.get_by_role("dialog")).to_contain_text("47 steps. Still.")
    assert place_of(page)


def test_photos_appear_while_the_page_is_open(day, site):
    page = day()
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database:
        moment, name = database.execute(
            "SELECT moment.id, account.username FROM moment JOIN account ON account.id = account_id "
            "WHERE day = (SELECT max(day) FROM moment) AND username = 'leena'").fetchone()
        # Just now: what was deleted long ago is removed for good by the next job.
        database.execute("UPDATE moment SET deleted_at = ? WHERE id = ?", (clock.now(), moment))
        database.commit()
        page.reload()
        expect(page.locator(".strip-card")).to_have_count(6)
        pins = page.locator(f'{PINS}[href="/moments/{moment}"]')
        expect(pins).to_have_count(0)
        database.execute("UPDATE moment SET deleted_at = NULL WHERE id = ?", (moment,))
        database.commit()
    page.evaluate("window.stays = true")
    page.evaluate("""document.body.dispatchEvent(new CustomEvent('cairn:change', {
        bubbles: true, detail: { part: document.querySelector('[data-day]').dataset.day } }))""")
    expect(pins).to_have_count(1)
    expect(page.locator(".strip-card", has_text=name)).to_have_count(1)
    assert page.evaluate("window.stays") is True


def test_without_scripts_links_lead_the_map(day, site):
    page = day(scripts=False)
    expect(page.locator("[data-strip-handle]")).to_be_hidden()
    card = page.locator(".strip-card", has_text="mikko")
    card.click()
    assert re.search(r"lat=60\.170", page.url)
    page.get_by_label("Find a person or a day").click()
    page.get_by_label("Photos of").fill("leen")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".strip-card b")).to_have_text(["leena"])
    page.goto(f"/daily/{last_day(site)}")
    page.get_by_label("The day before").click()
    expect(page.locator(".strip-card")).to_have_count(4)
    expect(page.locator(PINS).first).to_have_attribute("href", re.compile(r"^/moments/\d+$"))


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")])
def test_everybody_can_use_it(day, size, scheme):
    page = day(size, scheme)
    page.locator(PINS, has=page.locator("title", has_text="leena")).dispatch_event("click")
    expect(page.get_by_role("dialog")).to_contain_text("Warm in here.")
    page.get_by_label("Find a person or a day").click()
    assert Axe().run(page).response["violations"] == []
