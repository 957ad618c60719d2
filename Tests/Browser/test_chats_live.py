"""Two people write to each other on open pages: at once, without a connection, and from several tabs."""

import contextlib
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from chats import STREAMING, bubbles, wait_until_kept, write
from conftest import ROOT, sign_in

PHOTO = ROOT / "Public/demo/senate-square.webp"


@pytest.fixture
def pair(visitor):
    """aino_k and mikko, each with their chat open and listening."""
    people = []
    for size, scheme, name, other in [("phone", "light", "aino_k", "mikko"), ("desktop", "dark", "mikko", "aino_k")]:
        page = visitor(size, scheme, tiles=False)
        sign_in(page, name, f"/chats/{other}")
        page.wait_for_function(STREAMING)
        people.append(page)
    return people


def waiting(page):
    return page.locator(".is-waiting .bubble-text")


def stored(site, text="%"):
    """The messages as they are stored, in their order."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database:
        return [row[0] for row in database.execute("SELECT text FROM message WHERE text LIKE ? ORDER BY number", (text,))]


def test_two_people_write_see_that_it_was_seen_and_delete(pair, site):
    aino, mikko = pair
    write(aino, "Live: are you there?")
    expect(bubbles(mikko).last).to_have_text("Live: are you there?")
    expect(bubbles(aino).last).to_have_text("Live: are you there?")
    expect(aino.locator(".is-waiting")).to_have_count(0)
    # Seen without a reload.
    expect(aino.locator("[data-messages] .bubble").last).to_contain_text("seen")
    write(mikko, "Live: yes!", by_enter=True)
    expect(bubbles(aino).last).to_have_text("Live: yes!")
    # Screen readers hear it once, without the list.
    expect(aino.locator("[aria-live='polite']")).to_contain_text("Live: yes!")
    assert stored(site, "Live:%") == ["Live: are you there?", "Live: yes!"]
    for page in pair:
        wait_until_kept(page, 0)


def test_a_deleted_message_goes_for_both_at_once(pair):
    aino, mikko = pair
    write(mikko, "Say nothing of this")
    expect(bubbles(aino).last).to_have_text("Say nothing of this")
    mikko.locator("[data-messages] > .bubble").last.get_by_label("More for").click()
    mikko.locator("[data-messages] > .bubble").last.get_by_text("Delete", exact=True).click()
    mikko.get_by_role("button", name="Delete the message").click()
    expect(bubbles(aino).last).to_have_text("Deleted")
    expect(bubbles(mikko).last).to_have_text("Deleted")


def test_a_photo_taken_without_a_connection_goes_out_too(pair):
    aino, mikko = pair
    aino.context.set_offline(True)
    aino.locator("[data-message-photo]").set_input_files(PHOTO)
    write(aino, "The square")
    expect(aino.locator(".is-waiting .bubble-photo img")).to_be_visible()
    aino.context.set_offline(False)
    expect(mikko.locator("[data-messages] .bubble-photo img").last).to_be_visible()
    expect(bubbles(mikko).last).to_have_text("The square")
    expect(aino.locator(".is-waiting")).to_have_count(0)
    expect(aino.locator("[data-messages] .bubble-photo img").last).to_be_visible()


def test_another_tab_of_ones_own_stays_in_step(pair):
    aino, mikko = pair
    second = aino.context.new_page()
    second.goto("/chats/mikko")
    write(aino, "From the first tab")
    expect(bubbles(second).last).to_have_text("From the first tab")
    write(second, "From the second tab")
    expect(bubbles(aino).last).to_have_text("From the second tab")
    expect(bubbles(mikko).last).to_have_text("From the second tab")
    assert bubbles(mikko).filter(has_text=re.compile("From the (first|second) tab")).count() == 2


def test_what_is_written_without_a_connection_goes_out_in_order_once(pair, site):
    aino, mikko = pair
    aino.context.set_offline(True)
    for words in ["Tunnel one", "Tunnel two", "Tunnel three"]:
        write(aino, words)
    expect(waiting(aino)).to_have_text(["Tunnel one", "Tunnel two", "Tunnel three"])
    expect(aino.locator(".is-waiting").first).to_contain_text("Waiting for a connection")
    write(mikko, "Meanwhile")
    aino.context.set_offline(False)
    expect(bubbles(mikko).filter(has_text="Tunnel")).to_have_text(["Tunnel one", "Tunnel two", "Tunnel three"])
    expect(bubbles(aino).filter(has_text="Tunnel")).to_have_text(["Tunnel one", "Tunnel two", "Tunnel three"])
    expect(bubbles(aino).filter(has_text="Meanwhile")).to_have_count(1)
    expect(aino.locator(".is-waiting")).to_have_count(0)
    assert stored(site, "Tunnel%") == ["Tunnel one", "Tunnel two", "Tunnel three"]


def test_what_waits_survives_leaving_the_page_and_goes_out_from_another(pair, site):
    aino, mikko = pair
    # The server is away; the browser does not know.
    aino.context.route(re.compile("/chats/mikko"), lambda route: route.abort("internetdisconnected")
                       if route.request.method == "POST" else route.continue_())
    write(aino, "Later one")
    write(aino, "Later two")
    expect(waiting(aino)).to_have_text(["Later one", "Later two"])
    aino.reload()
    expect(waiting(aino)).to_have_text(["Later one", "Later two"])
    aino.goto("/friends")
    expect(aino.locator(".outbox")).to_have_text("2 things you wrote are kept, and sent as soon as you're back.")
    aino.context.unroute(re.compile("/chats/mikko"))
    aino.evaluate("cairn.outbox.send()")
    expect(bubbles(mikko).filter(has_text="Later")).to_have_text(["Later one", "Later two"])
    expect(aino.locator(".outbox")).to_be_hidden()
    assert stored(site, "Later%") == ["Later one", "Later two"]


def test_an_answer_that_is_lost_sends_nothing_twice(pair, site):
    aino, mikko = pair
    lost = []

    def lose(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0))
            return route.abort("internetdisconnected")
        return route.continue_()

    aino.context.route(re.compile("/chats/mikko"), lose)
    write(aino, "Only once")
    expect(bubbles(mikko).filter(has_text="Only once")).to_have_count(1)
    expect(bubbles(aino).filter(has_text="Only once")).to_have_count(1)
    expect(aino.locator(".is-waiting")).to_have_count(0)
    aino.evaluate("cairn.outbox.send()")
    write(aino, "And then")
    expect(bubbles(mikko).last).to_have_text("And then")
    assert lost and stored(site, "Only once") == ["Only once"]
    wait_until_kept(aino, 0)


def test_a_form_posted_twice_at_once_is_one_message(pair, site):
    aino, mikko = pair
    answers = aino.evaluate("""async () => {
        const form = document.querySelector(".message-form");
        form.elements.text.value = "Twice at once";
        const post = () => fetch(form.getAttribute("action"), { method: "POST", body: new FormData(form) });
        return (await Promise.all([post(), post(), post()])).map((answer) => answer.status);
    }""")
    assert answers == [200, 200, 200]
    expect(bubbles(mikko).filter(has_text="Twice at once")).to_have_count(1)
    assert stored(site, "Twice at once") == ["Twice at once"]


def test_what_was_refused_says_why_and_stays(pair):
    aino, mikko = pair
    aino.get_by_label("Message", exact=True).evaluate("(field) => field.removeAttribute('maxlength')")
    write(aino, "x" * 4001)
    refused = aino.locator(".is-refused")
    expect(refused).to_contain_text("4,000 characters at most")
    write(aino, "Short")
    expect(bubbles(mikko).last).to_have_text("Short")
    aino.reload()
    expect(refused).to_contain_text("4,000 characters at most")
    refused.get_by_role("button", name="Try again").click()
    expect(refused).to_contain_text("4,000 characters at most")
    refused.get_by_role("button", name="Delete").click()
    expect(refused).to_have_count(0)
    wait_until_kept(aino, 0)


def test_what_is_deleted_while_it_goes_out_does_not_come_back_refused(pair):
    aino, _ = pair
    held = []

    def hold(route):
        return held.append(route) if route.request.method == "POST" else route.continue_()

    aino.context.route(re.compile("/chats/mikko"), hold)
    with aino.expect_request(lambda request: request.method == "POST"):
        write(aino, "Say nothing of this")
    aino.evaluate("cairn.outbox.list().then((forms) => Promise.all(forms.map(({ key }) => cairn.outbox.drop(key))))")
    expect(aino.locator(".is-waiting")).to_have_count(0)
    held[0].fulfill(status=422, json={"error": "Not this one"})
    # In order: the next one goes out when the first has been dealt with.
    aino.context.unroute_all()
    write(aino, "But of this")
    expect(bubbles(aino).last).to_have_text("But of this")
    wait_until_kept(aino, 0)
    expect(aino.locator(".is-refused")).to_have_count(0)


def test_who_writes_too_much_at_once_waits_a_moment(pair):
    aino, mikko = pair
    refusals = []

    def refuse(route):
        if route.request.method == "POST" and len(refusals) < 1:
            refusals.append(route.request.url)
            return route.fulfill(status=429, headers={"Retry-After": "3"}, json={"error": "Slow down"})
        return route.continue_()

    aino.context.route(re.compile("/chats/mikko"), refuse)
    write(aino, "Slow one")
    expect(aino.locator(".is-waiting")).to_contain_text("Waiting a moment")
    write(aino, "Slow two")
    expect(bubbles(mikko).filter(has_text="Slow")).to_have_text(["Slow one", "Slow two"])
    expect(aino.locator(".is-waiting")).to_have_count(0)


def test_a_token_that_is_too_old_is_replaced(pair):
    aino, mikko = pair
    aino.evaluate("document.querySelectorAll('[name=csrf]').forEach((field) => { field.value = 'old'; })")
    write(aino, "With a fresh token")
    expect(bubbles(mikko).last).to_have_text("With a fresh token")


def test_signing_out_erases_what_waits(pair):
    aino, _ = pair
    aino.context.route(re.compile("/chats/mikko"), lambda route: route.abort("internetdisconnected")
                       if route.request.method == "POST" else route.continue_())
    write(aino, "Never sent")
    expect(waiting(aino)).to_have_text(["Never sent"])
    aino.get_by_label("Message", exact=True).fill("Half a sen")
    wait_until_kept(aino, 2)
    aino.goto("/you")
    aino.get_by_role("button", name="Sign out").click()
    aino.get_by_role("link", name="Sign up").first.wait_for()
    left = aino.evaluate("""() => new Promise((done) => {
        const request = indexedDB.open("outbox", 1);
        request.onsuccess = () => {
            request.result.transaction("forms").objectStore("forms").count().onsuccess = ({ target }) => done(target.result);
        };
    })""")
    assert left == 0


def test_a_page_kept_for_going_back_shows_what_came_meanwhile(pair):
    aino, mikko = pair
    aino.goto("/friends")
    write(mikko, "While you were away")
    expect(bubbles(mikko).last).to_have_text("While you were away")
    aino.go_back()
    expect(bubbles(aino).last).to_have_text("While you were away")
