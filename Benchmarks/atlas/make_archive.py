"""Makes a map of 200 MB around Tampere, the same tiles as PMTiles and as MBTiles. Usage: make_archive.py FOLDER"""
import gzip
import math
import os
import sqlite3
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "Tests/Browser"))
import pmtiles

BOX = WEST, SOUTH, EAST, NORTH = 23.2, 61.25, 24.4, 61.75


def tiles():
    for zoom in range(16):
        count = 2 ** zoom

        def row(latitude):
            return int((0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)) * count)
        for x in range(int((WEST / 360 + 0.5) * count), int((EAST / 360 + 0.5) * count) + 1):
            for y in range(row(NORTH), row(SOUTH) + 1):
                yield pmtiles.tile_id(zoom, x, y), zoom, x, y


folder = sys.argv[1]
base = sqlite3.connect(f"{folder}/big.mbtiles")
base.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
contents = []
for number, zoom, x, y in sorted(tiles()):
    content = gzip.compress(pmtiles.water(os.urandom(10_000 + number * 7 % 6_000)), 1)
    base.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, x, 2 ** zoom - 1 - y, content))
    contents.append((number, content))
base.execute("CREATE UNIQUE INDEX tile ON tiles (zoom_level, tile_column, tile_row)")
base.commit()
pmtiles.write(
    f"{folder}/big.pmtiles", (content for _, content in contents), [(number, len(content)) for number, content in contents],
    BOX, (0, 15), '{"vector_layers": [{"id": "water"}], "attribution": "Made"}', packed="gzip")
