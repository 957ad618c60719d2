"""A newcomer without friends leaves a note for whoever gets its link; somebody signs up by that, walks there and opens it."""

import re

import pytest
from playwright.sync_api import expect

from conftest import ESPLANADI, send_sign_up, sign_up
from first_note import choose_place
from test_story import look_around

KINDS = [("phone", "light", True), ("desktop", "dark", True), ("phone", "dark", False), ("desktop", "light", False)]


@pytest.mark.parametrize("size,scheme,scripts", KINDS)
def test_a_newcomer_sends_a_note_as_a_link(visitor, size, scheme, scripts):
    anna = visitor(size, scheme, scripts)
    ben = visitor(size, scheme, scripts, at={"latitude": 60.1725, "longitude": 24.9400})
    sign_up(anna, "anna_s")
    anna.goto("/notes/new")
    anna.get_by_text("You have no friends here yet.").wait_for()
    expect(anna.get_by_label("Whoever gets the link")).to_be_checked()
    anna.get_by_label("Your words").fill("Third window from the left")
    choose_place(anna, scripts)
    expect(anna.get_by_label("Whoever gets the link")).to_be_checked()
    anna.get_by_role("button", name="Leave the note").click()
    anna.get_by_text("Your note is waiting for whoever gets its link.").wait_for()
    note = re.sub("^https?://[^/]+", "", anna.url)
    link = anna.locator("[data-note-link]").get_attribute("data-note-link")
    assert anna.get_by_label("Link for whoever you send it to").input_value() == link
    link = link[link.index("/note-link/"):]
    assert anna.get_by_role("button", name="Copy link").is_visible() == scripts
    anna.get_by_text("Show QR code").click()
    expect(anna.locator("svg.qr")).to_be_visible()

    # Before he has an account, and before he is there, he reads who left it and nothing else.
    ben.goto(link)
    ben.get_by_role("heading", name="anna_s left you a note").wait_for()
    assert "Third window" not in ben.content() and "60.16" not in ben.content()
    ben.locator("main").get_by_role("link", name="Sign up").click()
    send_sign_up(ben, "ben_the_finder")
    ben.get_by_role("heading", name="anna_s left you a note").wait_for()
    ben.get_by_role("button", name="Look for it").click()
    ben.get_by_text("A note from anna_s waits for you.").wait_for()
    assert ben.goto(note).status == 404
    look_around(ben, scripts, 60.1725, 24.9400)
    ben.get_by_text("Nothing new right here.").first.wait_for()

    ben.context.set_geolocation({**ESPLANADI, "accuracy": 6})
    # Walking 600 m takes a phone some time; a typed position has no such limit.
    look_around(ben, False, ESPLANADI["latitude"], ESPLANADI["longitude"])
    ben.get_by_text("You found a note from anna_s").first.wait_for()
    ben.goto(note)
    ben.get_by_text("Third window from the left").wait_for()

    anna.goto(note)
    expect(anna.locator(".receipts")).to_contain_text("ben_the_finder")
    anna.get_by_role("button", name="Turn off link").click()
    anna.get_by_text("Link turned off.").wait_for()
    assert anna.request.get(link).status == 404
    anna.goto("/friends")
    anna.get_by_role("button", name="Accept ben_the_finder").click()
    anna.get_by_text("You and ben_the_finder are friends.").wait_for()
