"""Archives of map tiles (PMTiles 3), written and read apart from the program: for tests and benchmarks."""

import gzip
import struct

LEAF_ENTRIES = 4_096
KINDS = {"none": 1, "gzip": 2}
# A layer of water all over a tile.
WATER = bytes.fromhex(
    "1a330a0577617465721216120200001803220e0900001a804000008040ff3f000f1a05636c61737322060a046c616b652880207802")


def tile_id(zoom, x, y):
    """The number of a tile, rows counted from the north."""
    position, side = 0, 1 << zoom >> 1
    while side:
        right, down = x & side > 0, y & side > 0
        position += side * side * ((3 * right) ^ down)
        if not down:
            if right:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        x, y = x & side - 1, y & side - 1
        side >>= 1
    return (4**zoom - 1) // 3 + position


def water(content):
    """A vector tile all of water, with bytes that nobody reads: in a layer "noise" of version 2, field 20."""
    layer = b"\x0a\x05noise\x78\x02\xa2\x01" + varint(len(content)) + content
    return WATER + b"\x1a" + varint(len(layer)) + layer


def write(path, tiles, lengths, box, zooms, metadata, packed="none"):
    """Writes an archive.

    tiles    the contents by rising number, one after the other: they may be many
    lengths  (number, bytes) of each, known before
    box      west, south, east, north in degrees
    packed   how the tiles are
    """
    entries, end = [], 0
    for number, length in lengths:
        entries.append((number, end, length, 1))
        end += length
    leaves, tops = b"", []
    for start in range(0, len(entries), LEAF_ENTRIES):
        leaf = directory(entries[start:start + LEAF_ENTRIES])
        tops.append((entries[start][0], len(leaves), len(leaf), 0))
        leaves += leaf
    parts = [directory(tops), gzip.compress(metadata.encode()), leaves]
    header, place = b"PMTiles\x03", 127
    for size in [*map(len, parts), end]:
        header += struct.pack("<QQ", place, size)
        place += size
    # Packed directories, vector tiles.
    header += bytes(24) + bytes([1, 2, KINDS[packed], 1, *zooms])
    header += struct.pack("<iiii", *(round(degrees * 1e7) for degrees in box)) + bytes(9)
    with open(path, "wb") as file:
        file.write(header + b"".join(parts))
        for tile in tiles:
            file.write(tile)


def directory(entries):
    """Packed, of (number, offset, length, run length)."""
    numbers = [entry[0] for entry in entries]
    columns = [[one - before for one, before in zip(numbers, [0, *numbers])], [entry[3] for entry in entries],
               [entry[2] for entry in entries], [entry[1] + 1 for entry in entries]]
    return gzip.compress(varint(len(entries)) + b"".join(varint(value) for column in columns for value in column), 6)


def varint(value):
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes(found) + bytes([value])


def read_directory(data):
    place = 0

    def number():
        nonlocal place
        value = shift = 0
        while True:
            value |= (data[place] & 127) << shift
            place, shift = place + 1, shift + 7
            if data[place - 1] < 128:
                return value
    count = number()
    numbers, last = [], 0
    for _ in range(count):
        last += number()
        numbers.append(last)
    runs, lengths = [number() for _ in range(count)], [number() for _ in range(count)]
    offsets = []
    for index in range(count):
        value = number()
        offsets.append(value - 1 if value else offsets[-1] + lengths[index - 1])
    return list(zip(numbers, offsets, lengths, runs))


class Archive:
    """An archive by its path."""

    def __init__(self, path):
        self.data = path.read_bytes()
        sections = struct.unpack("<8Q", self.data[8:72])
        self.root, self.leaves, self.tiles = sections[0:2], sections[4:6], sections[6:8]
        self.is_packed = self.data[97] == KINDS["gzip"]

    def directory(self, start, length):
        part = self.data[start:start + length]
        return read_directory(gzip.decompress(part) if self.is_packed else part)

    def entries(self, section=None):
        """Of each tile its number, where it is in the file, and its length."""
        for first, offset, length, run in self.directory(*(section or self.root)):
            if run:
                for number in range(first, first + run):
                    yield number, self.tiles[0] + offset, length
            else:
                yield from self.entries((self.leaves[0] + offset, length))
