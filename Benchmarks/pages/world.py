#!/usr/bin/env python3
"""Fills the database of a stopped demo site with 1,000,000 notes, and writes down what the measurement asks for.

usage: world.py SITE-FOLDER [NOTES, default 1,000,000]

One person, `collector`, found a tenth of the notes and left another tenth; `beginner` found 50 and left 50, from and for
the same friends, unless there are fewer than 500 notes. The rest is between a thousand others. Everything but the time of
the run is the same in each run. The cells and the counts for maps are computed as Cairn does, and compared with those of the
demo site's own notes first.
"""

import collections
import hashlib
import itertools
import json
import math
import random
import sqlite3
import sys
import time

from cells import Cells, grid
from timing import lift_search_limit

DAY = 86_400_000
FRIENDS, STRANGERS, FEW = 50, 1_000, 50
# The number of the friend whose notes are asked for.
ASKED = 7
AGE = 730 * DAY
# In a tenth of the notes, in the three oldest of each person, in none.
COMMON, RARE, ABSENT = "lighthouse", "quandong", "zyzzyva"
CENTRES = [(60.170, 24.941), (60.187, 24.960), (60.199, 24.929), (60.163, 24.905), (60.210, 25.080), (60.221, 24.893)]


def check(database):
    """Compares cells and counts with those that Cairn stored for the notes of the demo site."""
    counts = collections.Counter()
    for note in database.execute("SELECT author_id, lat, lon, cell, deleted_at FROM note"):
        assert Cells.leaf(note["lat"], note["lon"]) == note["cell"], "a cell differs from Cairn's"
        if note["deleted_at"] is None:
            counts.update((note["author_id"], square) for square in grid(note["lat"], note["lon"])[2])
    stored = database.execute("SELECT owner_id, cell, things FROM grid_count WHERE layer = 'notes left'")
    assert counts == {(owner, cell): things for owner, cell, things in stored}, "the counts differ from Cairn's"


def words(chance):
    """An endless text: few words are common, most are rare, as in a language."""
    plain = (
        "the a and of to in you is it here for at we on was this that with where there look bench sea light tree old "
        "time walk evening street home first under near when door window rain again saw summer winter coffee behind"
    ).split()
    made = {"".join(chance.choice("bdfghjklmnprstv") + chance.choice("aeiou") for _ in range(chance.randint(2, 4)))
            for _ in range(20_000)}
    vocabulary = plain + sorted(made - set(plain))
    weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(vocabulary))))
    while True:
        yield from chance.choices(vocabulary, cum_weights=weights, k=100_000)


class World:
    def __init__(self, database, count):
        self.database, self.count = database, count
        self.now = int(time.time() * 1000)
        self.chance = random.Random(17)
        self.stream = words(self.chance)
        self.start = self.now - AGE
        self.counts = collections.defaultdict(lambda: [0, 0, 0])
        self.found = collections.defaultdict(list)
        self.both = collections.Counter()
        # A program of before, to compare with, has no such table.
        # Programs before the table of words kept each text twice.
        self.folds = "folded" in [row[1] for row in database.execute("PRAGMA table_info(note)")]
        self.has_words = bool(database.execute("SELECT 1 FROM sqlite_master WHERE name = 'note_word'").fetchall())

    def id(self):
        """Ids of notes tell no time; nor do the others here."""
        return self.chance.getrandbits(62)

    def people(self):
        names = ["collector", "beginner"]
        names += [f"friend_{number:02}" for number in range(FRIENDS)]
        names += [f"person_{number:04}" for number in range(STRANGERS)]
        ids = [self.id() for _ in names]
        self.database.executemany(
            "INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts,"
            " created_at) VALUES (?, ?, ?, 'nobody signs in with this', 'Europe/Helsinki', 'metric', 'system', 24, 1, ?)",
            [(id, name, name, self.start - DAY) for id, name in zip(ids, names)])
        self.collector, self.beginner = ids[:2]
        self.friends, self.strangers = ids[2:2 + FRIENDS], ids[2 + FRIENDS:]
        pairs = list(itertools.product(ids[:2], self.friends))
        self.database.executemany(
            "INSERT INTO friendship (account_id, friend_id, created_at) VALUES (?, ?, ?)",
            [(one, other, self.start) for one, other in pairs + [pair[::-1] for pair in pairs]])

    def sessions(self):
        """Signs both in; returns their cookies."""
        cookies = {}
        for name, account in [("collector", self.collector), ("beginner", self.beginner)]:
            cookies[name] = hashlib.sha256(name.encode()).hexdigest()[:43]
            self.database.execute(
                "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, '', ?, ?)",
                (self.id(), account, hashlib.sha256(cookies[name].encode()).hexdigest(),
                 self.now, self.now))
        return cookies

    def pairs(self):
        """Author and recipient of each note, from the oldest. Each tenth one is the collector's to find, each tenth one
        theirs; the beginner's lie among the others."""
        few = self.count // FEW
        for number in range(self.count):
            friend = self.chance.choice(self.friends)
            if number % 10 == 0:
                yield friend, self.collector
            elif number % 10 == 1:
                yield self.collector, friend
            elif few >= 10 and number % few == 2:
                yield friend, self.beginner
            elif few >= 10 and number % few == 3:
                yield self.beginner, friend
            else:
                yield tuple(self.chance.sample(self.strangers, 2))

    def text(self, number, ordinal):
        said = list(itertools.islice(self.stream, self.chance.randint(6, 24)))
        if self.chance.random() < 0.1:
            said[0] = COMMON
        if ordinal < 3:
            said[-1] = RARE
        said = " ".join(said)
        return said[0].upper() + said[1:] + "."

    def rows(self):
        """Rows of `note` and `delivery`."""
        ordinals = collections.Counter()
        step = (AGE - DAY) / self.count
        newest = {self.collector: self.count // 10, self.beginner: FEW}
        for number, (author, recipient) in enumerate(self.pairs()):
            ordinal = ordinals[recipient]
            ordinals[recipient] += 1
            created = int(self.start + number * step)
            middle = self.chance.choice(CENTRES)
            place = [round(value + self.chance.gauss(0, 0.008) * stretch, 6) for value, stretch in zip(middle, (1, 2))]
            cell, id = Cells.leaf(*place), self.id()
            text = self.text(number, ordinal if recipient in newest else 3)
            found = opened = receipt = None
            if recipient in newest or self.chance.random() < 0.5:
                found = created + self.chance.randint(0, DAY)
                # The last three wait to be opened.
                if ordinal < newest.get(recipient, self.count) - 3:
                    opened = found + 60_000
                    receipt = (opened // 1_800_000 + 1) * 1_800_000
            if recipient in newest:
                self.found[recipient].append((found, id, opened is not None))
                self.both[recipient] += opened is not None and author == self.friends[ASKED] and COMMON in text.lower()
                self.add("notes found", recipient, place)
            if author in newest:
                self.add("notes left", author, place)
            yield (
                (id, author, str(number), text, *place, cell, 25, created, "Europe/Helsinki"),
                (id, recipient, author, cell, found, opened, receipt, "Europe/Helsinki" if opened else None))

    def add(self, layer, owner, place):
        x, y, squares = grid(*place)
        for square in squares:
            sums = self.counts[layer, owner, square]
            sums[0], sums[1], sums[2] = sums[0] + 1, sums[1] + x, sums[2] + y

    def notes(self):
        rows = self.rows()
        while batch := list(itertools.islice(rows, 10_000)):
            self.database.executemany(
                "INSERT INTO note (id, author_id, submission, text, lat, lon, cell, radius_m, created_at, zone)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [note for note, _ in batch])
            if self.folds:
                self.database.executemany(
                    "UPDATE note SET folded = ? WHERE id = ?", [(note[3].lower(), note[0]) for note, _ in batch])
            self.database.executemany(
                "INSERT INTO delivery (note_id, recipient_id, author_id, cell, found_at, opened_at, receipt_at, zone)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [delivery for _, delivery in batch])
            if self.has_words:
                self.words(batch)
        self.database.executemany(
            "INSERT INTO grid_count (layer, owner_id, cell, things, x_sum, y_sum) VALUES (?, ?, ?, ?, ?, ?)",
            [(*key, *sums) for key, sums in self.counts.items()])

    def words(self, batch):
        """The words of opened notes, in which archives are searched."""
        self.database.executemany(
            "INSERT INTO note_word (note_id, recipient_id, word) VALUES (?, ?, ?)",
            [(id, recipient, word) for (_, _, _, text, *_), (id, recipient, _, _, _, opened, *_) in batch if opened
             for word in sorted(set(text.lower().rstrip(".").split()))])

    def questions(self, cookies):
        """What the measurement asks of each of the two."""
        asked = {}
        for name, account in [("collector", self.collector), ("beginner", self.beginner)]:
            if account not in self.found:
                continue
            found = sorted(self.found[account], reverse=True)
            found_at, id, _ = found[len(found) // 2]
            asked[name] = {
                "cookie": cookies[name], "middle": f"{found_at}-{id}",
                "note": next(str(id) for _, id, is_opened in found if is_opened), "friend": f"friend_{ASKED:02}",
                "month": time.strftime("%Y-%m", time.gmtime(found_at / 1000)),
                "common": COMMON, "rare": RARE, "absent": ABSENT, "both": self.both[account]}
        return asked


def main():
    folder, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    database = sqlite3.connect(f"{folder}/cairn.sqlite")
    database.row_factory = sqlite3.Row
    check(database)
    database.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    # Indexes are made anew at the end, which takes half the time.
    indexes = list(database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        " AND tbl_name IN ('note', 'delivery', 'note_word')"))
    for name, _ in indexes:
        database.execute(f"DROP INDEX {name}")
    world = World(database, count)
    world.people()
    cookies = world.sessions()
    world.notes()
    for _, sql in indexes:
        database.execute(sql)
    lift_search_limit(database)
    database.commit()
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    # What Cairn does whenever it stops, at a size at which it pays.
    database.executescript("PRAGMA analysis_limit = 1000; ANALYZE")
    database.close()
    with open(f"{folder}/questions.json", "w") as file:
        json.dump(world.questions(cookies), file)


if __name__ == "__main__":
    main()
