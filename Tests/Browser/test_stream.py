"""The stream of events in a browser: one for all tabs, what was missed, browsers without streams, signing out."""

import contextlib
import sqlite3

from conftest import HOST, sign_in

STREAMING = "() => 'streaming' in document.documentElement.dataset"
# Notes what a page is told, as a list of subjects in the order of arrival.
EARS = """
    window.heard = [];
    addEventListener('cairn:notice', ({ detail }) => heard.push(detail.kind));
    addEventListener('cairn:daily', ({ detail }) => heard.push(detail.state));
"""


def open_tab(context, path="/archive"):
    """A page that notes what it is told."""
    page = context.new_page()
    page.goto(path)
    return page


def is_stream(request):
    return "/events?after=" in request.url


def ask_for_friendship(site, *names):
    """Requests from people to the host, with their notices, as another process on the same database writes them."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
        host = identity(database, HOST)
        for name in names:
            other = identity(database, name)
            database.execute(
                "INSERT INTO friend_request (sender_id, recipient_id, created_at) VALUES (?, ?, 1) "
                "ON CONFLICT DO NOTHING", (other, host))
