"""Back, Forward and the arrow above a page return to where one was reading; links are copied."""

import re

import pytest
from playwright.sync_api import expect

from conftest import sign_in


def scrolled(page, y):
    """Waits until the page is scrolled to a place."""
    page.wait_for_function("y => Math.abs(scrollY - y) < 3", arg=y)


def scroll_down(page):
    """Scrolls down, waits until the position is kept, and returns it."""
    page.evaluate("scrollTo(0, 250)")
    page.wait_for_function("() => history.state?.cairn?.y > 0 && history.state.cairn.y === Math.round(scrollY)")
    return page.evaluate("scrollY")


def test_back_and_forward_return_to_the_place(visitor):
    page = visitor("phone", tiles=False)
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


@pytest.mark.parametrize("scripts", [True, False])
def test_the_arrow_leads_where_one_came_from(visitor, scripts):
    page = visitor("phone", scripts=scripts, tiles=False)
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
    assert page.evaluate("window.shared.url") == link


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
