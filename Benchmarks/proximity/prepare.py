#!/usr/bin/env python3
"""usage: prepare.py POINTS.csv FOLDER

Writes FOLDER/points.bin (latitude, longitude as doubles; the n-th point has id n) and FOLDER/queries.bin (20,000 places
within about 1 km of one of the points each, chosen with a fixed seed)."""
import array
import os
import random
import sys

STEP = 0.01  # degrees, about a kilometre

source, folder = sys.argv[1:3]
points = array.array("d")
with open(source, encoding="ascii") as lines:
    next(lines)
    for line in lines:
        _, lat, lon, _ = line.split(",", 3)
        points.append(float(lat))
        points.append(float(lon))
dice = random.Random(20)
queries = array.array("d")
for _ in range(20_000):
    k = dice.randrange(len(points) // 2)
    queries.append(max(-90.0, min(90.0, points[2 * k] + dice.uniform(-STEP, STEP))))
    queries.append(max(-180.0, min(180.0, points[2 * k + 1] + dice.uniform(-STEP, STEP))))
for name, content in (("points.bin", points), ("queries.bin", queries)):
    with open(os.path.join(folder, name), "wb") as out:
        content.tofile(out)
