#!/usr/bin/env python3
"""Phones that report positions among many things to be found, printed as lines of bin/bench.

usage: positions.py CAIRN-BINARY PUBLIC FOLDER SECONDS THINGS
"""

import contextlib
import hashlib
import http.client
import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import time

from cells import Cells
from groups import CONNECTIONS, SIZE, add_groups, place
from streams import site

GROUPS = 1_000
PHONES = GROUPS * SIZE
SOURCES = ["owntracks", "overland", "osmand", "traccar", "gpslogger"]
RADII = [5, 20, 50, 50, 50, 150, 500]
PACED = 400
BATCH = 1_000


def token(phone):
    return f"{phone:043}"


def add_phones(file):
    """Every member of every group has a phone for each app."""
    now = int(time.time() * 1000)
    rows = [(source * PHONES + phone, phone, name) for source, name in enumerate(SOURCES) for phone in range(1, PHONES + 1)]
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.executemany(
            "INSERT INTO device (id, account_id, name, plausibility, created_at, seen_at) VALUES (?, ?, ?, '0', ?, ?)",
            [(device, account, name, now, now) for device, account, name in rows])
        database.executemany(
            "INSERT INTO phone_app (device_id, account_id, source, token_hash, is_paused, created_at) VALUES (?, ?, ?, ?, 0, ?)",
            [(device, account, name, hashlib.sha256(token(device).encode()).hexdigest(), now) for device, account, name in rows])


def add_things(file, count):
    """Notes for one person each, and relics for everybody, a third of all; in and around the quarters of the groups."""
    chance, now = random.Random(23), int(time.time() * 1000)
    notes, deliveries, media, relics = [], [], [], []
    for number in range(1, count + 1):
        lat, lon = place(chance.randrange(GROUPS))
        # Not where the phones are: what lies there is found once and is gone.
        lat, lon = lat + chance.choice([-1, 1]) * chance.uniform(0.002, 0.02), lon + chance.uniform(-0.04, 0.04)
        cell, radius, owner = Cells.leaf(lat, lon), chance.choice(RADII), chance.randint(1, PHONES)
        id = 10_000_000 + number
        if number % 3:
            notes.append((id, owner, str(number), "A note", lat, lon, cell, radius, now, "GMT"))
            deliveries.append((id, owner % PHONES + 1, owner, cell))
        else:
            name = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))
            reach = next(index for index, end in enumerate((50, 200, 600, 2_000)) if radius <= end)
            media.append((name, owner, now))
            relics.append((id, owner, str(number), name, lat, lon, cell, radius, reach, now, now))
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.executemany(
            "INSERT INTO note (id, author_id, submission, text, lat, lon, cell, radius_m, created_at, zone) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            notes)
        database.executemany("INSERT INTO delivery (note_id, recipient_id, author_id, cell) VALUES (?, ?, ?, ?)", deliveries)
        database.executemany(
            "INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at) VALUES (?, ?, 'photo', 'image', 1, ?)", media)
        database.executemany(
            "INSERT INTO relic (id, maker_id, submission, media, kind, description, lat, lon, cell, radius_m, reach, lifetime, age_step_ms, "
            "audience, zone, created_at, appears_at) VALUES (?, ?, ?, ?, 'photo', '', ?, ?, ?, ?, ?, 'forever', 86400000, 'everyone', 'GMT', ?, ?)",
            relics)


def stored(file):
    with contextlib.closing(sqlite3.connect(file, timeout=60)) as database:
        return database.execute("SELECT count(*) FROM position").fetchone()[0]


def flood(port, file, folder, source, seconds):
    """All phones of an app report as fast as the site takes it: reports a second, milliseconds of the slowest hundredth."""
    phones, before = f"{folder}/phones", stored(file)
    order = list(range(1, PHONES + 1))
    random.Random(23).shuffle(order)
    with open(phones, "w") as lines:
        for phone in order:
            lat, lon = place((phone - 1) // SIZE + 1)
            lines.write(f"{token(SOURCES.index(source) * PHONES + phone)} {lat} {lon}\n")
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", "phones.lua", f"http://127.0.0.1:{port}"]
    text = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "PHONES": phones, "SOURCE": source}).stdout
    requests, micros, refused, slow = map(float, re.search(r"RESULT (\S+) (\S+) (\S+) \S+ (\S+)", text).groups())
    assert refused == 0, f"{refused} of {requests} were refused"
    kept = stored(file) - before
    # A phone that has its second turn within the same second reports what is stored already.
    assert kept >= 0.95 * requests, f"{kept} of {requests} were stored"
    return kept / micros * 1e6, slow


def paced(port, source="owntracks"):
    """Milliseconds of one report while nobody else reports: the middle."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    for turn in range(PACED):
        phone = turn * 7 % PHONES + 1
        lat, lon = place((phone - 1) // SIZE + 1)
        body = json.dumps({"_type": "location", "lat": lat, "lon": lon, "tst": int(time.time()), "tid": "aa", "acc": 8})
        headers = {"Authorization": f"Bearer {token(SOURCES.index(source) * PHONES + phone)}", "Content-Type": "application/json"}
        start = time.perf_counter()
        connection.request("POST", f"/ingest/{source}", body, headers)
        answer = connection.getresponse()
        answer.read()
        times.append(time.perf_counter() - start)
        assert answer.status == 200, answer.status
        time.sleep(0.002)
    return statistics.median(times[PACED // 4:]) * 1000


def batch(port, phone):
    """Milliseconds of a batch of points of the last days, a minute apart."""
    lat, lon = place((phone - 1) // SIZE + 1)
    now = time.time()
    points = [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [lon + number / 1e6, lat]},
         "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - (BATCH - number) * 60)), "horizontal_accuracy": 8,
                        "speed": 1, "battery_level": 0.5, "motion": ["walking"]}}
        for number in range(BATCH)]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {token(SOURCES.index('overland') * PHONES + phone)}", "Content-Type": "application/json"}
    body = json.dumps({"locations": points})
    start = time.perf_counter()
    connection.request("POST", "/ingest/overland", body, headers)
    answer = connection.getresponse()
    assert json.loads(answer.read())["result"] == "ok" and answer.status == 200
    return (time.perf_counter() - start) * 1000


def report(case, ours, other, theirs, unit, is_more_better=False, digits=1):
    ratio = ours / theirs if is_more_better else theirs / ours
    print(f"bench positions {case}: {ours:.{digits}f} vs {other} {theirs:.{digits}f} {unit} = {ratio:.2f}×", flush=True)


def main():
    binary, public, folder, seconds, things = sys.argv[1:]
    things, costs = int(things), {}

    def fill(count):
        def add(file):
            add_groups(file, GROUPS)
            add_phones(file)
            add_things(file, count)
        return add

    for count in [things // 10, things, things * 10]:
        os.makedirs(f"{folder}/{count}")
        with site(binary, public, f"{folder}/{count}", fill(count)) as (_, port, file):
            costs[count] = paced(port)
            if count != things:
                continue
            rates = []
            for source in SOURCES:
                rate, slow = flood(port, file, folder, source, seconds)
                rates.append(rate)
                report(f"{source}, reports stored a second among {things:,} things", rate, "goal", 3_000, "/s", is_more_better=True, digits=0)
                report(f"{source}, 99 of 100 of these", slow, "limit", 50, "ms")
            times = sorted(batch(port, phone) for phone in range(1, 12))
            report(f"a batch of {BATCH:,} points of Overland", statistics.median(times), "limit", 250, "ms")
            peer = float(subprocess.run([f"{folder}/peer", file, str(PHONES)], check=True, capture_output=True, text=True).stdout)
            report("reports a second, all processors", max(rates), "one try after the other", peer, "/s", is_more_better=True, digits=0)
    for count, cost in costs.items():
        print(f"bench positions one report among {count:,} things: {cost:.2f} ms", flush=True)
    few, many = min(costs), max(costs)
    report(f"a report among {many:,} things against {few:,}", costs[many] / costs[few], "limit", 1.5, "×", digits=2)


if __name__ == "__main__":
    main()
