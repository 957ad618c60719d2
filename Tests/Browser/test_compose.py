"""The composer: a live map under a fixed pin with scripts, a form with a picker without them; forms that are refused."""

import re

import pytest
from playwright.sync_api import expect

from conftest import PASSWORD, SHARED, answered, sign_in

ROME = SHARED / "data/photos/iphone4_gps_rome.jpg"


def degrees(page):
    return [float(page.locator(f"#{name}").input_value()) for name in ["lat", "lon"]]


def compose(page):
    sign_in(page, "aino_k")
    page.goto("/notes/new")
    page.locator(".compose.is-live .map-live").wait_for()


def drag(page, right, down):
    box = page.locator(".compose .map").bounding_box()
    x, y = box["x"] + 60, box["y"] + box["height"] - 80
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)


def ring(page):
    return page.locator(".compose-ring").bounding_box()["width"]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_dragging_the_map_chooses_the_place(visitor, size):
    page = visitor(size)
    compose(page)
    # It begins where the phone was last.
    assert page.locator("#lat").input_value() == "60.1705"
    drag(page, 60, 40)
    # The place follows the finger, and the server names it.
    lat, lon = degrees(page)
    assert lat > 60.1705 and lon < 24.9445
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
    page.get_by_label("Opens within").select_option("25")
    medium = ring(page)
    assert abs(medium / small - 25 / 6.096) < 0.05
    page.get_by_role("link", name="Zoom in").click()
    page.wait_for_function("width => document.querySelector('.compose-ring').offsetWidth > 1.9 * width", arg=medium)
    # A ring wider than the map zooms out.
    for _ in range(2):
        zoom = page.locator(".compose .map-canvas").get_attribute("data-zoom")
        page.get_by_role("link", name="Zoom in").click()
        page.wait_for_function("zoom => document.querySelector('.compose .map-canvas').dataset.zoom !== zoom", arg=zoom)
    page.get_by_label("Opens within").select_option("250")
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
    page.set_input_files("#photo", ROME)
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
        page.set_input_files("#photo", ROME)
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
    sign_in(page, "aino_k")
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
    sign_in(page, "aino_k")
    page.on("request", lambda request: asked.append(request.url))
    asked.clear()
    page.goto("/notes/new", wait_until="networkidle")
    assert len([url for url in asked if "/map/picker.svg" in url]) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_a_refused_form_leads_to_its_first_wrong_field(visitor, scripts):
    page = visitor("phone", scripts=scripts, tiles=False)
    sign_in(page, "aino_k")
    page.goto("/notes/new")
    page.get_by_label("Your words").fill(" ")
    page.get_by_label("Opens within").select_option("50")
    page.get_by_role("button", name="Leave the note").click()
    summary = page.locator("[data-problems]")
    expect(summary).to_contain_text("2 things need another look:")
    if scripts:
        expect(page.get_by_label("Your words")).to_be_focused()
    summary.get_by_role("link", name="Choose at least one friend.").click()
    if scripts:
        expect(page.locator("[name='to']").first).to_be_focused()
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
    sign_in(page, "aino_k")
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
