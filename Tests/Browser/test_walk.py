"""The way to a relic by what the phone says: how far its ring is, in which direction, and that one is there."""

import contextlib
import math
import re
import sqlite3
import time

import pytest
from playwright.sync_api import expect

from conftest import ESPLANADI, ROOT, sign_in, sign_up

FOUNTAIN = ROOT / "Public/demo/frozen-fountain.webm"
# Degrees of latitude; those of longitude are twice as many there.
METRE = 1 / 111_195


def place(north, east=0.0):
    """A place that many metres from the relic."""
    return {"latitude": ESPLANADI["latitude"] + north * METRE, "longitude": ESPLANADI["longitude"] + east * METRE * 2.012}


def leave(page):
    sign_in(page, "mikko")
    page.goto(f"/relics/new?lat={ESPLANADI['latitude']}&lon={ESPLANADI['longitude']}")
    page.set_input_files("#media", FOUNTAIN)
    page.locator("#description").fill("By the compass.")
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(re.compile(r"/relics/\d+$"))
    return page.url


def stand(page, north, east=0.0, accuracy=6):
    page.context.set_geolocation({**place(north, east), "accuracy": accuracy})


def turned(page):
    """Degrees clockwise by which the arrow is turned."""
    return int(page.locator(".walk-arrow").evaluate("arrow => arrow.style.rotate.replace('deg', '')")) % 360


def test_a_relic_is_found_by_the_arrow_alone(visitor):
    relic = leave(visitor("desktop", scripts=False))
    page = visitor("phone", at=place(-300, -300))
    sign_in(page, "aino_k")
    page.goto(relic)
    way = page.locator(".walk")
    expect(way.locator("b")).to_have_text(re.compile(r"^\d{3} m north-east$"))
    expect(way).to_contain_text(re.compile(r"About \d{3} steps to its circle"))
    expect(page.locator(".relic-way")).to_be_hidden()
    # Without a compass, and before one has moved, it points as on a map.
    assert 40 <= turned(page) <= 50
    # Walking east, what lies north-east is half to the left.
    stand(page, -300, -200)
    expect(way.locator("b")).to_have_text(re.compile(r"north-east|north$"))
    page.wait_for_function("() => { const a = document.querySelector('.walk-arrow').style.rotate; return parseInt(a) < 0 }")
    assert 290 <= turned(page) <= 320
    # A phone that says how it is held: to the north-east.
    page.evaluate("dispatchEvent(Object.assign(new Event('deviceorientationabsolute'), { absolute: true, alpha: 326 }))")
    page.wait_for_function("() => Math.abs(parseInt(document.querySelector('.walk-arrow').style.rotate)) < 12")
    stand(page, -120, accuracy=140)
    expect(way).to_contain_text("Your phone is unsure (±140 m)")
    # In the ring it opens by itself.
    stand(page, -4)
    expect(page.get_by_text("By the compass.")).to_be_visible()


def test_a_stranger_walks_two_hundred_metres_by_the_bar_alone(visitor):
    relic = leave(visitor("desktop", scripts=False))
    path = relic[relic.index("/relics/"):]
    north, east, heading, walked = -120, 160, 0, 0
    page = visitor("phone", at=place(north, east))
    sign_up(page, "passer_by", True)
    page.goto(f"/?lat={ESPLANADI['latitude']}&lon={ESPLANADI['longitude']}&z=17")
    page.locator(f".map-canvas a.pin[href='{path}']").click()
    way = page.locator(".map-card .walk b")
    expect(way).to_have_text(re.compile(r"^1\d\d m north-west$"))
    # Nothing is known to whoever walks but the metres that the bar says, and how far its arrow is turned from ahead.
    while (words := way.inner_text()) != "You’re there":
        length = max(9, min(25, int(re.match(r"(\d+) m ", words)[1])))
        heading += turned(page)
        north += length * math.cos(math.radians(heading))
        east += length * math.sin(math.radians(heading))
        walked += length
        assert walked < 250, words
        stand(page, north, east)
        page.wait_for_function("words => document.querySelector('.map-card .walk b').textContent !== words", arg=words)
    page.locator(f".map-card a.button[href='{path}']").click()
    expect(page.get_by_text("By the compass.")).to_be_visible()


def test_the_card_of_a_pin_shows_the_way(visitor):
    relic = leave(visitor("desktop", scripts=False))
    page = visitor("phone", at=place(150))
    sign_in(page, "aino_k")
    page.goto(f"/?lat={ESPLANADI['latitude']}&lon={ESPLANADI['longitude']}&z=17")
    page.locator(f".map-canvas a.pin[href='{relic[relic.index('/relics/'):]}']").click()
    way = page.locator(".map-card .walk")
    expect(way.locator("b")).to_have_text(re.compile(r"^1\d\d m south$"))
    stand(page, 90)
    expect(way.locator("b")).to_have_text(re.compile(r"^[3-8]\d m south$"))
    box = page.locator(".map-card").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_way_is_a_tap_where_the_browser_has_not_been_asked(visitor, scheme):
    relic = leave(visitor("desktop", scripts=False))
    page = visitor("phone", scheme, at=place(0, 250))
    page.context.clear_permissions()
    sign_in(page, "aino_k")
    page.goto(relic)
    start = page.get_by_role("button", name="Show me the way")
    start.wait_for()
    page.context.grant_permissions(["geolocation"])
    start.click()
    expect(page.locator(".walk b")).to_have_text(re.compile(r"^2\d\d m west$"))
    page.get_by_text("Directions").click()
    assert [link.get_attribute("href").split(":")[0] for link in page.locator(".route a").all()] == ["geo", "https", "https"]


def test_who_was_told_of_a_hidden_note_walks_to_its_area(visitor, site):
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
        note, account, latitude, longitude = database.execute(
            """SELECT note.id, account.id, lat, lon FROM delivery JOIN note ON note.id = delivery.note_id
               JOIN account ON account.id = delivery.recipient_id
               WHERE account.username = 'leena' AND found_at IS NULL AND withdrawn_at IS NULL AND is_on_map = 0
                 AND deleted_at IS NULL AND opens_at IS NULL AND closes_at IS NULL LIMIT 1""").fetchone()
        database.execute(
            """INSERT OR IGNORE INTO notice (id, account_id, kind, subject, raised_at)
               VALUES (77, ?, 'note.waiting', ?, ?)""", (account, note, int(time.time() * 1000)))
    # Near enough for its cell or the next one, too far to find it.
    page = visitor("phone", at={"latitude": latitude + 150 * METRE, "longitude": longitude})
    sign_in(page, "leena", f"/notes/{note}/waiting")
    expect(page.get_by_role("heading", name=re.compile("^A note from .* waits around here$"))).to_be_visible()
    expect(page.locator("[data-area] .map-halo")).to_have_count(1)
    expect(page.locator(".walk b")).to_have_text(re.compile(r"^(\d+ m [a-z-]+|You’re there)$"))
    page.get_by_role("button", name="Keep checking as I walk").click()
    expect(page.locator("[data-around]")).to_contain_text(re.compile("^(Hot|Warm): a note from"))


# The colours of an arrowhead and of its edge.
ARROWHEADS = {"light": ["rgb(43, 108, 153)", "rgb(255, 255, 255)"], "dark": ["rgb(124, 184, 224)", "rgb(30, 35, 33)"]}


def arrowheads(page):
    """The corners of the arrowheads on the map, the tip first."""
    text = page.locator(".walk-head").get_attribute("d")
    return [[tuple(map(float, corner.split())) for corner in head.strip("MZ").split("L")]
            for head in re.findall(r"M[^Z]+Z", text)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_line_on_the_map_leads_to_the_relic(visitor, scheme):
    relic = leave(visitor("desktop", scripts=False))
    page = visitor("phone", scheme, at=place(150))
    sign_in(page, "aino_k")
    page.goto(relic)
    line = page.locator(".note-map .walk-line, .map-canvas .walk-line")
    expect(line).to_have_count(1)
    ends = "line => ['x1', 'y1', 'x2', 'y2'].map(name => Number(line.getAttribute(name)))"
    x1, y1, x2, y2 = line.evaluate(ends)
    width, height = line.evaluate("line => ['width', 'height'].map(name => Number(line.ownerSVGElement.getAttribute(name)))")
    # From the north of it down to the middle of the map.
    assert abs(x1 - x2) < 3 and y1 < y2 and abs(x2 - width / 2) < 1 and abs(y2 - height / 2) < 1
    # Arrowheads upon it, by shape: their tips are ahead of their other corners.
    before = arrowheads(page)
    assert before and all(tip[1] > corner[1] for tip, *others in before for corner in others)
    assert all(abs(tip[0] - x1) < 3 and y1 < tip[1] < y2 for tip, *_ in before)
    looks = page.locator(".walk-head").evaluate("head => [getComputedStyle(head).fill, getComputedStyle(head).stroke]")
    assert looks == ARROWHEADS[scheme]
    stand(page, 0, 120)
    page.wait_for_function("x => Number(document.querySelector('.walk-line').getAttribute('x1')) > x + 20", arg=x1)
    assert page.locator(".map-canvas .map-you").count() == 1
    after = arrowheads(page)
    assert after and all(tip[0] < corner[0] for tip, *others in after for corner in others)
