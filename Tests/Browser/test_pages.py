"""Every page and part is accessible, in light and dark, and fits every screen; the keyboard alone suffices.

Examples are judged here, the main pages while they are pictured (test_screens.py).
"""

import pytest

from checks import Judge
from conftest import has_its_turn, sign_in
from markup import TOKEN, problems, split

# The examples are judged in so many tests, which run beside each other.
SHARES = 12
FRAMED = "/gallery/FramedWords/message"


# The frames of pages that have been judged.
FRAMES = set()


@pytest.mark.parametrize("share", range(SHARES))
def test_every_example_is_sound(looker, share):
    page = looker("phone", tiles=False)
    page.goto("/gallery")
    paths = page.locator("main a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert len(paths) > 400
    judge, wrong = Judge(page.context.new_page(), FRAMED), []
    for path in paths[share::SHARES]:
        try:
            look_at(page, judge, path)
        except AssertionError as error:
            wrong.append(str(error))
    assert wrong == []


def look_at(page, judge, path):
    text = page.request.get(path).text()
    frame = "" if is_part(path) else frame_of(text)
    if not has_its_turn(path, 5):
        assert problems(text) == [], path
    elif is_part(path):
        judge.check(path, text, "main")
    else:
        judge.check(path, text, "main" if frame in FRAMES else "html")
        FRAMES.add(frame)
        # It is opened as well, which shows what goes wrong with its scripts and files.
        page.goto(path)


def frame_of(text):
    before, after, title, _ = split(text)
    assert title != "<title></title>", text[:200]
    return TOKEN.sub("", before + after)


def is_part(path):
    return path.split("/")[2].endswith("Part")


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
    tab_to(page, "New")
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="New").wait_for()
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
    sign_in(page, "aino_k", "/archive")
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation", name="Main").is_visible()
    assert page.get_by_text("Third bench from the fountain").is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
