"""A server's wall clock, which tests set."""

import time

from conftest import FAKETIME

DAY = 86_400


class Clock:
    """The server's wall clock, which can be set forward while it runs."""

    def __init__(self, folder):
        self.file = folder / "clock"
        self.set(0)
        self.command = [
            "env", FAKETIME, f"FAKETIME_TIMESTAMP_FILE={self.file}", "FAKETIME_NO_CACHE=1",
            "FAKETIME_DONT_FAKE_MONOTONIC=1", "env"]

    def set(self, seconds):
        self.ahead = seconds
        self.file.write_text(f"+{seconds}\n")

    def forward(self, seconds):
        self.set(self.ahead + seconds)

    def to_the_half_hour(self):
        now = time.time() + self.ahead
        self.forward(1_801 - int(now % 1_800))
