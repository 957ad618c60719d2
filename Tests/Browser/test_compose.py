"""The composer: a live map under a fixed pin with scripts, a form with a picker without them; forms that are refused."""

import re

import pytest
from playwright.sync_api import expect

from conftest import PASSWORD, PATIENCE, SESSIONS, answered, sign_in
from fixtures import PHOTO


def degrees(page):
    return [float(page.locator(f"#{name}").input_value()) for name in ["lat", "lon"]]


def compose(page):
    sign_in(page, "aino_k", "/notes/new")
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


def slide(page, index):
    page.locator("#radius_m-slider").evaluate(
        "(range, index) => { range.value = index; range.dispatchEvent(new Event('input', { bubbles: true })) }", index)


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
    summary.get_by_role("link", name="Choose at least one friend.").click()
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


def half_written(page, words="Half a thought"):
    page.get_by_label("Your words").fill(words)
    page.get_by_label("sofia").check()
    slide(page, 8)
    page.locator(".compose-more summary").click()
    page.get_by_label("Hint").fill("Behind the oak")
    page.get_by_label("Opens", exact=True).fill("2030-01-05T19:00")


def kept(page, field="text"):
    return page.evaluate("""field => new Promise(done => {
        const request = indexedDB.open("outbox", 1);
        request.onsuccess = () => {
            const all = request.result.transaction("forms").objectStore("forms").getAll();
            all.onsuccess = () => { request.result.close(); done(all.result.sort((a, b) => a.at - b.at).map(one => Object.fromEntries(one.fields)[field])); };
        };
    })""", field)


def wait_kept(page, words, opens_at=None):
    """Waits until this is kept; what is written last, in the field for the opening, is kept last."""
    for _ in range(PATIENCE // 50):
        if kept(page) == words and (not opens_at or kept(page, "opens_at") == [opens_at]):
            return
        page.wait_for_timeout(50)
    assert kept(page) == words


def test_a_half_written_note_is_offered_again(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    half_written(page)
    wait_kept(page, ["Half a thought"], opens_at="2030-01-05T19:00")
    page.reload()
    page.get_by_text("Your half-written note is back.").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("Half a thought")
    expect(page.get_by_label("Hint")).to_have_value("Behind the oak")
    expect(page.get_by_label("Opens", exact=True)).to_have_value("2030-01-05T19:00")
    expect(page.get_by_label("sofia")).to_be_checked()
    assert page.locator("#radius_m").input_value() == "50"
    # Not where a link says whom a new one is for.
    page.goto("/notes/new?to=mikko")
    page.get_by_role("button", name="Continue it").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("")
    expect(page.get_by_label("sofia")).not_to_be_checked()
    page.get_by_role("button", name="Continue it").click()
    page.get_by_text("Your half-written note is back.").wait_for()
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("Your words")).to_have_value("")
    wait_kept(page, [])


def test_notes_left_without_a_connection_go_out_once_and_in_order(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.context.set_offline(True)
    for words in ["First by the sea", "Second by the sea"]:
        page.get_by_label("Your words").fill(words)
        page.get_by_label("mikko").check()
        page.get_by_role("button", name="Leave the note").click()
        expect(page.locator("[data-kept-here]")).to_contain_text("Kept. It goes out when you are back online.")
        if words.startswith("First"):
            page.get_by_role("button", name="Leave another").click()
            expect(page.get_by_label("Your words")).to_have_value("")
    expect(page.locator(".outbox")).to_have_text("2 things you wrote are waiting for a connection.")
    wait_kept(page, ["First by the sea", "Second by the sea"])
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    page.get_by_text("Your note is waiting for mikko.").first.wait_for()
    wait_kept(page, [])
    page.goto("/notes")
    texts = page.locator("main").inner_text()
    assert texts.count("by the sea") == 2 and texts.index("Second by") < texts.index("First by")


def test_a_waiting_note_goes_out_at_the_next_visit_with_its_photo(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Your words").fill("With a picture")
    page.get_by_label("mikko").check()
    page.context.set_offline(True)
    page.set_input_files("#photo", PHOTO)
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Kept. It goes out").wait_for()
    wait_kept(page, ["With a picture"])
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto("/archive")
    wait_kept(page, [])
    page.goto("/notes")
    page.locator("main").get_by_text("With a picture").first.click()
    page.locator("main img[src^='/media/']").first.wait_for()


def test_a_refused_waiting_note_opens_with_what_is_wrong(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Your words").fill("To nobody")
    page.context.set_offline(True)
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Kept. It goes out").wait_for()
    page.context.set_offline(False)
    page.locator("#to-error").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("To nobody")
    page.get_by_label("mikko").check()
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for mikko.").wait_for()
    wait_kept(page, [])


def test_a_note_whose_session_ended_waits_for_the_next(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Your words").fill("After the session")
    page.get_by_label("mikko").check()
    session = page.context.cookies()
    page.context.set_offline(True)
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Kept. It goes out").wait_for()
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_have_text("One thing you wrote is kept. Sign in to send.")
    page.goto("/login")
    expect(page.locator(".outbox")).to_have_text("One thing you wrote is kept. Sign in to send.")
    page.context.add_cookies(session)
    page.goto("/archive")
    wait_kept(page, [])


def test_signing_out_and_another_person_erase_what_is_kept(visitor, site):
    page = visitor("phone", tiles=False)
    compose(page)
    half_written(page)
    wait_kept(page, ["Half a thought"])
    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You're signed out.").wait_for()
    wait_kept(page, [])
    # That was the session of all tests on this site.
    del SESSIONS[site.url]
    compose(page)
    half_written(page, "Not for mikko")
    wait_kept(page, ["Not for mikko"])
    page.context.clear_cookies()
    sign_in(page, "mikko")
    wait_kept(page, [])
    page.goto("/notes/new")
    expect(page.get_by_label("Your words")).to_have_value("")
