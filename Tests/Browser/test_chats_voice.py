"""Voice messages: recorded, heard, sent, and played on the other side."""

import re

import pytest
from playwright.sync_api import expect

from chats import STREAMING, write
from conftest import sign_in
from fixtures import FOLDER
from recording import record, recording_visitor

SONG = FOLDER / "song.ogg"
START = "Record a voice message"
HEARD = "The voice message that you recorded"
PLAYED = """async (sound) => {
    const ended = new Promise((done) => sound.addEventListener("ended", done));
    await sound.play();
    await ended;
    return sound.duration;
}"""


@pytest.fixture
def pair(recording_visitor):
    """aino_k and mikko on phones with a microphone, each with their chat open and listening."""
    people = []
    for scheme, name, other in [("light", "aino_k", "mikko"), ("dark", "mikko", "aino_k")]:
        page = recording_visitor("phone", scheme, tiles=False)
        page.context.grant_permissions(["geolocation", "microphone"])
        sign_in(page, name, f"/chats/{other}")
        page.wait_for_function(STREAMING)
        people.append(page)
    return people


def sounds(page):
    return page.locator("[data-messages] .bubble-sound audio")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_one_is_recorded_removed_recorded_again_sent_and_heard(pair):
    aino, mikko = pair
    aino.set_viewport_size({"width": 320, "height": 640})
    record(aino, START)
    expect(aino.get_by_label(HEARD)).to_be_focused()
    assert fits(aino) and aino.get_by_label(HEARD).evaluate(PLAYED) > 1
    aino.get_by_role("button", name="Remove the voice message").click()
    expect(aino.get_by_role("button", name=START)).to_be_focused()
    assert aino.locator("#sound").evaluate("input => input.files.length") == 0
    record(aino, START)
    write(aino, "Hear the trams")
    expect(sounds(aino)).to_have_count(1)
    expect(aino.locator(".is-waiting")).to_have_count(0)
    # The form is as it was.
    expect(aino.get_by_role("button", name=START)).to_be_visible()
    expect(aino.get_by_label(HEARD)).to_have_count(0)
    assert fits(aino)
    expect(sounds(mikko)).to_have_attribute("aria-label", re.compile("^Voice message from .+, 0:0[2-9]$"))
    assert 1 < sounds(mikko).evaluate(PLAYED) < 60
    expect(mikko.locator("[aria-live='polite']")).to_contain_text("Voice message from")


def test_one_alone_is_sent_and_one_plays_at_a_time(pair):
    aino, mikko = pair
    for number in [1, 2]:
        record(aino, START)
        aino.get_by_role("button", name="Send").click()
        expect(sounds(mikko)).to_have_count(number)
    for number in [0, 1]:
        sounds(mikko).nth(number).evaluate("sound => { sound.loop = true; return sound.play(); }")
    expect(sounds(mikko).first).to_have_js_property("paused", True)
    expect(sounds(mikko).last).to_have_js_property("paused", False)


def test_what_is_said_while_one_records_does_not_end_it(pair):
    aino, mikko = pair
    aino.get_by_role("button", name=START).click()
    aino.get_by_role("timer").wait_for()
    write(aino, "One moment")
    expect(mikko.locator("[data-messages] .bubble-text").last).to_have_text("One moment")
    expect(aino.get_by_role("timer")).to_have_text("0:02")
    aino.get_by_role("button", name="Stop").click()
    aino.get_by_role("button", name="Send").click()
    expect(sounds(mikko)).to_have_count(1)


def test_a_refused_microphone_is_said_plainly(visitor):
    aino = visitor()
    sign_in(aino, "aino_k", "/chats/mikko")
    aino.get_by_role("button", name=START).click()
    aino.locator("[data-toasts]").get_by_text("microphone").wait_for()
    expect(aino.get_by_role("button", name=START)).to_be_enabled()


def test_without_scripts_a_file_is_sent(visitor):
    aino = visitor(scripts=False)
    sign_in(aino, "aino_k", "/chats/mikko")
    expect(aino.get_by_text("Add a voice message")).to_be_visible()
    aino.locator("#sound").set_input_files(SONG)
    aino.get_by_role("button", name="Send").click()
    expect(sounds(aino)).to_have_attribute("aria-label", re.compile("^Your voice message, 0:0[12]$"))
