"""Back, Forward and the arrow above a page return to where one was reading; links are copied."""

import contextlib
import re

import pytest
from playwright.sync_api import Error, expect

from conftest import sign_in


# How long a load that may have been overtaken is waited for, in milliseconds; nothing depends on whether it came.
OVERTAKEN = 5_000


def scrolled(page, y):
    """Waits until the page is scrolled to a place."""
    page.wait_for_function("y => Math.abs(scrollY - y) < 3", arg=y)


def scroll_down(page):
    """Scrolls down, waits until the position is kept, and returns it."""
    page.evaluate("scrollTo(0, 250)")
    page.wait_for_function("() => history.state?.cairn?.y > 0 && history.state.cairn.y === Math.round(scrollY)")
    return page.evaluate("scrollY")


def test_back_and_forward_return_to_the_place(looker):
    page = looker("phone", tiles=False)
    sign_in(page, "aino_k", "/settings")
    page.evaluate("window.isTheSame = true")
    place = scroll_down(page)
    page.get_by_role("link", name="Blocked people").click()
    page.get_by_role("heading", name="Blocked people", level=1).wait_for()
    scrolled(page, 0)
    page.go_back()
    page.get_by_role("heading", name="Settings", exact=True).wait_for()
    scrolled(page, place)
    page.go_forward()
    page.get_by_role("heading", name="Blocked people", level=1).wait_for()
    scrolled(page, 0)
    # The arrow goes back in the history instead of opening the page once more.
    length = page.evaluate("history.length")
    page.locator(".back a").click()
    page.get_by_role("heading", name="Settings", exact=True).wait_for()
    scrolled(page, place)
    assert page.evaluate("history.length") == length and page.evaluate("window.isTheSame")
    page.reload()
    scrolled(page, place)
    kept = page.evaluate("JSON.stringify([history.state, Object.keys(sessionStorage), Object.keys(localStorage)])")
    assert "aino" not in kept and len(kept) < 200


def test_who_is_in_a_hurry_leaves_no_errors_behind(looker):
    page = looker("phone", tiles=False)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    # What the browser says of loads that were cut off is no error of the page.
    aborted = ("ERR_ABORTED", "Failed to fetch", "Failed to load resource")
    page.on("console", lambda message: errors.append(message.text)
            if message.type == "error" and not any(word in message.text for word in aborted) else None)
    page.emulate_media(reduced_motion="no-preference")
    sign_in(page, "aino_k")
    tabs = page.locator(".rail li:not(.rail-drop) a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert len(tabs) >= 4

    def hurry(script, *arguments):
        # The page may be gone before it has answered.
        with contextlib.suppress(Error):
            page.evaluate(script, *arguments)
        page.wait_for_timeout(60)

    # By links, which swap the page.
    for path in tabs:
        hurry("path => document.querySelector(`.rail a[href='${path}']`)?.click()", path)
    for step in [-1, -1, 1, -1]:
        hurry("step => history.go(step)", step)
    # As whole pages, which the browser leaves before they are there.
    for path in tabs:
        # A load that a step back overtakes is never there.
        with contextlib.suppress(Error):
            page.goto(path, wait_until="commit", timeout=OVERTAKEN)
        for step in [-1, 1]:
            hurry("step => history.go(step)", step)
    page.goto("/archive")
    page.wait_for_function("() => 'streaming' in document.documentElement.dataset")
    page.go_back()
    page.go_forward()
    page.get_by_role("heading", name="Archive").wait_for()
    assert errors == []


@pytest.mark.parametrize("scripts", [True, False])
def test_the_arrow_leads_where_one_came_from(looker, scripts):
    page = looker("phone", scripts=scripts, tiles=False)
    sign_in(page, "aino_k", "/you")
    page.get_by_role("link", name="Who can see me").click()
    page.get_by_role("heading", name="Who can see me").wait_for()
    expect(page.locator(".back a")).to_have_text("You")
    page.get_by_role("link", name="View: Blocked people").click()
    page.get_by_role("heading", name="Blocked people", level=1).wait_for()
    page.locator(".back a").click()
    page.get_by_role("heading", name="Who can see me").wait_for()
    page.goto("/people/mikko")
    expect(page.locator(".back a")).to_have_text("Friends")
    page.goto("/friends?q=mik")
    page.get_by_role("link", name="mikko", exact=True).first.click()
    page.get_by_role("heading", name="mikko").wait_for()
    page.locator(".back a").click()
    expect(page).to_have_url(re.compile(r"/friends\?q=mik$"))


def test_a_link_is_copied_and_shared(visitor):
    page = visitor("phone", tiles=False)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.add_init_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    sign_in(page, "leena", "/friends/invite")
    page.get_by_role("button", name="Invite one person").click()
    link = page.get_by_label("Link for one person").input_value()
    assert "/join-me/" in link
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied", exact=True).wait_for()
    assert page.evaluate("window.copied") == link
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("(link) => window.shared?.url === link", arg=link)


@pytest.mark.parametrize("scripts", [True, False])
def test_an_invitation_for_one_person_makes_friends(visitor, scripts):
    leena, elias = visitor("phone", scripts=scripts), visitor("desktop", scripts=scripts)
    sign_in(leena, "leena")
    sign_in(elias, "elias")
    leena.goto("/friends/invite")
    leena.get_by_role("button", name="Invite one person").click()
    link = leena.get_by_label("Link for one person").input_value()
    elias.goto(link[link.index("/join-me/"):])
    elias.get_by_role("button", name="Accept").click()
    elias.get_by_text("You and leena are friends.").wait_for()
    leena.goto("/friends/invite")
    leena.get_by_text("Used", exact=True).wait_for()
    assert elias.goto(link[link.index("/join-me/"):]).status == 404
