"""Maps of a region, by `cairn basemap get` and by the form of administrators: a site has streets within seconds, and a real nginx
with an archive of 200 MB tells what it costs and what breaks do to it."""

import bisect
import gzip
import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect

import pmtiles
from client import Client, run
from conftest import ALL, BINARY, PATIENCE, ROOT, SEED, Site, appoint_keeper, demo_site, sign_in, visitors

large = pytest.mark.skipif(os.environ.get(ALL) != "1", reason=f"writes and loads some hundred megabytes: {ALL}=1")

# Every tile of the zooms 0 to 8.
TILES = (4**9 - 1) // 3
# From Brazil to Japan.
BOX = "-120,-60,120,80"
# Of one request, and how many run at the same time.
MAX_PIECE, MAX_REQUESTS = 4 << 20, 4


@pytest.fixture
def helsinki(tmp_path):
    """A server of the map of Helsinki as an archive, by its port."""
    source = sqlite3.connect(f"file:{ROOT}/Public/basemap/helsinki.mbtiles?mode=ro", uri=True)
    tiles = sorted(
        (pmtiles.tile_id(zoom, x, 2**zoom - 1 - row), bytes(data)) for zoom, x, row, data in
        source.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles"))
    assert all(tile.startswith(gzip.compress(b"")[:2]) for _, tile in tiles)
    facts = dict(source.execute("SELECT name, value FROM metadata"))
    pmtiles.write(
        tmp_path / "world.pmtiles", [tile for _, tile in tiles], [(number, len(tile)) for number, tile in tiles],
        [float(edge) for edge in facts["bounds"].split(",")], (int(facts["minzoom"]), int(facts["maxzoom"])), facts["json"],
        packed="gzip")
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "Tests/TestTools/range_server.py"), str(tmp_path / "world.pmtiles")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield int(process.stdout.readline())
    process.communicate()


def test_a_new_site_has_streets_by_one_command(tmp_path, helsinki):
    data = str(tmp_path / "data")
    site = Site(data)
    try:
        visitor, middle = Client(site.url), "/atlas/14/9326/4742.svg"
        status, paper = visitor.open(middle)
        assert status == 200
        begun = subprocess.run(
            [BINARY, "basemap", "get", "Helsinki", "--from", f"http://127.0.0.1:{helsinki}/good", "--yes", "--data", data,
             "--public", str(ROOT / "Public")],
            capture_output=True, text=True, env={**os.environ, "CAIRN_BASEMAP_HOSTS": f"127.0.0.1:{helsinki}"})
        assert begun.returncode == 0, begun.stderr
        lines = begun.stdout.splitlines()
        assert re.fullmatch(r"Helsinki, Finland: 1\.0 × 1\.6 km around 60\.17, 24\.94, zoom 0–14, about \d+ kB", lines[0]), lines
        assert lines[1] == "  0 %, 0.0 of 0.2 MB" and lines[-2].startswith("100 %"), lines
        assert lines[-1] == "added helsinki.pmtiles: a running server has it within ten seconds"
        until = time.monotonic() + PATIENCE / 1000
        while len(visitor.open(f"{middle}?{time.monotonic()}")[1]) < 3 * len(paper):
            assert time.monotonic() < until, "no streets"
            time.sleep(0.1)
    finally:
        site.kill()


@pytest.fixture
def town(chromium, helsinki):
    """Opens pages of a site that gets its maps from the server of the test."""
    environment = {"CAIRN_BASEMAP_URL": f"http://127.0.0.1:{helsinki}/good", "CAIRN_BASEMAP_HOSTS": f"127.0.0.1:{helsinki}"}
    for site in demo_site(environment=environment):
        appoint_keeper(site)
        yield from visitors(chromium, site)


@pytest.mark.parametrize("size, scripts", [("phone", True), ("desktop", False)])
def test_an_administrator_gets_a_map_by_the_form(town, size, scripts):
    page = town(size, scripts=scripts)
    sign_in(page, "keeper", "/admin/basemaps")
    maps = page.get_by_role("region", name="Maps", exact=True)
    expect(maps.get_by_role("listitem")).to_have_count(1)
    page.get_by_label("Place").fill("Helsinki")
    page.get_by_role("button", name="See how large it is").click()
    expect(page.get_by_text("Helsinki, Finland: 1.0 × 1.6 km around 60.17, 24.94, zoom 0–14, about")).to_be_in_viewport()
    page.get_by_role("button", name="Get this map").click()
    # With scripts it is told by itself, however long it took. The list may have the map a moment earlier.
    until = time.monotonic() + PATIENCE / 1000
    told = page.get_by_text("Helsinki, Finland is on the map.")
    while not scripts and not told.is_visible():
        assert time.monotonic() < until
        page.goto("/admin/basemaps")
    expect(told).to_be_visible()
    expect(maps.get_by_role("listitem")).to_have_count(2)
    # Where both are as detailed, the names decide.
    expect(maps.get_by_role("listitem").first).to_contain_text("helsinki.mbtiles")
    page.get_by_role("button", name="Move helsinki.pmtiles up").click()
    expect(maps.get_by_role("listitem").first).to_contain_text("helsinki.pmtiles")
    page.get_by_role("button", name="Remove helsinki.pmtiles").click()
    expect(maps.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(maps.get_by_role("listitem").first).to_contain_text("helsinki.pmtiles")


def test_what_fails_is_told_and_tried_again(chromium, helsinki):
    environment = {"CAIRN_BASEMAP_URL": f"http://127.0.0.1:{helsinki}/later", "CAIRN_BASEMAP_HOSTS": f"127.0.0.1:{helsinki}"}
    for site in demo_site(environment=environment):
        appoint_keeper(site)
        for open_page in visitors(chromium, site):
            page = open_page("phone")
            sign_in(page, "keeper", "/admin/basemaps")
            page.get_by_label("Place").fill("Helsinki")
            page.get_by_role("button", name="See how large it is").click()
            page.get_by_role("button", name="Get this map").click()
            expect(page.get_by_text("Helsinki, Finland: the server refuses (status 404).")).to_be_visible()
            page.get_by_role("button", name="Try again").click()
            expect(page.get_by_text("Helsinki, Finland is on the map.")).to_be_visible()
            expect(page.get_by_role("region", name="Maps", exact=True).get_by_role("listitem")).to_have_count(2)


@pytest.mark.parametrize("arguments, code, words", [
    (["Atlantis Nowhere"], 64, "no place is called Atlantis Nowhere"),
    ([], 64, "name a place, such as"),
    (["--bbox", "1,2,3"], 64, "give west,south,east,north in degrees"),
    (["Helsinki", "--km", "0"], 64, "--km 0.0: give 1 to 500"),
    (["Helsinki", "--zoom", "16"], 64, "--zoom 16: give 0 to 15"),
    (["Helsinki", "--from", "http://192.168.1.1/x.pmtiles"], 64, "name its host and port in CAIRN_BASEMAP_HOSTS"),
    (["Tampere", "--from", "http://127.0.0.1:PORT/good"], 65, "no map of Tampere, Finland: the file at the server cannot be used"),
    (["Helsinki", "--from", "http://127.0.0.1:PORT/whole"], 69, "the server sends whole files only"),
    (["Helsinki", "--from", "http://127.0.0.1:PORT/missing"], 69, "the server refuses (status 404)"),
])
def test_what_does_not_go_is_told_in_one_line(tmp_path, helsinki, arguments, code, words):
    result = subprocess.run(
        [BINARY, "basemap", "get", *(part.replace("PORT", str(helsinki)) for part in arguments), "--yes", "--data",
         str(tmp_path / "data"), "--public", str(ROOT / "Public")],
        capture_output=True, text=True, env={**os.environ, "CAIRN_BASEMAP_HOSTS": f"127.0.0.1:{helsinki}"})
    assert result.returncode == code, result.stderr
    assert words in result.stderr and result.stderr.count("\n") == 1, result.stderr
    assert not list(tmp_path.glob("data/basemaps/*"))


def test_what_a_map_says_of_itself_is_one_plain_line(tmp_path):
    tile = pmtiles.water(b"")
    pmtiles.write(
        tmp_path / "a.pmtiles", [tile], [(0, len(tile))], (-180, -85, 180, 85), (0, 0),
        r'{"vector_layers": [{"id": "\u001b[2Jstars\n\r"}]}')
    code, _, err = run("basemap", "add", str(tmp_path / "a.pmtiles"), "--data", str(tmp_path / "data"))
    assert code == 65 and "its layers ( [2Jstars" in err
    assert err.removesuffix("\n").isprintable(), err


def test_a_map_is_made_of_an_extract_of_openstreetmap(tmp_path):
    (tmp_path / "here").symlink_to(ROOT)
    # Both folders by relative paths, one through a link.
    for _ in range(2):
        result = subprocess.run(
            [BINARY, "basemap", "add", "here/Tests/Fixtures/town.osm.pbf", "--data", "data", "--public", "here/Public"],
            cwd=tmp_path, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        *progress, added = result.stdout.splitlines()
        assert progress[-1] == "100 %, tile 13 of 13", progress
        assert added.startswith("added town.mbtiles: zoom 2 to 14, 61.00, 24.99 to 61.00, 25.01, OpenMapTiles, © OpenStreetMap")
        assert [file.name for file in (tmp_path / "data/basemaps").iterdir()] == ["town.mbtiles"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has more rights than the owner of the data folder")
def test_root_makes_a_map_in_a_folder_of_somebody_else():
    # Where everybody may read, other than in the folders of tests.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        folder = Path(folder)
        extract, public, data = folder / "town.osm.pbf", folder / "Public", folder / "data"
        shutil.copy(ROOT / "Tests/Fixtures/town.osm.pbf", extract)
        shutil.copytree(ROOT / "Public", public)
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
        data.mkdir(mode=0o700)
        os.chown(data, 65534, 65534)
        command = ["basemap", "add", str(extract), "--data", str(data), "--public", str(public)]
        code, _, err = run(*command)
        assert code == 0, err
        assert (data / "basemaps/town.mbtiles").stat().st_uid == 65534
        extract.chmod(0o600)
        code, _, err = run(*command)
        assert code == 65 and f"{extract} cannot be used: it cannot be read" in err, err


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """An archive of 200 MB: each tile has its number and bytes that do not pack."""
    dice = random.Random(os.environ[SEED])
    path = tmp_path_factory.mktemp("maps") / "world.pmtiles"
    pool, sizes = dice.randbytes(1 << 20), [dice.randrange(500, 4200) for _ in range(TILES)]

    def tile(number):
        begin = dice.randrange(len(pool) - sizes[number])
        return pmtiles.water(number.to_bytes(4) + pool[begin:begin + sizes[number]])
    lengths = [(number, len(pmtiles.water(bytes(4 + size)))) for number, size in enumerate(sizes)]
    pmtiles.write(
        path, (tile(number) for number in range(TILES)), lengths, (-180, -85, 180, 85), (0, 8), '{"attribution": "Test"}')
    assert path.stat().st_size > 190_000_000
    return path


class Server:
    """nginx with the archive: as fast as it can, slowly, and without ranges."""

    def __init__(self, folder, maps):
        self.log = folder / "access.log"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
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
            ["/usr/sbin/nginx", "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "main.conf")],
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
            env={**os.environ, "CAIRN_BASEMAP_HOSTS": f"127.0.0.1:{server.port}"})
    return begin


def wait_for_half(folder, process):
    """Until more than half of the map's bytes are on the disk; returns how many."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        for part in folder.glob("basemaps/.part-*"):
            status = part.stat()
            if status.st_blocks * 512 > status.st_size / 2:
                return status.st_blocks * 512
        time.sleep(0.01)
    raise AssertionError("nothing is loaded")


def assert_whole(folder, original):
    """Each tile of the one map there is is that of the archive; returns their bytes and number."""
    [path] = folder.glob("basemaps/[!.]*")
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    map_, source = pmtiles.Archive(path), pmtiles.Archive(original)
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


@large
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


@large
def test_a_kill_in_the_middle_costs_no_more_than_what_was_under_way(server, get, tmp_path, original):
    process = get("slow")
    there = wait_for_half(tmp_path / "data", process)
    process.kill()
    process.communicate()
    assert not list(tmp_path.glob("data/basemaps/[!.]*"))
    again = server.marker()
    code, _, err = finish(get("slow"))
    assert code == 0, err
    size, _ = assert_whole(tmp_path / "data", original)
    # What was being loaded when it was killed is not listed yet.
    missing = size - there + MAX_REQUESTS * MAX_PIECE
    assert sum(server.answers(again)) <= 1.3 * missing < size


@large
def test_a_file_that_changes_is_noticed_and_loaded_anew(server, get, tmp_path, original):
    process = get("slow")
    wait_for_half(tmp_path / "data", process)
    # nginx makes the entity tag of the time and the size.
    changed = original.stat().st_mtime + 60
    os.utime(original, (changed, changed))
    code, _, err = finish(process)
    assert code == 69 and "the file at the server changed meanwhile: begin again" in err
    assert not list(tmp_path.glob("data/basemaps/[!.]*"))
    again = server.marker()
    code, _, err = finish(get("slow"))
    assert code == 0, err
    size, _ = assert_whole(tmp_path / "data", original)
    # Nothing of the old file is in it.
    assert sum(server.answers(again)) >= size


@large
def test_a_server_without_ranges_is_refused_in_words_before_it_sends_everything(server, get, tmp_path, original):
    before = server.marker()
    code, _, err = finish(get("whole"))
    assert code == 69 and "the server sends whole files only" in err
    assert not list(tmp_path.glob("data/basemaps/[!.]*"))
    while not (sent := server.answers(before)):
        time.sleep(0.05)
    assert sum(sent) < original.stat().st_size / 10
