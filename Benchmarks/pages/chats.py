#!/usr/bin/env python3
"""Fills the database of a stopped demo site with the chats of one person and measures their pages.

usage: chats.py make SITE-FOLDER
       chats.py measure SITE-FOLDER PUBLIC CAIRN-BINARY

The person has 100 chats: one with 100,000 messages, one with 50, as many as a page shows, one with ten, and 20 in each of
the others. Everything but the time of the run is the same in each run. Prints lines of the form
  bench pages chats CASE: OURS vs OTHER THEIRS ms = RATIO×
"""

import hashlib
import json
import random
import re
import sqlite3
import sys
import time

from timing import Site, lift_search_limit

# What each chat holds.
SIZES = [100_000, 50, 10] + [20] * 97
# In each tenth message, in the oldest three of the longest chat.
COMMON, RARE = "lighthouse", "quandong"
WORDS = "we meet at the harbour when it rains and walk home along the shore before the last tram goes".split()
GOAL = 15


class World:
    def __init__(self, database):
        self.database = database
        self.now = int(time.time() * 1000)
        self.chance = random.Random(19)

    def id(self):
        return self.chance.getrandbits(62)

    def account(self, name):
        id = self.id()
        self.database.execute(
            "INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts,"
            " created_at) VALUES (?, ?, ?, 'nobody signs in with this', 'Europe/Helsinki', 'metric', 'system', 24, 1, ?)",
            (id, name, name, self.now - 10**9))
        return id

    def session(self, account):
        cookie = hashlib.sha256(b"writer").hexdigest()[:43]
        self.database.execute(
            "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, '', ?, ?)",
            (self.id(), account, hashlib.sha256(cookie.encode()).hexdigest(), self.now, self.now))
        return cookie

    def chat(self, one, other, size, ordinal):
        """A chat of two friends."""
        self.database.execute(
            "INSERT INTO chat (low_id, high_id, conversation_id, is_open, request_cutoff) VALUES (?, ?, ?, 1, 0)",
            (*sorted((one, other)), self.conversation((one, other), size, ordinal)))

    def befriend(self, one, other):
        self.database.executemany(
            "INSERT INTO friendship (account_id, friend_id, created_at) VALUES (?, ?, ?)",
            [(one, other, self.now), (other, one, self.now)])

    def conversation(self, members, size, ordinal):
        """What some people have written to each other, and have read to its end."""
        conversation = self.id()
        self.database.execute("INSERT INTO conversation (id, last_number) VALUES (?, ?)", (conversation, size))
        self.database.executemany(
            "INSERT INTO conversation_member (conversation_id, account_id, read_number, seen_number) VALUES (?, ?, ?, ?)",
            [(conversation, member, size, size) for member in members])
        # The newest message of each is a minute older than that of the one before it.
        end = self.now - 60_000 * ordinal
        texts = [self.text(number, size) for number in range(1, size + 1)]
        self.database.executemany(
            "INSERT INTO message (id, conversation_id, number, sender_id, submission, text, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(self.id(), conversation, number, self.chance.choice(members), f"{ordinal} {number}", text,
              end - 300_000 * (size - number)) for number, text in enumerate(texts, 1)])
        self.database.executemany(
            "INSERT INTO message_word (conversation_id, number, word) VALUES (?, ?, ?)",
            [(conversation, number, word) for number, text in enumerate(texts, 1)
             for word in sorted(set(re.findall("[a-z]+", text.lower())))])
        return conversation

    def text(self, number, size):
        said = self.chance.choices(WORDS, k=self.chance.randint(3, 20))
        if number % 10 == 0:
            said[0] = COMMON
        if number <= 3 and size == max(SIZES):
            said[-1] = RARE
        return " ".join(said).capitalize() + "."


def make(folder):
    database = sqlite3.connect(f"{folder}/cairn.sqlite")
    database.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    world = World(database)
    writer = world.account("writer")
    cookie = world.session(writer)
    for ordinal, size in enumerate(SIZES):
        friend = world.account(f"friend_{ordinal:02}")
        world.befriend(writer, friend)
        world.chat(writer, friend, size, ordinal)
    lift_search_limit(database)
    database.commit()
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    database.executescript("PRAGMA analysis_limit = 1000; ANALYZE")
    database.close()
    with open(f"{folder}/chats.json", "w") as file:
        json.dump({"cookie": cookie}, file)


def report(case, ours, name, theirs):
    print(f"bench pages chats {case}: {ours:.2f} vs {name} {theirs:.2f} ms = {theirs / ours:.2f}×", flush=True)


def measure(folder, public, binary):
    site = Site(folder, public, binary, "chats.json", 8441)
    cookie = site.asked["cookie"]
    long, page, short = (f"/chats/friend_{ordinal:02}" for ordinal in range(3))
    try:
        (many, first), (fifty, second), (ten, third) = site.compare([long, page, short], cookie)
        assert [text.count('id="message-') for text in (first, second, third)] == [50, 50, 10]
        report("opened with 100,000 messages", many, "one page of messages", fifty)
        report("opened with 100,000 messages", many, "ten messages", ten)
        (deep, first), (fifty, _) = site.compare([f"{long}?before={SIZES[0] // 2}", page], cookie)
        assert first.count('id="message-') == 50 and f'id="message-{SIZES[0] // 2 - 1}"' in first
        report("50,000 messages back", deep, "one page of messages", fifty)
        for case, path, expected in [
            ("list of 100", "/chats", "/chats/friend_99"),
            ("search for a common word", f"/chats?q={COMMON}", "<mark>"),
            ("search for a rare word", f"/chats?q={RARE}", "#message-3"),
            ("search for two words", f"/chats?q={COMMON}+harbour", "<mark>"),
            ("search for an absent word", "/chats?q=zyzzyva", "zyzzyva"),
        ]:
            taken, text = site.times(path, cookie)
            assert expected in text, path
            report(case, taken, "goal", GOAL)
    finally:
        site.stop()


if __name__ == "__main__":
    {"make": make, "measure": measure}[sys.argv[1]](*sys.argv[2:])
