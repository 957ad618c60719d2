"""The form that leaves a relic: chosen by Drop, a file that is kept, a place on the map, and a form without scripts."""

import re

import pytest
from playwright.sync_api import expect

from conftest import ROOT, SHARED, answered, sign_in

ROME = SHARED / "data/photos/iphone4_gps_rome.jpg"
PICTURE = ROOT / "Public/icons/icon-192.png"
LEFT = re.compile(r"/relics/(?!new)[^/?]+$")


def degrees(page):
    return [float(page.locator(f"#{name}").input_value()) for name in ["lat", "lon"]]


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("desktop", "dark")])
def test_drop_asks_what_to_leave_and_a_relic_is_left(visitor, size, scheme):
    page = visitor(size, scheme, tiles=False)
    sign_in(page, "aino_k")
    page.goto("/archive")
    page.get_by_role("link", name="Drop").click()
    sheet = page.get_by_role("dialog", name="What to leave")
    expect(sheet.get_by_role("link", name="Note")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("link", name="Drop").click()
    sheet.get_by_role("link", name="Relic").click()
    page.wait_for_url("**/relics/new")
    page.locator(".compose.is-live .map-live").wait_for()

    # What is typed before the file is still there after it, the password too.
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Password").fill("icicle")
    expect(page.locator(".compose-more summary")).to_have_text("More: password")
    held = []
    page.route("**/relics/new", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        page.set_input_files("#media", ROME)
    page.locator(".upload").wait_for()
    expect(page.locator(".upload")).to_contain_text("Sen")
    with answered(page, True):
        held[0].continue_()
    page.locator(".photo-kept img").wait_for()
    page.unroute("**/relics/new")
    expect(page.get_by_label("Password")).to_have_value("icicle")
    with answered(page, True):
        page.get_by_role("button", name="Leave it there").click()
    assert page.locator("#lat").input_value().startswith("41.85")

    # A mistake keeps the file and the password.
    page.locator("#description").fill("The fountain")
    page.locator("#lat").fill("91")
    page.locator("#lat").press("Tab")
    page.get_by_role("button", name="Leave the relic").click()
    page.locator("#lat-error").wait_for()
    page.locator(".photo-kept img").wait_for()
    expect(page.get_by_label("Password")).to_have_value("icicle")
    page.locator("#lat").fill("60.17")
    page.locator("#lon").fill("24.94")
    page.locator("#lon").press("Tab")
    assert degrees(page) == [60.17, 24.94]
    page.get_by_text("Friends", exact=True).last.click()
    page.get_by_text("Appear in an hour").click()
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(LEFT)


def test_the_map_chooses_the_place_of_a_relic(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k")
    page.goto("/relics/new")
    page.locator(".compose.is-live .map-live").wait_for()
    wide = page.locator(".compose-ring").bounding_box()["width"]
    page.locator("#radius_m-slider").press("ArrowRight")
    assert page.locator("#radius_m").input_value() == "75"
    assert abs(page.locator(".compose-ring").bounding_box()["width"] / wide - 1.5) < 0.05
    before = degrees(page)
    box = page.locator(".compose .map").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] - 70)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + box["height"] - 40, steps=3)
    page.mouse.up()
    assert degrees(page) != before
    page.set_input_files("#media", PICTURE)
    page.locator(".photo-kept img").wait_for()
    assert degrees(page) != before
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(LEFT)


def test_a_video_and_a_sound_are_shown_as_they_are(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    page.goto("/relics/new")
    page.locator(".compose.is-live").wait_for()
    clips = sorted((SHARED / "data").rglob("*.mp4")) + sorted((SHARED / "data").rglob("*.webm"))
    songs = sorted((SHARED / "data").rglob("*.mp3")) + sorted((SHARED / "data").rglob("*.ogg"))
    clips, songs = [[file for file in files if "hostile" not in str(file)] for files in [clips, songs]]
    for files, shown in [(clips, "video"), (songs, "audio")]:
        if not files:
            continue
        page.set_input_files("#media", min(files, key=lambda file: file.stat().st_size))
        player = page.locator(f".photo-kept {shown}[controls]")
        player.wait_for()
        assert not player.evaluate("player => player.autoplay")
        with answered(page, True):
            page.get_by_role("button", name="Remove the file").click()
        expect(page.locator(".photo-kept")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_relic_is_left_without_scripts(visitor, size):
    page = visitor(size, scripts=False, tiles=False)
    sign_in(page, "aino_k")
    page.goto("/archive")
    page.get_by_role("link", name="Drop").click()
    page.get_by_role("navigation", name="What to leave").get_by_role("link", name="Relic").click()
    page.wait_for_url("**/relics/new")
    page.locator("#password").fill("icicle")
    page.get_by_role("button", name="Leave the relic").click()
    page.locator("#media-error").wait_for()
    expect(page.get_by_text("Type the password again")).to_be_visible()
    page.set_input_files("#media", PICTURE)
    page.get_by_role("button", name="Add the file").click()
    page.locator(".photo-kept img").wait_for()
    page.locator("[name='pick']:visible").click(position={"x": 100, "y": 100})
    page.locator(".photo-kept img").wait_for()
    page.locator("#description").fill("The fountain")
    page.get_by_label("Opens within").select_option("150")
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(LEFT)
