"""What was read last can be read without a connection, and nothing else; nothing stays of it for the next person."""

import contextlib
import re
import sqlite3

import pytest
from chats import bubbles, write
from conftest import PATIENCE, sign_in
from playwright.sync_api import expect

# The kinds and paths of the copies that a browser keeps, pictures left out.
COPIES = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        if (!name.startsWith("cairn-copies-")) continue;
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const copy = await cache.match(request);
            const kind = copy?.headers.get("Copy-Kind");
            if (kind && kind !== "picture") found.push(`${kind} ${new URL(request.url).pathname}`);
        }
    }
    return found.sort();
}"""
TEXTS = """async () => {
    const texts = [];
    for (const name of await caches.keys()) {
        if (!name.startsWith("cairn-copies-")) continue;
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const copy = await cache.match(request);
            if (copy.headers.get("Copy-Kind") !== "picture") texts.push(await copy.text());
        }
    }
    return texts;
}"""
# Makes the copies of a kind so many milliseconds older.
AGE = """async ([kind, time]) => {
    for (const name of await caches.keys()) {
        if (!name.startsWith("cairn-copies-")) continue;
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const copy = await cache.match(request);
            if (copy.headers.get("Copy-Kind") !== kind) continue;
            const headers = new Headers(copy.headers);
            headers.set("Copy-Time", headers.get("Copy-Time") - time);
            await cache.put(request, new Response(await copy.blob(), { headers }));
        }
    }
}"""
# Whether the copies of all pictures of a page are there.
HAS_PICTURES = """async () => {
    for (const image of document.querySelectorAll("#page img[src^='/media/']")) {
        if (!(await caches.match(image.getAttribute("src")))) return false;
    }
    return true;
}"""
# Waits for all pictures, those that load when they are scrolled to as well.
LOAD_PICTURES = """() => Promise.all([...document.images].map((image) => {
    image.loading = "eager";
    return image.complete || new Promise((end) => (image.onload = image.onerror = end));
}))"""
LINE = re.compile(r"^You're offline · this is from \d\d:\d\d$")
DAY = 86_400_000


@pytest.fixture
def aino(visitor):
    """A page of somebody whose browser keeps copies."""
    page = visitor("phone", workers="allow", tiles=False)
    sign_in(page, "aino_k", "/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    # A page that was loading while the worker took over is not controlled by it; the next one is.
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


def is_kept(page, *wanted):
    """Waits until these are the copies, pictures left out."""
    expected(page, lambda found: found == sorted(wanted), wanted)


def expected(page, is_right, wanted):
    for _ in range(PATIENCE // 100):
        found = page.evaluate(COPIES)
        if is_right(found):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{found} instead of {wanted}")


def read(page, *paths):
    """Visits pages, and waits for their copies."""
    for path in paths:
        page.goto(path)
        expected(page, lambda found: any(one.endswith(f" {path}") for one in found), path)
        page.wait_for_function(HAS_PICTURES)


def go_offline(page):
    # A picture that is still loading would fail, and no copy of another page has it.
    page.evaluate(LOAD_PICTURES)
    page.context.set_offline(True)


def come_back(page):
    page.context.set_offline(False)
    # A page that was loaded without a connection is not told by the simulated one.
    page.evaluate("dispatchEvent(new Event('online'))")


def a_note(page):
    """The path and the words of a note that was opened."""
    page.goto("/archive")
    link = page.locator(".note-card:not(.is-new) a").first
    return link.get_attribute("href"), link.inner_text()


def is_missing(page, path):
    page.goto(path)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_the_archive_and_chats_are_read_without_a_connection(aino):
    note, words = a_note(aino)
    read(aino, note, "/chats", "/chats/sofia")
    is_kept(aino, "archive /archive", "chat /chats/sofia", "chats /chats", f"note {note}")
    photo = aino.locator(".bubble-photo img").first
    # Never an old page where there is a new one.
    aino.goto("/archive")
    expect(aino.locator(".copy-line")).to_have_count(0)

    go_offline(aino)
    aino.goto("/chats/sofia")
    expect(aino.locator(".copy-line")).to_have_text(LINE)
    expect(bubbles(aino).first).to_have_text("The vanilla is in flower 🌸")
    assert photo.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 0
    aino.goto("/archive")
    expect(aino.locator(".copy-line")).to_have_text(LINE)
    aino.locator(f"a[href='{note}']").first.click()
    aino.wait_for_url(f"**{note}")
    expect(aino.locator(".letter-text")).to_contain_text(words[:20])
    expect(aino.locator(".copy-line")).to_have_text(LINE)
    aino.get_by_role("link", name="Chats").first.click()
    aino.wait_for_url("**/chats")
    expect(aino.get_by_role("heading", name="Chats", level=1)).to_be_visible()

    come_back(aino)
    expect(aino.locator(".copy-line")).to_have_count(0)


def test_a_page_that_is_not_kept_leads_to_those_that_are(aino):
    read(aino, "/archive", "/chats/mikko")
    aino.goto("/friends")
    aino.goto("/archive?view=map")
    aino.goto("/")
    is_kept(aino, "archive /archive", "chat /chats/mikko")
    go_offline(aino)
    for path in ["/", "/friends", "/archive?view=map", "/chats/leena"]:
        is_missing(aino, path)
        expect(aino.locator("[data-copies] a")).to_have_text(["Archive", "mikko"])
    aino.get_by_role("link", name="mikko").click()
    expect(aino.get_by_role("heading", name="Chat with mikko")).to_be_attached()
    expect(aino.locator(".copy-line")).to_have_text(LINE)


def test_what_waits_is_said_to_go_out_where_nobody_is_shown_signed_in(aino):
    read(aino, "/chats/mikko")
    go_offline(aino)
    aino.goto("/chats/mikko")
    write(aino, "From the tunnel")
    expect(aino.locator(".is-waiting")).to_contain_text("Waiting for a connection")
    is_missing(aino, "/friends")
    expect(aino.locator(".outbox")).to_have_text("One thing you wrote is kept, and sent as soon as you're back.")
    come_back(aino)
    expect(aino.get_by_role("heading", name="Friends", level=1)).to_be_visible()
    expect(aino.locator(".outbox")).to_be_hidden()
    aino.goto("/chats/mikko")
    expect(bubbles(aino).last).to_have_text("From the tunnel")


def test_a_chat_is_kept_with_what_came_while_it_was_open(aino):
    read(aino, "/chats", "/chats/mikko")
    write(aino, "One more thing")
    expect(aino.locator("[data-messages]")).to_contain_text("One more thing")
    aino.get_by_role("link", name="Chats", exact=True).first.click()
    aino.wait_for_url("**/chats")
    for _ in range(PATIENCE // 100):
        if any("One more thing" in text and 'data-chat="mikko"' in text for text in aino.evaluate(TEXTS)):
            break
        aino.wait_for_timeout(100)
    go_offline(aino)
    aino.goto("/chats/mikko")
    expect(bubbles(aino).last).to_have_text("One more thing")


def test_what_was_deleted_is_not_kept(aino):
    note, words = a_note(aino)
    read(aino, note, "/archive", note)
    aino.get_by_role("button", name="Delete").first.click()
    aino.get_by_text("Deleted from your archive.").wait_for()
    is_kept(aino, "archive /archive")
    for _ in range(PATIENCE // 100):
        if not any(words in text for text in aino.evaluate(TEXTS)):
            break
        aino.wait_for_timeout(100)
    go_offline(aino)
    is_missing(aino, note)
    aino.goto("/archive")
    expect(aino.locator(".copy-line")).to_have_text(LINE)
    expect(aino.locator(f"a[href='{note}']")).to_have_count(0)


def test_nothing_stays_after_signing_out(aino):
    read(aino, "/archive", "/chats/mikko")
    other = aino.context.new_page()
    other.goto("/you")
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("link", name="Sign up").first.wait_for()
    is_kept(aino)
    go_offline(aino)
    for path in ["/archive", "/chats/mikko"]:
        is_missing(aino, path)
        expect(aino.locator("[data-copies]")).to_be_hidden()


def test_nothing_stays_after_the_session_has_ended_elsewhere(aino, site):
    read(aino, "/archive", "/chats/mikko")
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=PATIENCE / 1000)) as database, database:
        database.execute("DELETE FROM session WHERE account_id = (SELECT id FROM account WHERE username = 'aino_k')")
    # The server looks again within a second.
    for _ in range(PATIENCE // 100):
        aino.goto("/friends")
        if "/login" in aino.url:
            break
        aino.wait_for_timeout(100)
    go_offline(aino)
    for path in ["/archive", "/chats/mikko"]:
        is_missing(aino, path)
    is_kept(aino)


def test_nobody_reads_what_another_account_has_read(aino):
    read(aino, "/archive", "/chats/mikko")
    sign_in(aino, "leena", "/friends")
    go_offline(aino)
    is_missing(aino, "/chats/mikko")
    aino.context.set_offline(False)
    read(aino, "/archive")
    is_kept(aino, "archive /archive")
    go_offline(aino)
    aino.goto("/archive")
    expect(aino.locator(".rail-me")).to_contain_text("leena")


def test_a_copy_holds_nothing_that_ends_and_no_place_of_anybody(aino, site):
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=PATIENCE / 1000)) as database, database:
        relic = database.execute("SELECT id FROM relic WHERE deleted_at IS NULL AND audience = 'everyone'").fetchone()[0]
        database.execute("UPDATE message SET card = ? WHERE text = ?", [f"/relics/{relic}", "I'll wait."])
    read(aino, "/chats/sofia")
    card = aino.locator(".shared-card").last
    title = card.locator("bdi").inner_text()
    texts = aino.evaluate(TEXTS)
    assert len(texts) == 1 and title not in texts[0] and f"/relics/{relic}" not in texts[0]
    assert "<!--now" not in texts[0] and "data-alert" not in texts[0] and "Active today" not in texts[0]
    go_offline(aino)
    aino.goto("/chats/sofia")
    expect(card).to_have_text("Something shared")
    expect(bubbles(aino).last).to_have_text("I'll wait.")


def test_an_old_copy_says_its_day_and_ends_after_two_weeks(aino):
    read(aino, "/archive", "/chats/mikko")
    aino.evaluate(AGE, ["archive", 2 * DAY])
    aino.evaluate(AGE, ["chat", 15 * DAY])
    go_offline(aino)
    aino.goto("/archive")
    expect(aino.locator(".copy-line")).to_have_text(re.compile(r"^You're offline · this is from \d+ \w+, \d\d:\d\d$"))
    is_missing(aino, "/chats/mikko")
    is_kept(aino, "archive /archive")


def test_a_bounded_number_of_pages_is_kept(aino):
    note, _ = a_note(aino)
    read(aino, "/archive")
    aino.evaluate("""async () => {
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("cairn-copies-")));
        for (const [kind, path] of [["note", "/notes/"], ["chat", "/chats/many"], ["picture", "/media/many"]]) {
            for (let number = 1; number <= 200; number += 1) {
                const headers = { "Copy-Kind": kind, "Copy-Title": "Old", "Copy-Time": Date.now() - 1000 * number };
                await cache.put(path + number, new Response("old", { headers }));
            }
        }
    }""")
    read(aino, note)
    def is_right(found):
        count = {kind: len([one for one in found if one.startswith(f"{kind} ")]) for kind in ["note", "chat", "archive"]}
        return count == {"note": 40, "chat": 20, "archive": 1}
    expected(aino, is_right, "40 notes, 20 chats")
    # The oldest are gone.
    found = aino.evaluate(COPIES)
    assert f"note {note}" in found and "note /notes/39" in found and "note /notes/40" not in found
    pictures = aino.evaluate("""async () => {
        const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("cairn-copies-")));
        return (await cache.keys()).filter(({ url }) => url.includes("/media/")).length;
    }""")
    assert pictures <= 150
