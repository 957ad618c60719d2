"""A person's account, from sign-up to visibility; with scripts and without."""

import email
import email.policy
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from clock import START, Clock
from conftest import HOST, PASSWORD, PATIENCE, SESSIONS, demo_site, sign_in, sign_up, visitors

KINDS = [("phone", "light", True), ("desktop", "dark", True), ("desktop", "light", False)]
EACH = pytest.mark.parametrize("size,scheme,scripts", KINDS)
OODI = ("60.1739", "24.9383")


@pytest.fixture
def person(visitor):
    return lambda *look: visitor(*look, tiles=False)


def link_in_mail(site, address, word, count=1):
    """The path of the newest link mailed to a person, after waiting for this many such mails in the outbox."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        found = []
        for file in sorted(Path(site.data, "outbox").glob("*.eml"), key=lambda file: file.stat().st_mtime_ns):
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            link = re.search(rf"(/{word}\?token=\S+)", mail.get_content())
            if address in mail["To"] and link:
                found.append(link.group(1))
        if len(found) >= count:
            return found[-1]
        time.sleep(0.1)
    raise AssertionError(f"no mail with {word} to {address}")


def stand(page, latitude, longitude):
    """Types a person's position; works without scripts too."""
    page.goto("/")
    page.get_by_text("Type where you are").click()
    page.get_by_label("Latitude").fill(latitude)
    page.get_by_label("Longitude").fill(longitude)
    page.get_by_role("button", name="I am here").click()
    page.locator(".flash").wait_for()


def preferences(page, **changes):
    """Fills in the settings and saves them."""
    page.goto("/settings")
    for label, value in changes.items():
        box = page.get_by_label(label.replace("_", " "))
        if value in (True, False):
            box.set_checked(value)
        else:
            box.select_option(label=value)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()


@EACH
def test_a_newcomer_and_a_forgotten_password(person, site, size, scheme, scripts):
    page = person(size, scheme, scripts)
    name = f"new-{size}-{scheme}"
    page.goto("/signup")
    page.get_by_label("Username").fill("admin")
    page.get_by_label("Email").fill(f"{name}@example.com")
    page.get_by_label("Date of birth").fill("2020-05-31")
    page.get_by_label("Password", exact=True).fill("password1")
    page.get_by_label("Repeat password").fill("password2")
    page.get_by_role("button", name="Sign up").click()
    page.locator(".field-error").get_by_text("That name is reserved").wait_for()
    for field in ["username", "birth_date", "password"]:
        box = page.locator(f"[name={field}]")
        assert box.get_attribute("aria-invalid") == "true", field
        assert page.locator(f"#{field}-error").inner_text(), field
    assert page.get_by_label("Email").input_value() == f"{name}@example.com"
    assert page.get_by_label("Password", exact=True).input_value() == ""
    sign_up(page, name)

    page.goto("/settings/password")
    page.get_by_text("Not confirmed").wait_for()
    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign up").first.wait_for()
    page.goto("/login")
    page.get_by_role("link", name="Forgot").click()
    page.get_by_label("Email").fill(f"{name}@example.com")
    page.get_by_role("button", name="Send link").click()
    page.get_by_role("heading", name="Check your email").wait_for()
    page.goto(link_in_mail(site, name, "password/reset"))
    page.get_by_label("New password", exact=True).fill("another one for me")
    page.get_by_label("Repeat new password").fill("another one for me")
    page.get_by_role("button", name="Save password").click()
    # The link has shown whose account and address it is: they are signed in, and the address is confirmed.
    page.get_by_text("Password changed. You're signed in.").wait_for()
    page.get_by_role("navigation", name="Main").wait_for()
    page.goto("/settings/password")
    page.get_by_text("Confirmed", exact=True).wait_for()


@EACH
def test_a_link_confirms_an_address(person, site, size, scheme, scripts):
    page = person(size, scheme, scripts)
    sign_in(page, HOST, at=None)
    address = f"aino-{size}-{scheme}@example.net"
    page.goto("/settings/password")
    page.get_by_label("New email address").fill(address)
    page.get_by_label("Your password", exact=True).fill("wrong")
    page.get_by_role("button", name="Change email").click()
    page.locator(".field-error").get_by_text("That's not your password.").wait_for()
    assert page.get_by_label("New email address").input_value() == address
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Change email").click()
    page.get_by_text("Check your email").wait_for()
    page.get_by_text("Not confirmed").wait_for()
    page.goto(link_in_mail(site, address, "confirm"))
    page.goto("/settings/password")
    page.get_by_text("Confirmed", exact=True).wait_for()


@EACH
def test_browsers_are_signed_out_by_a_list_and_by_a_new_password(visitor, size, scheme, scripts):
    mine, other = visitor(size, scheme, scripts), visitor(size, scheme, scripts)
    for page in [mine, other]:
        sign_in(page, HOST, at=None) if page is mine else sign_in_by_form(page)
    mine.goto("/settings/sessions")
    assert mine.get_by_text("This browser").count() == 1
    mine.get_by_role("button", name=re.compile("^Sign out ")).first.click()
    mine.get_by_text("Signed out.").wait_for()
    other.goto("/you")
    other.get_by_role("heading", name="Sign in").wait_for()

    sign_in_by_form(other)
    mine.goto("/settings/password")
    mine.get_by_label("Current password").fill(PASSWORD)
    mine.locator("#password").fill("a walk in the rain")
    mine.get_by_label("Repeat new password").fill("a walk in the rain")
    mine.get_by_role("button", name="Change password").click()
    mine.get_by_text("Password changed.").wait_for()
    other.goto("/you")
    other.get_by_role("heading", name="Sign in").wait_for()
    mine.goto("/you")
    mine.get_by_role("heading", name=HOST).wait_for()


def sign_in_by_form(page):
    page.goto("/login")
    page.get_by_label("Username").fill(HOST)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("navigation", name="Main").wait_for()


@EACH
def test_every_preference_is_saved(person, size, scheme, scripts):
    page = person(size, scheme, scripts)
    sign_in(page, HOST, at=None)
    preferences(
        page, Time_zone="Asia/Tokyo", Feet_and_miles=True, Dark=True, Keep_my_positions_for="One week",
        Let_my_friends_see_my_area=True, Tell_friends_when_I_open_their_notes=False)
    page.get_by_text("Saved. Your friends will see your area").wait_for()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.get_by_label("Time zone").input_value() == "Asia/Tokyo"
    assert page.get_by_label("Feet and miles").is_checked()
    assert page.get_by_label("Keep my positions for").input_value() == "168"
    assert page.get_by_label("Let my friends see my area").is_checked()
    assert not page.get_by_label("Tell friends").is_checked()
    if size == "desktop":
        page.get_by_role("link", name="Friends see your area").click()
    else:
        page.goto("/you")
        page.get_by_role("link", name="Who can see me").click()
    page.get_by_role("heading", name="Who can see me").wait_for()
    page.get_by_text("Nobody learns that you opened their note.").wait_for()
    preferences(
        page, Time_zone="Europe/Helsinki", Metres=True, Same_as_device=True, Keep_my_positions_for="One day",
        Let_my_friends_see_my_area=False, Tell_friends_when_I_open_their_notes=True)
    page.get_by_text("Saved.", exact=True).wait_for()
    assert not page.get_by_label("Let my friends see my area").is_checked()


@EACH
def test_one_press_starts_a_pause_and_another_ends_it(person, size, scheme, scripts):
    page = person(size, scheme, scripts)
    sign_in(page, HOST, at=None)
    page.goto("/archive" if size == "desktop" else "/settings/visibility")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Pause for an hour" if size == "desktop" else "Pause").click()
    page.get_by_text("nobody sees where you are").first.wait_for()
    page.wait_for_url("**/archive" if size == "desktop" else "**/settings/visibility")
    page.goto("/settings/visibility")
    page.get_by_text("You're paused until").wait_for()
    page.get_by_role("button", name="End pause").click()
    page.get_by_text("Pause ended.").wait_for()
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    assert page.get_by_text("You're paused until").count() == 0


@EACH
def test_devices_are_forgotten(person, size, scheme, scripts):
    page = person(size, scheme, scripts)
    sign_in(page, HOST, at=None)
    stand(page, "60.20", "25.00")
    page.goto("/settings/devices")
    page.get_by_text("This browser").wait_for()
    page.locator("summary", has_text="Delete all positions").click()
    page.get_by_role("button", name="Delete all", exact=True).click()
    page.get_by_text("All your positions are deleted.").wait_for()
    page.get_by_text("No positions kept").first.wait_for()
    expect(page.get_by_text("position kept, last")).to_have_count(0)


@pytest.fixture(scope="module")
def later(chromium, tmp_path_factory):
    """A site on which Aino shares her area and was at the library half an hour ago, and everybody's sessions."""
    later = Clock(tmp_path_factory.mktemp("later") / "clock")
    later.set(START + timedelta(minutes=31))
    for site in demo_site():
        makers = visitors(chromium, site)
        open_page = next(makers)
        aino = open_page(scripts=False)
        sign_in(aino, HOST, at=None)
        preferences(aino, Let_my_friends_see_my_area=True)
        stand(aino, *OODI)
        sessions = SESSIONS[site.url]
        # Its pages are closed first: what they still load would be refused.
        next(makers, None)
        site.stop()
        site.environment = later.environment
        site.start()
        yield site, sessions


@EACH
def test_friends_see_the_area_and_strangers_do_not(chromium, later, size, scheme, scripts):
    site, sessions = later
    makers = visitors(chromium, site)
    open_page = next(makers)
    seen = {}
    for name, path in [("mikko", f"/people/{HOST}"), ("ville", f"/people/{HOST}"), (HOST, "/settings/visibility")]:
        page = open_page(size, scheme, scripts)
        page.context.add_cookies([{"name": "session", "value": sessions[name], "url": site.url}])
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        seen[name] = page.locator("main").inner_text()
        assert page.locator(".map-gate").count() == (0 if name == "ville" else 1)
    words = re.search(r"Around Helsinki, [\w ]+", seen["mikko"]).group(0)
    assert words in seen[HOST] and "Your 6 friends see" in seen[HOST]
    assert "Helsinki" not in seen["ville"]
    assert "60.17" not in seen["mikko"]
    next(makers, None)
