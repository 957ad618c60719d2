"""An administrator adds a map: in parts with scripts, as one form without."""
import gzip
import re
import struct

import pytest
from playwright.sync_api import expect

from conftest import sign_in
from keeper import appoint_keeper
from touch import hand


def archive():
    """A map of one tile, which is larger than one part of an upload."""
    tile = b"\x1a\x02\x08\x00"
    entry = bytes([1, 0, 1, len(tile), 1])
    metadata = gzip.compress(b'{"vector_layers": [{"id": "water"}], "attribution": "\xc2\xa9 Test"}')
    root = gzip.compress(entry)
    offset, header = 127, b"PMTiles\x03"
    for part in (root, metadata, b"", tile):
        header += struct.pack("<QQ", offset, len(part))
        offset += len(part)
    header += bytes(24) + bytes([1, 2, 1, 1, 0, 0])
    header += struct.pack("<iiii", 237_000_000, 614_000_000, 239_000_000, 616_000_000) + bytes(9)
    return header + root + metadata + tile + bytes(9 << 20)


@pytest.fixture
def keeper(visitor, site):
    appoint_keeper(site)

    def begin(*arguments):
        page = visitor(*arguments)
        sign_in(page, "keeper", "/admin/basemaps")
        return page
    return begin


def choose(page, name, data):
    page.get_by_label("File").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})
    page.get_by_role("button", name="Add it").click()


def remove(page, name):
    page.get_by_role("button", name=f"Remove {name}").click()
    page.get_by_text(f"{name} is off the map.").wait_for()


def test_a_map_is_sent_in_parts_over_a_bad_connection(keeper):
    page, lost = keeper("phone"), []

    def lose(route):
        # The first time each part is sent, it is lost.
        if len(lost) in (0, 2):
            lost.append("lost")
            return route.abort("internetdisconnected")
        lost.append("sent")
        return route.continue_()
    page.route("**/admin/basemaps/upload/part", lose)
    choose(page, "my town.pmtiles", archive())
    page.get_by_text("my-town.pmtiles").wait_for()
    assert lost == ["lost", "sent", "lost", "sent"]
    remove(page, "my-town.pmtiles")
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("It’s back.").wait_for()
    remove(page, "my-town.pmtiles")


def test_what_is_no_map_is_told_beside_the_button(keeper):
    page = keeper("desktop", "dark")
    choose(page, "notes.txt", b"hello")
    page.get_by_role("alert").get_by_text("notes.txt can’t be used").wait_for()
    choose(page, "town.pmtiles", b"PMTiles")
    page.get_by_role("alert").get_by_text("it is no PMTiles file").wait_for()


def test_a_map_is_added_without_scripts(keeper):
    page = keeper("phone", "light", False)
    choose(page, "town.pmtiles", archive())
    page.get_by_text("town.pmtiles is on the map.").wait_for()
    remove(page, "town.pmtiles")


EDGES = ["West", "South", "East", "North"]


def edges(page):
    return [page.get_by_label(name, exact=True).input_value() for name in EDGES]


def drag(page, start, end):
    """From one point of the map to another, as shares of its width and height."""
    box = page.locator("[data-region-box]").bounding_box()
    (left, top), (right, bottom) = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in [start, end]]
    held = hand(page)
    held.move(left, top)
    held.down()
    held.move((left + right) / 2, top, steps=3)
    held.move(right, bottom, steps=3)
    held.up()


def wait_for_frame(page, left, top, right, bottom):
    """The rectangle's edges in the map, as shares of its width and height."""
    page.wait_for_function(
        """wanted => { const [map, frame] = [".map", "[data-region-frame]"].map(
                one => document.querySelector(`[data-region-box] ${one}`).getBoundingClientRect());
            const found = [(frame.left - map.left) / map.width, (frame.top - map.top) / map.height,
                (frame.right - map.left) / map.width, (frame.bottom - map.top) / map.height];
            return found.every((share, index) => Math.abs(share - wanted[index]) < 0.02); }""",
        arg=[left, top, right, bottom])


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_rectangle_is_drawn_and_stays_on_its_ground(keeper, size):
    page = keeper(size)
    page.get_by_label("Place", exact=True).fill("Tampere")
    page.get_by_role("button", name="Draw it").click()
    # Not below the bar of a phone.
    page.locator("[data-region-box]").evaluate("box => box.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.get_by_text("Drag from one corner to the other.").wait_for()
    drag(page, (0.7, 0.8), (0.3, 0.4))
    wait_for_frame(page, 0.3, 0.4, 0.7, 0.8)
    west, south, east, north = [float(value) for value in edges(page)]
    assert west < east and south < north
    # The place that was typed before does not count any more.
    assert page.get_by_label("Place", exact=True).input_value() == ""
    # The sizes to choose from are written alike.
    expect(page.locator("[data-region-words]")).to_have_text(re.compile(r"^\d+(\.\d)? × \d+(\.\d)? km$"))
    # Now the map is moved again, and the rectangle with it.
    drag(page, (0.5, 0.5), (0.7, 0.6))
    wait_for_frame(page, 0.5, 0.5, 0.9, 0.9)
    assert [float(value) for value in edges(page)] == [west, south, east, north]
    page.get_by_label("Place", exact=True).fill("Oulu")
    assert edges(page) == ["", "", "", ""]
    expect(page.locator("[data-region-frame]")).to_be_hidden()


def test_edges_that_are_typed_lead_the_map_to_them(keeper):
    page = keeper("desktop", "dark")
    page.get_by_label("Place", exact=True).fill("Oulu")
    # Outside of the world there is nothing to draw.
    for name, degrees in zip(EDGES, ["23.6", "61.4", "24.0", "95"]):
        page.get_by_label(name, exact=True).fill(degrees)
    expect(page.locator("[data-region-frame]")).to_be_hidden()
    for name, degrees in zip(EDGES, ["23.6", "61.4", "24.0", "61.6"]):
        page.get_by_label(name, exact=True).fill(degrees)
    page.get_by_label("North", exact=True).blur()
    # The place that was typed before does not count any more.
    expect(page.get_by_label("Place", exact=True)).to_have_value("")
    page.get_by_text("21 × 22 km", exact=True).wait_for()
    page.wait_for_function(
        """() => { const [map, frame] = [".map", "[data-region-frame]"].map(
                one => document.querySelector(`[data-region-box] ${one}`).getBoundingClientRect());
            return frame.width > 50 && frame.left > map.left && frame.right < map.right
                && frame.top > map.top && frame.bottom < map.bottom; }""")


def test_a_rectangle_is_typed_without_scripts(keeper):
    page = keeper("phone", "light", False)
    expect(page.locator("[data-region-box]")).to_be_hidden()
    for name, degrees in zip(EDGES, ["24.0", "61.4", "23.6", "61.6"]):
        page.get_by_label(name, exact=True).fill(degrees)
    page.get_by_role("button", name="See how large it is").click()
    page.locator("#edges-error").get_by_text("west before east and south before north").wait_for()
    assert edges(page) == ["24.0", "61.4", "23.6", "61.6"]
