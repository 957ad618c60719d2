"""What the event streams of Swift Testing tell.

events.py longest FILE…    the ten tests whose cases took longest together (tests without parameters have no such events)
events.py failed FILE…     the ids of the tests that failed
events.py unended FILE…    the ids of the tests that were running when a process ended before its tests did, and `?` if there
                           were none; nothing when all tests came to their end
"""

import collections
import json
import sys


def events(path):
    """Pairs of kind and payload. The last line of a process that crashed may be cut."""
    for line in open(path, errors="replace"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if record.get("kind") == "event":
            yield record["payload"]["kind"], record["payload"]


def longest(paths):
    begun, seconds = collections.defaultdict(collections.deque), collections.Counter()
    for path in paths:
        for kind, payload in events(path):
            test = payload.get("testID")
            if kind == "testCaseStarted":
                begun[test].append(payload["instant"]["absolute"])
            elif kind == "testCaseEnded" and begun[test]:
                seconds[test] += payload["instant"]["absolute"] - begun[test].popleft()
    for test, taken in seconds.most_common(10):
        suite, name, *_ = plain(test).split("/")
        print(f"{taken:8.1f} s  {suite.split('.')[-1]}: {name}")


def plain(test):
    """A test's id without the place of its source, which changes with each line above it."""
    return test.rsplit("/", 1)[0] if ".swift:" in test.rsplit("/", 1)[-1] else test


def failed(paths):
    return sorted({
        plain(payload["testID"]) for path in paths for kind, payload in events(path)
        if kind == "issueRecorded" and not payload["issue"].get("isKnown") and payload.get("testID")})


def unended(paths):
    found = []
    for path in paths:
        running, has_ended = set(), False
        for kind, payload in events(path):
            if kind == "testStarted":
                running.add(payload["testID"])
            elif kind in ("testEnded", "testSkipped"):
                running.discard(payload["testID"])
            has_ended = has_ended or kind == "runEnded"
        if not has_ended:
            # Suites are begun and ended like tests, and have no place in their id.
            found += sorted(plain(test) for test in running if plain(test) != test) or ["?"]
    return found


if __name__ == "__main__":
    what, *paths = sys.argv[1:]
    if what == "longest":
        longest(paths)
    else:
        print(*{"failed": failed, "unended": unended}[what](paths), sep="\n")
