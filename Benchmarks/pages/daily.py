#!/usr/bin/env python3
"""Fills the databases of two stopped demo sites with photos of the day, the one with a year of 1,000 members, the other
with a week of them, and measures the same pages of both.

usage: daily.py make SITE-FOLDER DAYS [MEMBERS, default 1,000]
       daily.py measure YEAR-FOLDER WEEK-FOLDER PUBLIC CAIRN-BINARY

Everybody posts every day for everyone, each fifth of them within the view that the measurement asks for. Somebody who
looks has fifty friends, and photos of their own on every day of this month in both sites, so that the calendar is the
same. Nobody asks for files, and there are none. Everything but the dates is the same in each run. Prints:
  bench pages daily CASE: OURS vs a week THEIRS ms = RATIO×      p50, and p99 of ours
  bench pages daily CASE: OURS vs goal 15 ms = RATIO×
"""

import datetime
import hashlib
import json
import random
import sqlite3
import statistics
import sys
import time
import zoneinfo

from cells import Cells
from timing import Site

VIEW, TOWN = (60.1700, 24.9410), (60.1850, 24.9600)
FRIENDS, SPRING = 50, 222
ZONE = zoneinfo.ZoneInfo("Europe/Helsinki")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
CAPTIONS = ["Caught the 3 for once.", "Warm in here.", "Still raining.", "", "Somebody's bicycle.", "Lunch, late."]
SIZES = [("original", 1440, 1920), ("large", 1440, 1920), ("medium", 540, 720), ("small", 180, 240)]


class World:
    def __init__(self, database, days, members):
        self.database, self.days, self.members = database, days, members
        self.now = int(time.time() * 1000)
        self.today = datetime.datetime.now(ZONE).date()
        self.chance = random.Random(21)

    def id(self):
        return self.chance.getrandbits(62)

    def people(self):
        names = ["looker"] + [f"member_{number:04}" for number in range(self.members)]
        ids = [self.id() for _ in names]
        self.database.executemany(
            "INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts,"
            " created_at) VALUES (?, ?, ?, 'nobody signs in with this', 'Europe/Helsinki', 'metric', 'system', 24, 1, ?)",
            [(id, name, name, self.now - 400 * 86_400_000) for id, name in zip(ids, names)])
        self.looker, self.others = ids[0], ids[1:]
        pairs = [(self.looker, friend) for friend in self.others[:FRIENDS]]
        self.database.executemany(
            "INSERT INTO friendship (account_id, friend_id, created_at) VALUES (?, ?, ?)",
            [(one, other, self.now) for one, other in pairs + [pair[::-1] for pair in pairs]])

    def session(self):
        cookie = hashlib.sha256(b"looker").hexdigest()[:43]
        self.database.execute(
            "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, '', ?, ?)",
            (self.id(), self.looker, hashlib.sha256(cookie.encode()).hexdigest(), self.now, self.now))
        return cookie

    def opened(self, day):
        """When a day's window opened; today's an hour ago."""
        if day == self.today:
            return self.now - 3_600_000
        minute = 600 + day.toordinal() * 37 % 600
        at = datetime.datetime.combine(day, datetime.time(minute // 60, minute % 60), ZONE)
        return int(at.timestamp() * 1000)

    @staticmethod
    def number(day):
        return (day - datetime.date(1970, 1, 1)).days

    def window(self, day):
        opened, number = self.opened(day), self.number(day)
        self.database.execute(
            "INSERT INTO daily_window (day, opened_at, closes_at, late_until, reveals_at, audience)"
            " VALUES (?, ?, ?, NULL, ?, 'everyone') ON CONFLICT (day) DO UPDATE SET audience = 'everyone'",
            (number, opened, opened + 300_000, opened + 300_000))

    def place(self, number):
        middle, spread = (VIEW, 0.0035) if number % 5 == 0 else (TOWN, 0.03)
        return [round(value + self.chance.uniform(-spread, spread) * stretch, 6) for value, stretch in zip(middle, (1, 2))]

    def post(self, day, people):
        """The photos of some people of a day."""
        opened, media, files, moments = self.opened(day), [], [], []
        for number, account in people:
            name = "".join(self.chance.choices(LETTERS, k=26))
            media.append((name, account, "photo", "image", 300_000, opened))
            files += [(name, size, "image/webp", 60_000, width, height) for size, width, height in SIZES]
            place, posted = self.place(number), opened + self.chance.randint(20_000, 299_000)
            moments.append((
                self.id(), account, self.number(day), f"{day}", name, self.chance.choice(CAPTIONS), "exact", *place,
                Cells.leaf(*place), self.chance.choice([0, 0, 0, 1]), 0, "everyone", posted))
        self.database.executemany(
            "INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at) VALUES (?, ?, ?, ?, ?, ?)", media)
        self.database.executemany(
            "INSERT INTO media_file (name, size, content_type, bytes, width, height) VALUES (?, ?, ?, ?, ?, ?)", files)
        self.database.executemany(
            "INSERT INTO moment (id, account_id, day, submission, back, caption, place, lat, lon, cell, retakes, late_ms,"
            " audience, posted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", moments)

    def fill(self):
        days = [self.today - datetime.timedelta(days=ago) for ago in range(self.days)]
        month = [self.today.replace(day=number) for number in range(1, self.today.day + 1)]
        for day in sorted({*days, *month}):
            self.window(day)
            people = list(enumerate(self.others)) if day in days else []
            self.post(day, people + [(0, self.looker)])


def make(folder, days, members=1_000):
    database = sqlite3.connect(f"{folder}/cairn.sqlite")
    database.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    world = World(database, int(days), int(members))
    world.people()
    cookie = world.session()
    world.fill()
    database.commit()
    # What Cairn does whenever it stops, at a size at which it pays.
    database.executescript("PRAGMA analysis_limit = 1000; ANALYZE")
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    database.close()
    early = world.today - datetime.timedelta(days=SPRING if int(days) > SPRING else 3)
    with open(f"{folder}/daily.json", "w") as file:
        json.dump({"looker": cookie, "early": f"{early}", "month": f"{world.today:%Y-%m}"}, file)


def compare(sites, paths, count=200):
    """Milliseconds of whole requests to each site in turn, sorted."""
    connections, taken = [site.connection() for site in sites], [[] for _ in sites]
    for number in range(count + 20):
        for site, connection, path, times in zip(sites, connections, paths, taken):
            start = time.perf_counter()
            status, text = site.ask(connection, "GET", path, site.asked["looker"])
            if number >= 20:
                times.append(1_000 * (time.perf_counter() - start))
            assert status == 200, f"{path}: {status}"
    return [sorted(times) for times in taken]


def measure(year, week, public, binary):
    sites = [Site(folder, public, binary, "daily.json", port) for folder, port in [(year, 8433), (week, 8434)]]
    here = f"lat={VIEW[0]}&lon={VIEW[1]}&z=15"
    try:
        for case, path in [
            ("map of today with 200 in view", lambda asked: f"/daily?{here}"),
            ("calendar of a month", lambda asked: f"/calendar?month={asked['month']}"),
            ("map of a day of last spring", lambda asked: f"/daily/{asked['early']}?{here}"),
        ]:
            ours, theirs = compare(sites, [path(site.asked) for site in sites])
            (one, other), last = (statistics.median(times) for times in (ours, theirs)), ours[int(len(ours) * 0.99)]
            print(f"bench pages daily {case}: {one:.1f} (p99 {last:.1f}) vs a week {other:.1f} ms = {other / one:.2f}×")
            print(f"bench pages daily {case}: {one:.1f} vs goal 15 ms = {15 / one:.2f}×", flush=True)
    finally:
        for site in sites:
            site.stop()


if __name__ == "__main__":
    {"make": make, "measure": measure}[sys.argv[1]](*sys.argv[2:])
