"""The rail of a desktop: all of it fits a low window, and what matters most is always in sight."""

import subprocess

import pytest
from playwright.sync_api import expect

from conftest import BINARY, ROOT, sign_in

# What is wrong with the rail in the window: links that are cut or out of sight, and the two that matter most.
RAIL = """() => {
    const rail = document.querySelector(".rail"), links = rail.querySelector(".rail-links");
    const seen = [...rail.querySelectorAll("*:not(svg, use)")].filter((part) => part.checkVisibility()
        && getComputedStyle(part).clipPath === "none" && getComputedStyle(part).display !== "inline");
    const isOut = ({ top, bottom, right }) => top < 0 || bottom > innerHeight || right > rail.getBoundingClientRect().right;
    return {
        cut: seen.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.outerHTML.slice(0, 80)),
        scrolls: links.scrollHeight - links.clientHeight,
        out: seen.filter((part) => isOut(part.getBoundingClientRect())).map((part) => part.outerHTML.slice(0, 80)),
        foot: [".rail-pause button", ".rail-me"].filter((one) => !rail.querySelector(one)?.checkVisibility()),
    };
}"""
GOOD = {"cut": [], "scrolls": 0, "out": [], "foot": []}


def sign_in_keeper(site, page):
    """Signs an administrator in whose friends see the area: nobody's rail is longer."""
    command = [BINARY, "admin", "add", "keeper", "--email", "keeper@example.org", "--data", site.data]
    subprocess.run([*command, "--public", str(ROOT / "Public")], input="demo-password\n", text=True, check=True,
                   capture_output=True)
    sign_in(page, "keeper", "/settings/profile")
    page.get_by_label("Display name").fill("Maximiliana Theophania von den Nördlichen Hügeln am Weiten S")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.goto("/settings")
    page.get_by_label("Let my friends see my area").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Friends see your area").wait_for()


def test_the_whole_rail_fits_a_low_window(visitor, site):
    page = visitor("desktop", tiles=False)
    sign_in_keeper(site, page)
    for width, height in [(1280, 800), (1280, 680), (900, 680)]:
        page.set_viewport_size({"width": width, "height": height})
        for path in ["/archive", "/friends", "/relics", "/zones", "/settings", "/admin", "/you"]:
            page.goto(path)
            assert page.evaluate(RAIL) == GOOD, (path, width, height)
            # The page is marked, and not within what is folded.
            marked = page.locator(".rail [aria-current=page]:visible")
            expect(marked).to_have_count(1)
            expect(marked).to_have_attribute("href", path)
    # Lower still, and with everything unfolded, the links scroll between what stays.
    page.set_viewport_size({"width": 1280, "height": 500})
    page.get_by_role("navigation", name="Main").locator("summary").last.click()
    found = page.evaluate(RAIL)
    assert found["scrolls"] > 0 and found["foot"] == [] and found["cut"] == []
    for one in [".rail-pause button", ".rail-me"]:
        box = page.locator(one).bounding_box()
        assert 0 <= box["y"] and box["y"] + box["height"] <= 500, one


@pytest.mark.parametrize("size", ["tablet", "desktop"])
def test_the_keyboard_goes_down_the_rail(looker, size):
    page = looker(size, tiles=False)
    sign_in(page, "aino_k", "/archive")
    page.keyboard.press("Tab")
    tops = []
    for _ in range(30):
        page.keyboard.press("Tab")
        top = page.evaluate("document.activeElement.closest('.rail') && document.activeElement.getBoundingClientRect().top")
        if top is None:
            break
        tops.append(top)
    assert len(tops) >= 5 and tops == sorted(tops)


def test_a_folded_group_opens_without_scripts(looker):
    page = looker("desktop", scripts=False, tiles=False)
    sign_in(page, "aino_k", "/archive")
    rail = page.get_by_role("navigation", name="Main")
    expect(rail.get_by_role("link", name="Groups")).to_be_visible()
    expect(rail.get_by_role("link", name="Relics")).to_be_hidden()
    rail.get_by_text("Yours", exact=True).click()
    rail.get_by_role("link", name="Relics").click()
    page.get_by_role("heading", name="Relics").first.wait_for()
    # The page's own group is the one that is open.
    expect(rail.get_by_role("link", name="Groups")).to_be_hidden()
    expect(rail.get_by_role("link", name="Relics")).to_have_attribute("aria-current", "page")
