#!/usr/bin/env python3
"""Zones: positions among many of them, a zone whose songs have a million votes, and pages beside fifty who listen, printed as
lines of bin/bench.

usage: zones.py CAIRN-BINARY PUBLIC FOLDER SECONDS ZONES VOTES
"""

import contextlib
import http.client
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import threading
import time

from groups import add_groups, place
from positions import GROUPS, PHONES, add_phones, flood
from streams import site, token

FEW = 100
SONGS, LISTENERS = 100, 50
VOTED = 77


def add_zones(binary, public, file, count):
    """Circles in the country around the groups, about two a square kilometre where there are many, by the command that imports them."""
    chance, folder = random.Random(23), os.path.dirname(file)
    for start in range(0, count, 10_000):
        features = []
        for number in range(start, min(count, start + 10_000)):
            lat, lon = place(chance.randrange(GROUPS))
            lat, lon = lat + chance.uniform(-1, 1), lon + chance.uniform(-2, 2)
            features.append({
                "type": "Feature", "properties": {"name": f"Zone {number}", "radius": chance.choice([20, 50, 50, 100, 200])},
                "geometry": {"type": "Point", "coordinates": [lon, lat]}})
        path = f"{folder}/zones.geojson"
        with open(path, "w") as out:
            json.dump({"type": "FeatureCollection", "features": features}, out)
        subprocess.run(
            [binary, "zones", "import", path, "--data", folder, "--public", public], check=True, stdout=subprocess.DEVNULL)


def add_songs(public, file, votes):
    """A zone with songs, of which each person voted for as many as it takes."""
    folder, now, chance = os.path.dirname(file), int(time.time() * 1000), random.Random(24)
    song = open(f"{public}/demo/song-bench.ogg", "rb").read()

    def store():
        name = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))
        path = f"{folder}/media/{name[0]}/{name[1]}"
        os.makedirs(path, mode=0o700, exist_ok=True)
        with open(f"{path}/{name}-original", "wb") as out:
            out.write(song)
        return name

    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute(
            "INSERT INTO zone (id, submission, name, colour, lat, lon, radius_m, size, position, created_at) "
            "VALUES (?, 'voted', 'Voted', '#d6336c', 10, 10, 50, 7854, 0, ?)", (VOTED, now))
        for number in range(1, SONGS + 1):
            names = [store(), store()]
            for name in names:
                database.execute(
                    "INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at) VALUES (?, 1, 'song', 'audio', ?, ?)",
                    (name, len(song), now))
                database.execute(
                    "INSERT INTO media_file (name, size, content_type, bytes) VALUES (?, 'original', 'audio/ogg', ?)", (name, len(song)))
            database.execute(
                "INSERT INTO zone_track (id, zone_id, uploader_id, media, preview, title, artist, album, file_name, seconds, position, "
                "votes, created_at) VALUES (?, ?, 1, ?, ?, ?, 'Cairn', '', '', 36, ?, ?, ?)",
                (number, VOTED, *names, f"Song {number}", number, votes // SONGS, now))
            database.executemany(
                "INSERT INTO zone_vote (track_id, account_id, created_at) VALUES (?, ?, ?)",
                ((number, account, now - account) for account in range(1, votes // SONGS + 1)))


def page_times(port, path, seconds, pause=0.005):
    """Milliseconds of each answer to one reader."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": f"session={token(1)}"})
        answer = connection.getresponse()
        answer.read()
        times.append(1000 * (time.perf_counter() - start))
        assert answer.status == 200, (path, answer.status)
        time.sleep(pause)
    return times


def listen(port, account, stop, counts):
    """Seeks in songs: a part of 64 kB from anywhere, ten times a second."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    chance = random.Random(account)
    while not stop.is_set():
        start = chance.randrange(30_000)
        connection.request(
            "GET", f"/zones/{VOTED}/tracks/{chance.randint(1, SONGS)}/audio",
            headers={"Cookie": f"session={token(account)}", "Range": f"bytes={start}-{start + 65_535}"})
        answer = connection.getresponse()
        answer.read()
        counts.append(answer.status)
        time.sleep(0.1)


def report(case, ours, other, theirs, unit, digits=2):
    print(f"bench zones {case}: {ours:.{digits}f} vs {other} {theirs:.{digits}f} {unit} = {theirs / ours:.2f}×", flush=True)


def main():
    binary, public, folder, seconds, zones, votes = sys.argv[1:]
    seconds, zones, votes, rates = int(seconds), int(zones), int(votes), {}

    def fill(count):
        def add(file):
            add_groups(file, GROUPS)
            add_phones(file)
            add_zones(binary, public, file, count)
            if count == zones:
                add_songs(public, file, votes)
        return add

    for count in [FEW, zones]:
        os.makedirs(f"{folder}/{count}")
        with site(binary, public, f"{folder}/{count}", fill(count)) as (_, port, file):
            rates[count] = flood(port, file, folder, "owntracks", seconds)[0]
            if count == FEW:
                continue
            times = page_times(port, f"/zones/{VOTED}", seconds)
            report(f"the page of a zone with {votes:,} votes, half of all", statistics.median(times), "limit", 10, "ms")
            idle = statistics.quantiles(page_times(port, "/zones", seconds), n=100)[98]
            stop, counts = threading.Event(), []
            listeners = [threading.Thread(target=listen, args=(port, account, stop, counts)) for account in range(2, LISTENERS + 2)]
            for listener in listeners:
                listener.start()
            beside = statistics.quantiles(page_times(port, "/zones", seconds), n=100)[98]
            stop.set()
            for listener in listeners:
                listener.join()
            assert set(counts) == {206}, set(counts)
            print(f"{len(counts) / seconds:.0f} parts of songs a second", file=sys.stderr)
            report(f"/zones beside {LISTENERS} who seek, 99 of 100", beside, "2 × idle", 2 * idle, "ms")
    print(
        f"bench zones positions stored a second among {zones:,} zones: {rates[zones]:.0f} vs among {FEW} {rates[FEW]:.0f} /s = "
        f"{rates[zones] / rates[FEW]:.2f}×", flush=True)


if __name__ == "__main__":
    main()
