"""What tests do on pages of chats."""

from playwright.sync_api import expect

from touch import Finger, is_touched, middle

# Whether a page hears of what happens.
STREAMING = "() => 'streaming' in document.documentElement.dataset"


def write(page, words, by_enter=False):
    page.get_by_label("Message", exact=True).fill(words)
    if by_enter:
        page.keyboard.press("Enter")
    else:
        page.get_by_role("button", name="Send").click()


def bubbles(page):
    return page.locator("[data-messages] .bubble .bubble-text")


def unfold(bubble):
    """Opens the menu of a message: by its button, or by a finger that stays where scripts hear of it."""
    page, menu = bubble.page, bubble.locator(".bubble-menu")
    if not is_touched(page) or not page.evaluate("() => typeof cairn !== 'undefined'"):
        menu.locator("> summary").click()
        return
    page.locator(".has-press").wait_for()
    bubble.scroll_into_view_if_needed()
    finger = Finger(page)
    finger.send("touchStart", middle(bubble.locator(".bubble-text")))
    expect(menu).to_have_attribute("open", "")
    finger.send("touchEnd")


def wait_until_kept(page, count):
    """Waits until the browser keeps so many forms."""
    page.wait_for_function("""(count) => {
        cairn.outbox.list().then((forms) => { window.keptForms = forms.length; });
        return window.keptForms === count;
    }""", arg=count)
