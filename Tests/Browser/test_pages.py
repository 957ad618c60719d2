"""Every page: readable by everybody, at every size, with and without colour of night."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import sign_in

PAGES = ["/", "/archive", "/archive?view=map", "/notes", "/notes/new", "/friends", "/friends?q=vil", "/you", "/settings"]
OPEN_PAGES = ["/", "/signup", "/login"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_barrier(visitor, scheme):
    page = visitor("phone", scheme)
    for path in OPEN_PAGES:
        page.goto(path)
        check(page, path)
    sign_in(page, "aino_k")
    for path in PAGES:
        page.goto(path)
        check(page, path)
    page.goto("/archive")
    page.locator("article a").last.click()
    check(page, "a note")


def check(page, path):
    results = Axe().run(page)
    serious = [
        (v["id"], [n["html"][:120] for n in v["nodes"]]) for v in results.response["violations"]
        if v["impact"] in ("serious", "critical")]
    assert serious == [], path


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_sticks_out(visitor, width):
    page = visitor("phone")
    page.set_viewport_size({"width": width, "height": 700})
    for path in OPEN_PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    sign_in(page, "aino_k")
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_keyboard_is_enough(visitor):
    page = visitor("desktop")
    page.goto("/signup")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("kaisa_l")
    page.keyboard.press("Tab")
    page.keyboard.type("long enough for me")
    page.keyboard.press("Tab")
    page.keyboard.type("long enough for me")
    page.keyboard.press("Enter")
    page.get_by_text("Welcome, kaisa_l.").wait_for()
    page.get_by_label("Find somebody by name").focus()
    page.keyboard.type("mikko")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ask mikko").press("Enter")
    page.get_by_text("You asked mikko.").wait_for()
