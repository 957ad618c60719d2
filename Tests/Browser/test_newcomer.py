"""How many taps it is from an invitation to the first note for the friend who sent it."""

import re
import time

from playwright.sync_api import expect

from conftest import ESPLANADI, new_context, screen, sign_in, watch


def invitation(page):
    """The path of a link for one person, from Leena."""
    sign_in(page, "leena", "/friends/invite")
    page.get_by_role("button", name="Invite one person").click()
    link = page.get_by_label("Link for one person").input_value()
    return link[link.index("/join-me/"):]


def test_a_newcomer_leaves_a_friend_a_note_in_nine_taps(chromium, site, visitor, record_property):
    path = invitation(visitor("desktop", tiles=False))
    context = new_context(
        chromium, base_url=site.url, **screen("phone"), reduced_motion="reduce", geolocation={**ESPLANADI, "accuracy": 8},
        permissions=["geolocation"], locale="en-GB")
    page, trouble, taps = context.new_page(), [], []
    watch(page, trouble)

    def tap(control):
        taps.append(control)
        control.click()

    began = time.monotonic()
    page.goto(path)
    page.get_by_role("heading", name="leena invites you").wait_for()
    tap(page.get_by_role("link", name="Sign up"))
    page.get_by_label("Username").fill("newcomer_n")
    page.get_by_label("Email").fill("newcomer_n@example.com")
    page.get_by_label("Password", exact=True).fill("long enough for me")
    page.get_by_label("Repeat password").fill("long enough for me")
    tap(page.get_by_role("button", name="Next"))
    page.get_by_label("Date of birth").fill("2001-05-31")
    tap(page.get_by_role("button", name="Sign up"))
    tap(page.get_by_role("button", name="Accept"))
    page.get_by_role("heading", name="First steps").wait_for()
    tap(page.get_by_role("link", name="Leave leena a note"))
    page.locator(".compose.is-live .map-live").wait_for()
    expect(page.locator(".person input[value='leena']")).to_be_checked()
    page.get_by_label("Your words").fill("My first one.")
    tap(page.get_by_role("button", name="Here"))
    expect(page.get_by_label("Latitude")).to_have_value(re.compile("^60.1675"))
    tap(page.get_by_role("button", name="Leave the note"))
    page.get_by_text("Your note is waiting for leena.").wait_for()
    seconds = time.monotonic() - began
    told = f"a newcomer's first note: {len(taps)} taps, {seconds:.1f} s without the time to type"
    print(told)
    record_property("told", told)
    assert len(taps) <= 9 and trouble == []
    context.close()
