#!/usr/bin/env python3
"""People who write to each other with an open stream each, printed as lines of bin/bench.

usage: chats.py CAIRN-BINARY PUBLIC FOLDER PEOPLE SECONDS

Everybody has five friends. A time runs from the first byte of a message's form until the other one's stream has said that
there is a message. At the end no message may be lost or there twice, neither on the streams nor in the database.
"""

import asyncio
import collections
import contextlib
import json
import pathlib
import random
import re
import sqlite3
import statistics
import sys
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "events"))
from streams import PATIENCE, add_people, name, site, token

FRIENDS = 5
# Messages a second that all of them write together.
RATE = 5
# How many write at the same moment when the site gets all that it takes, and how much one of them may write in a minute.
WRITERS, MOST = 40, 55
# Seconds.
FLOOD = 10


def pairs(people, chance):
    """Pairs of friends, about FRIENDS for each of the people."""
    made = set()
    while len(made) < len(people) * FRIENDS // 2:
        made.add(tuple(sorted(chance.sample(people, 2))))
    return sorted(made)


def add_friends(file, friends):
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.executemany(
            "INSERT INTO friendship (account_id, friend_id, created_at) VALUES (?, ?, ?)",
            [(*pair, now) for one, other in friends for pair in [(one, other), (other, one)]])


class Person:
    """Somebody with an open stream and a connection for forms."""

    def __init__(self, port, number):
        self.port, self.number = port, number
        self.cookie = f"Host: localhost\r\nCookie: session={token(number)}\r\n"
        self.written = 0
        # When the stream told of messages, by who wrote them.
        self.told = collections.defaultdict(list)
        # When messages were sent, by whom they are for.
        self.sent = collections.defaultdict(list)
        self.lock = asyncio.Lock()

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        _, page = await self.ask("GET", "/friends")
        self.csrf = re.search(r'name="csrf" value="([^"]+)"', page).group(1)
        reader, self.stream = await asyncio.open_connection("127.0.0.1", self.port)
        self.stream.write(f"GET /events HTTP/1.1\r\n{self.cookie}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        self.listening = asyncio.create_task(self.listen(reader))

    async def listen(self, reader):
        event = b""
        while line := await reader.readline():
            if line.startswith(b"event: "):
                event = line[7:].strip()
            elif line.startswith(b"data: ") and event == b"chat":
                writer = json.loads(line[6:])["from"]
                if writer != name(self.number):
                    self.told[writer].append(time.perf_counter())

    async def ask(self, method, path, body=""):
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if body else ""
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{self.cookie}{kind}\r\n{body}".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: *(\d+)", head, re.IGNORECASE)
        text = await self.reader.readexactly(int(length.group(1)) if length else 0)
        return int(head.split()[1]), text.decode()

    async def write(self, other):
        async with self.lock:
            self.written += 1
            text = f"{self.number} to {other}, {self.written}: are you there already?"
            body = urllib.parse.urlencode({"csrf": self.csrf, "text": text, "key": text})
            self.sent[other].append(time.perf_counter())
            status, page = await self.ask("POST", f"/chats/{name(other)}", body)
            assert status == 303, (status, page)


class People:
    def __init__(self, people, friends):
        self.people = people
        self.friends = collections.defaultdict(list)
        for one, other in friends:
            self.friends[one].append(other)
            self.friends[other].append(one)

    def times(self):
        """Milliseconds from sending to the other's stream; the messages of one to another come in their order."""
        return [
            1_000 * (told - sent) for person in self.people.values() for other, times in person.sent.items()
            for sent, told in zip(times, self.people[other].told[name(person.number)])]

    def counts(self):
        """How many messages each has sent to each, and how many of them streams told of."""
        sent = {(one, other): len(times) for one, person in self.people.items() for other, times in person.sent.items()}
        names = {name(number): number for number in self.people}
        told = {(names[writer], other): len(times)
                for other, person in self.people.items() for writer, times in person.told.items()}
        return sent, told

    async def all_told(self):
        """Waits until the streams have told of all messages, and a little longer for some that come twice."""
        end = time.perf_counter() + PATIENCE
        while sum(self.counts()[0].values()) > sum(self.counts()[1].values()) and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        sent, told = self.counts()
        assert sent == told, f"{sum(sent.values())} sent, {sum(told.values())} told"

    def clear(self):
        for person in self.people.values():
            person.sent.clear()
            person.told.clear()


async def chat(world, seconds, chance):
    """Everybody writes now and then: the messages go out on time, whether those before are answered or not."""
    writing = []
    start = time.perf_counter()
    for number in range(seconds * RATE):
        await asyncio.sleep(start + number / RATE - time.perf_counter())
        person = world.people[chance.choice([one for one in world.people if world.friends[one]])]
        writing.append(asyncio.create_task(person.write(chance.choice(world.friends[person.number]))))
    await asyncio.gather(*writing)
    await world.all_told()


async def flood(world, chance):
    """As many messages as the site takes from some people at once; returns how many a second."""
    end = time.perf_counter() + FLOOD
    everybody = [person for person in world.people.values() if world.friends[person.number]]
    start = time.perf_counter()

    async def write(people):
        while people and time.perf_counter() < end:
            for person in people:
                await person.write(chance.choice(world.friends[person.number]))
            people = [person for person in people if person.written < MOST]

    await asyncio.gather(*[write(everybody[number::WRITERS]) for number in range(WRITERS)])
    taken = time.perf_counter() - start
    count = sum(world.counts()[0].values())
    await world.all_told()
    return count / taken


def check(file, before):
    """Every message is stored once, in a sequence without gaps."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        stored, texts = database.execute("SELECT count(*), count(DISTINCT text) FROM message").fetchone()
        gaps = database.execute(
            "SELECT count(*) FROM conversation WHERE last_number <> "
            "(SELECT count(*) FROM message WHERE message.conversation_id = conversation.id)").fetchone()[0]
    assert (stored, texts, gaps) == (before, before, 0), (stored, texts, gaps, before)


def report(case, ours, limit):
    print(f"bench chats {case}: {ours:.1f} vs limit {limit} ms = {limit / ours:.1f}×", flush=True)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def measure(port, file, people, friends, seconds):
    chance = random.Random(19)
    world = People({number: Person(port, number) for number in people}, friends)
    for person in world.people.values():
        await person.open()
    await asyncio.sleep(1)
    await chat(world, seconds, chance)
    times = world.times()
    words = f"{len(people)} people, {RATE} messages a second in all, to the other's stream"
    report(f"{words}, median", statistics.median(times), 100)
    report(f"{words}, p99", percentile(times, 0.99), 1_000)
    sent = len(times)
    check(file, sent)
    world.clear()
    rate = await flood(world, chance)
    times = world.times()
    check(file, sent + len(times))
    print(f"chats: {rate:.0f} messages a second of {WRITERS} people at once, {statistics.median(times):.0f} ms to the other's "
          f"stream, p99 {percentile(times, 0.99):.0f} ms; all {sent + len(times)} there, once", flush=True)


def main():
    binary, public, folder, count, seconds = sys.argv[1:]
    people = list(range(1, int(count) + 1))
    friends = pairs(people, random.Random(5))

    def fill(file):
        add_people(file, len(people))
        add_friends(file, friends)

    with site(binary, public, folder, fill) as (_, port, file):
        asyncio.run(measure(port, file, people, friends, int(seconds)))


if __name__ == "__main__":
    main()
