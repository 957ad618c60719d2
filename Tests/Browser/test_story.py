"""The main story of the product, with two people in two browsers at once."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import ESPLANADI, answered, sign_in, sign_up
from first_note import leave_a_note


@pytest.mark.parametrize("size,scheme,scripts", [
    ("phone", "light", True), ("desktop", "dark", True), ("phone", "dark", False), ("desktop", "light", False)])
def test_two_friends_one_note_one_place(site, visitor, size, scheme, scripts):
    anna = visitor(size, scheme, scripts)
    ben = visitor(size, scheme, scripts, at={"latitude": 60.1725, "longitude": 24.9400})
    sign_up(anna, "anna_s")
    sign_up(ben, "ben_the_finder")

    anna.get_by_label("Find people by name").fill("ben_th")
    anna.get_by_role("button", name="Search").click()
    anna.get_by_role("button", name="Add ben_the_finder").click()
    anna.get_by_text("Friend request sent to ben_the_finder.").wait_for()
    ben.goto("/friends")
    ben.get_by_role("button", name="Accept anna_s").click()
    ben.get_by_text("You and anna_s are friends.").wait_for()

    leave_a_note(anna, scripts, "ben_the_finder")
    anna.goto("/notes")
    expect(anna.locator(".badge")).to_have_text(["Waiting"])
    note = anna.locator("article .note-text a").get_attribute("href")

    assert ben.goto(note).status == 404
    look_around(ben, scripts, 60.1725, 24.9400)
    ben.get_by_text("Nothing new right here.").first.wait_for()

    ben.context.set_geolocation({**ESPLANADI, "accuracy": 6})
    # Walking 600 m takes a phone some time; a typed position has no such limit.
    look_around(ben, False, ESPLANADI["latitude"], ESPLANADI["longitude"])
    ben.get_by_text("You found a note from anna_s").first.wait_for()
    anna.reload()
    assert anna.locator(".badge").all_inner_texts() == ["Waiting"]
    ben.goto("/")
    ben.get_by_role("link", name="You found a note from anna_s").click()
    ben.get_by_text("Third window from the left").wait_for()
    anna.goto("/notes")
    assert anna.locator(".badge").inner_text() == "Waiting"
    # Receipts go out at the next full half hour; here at once.
    subprocess.run(
        ["sqlite3", "-cmd", ".timeout 60000", f"{site.data}/cairn.sqlite",
         "UPDATE delivery SET receipt_at = receipt_at - 1800000 WHERE receipt_at IS NOT NULL"], check=True)
    anna.reload()
    assert anna.locator(".badge").inner_text().startswith("Opened ")

    ben.goto("/archive")
    ben.get_by_text("Third window from the left").wait_for()
    ben.get_by_role("link", name="Map").last.click()
    pin = ben.get_by_role("link", name="Note from anna_s")
    assert pin.get_attribute("href") == note


def look_around(page, scripts, latitude, longitude):
    page.goto("/")
    if scripts:
        page.get_by_role("button", name="Check here").click()
        return
    page.get_by_text("Type where you are").click()
    page.get_by_label("Latitude").fill(str(latitude))
    page.get_by_label("Longitude").fill(str(longitude))
    page.get_by_role("button", name="I am here").click()


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_point_is_chosen_on_the_map_without_scripts(visitor, size, scheme):
    page = visitor(size, scheme, scripts=False)
    sign_in(page, "aino_k", "/notes/new")
    page.get_by_label("Your words").fill("kept")
    page.get_by_label("mikko").check()
    visible = [image for image in page.locator("input[type=image]").all() if image.is_visible()]
    assert len(visible) == 1
    with answered(page, False):
        visible[0].click(position={"x": 100, "y": 80})
    assert page.get_by_label("Your words").input_value() == "kept"
    latitude = float(page.get_by_label("Latitude").input_value())
    longitude = float(page.get_by_label("Longitude").input_value())
    assert 60.1705 < latitude < 60.173 and 24.937 < longitude < 24.9445
    with answered(page, False):
        page.get_by_role("button", name="Zoom in").click()
    assert float(page.get_by_label("Latitude").input_value()) == latitude
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for mikko.").wait_for()


def test_the_phone_finds_a_note_and_says_when_it_is_unsure(visitor):
    oodi = {"latitude": 60.17390, "longitude": 24.93830}
    page = visitor("phone", at=oodi, accuracy=400)
    sign_in(page, "aino_k")
    page.get_by_role("button", name="Check here").click()
    page.get_by_text("Your phone says ±400 m. Step outside and try again.").wait_for()
    page.context.set_geolocation({**oodi, "accuracy": 9})
    page.get_by_role("button", name="Check here").click()
    # The map has moved there.
    page.get_by_role("img", name="You are here").wait_for()
    page.locator("dialog.find").get_by_role("link").press("Enter")
    page.get_by_text("I left my favourite book").wait_for()


def test_the_phone_looks_a_second_time_by_itself(visitor):
    page = visitor("phone", at={"latitude": 60.10, "longitude": 24.90})
    sign_in(page, "aino_k")
    page.clock.install()
    page.goto("/")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/positions") else None)
    page.get_by_role("button", name="Check here").click()
    page.get_by_text("Nothing new right here.").wait_for()
    with page.expect_response("**/positions"):
        page.clock.fast_forward(5_000)
    page.clock.fast_forward(60_000)
    # Another request, sent after any others.
    with page.expect_response("**/positions"):
        page.get_by_role("button", name="Check here").click()
    assert len(sent) == 3


def test_a_refused_position_is_explained(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k")
    page.context.clear_permissions()
    page.context.set_geolocation(None)
    page.get_by_role("button", name="Check here").click()
    page.get_by_text("Location is off for this site.").or_(
        page.get_by_text("Your phone doesn't know where it is.")).wait_for()


def test_a_report_sent_too_soon_is_retried(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", "/")
    answers = []

    def answer(route):
        answers.append(route.request.url)
        if len(answers) > 1:
            return route.continue_()
        return route.fulfill(
            status=429, headers={"Retry-After": "1"}, content_type="application/json", body='{"error":"Too often."}')

    page.route("**/positions", answer)
    words = []
    page.expose_function("noteWords", lambda text: words.append(text))
    page.evaluate("""() => {
        const status = document.querySelector("[data-locate-status]");
        new MutationObserver(() => noteWords(status.textContent)).observe(status, { childList: true, subtree: true });
    }""")
    page.locator("[data-locate-button]").click()
    with page.expect_response(lambda response: "/positions" in response.url and response.status == 200):
        pass
    expect(page.locator("[data-locate-button]")).to_be_enabled()
    assert len(answers) == 2 and "Too often." not in words
