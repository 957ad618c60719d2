"""The place of a new note or relic: where the phone is, or where somebody taps."""

import re

import pytest
from playwright.sync_api import expect

from composing import compose, degrees
from conftest import ESPLANADI, sign_in

HERE = list(ESPLANADI.values())
# Nobody in the demo world but aino_k has a stored position.
NEWCOMER, FRIEND = "ville", "mikko"
# Answers for the position only when a test says so, and with this answer to the question whether one may ask.
HELD = """(() => {
    window.asked = 0;
    const answer = new Promise((done) => (window.answer = done));
    navigator.geolocation.getCurrentPosition = (done) => {
        window.asked += 1;
        answer.then((coords) => done({ coords: { accuracy: 8, ...coords }, timestamp: Date.now() }));
    };
    navigator.permissions.query = async () => ({ state: STATE });
})()"""


def hold_position(page, state):
    page.add_init_script(HELD.replace("STATE", f"'{state}'"))


def answer_position(page):
    page.evaluate("place => window.answer(place)", ESPLANADI)


def leave(page):
    page.get_by_label("Your words").fill("The first of all")
    page.get_by_label(FRIEND).check()
    page.get_by_role("button", name="Leave the note").click()


def is_left_at(page, place):
    """Waits until the note is left; the page shows the map around it."""
    page.get_by_text(f"Your note is waiting for {FRIEND}.").wait_for()
    latitude, longitude = [float(re.search(rf"{name}=([-\d.]+)", page.url).group(1)) for name in ["lat", "lon"]]
    assert abs(latitude - place[0]) < 1e-5 and abs(longitude - place[1]) < 1e-5


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_first_note_lies_where_the_phone_is(visitor, size):
    page = visitor(size, tiles=False)
    compose(page, NEWCOMER)
    expect(page.locator(".compose-pin")).to_be_visible()
    assert degrees(page) == HERE
    leave(page)
    is_left_at(page, HERE)


@pytest.mark.parametrize("path", ["/notes/new", "/relics/new", "/notes/new?to=mikko"])
def test_a_new_form_is_where_the_phone_is_and_not_where_it_was(visitor, path):
    page = visitor("phone", tiles=False)
    compose(page, "aino_k", path)
    assert degrees(page) == HERE
    expect(page.locator("[data-compose-place]")).to_have_text(re.compile("Esplanadi"))


def test_a_place_that_somebody_chose_stays(visitor):
    page = visitor("phone", tiles=False)
    hold_position(page, "granted")
    sign_in(page, NEWCOMER, "/notes/new?lat=60.17&lon=24.94")
    page.locator(".compose.is-placed .map-live").wait_for()
    assert degrees(page) == [60.17, 24.94]
    assert page.evaluate("asked") == 0
    # Also while the phone looks for itself.
    page.goto("/notes/new")
    page.wait_for_function("() => asked === 1")
    page.locator(".compose .map").click(position={"x": 120, "y": 120})
    page.locator(".compose.is-placed").wait_for()
    chosen = degrees(page)
    answer_position(page)
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert degrees(page) == chosen != HERE


def test_a_note_that_is_sent_before_the_phone_answers_waits_for_its_place(visitor):
    page = visitor("phone", tiles=False)
    hold_position(page, "granted")
    sign_in(page, NEWCOMER, "/notes/new")
    page.wait_for_function("() => asked === 1")
    expect(page.locator("[data-compose-place]")).to_have_text("Finding you …")
    leave(page)
    expect(page.locator("html.is-busy")).to_have_count(1)
    answer_position(page)
    is_left_at(page, HERE)


def test_new_asks_where_the_phone_is(visitor):
    page = visitor("phone", tiles=False)
    hold_position(page, "prompt")
    sign_in(page, NEWCOMER, "/archive")
    # Only a tap asks.
    page.locator("[data-drop-sheet]").wait_for(state="attached")
    assert page.evaluate("asked") == 0
    page.get_by_role("link", name="New").click()
    page.wait_for_function("() => asked === 1")
    page.get_by_role("dialog", name="New").get_by_role("link", name="Note").click()
    page.locator(".compose.is-live .map-live").wait_for()
    expect(page.locator(".compose-pin")).to_be_hidden()
    answer_position(page)
    expect(page.locator(".compose-pin")).to_be_visible()
    assert degrees(page) == HERE
    leave(page)
    is_left_at(page, HERE)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_tap_on_the_map_chooses_the_place(visitor, size):
    page = visitor(size, tiles=False)
    page.context.clear_permissions()
    sign_in(page, NEWCOMER, "/notes/new")
    page.locator(".compose.is-live .map-live").wait_for()
    # A pin that is seen is a place: without one there is none, whatever becomes of the zoom and the ring.
    page.get_by_role("link", name="Zoom in").click()
    expect(page.locator(".compose .map-canvas")).to_have_attribute("data-zoom", re.compile("^16"))
    expect(page.locator(".compose-pin")).to_be_hidden()
    expect(page.locator("#lat")).to_have_value("")
    middle = [float(page.locator("[name='map_lat']").input_value()), float(page.locator("[name='map_lon']").input_value())]
    box = page.locator(".compose .map").bounding_box()
    page.locator(".compose .map").click(position={"x": box["width"] / 2 + 50, "y": box["height"] / 2 - 40})
    expect(page.locator(".compose-pin")).to_be_visible()
    # So many degrees a pixel, at this zoom and latitude.
    a_pixel = 360 / (512 * 2 ** 16)
    assert page.url.endswith("/notes/new")
    latitude, longitude = degrees(page)
    assert abs(longitude - middle[1] - 50 * a_pixel) < a_pixel
    assert abs(latitude - middle[0] - 40 * a_pixel * 0.497) < a_pixel
    leave(page)
    is_left_at(page, [latitude, longitude])


def test_two_taps_come_nearer_to_the_place_of_the_first(visitor):
    page = visitor("phone", tiles=False)
    compose(page, NEWCOMER)
    zoom = float(page.locator(".compose .map-canvas").get_attribute("data-zoom"))
    box = page.locator(".compose .map").bounding_box()
    at = {"x": box["width"] / 2 + 50, "y": box["height"] / 2}
    page.locator(".compose .map").dblclick(position=at)
    expect(page.locator(".compose .map-canvas")).to_have_attribute("data-zoom", re.compile(rf"^{zoom + 1:g}"))
    assert abs(degrees(page)[1] - HERE[1] - 50 * 360 / (512 * 2 ** zoom)) < 2e-5


def test_a_form_without_a_place_says_so_and_keeps_the_words(visitor):
    page = visitor("phone", tiles=False)
    page.context.clear_permissions()
    sign_in(page, NEWCOMER, "/notes/new")
    page.locator(".compose.is-live .map-live").wait_for()
    leave(page)
    expect(page.locator("#place-error")).to_contain_text("Choose a place")
    expect(page.get_by_label("Your words")).to_have_value("The first of all")
    expect(page.locator(".compose-pin")).to_be_hidden()
