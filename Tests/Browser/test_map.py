"""Moving the map by hand: the server draws, the script only requests the next view."""

import re

from playwright.sync_api import expect

from conftest import sign_in

HOME = "/?lat=60.1705&lon=24.9445&z=15"


def view(page):
    canvas = page.locator(".map-canvas")
    return tuple(float(canvas.get_attribute(f"data-{name}")) for name in ("lat", "lon", "zoom"))


def wait_for_view(page, before):
    page.wait_for_function(
        "before => document.querySelector('.map-canvas').dataset.lat + document.querySelector('.map-canvas').dataset.zoom !== before",
        arg=before)


def mark(page):
    return page.evaluate("document.querySelector('.map-canvas').dataset.lat + document.querySelector('.map-canvas').dataset.zoom")


def test_the_map_is_dragged(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k")
    page.goto(HOME)
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


def test_the_wheel_and_the_keys_zoom(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k")
    page.goto(HOME)
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


def test_keys_pressed_while_a_view_is_on_its_way_count(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k")
    page.goto(HOME)
    held = []
    page.route("**/?lat=*", lambda route: held.append(route) if not held else route.continue_())
    page.locator("[data-map]").focus()
    with page.expect_request("**/?lat=*"):
        page.keyboard.press("+")
    page.keyboard.press("+")
    # The first view arrives before the second is requested; both presses count.
    held[0].continue_()
    expect(page.locator(".map-canvas")).to_have_attribute("data-zoom", "17.0")
    expect(page).to_have_url(re.compile("z=17"))


def test_controls_and_pins_still_work(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k")
    page.goto("/archive?view=map")
    text = mark(page)
    page.get_by_role("link", name="Zoom in").click()
    wait_for_view(page, text)
    page.goto("/archive?view=map")
    page.get_by_role("link", name="Note from mikko").click()
    page.locator(".map-card").get_by_text("Count the steps.").wait_for()


def test_only_the_tiles_in_view_and_of_the_right_colours_are_fetched(visitor):
    for scheme in ["light", "dark"]:
        page = visitor("phone", scheme)
        sign_in(page, "aino_k")
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


def test_a_pin_opens_a_card_and_the_card_the_note(visitor):
    for size in ["phone", "desktop"]:
        page = visitor(size)
        sign_in(page, "aino_k")
        page.goto("/?lat=60.1695&lon=24.9524&z=16")
        pin = page.get_by_role("link", name="Note from mikko")
        pin.click()
        card = page.locator(".map-card")
        card.get_by_role("link").wait_for()
        box, frame = card.bounding_box(), page.locator(".home-map").bounding_box()
        assert box["x"] >= frame["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert box["y"] >= frame["y"]
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        expect(pin).to_be_focused()
        page.keyboard.press("Enter")
        card.get_by_role("link").click()
        page.wait_for_url("**/notes/*")


def test_a_slow_pin_answers_at_once(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k")
    page.goto("/?lat=60.1695&lon=24.9524&z=16")
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
    sign_in(page, "aino_k")
    page.goto("/archive?view=map")
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


def test_a_pin_is_a_plain_link_without_scripts(visitor):
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k")
    page.goto("/?lat=60.1695&lon=24.9524&z=16")
    page.get_by_role("link", name="Note from mikko").click()
    page.wait_for_url("**/notes/*")
