"""The demo world as who has just started it sees it: its people walk about with whoever plays one of them, and write."""

import contextlib
import math
import re
import sqlite3

import pytest
from playwright.sync_api import expect

import clock
from conftest import ESPLANADI, HOST, PATIENCE, demo_site, sign_in
from groups import UNSEEN, card, phone, spot

OTHERS = ["mikko", "leena", "jonas", "Sam"]


@pytest.fixture
def site():
    yield from demo_site(options=["--demo"])


def rows(site, query):
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=PATIENCE / 1000)) as database:
        return database.execute(query).fetchall()


def worries(site):
    """How often somebody was told that one of the group is silent or away."""
    return rows(site, "SELECT count(*) FROM notice WHERE kind IN ('group.silent', 'group.strayed')")


def stored(site):
    """When and where those who are out together were last, by name, as the server has it."""
    last = rows(
        site, "SELECT COALESCE(NULLIF(account.display_name, ''), account.username), max(taken_at), lat, lon"
        " FROM friend_group JOIN friend_group_member AS member ON member.group_id = friend_group.id"
        " JOIN account ON account.id = member.account_id JOIN position ON position.account_id = account.id"
        " WHERE ended_at IS NULL GROUP BY account.id")
    return {name: (taken_at, (latitude, longitude)) for name, taken_at, latitude, longitude in last}


def apart(one, other):
    """Metres between two places that are near each other."""
    north, east = other[0] - one[0], (other[1] - one[1]) * math.cos(math.radians(one[0]))
    return math.hypot(north, east) * 111_195


def until(page, holds):
    """Waits until something holds."""
    for _ in range(PATIENCE // 200):
        if holds():
            return
        page.wait_for_timeout(200)
    assert holds()


def live(page, site, seconds):
    """Goes on for some seconds: each of the others has moved."""
    before = stored(site)
    clock.TESTS.forward(seconds)
    until(page, lambda: all(
        name in stored(site) and (name not in before or stored(site)[name][0] > before[name][0]) for name in OTHERS))


def is_shown(page, site):
    """Whether the map and the list say where everybody is, to the metres in which one reads it."""
    places = {name: there for name, (_, there) in stored(site).items()}
    if page.evaluate(f"(places) => ({UNSEEN})(places).length", [spot(*there) for there in places.values()]):
        return False
    said = {name: re.search(r"(\d+) m away", card(page, name).inner_text()) for name in OTHERS}
    # From a hundred metres on they are rounded to ten.
    return all(said[name] and abs(int(said[name][1]) - apart(places[HOST], places[name])) < 8 for name in OTHERS)


def newest_chat(page):
    page.goto("/chats")
    return page.locator("section[aria-labelledby='chats-head'] .chat-row").first.inner_text()


def test_whoever_starts_it_is_out_with_people_who_walk_and_write(phone, site):
    aino = phone()
    aino.context.set_geolocation({**ESPLANADI, "accuracy": 8})
    sign_in(aino, HOST, at=None)
    chat, before = newest_chat(aino), worries(site)
    aino.goto("/")
    banner = aino.get_by_role("link", name=re.compile("4 of 4 with you"))
    banner.click()
    aino.wait_for_url(re.compile(r"/groups/\d+$"))
    expect(aino.locator(".strip-card")).to_have_count(5)
    seen = []
    for _ in range(4):
        live(aino, site, 31)
        until(aino, lambda: is_shown(aino, site))
        seen.append(stored(site))
    for name in OTHERS:
        expect(card(aino, name).get_by_text("With the group", exact=True)).to_be_visible()

    # Within a quarter of an hour they walk on, a photo comes, and a letter of a friend.
    for _ in range(14):
        live(aino, site, 60)
        seen.append(stored(site))
    for name in OTHERS:
        assert sum(apart(one[name][1], next_one[name][1]) for one, next_one in zip(seen, seen[1:])) > 250
    aino.get_by_role("link", name="Chat, new messages").click()
    expect(aino.get_by_role("log").locator(".bubble-photo img").last).to_be_visible()
    assert newest_chat(aino) != chat
    expect(aino.get_by_text("4 of 4 with you")).to_be_visible()
    assert worries(site) == before
