"""The list of chats and the count beside its link, on open pages."""

import re
import pytest
from playwright.sync_api import expect

from conftest import sign_in


def write(page, other, words):
    page.goto(f"/chats/{other}")
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send").click()
    page.get_by_text(words).first.wait_for()


def badge(page):
    """The number beside the link of the navigation."""
    return page.get_by_role("navigation", name="Main").locator("[data-count=chats]")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_message_comes_up_in_the_list_and_keeps_the_focus(visitor, size):
    page, other = visitor(size, tiles=False), visitor("phone", tiles=False, scripts=False)
    sign_in(other, "leena")
    write(other, "aino_k", "The third bench")
    sign_in(page, "aino_k")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Chats").click()
    first = page.locator("section[aria-labelledby='chats-head'] .chat-row").first
    expect(first).to_contain_text("The third bench")
    before = int(badge(page).locator("span").first.inner_text())
    first.focus()
    name = first.get_attribute("id")
    page.wait_for_function("'streaming' in document.documentElement.dataset")
    sign_in(other, "mikko")
    write(other, "aino_k", "Are you there?")
    expect(first).to_contain_text("Are you there?")
    expect(page.locator(f"#{name}")).to_be_focused()
    expect(badge(page)).to_have_text(f"{before + 1} unread")
    page.keyboard.press("Enter")
    page.wait_for_url("**/chats/leena")


def test_the_list_works_without_scripts(visitor):
    page, other = visitor("phone", tiles=False, scripts=False), visitor("phone", tiles=False, scripts=False)
    sign_in(other, "sofia")
    write(other, "aino_k", "Up by the greenhouse")
    sign_in(page, "aino_k", "/chats")
    page.get_by_role("searchbox", name="Search people and messages").fill("greenh")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Up by the greenhouse").click()
    expect(page).to_have_url(re.compile(r"/chats/sofia\?before=\d+#message-\d+$"))
    page.goto("/chats")
    page.get_by_role("link", name="New chat").click()
    page.get_by_role("link", name="mikko", exact=True).click()
    page.wait_for_url("**/chats/mikko")


def test_on_a_wide_screen_the_list_stands_beside_the_chat(visitor):
    page, other = visitor("desktop", tiles=False), visitor("phone", tiles=False, scripts=False)
    for name in ["leena", "mikko"]:
        sign_in(other, name)
        write(other, "aino_k", f"Beside, from {name}")
    sign_in(page, "aino_k", "/chats")
    expect(page.get_by_role("region", name="Chat", exact=True)).to_contain_text("Choose a chat")
    page.locator(".chat-row", has_text="Beside, from mikko").click()
    page.wait_for_url("**/chats/mikko")
    side = page.get_by_role("navigation", name="Chats")
    expect(side.locator("[aria-current=page]")).to_contain_text("mikko")
    # Neither covers the other, and the page itself does not scroll.
    list_box, chat_box = side.bounding_box(), page.locator(".chat").bounding_box()
    assert list_box["x"] + list_box["width"] <= chat_box["x"] + 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # What happens elsewhere shows there, and the open chat stays marked.
    page.wait_for_function("'streaming' in document.documentElement.dataset")
    sign_in(other, "leena")
    write(other, "aino_k", "Beside, again")
    expect(side.locator(".chat-row").filter(has_text="Beside, again")).to_contain_text("unread")
    expect(side.locator("[aria-current=page]")).to_contain_text("mikko")
    side.locator(".chat-row").filter(has_text="Beside, again").click()
    page.wait_for_url("**/chats/leena")
    expect(page.get_by_role("navigation", name="Chats").locator("[aria-current=page]")).to_contain_text("leena")


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_narrow_screen_a_chat_has_the_page_to_itself(visitor, scripts):
    page = visitor("tablet", tiles=False, scripts=scripts)
    sign_in(page, "aino_k", "/chats/mikko")
    expect(page.locator(".chat-side")).to_be_hidden()
    expect(page.get_by_role("link", name="Chats").and_(page.locator(".chat-back"))).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 700})
    expect(page.locator(".chat-side")).to_be_visible()
    expect(page.locator(".chat-back")).to_be_hidden()
