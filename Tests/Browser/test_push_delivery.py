"""Notices on their whole way: from what happens, through a push service, to the notification that a browser shows."""

import contextlib
import json
import sqlite3
import time
import urllib.parse

import pytest

from conftest import HOST, demo_site, sign_in, visitors
from pushes import Pushes
from push_service import PushService, Subscriber
from client import Client


@pytest.fixture
def service():
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def site(service, clock):
    yield from demo_site(environment={**clock.environment, "CAIRN_PUSH_HOSTS": service.host})


@pytest.fixture
def visitor(whole_chromium, site):
    yield from visitors(whole_chromium, site)


def subscribe(client, subscriber):
    status, _ = client.open("/settings/push", {"csrf": client.token("/settings/notices"), **subscriber.fields})
    assert status == 303


def choose(client, *boxes):
    """Leaves on what is on, and switches on more boxes."""
    page = client.open("/settings/notices")[1]
    on = [tag.split('name="')[1].split('"')[0] for tag in page.split("<input") if "checked" in tag and 'type="checkbox"' in tag]
    fields = {"csrf": client.token("/settings/notices"), "digest": "off", **dict.fromkeys([*on, *boxes], "on")}
    assert client.open("/settings/notices", fields)[0] == 303


def walk_to(client, lat, lon):
    fields = {"csrf": client.token("/settings/notices"), "lat": lat, "lon": lon, "accuracy": 5}
    assert client.open("/positions", fields)[0] == 303


def rows(site, query, *values):
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite")) as database:
        return database.execute(query, values).fetchall()


def wait_for_jobs(site):
    """Returns when no job is being worked on."""
    for _ in range(600):
        if not rows(site, "SELECT 1 FROM job WHERE lease_until IS NOT NULL AND failed_at IS NULL"):
            return
        time.sleep(0.05)
    raise AssertionError("a job goes on and on")


def waiting_note(site, name):
    return rows(site, """
        SELECT note.lat, note.lon FROM delivery JOIN note ON note.id = delivery.note_id
        JOIN account ON account.id = delivery.recipient_id
        WHERE username = ? AND found_at IS NULL AND note.deleted_at IS NULL ORDER BY note.id LIMIT 1""", name)[0]


def unopened_relic(site, name):
    return rows(site, """
        SELECT relic.lat, relic.lon FROM relic JOIN account ON username = ?
        WHERE audience = 'everyone' AND maker_id <> account.id AND deleted_at IS NULL AND NOT EXISTS
          (SELECT 1 FROM relic_opening WHERE relic_id = relic.id AND account_id = account.id)
        ORDER BY relic.id LIMIT 1""", name)[0]


def test_a_friend_request_a_found_note_and_a_soft_notice_each_become_one_notification(visitor, site, service, clock):
    page = visitor("phone", workers="allow")
    page.context.grant_permissions(["notifications", "geolocation"])
    sign_in(page, HOST)
    phone = Subscriber(service, "phone")
    aino = Client(site.url).sign_in(HOST)
    subscribe(aino, phone)
    choose(aino, "relic.near.push")

    newcomer = Client(site.url)
    fields = {
        "csrf": newcomer.token("/signup"), "username": "newcomer", "email": "newcomer@example.com",
        "birth_date": "2001-05-31", "password": "long enough for me", "password_confirmation": "long enough for me"}
    assert newcomer.open("/signup", fields)[0] == 303
    request = {"csrf": newcomer.token("/friends"), "user": HOST}
    assert newcomer.open("/friends/requests", request)[0] == 303
    walk_to(aino, *waiting_note(site, HOST))
    service.wait(2)
    # A walk there takes its time. A job that still holds its lease would be taken up a second time after such a leap.
    wait_for_jobs(site)
    clock.forward(1_800)
    walk_to(aino, *unopened_relic(site, HOST))
    # More than one note may wait on the way.
    count = 3
    while "relic.near" not in told(phone, messages := service.wait(count)):
        count += 1

    shown = [phone.read(body)["notification"] for _, _, body in messages]
    assert len({one["navigate"] for one in shown}) == len(shown)
    by_tag = {one["tag"]: one for one in shown}
    assert by_tag.keys() == {"friend.asked", "note.found", "relic.near"}
    assert by_tag["friend.asked"]["title"] == "newcomer wants to be friends"
    assert urllib.parse.urlparse(by_tag["friend.asked"]["navigate"]).path == "/friends"
    assert urllib.parse.urlparse(by_tag["note.found"]["navigate"]).path.startswith("/notes/")
    assert urllib.parse.urlparse(by_tag["relic.near"]["navigate"]).path.startswith("/relics/")
    assert by_tag["relic.near"]["silent"] is True
    urgencies = {phone.read(body)["notification"]["tag"]: headers["Urgency"] for _, headers, body in messages}
    assert urgencies == {"friend.asked": "normal", "note.found": "normal", "relic.near": "low"}

    pushes = Pushes(page)
    for _, _, body in messages:
        pushes.send(json.dumps(phone.read(body)))
    titles = sorted(one["title"] for one in pushes.shown("shown.length === 3"))
    assert titles == sorted(one["title"] for one in by_tag.values())
    # Nothing is sent twice. What comes before a test message may be of another relic on the way.
    subscription = aino.open("/settings/notices")[1].split("/settings/push/")[1].split("/")[0]
    aino.open(f"/settings/push/{subscription}/test", {"csrf": aino.token("/settings/notices")})
    while "push.test" not in told(phone, messages):
        messages = service.wait(len(messages) + 1)
    links = [phone.read(body)["notification"]["navigate"] for _, _, body in messages]
    assert len(set(links)) == len(links)


def told(phone, messages):
    """What kinds of things messages tell."""
    return [phone.read(body)["notification"]["tag"] for _, _, body in messages]


def test_a_browser_that_signs_out_gets_nothing_more(site, service):
    gone, kept = Subscriber(service, "gone"), Subscriber(service, "kept")
    first, second = Client(site.url), Client(site.url)
    for client, subscriber in [(first, gone), (second, kept)]:
        fields = {"csrf": client.token("/login"), "username": HOST, "password": "demo-password"}
        assert client.open("/login", fields)[0] == 303
        subscribe(client, subscriber)
    assert first.open("/logout", {"csrf": first.token("/settings/notices")})[0] == 303
    mikko = Client(site.url).sign_in("mikko")
    page = mikko.open(f"/chats/{HOST}")[1]
    key = page.split('name="key" value="')[1].split('"')[0]
    assert mikko.open(f"/chats/{HOST}", {"csrf": mikko.token(f"/chats/{HOST}"), "key": key, "text": "Skating?"})[0] == 303
    messages = service.wait(1)
    assert [name for name, _, _ in messages] == ["kept"]
    assert "Skating" not in json.dumps(kept.read(messages[0][2]))


def test_a_subscription_that_the_service_does_not_know_any_more_is_forgotten(site, service):
    phone = Subscriber(service, "phone")
    service.answers["phone"] = [(410, {})]
    aino = Client(site.url).sign_in(HOST)
    subscribe(aino, phone)
    subscription = aino.open("/settings/notices")[1].split("/settings/push/")[1].split("/")[0]
    aino.open(f"/settings/push/{subscription}/test", {"csrf": aino.token("/settings/notices")})
    service.wait(1)
    for _ in range(600):
        if not rows(site, "SELECT 1 FROM push_subscription"):
            break
        aino.open("/healthz")
    assert f"/settings/push/{subscription}/" not in aino.open("/settings/notices")[1]
