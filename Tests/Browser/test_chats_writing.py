"""The form of a chat and its older messages: drafts, Enter, emoji, pages without a jump."""

import contextlib
import re
import sqlite3
import time

import pytest
from playwright.sync_api import expect

from conftest import sign_in
from chats import STREAMING, bubbles, wait_until_kept, write

PLACE = "(bubble) => Math.round(bubble.getBoundingClientRect().top)"


def fill_chat(site, one, other, count):
    """Adds messages to two people's chat, which exists."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
        ids = [database.execute("SELECT id FROM account WHERE username = ?", (name,)).fetchone()[0] for name in (one, other)]
        conversation = database.execute(
            "SELECT conversation_id FROM chat WHERE low_id = ? AND high_id = ?", sorted(ids)).fetchone()[0]
        last = database.execute("SELECT last_number FROM conversation WHERE id = ?", (conversation,)).fetchone()[0]
        top = database.execute("SELECT max(id) FROM message").fetchone()[0]
        for number in range(1, count + 1):
            database.execute(
                "INSERT INTO message (id, conversation_id, number, sender_id, submission, text, created_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (top + number, conversation, last + number, ids[number % 2], f"filled-{number}", f"Filled {number}.",
                 now + number))
        database.execute("UPDATE conversation SET last_number = ? WHERE id = ?", (last + count, conversation))


@pytest.fixture
def aino(visitor):
    page = visitor("desktop", tiles=False)
    sign_in(page, "aino_k", "/chats/mikko")
    return page


def field(page):
    return page.get_by_label("Message", exact=True)


def test_enter_sends_and_shift_enter_begins_a_line(aino):
    field(aino).focus()
    aino.keyboard.type("First line")
    aino.keyboard.press("Shift+Enter")
    aino.keyboard.type("second line")
    aino.keyboard.press("Enter")
    expect(bubbles(aino).last).to_have_text("First line\nsecond line", use_inner_text=True)
    expect(field(aino)).to_have_value("")
    expect(field(aino)).to_be_focused()
    # Where it is not wanted, Enter begins a line, and Control with Enter sends.
    aino.evaluate("document.querySelector('.message-form').removeAttribute('data-enter')")
    aino.keyboard.type("One")
    aino.keyboard.press("Enter")
    aino.keyboard.type("two")
    expect(field(aino)).to_have_value("One\ntwo")
    aino.keyboard.press("Control+Enter")
    expect(bubbles(aino).last).to_have_text("One\ntwo", use_inner_text=True)


def test_a_draft_is_kept_for_each_chat(aino):
    field(aino).fill("Half a thought")
    wait_until_kept(aino, 1)
    aino.goto("/chats/leena")
    expect(field(aino)).to_have_value("")
    aino.goto("/chats/mikko")
    expect(field(aino)).to_have_value("Half a thought")
    write(aino, "A whole thought")
    expect(bubbles(aino).last).to_have_text("A whole thought")
    aino.reload()
    expect(bubbles(aino).last).to_have_text("A whole thought")
    expect(field(aino)).to_have_value("")


def test_an_emoji_is_put_where_the_cursor_is(aino):
    field(aino).fill("Hello world")
    field(aino).evaluate("(field) => field.setSelectionRange(5, 5)")
    aino.get_by_role("button", name="Emoji").click()
    aino.get_by_role("button", name="waving").click()
    expect(field(aino)).to_have_value("Hello👋 world")
    expect(field(aino)).to_be_focused()


def test_older_messages_come_without_a_jump_and_days_stand_once(aino, site):
    write(aino, "The first one")
    expect(bubbles(aino).last).to_have_text("The first one")
    fill_chat(site, "aino_k", "mikko", 130)
    aino.reload()
    expect(bubbles(aino).last).to_have_text("Filled 130.")
    count = bubbles(aino).count()
    link = aino.locator("[data-earlier]")
    top = aino.locator("[data-messages] > .bubble").first
    before = top.get_attribute("id")
    # Just so far that the link is not on the screen yet: the page comes early.
    aino.locator("[data-scroll]").evaluate("(one) => { one.scrollTop = -one.scrollHeight + one.clientHeight + 300; }")
    bubble = aino.locator(f"#{before}")
    place = bubble.evaluate(PLACE)
    aino.wait_for_function("(count) => document.querySelectorAll('[data-messages] > .bubble').length > count", arg=count)
    assert abs(bubble.evaluate(PLACE) - place) <= 1
    while link.count():
        loaded = bubbles(aino).count()
        aino.locator("[data-scroll]").evaluate("(one) => { one.scrollTop = -one.scrollHeight; }")
        aino.wait_for_function(
            "(count) => document.querySelectorAll('[data-messages] > .bubble').length > count", arg=loaded)
    texts = bubbles(aino).all_inner_texts()
    filled = [text for text in texts if text.startswith("Filled")]
    assert filled == [f"Filled {number}." for number in range(1, 131)]
    days = aino.locator("[data-messages] > .day").evaluate_all("(all) => all.map((one) => one.dataset.day)")
    assert len(days) == len(set(days))


def test_a_new_message_does_not_move_what_one_reads(aino, visitor, site):
    write(aino, "The first one")
    expect(bubbles(aino).last).to_have_text("The first one")
    fill_chat(site, "aino_k", "mikko", 60)
    aino.reload()
    aino.wait_for_function("() => 'streaming' in document.documentElement.dataset")
    aino.locator("[data-scroll]").evaluate("(one) => { one.scrollTop = -700; }")
    bubble = aino.locator("[data-messages] > .bubble", has_text="Filled 45.")
    place = bubble.evaluate(PLACE)
    mikko = visitor("phone", tiles=False)
    sign_in(mikko, "mikko", "/chats/aino_k")
    write(mikko, "Look here")
    down = aino.get_by_role("button", name="New messages")
    down.wait_for()
    assert abs(bubble.evaluate(PLACE) - place) <= 1
    down.click()
    expect(bubbles(aino).last).to_be_in_viewport()
    expect(down).to_be_hidden()


def test_a_message_is_answered_without_a_new_page(aino):
    write(aino, "Tea or coffee?")
    expect(bubbles(aino).last).to_have_text("Tea or coffee?")
    field(aino).fill("Tea")
    aino.evaluate("window.isSame = true")
    aino.locator("[data-messages] > .bubble").last.get_by_label("More for").click()
    aino.get_by_role("link", name="Reply").click()
    expect(aino.locator(".message-form .quote")).to_contain_text("Tea or coffee?")
    aino.get_by_role("button", name="Don’t answer").click()
    expect(aino.locator(".message-form .quote")).to_have_count(0)
    aino.locator("[data-messages] > .bubble").last.get_by_label("More for").click()
    aino.get_by_role("link", name="Reply").click()
    expect(field(aino)).to_be_focused()
    aino.keyboard.press("Enter")
    expect(aino.locator("[data-messages] > .bubble").last.locator(".quote")).to_contain_text("Tea or coffee?")
    expect(aino.locator(".message-form .quote")).to_have_count(0)
    assert aino.evaluate("window.isSame")


def test_a_quotation_leads_to_its_message_on_an_earlier_page(aino, site):
    write(aino, "The first one")
    expect(bubbles(aino).last).to_have_text("The first one")
    old = aino.locator("[data-messages] > .bubble").last.get_attribute("id")
    fill_chat(site, "aino_k", "mikko", 140)
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
        database.execute(
            "UPDATE message SET reply_id = (SELECT id FROM message WHERE text = 'The first one') WHERE text = 'Filled 139.'")
    aino.reload()
    expect(aino.locator(f"#{old}")).to_have_count(0)
    aino.locator(".quote a").last.click()
    expect(aino.locator(f"#{old}")).to_be_in_viewport()
    expect(aino.locator(f"#{old}")).to_be_focused()


def test_a_friend_in_the_same_chat_sees_that_one_is_writing(aino, visitor):
    write(aino, "Are you there?")
    expect(bubbles(aino).last).to_have_text("Are you there?")
    mikko = visitor("phone", tiles=False)
    sign_in(mikko, "mikko", "/settings")
    for page, path in [(aino, "/chats/mikko"), (mikko, "/chats/aino_k")]:
        with page.expect_response(re.compile("viewed=1")):
            page.goto(path)
        page.wait_for_function(STREAMING)
    line = mikko.get_by_role("status").and_(mikko.locator(".chat-writing"))
    expect(line).to_be_empty()
    place = bubbles(mikko).last.evaluate(PLACE)
    field(aino).press_sequentially("Yes")
    expect(line).to_have_text(re.compile("is writing…$"))
    assert abs(bubbles(mikko).last.evaluate(PLACE) - place) <= 1
    # The one who writes is told nothing, and what came ends it.
    expect(aino.locator(".chat-writing")).to_be_empty()
    aino.get_by_role("button", name="Send").click()
    expect(bubbles(mikko).last).to_have_text("Yes")
    expect(line).to_be_empty()
