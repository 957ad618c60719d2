#!/usr/bin/env python3
"""usage: report.py FIGURES    Lines "ENGINE NAME VALUE" in, one line a comparison out."""
import sys

PEERS = {"s2": "S2 C++", "redis": "Redis GEOSEARCH", "postgis": "PostGIS", "rtree": "SQLite R*Tree"}
figures = {}
wrong = []
for line in open(sys.argv[1], encoding="utf-8"):
    words = line.split()
    if words[:1] == ["check"] and words[-2:-1] == ["wrong"] and words[-1] != "0":
        wrong.append(line)
    if len(words) == 3:
        figures[words[0], words[1]] = float(words[2])


def compare(case, ours, peer, theirs, unit, more_is_better=False):
    if ours is None or theirs is None:
        return
    ratio = ours / theirs if more_is_better else theirs / ours
    print(f"bench proximity {case}: {ours:.4g} vs {peer} {theirs:.4g} {unit} = {ratio:.2f}×")


def get(engine, name):
    return figures.get((engine, name))


radii = [name[6:] for engine, name in figures if engine == "ours" and name.startswith("query-")]
for radius in radii:
    for peer, title in PEERS.items():
        # The R*Tree answers a whole query in SQL; all other SQL results are compared below.
        theirs = get(peer, "sql-" + radius) if peer == "rtree" else get(peer, "query-" + radius)
        compare(f"within {radius} m", get("ours", "query-" + radius), title, theirs, "µs")
for radius in radii:
    compare(f"covering in SQL {radius} m", get("ours", "sql-" + radius), PEERS["rtree"], get("rtree", "sql-" + radius), "µs")
compare("build of 1 M points", get("ours", "build"), PEERS["s2"], get("s2", "build"), "s")
compare("build of 1 M points", get("ours", "build"), "limit", 1.0, "s")
compare("moves", get("ours", "moves"), PEERS["s2"], get("s2", "moves"), "/s", True)
compare("moves", get("ours", "moves"), "target", 500_000, "/s", True)
compare("inserts", get("ours", "inserts"), "target", 500_000, "/s", True)
compare("memory, built", get("ours", "bytes"), "limit", 48, "bytes a point")
compare("memory, inserted and moved", get("ours", "bytes-moved"), "limit", 48, "bytes a point")
if wrong:
    sys.exit("results differ from a peer's: " + "".join(wrong))
