"""Relics on the home map: chips, cards and the menu of a place, with scripts and without."""

import re

import pytest
from playwright.sync_api import expect

from conftest import sign_in

HOME = "/?lat=60.1697&lon=24.946&z=16"


def relics(page):
    return page.locator(".map-canvas a.pin-relic")


def test_chips_choose_what_the_map_shows(looker):
    page = looker("desktop")
    sign_in(page, "aino_k", HOME)
    before = relics(page).count()
    assert before > 2
    page.evaluate("window.stays = true")
    page.locator(".map-chip", has_text="Sounds").click()
    expect(page.locator(".map-chip[aria-current]")).to_have_count(5)
    expect(page).to_have_url(re.compile(r"/\?relics=sound&lat="))
    assert 0 < relics(page).count() < before
    # The choice stays while the map moves.
    page.locator(".map").focus()
    page.keyboard.press("+")
    expect(page).to_have_url(re.compile(r"relics=sound&lat=.*z=17"))
    page.locator(".map-chip", has_text="Relics").click()
    expect(page.locator(".map-chip")).to_have_text(["Today", "Groups", "Relics", "Zones"])
    expect(relics(page)).to_have_count(0)
    assert page.evaluate("window.stays") is True
    page.reload()
    expect(page.locator(".map-chip[aria-current]")).to_have_text(["Today", "Groups", "Zones"])


def test_chips_are_links_without_scripts(looker):
    page = looker("phone", scripts=False)
    sign_in(page, "aino_k", HOME)
    before = relics(page).count()
    page.locator(".map-chip", has_text="Sounds").click()
    assert "relics=sound&lat=60.169" in page.url and relics(page).count() < before
    page.get_by_label("Zoom out").click()
    assert "relics=sound" in page.url
    expect(page.locator("[data-map-menu]")).to_be_hidden()


def test_a_card_says_how_far_and_draws_where_it_opens(looker):
    page = looker("desktop")
    sign_in(page, "aino_k", HOME)
    pin = page.locator("a.pin-relic", has=page.locator("title", has_text="Video from mikko"))
    pin.dispatch_event("click")
    card = page.get_by_role("dialog")
    expect(card).to_contain_text("opens within 50 m")
    expect(card.get_by_role("link")).to_be_focused()
    expect(page.locator(".map-ring")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(page.locator(".map-ring")).to_have_count(0)


def test_a_place_of_the_map_has_a_menu(looker):
    page = looker("desktop")
    sign_in(page, "aino_k", HOME)
    page.locator(".map").focus()
    page.evaluate("""document.querySelector('.map').dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))""")
    first = page.locator("[data-map-menu] a").first
    expect(first).to_be_focused()
    expect(first).to_have_attribute("href", re.compile(r"^/notes/new\?lat=60\.1697\d*&lon=24\.946\d*$"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-map-menu]")).to_be_hidden()
    expect(page.locator(".map")).to_be_focused()
    page.mouse.click(900, 400, button="right")
    page.locator("[data-map-menu] a", has_text="relic").click()
    page.wait_for_url(re.compile(r"/relics/new\?lat=60\.1\d+&lon=24\.9\d+"))


def test_a_long_press_opens_the_menu(looker):
    page = looker("phone")
    sign_in(page, "aino_k", HOME)
    page.evaluate("""() => {
        const map = document.querySelector('.map');
        const at = { bubbles: true, pointerType: 'touch', isPrimary: true, pointerId: 5, clientX: 300, clientY: 420 };
        map.querySelector('.map-svg').dispatchEvent(new PointerEvent('pointerdown', at));
    }""")
    expect(page.locator("[data-map-menu]")).to_be_visible()


def test_who_stands_at_a_relic_is_told_once(visitor):
    page = visitor("phone", at={"latitude": 60.1706, "longitude": 24.945})
    sign_in(page, "aino_k", "/")
    page.get_by_role("button", name="Check here").click()
    toast = page.locator(".toast", has=page.locator("a[href^='/relics/']"))
    expect(toast.get_by_role("link")).to_have_attribute("href", re.compile(r"^/relics/\d+$"))
    expect(page.locator("[data-home-part='near-relics'] li").first).to_be_attached()
    expect(toast).to_have_count(0, timeout=20_000)
    # The message stays for longer than a check has to wait for.
    with page.expect_response("**/positions") as answer:
        page.get_by_role("button", name="Check here").click()
    assert answer.value.ok
    expect(page.locator("[data-locate-status]")).not_to_contain_text("Asking")
    expect(toast).to_have_count(0)
