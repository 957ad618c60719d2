"""`cairn basemap get` against a real nginx that has an archive of 200 MB: how much it loads, and what it does with breaks."""

import bisect
import gzip
import os
import random
import re
import struct
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from conftest import ALL, BINARY, ENVIRONMENT, PATIENCE, SEED
from test_proxies import free_port, program

pytestmark = pytest.mark.skipif(os.environ.get(ALL) != "1", reason=f"writes and loads some hundred megabytes: {ALL}=1")

# Every tile of the zooms 0 to 8.
TILES = (4**9 - 1) // 3
# From Brazil to Japan.
BOX = "-120,-60,120,80"
LEAF_ENTRIES = 4096
# Of one request, and how many run at the same time.
MAX_PIECE, MAX_REQUESTS = 4 << 20, 4


def varint(value):
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes(found) + bytes([value])


def directory(entries):
    """Packed, of (id, offset, length, run length)."""
    ids = [entry[0] for entry in entries]
    columns = [[one - before for one, before in zip(ids, [0, *ids])], [entry[3] for entry in entries],
               [entry[2] for entry in entries], [entry[1] + 1 for entry in entries]]
    return gzip.compress(varint(len(entries)) + b"".join(varint(value) for column in columns for value in column), 6)


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
    ids, last = [], 0
    for _ in range(count):
        last += number()
        ids.append(last)
    runs, lengths = [number() for _ in range(count)], [number() for _ in range(count)]
    offsets = []
    for index in range(count):
        value = number()
        offsets.append(value - 1 if value else offsets[-1] + lengths[index - 1])
    return list(zip(ids, offsets, lengths, runs))


class Archive:
    """An archive by its path: its tiles as (id, offset in the file, length)."""

    def __init__(self, path):
        self.data = path.read_bytes()
        sections = struct.unpack("<8Q", self.data[8:72])
        self.root, self.leaves, self.tiles = sections[0:2], sections[4:6], sections[6:8]
        self.is_packed = self.data[97] == 2

    def directory(self, start, length):
        part = self.data[start:start + length]
        return read_directory(gzip.decompress(part) if self.is_packed else part)

    def entries(self, section=None):
        for one, offset, length, run in self.directory(*(section or self.root)):
            if run:
                for number in range(one, one + run):
                    yield number, self.tiles[0] + offset, length
            else:
                yield from self.entries((self.leaves[0] + offset, length))


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """The archive, and where each of its tiles begins."""
    dice = random.Random(os.environ[SEED])
    path = tmp_path_factory.mktemp("maps") / "world.pmtiles"
    lengths = [dice.randrange(500, 4200) for _ in range(TILES)]
    starts, end = [], 0
    for length in lengths:
        starts.append(end)
        end += length
    assert end > 190_000_000
    entries = [(number, starts[number], lengths[number], 1) for number in range(TILES)]
    leaves, tops = b"", []
    for start in range(0, TILES, LEAF_ENTRIES):
        leaf = directory(entries[start:start + LEAF_ENTRIES])
        tops.append((start, len(leaves), len(leaf), 0))
        leaves += leaf
    root, metadata = directory(tops), gzip.compress(b'{"attribution": "Test"}')
    place, header = 127, b"PMTiles\x03"
    for size in [len(root), len(metadata), len(leaves), end]:
        header += struct.pack("<QQ", place, size)
        place += size
    # Packed directories, tiles as they are, vector tiles.
    header += bytes(24) + bytes([1, 2, 1, 1, 0, 8])
    header += struct.pack("<iiii", -1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000) + bytes(9)
    pool = dice.randbytes(1 << 20)
    with open(path, "wb") as file:
        file.write(header + root + metadata + leaves)
        for number, length in enumerate(lengths):
            begin = dice.randrange(len(pool) - length)
            file.write(b"tile" + struct.pack(">I", number) + pool[begin:begin + length - 8])
    return path


class Server:
    """nginx with the archive: as fast as it can, slowly, and without ranges."""

    def __init__(self, folder, maps):
        self.log, self.port = folder / "access.log", free_port()
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        (folder / "main.conf").write_text(f"""
            pid {folder}/pid; error_log {folder}/error.log; daemon off; master_process off; events {{}}
            http {{
                {temporary} log_format plain '$connection $body_bytes_sent $request_uri';
                access_log {self.log} plain;
                server {{
                    listen 127.0.0.1:{self.port};
                    location /fast/ {{ alias {maps}/; }}
                    location /slow/ {{ alias {maps}/; limit_rate 6m; }}
                    location /whole/ {{ alias {maps}/; max_ranges 0; }}
                }}
            }}""")
        self.process = subprocess.Popen(
            [program("nginx"), "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "main.conf")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.answers_now():
            assert self.process.poll() is None, "nginx has ended"
            time.sleep(0.05)

    def address(self, way):
        return f"http://127.0.0.1:{self.port}/{way}/world.pmtiles"

    def answers_now(self):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/marker")
        except urllib.error.HTTPError:
            return True
        except urllib.error.URLError:
            return False

    def lines(self):
        """The number of the connection, the bytes that were sent, and the path of each answer that has ended."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [(int(number), int(size), path) for number, size, path in map(str.split, lines)]

    def markers(self):
        return [number for number, _, path in self.lines() if path == "/marker"]

    def marker(self):
        """The number of a connection: those that begin later have higher ones. What ended before is in the log."""
        before = len(self.markers())
        assert self.answers_now()
        while len(self.markers()) == before:
            time.sleep(0.01)
        return max(self.markers())

    def answers(self, after):
        """The bytes of each answer by connections after a marker."""
        self.marker()
        return [size for number, size, path in self.lines() if number > after and path != "/marker"]


@pytest.fixture
def server(tmp_path, original):
    folder = tmp_path / "nginx"
    folder.mkdir()
    server = Server(folder, original.parent)
    yield server
    server.process.terminate()
    server.process.wait()


@pytest.fixture
def get(tmp_path, server):
    """Begins to load the region."""
    def begin(way):
        return subprocess.Popen(
            [BINARY, "basemap", "get", f"--bbox={BOX}", "--from", server.address(way), "--yes", "--data", str(tmp_path / "data")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**ENVIRONMENT, "CAIRN_BASEMAP_HOSTS": f"127.0.0.1:{server.port}"})
    return begin


def wait_for_half(folder, process):
    """Until more than half of the map's bytes are on the disk; returns how many."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        for part in folder.glob("basemaps/.*.part"):
            status = part.stat()
            if status.st_blocks * 512 > status.st_size / 2:
                return status.st_blocks * 512
        time.sleep(0.01)
    raise AssertionError("nothing is loaded")


def assert_whole(folder, original):
    """Each tile of the one map there is is that of the archive; returns their bytes and number."""
    [path] = folder.glob("basemaps/*.pmtiles")
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    map_, source = Archive(path), Archive(original)
    known = sorted(source.entries())
    numbers = [number for number, _, _ in known]
    count = 0
    for number, start, length in map_.entries():
        _, there, size = known[bisect.bisect_left(numbers, number)]
        assert map_.data[start:start + length] == source.data[there:there + size], number
        count += 1
    # The middle of the box in each zoom, at least.
    assert count > 20_000
    return map_.tiles[1], count


def finish(process):
    out, err = process.communicate(timeout=PATIENCE / 1000)
    return process.returncode, out, err


def test_a_region_costs_little_more_than_its_tiles(server, get, tmp_path, original):
    before = server.marker()
    code, out, err = finish(get("fast"))
    assert code == 0, err
    assert re.search(r"zoom 0–8, about \d+(\.\d)? MB", out)
    size, count = assert_whole(tmp_path / "data", original)
    answers = server.answers(before)
    assert sum(answers) <= 1.3 * size
    # Some dozens of pieces of up to 4 MB, and the directories.
    assert len(answers) <= 120 < count


def test_a_kill_in_the_middle_costs_no_more_than_what_was_under_way(server, get, tmp_path, original):
    process = get("slow")
    there = wait_for_half(tmp_path / "data", process)
    process.kill()
    process.communicate()
    assert not list(tmp_path.glob("data/basemaps/*.pmtiles"))
    again = server.marker()
    code, _, err = finish(get("slow"))
    assert code == 0, err
    size, _ = assert_whole(tmp_path / "data", original)
    # What was being loaded when it was killed is not listed yet.
    missing = size - there + MAX_REQUESTS * MAX_PIECE
    assert sum(server.answers(again)) <= 1.3 * missing < size


def test_a_file_that_changes_is_noticed_and_loaded_anew(server, get, tmp_path, original):
    process = get("slow")
    wait_for_half(tmp_path / "data", process)
    # nginx makes the entity tag of the time and the size.
    changed = original.stat().st_mtime + 60
    os.utime(original, (changed, changed))
    code, _, err = finish(process)
    assert code == 69 and "the file at the server changed meanwhile: begin again" in err
    assert not list(tmp_path.glob("data/basemaps/*.pmtiles"))
    again = server.marker()
    code, _, err = finish(get("slow"))
    assert code == 0, err
    size, _ = assert_whole(tmp_path / "data", original)
    # Nothing of the old file is in it.
    assert sum(server.answers(again)) >= size


def test_a_server_without_ranges_is_refused_in_words_before_it_sends_everything(server, get, tmp_path, original):
    before = server.marker()
    code, _, err = finish(get("whole"))
    assert code == 69 and "the server sends whole files only" in err
    assert not list(tmp_path.glob("data/basemaps/*.pmtiles"))
    while not (sent := server.answers(before)):
        time.sleep(0.05)
    assert sum(sent) < original.stat().st_size / 10
