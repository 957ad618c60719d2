#!/usr/bin/env python3
"""Makes the fixtures beside this script from the reference libraries:

    pip install geographiclib==2.1 s2sphere==0.2.5 && python3 make_fixtures.py

geodesics.csv     lat1,lon1,lat2,lon2,metres,azimuth   inverse problem, sub-metre to antipodal
destinations.csv  lat,lon,azimuth,metres,lat2,lon2     direct problem
cells.csv         lat,lon,level,token                  S2 cells of points, levels 0 to 30
relatives.csv     token,centre lat,lon,edge neighbours,all neighbours (tokens joined by spaces)

Numbers are written so that they read back exactly (coordinates) or to 0.1 micrometre (metres). Deterministic.
"""
import math
import os
import random

import s2sphere
from geographiclib.geodesic import Geodesic

HERE = os.path.dirname(os.path.abspath(__file__))
EARTH = Geodesic.WGS84


def write(name, rows):
    with open(os.path.join(HERE, name), "w", encoding="ascii") as out:
        for row in rows:
            out.write(",".join(row) + "\n")


def anywhere(random):
    """A point, even over the sphere, of 7 decimals as devices give them."""
    latitude = math.degrees(math.asin(random.uniform(-1, 1)))
    return round(latitude, 7), round(random.uniform(-180, 179.9999999), 7)


def wrap(longitude):
    return (longitude + 180) % 360 - 180


SPECIAL = [
    (0.0, 0.0), (0.0, -180.0), (0.0, 179.9999999), (90.0, 0.0), (90.0, 77.0), (-90.0, 0.0), (-90.0, -120.5),
    (89.9999999, 10.0), (-89.9999999, -170.0), (0.0000001, 0.0), (45.0, -180.0), (45.0, 179.99999), (-45.0, 0.0),
    (60.1699, 24.9384), (-33.8688, 151.2093), (0.5, 179.5), (-0.5, -0.5), (64.18, -180.0), (-16.5, 179.9999),
]


def geodesics(random):
    pairs = [(a, b) for a in SPECIAL for b in SPECIAL]
    # Every length from 1 cm to 20,000 km, uniform on a logarithmic scale, in every direction.
    for k in range(7000):
        start = anywhere(random)
        length = 10 ** random.uniform(-2, math.log10(2.0e7))
        end = EARTH.Direct(start[0], start[1], random.uniform(0, 360), length)
        pairs.append((start, (round(end["lat2"], 9), round(wrap(end["lon2"]), 9))))
    for k in range(2000):
        pairs.append((anywhere(random), anywhere(random)))
    # Around the antipode, where iterative formulas fail.
    for k in range(1000):
        lat, lon = anywhere(random) if k % 3 else (round(random.uniform(-1, 1), 6), round(random.uniform(-180, 179), 6))
        spread = 10 ** random.uniform(-6, 1)
        other = max(-90.0, min(90.0, -lat + random.uniform(-spread, spread)))
        pairs.append(((lat, lon), (round(other, 9), round(wrap(lon + 180 + random.uniform(-spread, spread)), 9))))
    for (lat1, lon1), (lat2, lon2) in pairs:
        g = EARTH.Inverse(lat1, lon1, lat2, lon2)
        yield repr(lat1), repr(lon1), repr(lat2), repr(lon2), "%.7f" % g["s12"], "%.9f" % (g["azi1"] % 360)


def destinations(random):
    for k in range(2000):
        lat, lon = SPECIAL[k % len(SPECIAL)] if k < 200 else anywhere(random)
        azimuth = random.choice([0, 45, 90, 180, 270]) if k % 10 == 0 else round(random.uniform(0, 360), 6)
        length = round(10 ** random.uniform(-1, math.log10(2.5e7)), 4)
        g = EARTH.Direct(lat, lon, azimuth, length)
        yield repr(lat), repr(lon), repr(azimuth), repr(length), "%.12f" % g["lat2"], "%.12f" % wrap(g["lon2"])


def cell(lat, lon, level):
    return s2sphere.CellId.from_lat_lng(s2sphere.LatLng.from_degrees(lat, lon)).parent(level)


def cells(random):
    points = list(SPECIAL) + [anywhere(random) for _ in range(9000)]
    # The edges and corners of the cube and the middles of faces.
    corner = math.degrees(math.atan(1 / math.sqrt(2)))
    for sign in (-1, 1):
        for lon in (-180.0, -135.0, -90.0, -45.0, 0.0, 45.0, 90.0, 135.0):
            for lat in (sign * corner, sign * 45.0, sign * 1e-9, 0.0):
                points.append((lat, lon))
                points += [(lat + random.gauss(0, 1e-4), lon + random.uniform(0, 1e-4)) for _ in range(20)]
    for k, (lat, lon) in enumerate(points):
        yield repr(lat), repr(lon), str(k % 31), cell(lat, lon, k % 31).to_token()


def relatives(random):
    points = list(SPECIAL) + [anywhere(random) for _ in range(1200)]
    corner = math.degrees(math.atan(1 / math.sqrt(2)))
    for lon in (-135.0, -45.0, 45.0, 135.0):
        points += [(s * corner + random.gauss(0, 1e-3), lon + random.gauss(0, 1e-3)) for s in (-1, 1) for _ in range(40)]
    for k, (lat, lon) in enumerate(points):
        c = cell(lat, lon, k % 31)
        middle = c.to_lat_lng()
        edge = [n.to_token() for n in c.get_edge_neighbors()]
        around = sorted({n.id(): n.to_token() for n in c.get_all_neighbors(c.level()) if n.id() != c.id()}.items())
        yield (c.to_token(), "%.15g" % middle.lat().degrees, "%.15g" % middle.lng().degrees, " ".join(edge),
               " ".join(t for _, t in around))


write("geodesics.csv", geodesics(random.Random(1)))
write("destinations.csv", destinations(random.Random(2)))
write("cells.csv", cells(random.Random(3)))
write("relatives.csv", relatives(random.Random(4)))
