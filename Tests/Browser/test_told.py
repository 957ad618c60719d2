"""What friends are told and when: a note by a fountain, a walk past it, and the week after."""

import json
import math
import random
import re

import pytest
from playwright.sync_api import expect

from clock import DAY, Clock
from conftest import demo_site, sign_in, visitors
from fixtures import RUN

# Where the run begins, away from what lies about in the demo world.
KAUPPATORI = (60.16755, 24.95310)
METRE = 1 / 111_320
# Sends a position and shows the answer, as the listening page does. The phone's clock is as far ahead as the server's.
REPORT = """async ([coords, ahead]) => {
    const here = document.querySelector("[data-listen]");
    const report = await cairn.report(here, { coords, timestamp: Date.now() + 1000 * ahead });
    cairn.showReport(here, report);
    return report;
}"""
# How many notices say what the author is to be told.
TOLD = """async () => (await (await fetch("/notices")).text()).split("mikko opened your note").length"""
# Of the run's points, so many are one step of the walk.
EVERY = 6


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path)


@pytest.fixture
def site(clock):
    yield from demo_site(set_forward=clock.command)


@pytest.fixture
def visitor(chromium, site):
    yield from visitors(chromium, site)


def walk():
    """A run in metres from its start, every few metres, with the accuracy that the phone told and noise within it."""
    noise = random.Random(17)
    points = json.loads(RUN.read_text())["locations"]
    places = [(one["geometry"]["coordinates"][1], one["geometry"]["coordinates"][0]) for one in points]
    steps, (lat0, lon0) = [], places[0]
    for (lat, lon), one in list(zip(places, points))[::EVERY]:
        accuracy = max(4, min(15, one["properties"].get("horizontal_accuracy") or 8))
        north = (lat - lat0) / METRE + noise.gauss(0, accuracy / 4)
        east = (lon - lon0) / METRE * math.cos(math.radians(lat0)) + noise.gauss(0, accuracy / 4)
        steps.append((north, east, accuracy))
    return steps


def place(north, east):
    lat, lon = KAUPPATORI
    return lat + north * METRE, lon + east * METRE / math.cos(math.radians(lat))


def test_a_walk_finds_a_note_once_its_author_is_told_at_the_half_hour_and_a_week_later_the_other(visitor, clock):
    steps = walk()[:11]
    target = steps[7]
    aino = visitor("phone", tiles=False)
    mikko = visitor("phone", "dark", at=dict(zip(["latitude", "longitude"], place(0, -400))), tiles=False)
    leave(aino, place(*target[:2]))

    sign_in(mikko, "mikko")
    found = []
    for number, (north, east, accuracy) in enumerate(steps):
        lat, lon = place(north, east)
        report = mikko.evaluate(REPORT, [{"latitude": lat, "longitude": lon, "accuracy": accuracy}, clock.ahead])
        found += [(number, event["kind"]) for event in report["events"] if "aino_k" in event["title"]]
        # The run has a point a second.
        clock.forward(EVERY)
    reach = [math.hypot(north - target[0], east - target[1]) <= 6.096 + accuracy for north, east, accuracy in steps]
    assert found == [(reach.index(True), "note.found")]
    dialog = mikko.get_by_role("dialog", name=re.compile("You found a note from aino_k"))
    expect(dialog).to_have_count(1)
    dialog.get_by_role("link").first.click()
    mikko.get_by_text("Listen to the fountain").wait_for()

    aino.goto("/notes")
    card = aino.locator("article", has_text="Listen to the fountain")
    expect(card.locator(".badge")).to_have_text(["Waiting", "Waiting"])
    told = aino.evaluate(TOLD)
    clock.to_the_half_hour()
    # Without a reload.
    expect(card.locator(".badge")).to_contain_text(["Waiting", "Opened"])
    # In the second half of each half hour a phone of the demo's group falls silent too, and one message stands for both.
    aino.get_by_role("link", name=re.compile("mikko opened your note|[0-9] new notifications")).first.wait_for()
    assert aino.evaluate(TOLD) == told + 1

    leena = visitor("desktop", tiles=False)
    sign_in(leena, "leena", "/notices")
    expect(leena.get_by_text("A note from aino_k is waiting for you")).to_have_count(0)
    clock.forward(7 * DAY + 3_600)
    leena.get_by_text("A note from aino_k is waiting for you").first.wait_for()
    leena.reload()
    # The demo world's own note may be due as well.
    expect(leena.locator("main").get_by_text("where the water sings")).to_have_count(1)


def leave(page, where):
    sign_in(page, "aino_k", "/notes/new")
    page.get_by_label("Your words").fill("Listen to the fountain")
    for name in ["mikko", "leena"]:
        page.locator(f"input[name=to][value={name}]").check()
    page.get_by_text("More", exact=False).first.click()
    for label, degrees in zip(["Latitude", "Longitude"], where):
        page.get_by_label(label).fill(f"{degrees:.7f}")
        page.get_by_label(label).press("Tab")
        # The map has moved there.
        expect(page.locator(".compose .map-canvas")).to_have_attribute(f"data-{label[:3].lower()}", re.compile("^" + f"{degrees:.6f}"[:-3]))
    page.get_by_label("Hint").fill("where the water sings")
    # The usual radius, not the one that is proposed there.
    page.locator("#radius_m").evaluate("select => { select.value = ''; select.dispatchEvent(new Event('input', { bubbles: true })) }")
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for").first.wait_for()
