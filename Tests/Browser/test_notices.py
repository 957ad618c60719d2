"""Notices on open pages: the bell, the title, the message that leads on, and the list that renews itself."""

import re

import pytest
from playwright.sync_api import expect

from conftest import sign_in

# What a stream dispatches in every tab.
TELL = """(unread) => document.body.dispatchEvent(new CustomEvent("cairn:notice", { bubbles: true, cancelable: true,
    detail: { kind: "friend.asked", title: "jonas wants to be friends", url: "/friends", unread } }))"""


def bell(page):
    return page.get_by_role("banner").get_by_role("link", name=re.compile("^Notifications"))


def unread(page):
    return int(bell(page).get_attribute("data-unread"))


def expect_count(page, count, title):
    """The bell and the page's title tell the same number."""
    expect(bell(page)).to_have_accessible_name(f"Notifications, {count} unread" if count else "Notifications")
    expect(page).to_have_title(f"({count}) {title} · Cairn" if count else f"{title} · Cairn")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_notice_is_told_on_an_open_page(visitor, size):
    page = visitor(size, tiles=False)
    sign_in(page, "aino_k")
    stored = unread(page)
    assert stored > 0
    expect_count(page, stored, "Map")
    page.evaluate(TELL, stored + 1)
    expect_count(page, stored + 1, "Map")
    page.locator(".toast").get_by_role("link", name="jonas wants to be friends").wait_for()
    # What comes at once is told in one message.
    page.evaluate(TELL, 99)
    page.evaluate(TELL, 100)
    expect_count(page, "99+", "Map")
    page.locator(".toast").last.get_by_role("link", name="2 new notifications").wait_for()
    page.locator(".toast").get_by_role("link", name="jonas wants to be friends").click()
    # The next page comes with the server's own count.
    expect(page.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
    expect_count(page, stored, "Friends")
    # Whoever shows it in a better way prevents the message.
    expect(page.locator(".toast:has(a)")).to_have_count(0)
    page.evaluate("document.addEventListener('cairn:notice', (event) => event.preventDefault())")
    page.evaluate(TELL, stored + 2)
    expect_count(page, stored + 2, "Friends")
    assert page.locator(".toast:has(a)").count() == 0


def test_the_list_renews_itself_and_keeps_the_focus(visitor):
    page, other = visitor("phone", tiles=False), visitor("phone", tiles=False)
    sign_in(page, "aino_k")
    sign_in(other, "leena")
    stored = unread(page)
    bell(page).click()
    ville = page.get_by_role("button", name="ville wants to be friends")
    ville.focus()
    other.goto("/friends")
    other.get_by_label("More about aino_k").click()
    other.get_by_role("button", name="Remove aino_k").click()
    other.get_by_text("no longer friends").wait_for()
    other.goto("/people/aino_k")
    other.get_by_role("button", name="Add friend").click()
    other.get_by_text("Friend request sent").wait_for()
    page.evaluate(TELL, stored + 1)
    expect(page.get_by_role("button", name="leena wants to be friends")).to_be_visible()
    expect(ville).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/friends$"))
    expect_count(page, stored, "Friends")
    page.go_back()
    expect(page.get_by_role("link", name="ville wants to be friends")).to_be_visible()
    page.get_by_role("button", name="Mark all read").click()
    expect_count(page, 0, "Notifications")


def test_notices_are_read_without_scripts(visitor):
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k")
    stored = unread(page)
    bell(page).click()
    page.get_by_role("button", name="ville wants to be friends").click()
    expect(page.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
    assert unread(page) == stored - 1
    bell(page).click()
    expect(page.get_by_role("link", name="ville wants to be friends")).to_be_visible()
    page.get_by_role("button", name="Mark all read").click()
    expect(bell(page)).to_have_accessible_name("Notifications")


# The page's controls that can be used and that the bell covers, even at an edge, as what they begin with.
COVERED = """() => {
    const area = (one) => one.getBoundingClientRect();
    const bell = area(document.querySelector(".corner a[href='/notices']"));
    return [...document.querySelectorAll("main :is(a, button, input)")].filter((one) => {
        // The arrows of the map are only for keyboards, and its pins lie below everything.
        if (one.closest("svg") || !one.checkVisibility({ visibilityProperty: true }) || !(getComputedStyle(one).opacity > 0)) return false;
        // Without what its row of chips scrolls away.
        const [box, row] = [area(one), area(one.closest(".map-chips") || one)];
        const [left, right] = [Math.max(box.left, row.left), Math.min(box.right, row.right)];
        return right - left >= 2 && box.height >= 2
            && left < bell.right && right > bell.left && box.top < bell.bottom && box.bottom > bell.top;
    }).map((one) => one.outerHTML.slice(0, 200));
}"""


@pytest.mark.parametrize("scripts", [True, False])
def test_the_bell_lies_over_nothing_that_is_used(visitor, scripts):
    """On every page, from small phones to desktops, no other control is below it."""
    page = visitor("phone", scripts=scripts, tiles=False)
    sign_in(page, "aino_k")
    for width, height in [(320, 568), (390, 844), (760, 900), (1000, 700), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        for path in ["/", "/notes/new", "/friends", "/archive?view=map", "/settings", "/notices", "/people/mikko"]:
            page.goto(path)
            box = bell(page).bounding_box()
            assert box["width"] >= 44 and box["height"] >= 44 and box["x"] + box["width"] <= width
            assert page.evaluate(COVERED) == [], f"{path} at {width}"
