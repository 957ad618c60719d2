"""An administrator adds a map from a file: in parts with scripts, as one form without."""

import functools
import pathlib

import pytest
from playwright.sync_api import expect

import pmtiles

PARTS = "**/admin/basemaps/uploads/part"


@pytest.fixture
def town(tmp_path):
    """A map of two parts: nothing reads what follows its tile."""
    path, tile = tmp_path / "my town.pmtiles", pmtiles.water(b"")
    pmtiles.write(path, [tile], [(0, len(tile))], (23.7, 61.4, 23.9, 61.6), (0, 0), '{"attribution": "Test"}')
    with open(path, "ab") as file:
        file.write(bytes(9 << 20))
    return path


@pytest.fixture
def maps(keeper):
    """Opens the page about the maps of the site."""
    return functools.partial(keeper, "/admin/basemaps")


def choose(page, file, hint="at most 4 GB. Choose it, or drop it on this page."):
    # Told by the script that sends it.
    expect(page.get_by_text(hint)).to_be_visible()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Add it").click()


def test_a_map_is_sent_in_parts_over_a_bad_connection(maps, town):
    page, lost = maps("phone"), []

    def lose(route):
        # Each part is lost once.
        lost.append(len(lost) % 2 == 0)
        return route.abort("internetdisconnected") if lost[-1] else route.continue_()
    page.route(PARTS, lose)
    choose(page, town)
    expect(page.get_by_text("my-town.pmtiles is on the map.")).to_be_visible()
    assert lost == [True, False, True, False]
    listed = page.get_by_role("region", name="Maps", exact=True)
    expect(listed.get_by_role("listitem")).to_have_count(2)


def test_what_was_stopped_goes_on_with_the_same_file(maps, town):
    page = maps("desktop")
    parts = []

    def hold(route):
        # The second part stays on its way.
        parts.append(route.request)
        if len(parts) == 1:
            route.continue_()
    page.route(PARTS, hold)
    choose(page, town)
    expect(page.get_by_text("Sending … 88 %")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Stopped. Choose the same file again, and it goes on.")).to_be_visible()
    page.unroute(PARTS)
    page.on("request", lambda request: request.url.endswith("/uploads/part") and parts.append(request))
    page.goto("/admin/basemaps")
    expect(page.get_by_text("Incomplete: 8.4 MB of 9.4 MB were sent.")).to_be_visible()
    choose(page, town)
    expect(page.get_by_text("my-town.pmtiles is on the map.")).to_be_visible()
    # The first part was not sent again.
    assert len(parts) == 3
    expect(page.get_by_text("Incomplete")).to_have_count(0)


def test_what_is_deleted_meanwhile_is_sent_from_the_beginning(maps, town):
    page, held = maps("phone"), []

    def hold(route):
        held.append(route)
        if len(held) != 2:
            route.continue_()
    page.route(PARTS, hold)
    choose(page, town)
    expect(page.get_by_text("Sending … 88 %")).to_be_visible()
    other = page.context.new_page()
    other.goto("/admin/basemaps")
    other.get_by_role("button", name="Delete what was sent of my-town.pmtiles").click()
    expect(other.get_by_text("What was there of my-town.pmtiles is deleted.")).to_be_visible()
    held[1].continue_()
    expect(page.get_by_text("my-town.pmtiles is on the map.")).to_be_visible()
    assert len(held) == 4


DROP = """([name, names]) => {
    const files = new DataTransfer();
    for (const one of names) files.items.add(new File(["hello"], one));
    document.querySelector("h1").dispatchEvent(
        new DragEvent(name, { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def test_a_file_is_dropped_on_the_page_and_what_is_no_map_is_told(maps):
    page = maps("desktop", "dark")
    form = page.locator("form", has=page.get_by_label("File"))
    # The script that takes what is dropped has come.
    expect(page.get_by_text("drop it on this page")).to_be_visible()
    page.evaluate(DROP, ["dragover", ["notes.txt"]])
    expect(form).to_have_class("card form is-over")
    page.evaluate(DROP, ["drop", ["a.txt", "b.txt"]])
    expect(form).to_have_class("card form")
    expect(page.get_by_role("alert")).to_have_text("One file at a time.")
    page.evaluate(DROP, ["drop", ["notes.txt"]])
    expect(page.get_by_role("alert")).to_have_text(
        "notes.txt can’t be used: its name does not end in .mbtiles, .pmtiles or .osm.pbf.")
    page.evaluate(DROP, ["drop", ["town.pmtiles"]])
    expect(page.get_by_role("alert")).to_contain_text("town.pmtiles can’t be used: ")
    expect(page.get_by_label("File")).to_have_attribute("aria-invalid", "true")


def test_an_empty_file_is_told_at_the_field(maps, tmp_path):
    page = maps("phone")
    (tmp_path / "a.pmtiles").touch()
    choose(page, tmp_path / "a.pmtiles")
    expect(page.get_by_role("alert")).to_have_text("a.pmtiles is empty.")
    expect(page.get_by_label("File")).to_be_focused()


def test_an_upload_goes_on_while_another_page_is_looked_at(maps, town):
    page, held = maps("desktop"), []

    def hold(route):
        held.append(route)
        if len(held) > 1:
            route.continue_()
    page.route(PARTS, hold)
    choose(page, town)
    expect(page.get_by_text("Sending … 0 %")).to_be_visible()
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("heading", name="Audit log")).to_be_visible()
    page.get_by_role("link", name="Maps", exact=True).click()
    expect(page.get_by_role("button", name="Add it")).to_be_disabled()
    held[0].continue_()
    expect(page.get_by_text("my-town.pmtiles is on the map.")).to_be_visible()


def test_a_map_is_added_without_scripts(maps, town):
    page = maps("phone", "light", False)
    choose(page, town, "at most 1 GB.")
    expect(page.get_by_text("my-town.pmtiles is on the map.")).to_be_visible()


@pytest.mark.parametrize("scripted", [True, False])
def test_a_map_is_made_of_an_extract(maps, scripted):
    page = maps("phone", "light", scripted)
    town = pathlib.Path(__file__).parents[1] / "Fixtures" / "town.osm.pbf"
    choose(page, town, *([] if scripted else ["at most 1 GB."]))
    told, listed = page.get_by_role("region", name="A new map"), page.get_by_role("region", name="Maps", exact=True)
    expect(told).to_contain_text("town.mbtiles")
    expect(told).to_be_in_viewport()
    if not scripted:
        while told.get_by_role("link", name="Check again").is_visible():
            told.get_by_role("link", name="Check again").click()
    expect(told).to_contain_text("town.mbtiles is on the map.")
    # The list as well, where the map was made after the page had come.
    expect(listed.get_by_role("listitem").filter(has_text="town.mbtiles")).to_be_visible()
