"""The form that leaves a relic: chosen by Leave, a file that is kept, a place on the map, and a form without scripts."""

import re

import pytest
from playwright.sync_api import expect

from conftest import ROOT, answered, sign_in
from fixtures import PHOTO, TAKEN_AT

PICTURE = ROOT / "Public/icons/icon-192.png"
LEFT = re.compile(r"/relics/(?!new)[^/?]+$")


def degrees(page):
    return [float(page.locator(f"#{name}").input_value()) for name in ["lat", "lon"]]


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("desktop", "dark")])
def test_leave_asks_what_to_leave_and_a_relic_is_left(visitor, size, scheme):
    page = visitor(size, scheme, tiles=False)
    sign_in(page, "aino_k", "/archive")
    page.get_by_role("link", name="New", exact=True).click()
    sheet = page.get_by_role("dialog", name="New")
    expect(sheet.get_by_role("link", name="Note")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("link", name="New", exact=True).click()
    sheet.get_by_role("link", name="Relic").click()
    page.wait_for_url("**/relics/new")
    page.locator(".compose.is-live .map-live").wait_for()

    # What is typed before the file is still there after it, the password too.
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Password").fill("icicle")
    expect(page.locator(".compose-more summary")).to_have_text("More: password")
    slow = page.context.new_cdp_session(page)
    limits = {"offline": False, "latency": 0, "downloadThroughput": -1}
    slow.send("Network.emulateNetworkConditions", {**limits, "uploadThroughput": 60_000})
    page.set_input_files("#media", PHOTO)
    page.locator(".upload progress").wait_for()
    page.locator(".photo-kept img").wait_for()
    slow.send("Network.emulateNetworkConditions", {**limits, "uploadThroughput": -1})
    expect(page.get_by_label("Password")).to_have_value("icicle")
    with answered(page, True):
        page.get_by_role("button", name="Leave it there").click()
    assert all(abs(one - other) < 1e-4 for one, other in zip(degrees(page), TAKEN_AT.values()))

    # A mistake keeps the file; the password is asked for again.
    page.locator("#description").fill("The fountain")
    page.locator("#lat").fill("91")
    page.locator("#lat").press("Tab")
    page.get_by_role("button", name="Leave the relic").click()
    page.locator("#lat-error").wait_for()
    page.locator(".photo-kept img").wait_for()
    expect(page.locator(".password-again")).to_be_visible()
    page.get_by_label("Password").fill("icicle")
    expect(page.locator(".password-again")).to_be_hidden()
    page.locator("#lat").fill("60.17")
    page.locator("#lon").fill("24.94")
    page.locator("#lon").press("Tab")
    assert degrees(page) == [60.17, 24.94]
    page.get_by_role("radio", name="Friends").check()
    page.get_by_text("Appear in an hour").click()
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(LEFT)


def test_the_map_chooses_the_place_of_a_relic(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", "/relics/new")
    page.locator(".compose.is-live .map-live").wait_for()
    wide = page.locator(".compose-ring").bounding_box()["width"]
    page.locator("#radius_m-slider").press("ArrowLeft")
    assert page.locator("#radius_m").input_value() == "35"
    assert abs(page.locator(".compose-ring").bounding_box()["width"] / wide - 0.7) < 0.05
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
    sign_in(page, "aino_k", "/relics/new")
    page.locator(".compose.is-live").wait_for()
    for name, shown in [("frozen-fountain.webm", "video"), ("tram-bell.ogg", "audio")]:
        page.set_input_files("#media", ROOT / "Public/demo" / name)
        player = page.locator(f".photo-kept {shown}[controls]")
        player.wait_for()
        assert not player.evaluate("player => player.autoplay")
        with answered(page, True):
            page.get_by_role("button", name="Remove the file").click()
        expect(page.locator(".photo-kept")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_relic_is_left_without_scripts(visitor, size):
    page = visitor(size, scripts=False, tiles=False)
    sign_in(page, "aino_k", "/archive")
    page.get_by_role("link", name="New", exact=True).click()
    page.get_by_role("navigation", name="What to leave").get_by_role("link", name="Relic").click()
    page.wait_for_url("**/relics/new")
    page.locator("#password").fill("icicle")
    page.get_by_role("button", name="Leave the relic").click()
    page.locator("#media-error").wait_for()
    expect(page.locator(".password-again")).to_contain_text("Type the password again")
    page.set_input_files("#media", PICTURE)
    page.get_by_role("button", name="Add the file").click()
    page.locator(".photo-kept img").wait_for()
    page.locator("[name='pick']:visible").click(position={"x": 100, "y": 100})
    page.locator(".photo-kept img").wait_for()
    page.locator("#description").fill("The fountain")
    page.get_by_label("Opens within").select_option("150")
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(LEFT)
