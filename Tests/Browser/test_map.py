"""Moving the map by hand: the server draws, the scripts request the next view and show the old one until it is there."""

import re
from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from conftest import sign_in

HOME = "/?lat=60.1705&lon=24.9445&z=15"
SENATE_SQUARE = "/?lat=60.1695&lon=24.9524&z=16"
# What the scripts ask for.
FRAGMENT = re.compile(r"/map\?")


@pytest.fixture
def site(quiet_site):
    return quiet_site


def view(page):
    canvas = page.locator(".map-canvas").first
    return tuple(float(canvas.get_attribute(f"data-{name}")) for name in ("lat", "lon", "zoom"))


def wait_for_view(page, before):
    page.wait_for_function(
        """before => { const all = document.querySelectorAll('.map-canvas');
            return all.length === 1 && all[0].dataset.lat + all[0].dataset.zoom !== before; }""", arg=before)


def mark(page):
    return page.evaluate("document.querySelector('.map-canvas').dataset.lat + document.querySelector('.map-canvas').dataset.zoom")


def test_the_map_is_dragged(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    before, text = view(page), mark(page)
    page.mouse.move(900, 400)
    page.mouse.down()
    page.mouse.move(800, 300, steps=5)
    page.mouse.up()
    wait_for_view(page, text)
    after = view(page)
    # 100 pixels of 512·2^15: 0.00215° of longitude, half of that in latitude at 60° north.
    assert abs(after[1] - before[1] - 100 * 360 / (512 * 2**15)) < 2e-6
    assert 0.0009 < before[0] - after[0] < 0.0012 and after[2] == before[2]
    expect(page).to_have_url(re.compile(r"lat=60\.169\d+&lon=24\.946\d+&z=15"))
    assert page.locator(".map-canvas").evaluate("e => e.style.transform") == ""


def test_tiles_are_requested_while_the_finger_is_down(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", HOME)
    page.wait_for_load_state("networkidle")
    asked, open_now, most = [], set(), []

    def ask(request):
        if "/atlas/" in request.url:
            asked.append(request.url)
            open_now.add(request.url)
            most.append(len(open_now))

    page.on("request", ask)
    page.on("requestfinished", lambda request: open_now.discard(request.url))
    before = page.locator(".map-tiles foreignObject").count()
    page.mouse.move(350, 300)
    page.mouse.down()
    page.mouse.move(50, 300, steps=4)
    # Two columns more at the right, where the finger has not been yet.
    right = """() => Math.max(...[...document.querySelectorAll('.map-tiles foreignObject')]
        .filter(tile => tile.querySelector('img').naturalWidth).map(tile => tile.getBoundingClientRect().right))"""
    page.wait_for_function(f"({right})() > innerWidth + 512")
    assert page.locator(".map-tiles foreignObject").count() > before
    assert asked and max(most) <= 5
    page.mouse.up()


def test_a_long_drag_gets_the_next_view_without_a_jump(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    page.evaluate("""() => { window.views = [];
        document.addEventListener('cairn:view', event => views.push(event.detail.longitude)); }""")
    page.mouse.move(1270, 400)
    page.mouse.down()
    # Farther than the drawing reaches, without lifting the finger.
    page.mouse.move(640, 400, steps=5)
    page.wait_for_function(
        "before => document.querySelector('.map-canvas').dataset.lon !== before", arg="24.9445")
    last = page.evaluate("views.at(-1)")
    moved = 630 * 360 / (512 * 2**15)
    assert abs(last - 24.9445 - moved) < 1e-6
    page.mouse.up()


def test_the_wheel_and_the_keys_zoom(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    text = mark(page)
    page.mouse.move(760, 400)
    page.mouse.wheel(0, -100)
    wait_for_view(page, text)
    assert view(page)[2] == 15.5
    page.locator("[data-map]").focus()
    for key, zoom in [("+", 16.5), ("-", 15.5)]:
        text = mark(page)
        page.keyboard.press(key)
        wait_for_view(page, text)
        assert view(page)[2] == zoom
    text, latitude = mark(page), view(page)[0]
    page.keyboard.press("ArrowUp")
    wait_for_view(page, text)
    assert view(page)[0] > latitude


def test_a_key_shows_the_old_picture_larger_until_the_new_one_is_there(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    held = []
    page.route(FRAGMENT, lambda route: held.append(route))
    page.locator("[data-map]").focus()
    with page.expect_request(FRAGMENT):
        page.keyboard.press("+")
    canvas = page.locator(".map-canvas")
    assert "scale(2)" in canvas.evaluate("e => e.style.transform") and view(page)[2] == 15
    expect(page.locator("html")).to_have_class(re.compile("is-busy"))
    held[0].continue_()
    expect(canvas).to_have_attribute("data-zoom", "16.0")
    assert canvas.evaluate("e => e.style.transform") == ""


def test_a_pinch_on_a_trackpad_zooms_the_map_alone(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    prevented = page.evaluate("""() => {
        const wheel = new WheelEvent('wheel', { deltaY: -25, ctrlKey: true, bubbles: true, cancelable: true, clientX: 760, clientY: 400 });
        document.querySelector('[data-map]').dispatchEvent(wheel);
        return wheel.defaultPrevented;
    }""")
    assert prevented and page.locator("[data-map]").evaluate("e => getComputedStyle(e).touchAction") == "none"
    expect(page.locator(".map-canvas")).to_have_attribute("data-zoom", "15.25")


def test_keys_pressed_while_a_view_is_on_its_way_count(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    held = []
    page.route(FRAGMENT, lambda route: held.append(route) if not held else route.continue_())
    page.locator("[data-map]").focus()
    with page.expect_request(FRAGMENT):
        page.keyboard.press("+")
    page.keyboard.press("+")
    expect(page.locator(".map-canvas")).to_have_attribute("data-zoom", "17.0")
    expect(page).to_have_url(re.compile("z=17"))


def test_controls_and_pins_still_work(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", "/archive?view=map")
    text = mark(page)
    zoom_in = page.get_by_role("link", name="Zoom in")
    zoom_in.focus()
    page.keyboard.press("Enter")
    wait_for_view(page, text)
    expect(zoom_in).to_be_focused()
    page.goto("/archive?view=map")
    page.get_by_role("link", name="Note from mikko").click()
    page.locator(".map-card").get_by_text("Count the steps.").wait_for()


def test_the_arrows_are_for_keyboards(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", HOME)
    north = page.get_by_role("link", name="Move north")
    zoom_in = page.get_by_role("link", name="Zoom in")
    zoom_in.hover()
    expect(north).to_have_css("opacity", "0")
    page.locator("[data-map]").focus()
    for _ in range(80):
        page.keyboard.press("Tab")
        if zoom_in.evaluate("e => e === document.activeElement"):
            break
    expect(north).to_have_css("opacity", "1")
    text, latitude = mark(page), view(page)[0]
    north.focus()
    page.keyboard.press("Enter")
    wait_for_view(page, text)
    assert view(page)[0] > latitude
    plain = visitor("desktop", scripts=False)
    sign_in(plain, "aino_k", HOME)
    expect(plain.get_by_role("link", name="Move north")).to_have_css("opacity", "1")


def test_only_the_tiles_in_view_and_of_the_right_colours_are_fetched(visitor):
    for scheme in ["light", "dark"]:
        page = visitor("phone", scheme)
        sign_in(page, "aino_k", at=None)
        tiles = []
        page.on("response", lambda answer: tiles.append(answer) if "/atlas/" in answer.url else None)
        page.goto(HOME)
        page.wait_for_function("""() => [...document.querySelectorAll('.map-tiles img')]
            .filter(image => image.complete && image.naturalWidth === 512).length >= 2""")
        page.wait_for_load_state("networkidle")
        assert 2 <= len(tiles) and all(f"theme={scheme}" in tile.url and tile.status == 200 for tile in tiles)
        sizes = page.evaluate("""() => [...document.querySelectorAll('.map-tiles img')]
            .filter(image => image.complete && image.currentSrc).map(image => image.naturalWidth)""")
        assert set(sizes) <= {0, 512} and 512 in sizes


def overlap(one, other):
    return (one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"])


def test_a_pin_opens_a_card_and_the_card_the_note(visitor):
    for size in ["phone", "desktop"]:
        page = visitor(size)
        sign_in(page, "aino_k", SENATE_SQUARE)
        pin = page.get_by_role("link", name="Note from mikko")
        pin.click()
        card = page.get_by_role("dialog", name="Note from mikko")
        expect(card.get_by_role("link")).to_be_focused()
        box, frame = card.bounding_box(), page.locator(".home-map").bounding_box()
        assert box["x"] >= frame["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert box["y"] >= frame["y"]
        for other in [".map-in", ".map-all", "#sheet"]:
            assert not overlap(box, page.locator(other).bounding_box()), other
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        expect(pin).to_be_focused()
        page.keyboard.press("Enter")
        card.get_by_role("button", name="Close").click()
        expect(pin).to_be_focused()
        page.keyboard.press("Enter")
        card.get_by_role("link").click()
        page.wait_for_url("**/notes/*")


def test_a_pin_and_its_card_move_into_view(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", at=None)
    # The pin lies at the upper edge, below a chip, where its card has no room: a key opens it.
    page.goto("/?lat=60.1680&lon=24.9524&z=16")
    text = mark(page)
    page.get_by_role("link", name="Note from mikko").press("Enter")
    card = page.get_by_role("dialog", name="Note from mikko")
    card.get_by_role("link").wait_for()
    wait_for_view(page, text)
    # It is still open over the new drawing.
    box, sheet = card.bounding_box(), page.locator("#sheet").bounding_box()
    pin = page.get_by_role("link", name="Note from mikko").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= sheet["y"] and pin["y"] >= 0
    assert not overlap(box, pin) and page.evaluate("scrollY") == 0


def test_a_slow_pin_answers_at_once(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", SENATE_SQUARE)
    held = []
    page.route("**/card", lambda route: held.append(route))
    with page.expect_request("**/card"):
        page.get_by_role("link", name="Note from mikko").click()
    card, html = page.locator(".map-card"), page.locator("html")
    expect(card.get_by_role("status")).to_have_text("Loading …")
    expect(html).to_have_class(re.compile("is-busy"))
    held[0].continue_()
    card.get_by_text("Count the steps.").wait_for()
    expect(html).not_to_have_class(re.compile("is-busy"))


def test_the_list_and_the_pins_of_a_map_highlight_each_other(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", "/archive?view=map")
    row = page.locator("[data-pin]").first
    pin = page.locator(f'a.pin[href="{row.get_attribute("data-pin")}"]')
    lit = re.compile("is-lit")
    row.hover()
    expect(pin).to_have_class(lit)
    expect(row).to_have_class(lit)
    page.mouse.move(5, 5)
    expect(pin).not_to_have_class(lit)
    pin.focus()
    expect(row).to_have_class(lit)
    # The list follows the map.
    count = page.locator("[data-pin]").count()
    page.locator("[data-map]").focus()
    for _ in range(3):
        text = mark(page)
        page.keyboard.press("+")
        wait_for_view(page, text)
    page.wait_for_function("count => document.querySelectorAll('[data-pin]').length < count", arg=count)


def test_a_quiet_map_tells_where_it_is_and_leaves_the_page_alone(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k", at=None)
    page.route("**/app.js*", lambda route: route.fulfill(
        response=(answer := route.fetch()),
        body="document.querySelector('[data-map]')?.setAttribute('data-map-quiet', '');"
        "window.views = []; document.addEventListener('cairn:view', event => views.push(event.detail));" + answer.text()))
    page.goto(HOME)
    page.wait_for_function("() => window.views?.length > 0")
    first = page.evaluate("views[0]")
    assert [round(first[name], 6) for name in ("latitude", "longitude", "zoom")] == [60.1705, 24.9445, 15]
    address = page.url
    go = """detail => document.querySelector('[data-map]').dispatchEvent(new CustomEvent('cairn:go', { detail }))"""
    # Near and far.
    for place in [{"latitude": 60.171, "longitude": 24.945}, {"latitude": 61.5, "longitude": 23.76, "zoom": 10}]:
        page.evaluate(go, place)
        page.wait_for_function(
            "want => { const at = views.at(-1); return Math.abs(at.latitude - want.latitude) < 1e-5 && Math.abs(at.longitude - want.longitude) < 1e-5; }",
            arg=place)
    expect(page.locator(".map-canvas")).to_have_attribute("data-zoom", "10.0")
    # Not even a refusal leads elsewhere.
    page.route(FRAGMENT, lambda route: route.fulfill(status=404, body="nothing"))
    page.locator("[data-map]").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("No connection. Try again in a moment.").wait_for()
    assert page.url == address and urlparse(address).path == "/"


def test_a_pin_is_a_plain_link_without_scripts(visitor):
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k", SENATE_SQUARE)
    page.get_by_role("link", name="Note from mikko").click()
    page.wait_for_url("**/notes/*")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_that_there_is_no_map_is_said_above_the_foot(visitor, size):
    page = visitor(size, tiles=False)
    sign_in(page, "aino_k", "/?lat=10&lon=10&z=14")
    notice, foot, map = [page.locator(f".home {name}").bounding_box() for name in [".map-notice", ".map-foot", ".map"]]
    assert map["y"] < notice["y"] and notice["y"] + notice["height"] < foot["y"]
    assert map["x"] < notice["x"] and notice["x"] + notice["width"] < map["x"] + map["width"]
