#!/usr/bin/env python3
"""Measures pages of a site with a million notes, in alternating rounds, and prints the lines of bin/bench.

usage: measure.py FOLDER PUBLIC CAIRN-BINARY EARLIER-BINARY-OR-"" SECONDS ROUNDS

FOLDER has the sites `ours` and, with an earlier program, `before`; `peer.sqlite`, a copy of the first one's database; the
Python environment of Flask; and the program `go-peer`, where it could be built.
"""

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import time

folder, public, binary, before, seconds, rounds = sys.argv[1:7]
seconds, rounds = int(seconds), int(rounds)
CONNECTIONS = 8
LISTED = 50
# As many as have the common word and are of the friend: in a world of a million notes more than a page lists.
BOTH = -1


class Server:
    """A program that serves pages, and what the two people ask of it."""

    def __init__(self, port, site, command, **environment):
        self.port = port
        with open(f"{folder}/{site}/questions.json") as file:
            self.people = json.load(file)
        log = open(f"{folder}/{port}.log", "w")
        self.process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=os.path.dirname(os.path.abspath(__file__)),
            env={**os.environ, **environment})
        for _ in range(100):
            try:
                self.fetch("collector", "/archive")
                return
            except OSError:
                time.sleep(0.1)
        self.process.terminate()
        raise SystemExit(f"no answer: {open(log.name).read()}")

    def cookie(self, person):
        return f"session={self.people[person]['cookie']}"

    def path(self, person, path):
        return path.format(**self.people[person])

    def fetch(self, person, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", self.path(person, path), headers={"Cookie": self.cookie(person)})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def measure(self, person, path):
        """Pages a second; all of them must be good."""
        said = subprocess.run(
            ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "-H", f"Cookie: {self.cookie(person)}",
             f"http://127.0.0.1:{self.port}{self.path(person, path)}"], capture_output=True, text=True, check=True).stdout
        assert "Non-2xx" not in said and "Socket errors" not in said, said
        return float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1))


def check(server, person, path, listed):
    """The page is good and shows so many notes, at most one page; returns its length."""
    if listed == BOTH:
        listed = min(LISTED, server.people[person]["both"])
    status, page = server.fetch(person, path)
    count = page.count("<article")
    assert status == 200 and (listed is None or count == listed), f"{path} of {person}: {status}, {count} notes"
    return len(page.encode())


def compare(case, ours, **others):
    """Alternating rounds of servers, people and paths."""
    asked = {"ours": ours, **others}
    figures = {name: [] for name in asked}
    for _ in range(rounds):
        for name, (server, person, path) in asked.items():
            figures[name].append(server.measure(person, path))
    ours, *others = ((name, statistics.median(rates)) for name, rates in figures.items())
    for name, theirs in others:
        name = name.replace("_", " ")
        print(f"bench pages {case}: {ours[1]:.0f} vs {name} {theirs:.0f} pages/s = {ours[1] / theirs:.2f}×", flush=True)


# Case, path, and the notes that the page of each of the two must list; None where a page lists none.
CASES = [
    ("archive", "/archive", LISTED, LISTED),
    ("archive 1,000 pages back", "/archive?after={middle}", LISTED, None),
    ("search for a common word", "/archive?q={common}", LISTED, None),
    ("search for a rare word", "/archive?q={rare}", 3, 3),
    ("search for an absent word", "/archive?q={absent}", 0, 0),
    ("search by person", "/archive?from={friend}", LISTED, None),
    ("search by word and person", "/archive?q={common}&from={friend}", BOTH, None),
    ("search by month", "/archive?month={month}", LISTED, None),
    ("archive as a map", "/archive?view=map", None, None),
    ("home", "/", None, None),
    ("note", "/notes/{note}", 1, 1),
    ("sent", "/notes", LISTED, LISTED),
]


def peers(ports):
    """The peers that make the archive page from a copy of the database, by their names."""
    copy = {"PEER_DATABASE": f"{folder}/peer.sqlite"}
    port = next(ports)
    # Threads, because gunicorn's plain workers close the connection after each page.
    servers = {"Flask": Server(
        port, "ours",
        [f"{folder}/python/bin/gunicorn", "--workers", str(os.cpu_count()), "--worker-class", "gthread", "--threads", "4",
         "--keep-alive", "60", "--bind", f"127.0.0.1:{port}", "peer:app"], **copy)}
    if os.path.exists(f"{folder}/go-peer"):
        port = next(ports)
        servers["Go"] = Server(port, "ours", [f"{folder}/go-peer", str(port)], **copy)
    return servers


def main():
    ports = iter(range(8411, 8420))

    def cairn(program, site):
        port = next(ports)
        return Server(
            port, site, [program, "serve", "--data", f"{folder}/{site}", "--port", str(port), "--public", public])

    servers = [cairn(binary, "ours")]
    try:
        ours, others = servers[0], peers(ports)
        servers += others.values()
        everybody = "collector", "/archive"
        size = check(ours, *everybody, LISTED)
        for name, peer in others.items():
            theirs = check(peer, *everybody, LISTED)
            assert abs(size / theirs - 1) < 0.1, f"the pages differ in size: {size}, {name} {theirs}"
            print(f"the archive page has {size} bytes, that of {name} {theirs}", file=sys.stderr)
        compare("archive", (ours, *everybody), **{name: (peer, *everybody) for name, peer in others.items()})
        for peer in others.values():
            peer.process.terminate()
        for case, path, many, few in CASES:
            check(ours, "collector", path, many)
            check(ours, "beginner", path, few)
            compare(case, (ours, "collector", path), fifty_notes=(ours, "beginner", path))
        if before:
            servers.append(cairn(before, "before"))
            for case, path, many, _ in CASES:
                check(servers[-1], "collector", path, many)
                compare(case, (ours, "collector", path), before=(servers[-1], "collector", path))
    finally:
        for server in servers:
            server.process.terminate()
        for server in servers:
            server.process.wait()


main()
