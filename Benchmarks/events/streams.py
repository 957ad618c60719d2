#!/usr/bin/env python3
"""People with an open stream each, printed as lines of bin/bench.

usage: streams.py CAIRN-BINARY PUBLIC FOLDER PEOPLE

Others ask all of them to be friends, 50 with each form. The time runs from the first form until the last of the people
has the notice on their stream. Then one statement of another process tells all of them once more.
"""

import asyncio
import contextlib
import hashlib
import http.client
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse

ASKED = 50
ROUNDS = 3
# Seconds.
PATIENCE = 60


def token(number):
    return f"bench-session-{number:08}"


def name(number):
    return f"bench{number:05}"


def add_people(file, count):
    """Accounts with a session each, which need no password."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        for number in range(1, count + 1):
            database.execute(
                "INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts, "
                "created_at) VALUES (?, ?, ?, ?, 'GMT', 'metric', 'system', 24, 1, ?)", (number, name(number), name(number), "x" * 20, now))
            database.execute(
                "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, '', ?, ?)",
                (number, number, hashlib.sha256(token(number).encode()).hexdigest(), now, now))


def tell_again(file, people):
    """Tells everybody of their last notice once more, in one transaction."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as database, database:
        marks = ",".join(str(person) for person in people)
        database.execute(f"UPDATE event_sequence SET last = last + 1 WHERE account_id IN ({marks})")
        database.execute(
            "INSERT INTO event (account_id, sequence, name, subject, created_at) "
            "SELECT account_id, last, 'notice', (SELECT max(id) FROM notice WHERE notice.account_id = event_sequence.account_id), ? "
            f"FROM event_sequence WHERE account_id IN ({marks})", (now,))
    return time.perf_counter()


def memory(process):
    """Bytes of the server that are in memory."""
    return int(open(f"/proc/{process.pid}/statm").read().split()[1]) * 4096


class Asker:
    """Somebody who asks people to be friends."""

    def __init__(self, port, number):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.cookie = f"session={token(number)}"
        self.connection.request("GET", "/friends", headers={"Cookie": self.cookie})
        self.csrf = re.search(r'name="csrf" value="([^"]+)"', self.connection.getresponse().read().decode()).group(1)

    def ask(self, people):
        fields = [("csrf", self.csrf)] + [("user", name(person)) for person in people]
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request("POST", "/friends/requests", urllib.parse.urlencode(fields), headers)
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status == 303, answer.status


class Streams:
    """The open streams and when each of them got its events."""

    def __init__(self):
        self.arrivals = {}

    async def open(self, port, person):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /events HTTP/1.1\r\nHost: localhost\r\nCookie: session={token(person)}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        self.arrivals[person] = []
        asyncio.ensure_future(self.listen(reader, person))
        return writer

    async def listen(self, reader, person):
        while line := await reader.readline():
            if line.startswith(b"event: notice"):
                self.arrivals[person].append(time.perf_counter())

    async def all_have(self, count):
        """When the last of them got this many events."""
        end = time.perf_counter() + PATIENCE
        while any(len(times) < count for times in self.arrivals.values()):
            assert time.perf_counter() < end, "somebody was not told"
            await asyncio.sleep(0.01)
        assert all(len(times) == count for times in self.arrivals.values())
        return max(times[count - 1] for times in self.arrivals.values())


def report(case, ours, limit, unit, digits=2):
    print(f"bench events {case}: {ours:.{digits}f} vs limit {limit} {unit} = {limit / ours:.1f}×", flush=True)


async def measure(process, port, file, people, askers):
    before = memory(process)
    streams = Streams()
    writers = [await streams.open(port, person) for person in people]
    await asyncio.sleep(2)
    report(f"memory a stream, {len(people)} open", (memory(process) - before) / len(people) / 1000, 20, "kB", 1)
    times = []
    for turn in range(ROUNDS):
        groups = [people[start:start + ASKED] for start in range(0, len(people), ASKED)]
        turns = askers[turn * len(groups):(turn + 1) * len(groups)]
        start = time.perf_counter()
        threads = [threading.Thread(target=asker.ask, args=(group,)) for asker, group in zip(turns, groups)]
        for thread in threads:
            thread.start()
        times.append(await streams.all_have(turn + 1) - start)
        for thread in threads:
            thread.join()
    report(f"to the last of {len(people)} people", sorted(times)[ROUNDS // 2], 1, "s")
    times = []
    for turn in range(ROUNDS):
        committed = await asyncio.to_thread(tell_again, file, people)
        times.append(await streams.all_have(ROUNDS + turn + 1) - committed)
    report("the same from another process, asked for once a second", sorted(times)[ROUNDS // 2], 2, "s")
    for writer in writers:
        writer.close()


@contextlib.contextmanager
def site(binary, public, folder, fill, settings={}):
    """A server on an empty site whose database `fill` has filled: its process, port and database."""
    data = f"{folder}/data"
    log = open(f"{folder}/log", "w")

    def start():
        return subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", data, "--public", public], stdout=subprocess.PIPE, stderr=log,
            text=True, env={**os.environ, **settings})

    # The first start makes the tables.
    process = start()
    process.stdout.readline()
    process.terminate()
    process.wait()
    fill(f"{data}/cairn.sqlite")
    process = start()
    try:
        yield process, int(process.stdout.readline().strip().rsplit(":", 1)[1]), f"{data}/cairn.sqlite"
    finally:
        process.terminate()
        process.wait()


def main():
    binary, public, folder, count = sys.argv[1:]
    count = int(count)
    groups = -(-count // ASKED)
    with site(binary, public, folder, lambda file: add_people(file, count + groups * ROUNDS)) as (process, port, file):
        askers = [Asker(port, count + 1 + number) for number in range(groups * ROUNDS)]
        asyncio.run(measure(process, port, file, list(range(1, count + 1)), askers))


if __name__ == "__main__":
    main()
