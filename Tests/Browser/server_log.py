"""What the server's log must not hold, searched for after every test with a server of its own."""

import contextlib
import re
import sqlite3
from pathlib import Path

# Texts of these tables are the program's or the host's own words.
OF_THE_PROGRAM = {"job", "backup_run", "admin_action", "site_settings", "zone", "zone_track", "announcement"}
# Shorter texts may stand in a line by chance.
SHORTEST = 12


def secrets(data):
    """What people wrote, where they were, and what opens their accounts, as the database holds it."""
    with contextlib.closing(sqlite3.connect(f"file:{data}/cairn.sqlite?mode=ro", uri=True, timeout=90)) as database:
        tables = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in set(tables) - OF_THE_PROGRAM:
            columns = [row[1:3] for row in database.execute(f"PRAGMA table_info({table})")]
            texts = [name for name, kind in columns if kind == "TEXT"]
            places = [name for name, _ in columns if name in {"lat", "lon"}]
            for name in texts:
                for value, in database.execute(f"SELECT DISTINCT {name} FROM {table} WHERE length({name}) >= {SHORTEST}"):
                    # A sentence or an address: ids of media and kinds of notices are neither.
                    first = value.splitlines()[0][:80] if isinstance(value, str) else ""
                    if len(first) >= SHORTEST and (" " in first or "@" in first):
                        yield f"{table}.{name}", first
            for name in places:
                for value, in database.execute(f"SELECT DISTINCT {name} FROM {table} WHERE {name} IS NOT NULL"):
                    # To about eleven metres; smaller numbers may stand in a line by chance.
                    if abs(value) >= 10:
                        yield f"{table}.{name}", start_of(value)


def start_of(number):
    """A number down to its fourth decimal, not rounded."""
    whole, part = f"{number:.9f}".split(".")
    return f"{whole}.{part[:4]}"


def numbers(lines):
    """The starts of all numbers in a text, down to the fourth decimal, with each start of its own that a longer number has.

    A database holds thousands of places: one search for numbers is faster than one for each place.
    """
    found = set()
    for match in re.finditer(r"\.(?=(\d{4}))", lines):
        point = match.start()
        # "60", "-60", "179", "-179".
        found.update(lines[point - length:point] + "." + match.group(1) for length in (2, 3, 4) if point >= length)
    return found


def assert_is_discreet(log, data, sessions=()):
    """Fails when the log, at its most talkative, holds a token, a position or a text."""
    lines = Path(log).read_text(errors="replace")
    assert lines, "nothing was logged"
    for token in sessions:
        assert token not in lines, "a session is in the log"
    found = re.search(r"/(?:join-me|setup|join|reset|confirm)[/?](?!\{)[A-Za-z0-9_=-]{16,}", lines)
    assert not found, f"a link is in the log: {found.group()}"
    places = numbers(lines)
    for where, secret in set(secrets(data)):
        is_told = secret in places if where.endswith((".lat", ".lon")) else secret in lines
        assert not is_told, f"{where} is in the log: {secret}"
