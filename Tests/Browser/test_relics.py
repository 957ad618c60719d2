"""The story of relics, with two people in two browsers: left with a password, seen from afar, opened there, signed."""

import re

import pytest
from playwright.sync_api import expect

from conftest import ESPLANADI, ROOT, sign_in

FOUNTAIN = ROOT / "Public/demo/frozen-fountain.webm"
# About 180 m from where the relic lies.
NEARBY = {"latitude": 60.16755, "longitude": 24.95055}


@pytest.mark.parametrize("size,scheme,scripts", [
    ("phone", "light", True), ("desktop", "dark", True), ("phone", "dark", False)])
def test_a_film_waits_for_a_day_behind_a_word(visitor, size, scheme, scripts):
    maker = visitor(size, scheme, scripts)
    friend = visitor(size, scheme, scripts, at=NEARBY)
    sign_in(maker, "mikko", at=None)
    sign_in(friend, "aino_k", at=None)

    relic = leave(maker, scripts)
    maker.locator("video").wait_for()

    # From afar: what it is, whose, how far; nothing of what it holds.
    walk(friend, NEARBY)
    answer = friend.goto(relic)
    assert answer.status == 200
    expect(friend.get_by_role("heading", name="Video from")).to_be_visible()
    friend.get_by_text(re.compile(r"18\d m away")).first.wait_for()
    assert "It froze last night" not in friend.content() and friend.locator("video, audio").count() == 0
    assert friend.locator("#password").count() == 0

    walk(friend, ESPLANADI)
    friend.goto(relic)
    friend.get_by_label("Password").fill("snow")
    friend.get_by_role("button", name="Open it").click()
    friend.locator("#password-error").wait_for()
    friend.get_by_label("Password").fill("icicle")
    friend.get_by_role("button", name="Open it").click()
    video = friend.locator("video[controls][poster]")
    video.wait_for()
    friend.get_by_text("It froze last night").wait_for()
    assert video.get_attribute("autoplay") is None

    friend.locator(".relic-sign textarea").fill("Even colder today.")
    friend.get_by_role("button", name="Sign", exact=True).click()
    friend.locator(".relic-visits").get_by_text("Even colder today.").wait_for()
    if scripts:
        maker.locator(".relic-visits").get_by_text("Even colder today.").wait_for()
    maker.goto("/notices")
    maker.get_by_text("signed your relic's book").first.wait_for()

    # It stays among what they found, from afar and on other devices.
    walk(friend, NEARBY)
    friend.goto("/relics/found")
    friend.get_by_role("link", name=re.compile("It froze last night")).click()
    friend.locator("video").wait_for()

    maker.goto(relic)
    maker.get_by_role("button", name="Delete").first.click()
    maker.get_by_role("button", name="Undo").wait_for()
    assert friend.goto(relic).status == 404
    assert friend.goto("/relics/found").status == 200
    assert friend.get_by_text("It froze last night").count() == 0


def leave(page, scripts):
    page.goto(f"/relics/new?lat={ESPLANADI['latitude']}&lon={ESPLANADI['longitude']}")
    if scripts:
        page.locator(".compose.is-live").wait_for()
        page.get_by_text("More", exact=True).click()
    elif page.locator("#password").is_hidden():
        page.get_by_text("More", exact=True).click()
    page.set_input_files("#media", FOUNTAIN)
    if scripts:
        page.locator(".photo-kept video").wait_for()
    page.locator("#description").fill("It froze last night.")
    page.get_by_role("radio", name="1 day").check()
    page.get_by_role("radio", name="Friends").check()
    page.locator("#password").fill("icicle")
    page.get_by_role("button", name="Leave the relic").click()
    page.wait_for_url(re.compile(r"/relics/\d+$"))
    return page.url


def walk(page, place):
    """To a place, told by a typed position: a walk of 180 m takes a phone some time."""
    page.context.set_geolocation({**place, "accuracy": 6})
    page.goto("/")
    page.get_by_text("Type where you are").click()
    page.locator("#lat").fill(str(place["latitude"]))
    page.locator("#lon").fill(str(place["longitude"]))
    with page.expect_response("**/positions"):
        page.get_by_role("button", name="I am here").click()
    page.wait_for_load_state()
