"""What tests do on pages of chats."""

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


def wait_until_kept(page, count):
    """Waits until the browser keeps so many forms."""
    page.wait_for_function("""(count) => {
        cairn.outbox.list().then((forms) => { window.keptForms = forms.length; });
        return window.keptForms === count;
    }""", arg=count)
