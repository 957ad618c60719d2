"""A day's photo on its whole way: the window opens, two friends post, a third comes too late, all look at it."""

import contextlib
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import appoint_keeper, demo_site, sign_in, visitors
from camera import shoot
from client import Client


@pytest.fixture
def site(clock):
    # Tomorrow at noon: the demo world may have had its photos of today.
    clock.to_noon(days=1)
    yield from demo_site(environment=clock.environment)


@pytest.fixture
def visitor(equipped_chromium, site):
    yield from visitors(equipped_chromium, site)


@pytest.fixture
def keeper(site):
    appoint_keeper(site)
    return Client(site.url).sign_in("keeper")


def start(keeper, late=False):
    page = keeper.token("/admin/daily")
    fields = {"csrf": page, "from": "10:00", "until": "20:00", "minutes": "5", "audience": "friends", "reveal": "after"}
    assert keeper.open("/admin/daily", fields | ({"late": "on"} if late else {}))[0] == 303
    assert keeper.open("/admin/daily/start", {"csrf": keeper.token("/admin/daily")})[0] == 303
    assert keeper.open("/admin/daily/start", {"csrf": keeper.token("/admin/daily")})[0] == 409


def member(visitor, name, size="phone"):
    page = visitor(size, tiles=False)
    page.context.grant_permissions(["geolocation", "camera"])
    sign_in(page, name)
    return page


def post(page, words):
    shoot(page)
    page.get_by_label("A few words").fill(words)
    expect(page.get_by_text("Found you")).to_be_visible()
    page.get_by_role("button", name="Post").click()
    page.wait_for_url(re.compile("/daily$"))


def photo(site, words):
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database:
        return database.execute("SELECT id FROM moment WHERE caption = ?", (words,)).fetchone()[0]


def test_two_friends_post_in_the_window_and_see_each_other_and_a_third_comes_too_late(visitor, site, keeper, clock):
    aino, mikko, leena = member(visitor, "aino_k"), member(visitor, "mikko", "desktop"), member(visitor, "leena")
    aino.goto("/friends")
    leena.goto("/friends")
    start(keeper)
    # It arrives on open pages, and by way of the home page, once.
    banner = aino.get_by_role("link", name="Time for today’s photo")
    banner.click()
    aino.wait_for_url(re.compile("/daily/new$"))
    leena.get_by_role("link", name="Time for today’s photo").wait_for()
    mikko.goto("/")
    mikko.wait_for_url(re.compile("/daily/new$"))

    post(aino, "Under the bridge.")
    path = f"/moments/{photo(site, 'Under the bridge.')}"
    pin = aino.locator(f".map-canvas a.pin[href='{path}']")
    expect(pin).to_have_count(1)
    # Nobody sees it who has not posted, as long as the window is open.
    assert Client(site.url).sign_in("mikko").open(path)[0] == 404
    assert Client(site.url).sign_in("leena").open("/daily")[1].count(path) == 0

    post(mikko, "Two hats.")
    theirs = f"/moments/{photo(site, 'Two hats.')}"
    expect(mikko.locator(f"[href='{path}']").first).to_be_attached()
    # Mikko's appears on Aino's open map by itself.
    expect(aino.locator(f"[href='{theirs}']").first).to_be_attached()

    # Leena has hers ready when the window closes.
    leena.goto("/daily/new")
    shoot(leena)
    leena.get_by_label("A few words").fill("Too late.")
    clock.forward(400)
    leena.get_by_role("button", name="Post").click()
    download = leena.get_by_role("link", name=re.compile("Download|Save|Keep", re.I)).first
    download.wait_for()
    kept = leena.request.get(download.get_attribute("href"))
    assert kept.ok and kept.headers["content-type"].startswith("image/")
    # Now she sees the others' all the same.
    leena.goto("/daily")
    expect(leena.locator(f"[href='{path}']").first).to_be_attached()
    leena.goto(path)
    leena.get_by_text("Under the bridge.").wait_for()
    assert leena.evaluate("() => document.querySelector('.moment-back').decode().then(() => true)")
    # Each has their own on their calendar.
    for page, own, other in [(aino, path, theirs), (mikko, theirs, path)]:
        page.goto("/calendar")
        expect(page.locator(f"a[href='{own}']")).to_have_count(1)
        expect(page.locator(f"a[href='{other}']")).to_have_count(0)


def test_who_missed_it_posts_late_where_the_site_allows_it(visitor, site, keeper, clock):
    start(keeper, late=True)
    clock.forward(300 + 42 * 60)
    leena = member(visitor, "leena")
    leena.goto("/daily/new")
    post(leena, "I was in the sauna.")
    leena.goto(f"/moments/{photo(site, 'I was in the sauna.')}")
    leena.get_by_text(re.compile("4[23] min late")).wait_for()
