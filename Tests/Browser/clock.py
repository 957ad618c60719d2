"""The wall clock of all programs that tests start. Each test begins at the same moment, whenever and wherever it runs.

clock.py FOLDER COMMAND…    runs a command by such a clock, whose files are kept in a folder
"""

import os
import struct
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

DAY = 86_400
# The demo world's zone.
HELSINKI = ZoneInfo("Europe/Helsinki")
# When each test begins: by default on a Saturday afternoon in Helsinki.
START = datetime.fromisoformat(os.environ.get("CAIRN_TEST_MOMENT") or "2026-11-21T12:00:00+00:00")
# Whether the tests are run at another moment than usual.
IS_OTHER = bool(os.environ.get("CAIRN_TEST_MOMENT"))
# The environment variable that names a clock's file.
FILE = "CAIRN_CLOCK"


class Clock:
    """A clock of the programs that have its environment. It begins with another one, if told so."""

    def __init__(self, file, other=None):
        self.file, self.environment = str(file), {FILE: str(file)}
        # In seconds: how far it is ahead of the machine's clock, and how far the other one was.
        self.shift = self.begun = other.shift if other else 0
        self.write(self.shift, False)

    def write(self, seconds, is_still):
        # In place: programs have the file in their memory.
        with open(os.open(self.file, os.O_WRONLY | os.O_CREAT), "wb") as file:
            file.write(struct.pack("=qq", round(seconds * 1_000), is_still))

    def stop(self, moment):
        """Stands still."""
        self.write(moment.timestamp(), True)

    def set(self, moment):
        """Runs on from a moment."""
        self.forward(moment.timestamp() - self.now())

    def forward(self, seconds):
        self.shift += seconds
        self.write(self.shift, False)

    @property
    def ahead(self):
        """How many seconds it is ahead of the one it began with."""
        return self.shift - self.begun

    def now(self):
        """Seconds since 1970."""
        return time.time() + self.shift

    def to_the_half_hour(self):
        self.forward(1_801 - int(self.now() % 1_800))

    def to_noon(self, days):
        """To noon in Helsinki in so many days."""
        day = today(self) + timedelta(days=days)
        self.set(datetime(day.year, day.month, day.day, 12, tzinfo=HELSINKI))


# The clock of all programs that this process starts.
TESTS = None


def install(folder):
    global TESTS
    library = folder / f"clock-{os.getpid()}.so"
    source = Path(__file__).with_name("clock.c")
    subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    TESTS = Clock(folder / f"clock-{os.getpid()}")
    os.environ.update({"LD_PRELOAD": str(library), **TESTS.environment})
    begin()


def begin():
    """Begins a test: it is the same time again, also for servers that other tests have used."""
    TESTS.set(START)


def of_server(folder):
    """The clock of a server that a test sets forward, while the browser's runs on."""
    return Clock(folder / "clock", TESTS)


def now():
    """Milliseconds since 1970 in all that the test has started."""
    return int(TESTS.now() * 1_000)


def today(clock=None):
    """The day in Helsinki."""
    return datetime.fromtimestamp((clock or TESTS).now(), HELSINKI).date()


if __name__ == "__main__":
    install(Path(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])
