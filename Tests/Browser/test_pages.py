"""Every page is accessible: at every size, in light and dark, by keyboard alone."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from conftest import sign_in
from pages import each, each_open

# What of the many checks may come out otherwise in the dark theme, which differs only in its colours.
OF_COLOURS = ["color-contrast", "link-in-text-block"]

def test_every_page_is_accessible(visitor):
    page = visitor("phone", tiles=False)
    check = checks(page)
    for names in [each_open, each]:
        for name in names(page):
            check(name)
            touch(page, name)
        if names is each_open:
            sign_in(page, "aino_k")


@pytest.mark.parametrize("part", range(4))
def test_every_example_is_accessible(gallery_visitor, part):
    page = gallery_visitor("phone", tiles=False)
    check = checks(page)
    page.goto("/gallery")
    paths = page.locator("main a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    for path in paths[part::4]:
        page.goto(path)
        check(path)


def checks(page):
    """Returns a function that checks the open page for accessibility errors in light and dark, and for overflow at every
    width.

    Every page that is opened from now on brings the checks with it, and the browser is asked for sizes and colours
    directly: both take half the time.
    """
    page.context.add_init_script(AXE_SCRIPT)
    browser = page.context.new_cdp_session(page)

    def check(name):
        for width in [1280, 768, 320, 390]:
            browser.send("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False})
            seen, wide = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
            assert seen == width >= wide, f"{name} at {width}: {seen}, {wide}"
        # Without lists of what is good, and without the style sheets as texts, it takes a third of the time.
        options = {"resultTypes": ["violations"], "preload": False}
        for scheme, more in [("dark", {"runOnly": OF_COLOURS}), ("light", {})]:
            browser.send("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
            is_dark, serious = page.evaluate("""async (options) => [
                matchMedia("(prefers-color-scheme: dark)").matches, (await axe.run(options)).violations
                .filter(({ impact }) => ["serious", "critical"].includes(impact))
                .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])]""", {**options, **more})
            assert (is_dark, serious) == (scheme == "dark", []), f"{name}, {scheme}"

    return check


def touch(page, name):
    """Checks that controls are large enough for a thumb."""
    small = page.evaluate("""() => [...document.querySelectorAll(
        'main :is(a.button, button, summary, select, .chip, .segments a, .back a, .links a, a.row-name, .row-name a), .rail a')]
        .filter(element => element.checkVisibility({visibilityProperty: true}) && !element.matches('.visually-hidden'))
        // A link may reach over all that it stands in.
        .map(element => [element, getComputedStyle(element, '::after').position === 'absolute' ? element.offsetParent : element])
        .map(([element, area]) => [element.outerHTML.slice(0, 80), area.getBoundingClientRect().height])
        .filter(([, height]) => height < 44)""")
    assert small == [], name


def tab_to(page, label, most=60):
    """Presses the tab key until the element with that name has the focus, as a person without a mouse does."""
    page.wait_for_load_state()
    for _ in range(most):
        page.keyboard.press("Tab")
        name = page.evaluate("""() => { const at = document.activeElement; return (at.labels?.[0]?.innerText
            || at.getAttribute('aria-label') || at.innerText || '').trim(); }""")
        if name.splitlines()[-1:] == [label]:
            ring = page.evaluate("""() => { const at = document.activeElement;
                return [[at], [at, '::after'], [at.parentNode]].map(where => getComputedStyle(...where).outlineStyle).join(' '); }""")
            assert "solid" in ring or "auto" in ring, f"{label} has the focus and does not show it"
            return
    raise AssertionError(f"{label} is never reached by the keyboard")


def type_into(page, label, text):
    tab_to(page, label)
    page.keyboard.type(text)


def test_the_keyboard_alone_suffices(visitor):
    page = visitor("desktop", tiles=False)
    page.goto("/")
    tab_to(page, "Sign up")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Sign up").wait_for()
    type_into(page, "Username", "kaisa_l")
    type_into(page, "Email", "kaisa_l@example.com")
    type_into(page, "Password", "long enough for me")
    type_into(page, "Repeat password", "long enough for me")
    # Day, month and year are separate fields of a date field; their order depends on the machine.
    tab_to(page, "Date of birth")
    page.keyboard.type("11112001")
    page.keyboard.press("Enter")
    page.get_by_text("Welcome, kaisa_l.").wait_for()
    type_into(page, "Find people by name", "mikko")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add mikko").wait_for()
    tab_to(page, "Add mikko")
    page.keyboard.press("Enter")
    page.get_by_text("Friend request sent to mikko.").wait_for()


def test_a_note_is_written_and_read_by_keyboard(visitor):
    page = visitor("desktop", tiles=False)
    sign_in(page, "aino_k")
    tab_to(page, "Drop")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="What to leave").wait_for()
    tab_to(page, "For friends, who find it by being there")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Leave a note").wait_for()
    type_into(page, "Your words", "Written without a mouse")
    tab_to(page, "leena")
    page.keyboard.press("Space")
    tab_to(page, "More")
    page.keyboard.press("Enter")
    type_into(page, "Latitude", "60.1699")
    type_into(page, "Longitude", "24.9490")
    tab_to(page, "Leave the note")
    page.keyboard.press("Enter")
    page.get_by_text("Your note is waiting for leena.").wait_for()
    tab_to(page, "Archive")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Archive").wait_for()
    tab_to(page, "Third bench from the fountain. Best place in town to do nothing at all.")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Note from leena").wait_for()


def test_the_archive_is_printed_as_a_plain_list(visitor):
    page = visitor("desktop", "dark", tiles=False)
    sign_in(page, "aino_k")
    page.goto("/archive")
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation", name="Main").is_visible()
    assert page.get_by_text("Third bench from the fountain").is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
