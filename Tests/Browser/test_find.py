"""The find: a folded note over the map, the paper that unfolds, and what one does with it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import new_context, sign_in

OODI = {"latitude": 60.17390, "longitude": 24.93830}
WORDS = "I left my favourite book"
# Sends a position as the page does, and tells the scripts what it found.
REPORT = """async ({ latitude, longitude }) => {
    window.shaken = 0;
    navigator.vibrate = () => (window.shaken += 1);
    const csrf = document.querySelector("[name='csrf']").value;
    const body = new URLSearchParams({ csrf, lat: latitude, lon: longitude, accuracy: 6, at: Date.now() });
    const answer = await fetch("/positions", { method: "POST", headers: { Accept: "application/json" }, body });
    const events = (await answer.json()).events.filter(({ kind }) => kind === "note.found");
    const news = new CustomEvent("cairn:found", { detail: { events }, cancelable: true });
    return [events.length, document.dispatchEvent(news)];
}"""
FINISHED = "() => document.getAnimations().every((one) => one.playState === 'finished')"


def find(page, place=OODI):
    page.goto("/")
    assert page.evaluate(REPORT, place) == [1, False]
    return page.get_by_role("dialog", name="You found a note from jonas")


def hold(page):
    """Holds the find at its first moment, so that a tap is in time on any machine."""
    page.evaluate("""() => document.querySelector("dialog.find").getAnimations({ subtree: true }).forEach((one) => {
        // The dialog itself stands still, as a tap asks of what it falls on.
        if (one.animationName === "rise") one.finish();
        else one.updatePlaybackRate(0.0001);
    })""")


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("phone", "dark"), ("desktop", "light")])
def test_a_found_note_lies_over_the_map_and_unfolds_once(visitor, size, scheme):
    page = visitor(size, scheme)
    sign_in(page, "aino_k")
    dialog = find(page)
    expect(dialog.get_by_role("link")).to_be_focused()
    assert page.evaluate("shaken") == 1
    # Calm, as this visitor wants it.
    assert page.evaluate("document.getAnimations().length") == 0
    problems = Axe().run(page).response["violations"]
    assert [problem["id"] for problem in problems] == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog.find")).to_have_count(0)
    note = page.get_by_role("link", name="You found a note from jonas")
    expect(note).to_be_focused()
    expect(note).to_contain_text("Tap to open")
    note.click()
    page.get_by_text(WORDS).wait_for()
    assert page.locator("[data-unfolds]").count() == 1
    address = page.url
    page.get_by_role("link", name="Leave one back").wait_for()
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("Kept in your archive.").wait_for()
    expect(page.get_by_role("link", name="You found a note from jonas")).to_have_count(0)
    page.goto(address)
    page.get_by_text(WORDS).wait_for()
    assert page.locator("[data-unfolds]").count() == 0 and page.get_by_role("button", name="Keep").count() == 0


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_sends_a_heart_and_another_takes_it_back(visitor, scripts):
    page = visitor("phone", scripts=scripts)
    sign_in(page, "aino_k", "/archive?q=bench")
    page.get_by_text("Third bench from the fountain").click()
    page.get_by_role("button", name="Send a heart").click()
    page.get_by_text("gets your heart, with the word that you opened the note.").wait_for()
    page.get_by_role("button", name="Take the heart back").click()
    page.get_by_text("The heart is taken back.").wait_for()
    page.get_by_role("button", name="Send a heart").wait_for()


def test_a_tap_ends_the_motion_and_another_unfolds(chromium, site):
    context = new_context(
        chromium, base_url=site.url, viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
    page = context.new_page()
    sign_in(page, "aino_k")
    dialog = find(page)
    dialog.wait_for()
    hold(page)
    scene = dialog.locator(".find-scene")
    scene.click(force=True)
    assert page.url.endswith("/")
    page.wait_for_function(FINISHED)
    scene.click()
    page.locator("[data-unfolds]").wait_for()
    page.get_by_text(WORDS).click(force=True)
    page.wait_for_function(FINISHED)
    context.close()


def test_later_is_one_touch_also_while_the_note_still_falls(chromium, site):
    context = new_context(
        chromium, base_url=site.url, viewport={"width": 390, "height": 844}, reduced_motion="no-preference", has_touch=True)
    page = context.new_page()
    sign_in(page, "aino_k")
    dialog = find(page)
    dialog.wait_for()
    hold(page)
    dialog.get_by_role("button", name="Later").tap()
    expect(page.locator("dialog.find")).to_have_count(0)
    assert page.url.endswith("/")
    context.close()


def test_a_second_find_joins_the_first(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k")
    find(page).wait_for()
    page.evaluate("""() => {
        const sofia = [...document.querySelectorAll(".folded-list .folded")].find((one) => /sofia/.test(one.textContent));
        const events = [{ kind: "note.found", url: sofia.dataset.note, title: "You found a note from sofia" }];
        document.dispatchEvent(new CustomEvent("cairn:found", { detail: { events }, cancelable: true }));
    }""")
    dialog = page.get_by_role("dialog", name="You found several notes")
    expect(dialog.get_by_role("link")).to_have_count(2)


def test_without_scripts_a_found_note_is_a_link_to_a_plain_page(visitor):
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k", "/")
    page.get_by_role("link", name="You found a note from sofia").click()
    page.get_by_text("smell the vanilla").wait_for()
    page.get_by_role("button", name="Keep").click()
    page.get_by_text("Kept in your archive.").wait_for()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_deleted_note_comes_back_by_undo(visitor, scripts):
    page = visitor("phone", scripts=scripts)
    sign_in(page, "aino_k", "/archive?q=bench")
    page.get_by_text("Third bench from the fountain").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("Deleted from your archive.").wait_for()
    expect(page.get_by_text("Third bench from the fountain")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("The note is back.").wait_for()
    page.get_by_text("Third bench from the fountain").wait_for()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_link_back_leads_to_the_search_that_one_came_from(visitor):
    page = visitor("phone")
    sign_in(page, "aino_k", "/archive")
    page.get_by_role("searchbox").fill("bench")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/archive?q=bench*")
    page.get_by_text("Third bench from the fountain").click()
    page.get_by_role("link", name="Archive").first.wait_for()
    page.locator(".back a").click()
    page.wait_for_url("**/archive?q=bench*")
