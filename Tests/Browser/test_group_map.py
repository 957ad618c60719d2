"""The map of a group shows where its people are: whatever it showed before, at an alert, and when somebody leaves its edge."""

import re

import pytest
from playwright.sync_api import expect

from conftest import sign_in
from groups import card, join, make, phone, place, sees, spot, unseen, walk

# Far from where the maps of the demo world begin.
SOFIA, NOOR, KIM = (3000, 0), (3020, 30), (2700, 60)


@pytest.fixture
def trio(phone):
    """The maker, a member who came by the link, and a guest, in this order onto maps that knew nobody's place."""
    def gather(size="phone"):
        sofia = phone("sofia", *SOFIA, size=size)
        path, group = make(sofia)
        noor = phone("noor_h", *NOOR)
        join(noor, path)
        kim = phone(None, *KIM)
        join(kim, path, "Kim")
        # How others join lies over the map, until one taps beside it.
        sofia.locator(".map-frame").click(position={"x": 10, "y": 300})
        return sofia, noor, kim, group
    return gather


def view(page):
    """The part of the world that the server drew last."""
    return page.locator(".map-canvas").evaluate("canvas => [canvas.dataset.lat, canvas.dataset.lon, canvas.dataset.zoom]")


# How many pixels of the map that is seen lie beyond the edges of an area, of which two corners are given as points of a square
# world.
BEYOND = """([southwest, northeast]) => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [map, strip, svg] = [".map-frame", ".map-strip", ".map-canvas .map-svg"].map(box);
    const { lat, lon, zoom } = document.querySelector(".map-canvas").dataset;
    const sine = Math.sin(lat * Math.PI / 180);
    const middle = { x: lon / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
    const size = 512 * 2 ** zoom;
    const across = (x) => svg.left + svg.width / 2 + (x - middle.x) * size;
    const down = (y) => svg.top + svg.height / 2 + (y - middle.y) * size;
    const bottom = strip.right > map.left ? Math.min(map.bottom, strip.top) : map.bottom;
    return Math.max(
        across(southwest.x) - map.left, map.right - across(northeast.x), down(northeast.y) - map.top, bottom - down(southwest.y));
}"""


def drag(page, right):
    box = page.locator(".map-frame").bounding_box()
    drawn = view(page)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 90)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + right, box["y"] + 90, steps=5)
    page.mouse.up()
    page.wait_for_function("(old) => document.querySelector('.map-canvas').dataset.lon !== old", arg=drawn[1])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_everybody_is_in_sight_from_the_first_place_on(trio, size):
    sofia, noor, kim, group = trio(size)
    for page in [sofia, noor, kim]:
        sees(page, SOFIA, NOOR, KIM)
        expect(page.locator("[data-map-follow]")).to_be_hidden()
        expect(page.locator(".map-face:visible")).to_have_count(0)
    # What the map did by itself is no view that somebody wants back.
    assert "lat=" not in sofia.url
    sofia.goto(group)
    sees(sofia, SOFIA, NOOR, KIM)
    # A large screen is used, not only as much of it as a phone has.
    if size == "desktop":
        closer = "(zoom) => document.querySelector('.map-canvas').dataset.zoom > zoom + 0.8"
        sofia.wait_for_function(closer, arg=float(view(noor)[2]))

    # Who heads home causes no alert, wherever they go: the edge alone brings a new view.
    kim.get_by_role("button", name="Heading home").click()
    away = [1900, 500, -900]
    for north in away:
        walk(kim, north, 60, seconds=35)
    for page in [sofia, noor, kim]:
        sees(page, SOFIA, NOOR, (away[-1], 60))
    expect(sofia.locator("[data-alert]")).to_have_count(0)
    # Back again they are no longer one stack in the middle of a country.
    zoom = float(view(sofia)[2])
    for north in [500, 1900, 2980]:
        walk(kim, north, 60, seconds=35)
    sofia.wait_for_function("(zoom) => document.querySelector('.map-canvas').dataset.zoom > zoom", arg=zoom)
    sees(sofia, SOFIA, NOOR, (2980, 60))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_group_of_the_demo_is_seen_with_nothing_beyond_the_map_of_the_demo(visitor, size):
    page = visitor(size, tiles=False)
    sign_in(page, "aino_k", at="/groups")
    page.get_by_role("link", name="Friday").first.click()
    page.locator(".group-page .map-canvas .map-svg").wait_for()
    page.wait_for_function(f"(corners) => ({BEYOND})(corners) <= 0", arg=[spot(60.1642, 24.9352), spot(60.1790, 24.9533)])
    expect(page.locator(".map-face:visible")).to_have_count(0)


def test_a_map_that_would_show_the_edge_of_the_ground_moves_aside(phone):
    # A hundred metres from the west of the demo's map.
    at_the_edge = (280, -550)
    sofia = phone("sofia", *at_the_edge)
    make(sofia)
    sees(sofia, at_the_edge)
    east = place(*at_the_edge)["longitude"] + 0.001
    sofia.wait_for_function("(east) => document.querySelector('.map-canvas').dataset.lon > east", arg=east)
    sees(sofia, at_the_edge)


def test_who_joins_reads_that_the_group_sees_them_though_no_event_says_so(phone):
    path, _ = make(phone("sofia", *SOFIA))
    kim = phone(None, *KIM)
    kim.route("**/events/latest*", lambda route: route.fulfill(json={"last": 0, "more": False, "events": []}))
    # Nor does the page ask by itself now and then.
    kim.add_init_script("window.EventSource = undefined; window.setInterval = () => 0")
    join(kim, path, "Kim")
    sees(kim, SOFIA, KIM)


def test_everybody_is_in_sight_at_an_alert_and_no_word_is_lost(trio):
    sofia, noor, kim, _ = trio()
    walk(kim, 2100, 60, seconds=30)
    # Beyond the limit for half a minute.
    for step in range(2):
        walk(kim, 2100, 20 * step + 80, seconds=20)
    far = (2100, 100)
    expect(card(sofia, "Kim").get_by_text("Away", exact=True)).to_be_visible()
    # The alert takes half of the map.
    expect(sofia.locator("[data-alert='strayed']")).to_be_visible()
    for page in [sofia, noor, kim]:
        sees(page, SOFIA, NOOR, far)
    # A half-written message outlives the next view.
    kim.get_by_label("Message to all").fill("Lost my h")
    noor.get_by_role("button", name="I need help").click()
    expect(noor.get_by_text("Everybody knows that you need help")).to_be_visible()
    kim.get_by_role("button", name="Back to the page").click()
    for page in [sofia, noor, kim]:
        sees(page, SOFIA, NOOR, far)
    walk(noor, 3620, 30, seconds=20)
    for page in [sofia, noor, kim]:
        sees(page, SOFIA, (3620, 30), far)
    expect(kim.get_by_label("Message to all")).to_have_value("Lost my h")


def test_a_map_that_a_hand_moved_stays_and_one_tap_follows_again(trio):
    sofia, noor, kim, group = trio("desktop")
    sees(sofia, SOFIA, NOOR, KIM)
    drag(sofia, 350)
    drag(sofia, 350)
    follow = sofia.get_by_role("button", name="Follow us")
    expect(follow).to_be_visible()
    assert unseen(sofia, SOFIA, NOOR, KIM) == 3
    # Whoever is outside stands at the edge, in their direction, with the distance.
    faces = sofia.locator(".map-face:visible")
    expect(faces).to_have_count(2)
    expect(sofia.get_by_role("link", name="noor_h, 36 m away")).to_contain_text("36 m")
    frame = sofia.locator(".map-frame").bounding_box()
    for face in faces.all():
        box = face.bounding_box()
        assert box["x"] > frame["x"] + frame["width"] / 2 and box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert box["y"] >= frame["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]
    first, second = [face.bounding_box() for face in faces.all()]
    assert abs(first["y"] - second["y"]) >= first["height"] or abs(first["x"] - second["x"]) >= first["width"]

    # Somebody moves, and the map does not.
    drawn = view(sofia)
    walk(kim, 2500, 60)
    expect(card(sofia, "Kim")).to_contain_text("500 m away")
    expect(sofia.get_by_role("link", name="Kim (guest), 500 m away")).to_contain_text("500 m")
    assert view(sofia) == drawn
    assert "lat=" in sofia.url

    follow.click()
    sees(sofia, SOFIA, NOOR, (2500, 60))
    expect(follow).to_be_hidden()
    expect(faces).to_have_count(0)
    assert "lat=" not in sofia.url
    # It goes on following.
    walk(kim, 1600, 60, seconds=30)
    sees(sofia, SOFIA, NOOR, (1600, 60))

    # On the page of one member the others stand at the edge, and lead to theirs.
    sofia.goto(group)
    card(sofia, "noor_h").click()
    sofia.wait_for_url(re.compile(r"/members/\d+$"))
    face = sofia.get_by_role("link", name="Kim (guest), 1.4 km away")
    expect(face).to_be_visible()
    assert face.bounding_box()["y"] > frame["y"] + frame["height"] / 2
    face.click()
    expect(sofia.get_by_role("region", name="Kim (guest)", exact=True)).to_be_visible()


def test_the_button_that_shows_everything_follows_too(trio):
    sofia, noor, _, _ = trio()
    sees(sofia, SOFIA, NOOR, KIM)
    sofia.get_by_role("link", name="Zoom in").click()
    sofia.get_by_role("link", name="Zoom in").click()
    expect(sofia.get_by_role("button", name="Follow us")).to_be_visible()
    sofia.get_by_role("link", name="Show everything").click()
    expect(sofia.get_by_role("button", name="Follow us")).to_be_hidden()
    walk(noor, 3920, 30, seconds=30)
    sees(sofia, SOFIA, (3920, 30), KIM)


def test_without_scripts_the_map_that_is_loaded_shows_everybody(trio, phone):
    sofia, noor, kim, group = trio()
    sees(sofia, SOFIA, NOOR, KIM)
    plain = phone("sofia", *SOFIA, scripts=False)
    plain.goto(group)
    assert unseen(plain, SOFIA, NOOR, KIM) == 0
    noor.get_by_role("button", name="I need help").click()
    expect(noor.get_by_text("Everybody knows that you need help")).to_be_visible()
    plain.goto(group)
    plain.locator(".map-frame").scroll_into_view_if_needed()
    assert unseen(plain, SOFIA, NOOR, KIM) == 0
