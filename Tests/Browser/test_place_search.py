"""Places that are suggested while one types, nearest first: in the composer and on the home map."""

import re

import pytest
from playwright.sync_api import expect

from composing import compose, degrees
from conftest import sign_in

FIELD = "Search a place or address"
# From both maps, which are where the demo's people are.
SQUARE = re.compile(r"Senaatintori\s*\d+ m · Square in ")


def field(page):
    return page.get_by_role("combobox", name=FIELD)


def options(page):
    return page.get_by_role("listbox", name="Places").get_by_role("option")


def is_marked(page, number):
    """Waits until this option is the marked one, counted from 1; 0 for none."""
    if number == 0:
        return expect(field(page)).not_to_have_attribute("aria-activedescendant", re.compile("."))
    expect(field(page)).to_have_attribute("aria-activedescendant", f"place-{number}")
    expect(page.locator(f"#place-{number}")).to_have_attribute("aria-selected", "true")


def is_at(page, area, place):
    """Waits until the map is where a suggestion led."""
    latitude, longitude, _ = [float(part) for part in place.split(",")]
    page.wait_for_function(
        """([area, latitude, longitude]) => {
            const { lat, lon } = document.querySelector(`${area} .map-canvas`).dataset;
            return Math.abs(lat - latitude) < 1e-4 && Math.abs(lon - longitude) < 1e-4;
        }""", arg=[area, latitude, longitude])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_composer_suggests_places_for_keys(visitor, size):
    page = visitor(size, tiles=False)
    compose(page)
    start, posts = degrees(page), []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" and "/notes" in request.url else None)
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    field(page).press_sequentially("sénaat")
    expect(options(page).first).to_have_text(SQUARE)
    expect(field(page)).to_have_attribute("aria-expanded", "true")
    assert options(page).count() <= 8
    is_marked(page, 0)
    field(page).press("ArrowDown")
    is_marked(page, 1)
    field(page).press("ArrowUp")
    is_marked(page, 0)
    # What is open closes first; the words stay.
    field(page).press("Escape")
    expect(options(page)).to_have_count(0)
    expect(field(page)).to_have_value("sénaat")
    field(page).press("ArrowDown")
    expect(options(page).first).to_be_visible()
    field(page).press("ArrowDown")
    is_marked(page, 1)
    place = options(page).first.get_attribute("data-place")
    field(page).press("Enter")
    is_at(page, ".compose", place)
    expect(field(page)).to_have_value("Senaatintori")
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".compose-pin")).to_be_visible()
    assert degrees(page) == pytest.approx([float(part) for part in place.split(",")][:2], abs=1e-5)
    assert degrees(page) != start
    assert posts == [] and page.url.endswith("/notes/new")


def test_the_composer_suggests_places_for_a_finger(visitor):
    page = visitor("phone", tiles=False)
    compose(page, path="/relics/new")
    field(page).press_sequentially("kai")
    expect(options(page).nth(1)).to_be_visible()
    second = options(page).nth(1)
    name, place = second.locator("b").inner_text(), second.get_attribute("data-place")
    second.click()
    is_at(page, ".compose", place)
    expect(options(page)).to_have_count(0)
    # The field keeps the focus, and a phone its keyboard.
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value(name)
    # One letter suggests nothing, a name that nothing has says so, and who goes on closes that.
    field(page).fill("k")
    expect(page.locator(".suggestions")).to_be_hidden()
    field(page).fill("Nowhereville")
    expect(page.locator(".suggestions p")).to_have_text(re.compile("^Nothing found by that name"))
    page.locator("#description").focus()
    expect(page.locator(".suggestions")).to_be_hidden()


def overlap(page, inner, others):
    """Which of some visible elements lie under another one."""
    return page.evaluate(
        """([inner, others]) => {
            const box = document.querySelector(inner).getBoundingClientRect();
            return [...document.querySelectorAll(others)].filter((other) => {
                const { left, right, top, bottom, width } = other.getBoundingClientRect();
                return width && left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
            }).map((other) => other.className);
        }""", [inner, others])


def test_a_button_of_the_home_map_opens_its_search_on_a_phone(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    opener = page.get_by_role("button", name="Search a place", exact=True)
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".place-search")).to_be_hidden()
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(field(page)).to_be_focused()
    assert overlap(page, ".place-search .search", ".bell, .banners > *, .map-chip, .map-in, .map-search") == []
    field(page).press_sequentially("senaat")
    expect(options(page).first).to_have_text(SQUARE)
    assert overlap(page, ".suggestions", ".bell, .banners > *, .map-chip, .map-in, .map-search") == []
    place = options(page).first.get_attribute("data-place")
    options(page).first.click()
    is_at(page, ".home-map", place)
    expect(page).to_have_url(re.compile(r"/\?lat=60\.\d+&lon=24\.\d+&z="))
    expect(page.locator(".place-search")).to_be_hidden()
    expect(opener).to_be_focused()
    # It closes by a key and by a finger on the map.
    opener.click()
    field(page).press("Escape")
    expect(page.locator(".place-search")).to_be_hidden()
    opener.click()
    expect(field(page)).to_be_focused()
    page.mouse.click(150, 500)
    expect(page.locator(".place-search")).to_be_hidden()


def test_a_wide_home_map_has_its_search_always(visitor):
    page = visitor("desktop", tiles=False)
    sign_in(page, "aino_k")
    expect(page.locator(".map-search")).to_be_hidden()
    assert overlap(page, ".place-search .search", ".bell, .banners > *, .map-chip, .map-in, .sheet > *") == []
    field(page).press_sequentially("senaatintori")
    expect(options(page).first).to_have_text(SQUARE)
    place = options(page).first.get_attribute("data-place")
    # The first without a mark, as it is sent.
    field(page).press("Enter")
    is_at(page, ".home-map", place)
    expect(page.locator(".home-map .map")).to_be_focused()
    # A city far away by its whole name.
    field(page).fill("tokyo")
    city = options(page).filter(has_text="City in Japan").filter(has=page.get_by_text("Tokyo", exact=True))
    expect(city).to_have_count(1)
    place = city.get_attribute("data-place")
    city.click()
    is_at(page, ".home-map", place)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_scripts_the_search_is_a_page(visitor, size):
    page = visitor(size, scripts=False, tiles=False)
    sign_in(page, "aino_k", "/?lat=60.17&lon=24.945&z=15")
    if size == "phone":
        page.get_by_role("link", name="Search a place", exact=True).click()
    page.get_by_label(FIELD).fill("senaatintori")
    page.get_by_label(FIELD).press("Enter")
    expect(page.get_by_role("heading", name="Search the map")).to_be_visible()
    found = page.locator(".rows a").first
    expect(found).to_have_text(SQUARE)
    found.click()
    expect(page).to_have_url(re.compile(r"/\?lat=60\.16\d+&lon=24\.95\d+&z=16"))
