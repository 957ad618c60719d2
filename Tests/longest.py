"""longest.py EVENTS…: the ten tests whose cases took longest together, from the event stream of Swift Testing.

A test without parameters has no events of its own cases, and is not counted.
"""

import collections
import json
import sys

begun = collections.defaultdict(collections.deque)
seconds = collections.Counter()
for line in (line for path in sys.argv[1:] for line in open(path, errors="replace")):
    try:
        event = json.loads(line)
    except ValueError:
        continue
    if event.get("kind") != "event":
        continue
    kind, test = event["payload"]["kind"], event["payload"].get("testID")
    if kind == "testCaseStarted":
        begun[test].append(event["payload"]["instant"]["absolute"])
    elif kind == "testCaseEnded" and begun[test]:
        seconds[test] += event["payload"]["instant"]["absolute"] - begun[test].popleft()
for test, taken in seconds.most_common(10):
    print(f"{taken:8.1f} s  {test.split('/')[0].split('.')[-1]}: {test.split('/')[1]}")
