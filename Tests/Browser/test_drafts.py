"""What is half-written, and what waits for a connection: kept in the browser until it is sent."""

import pytest
from playwright.sync_api import expect

from composing import compose, drag, kept, slide, wait_kept
from conftest import SESSIONS, sign_in
from fixtures import PHOTO


def half_written(page, words="Half a thought"):
    page.get_by_label("Your words").fill(words)
    page.get_by_label("sofia").check()
    slide(page, 8)
    page.locator(".compose-more summary").click()
    page.get_by_label("Hint").fill("Behind the oak")
    page.get_by_label("Opens", exact=True).fill("2030-01-05T19:00")


def test_a_half_written_note_is_offered_again(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    half_written(page)
    wait_kept(page, ["Half a thought"], opens_at="2030-01-05T19:00")
    page.reload()
    page.get_by_text("Your half-written note is back.").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("Half a thought")
    expect(page.get_by_label("Hint")).to_have_value("Behind the oak")
    expect(page.get_by_label("Opens", exact=True)).to_have_value("2030-01-05T19:00")
    expect(page.get_by_label("sofia")).to_be_checked()
    assert page.locator("#radius_m").input_value() == "50"
    # Not where a link says whom a new one is for.
    page.goto("/notes/new?to=mikko")
    page.get_by_role("button", name="Continue it").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("")
    expect(page.get_by_label("sofia")).not_to_be_checked()
    page.get_by_role("button", name="Continue it").click()
    page.get_by_text("Your half-written note is back.").wait_for()
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("Your words")).to_have_value("")
    expect(page.get_by_label("sofia")).not_to_be_checked()
    wait_kept(page, [])
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Your words")).to_have_value("Half a thought")
    expect(page.get_by_label("sofia")).to_be_checked()
    wait_kept(page, ["Half a thought"])


def test_a_place_and_defaults_are_no_half_written_note(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    drag(page, 60, 40)
    page.mouse.up()
    slide(page, 8)
    page.get_by_label("sofia").check()
    page.get_by_label("Your words").fill("  ")
    # What is kept is kept at the latest when the page goes away.
    page.goto("/archive")
    assert kept(page) == []
    compose(page)
    expect(page.locator(".kept")).to_have_count(0)
    expect(page.get_by_label("sofia")).not_to_be_checked()
    # Neither is what was written and erased.
    page.get_by_label("Your words").fill("A thought")
    wait_kept(page, ["A thought"])
    page.get_by_label("Your words").fill("")
    wait_kept(page, [])


# What one may want to touch; a name of a field only leads to it.
CONTROLS = ".compose :is(button, a:not(.map-canvas a), input, textarea, summary), .rail a, .corner a"


def covered(page, selector):
    """The visible controls, outside of it, that an element covers."""
    return page.evaluate("""([selector, controls]) => {
        const one = document.querySelector(selector), box = one.getBoundingClientRect();
        const isCovered = (control) => {
            const { left, right, top, bottom } = control.getBoundingClientRect();
            return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        };
        return [...document.querySelectorAll(controls)]
            .filter((control) => !one.contains(control) && control.checkVisibility({ visibilityProperty: true }))
            .filter(isCovered).map((control) => control.outerHTML);
    }""", [selector, CONTROLS])


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_the_line_of_a_half_written_note_covers_no_control_and_leaves(visitor, size):
    page = visitor(size, tiles=False)
    page.clock.install()
    compose(page)
    page.get_by_label("Your words").fill("Half a thought")
    wait_kept(page, ["Half a thought"])
    page.reload()
    line = page.get_by_text("Your half-written note is back.")
    line.wait_for()
    assert covered(page, ".kept") == []
    box, sheet = page.locator(".kept").bounding_box(), page.locator(".compose-sheet").bounding_box()
    assert box["y"] >= sheet["y"] and box["y"] + box["height"] <= sheet["y"] + sheet["height"]
    # It leaves with the next input, and otherwise by itself.
    page.get_by_label("Your words").press("End")
    page.get_by_label("Your words").press_sequentially(".")
    expect(line).to_have_count(0)
    wait_kept(page, ["Half a thought."])
    page.reload()
    line.wait_for()
    page.clock.fast_forward(30_000)
    expect(line).to_have_count(0)
    expect(page.get_by_label("Your words")).to_have_value("Half a thought.")


def test_a_half_written_note_that_is_back_is_sent_at_once(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("mikko").check()
    # Last: once these are kept, the friend is too.
    page.get_by_label("Your words").fill("Half a thought")
    wait_kept(page, ["Half a thought"])
    page.reload()
    page.get_by_text("Your half-written note is back.").wait_for()
    expect(page.get_by_label("mikko")).to_be_checked()
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for mikko.").wait_for()
    wait_kept(page, [])


def test_notes_left_without_a_connection_go_out_once_and_in_order(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.context.set_offline(True)
    for words in ["First by the sea", "Second by the sea"]:
        page.get_by_label("Your words").fill(words)
        page.get_by_label("mikko").check()
        page.get_by_role("button", name="Leave the note").click()
        expect(page.locator("[data-kept-here]")).to_contain_text("Kept. It goes out when you are back online.")
        if words.startswith("First"):
            page.get_by_role("button", name="Leave another").click()
            expect(page.get_by_label("Your words")).to_have_value("")
    expect(page.locator(".outbox")).to_have_text("2 things you wrote are kept, and sent as soon as you're back.")
    wait_kept(page, ["First by the sea", "Second by the sea"])
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    page.get_by_text("Your note is waiting for mikko.").first.wait_for()
    wait_kept(page, [])
    page.goto("/notes")
    texts = page.locator("main").inner_text()
    assert texts.count("by the sea") == 2 and texts.index("Second by") < texts.index("First by")


def test_a_waiting_note_goes_out_at_the_next_visit_with_its_photo(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Your words").fill("With a picture")
    page.get_by_label("mikko").check()
    page.context.set_offline(True)
    page.set_input_files("#photo", PHOTO)
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Kept. It goes out").wait_for()
    wait_kept(page, ["With a picture"])
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto("/archive")
    wait_kept(page, [])
    page.goto("/notes")
    page.locator("main").get_by_text("With a picture").first.click()
    page.locator("main img[src^='/media/']").first.wait_for()


def test_a_refused_waiting_note_opens_with_what_is_wrong(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Your words").fill("To nobody")
    page.context.set_offline(True)
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Kept. It goes out").wait_for()
    page.context.set_offline(False)
    page.locator("#to-error").wait_for()
    expect(page.get_by_label("Your words")).to_have_value("To nobody")
    page.get_by_label("mikko").check()
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for mikko.").wait_for()
    wait_kept(page, [])


def test_a_note_whose_session_ended_waits_for_the_next(visitor):
    page = visitor("phone", tiles=False)
    compose(page)
    page.get_by_label("Your words").fill("After the session")
    page.get_by_label("mikko").check()
    session = page.context.cookies()
    page.context.set_offline(True)
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Kept. It goes out").wait_for()
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_have_text("One thing you wrote is kept. Sign in to send.")
    page.goto("/login")
    expect(page.locator(".outbox")).to_have_text("One thing you wrote is kept. Sign in to send.")
    page.context.add_cookies(session)
    page.goto("/archive")
    wait_kept(page, [])


def test_signing_out_and_another_person_erase_what_is_kept(visitor, site):
    page = visitor("phone", tiles=False)
    compose(page)
    half_written(page)
    wait_kept(page, ["Half a thought"])
    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You're signed out.").wait_for()
    wait_kept(page, [])
    # That was the session of all tests on this site.
    del SESSIONS[site.url]
    compose(page)
    half_written(page, "Not for mikko")
    wait_kept(page, ["Not for mikko"])
    page.context.clear_cookies()
    sign_in(page, "mikko")
    wait_kept(page, [])
    page.goto("/notes/new")
    expect(page.get_by_label("Your words")).to_have_value("")
