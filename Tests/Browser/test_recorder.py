"""A sound recorded in the page, a large upload that is watched and given up, and what a phone shares."""

import os

import pytest
from playwright.sync_api import expect

from conftest import ROOT, sign_in
from recording import record, recording_visitor

LENGTH = "sound => sound.duration || new Promise((done) => sound.addEventListener('loadedmetadata', () => done(sound.duration)))"


def compose(page):
    sign_in(page, "aino_k", "/relics/new")


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("desktop", "dark")])
def test_a_sound_is_recorded_heard_removed_and_recorded_again(recording_visitor, size, scheme):
    aino = recording_visitor(size, scheme)
    aino.context.grant_permissions(["geolocation", "microphone"])
    compose(aino)
    record(aino, "Record a sound")
    kept = aino.locator(".photo-kept audio")
    kept.wait_for()
    # It has a length and can be heard from any place: the player asks for parts.
    length = kept.evaluate(LENGTH)
    assert 1 < length < 600
    kept.evaluate(
        "sound => new Promise((done) => { sound.addEventListener('seeked', done); sound.currentTime = sound.duration - 0.5; })")
    answer = aino.request.get(kept.get_attribute("src"), headers={"Range": "bytes=0-1"})
    assert answer.status == 206 and answer.headers["content-type"] == "audio/webm"
    aino.get_by_role("button", name="Remove the").click()
    kept.wait_for(state="detached")
    record(aino, "Record a sound")
    kept.wait_for()


def test_what_is_recorded_goes_on_when_the_form_is_answered(recording_visitor):
    aino = recording_visitor()
    aino.context.grant_permissions(["geolocation", "microphone"])
    compose(aino)
    aino.get_by_role("button", name="Record a sound").click()
    expect(aino.get_by_role("timer")).to_have_text("0:01")
    aino.get_by_label("Search a place or address").fill("60.16755, 24.9473")
    aino.get_by_role("button", name="Search").click()
    expect(aino.get_by_role("timer")).to_have_text("0:03")
    aino.get_by_role("button", name="Stop").click()
    aino.locator(".photo-kept audio").wait_for()


def test_a_refused_microphone_is_said_plainly(visitor):
    aino = visitor()
    compose(aino)
    aino.get_by_role("button", name="Record a sound").click()
    aino.get_by_text("microphone", exact=False).first.wait_for()
    expect(aino.get_by_role("button", name="Record a sound")).to_be_enabled()


def test_a_large_upload_is_watched_and_given_up(visitor, tmp_path):
    aino = visitor()
    compose(aino)
    wire = aino.context.new_cdp_session(aino)
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 300_000}
    wire.send("Network.emulateNetworkConditions", slow)
    large = tmp_path / "large.mp4"
    large.write_bytes(os.urandom(30_000_000))
    choose = aino.locator("#media")
    choose.set_input_files(large)
    expect(aino.locator(".upload")).to_contain_text("Sending … ")
    aino.get_by_role("button", name="Cancel").click()
    expect(aino.locator(".upload")).to_have_count(0)
    assert choose.evaluate("input => input.files.length") == 0
    wire.send("Network.emulateNetworkConditions", {**slow, "uploadThroughput": -1})
    choose.set_input_files(ROOT / "Public/demo/tram.webp")
    aino.locator(".photo-kept img").wait_for()


SHARE = """async ([name, type, text]) => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
    const content = await (await fetch("/icons/" + name)).blob();
    const form = Object.assign(document.createElement("form"), { method: "post", enctype: "multipart/form-data", action: "/relics/new?shared=1" });
    const file = Object.assign(document.createElement("input"), { type: "file", name: "media" });
    const files = new DataTransfer();
    files.items.add(new File([content], name, { type }));
    file.files = files.files;
    form.append(file, Object.assign(document.createElement("input"), { name: "text", value: text }));
    document.body.append(form);
    // The page's own arrival is over.
    await new Promise((done) => setTimeout(done, 500));
    form.submit();
}"""


def test_what_a_phone_shares_is_in_the_form(visitor):
    aino = visitor(workers="allow")
    sign_in(aino, "aino_k")
    aino.evaluate(SHARE, ["icon-192.png", "image/png", "Line three, at dusk"])
    aino.wait_for_url("**/relics/new?shared=1")
    aino.locator(".photo-kept img").wait_for()
    assert aino.get_by_label("Description").input_value() == "Line three, at dusk"
    # It is taken once.
    assert not aino.evaluate("caches.has('cairn-shared')")
    aino.reload()
    aino.get_by_label("Description").wait_for()
    assert aino.get_by_label("Description").input_value() == ""


def test_signing_out_erases_what_was_shared(visitor):
    aino = visitor(workers="allow")
    sign_in(aino, "aino_k")
    aino.evaluate("caches.open('cairn-shared').then(shelf => shelf.put('/shared/words', new Response('x', { headers: { 'X-Time': Date.now() } })))")
    aino.goto("/you")
    assert aino.evaluate("caches.has('cairn-shared')")
    aino.evaluate("document.querySelector('[data-forgets]').requestSubmit()")
    aino.get_by_role("link", name="Sign up").first.wait_for()
    assert not aino.evaluate("caches.has('cairn-shared')")
