#!/usr/bin/env python3
"""Fills the database of a stopped demo site with 1,000,000 relics and measures what people ask of them.

usage: relics.py make SITE-FOLDER [RELICS, default 1,000,000]
       relics.py measure SITE-FOLDER PUBLIC CAIRN-BINARY

Most lie around the world's towns; 50,000 with a radius of 50 m within 2 km of one place, and 200 in the view that the
measurement asks for. Everything but the time of the run is the same in each run. Prints lines of two forms:
  bench pages relics CASE: OURS vs goal THEIRS UNIT = RATIO×
"""

import collections
import concurrent.futures
import hashlib
import itertools
import json
import math
import random
import sqlite3
import statistics
import sys
import time

from cells import Cells, grid
from timing import Site

# Nobody walks and opens: they would have to be at two places within seconds.
MAKERS, WALKERS, OPENERS = 1_000, 100, 100
DESCRIPTION = "Look closely."
# Few lie there; many lie here.
VIEW, DENSE = (60.2950, 25.1000), (60.1700, 24.9410)
KINDS = {"photo": ("photo", "image"), "video": ("clip", "video"), "sound": ("song", "audio")}


class World:
    def __init__(self, database, count):
        self.database, self.count = database, count
        self.now = int(time.time() * 1000)
        self.chance = random.Random(18)
        self.counts = collections.defaultdict(lambda: [0, 0, 0])

    def id(self):
        return self.chance.getrandbits(62)

    def people(self):
        names = ["walker"] + [f"walker_{number:03}" for number in range(WALKERS)]
        names += [f"opener_{number:03}" for number in range(OPENERS)]
        names += [f"maker_{number:04}" for number in range(MAKERS)]
        ids = [self.id() for _ in names]
        self.database.executemany(
            "INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts,"
            " created_at) VALUES (?, ?, ?, 'nobody signs in with this', 'Europe/Helsinki', 'metric', 'system', 24, 1, ?)",
            [(id, name, name, self.now - 10**9) for id, name in zip(ids, names)])
        self.walker, self.walkers, ids = ids[0], ids[1:1 + WALKERS], ids[1 + WALKERS:]
        self.openers, self.makers = ids[:OPENERS], ids[OPENERS:]
        for friend in self.makers[:50]:
            self.database.executemany(
                "INSERT INTO friendship (account_id, friend_id, created_at) VALUES (?, ?, ?)",
                [(self.walker, friend, self.now), (friend, self.walker, self.now)])

    def session(self, account, name):
        cookie = hashlib.sha256(name.encode()).hexdigest()[:43]
        self.database.execute(
            "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, '', ?, ?)",
            (self.id(), account, hashlib.sha256(cookie.encode()).hexdigest(), self.now, self.now))
        return cookie

    def places(self):
        """Places and radii: the view, the dense town, the rest of the world."""
        for _ in range(200):
            yield self.near(VIEW, 0.0035), 50
        dense = min(50_000, self.count // 4)
        for _ in range(dense):
            turn, far = self.chance.uniform(0, 2 * math.pi), 2_000 * math.sqrt(self.chance.random())
            north, east = far * math.cos(turn) / 111_300, far * math.sin(turn) / 111_300
            yield (round(DENSE[0] + north, 6), round(DENSE[1] + east / math.cos(math.radians(DENSE[0])), 6)), 50
        towns = [(self.chance.uniform(-50, 65), self.chance.uniform(-179, 179)) for _ in range(300)]
        for _ in range(self.count - dense - 200):
            yield self.near(self.chance.choice(towns), 0.05), self.chance.choice([5, 20, 50, 50, 50, 150, 500, 2_000])

    def near(self, middle, spread):
        return tuple(
            round(value + self.chance.uniform(-spread, spread) * stretch, 6) for value, stretch in zip(middle, (1, 2)))

    def rows(self):
        for number, (place, radius) in enumerate(itertools.islice(self.places(), self.count)):
            id, maker = self.id(), self.chance.choice(self.makers)
            kind = self.chance.choice(list(KINDS))
            audience = "everyone" if number < 200 or self.chance.random() < 0.8 else "friends"
            self.count_place(kind, audience, maker, place)
            name = "".join(self.chance.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))
            reach = next(index for index, end in enumerate((50, 200, 600, 2_000)) if radius <= end)
            created = self.now - self.chance.randint(0, 60 * 86_400_000)
            yield (
                (name, maker, *KINDS[kind], 1, created),
                (id, maker, str(number), name, kind, DESCRIPTION, *place, Cells.leaf(*place), radius, reach,
                 "forever", 86_400_000, None, audience, "Europe/Helsinki", created, created))

    def count_place(self, kind, audience, maker, place):
        x, y, squares = grid(*place)
        layers = [(f"relics {kind}", 0), (f"relics {kind}", maker)]
        for layer in layers if audience == "everyone" else [(f"relics friends {kind}", maker)]:
            for square in squares:
                sums = self.counts[(*layer, square)]
                sums[0], sums[1], sums[2] = sums[0] + 1, sums[1] + x, sums[2] + y

    def fill(self):
        media, relics = zip(*self.rows())
        self.database.executemany(
            "INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at) VALUES (?, ?, ?, ?, ?, ?)", media)
        self.database.executemany(
            "INSERT INTO relic (id, maker_id, submission, media, kind, description, lat, lon, cell, radius_m, reach,"
            " lifetime, age_step_ms, password, audience, zone, created_at, appears_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", relics)
        self.database.executemany(
            "INSERT INTO grid_count (layer, owner_id, cell, things, x_sum, y_sum) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (layer, owner_id, cell) DO UPDATE SET things = things + excluded.things,"
            " x_sum = x_sum + excluded.x_sum, y_sum = y_sum + excluded.y_sum",
            [(*key, *sums) for key, sums in self.counts.items()])
        return relics[0]


def make(folder, count=1_000_000):
    database = sqlite3.connect(f"{folder}/cairn.sqlite")
    database.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    world = World(database, int(count))
    world.people()
    cookies = {"walker": world.session(world.walker, "walker")}
    for name, people in [("walkers", world.walkers), ("openers", world.openers)]:
        cookies[name] = [world.session(id, f"{name} {number}") for number, id in enumerate(people)]
    first = world.fill()
    database.commit()
    database.executescript("PRAGMA analysis_limit = 1000; ANALYZE")
    database.close()
    with open(f"{folder}/relics.json", "w") as file:
        json.dump({**cookies, "relic": str(first[0]), "at": first[6:8]}, file)


def report(case, ours, goal, unit):
    print(f"bench pages relics {case}: {ours:.1f} vs goal {goal} {unit} = {goal / ours:.2f}×", flush=True)


def measure(folder, public, binary):
    site = Site(folder, public, binary, "relics.json", 8431)
    try:
        here = f"lat={VIEW[0]}&lon={VIEW[1]}&z=16"
        taken, text = site.times(f"/map?{here}", site.asked["walker"])
        report("map with 200 in view", taken, 15, "ms")
        report("size of the map with 200 in view", len(text.encode()) / 1_000, 60, "kB")
        for case, path in [
            ("map of not yet found ones", f"/map?relics=unfound&{here}"),
            ("map of 50,000 in a town", f"/map?lat={DENSE[0]}&lon={DENSE[1]}&z=13"),
            ("map of the world", "/map?lat=20&lon=0&z=2"), ("home with 200 in view", f"/?{here}"),
            ("detail page", f"/relics/{site.asked['relic']}"),
        ]:
            report(case, site.times(path, site.asked["walker"])[0], 15, "ms")
        walk(site)
        together(site)
    finally:
        site.stop()


def walk(site):
    """Positions amid 50,000 relics; each stands elsewhere and comes from somebody else, because of the limits."""
    taken = []
    for number, cookie in enumerate(site.asked["walkers"]):
        token = site.token(cookie)
        start = time.perf_counter()
        status, text = site.stand(cookie, (DENSE[0] + number * 0.00005, DENSE[1]), token)
        taken.append(1_000 * (time.perf_counter() - start))
        assert status == 200 and "relic.near" in text, text
    report("a position among 50,000", statistics.median(taken), 15, "ms")


def together(site):
    """A hundred people who stand at one relic open it at the same moment."""
    path, place = f"/relics/{site.asked['relic']}", site.asked["at"]
    people = site.asked["openers"]
    for cookie in people:
        status, text = site.stand(cookie, place, site.token(cookie))
        assert status == 200, text

    def open_it(cookie):
        return site.ask(site.connection(), "GET", path, cookie)

    with concurrent.futures.ThreadPoolExecutor(100) as pool:
        start = time.perf_counter()
        answers = list(pool.map(open_it, people))
        whole = 1_000 * (time.perf_counter() - start)
    assert all(status == 200 and DESCRIPTION in text for status, text in answers), collections.Counter(
        status for status, _ in answers)
    report("100 people at one relic", whole, 1_000, "ms until the last one has it")


if __name__ == "__main__":
    {"make": make, "measure": measure}[sys.argv[1]](*sys.argv[2:])
