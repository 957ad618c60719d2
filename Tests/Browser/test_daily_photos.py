"""The photos of a day, one below the other: tabs, keys, answers without leaving, widths, and without scripts."""

import contextlib
import re
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from checks import small_controls
from conftest import NOON, demo_site, sign_in
from pages import WIDTHS
from test_daily_map import last_day


@pytest.fixture
def site():
    """A site on a Saturday afternoon when nobody has answered to the photos yet."""
    for site in demo_site(clock=NOON):
        with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
            for table in ("moment_comment", "moment_reaction"):
                database.execute(f"DELETE FROM {table}")
        yield site


@pytest.fixture
def feed(visitor, site):
    """The photos of the last day as Aino sees them."""
    def opened(*size, **options):
        page = visitor(*size, **options)
        sign_in(page, "aino_k")
        page.goto(f"/daily/{last_day(site)}?view=photos")
        return page
    return opened


def photos(page):
    return page.get_by_role("article")


def ids(page):
    return photos(page).evaluate_all("all => all.map((one) => one.id.replace('photo-', '/moments/'))")


def focused(page):
    return page.evaluate("document.activeElement.id.replace('photo-', '/moments/')")


@pytest.mark.parametrize("scripts", [True, False])
def test_map_and_photos_are_tabs_of_one_day(feed, scripts):
    page = feed(scripts=scripts, tiles=False)
    shown = ids(page)
    assert len(shown) == 7
    tabs = page.get_by_role("navigation", name="View")
    expect(tabs.get_by_role("link", name="Photos")).to_have_attribute("aria-current", "page")
    tabs.get_by_role("link", name="Map").click()
    expect(tabs.get_by_role("link", name="Map")).to_have_attribute("aria-current", "page")
    cards = page.locator(".strip-card")
    expect(cards).to_have_count(7)
    assert cards.evaluate_all("all => all.map((one) => one.dataset.pin)") == shown
    # Sofia gave an area: it is drawn, and no pin.
    region = page.locator("a.map-region").filter(has_text="Photo from sofia")
    expect(region).to_have_count(1)
    expect(page.locator("a.pin-moment").filter(has_text="sofia")).to_have_count(0)
    page.get_by_label("The day before").click()
    expect(page).to_have_url(re.compile(r"/daily/[\d-]+$"))
    tabs.get_by_role("link", name="Photos").click()
    expect(photos(page)).to_have_count(4)
    page.get_by_label("The day after").click()
    expect(photos(page)).to_have_count(7)
    page.get_by_label("Back: ").click()
    expect(page).to_have_url(re.compile(r"/(calendar.*)?$"))


def test_keys_lead_from_photo_to_photo_and_letters_only_there(feed):
    page = feed("desktop", "dark", tiles=False)
    shown = ids(page)
    page.keyboard.press("j")
    assert focused(page) not in shown
    page.keyboard.press("ArrowRight")
    assert (first := focused(page)) in shown
    here = shown.index(first)
    page.keyboard.press("j")
    assert focused(page) == shown[here + 1]
    page.keyboard.press("k")
    page.keyboard.press("k")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == shown[0]
    expect(photos(page).first).to_be_in_viewport()
    field = photos(page).first.get_by_role("textbox", name=re.compile("^Write a comment"))
    field.focus()
    page.keyboard.type("jk")
    expect(field).to_have_value("jk")
    assert page.evaluate("document.activeElement.closest('article').id") == shown[0].replace("/moments/", "photo-")


def test_answers_are_sent_without_leaving(feed):
    page = feed(tiles=False)
    page.evaluate("window.stays = true")
    photo = photos(page).filter(has_text="mikko").first
    chip = photo.locator('.moment-chip[value="🔥"]')
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    for words in ["Which one?", "The big one."]:
        photo.get_by_role("textbox", name="Write a comment to mikko").fill(words)
        photo.get_by_role("button", name="Comment", exact=True).click()
        expect(photo.get_by_role("list", name="Comments")).to_contain_text(words)
    expect(photo.get_by_role("textbox", name="Write a comment to mikko")).to_have_value("")
    assert page.evaluate("window.stays") is True
    # What is refused is said on the photo's page.
    photo.get_by_text("Another emoji, or a photo of you").click()
    photo.get_by_label("Any emoji").fill("hello")
    photo.locator(".moment-other-emoji").get_by_role("button", name="React").click()
    page.locator("#emoji-error", has_text="Choose one emoji.").wait_for()


def test_without_scripts_an_answer_leads_to_the_photo_and_back(feed):
    page = feed(scripts=False, tiles=False)
    photo = photos(page).filter(has_text="leena").first
    photo.locator('.moment-chip[value="🔥"]').click()
    expect(page.locator('.moment-chip[value="🔥"]')).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="The day’s photos").click()
    expect(photos(page)).to_have_count(7)


@pytest.mark.parametrize(
    "size,scheme", [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")])
def test_everybody_can_use_it_at_every_width(feed, size, scheme):
    page = feed(size, scheme, tiles=False)
    assert Axe().run(page).response["violations"] == []
    assert small_controls(page) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    picture = photos(page).first.locator(".moment-picture img").first
    assert picture.evaluate("(one) => one.getBoundingClientRect().width") > 240
