"""What friends are told and when: a note by a fountain, a real walk past it, and the week after."""

import json
import math
import random
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from conftest import SESSIONS, SHARED, Site, demo_data, sign_in, visitors

TRACK = SHARED / "data/tracks/overland/sf_run_batch_200.json"
SENAATINTORI = (60.16950, 24.95240)
METRE = 1 / 111_320
DAY = 86_400


class Clock:
    """The server's wall clock, which can be set forward while it runs."""

    def __init__(self, folder):
        self.file = folder / "clock"
        self.set(0)
        library = subprocess.run(
            "ls /usr/lib/*/faketime/libfaketimeMT.so.1", shell=True, capture_output=True, text=True).stdout.strip()
        self.command = [
            "env", f"LD_PRELOAD={library}", f"FAKETIME_TIMESTAMP_FILE={self.file}", "FAKETIME_NO_CACHE=1",
            "FAKETIME_DONT_FAKE_MONOTONIC=1", "env"]

    def set(self, seconds):
        self.ahead = seconds
        self.file.write_text(f"+{seconds}s\n" if seconds else "+0\n")

    def to_the_half_hour(self):
        now = time.time() + self.ahead
        self.set(self.ahead + 1_801 - int(now % 1_800))


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path)


@pytest.fixture
def site(clock, tmp_path):
    data, session = demo_data((), ())
    subprocess.run(["cp", "-a", data, tmp_path / "data"], check=True)
    site = Site(str(tmp_path / "data"), clock.command)
    SESSIONS[site.url] = session
    yield site
    site.kill()


@pytest.fixture
def visitor(chromium, site):
    yield from visitors(chromium, site)


def walk():
    """A real run, carried to Helsinki, every few metres, with the accuracy that the phone told and noise within it."""
    noise = random.Random(17)
    points = json.loads(TRACK.read_text())["locations"]
    places = [(one["geometry"]["coordinates"][1], one["geometry"]["coordinates"][0]) for one in points]
    steps, (lat0, lon0) = [], places[0]
    for (lat, lon), one in list(zip(places, points))[::6]:
        accuracy = max(4, min(15, one["properties"].get("horizontal_accuracy") or 8))
        north = (lat - lat0) / METRE + noise.gauss(0, accuracy / 4)
        east = (lon - lon0) / METRE * math.cos(math.radians(lat0)) + noise.gauss(0, accuracy / 4)
        steps.append((north, east, accuracy))
    return steps


def place(north, east):
    lat, lon = SENAATINTORI
    return lat + north * METRE, lon + east * METRE / math.cos(math.radians(lat))


@pytest.mark.skipif(not TRACK.exists(), reason="no tracks")
def test_a_walk_finds_a_note_once_its_author_is_told_at_the_half_hour_and_a_week_later_the_other(visitor, clock):
    steps = walk()[:14]
    target = steps[10]
    aino, mikko = visitor("phone"), visitor("phone", "dark", at=dict(zip(["latitude", "longitude"], place(0, -400))))
    leave(aino, place(*target[:2]))

    sign_in(mikko, "mikko")
    mikko.clock.install()
    mikko.goto("/")
    mikko.get_by_role("button", name="Tell me when I'm near one").click()
    found = []
    for number, (north, east, accuracy) in enumerate(steps):
        lat, lon = place(north, east)
        with mikko.expect_response("**/positions") as answer:
            mikko.context.set_geolocation({"latitude": lat, "longitude": lon, "accuracy": accuracy})
            mikko.clock.fast_forward(6_000)
        found += [(number, event["kind"]) for event in answer.value.json()["events"] if "aino_k" in event["title"]]
    reach = [math.hypot(north - target[0], east - target[1]) <= 6.096 + accuracy for north, east, accuracy in steps]
    assert found == [(reach.index(True), "note.found")]
    dialog = mikko.get_by_role("dialog", name=re.compile("You found a note from aino_k"))
    expect(dialog).to_have_count(1)
    dialog.get_by_role("link").first.click()
    mikko.get_by_text("Listen to the fountain").wait_for()

    aino.goto("/")
    expect(aino.get_by_text("opened your note")).to_have_count(0)
    clock.to_the_half_hour()
    aino.get_by_text(re.compile("mikko opened your note")).first.wait_for()

    leena = visitor("desktop")
    sign_in(leena, "leena")
    leena.goto("/notices")
    expect(leena.get_by_text("A note from aino_k is waiting for you")).to_have_count(0)
    clock.set(clock.ahead + 7 * DAY + 3_600)
    leena.get_by_text("A note from aino_k is waiting for you").first.wait_for()
    leena.reload()
    expect(leena.locator("main").get_by_text("A note from aino_k is waiting for you")).to_have_count(1)
    leena.get_by_text("where the water sings").first.wait_for()


def leave(page, where):
    sign_in(page, "aino_k")
    page.goto("/notes/new")
    page.get_by_label("Your words").fill("Listen to the fountain")
    for name in ["mikko", "leena"]:
        page.locator(f"input[name=to][value={name}]").check()
    page.get_by_text("More", exact=False).first.click()
    page.get_by_label("Latitude").fill(f"{where[0]:.7f}")
    page.get_by_label("Longitude").fill(f"{where[1]:.7f}")
    page.get_by_label("Hint").fill("where the water sings")
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for").first.wait_for()
