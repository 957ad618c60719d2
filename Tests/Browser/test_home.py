"""The home page: the map, the sheet over it, and listening while it is open."""

import re

import pytest
from playwright.sync_api import expect

from checks import covered
from conftest import ESPLANADI, sign_in

# A hundred metres east of the demo's own position.
FARTHER = {"latitude": 60.16755, "longitude": 24.94910}
PANEL = "[data-sheet]"


def sheet_is(page, name):
    expect(page.locator(PANEL)).to_have_attribute("data-sheet", name)


def test_the_sheet_opens_by_tap_keys_and_drag(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    handle = page.get_by_role("button", name="Show more")
    expect(handle).to_have_attribute("aria-expanded", "false")
    sheet_is(page, "peek")
    # Low as it is, it shows the main action and the first thing that waits.
    for what in [page.get_by_role("button", name="Tell me as I walk"), page.locator(".folded b").first]:
        expect(what).to_be_in_viewport(ratio=1)
    handle.click()
    sheet_is(page, "half")
    less = page.get_by_role("button", name="Show less")
    expect(less).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowUp")
    sheet_is(page, "full")
    page.keyboard.press("ArrowDown")
    sheet_is(page, "half")
    page.keyboard.press("Escape")
    sheet_is(page, "peek")
    expect(handle).to_be_focused()
    box = handle.bounding_box()
    page.mouse.move(195, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(195, 60, steps=6)
    page.mouse.up()
    sheet_is(page, "full")
    # Nothing in it scrolls by itself, and the page does not scroll.
    inner = page.evaluate("""() => [...document.querySelectorAll('#sheet *')]
        .filter(e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight).length""")
    assert inner == 0 and page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # Whoever takes the map gets it back.
    page.mouse.click(100, 30)
    sheet_is(page, "peek")


@pytest.mark.parametrize("height", [844, 500])
def test_a_message_lies_over_no_sheet_that_was_drawn_up(looker, height):
    page = looker("phone", tiles=False)
    page.set_viewport_size({"width": 390, "height": height})
    page.goto("/gallery/HomePage/paused-with-a-message")
    end = page.get_by_role("button", name="End pause")
    expect(end).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    sheet_is(page, re.compile("half|full"))
    assert covered(page, ".messages > *") == []
    page.keyboard.press("ArrowUp")
    sheet_is(page, "full")
    assert covered(page, ".messages > *") == []
    # Its button comes back with the map.
    page.keyboard.press("Escape")
    sheet_is(page, "peek")
    expect(end).to_be_visible()


@pytest.mark.parametrize("example", ["many-found", "paused-with-a-message"])
def test_news_lies_over_no_card_of_the_sheet(looker, example):
    page = looker("phone", tiles=False)
    page.goto(f"/gallery/HomePage/{example}")
    page.evaluate("cairn.toast('A photo from noor_h is here', '/')")
    expect(page.locator(".toast:visible")).to_be_in_viewport(ratio=1)
    assert covered(page, ".toast") == []
    page.get_by_role("button", name="Show more").click()
    sheet_is(page, "half")
    assert covered(page, ".toast") == []


def test_the_sheet_follows_the_wheel_and_the_focus(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    zoom = page.locator(".map-canvas").get_attribute("data-zoom")
    page.mouse.move(195, 640)
    page.mouse.wheel(0, 600)
    sheet_is(page, "full")
    assert page.locator(".map-canvas").get_attribute("data-zoom") == zoom
    page.keyboard.press("Escape")
    page.mouse.wheel(0, -900)
    sheet_is(page, "peek")
    page.locator(".typed summary").focus()
    expect(page.locator(".typed summary")).to_be_in_viewport(ratio=1)


def test_the_map_keeps_its_size(visitor):
    for size in ["phone", "desktop"]:
        page = visitor(size, at={"latitude": 60.10, "longitude": 24.90}, tiles=False)
        sign_in(page, "aino_k")
        frame = page.locator(".home-map")
        before = frame.bounding_box()
        page.get_by_role("button", name="Check here").click()
        page.get_by_text("Nothing new right here.").wait_for()
        assert frame.bounding_box() == before
        page.get_by_text("Type where you are").click()
        page.get_by_label("Latitude").wait_for()
        assert frame.bounding_box() == before
        page.evaluate("document.querySelector('.here').after(...Array.from({ length: 9 }, () => document.querySelector('.here').cloneNode(true)))")
        assert frame.bounding_box() == before


@pytest.mark.parametrize("width", [320, 359, 390, 480, 640, 699, 700, 760, 900, 1100, 1280, 1600])
def test_scale_and_attribution_are_seen_at_every_width(chromium, quiet_site, width):
    from conftest import new_context, without_tiles

    context = new_context(chromium, base_url=quiet_site.url, viewport={"width": width, "height": 700}, reduced_motion="reduce")
    without_tiles(context)
    page = context.new_page()
    sign_in(page, "aino_k", "/?lat=60.1695&lon=24.9524&z=16")
    page.locator(".map-live").wait_for()
    covered = page.evaluate("""() => [".map-scale-box", ".map-credit"].flatMap(name => {
        const element = document.querySelector(name), { left, right, top, bottom } = element.getBoundingClientRect();
        return [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]].filter(([x, y]) => {
            // The scale lets the pointer through.
            element.style.setProperty("pointer-events", "auto");
            return !element.contains(document.elementFromPoint(x, y));
        }).map(point => [name, ...point]);
    })""")
    context.close()
    assert covered == []


def test_the_page_reads_without_scripts(visitor):
    page = visitor("phone", scripts=False, tiles=False)
    sign_in(page, "aino_k")
    boxes = [page.locator(at).bounding_box() for at in [".home-map", ".here", ".folded >> nth=0", ".typed"]]
    for above, below in zip(boxes, boxes[1:]):
        assert above["y"] + above["height"] <= below["y"]
    expect(page.get_by_text("Type your position below.")).to_be_visible()
    for name in ["Tell me as I walk", "Check here", "Show more"]:
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.get_by_text("Type where you are").click()
    # No native bubble: the answer stands beside the fields.
    page.get_by_label("Latitude").fill("91")
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_label("Latitude")).to_have_attribute("aria-invalid", "true")


def positions(page):
    """The positions that the page sends from now on."""
    sent = []

    def keep(request):
        if request.url.endswith("/positions"):
            sent.append(request.post_data)

    page.on("request", keep)
    return sent


def wait_for_report(page, act=lambda: None):
    with page.expect_response("**/positions") as answer:
        act()
    return answer.value


# Where on the earth the dot is drawn: the map below it may move as well, and then it stays where it was on the screen.
DOT_IS_AT = """longitude => {
    const dot = document.querySelector(".map-you circle");
    const [svg, canvas] = [dot.closest("svg"), dot.closest("[data-lon]")];
    const across = Number(dot.getAttribute("cx")) - svg.getAttribute("width") / 2;
    const drawn = Number(canvas.dataset.lon) + 360 * across / cairn.earth.world(Number(canvas.dataset.zoom));
    return Math.abs(drawn - longitude) < 0.0001;
}"""


def test_it_listens_after_one_tap(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    page.clock.install()
    page.goto("/")
    sent = positions(page)
    on = page.get_by_text("On while the map is open")
    expect(on).to_be_hidden()
    wait_for_report(page, lambda: page.get_by_role("button", name="Tell me as I walk").click())
    expect(on).to_be_visible()
    expect(page.get_by_role("button", name="Check here")).to_be_hidden()
    # The dot moves at once; what it sends keeps to the server's rates.
    page.context.set_geolocation({**FARTHER, "accuracy": 8})
    page.wait_for_function(DOT_IS_AT, arg=FARTHER["longitude"])
    assert len(sent) == 1
    wait_for_report(page, lambda: page.clock.run_for(6_000))
    assert "lon=24.9491" in sent[-1] and "accuracy=8" in sent[-1]
    # A step aside is nothing new.
    page.context.set_geolocation({**FARTHER, "latitude": 60.16757, "accuracy": 8})
    page.clock.run_for(12_000)
    assert len(sent) == 2
    # The next page of the same device does not ask.
    wait_for_report(page, page.reload)
    expect(on).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(on).to_be_hidden()
    expect(page.get_by_role("button", name="Tell me as I walk")).to_be_focused()
    count = len(sent)
    page.context.set_geolocation({**ESPLANADI, "accuracy": 8})
    page.clock.run_for(60_000)
    page.reload()
    page.locator(".map-live").wait_for()
    expect(on).to_be_hidden()
    assert len(sent) == count


def test_it_waits_when_the_server_says_so(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    page.clock.install()
    page.goto("/")
    sent = positions(page)
    page.route("**/positions", lambda route: route.fulfill(
        status=429, headers={"Retry-After": "30"}, content_type="application/json", body='{"error":"Too often."}')
        if len(sent) == 1 else route.continue_())
    wait_for_report(page, lambda: page.get_by_role("button", name="Tell me as I walk").click())
    page.clock.run_for(20_000)
    assert len(sent) == 1 and page.get_by_text("Too often.").count() == 0
    assert wait_for_report(page, lambda: page.clock.run_for(15_000)).status == 200


def test_a_hidden_page_does_not_listen(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    page.clock.install()
    page.goto("/")
    sent = positions(page)
    wait_for_report(page, lambda: page.get_by_role("button", name="Tell me as I walk").click())
    turn = """hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange')); }"""
    page.evaluate(turn, True)
    page.context.set_geolocation({**FARTHER, "accuracy": 8})
    page.clock.run_for(60_000)
    assert len(sent) == 1
    wait_for_report(page, lambda: page.evaluate(turn, False))


def test_a_refused_permission_turns_listening_off(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    page.evaluate("""() => { navigator.geolocation.watchPosition = (hear, fail) => setTimeout(fail, 0, { code: 1 }); }""")
    page.get_by_role("button", name="Tell me as I walk").click()
    page.get_by_text("Location is off for this site.").wait_for()
    expect(page.get_by_role("button", name="Tell me as I walk")).to_be_visible()
    assert page.evaluate("localStorage.getItem('cairn-listening')") is None


def test_what_is_found_is_told_to_other_scripts_first(visitor):
    oodi = {"latitude": 60.17390, "longitude": 24.93830}
    for takes in [False, True]:
        page = visitor("phone", at=oodi, accuracy=9, tiles=False)
        sign_in(page, "aino_k")
        page.route("**/positions", lambda route: route.fulfill(
            content_type="application/json",
            body='{"events":[{"kind":"group.strayed","url":"/archive","title":"You have left Friday"}],"message":""}'))
        page.evaluate("""takes => document.addEventListener('cairn:found', event => {
            window.found = event.detail.events;
            if (takes) event.preventDefault();
        })""", takes)
        page.get_by_role("button", name="Tell me as I walk").click()
        page.wait_for_function("() => window.found")
        assert page.evaluate("found")[0]["kind"] == "group.strayed"
        card = page.get_by_role("link", name="You have left Friday")
        if takes:
            expect(card).to_have_count(0)
        else:
            expect(card).to_be_in_viewport(ratio=1)


def test_the_view_follows_the_phone_until_somebody_moves_it(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    beginning = page.locator(".map-canvas").get_attribute("data-lat")
    page.get_by_role("button", name="Check here").click()
    page.get_by_role("img", name="You are here").wait_for()
    canvas = page.locator(".map-canvas")
    # The server chooses the view: the phone's place and what lies around it.
    expect(canvas).not_to_have_attribute("data-lat", beginning)
    expect(page.get_by_role("img", name="You are here")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Check here")).to_be_enabled()
    page.mouse.move(300, 300)
    page.mouse.down()
    page.mouse.move(60, 300, steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile("lat="))
    dragged = canvas.get_attribute("data-lon")
    page.evaluate("""() => document.querySelector('[data-map]').dispatchEvent(new CustomEvent('cairn:here',
        { detail: { latitude: 60.2, longitude: 24.9, accuracy: 10 } }))""")
    assert canvas.get_attribute("data-lon") == dragged
    page.get_by_role("link", name="My position").click()
    expect(canvas).to_have_attribute("data-lat", re.compile(r"^60\.2"))


def test_my_position_asks_the_phone_when_the_site_knows_none(visitor):
    page = visitor("phone", at={"latitude": 60.1700, "longitude": 24.9400}, tiles=False)
    sign_in(page, "aino_k")
    sent = positions(page)
    page.get_by_role("link", name="My position").click()
    expect(page.locator(".map-canvas")).to_have_attribute("data-lon", re.compile(r"^24\.94"))
    page.get_by_role("img", name="You are here").wait_for()
    # It only shows the place.
    assert sent == []
