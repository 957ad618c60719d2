"""The composer: a live map under a fixed pin with scripts, a form with a picker without them; forms that are refused."""

import re

import pytest
from playwright.sync_api import expect

from composing import compose, degrees, drag, ring, slide
from conftest import ESPLANADI, answered, sign_in
from fixtures import PHOTO


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_dragging_the_map_chooses_the_place(visitor, size):
    page = visitor(size)
    compose(page)
    drag(page, 60, 40)
    # The place follows the finger, and the server names it.
    lat, lon = degrees(page)
    assert lat > ESPLANADI["latitude"] and lon < ESPLANADI["longitude"]
    page.mouse.up()
    expect(page.locator("[data-compose-place]")).to_have_text(re.compile("Helsinki"))
    assert page.url.endswith("/notes/new")
    # The pin's tip is the middle of the map.
    map_box, pin = page.locator(".compose .map").bounding_box(), page.locator(".compose-pin").bounding_box()
    assert abs(pin["x"] + pin["width"] / 2 - map_box["x"] - map_box["width"] / 2) < 1
    assert abs(pin["y"] + pin["height"] - map_box["y"] - map_box["height"] / 2) < 1


def test_the_ring_is_drawn_to_scale(visitor):
    page = visitor("desktop", tiles=False)
    compose(page)
    small = ring(page)
    slide(page, 6)
    medium = ring(page)
    assert abs(medium / small - 25 / 6.096) < 0.05
    page.get_by_role("link", name="Zoom in").click()
    page.wait_for_function("width => document.querySelector('.compose-ring').offsetWidth > 1.9 * width", arg=medium)
    # A ring wider than the map zooms out.
    for _ in range(2):
        zoom = page.locator(".compose .map-canvas").get_attribute("data-zoom")
        page.get_by_role("link", name="Zoom in").click()
        page.wait_for_function("zoom => document.querySelector('.compose .map-canvas').dataset.zoom !== zoom", arg=zoom)
    slide(page, 13)
    page.wait_for_function("""() => document.querySelector('.compose-ring').offsetWidth <
        Math.min(document.querySelector('.compose-map').clientWidth, document.querySelector('.compose-map').clientHeight)""")


def test_everything_is_on_one_screen_of_a_phone(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 844
    assert page.locator(".compose .map").bounding_box()["height"] >= 240
    bar = page.locator(".rail").bounding_box()["y"]
    for part in [page.get_by_label("Your words"), page.get_by_text("Add a photo"), page.locator(".person").first,
                 page.get_by_role("button", name="Leave the note")]:
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= bar
    page.set_input_files("#photo", PHOTO)
    page.locator(".photo-kept img").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") <= 844


def test_a_step_keeps_the_map_and_what_is_written_meanwhile(visitor):
    page = visitor("phone")
    compose(page)
    page.get_by_label("Your words").fill("Look")
    drag(page, 60, 40)
    page.mouse.up()
    place = degrees(page)
    page.locator(".compose .map").evaluate("map => map.isTheSame = true")
    held = []
    page.route("**/notes/new", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        page.set_input_files("#photo", PHOTO)
    page.get_by_label("mikko").check()
    page.get_by_label("Your words").press("End")
    page.get_by_label("Your words").press_sequentially(" up")
    with answered(page, True):
        held[0].continue_()
    page.locator(".photo-kept img").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("Look up")
    expect(page.get_by_label("Your words")).to_be_focused()
    assert page.get_by_label("mikko").is_checked()
    assert degrees(page) == place
    assert page.locator(".compose .map").evaluate("map => map.isTheSame")


def test_a_search_moves_the_map(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Search a place or address").fill("60.2, 24.9")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.compose .map-canvas').dataset.lat === '60.2'")
    assert degrees(page) == [60.2, 24.9]
    expect(page.get_by_label("Search a place or address")).to_have_value("60.2, 24.9")
    page.get_by_label("Search a place or address").fill("Xyzzyx")
    page.get_by_role("button", name="Search").click()
    page.locator("#place-error").wait_for()
    expect(page.get_by_label("Search a place or address")).to_be_focused()
    assert degrees(page) == [60.2, 24.9]


def test_a_script_that_does_not_load_leaves_a_form_that_works(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", at=None)
    page.route("**/app.js*", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.goto("/notes/new")
    # Its picture is not fetched for those whose script loads.
    page.locator(".picker img").wait_for(state="visible")
    page.wait_for_function("() => document.querySelector('.picker img').naturalWidth > 0")
    page.get_by_label("Your words").fill("Look up")
    page.get_by_label("mikko").check()
    page.get_by_role("button", name="Map: choose a point").click(position={"x": 156, "y": 156})
    expect(page.get_by_label("Your words")).to_have_value("Look up")
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for mikko.").wait_for()


def test_a_live_map_does_without_the_picker(visitor):
    page = visitor("phone")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    compose(page)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/map/picker.svg" in url]
    # Without scripts it is the other way round, with one picture.
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k", at=None)
    page.on("request", lambda request: asked.append(request.url))
    asked.clear()
    page.goto("/notes/new", wait_until="networkidle")
    assert len([url for url in asked if "/map/picker.svg" in url]) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_a_refused_form_leads_to_its_first_wrong_field(visitor, scripts):
    page = visitor("phone", scripts=scripts, tiles=False)
    sign_in(page, "aino_k", "/notes/new")
    page.get_by_label("Your words").fill(" ")
    if scripts:
        slide(page, 8)
    else:
        page.get_by_label("Opens within").select_option("50")
    page.get_by_role("button", name="Leave the note").click()
    summary = page.locator("[data-problems]")
    expect(summary).to_contain_text("2 things need another look:")
    if scripts:
        expect(page.get_by_label("Your words")).to_be_focused()
    summary.get_by_role("link", name="Choose at least one friend, or whoever gets the link.").click()
    if scripts:
        expect(page.locator(".friend-choices input[type='checkbox']").first).to_be_focused()
    expect(page.locator("#to-error")).to_be_in_viewport()


def test_a_wrong_field_in_a_fold_opens_it(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Latitude").fill("91")
    page.get_by_label("Longitude").fill("24")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Your words").fill("x")
    page.get_by_label("mikko").check()
    page.get_by_role("button", name="Leave the note").click()
    page.locator("#lat-error").wait_for()
    expect(page.get_by_label("Latitude")).to_be_focused()


def test_typed_degrees_stand_until_the_map_is_moved(visitor):
    page = visitor("phone")
    compose(page)
    page.get_by_text("More", exact=True).click()
    # The map's answer to the latitude comes while the longitude is typed, or after.
    page.get_by_label("Latitude").fill("60.2")
    page.get_by_label("Longitude").press_sequentially("24.9", delay=0)
    page.get_by_label("Longitude").fill("24.9")
    page.locator(".compose .map").evaluate("""map => map.dispatchEvent(new CustomEvent("cairn:view",
        { bubbles: true, detail: { latitude: 60.2, longitude: 24.9445, zoom: 16 } }))""")
    assert degrees(page) == [60.2, 24.9]
    page.get_by_label("Longitude").press("Tab")
    page.wait_for_function("() => document.querySelector('.compose .map-canvas').dataset.lon === '24.9'")
    assert degrees(page) == [60.2, 24.9]
    page.keyboard.press("Escape")
    page.get_by_text("More", exact=True).click()
    page.evaluate("scrollTo(0, 0)")
    drag(page, 60, 40)
    page.mouse.up()
    lat, lon = degrees(page)
    assert lat > 60.2 and lon < 24.9


def test_passwords_survive_the_mistake_of_another_field(visitor):
    page = visitor("phone")
    page.goto("/signup")
    fill = {"#username": "aino_k", "#email": "second@example.com", "#birth_date": "2001-05-31",
            "#password": "long enough for me", "#password_confirmation": "long enough for me"}
    for field, value in fill.items():
        page.fill(field, value)
    page.locator("form button[type='submit']").click()
    page.locator("#username-error").wait_for()
    expect(page.locator("#username")).to_be_focused()
    expect(page.locator("#password")).to_have_value("long enough for me")
    # The answer did not hold them, and nothing is stored.
    stored = page.evaluate("JSON.stringify([localStorage, sessionStorage]) + document.documentElement.innerHTML")
    assert "long enough" not in stored
    page.fill("#username", "second_k")
    page.fill("#password_confirmation", "something else")
    page.locator("form button[type='submit']").click()
    page.locator("#password_confirmation-error").wait_for()
    expect(page.locator("#password")).to_have_value("long enough for me")
    expect(page.locator("#password_confirmation")).to_have_value("")


def test_a_wrong_password_is_not_kept(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k", at=None)
    page.goto("/settings/security" if page.request.get("/settings/security").ok else "/settings/password")
    form = page.locator("form:has(#password_confirmation)")
    current, fresh, again = form.locator("input[type='password']").all()
    current.fill("not mine at all")
    fresh.fill("a longer one for me")
    again.fill("a longer one for me")
    form.locator("button[type='submit']").click()
    page.locator("form:has(#password_confirmation) .field-error").first.wait_for()
    expect(current).to_have_value("")
    expect(fresh).to_have_value("a longer one for me")
    expect(again).to_have_value("a longer one for me")


def test_the_slider_moves_the_ring_with_pointer_and_keys(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    slider = page.get_by_label("Opens within")
    expect(page.locator("#radius_m")).to_be_hidden()
    assert slider.bounding_box()["height"] >= 44
    small = ring(page)
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#radius_m").input_value() == "8"
    assert slider.get_attribute("aria-valuetext") == "8 m, a few steps"
    assert abs(ring(page) / small - 8 / 6.096) < 0.05
    # While it is dragged, the ring follows; a wide one zooms out, and the way back comes near again.
    zoom = float(page.locator(".compose .map-canvas").get_attribute("data-zoom"))
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 22, steps=6)
    assert page.locator("#radius_m").input_value() == "1000"
    page.wait_for_function("""() => document.querySelector('.compose-ring').offsetWidth <
        document.querySelector('.compose-map').clientWidth""")
    page.mouse.move(box["x"] + 4, box["y"] + 22, steps=6)
    page.mouse.up()
    assert page.locator("#radius_m").input_value() == "5"
    page.wait_for_function(
        "zoom => Math.abs(document.querySelector('.compose .map-canvas').dataset.zoom - zoom) < 0.1", arg=zoom)


def test_a_circle_ticks_its_friends(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    circle = page.locator("[data-circle]").first
    members = circle.get_attribute("data-circle").split(" ")
    assert members
    circle.check()
    for name in members:
        expect(page.locator(f"[name='to'][value='{name}']")).to_be_checked()
    page.locator(f"[name='to'][value='{members[0]}']").uncheck()
    expect(circle).not_to_be_checked()
    page.locator(f"[name='to'][value='{members[0]}']").check()
    expect(circle).to_be_checked()
    circle.uncheck()
    assert page.locator("[name='to']:checked").count() == 0


def test_the_fold_says_what_is_set(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.locator(".compose-more summary").click()
    page.get_by_label("Hint").fill("Behind the oak")
    page.get_by_label("Show it on their map").check()
    expect(page.locator(".compose-more summary")).to_have_text("More: hint, on their map")
