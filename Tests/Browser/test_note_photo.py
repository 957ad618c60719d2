"""The photo of a note: chosen, kept while the note is written, left with the note, found."""

import pytest
from playwright.sync_api import expect

from conftest import ESPLANADI, PASSWORD, answered, sign_in
from fixtures import PHOTO, TAKEN, TAKEN_AT, TAKEN_IN


@pytest.mark.parametrize("size,scheme,scripts", [("phone", "light", True), ("desktop", "dark", True), ("phone", "dark", False)])
def test_a_photo_goes_with_a_note(visitor, size, scheme, scripts):
    aino = visitor(size, scheme, scripts)
    sign_in(aino, "aino_k", "/notes/new")
    aino.get_by_label("Your words").fill("Table thirty")
    aino.get_by_label("mikko").check()
    choose(aino, scripts, PHOTO)
    aino.get_by_text(f"Taken {TAKEN}").wait_for()
    with answered(aino, scripts):
        aino.get_by_role("button", name="Add the date to your words").click()
    expect(aino.get_by_label("Your words")).to_have_value(f"Table thirty\n{TAKEN}")
    with answered(aino, scripts):
        aino.get_by_role("button", name="Leave the note there").click()
    for label, degrees in [("Latitude", TAKEN_AT["latitude"]), ("Longitude", TAKEN_AT["longitude"])]:
        assert abs(float(aino.get_by_label(label).input_value()) - degrees) < 1e-4
    # Its map goes there too.
    if scripts:
        expect(aino.locator("[data-compose-place]")).to_have_text(TAKEN_IN)
        aino.get_by_text("More", exact=True).click()
    aino.get_by_label("Latitude").fill(str(ESPLANADI["latitude"]))
    aino.get_by_label("Longitude").fill(str(ESPLANADI["longitude"]))
    # After another step the photo is still there.
    aino.get_by_label("Longitude").press("Tab")
    aino.get_by_label("Search a place or address").fill("60.16755, 24.9473")
    with answered(aino, scripts):
        aino.get_by_role("button", name="Search").click()
    is_loaded(aino, ".photo-kept img")
    aino.get_by_role("button", name="Leave the note", exact=True).click()
    aino.get_by_text("Your note is waiting for mikko.").wait_for()
    aino.goto("/notes")
    is_loaded(aino, ".note-thumb")

    mikko = visitor(size, scheme, scripts, at=ESPLANADI)
    sign_in(mikko, "mikko", "/")
    mikko.get_by_text("Type where you are").click()
    mikko.get_by_label("Latitude").fill(str(ESPLANADI["latitude"]))
    mikko.get_by_label("Longitude").fill(str(ESPLANADI["longitude"]))
    mikko.get_by_role("button", name="I am here").click()
    mikko.get_by_text("You found a note from aino_k").first.wait_for()
    mikko.goto("/")
    mikko.get_by_role("link", name="You found a note from aino_k").click()
    mikko.get_by_text("Table thirty").wait_for()
    is_loaded(mikko, ".letter-photo img")
    large = mikko.get_by_role("link", name="Photo by aino_k").get_attribute("href")
    assert mikko.request.get(large).headers["content-type"] == "image/jpeg"


def test_a_refused_photo_leaves_the_form_as_it_is(visitor, tmp_path):
    page = visitor("phone")
    sign_in(page, "aino_k", "/notes/new")
    page.get_by_label("Your words").fill("Kept words")
    page.get_by_label("mikko").check()
    wrong = tmp_path / "photo.jpg"
    wrong.write_text("no photo at all")
    choose(page, True, wrong)
    page.get_by_text("JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work").wait_for()
    expect(page.locator("#photo")).to_be_focused()
    assert page.get_by_label("Your words").input_value() == "Kept words"
    assert page.get_by_label("mikko").is_checked()
    # A server that accepts no more of them for now.
    page.route("**/notes/new", lambda route: route.fulfill(status=429, content_type="text/html", body="<h1>Later</h1>"))
    page.set_input_files("#photo", PHOTO)
    page.get_by_text("That didn’t work. Try again in a moment.").wait_for()
    assert page.get_by_label("Your words").input_value() == "Kept words"
    assert page.locator("#photo").input_value() == ""
    page.unroute("**/notes/new")
    choose(page, True, PHOTO)
    is_loaded(page, ".photo-kept img")


def test_a_step_with_an_ended_session_keeps_the_text(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", "/notes/new")
    page.get_by_label("Your words").fill("Kept words")
    page.get_by_label("mikko").check()
    page.context.clear_cookies(name="session")
    page.get_by_label("Search a place or address").fill("Zurich")
    page.get_by_role("button", name="Search").click()
    page.get_by_text("Your session has ended. Leave the note to sign in again").wait_for()
    assert page.get_by_label("Your words").input_value() == "Kept words"
    page.get_by_role("button", name="Here").click()
    page.wait_for_function("() => document.getElementById('lat').value.startsWith('60.1675')")
    page.get_by_role("button", name="Leave the note", exact=True).click()
    page.get_by_label("Username").fill("aino_k")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Welcome back").wait_for()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_label("Your words")).to_have_value("Kept words")


def choose(page, scripts, file):
    """Chooses a photo; with scripts it is uploaded at once, with a progress bar."""
    with answered(page, scripts):
        page.set_input_files("#photo", file)
        if not scripts:
            page.get_by_role("button", name="Add the photo").click()


def is_loaded(page, selector):
    image = page.locator(selector).first
    image.scroll_into_view_if_needed()
    page.wait_for_function("(image) => image.complete && image.naturalWidth > 0", arg=image.element_handle())
