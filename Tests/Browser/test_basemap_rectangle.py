"""An administrator draws the rectangle of a new map, or types its edges."""

import re

import pytest
from playwright.sync_api import expect



@pytest.fixture
def maps(keeper):
    """Opens the page about the maps of the site, and the part about rectangles."""
    def begin(size, scheme="light", scripts=True):
        page = keeper("/admin/basemaps", size, scheme, scripts)
        page.get_by_text("Or a rectangle").click()
        if scripts:
            # Shown by the script.
            expect(page.get_by_role("button", name="Draw it")).to_be_visible()
        return page
    return begin


def field(page):
    return page.get_by_label("West, south, east and north")


def edges(page):
    return [float(value) for value in field(page).input_value().split(",")]


def drag(page, start, end, is_held=False):
    """From one point of the map to another, as shares of its width and height."""
    # Not below the bar of a phone.
    page.locator("[data-region-map]").evaluate("box => box.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = page.locator("[data-region-map]").bounding_box()
    (left, top), (right, bottom) = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in [start, end]]
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, top, steps=3)
    page.mouse.move(right, bottom, steps=3)
    if not is_held:
        page.mouse.up()


def wait_for_frame(page, left, top, right, bottom):
    """The rectangle's edges in the map, as shares of its width and height."""
    page.wait_for_function(
        """wanted => { const [map, frame] = ["[data-region-map]", "[data-region-frame]"].map(
                one => document.querySelector(one).getBoundingClientRect());
            const found = [(frame.left - map.left) / map.width, (frame.top - map.top) / map.height,
                (frame.right - map.left) / map.width, (frame.bottom - map.top) / map.height];
            return found.every((share, index) => Math.abs(share - wanted[index]) < 0.02); }""",
        arg=[left, top, right, bottom])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_rectangle_is_drawn_and_stays_on_its_ground(maps, size):
    page = maps(size)
    place = page.get_by_label("Place", exact=True)
    place.fill("Tampere")
    page.get_by_role("button", name="Draw it").click()
    expect(page.get_by_text("Drag from one corner to the other.")).to_be_visible()
    drag(page, (0.7, 0.8), (0.3, 0.4))
    wait_for_frame(page, 0.3, 0.4, 0.7, 0.8)
    drawn = edges(page)
    west, south, east, north = drawn
    assert west < east and south < north
    # The place that was typed before does not count any more.
    expect(place).to_have_value("")
    expect(page.locator("[data-region-words]")).to_have_text(re.compile(r"^\d+(\.\d)? × \d+(\.\d)? km$"))
    # Now the map is moved again, and the rectangle with it.
    drag(page, (0.5, 0.5), (0.7, 0.6))
    wait_for_frame(page, 0.5, 0.5, 0.9, 0.9)
    assert edges(page) == drawn
    place.fill("Oulu")
    expect(field(page)).to_have_value("")
    expect(page.locator("[data-region-frame]")).to_be_hidden()


def test_a_tap_or_a_drag_that_is_given_up_leaves_what_was_there(maps):
    page, words = maps("phone"), "Drag from one corner to the other."
    place, draw = page.get_by_label("Place", exact=True), page.get_by_role("button", name="Draw it")
    place.fill("Tampere")
    draw.click()
    drag(page, (0.5, 0.5), (0.502, 0.502))
    drag(page, (0.3, 0.5), (0.7, 0.502))
    expect(page.get_by_text(words)).to_be_visible()
    drag(page, (0.3, 0.4), (0.7, 0.8), is_held=True)
    expect(field(page)).not_to_have_value("")
    page.keyboard.press("Escape")
    expect(page.get_by_text(words)).to_have_count(0)
    page.mouse.up()
    expect(field(page)).to_have_value("")
    expect(place).to_have_value("Tampere")
    expect(page.locator("[data-region-frame]")).to_be_hidden()


def test_a_rectangle_is_drawn_beyond_the_180th_meridian(maps):
    page = maps("desktop")
    field(page).fill("179.0, -17.2, 179.9, -16.4")
    field(page).blur()
    # Taveuni in Fiji, on the other side.
    expect(page.locator("[data-region-map] .map-canvas")).to_have_attribute(
        "data-lon", re.compile(r"^179\.4"))
    page.get_by_role("button", name="Draw it").click()
    drag(page, (0.95, 0.3), (0.99, 0.6))
    west, south, east, north = edges(page)
    assert -180 <= west < east < -179 and south < north
    wait_for_frame(page, 0.95, 0.3, 0.99, 0.6)


def test_edges_that_are_typed_lead_the_map_to_them(maps):
    page = maps("desktop", "dark")
    page.get_by_label("Place", exact=True).fill("Oulu")
    # Outside of the world there is nothing to draw.
    field(page).fill("23.6, 61.4, 24.0, 95")
    expect(page.locator("[data-region-frame]")).to_be_hidden()
    field(page).fill("23.6, 61.4, 24.0, 61.6")
    field(page).blur()
    expect(page.get_by_label("Place", exact=True)).to_have_value("")
    expect(page.get_by_text("21 × 22 km", exact=True)).to_be_visible()
    page.wait_for_function(
        """() => { const [map, frame] = ["[data-region-map]", "[data-region-frame]"].map(
                one => document.querySelector(one).getBoundingClientRect());
            return frame.width > 50 && frame.left > map.left && frame.right < map.right
                && frame.top > map.top && frame.bottom < map.bottom; }""")


def test_a_rectangle_is_typed_without_scripts(maps):
    page = maps("phone", "light", False)
    expect(page.locator("[data-region-map]")).to_be_hidden()
    field(page).fill("24.0, 61.4, 23.6, 61.6")
    page.get_by_role("button", name="See how large it is").click()
    expect(page.locator("#bbox-error")).to_contain_text("Give west, south, east and north in degrees")
    expect(field(page)).to_have_value("24.0, 61.4, 23.6, 61.6")
