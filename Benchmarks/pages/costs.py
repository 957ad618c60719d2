"""What pages cost somebody with many things and somebody with few, on 1, 8 and 32 connections.

usage: costs.py make SITE-FOLDER
       costs.py measure PUBLIC CAIRN-BINARY SECONDS SITE-FOLDER…     the one with the fewest things first

`make` adds to the notes of a stopped site (world.py) what else its `collector` has, as many of each kind as notes were found:
relics and visits of the first of them, messages of a chat, photos of the day of friends and others, messages of a group of
ten. The group is a friend's, so that it does not run above all other pages. `measure` prints lines of the forms
  bench pages PAGE of N things, C connections: OURS vs goal GOAL ms of processor = RATIO×
  bench pages PAGE of N things, C connections: OURS vs FEWER things THEIRS ms of processor = RATIO×
The processor time is that of the server's process, so it depends little on what else the machine does. How many pages a
second there were, and the median and the 99th of 100 of their times, follow in parentheses.
"""

import datetime
import hashlib
import json
import math
import os
import re
import sqlite3
import subprocess
import sys

import chats
import daily
import relics
from timing import Site

# What each page is called here, its address, and whose it is.
PAGES = [
    ("archive", "/archive", "collector"), ("home", "/", "collector"), ("chats", "/chats", "collector"),
    ("friends", "/friends", "collector"), ("settings", "/settings", "collector"),
    ("a chat", "/chats/friend_00", "collector"), ("a relic", "/relics/{relic}", "collector"),
    ("a day", "/daily/{day}", "collector"), ("calendar", "/calendar", "collector"), ("a group", "/groups/{group}", "member"),
]
CONNECTIONS = [1, 8, 32]
GOAL, HOME_GOAL = 0.25, 0.4
GROUP_SIZE = 10
TICKS = os.sysconf("SC_CLK_TCK")
UNITS = {"us": 0.001, "ms": 1, "s": 1_000}


class Things:
    """What the collector of a site has besides notes."""

    def __init__(self, database):
        def ids(which):
            return [id for id, in database.execute(f"SELECT id FROM account WHERE username {which} ORDER BY username")]

        self.database = database
        self.collector, = ids("= 'collector'")
        self.friends, self.strangers = ids("LIKE 'friend\\_%' ESCAPE '\\'"), ids("LIKE 'person\\_%' ESCAPE '\\'")
        self.count, = database.execute(
            "SELECT count(*) FROM delivery WHERE recipient_id = ?", (self.collector,)).fetchone()
        self.chats = chats.World(database)

    def relic(self):
        """Leaves the relics; the one that is asked for."""
        world = relics.World(self.database, self.count)
        world.makers = [self.collector]
        relic = world.fill()[0]
        visitors = self.friends + self.strangers
        self.database.executemany(
            "INSERT INTO relic_visit (id, relic_id, account_id, submission, text, zone, created_at)"
            " VALUES (?, ?, ?, ?, 'Here too.', 'Europe/Helsinki', ?)",
            [(world.id(), relic, visitors[number % len(visitors)], str(number), world.now - 60_000 * number)
             for number in range(self.count)])
        return relic

    def write(self):
        """A long chat, and short ones with as many other friends as there are messages in it."""
        for ordinal, friend in enumerate(self.friends[:self.count]):
            self.chats.chat(self.collector, friend, 20 if ordinal else self.count, ordinal)

    def day(self):
        """The photos of some days, of more people the more there are; the day that is asked for."""
        members = math.isqrt(10 * self.count)
        world = daily.World(self.database, max(2, self.count // members), members)
        world.looker, world.others = self.collector, (self.friends + self.strangers)[:members]
        world.fill()
        return str(world.today - datetime.timedelta(days=1))

    def group(self):
        """A running group of friends, without the collector; its id and the session of a member."""
        members = self.friends[-GROUP_SIZE:]
        id, now = self.chats.id(), self.chats.now
        conversation = self.chats.conversation(members, self.count, len(self.friends))
        self.database.execute(
            "INSERT INTO friend_group (id, name, limit_m, needs_admission, created_at, ends_at, code, link_version, link_hash,"
            " conversation_id) VALUES (?, 'Friday', 300, 0, ?, ?, '234567', 1, ?, ?)",
            (id, now, now + 72 * 3_600_000, hashlib.sha256(b"Friday").hexdigest(), conversation))
        self.database.executemany(
            "INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at)"
            " VALUES (?, ?, ?, ?, '', ?, ?)",
            [(self.chats.id(), id, member, number == 0, now, now) for number, member in enumerate(members)])
        return id, self.chats.session(members[0])


def make(folder):
    database = sqlite3.connect(f"{folder}/cairn.sqlite")
    database.executescript("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    things = Things(database)
    with open(f"{folder}/questions.json") as file:
        cookies = {"collector": json.load(file)["collector"]["cookie"]}
    relic, day = things.relic(), things.day()
    things.write()
    group, cookies["member"] = things.group()
    database.commit()
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    database.executescript("PRAGMA analysis_limit = 1000; ANALYZE")
    database.close()
    with open(f"{folder}/things.json", "w") as file:
        json.dump({"count": things.count, "cookies": cookies, "relic": relic, "day": day, "group": group}, file)


def address(site, page):
    """Path and cookie of a page."""
    _, path, person = page
    return path.format(**site.asked), site.asked["cookies"][person]


def processor(process):
    """Milliseconds of processor time that a process has taken."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return 1_000 * (int(fields[11]) + int(fields[12])) / TICKS


def load(site, page, connections, seconds):
    """Pages a second, the medians and the 99th of 100 of their times, and processor time of a page, all in ms."""
    path, cookie = address(site, page)
    before = processor(site.process.pid)
    said = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-H", f"Cookie: session={cookie}",
         f"http://127.0.0.1:{site.port}{path}"], capture_output=True, text=True, check=True).stdout
    taken = processor(site.process.pid) - before
    assert "Non-2xx" not in said and "Socket errors" not in said, f"{path}: {said}"
    times = {part: float(number) * UNITS[unit] for part, number, unit in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", said)}
    count = int(re.search(r"(\d+) requests in", said).group(1))
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)), times["50"], times["99"], taken / count


def compare(sites, page, connections, seconds):
    """One page of all sites, one after the other, each beside the one with fewer things."""
    name, fewer = page[0], None
    for site in sites:
        rate, middle, slow, cost = load(site, page, connections, seconds)
        things = f"{site.asked['count']:,} things"
        case = f"bench pages {name} of {things}, {connections} connections: {cost:.3f}"
        pace = f"{rate:.0f} a second, p50 {middle:.1f}, p99 {slow:.1f} ms"
        goal = HOME_GOAL if name == "home" else GOAL
        print(f"{case} vs goal {goal} ms of processor = {goal / cost:.2f}× ({pace})", flush=True)
        if fewer:
            print(f"{case} vs {fewer[0]} {fewer[1]:.3f} ms of processor = {fewer[1] / cost:.2f}×", flush=True)
        fewer = things, cost


def measure(public, binary, seconds, *folders):
    sites = []
    try:
        for port, folder in enumerate(folders, 8431):
            sites.append(Site(folder, public, binary, "things.json", port))
        for page in PAGES:
            for site in sites:
                path, cookie = address(site, page)
                status, _ = site.ask(site.connection(), "GET", path, cookie)
                assert status == 200, f"{path} of {site.asked['count']} things: {status}"
            for connections in CONNECTIONS:
                compare(sites, page, connections, seconds)
    finally:
        for site in sites:
            site.stop()


if __name__ == "__main__":
    {"make": make, "measure": measure}[sys.argv[1]](*sys.argv[2:])
