"""Reactions to messages: chosen in a message's menu, seen at once on the other's open page, taken back by a tap."""

import pytest
from playwright.sync_api import expect

from chats import unfold
from conftest import sign_in


@pytest.mark.parametrize("size,scheme,scripts", [("phone", "light", True), ("desktop", "dark", True), ("phone", "dark", False)])
def test_a_reaction_comes_and_goes(visitor, size, scheme, scripts):
    aino, mikko = visitor(size, scheme, scripts), visitor("desktop")
    sign_in(aino, "aino_k")
    sign_in(mikko, "mikko")
    mikko.goto("/chats/aino_k")
    aino.goto("/chats/mikko")
    theirs = aino.locator(".bubble:not(.is-own):not(:has(.reactions))").last
    number = theirs.get_attribute("data-number")
    bubble = aino.locator(f"#message-{number}")
    unfold(bubble)
    choices = bubble.locator(".reaction-choices .reaction")
    expect(choices).to_have_count(6)
    choices.nth(5).click()
    mine = bubble.locator(".reactions .reaction")
    expect(mine).to_have_text("🔥")
    expect(mine).to_have_attribute("aria-pressed", "true")
    seen = mikko.locator(f"#message-{number} .reactions .reaction")
    expect(seen).to_have_text("🔥")
    expect(seen).to_have_attribute("aria-pressed", "false")
    # A finger hits it.
    box = mine.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 32
    seen.click()
    expect(seen).to_contain_text("2")
    if scripts:
        expect(mine).to_contain_text("2")
    mine.click()
    expect(seen).to_have_text("🔥")
    expect(bubble.locator(".reactions .reaction")).to_have_attribute("aria-pressed", "false")
