"""Instructions of the processor that a page takes, which depend on no clock and on nothing else that the machine does.

usage: instructions.py SITE-FOLDER PUBLIC CAIRN-BINARY DOCUMENT [REQUESTS, default 10]

The server runs under callgrind on a site that costs.py has filled. Each page is visited a few times first; then counters are
set to zero, it is visited again on one kept connection, and the counters are read after each visit. The least counts, because
a job of the server may run beside a visit. What every page asks is kept for a second (KeptReads): one number is that of visits
that find it, the other that of later ones, which read it anew. The numbers replace the table between two marks in the document.
Prints, where it had numbers before: bench pages instructions PAGE: OURS vs recorded THEIRS million = RATIO×
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
import time

from costs import PAGES, address
from timing import Site

COUNTED = PAGES[:5]
WARM = 3
# Seconds after which nothing is kept, see KeptReads.life.
LATER = 1.1
# Seconds: callgrind takes fifty times as long.
START, ANSWER, CONTROL = 600, 120, 120
BEGIN, END = "<!-- Instructions a page, by bin/bench pages -->", "<!-- End of instructions a page -->"


def control(site, *command):
    """Tells callgrind something."""
    subprocess.run(
        ["callgrind_control", *command, str(site.process.pid)], check=True, capture_output=True, timeout=CONTROL)


def dumped(folder):
    """Instructions of the newest file that callgrind has written; each begins at zero."""
    newest = max(glob.glob(f"{folder}/counted.*"), key=lambda name: int(name.rsplit(".", 1)[1]))
    with open(newest) as file:
        return int(re.search(r"^(?:totals|summary): (\d+)", file.read(), re.MULTILINE).group(1))


def count(site, page, requests, folder, pause=0):
    """Instructions of one visit, the least of some, each so many seconds after the one before."""
    path, cookie = address(site, page)
    connection, counts = site.connection(ANSWER), []
    for number in range(WARM + requests):
        time.sleep(pause)
        if number == WARM:
            control(site, "--zero")
        status, _ = site.ask(connection, "GET", path, cookie)
        assert status == 200, f"{path}: {status}"
        if number >= WARM:
            control(site, "--dump")
            counts.append(dumped(folder))
    connection.close()
    return min(counts)


def table(counts, things, commit):
    """What stands between the marks: the same text for the same numbers."""
    head = f"| {commit}: million instructions of a page, of somebody with {things:,} things of each kind | soon again | later |"
    rows = [f"| {name} | {soon / 1e6:.2f} | {later / 1e6:.2f} |" for name, (soon, later) in counts.items()]
    return "\n".join([BEGIN, head, "|---|---|---|", *rows, END])


def record(document, text):
    """Puts the table into the document; the numbers that it had before."""
    with open(document) as file:
        before = file.read()
    place = re.search(re.escape(BEGIN) + ".*?" + re.escape(END), before, re.DOTALL)
    assert place, f"{document} has no “{BEGIN}” with its end"
    after = before[:place.start()] + text + before[place.end():]
    if after != before:
        with open(document, "w") as file:
            file.write(after)
    rows = re.findall(r"^\| (.+) \| ([\d.]+) \| ([\d.]+) \|$", place.group(), re.MULTILINE)
    return {name: (float(soon), float(later)) for name, soon, later in rows}


def main(folder, public, binary, document, requests=10):
    # Otherwise the order of Swift's sets and dictionaries, and with it the work, differs from run to run.
    os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    commit = subprocess.run(
        ["git", "log", "-1", "--format=%cs"], cwd=os.path.dirname(os.path.abspath(document)), capture_output=True, text=True,
        check=True).stdout.strip()
    with tempfile.TemporaryDirectory() as out:
        # Valgrind gives up at what it does not know in Swift's debugging information.
        subprocess.run(["strip", "-o", f"{out}/cairn", binary], check=True)
        site = Site(
            folder, public, f"{out}/cairn", "things.json", 8439,
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}/counted"], START)
        try:
            counts = {
                page[0]: [count(site, page, int(requests), out, pause) for pause in (0, LATER)] for page in COUNTED}
        finally:
            site.stop()
    before = record(document, table(counts, site.asked["count"], commit))
    for name, numbers in counts.items():
        for case, number, recorded in zip((name, f"{name} later"), numbers, before.get(name, ())):
            print(
                f"bench pages instructions {case}: {number / 1e6:.2f} vs recorded {recorded:.2f} million = "
                f"{recorded / number * 1e6:.2f}×", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
