"""The administrator of a demo world, for tests that are not about how one becomes it: test_friends has that."""

import contextlib
import fcntl
import functools
import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from conftest import BINARY, ENVIRONMENT, PASSWORD, PATIENCE, ROOT, SESSIONS, WORLDS, demo_data, milliseconds, open_session


@functools.cache
def keeper_rows():
    """What `cairn admin add keeper` leaves in the database of a demo world, by table.

    Run once for all tests: it hashes a password at a low priority, which takes long beside tests that take all processors.
    """
    kept, data = f"{os.environ[WORLDS]}/keeper.json", f"{os.environ[WORLDS]}/keeper"
    with open(data + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(kept):
            shutil.copytree(demo_data((), ())[0], data)
            before = rows(data)
            subprocess.run(
                [BINARY, "admin", "add", "keeper", "--email", "keeper@example.org", "--data", data, "--public", str(ROOT / "Public")],
                input=PASSWORD + "\n", text=True, check=True, capture_output=True, env=ENVIRONMENT)
            # The clock of ids goes on in each site by itself.
            new = {table: list(lines - before[table]) for table, lines in rows(data).items() if table != "id_clock"}
            Path(kept).write_text(json.dumps({table: lines for table, lines in new.items() if lines}))
    return json.loads(Path(kept).read_text())


def rows(data):
    """All rows of a database by table."""
    with contextlib.closing(sqlite3.connect(data + "/cairn.sqlite")) as database:
        tables = [name for name, in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        return {table: set(database.execute(f"SELECT * FROM {table}")) for table in tables}


def appoint_keeper(site):
    """Gives a site the administrator `keeper`, who is signed in as the people of its world are."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=PATIENCE / 1000)) as database, database:
        for table, lines in keeper_rows().items():
            for row in lines:
                database.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        (account,) = database.execute("SELECT id FROM account WHERE username = 'keeper'").fetchone()
        session = open_session(database, account, milliseconds(site.clock))
    SESSIONS[site.url] = {**SESSIONS[site.url], "keeper": session}
