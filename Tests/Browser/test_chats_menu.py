"""The menu of a message: under a mouse, by the keyboard, by a finger that stays on it."""

import pytest
from playwright.sync_api import expect

from chats import bubbles, unfold, write
from conftest import new_context, screen, sign_in
from touch import Finger, middle

PHONE = screen("phone") | {"reduced_motion": "reduce"}
LONGER_THAN_A_PRESS = 700


def say(page, words):
    write(page, words)
    expect(bubbles(page).last).to_have_text(words)
    return page.locator("[data-messages] > .bubble").last


def style(element, name):
    return element.evaluate("(element, name) => getComputedStyle(element)[name]", name)


@pytest.fixture
def phone(chromium, site):
    context = new_context(chromium, base_url=site.url, **PHONE)
    page = context.new_page()
    sign_in(page, "aino_k", "/chats/mikko")
    page.locator(".chat.has-press").wait_for()
    yield page
    context.close()


def test_a_long_press_unfolds_it_and_a_press_elsewhere_folds_it(phone):
    bubble = say(phone, "Press and hold me")
    menu = bubble.locator(".bubble-menu")
    assert style(menu.locator("summary").first, "clipPath") == "inset(50%)"
    unfold(bubble)
    expect(menu.get_by_role("link", name="Reply")).to_be_in_viewport()
    expect(menu.locator(".reaction-choices .reaction")).to_have_count(6)
    phone.get_by_label("Message", exact=True).click()
    expect(menu).not_to_have_attribute("open", "")
    # Where a keyboard is, it is there.
    menu.locator("summary").first.focus()
    phone.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")


def test_a_finger_that_scrolls_or_lies_on_a_link_unfolds_nothing(phone):
    bubble = say(phone, "Words, and https://example.org/words")
    x, y = middle(bubble.locator(".bubble-text"))
    finger = Finger(phone)
    finger.send("touchStart", (x, y))
    finger.send("touchMove", (x, y - 30))
    phone.wait_for_timeout(LONGER_THAN_A_PRESS)
    finger.send("touchEnd")
    expect(phone.locator(".bubble-menu[open]")).to_have_count(0)
    pressed = """(element) => {
        const at = { bubbles: true, pointerType: "touch", isPrimary: true, pointerId: 5, clientX: 200, clientY: 400 };
        element.dispatchEvent(new PointerEvent("pointerdown", at));
        const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
        return element.dispatchEvent(event);
    }"""
    # The browser's own menu comes.
    assert bubble.locator(".bubble-text a").evaluate(pressed)
    phone.wait_for_timeout(LONGER_THAN_A_PRESS)
    expect(phone.locator(".bubble-menu[open]")).to_have_count(0)
    assert bubble.locator(".bubble-text").evaluate(pressed)
    expect(bubble.locator(".bubble-menu")).to_have_attribute("open", "")


def test_its_button_shows_under_a_mouse_and_for_the_keyboard(visitor):
    page = visitor("desktop", tiles=False)
    sign_in(page, "aino_k", "/chats/mikko")
    bubble = say(page, "Pass over me")
    button = bubble.locator(".bubble-menu > summary")
    page.mouse.move(0, 0)
    assert style(button, "opacity") == "0"
    bubble.hover()
    assert style(button, "opacity") != "0"
    page.mouse.move(0, 0)
    button.focus()
    assert style(button, "opacity") != "0"
    page.keyboard.press("Enter")
    expect(bubble.get_by_role("link", name="Reply")).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble.locator(".bubble-menu")).not_to_have_attribute("open", "")
    expect(button).to_be_focused()


def test_without_scripts_a_phone_shows_the_button(chromium, site):
    context = new_context(chromium, base_url=site.url, java_script_enabled=False, **PHONE)
    page = context.new_page()
    sign_in(page, "aino_k", "/chats/mikko")
    write(page, "No script here")
    button = page.locator(".bubble-menu > summary").last
    assert style(button, "clipPath") == "none" and style(button, "opacity") != "0"
    button.click()
    expect(page.locator(".bubble-menu[open]").get_by_role("link", name="Reply")).to_be_visible()
    context.close()
