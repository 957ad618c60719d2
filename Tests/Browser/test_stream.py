"""What happens to a person reaches their open pages: one stream for all tabs, what was missed, browsers without streams."""

import contextlib
import re
import sqlite3

import pytest

from clock import now
from conftest import HOST, sign_in

# Notes who is named by the notices that a page is told of.
EARS = """
    window.heard = [];
    addEventListener('cairn:notice', ({ detail }) => heard.push(detail.title.split(' ')[0]));
"""
STREAMING = "() => 'streaming' in document.documentElement.dataset"


def tell(site, friend):
    """Tells the host that somebody is their friend now, as another process on the same database does it."""
    raised = now()
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
        host, other = (database.execute("SELECT id FROM account WHERE username = ?", (name,)).fetchone()[0]
                       for name in (HOST, friend))
        database.execute(
            "INSERT INTO notice (id, account_id, kind, subject, raised_at) "
            "SELECT max(id) + 1, ?, 'friend.accepted', ?, ? FROM notice WHERE true ON CONFLICT DO UPDATE SET read_at = NULL",
            (host, other, raised))
        database.execute(
            "INSERT INTO event_sequence (account_id, last) VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1", (host,))
        database.execute(
            "INSERT INTO event (account_id, sequence, name, subject, created_at) SELECT ?, last, 'notice', notice.id, ? "
            "FROM event_sequence JOIN notice USING (account_id) WHERE account_id = ? AND kind = 'friend.accepted' AND subject = ?",
            (host, raised, host, other))


@pytest.fixture
def host(visitor):
    """The first page of the host; its pages note what they are told."""
    page = visitor("desktop", tiles=False)
    page.context.add_init_script(EARS)
    sign_in(page, HOST, "/archive")
    return page


def opened(context):
    """The streams that a context opens from now on."""
    found = []
    context.on("request", lambda request: found.append(request) if re.search(r"/events\?after", request.url) else None)
    return found


def hears(page, *names):
    page.wait_for_function("names => heard.join() === names.join()", arg=list(names))


def wait_in_line(page):
    """Waits until one tab holds the stream and another waits for it."""
    page.evaluate("window.inLine = 0")
    page.wait_for_function("""() => {
        navigator.locks.query().then(({ pending }) => { window.inLine = pending.length; });
        return window.inLine > 0;
    }""")


def hide(page, is_hidden):
    """Simulates the event of a tab going to the background or the front."""
    page.evaluate("""hidden => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    }""", is_hidden)


def is_streaming(page):
    return page.evaluate(STREAMING)


def test_one_stream_reaches_all_tabs(host, site):
    host.wait_for_function(STREAMING)
    streams = opened(host.context)
    second = host.context.new_page()
    second.goto("/friends")
    wait_in_line(second)
    tell(site, "mikko")
    hears(host, "mikko")
    hears(second, "mikko")
    assert streams == []
    hide(host, True)
    second.wait_for_function(STREAMING)
    assert not is_streaming(host)
    tell(site, "leena")
    for page in (host, second):
        hears(page, "mikko", "leena")
    hide(host, False)
    wait_in_line(host)
    assert len(streams) == 1
    second.close()
    host.wait_for_function(STREAMING)


def test_what_was_missed_is_told(host, site):
    host.wait_for_function(STREAMING)
    hide(host, True)
    host.wait_for_function("() => !('streaming' in document.documentElement.dataset)")
    host.context.set_offline(True)
    tell(site, "mikko")
    host.context.set_offline(False)
    hide(host, False)
    hears(host, "mikko")
    # While no page was open.
    host.goto("about:blank")
    tell(site, "leena")
    host.goto("/friends")
    hears(host, "leena")
    host.wait_for_function(STREAMING)


def test_a_page_kept_for_going_back_lets_go(host, site):
    host.wait_for_function(STREAMING)
    second = host.context.new_page()
    second.goto("/friends")
    wait_in_line(second)
    host.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    second.wait_for_function(STREAMING)
    tell(site, "mikko")
    hears(second, "mikko")
    assert host.evaluate("heard.length") == 0
    host.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    hears(host, "mikko")
    wait_in_line(host)
    hears(second, "mikko")


@pytest.mark.parametrize("trouble", ["no locks", "no stream"])
def test_without_streams_the_page_asks(visitor, site, trouble):
    page = visitor("desktop", tiles=False)
    page.context.add_init_script(EARS)
    if trouble == "no locks":
        page.context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })")
    else:
        page.context.route(re.compile(r"/events\?after"), lambda route: route.fulfill(status=429))
    sign_in(page, HOST, at=None)
    page.clock.install()
    page.goto("/archive")
    page.wait_for_function("() => localStorage.getItem('cairn-events') !== null")
    tell(site, "mikko")
    for _ in range(20):
        page.clock.run_for(5_000)
        if page.evaluate("heard.length"):
            break
    hears(page, "mikko")
    hide(page, True)
    tell(site, "leena")
    page.clock.run_for(120_000)
    assert page.evaluate("heard.length") == 1
    hide(page, False)
    for _ in range(20):
        page.clock.run_for(5_000)
        if page.evaluate("heard.length") == 2:
            break
    hears(page, "mikko", "leena")


def test_nothing_comes_after_signing_out(host, site):
    host.wait_for_function(STREAMING)
    second = host.context.new_page()
    second.goto("/friends")
    wait_in_line(second)
    assert host.evaluate("localStorage.getItem('cairn-events')") is not None
    host.goto("/you")
    host.get_by_role("button", name="Sign out").click()
    host.get_by_role("link", name="Sign up").wait_for()
    tell(site, "mikko")
    # The other tab asks and learns that its session has ended.
    with second.expect_response(re.compile("/events/latest")) as answer:
        pass
    assert answer.value.status == 403
    second.wait_for_function("() => localStorage.getItem('cairn-events') === null")
    assert not is_streaming(second) and not is_streaming(host)
    assert second.evaluate("heard.length") == 0 and host.evaluate("heard.length") == 0


def test_a_number_of_somebody_else_counts_for_nothing(host, site):
    host.wait_for_function(STREAMING)
    tell(site, "mikko")
    hears(host, "mikko")
    # Whoever used this browser before did not sign out.
    host.evaluate("localStorage.setItem('cairn-events', '1 0')")
    host.goto("/friends")
    host.wait_for_function(STREAMING)
    tell(site, "leena")
    hears(host, "leena")
