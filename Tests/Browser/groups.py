"""Groups as their members play them in browsers."""

import math
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

import clock
from conftest import sign_in

SQUARE = (60.1675, 24.9470)


def place(north, east=0):
    """Metres from where the group meets."""
    latitude = SQUARE[0] + north / 111_195
    return {"latitude": latitude, "longitude": SQUARE[1] + east / 111_195 / math.cos(math.radians(SQUARE[0])), "accuracy": 8}


def move(page, north, east=0):
    page.context.set_geolocation(place(north, east))


def walk(page, north, east=0, seconds=10):
    """Is there some seconds later, and the site has been told. A page tells every few seconds of real time."""
    there = place(north, east)
    # Another answer may be on its way, to where the phone was before.
    words = [f"lat={there['latitude']:.7f}", f"lon={there['longitude']:.7f}"]
    clock.TESTS.forward(seconds)
    with page.expect_response(lambda answer: answer.url.endswith("/positions") and all(
            word in answer.request.post_data for word in words)):
        move(page, north, east)


@pytest.fixture
def phone(visitor):
    """A phone of a person, or of somebody without an account, at a place."""
    def take(name=None, north=0, east=0, **options):
        page = visitor(options.pop("size", "phone"), at=place(north, east), tiles=False, **options)
        if name:
            sign_in(page, name, at=None)
        return page
    return take


def make(page, name="Friday", approve=False):
    """Makes a group. Returns the path by which one joins it, and its page's path."""
    page.goto("/groups/new")
    page.get_by_label("Name").fill(name)
    # Those of the demo's group are ticked.
    page.locator(".person input:checked").evaluate_all("boxes => boxes.forEach((box) => box.click())")
    page.get_by_text("Phone number, and who may join").click()
    page.get_by_label("Your phone number (optional)").fill("+358 40 123 4567")
    if approve:
        page.get_by_label("I let each one in").check()
    page.get_by_role("button", name="Go out").click()
    page.wait_for_url(re.compile(r"/groups/\d+$"))
    link = page.locator("[data-join-link]").get_attribute("data-join-link")
    return urllib.parse.urlparse(link).path, urllib.parse.urlparse(page.url).path


def join(page, path, nickname=None):
    page.goto(path)
    if nickname:
        page.get_by_label("Your name").fill(nickname)
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(re.compile(r"/groups/\d+$"))
    expect(page.get_by_text("The group sees you.")).to_be_visible()


def card(page, name):
    return page.locator(".strip-card", has_text=name)


# Those of some places, as points of a square world, that the map does not show: outside of what the list and an alert leave of
# it, or with nobody drawn there.
UNSEEN = """(places) => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [map, strip, foot, svg] = [".map-frame", ".map-strip", ".map-foot", ".map-canvas .map-svg"].map(box);
    const { lat, lon, zoom } = document.querySelector(".map-canvas").dataset;
    const sine = Math.sin(lat * Math.PI / 180);
    const middle = { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
    const scale = svg.width / document.querySelector(".map-canvas .map-svg").getAttribute("width");
    const free = { left: map.left, top: map.top, right: map.right, bottom: Math.min(map.bottom, foot.top) };
    if (strip.right > map.left) free.bottom = Math.min(free.bottom, strip.top);
    const all = (one) => [...document.querySelectorAll(`.map-canvas ${one}`)];
    const pins = all("a.pin").map((pin) => pin.getAttribute("transform").match(/[-0-9.]+/g).map(Number));
    const own = all(".map-you circle").map((dot) => ["cx", "cy"].map((name) => Number(dot.getAttribute(name))));
    const drawn = [...pins, ...own].map(([x, y]) => ({ x: svg.left + x * scale, y: svg.top + y * scale }));
    return places.filter(({ x, y }) => {
        const size = 512 * 2 ** zoom * scale;
        const at = { x: svg.left + svg.width / 2 + (x - middle.x) * size, y: svg.top + svg.height / 2 + (y - middle.y) * size };
        const isIn = at.x > free.left && at.x < free.right && at.y > free.top && at.y < free.bottom;
        // A stack stands between those who are in it.
        return !isIn || !drawn.some((one) => Math.hypot(one.x - at.x, one.y - at.y) < 40);
    });
}"""


def spot(latitude, longitude):
    """A place as a point of a square world."""
    sine = math.sin(math.radians(latitude))
    return {"x": longitude / 360 + 0.5, "y": 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)}


def spots(places):
    """Places, in metres from where the group meets, as points of a square world."""
    return [spot(there["latitude"], there["longitude"]) for there in (place(north, east) for north, east in places)]


def unseen(page, *places):
    """How many of these places the map does not show."""
    return len(page.evaluate(UNSEEN, spots(places)))


def sees(page, *places):
    """The map shows everybody who is at these places, in metres from where the group meets."""
    page.wait_for_function(f"(places) => !({UNSEEN})(places).length", arg=spots(places))


def stray(page, name, witness):
    """Walks out of the group until the others know it."""
    # In steps, because a jump counts for nothing.
    for north in [170, 330, 490, 650]:
        walk(page, north)
        away = re.compile(f"^{round(north, -1) // 100}[0-9][0-9] m away")
        expect(card(witness, name).get_by_text("m away")).to_have_text(away)
    # Beyond the limit for half a minute.
    for step in range(4):
        # Farther than a phone's noise.
        walk(page, 650, 20 * step + 20)
    expect(card(witness, name).get_by_text("Away", exact=True)).to_be_visible()
