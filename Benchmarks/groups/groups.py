#!/usr/bin/env python3
"""Groups of ten whose members report their positions, printed as lines of bin/bench.

usage: groups.py CAIRN-BINARY PUBLIC FOLDER SECONDS
"""

import asyncio
import contextlib
import hashlib
import http.client
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

from streams import add_people, site, token

SIZE = 10
GROUPS = 1_000
WATCHED = 100
CONNECTIONS = 64
# How many groups there are where the cost of one report is measured.
GROWTH = [10, 1_000, 10_000]
PACED = 600


def place(group):
    """Where a group is: each in another quarter."""
    return 60.0 + group % 100 * 0.004, 24.0 + group // 100 * 0.01


def add_groups(file, count):
    """People in groups of ten, all admitted, none of whom has a position yet."""
    add_people(file, count * SIZE)
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        for group in range(1, count + 1):
            database.execute(
                "INSERT INTO friend_group (id, name, limit_m, needs_admission, created_at, ends_at, code, link_version, link_hash) "
                "VALUES (?, 'Friday', 300, 0, ?, ?, ?, 1, ?)",
                (group, now, now + 72 * 3_600_000, f"{group:06}", hashlib.sha256(str(group).encode()).hexdigest()))
            for number in range(SIZE):
                account = (group - 1) * SIZE + number + 1
                database.execute(
                    "INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at) "
                    "VALUES (?, ?, ?, ?, '', ?, ?)", (account, group, account, number == 0, now, now))


class Reporter:
    """A member with a session and a token for forms."""

    def __init__(self, connection, account):
        self.account, self.group = account, (account - 1) // SIZE + 1
        self.headers = {"Cookie": f"session={token(account)}", "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("GET", "/groups", headers={"Cookie": self.headers["Cookie"]})
        self.csrf = re.search(r'name="csrf" value="([^"]+)"', connection.getresponse().read().decode()).group(1)

    def report(self, connection):
        lat, lon = place(self.group)
        fields = {"csrf": self.csrf, "lat": lat + random.random() / 5000, "lon": lon + random.random() / 5000, "accuracy": 8}
        connection.request("POST", "/positions", urllib.parse.urlencode(fields), self.headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status


def reporters(port, accounts):
    """Tokens for many people, asked for by a few threads."""
    accounts, found = list(accounts), []

    def ask(part):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        found.extend([Reporter(connection, account) for account in part])

    threads = [threading.Thread(target=ask, args=(accounts[start::8],)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(accounts)
    random.Random(22).shuffle(found)
    return found


def flood(port, people, folder, seconds):
    """All of them report as fast as the site takes it: reports a second, milliseconds of the middle and of the slowest hundredth."""
    file = f"{folder}/reporters"
    with open(file, "w") as lines:
        for person in people:
            lat, lon = place(person.group)
            lines.write(f"{token(person.account)} {person.csrf} {lat} {lon}\n")
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", "reports.lua", f"http://127.0.0.1:{port}"]
    text = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "REPORTERS": file}).stdout
    requests, micros, refused, middle, slow = map(float, re.search(r"RESULT (\S+) (\S+) (\S+) (\S+) (\S+)", text).groups())
    assert refused == 0, f"{refused} of {requests} were refused"
    return requests / micros * 1e6, middle, slow


def paced(port, people):
    """Milliseconds of one report while nobody else reports: the middle."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    for turn in range(PACED):
        start = time.perf_counter()
        people[turn % len(people)].report(connection)
        times.append(time.perf_counter() - start)
        time.sleep(0.005)
    return statistics.median(times[len(people):]) * 1000


async def watched(port, people):
    """Every member of the first groups has an open page. Milliseconds from a report to the others' streams: middle and slowest hundredth."""
    came, sent = {}, {}

    async def listen(reader, account):
        while line := await reader.readline():
            if line.startswith(b"data: ") and b"group-" in line:
                came.setdefault((account - 1) // SIZE + 1, []).append(time.perf_counter())

    writers = []
    for account in range(1, WATCHED * SIZE + 1):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /events HTTP/1.1\r\nHost: localhost\r\nCookie: session={token(account)}\r\n\r\n".encode())
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
        asyncio.ensure_future(listen(reader, account))
        writers.append(writer)
    await asyncio.sleep(2)
    first = {person.group: person for person in people if person.group <= WATCHED}

    def report_all():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for group, person in first.items():
            sent[group] = time.perf_counter()
            person.report(connection)
            time.sleep(0.01)

    delays = []
    for _ in range(5):
        came.clear()
        await asyncio.to_thread(report_all)
        await asyncio.sleep(2)
        assert all(len(came.get(group, [])) == SIZE for group in first), "somebody was not told, or twice"
        delays += [(at - sent[group]) * 1000 for group in first for at in came[group]]
    for writer in writers:
        writer.close()
    delays.sort()
    return delays[len(delays) // 2], delays[len(delays) * 99 // 100]


def report(case, ours, limit, unit, is_more_better=False, digits=1):
    ratio = ours / limit if is_more_better else limit / ours
    print(f"bench groups {case}: {ours:.{digits}f} vs limit {limit} {unit} = {ratio:.2f}×", flush=True)


def main():
    binary, public, folder, seconds = sys.argv[1:]
    costs = {}
    for count in GROWTH:
        os.makedirs(f"{folder}/{count}")
        with site(binary, public, f"{folder}/{count}", lambda file: add_groups(file, count)) as (_, port, _):
            some = random.Random(7).sample(range(1, count * SIZE + 1), 100)
            costs[count] = paced(port, reporters(port, some))
            if count != GROUPS:
                continue
            people = reporters(port, range(1, GROUPS * SIZE + 1))
            rate, middle, slow = flood(port, people, folder, seconds)
            report(f"reports a second, {GROUPS:,} groups of {SIZE}", rate, 3_000, "/s", is_more_better=True, digits=0)
            print(f"bench groups the middle of these reports: {middle:.1f} ms", flush=True)
            report("99 of 100 of these reports", slow, 50, "ms")
            middle, slow = asyncio.run(watched(port, people))
            print(f"bench groups to an open page, {WATCHED} groups watched by all: {middle:.1f} ms", flush=True)
            report("99 of 100 of these", slow, 2_000, "ms")
    for count, cost in costs.items():
        print(f"bench groups one report, {count:,} groups: {cost:.2f} ms", flush=True)
    report(f"a report among {GROWTH[-1]:,} groups against {GROWTH[0]}", costs[GROWTH[-1]] / costs[GROWTH[0]], 1.5, "×", digits=2)


if __name__ == "__main__":
    main()
