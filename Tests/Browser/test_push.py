"""Notices on a device: turning them on, what the service worker shows of a push, and where a tap leads.

Chromium has no push service here, so pages subscribe to a made-up one, and pushes come by CDP.
"""

import contextlib
import json
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import PASSWORD, sign_in, visitors
from pushes import Pushes

# The keys of RFC 8291's example.
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
# A browser with a push service and somebody who answers its question: what they answer is in `answer`.
SERVICE = """(answer) => {
    const kept = (name, value) => value === undefined ? localStorage.getItem(`fake-${name}`) : localStorage.setItem(`fake-${name}`, value);
    Object.defineProperty(Notification, 'permission', { get: () => kept('permission') || 'default' });
    Notification.requestPermission = async () => {
        if (Notification.permission === 'default') kept('permission', answer);
        return Notification.permission;
    };
    const subscription = () => {
        const endpoint = kept('endpoint');
        return endpoint ? {
            endpoint, options: { applicationServerKey: kept('key') },
            toJSON: () => ({ endpoint, expirationTime: null, keys: KEYS }),
            unsubscribe: async () => (localStorage.removeItem('fake-endpoint'), true),
        } : null;
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async (options) => {
        if (options.userVisibleOnly !== true || !/^[\\w-]{87}$/.test(options.applicationServerKey)) throw new TypeError('options');
        kept('key', options.applicationServerKey);
        kept('endpoint', 'https://push.example.net/send/' + Math.random());
        return subscription();
    };
}""".replace("KEYS", json.dumps(KEYS))


@pytest.fixture
def visitor(whole_chromium, site):
    yield from visitors(whole_chromium, site)


def member(visitor, answer="granted", name="aino_k", size="phone", script=""):
    page = visitor(size, tiles=False, workers="allow")
    page.add_init_script(f"({SERVICE})({json.dumps(answer)});{script}")
    sign_in(page, name)
    return page


def settings(page):
    page.goto("/settings/notices")
    return page.locator("[data-push]")


def devices(page):
    return page.locator(".push-device")


def subscribe(page, endpoint="https://push.example.net/send/1"):
    """A device as a browser's script turns it on."""
    page.goto("/settings/notices")
    fields = {"csrf": page.locator("#page [name='csrf']").first.input_value(), "endpoint": endpoint, **KEYS}
    assert page.request.post("/settings/push", form=fields).ok


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_notices_are_turned_on_and_off_on_this_device(visitor, size):
    page = member(visitor, size=size)
    card = settings(page)
    expect(devices(page)).to_have_count(0)
    # What is ticked and not yet saved stays.
    page.get_by_label("Email me what no device gets").check()
    card.get_by_role("button", name="Turn on notices on this device").click()
    expect(card.get_by_text("This device gets notices.")).to_be_visible()
    expect(devices(page)).to_have_count(1)
    expect(devices(page)).to_contain_text("This device")
    expect(page.get_by_label("Email me what no device gets")).to_be_checked()
    expect(card.get_by_role("button", name="Turn on")).to_be_hidden()
    page.reload()
    expect(card.get_by_text("This device gets notices.")).to_be_visible()
    card.get_by_role("button", name=re.compile("^Send a test to")).click()
    page.get_by_text("A test is on its way.").wait_for()
    # The browser forgets it as well.
    card.get_by_role("button", name=re.compile("^Remove")).click()
    expect(card.get_by_role("button", name="Turn on notices on this device")).to_be_visible()
    expect(devices(page)).to_have_count(0)
    page.wait_for_function("() => localStorage.getItem('fake-endpoint') === null")


def test_a_browser_that_refuses_says_how_to_allow_it(visitor):
    page = member(visitor, answer="denied")
    card = settings(page)
    expect(card.get_by_text("blocks notices")).to_be_hidden()
    card.get_by_role("button", name="Turn on notices on this device").click()
    expect(card.get_by_text("blocks notices")).to_be_visible()
    expect(card.get_by_role("button")).to_have_count(0)
    page.reload()
    expect(card.get_by_text("blocks notices")).to_be_visible()


def test_what_fails_can_be_tried_again(visitor):
    page = member(visitor, script="""
        const subscribe = PushManager.prototype.subscribe;
        PushManager.prototype.subscribe = async (options) => {
            PushManager.prototype.subscribe = subscribe;
            throw new DOMException('No push service.', 'AbortError');
        };""")
    card = settings(page)
    button = card.get_by_role("button", name="Turn on notices on this device")
    button.click()
    expect(card.get_by_role("status")).to_contain_text("try again")
    button.click()
    expect(card.get_by_text("This device gets notices.")).to_be_visible()


def test_a_browser_without_push_says_so(visitor):
    page = member(visitor, script="delete window.PushManager;")
    card = settings(page)
    expect(card.get_by_text("This browser can’t show notices")).to_be_visible()
    expect(card.get_by_role("button")).to_have_count(0)


def test_an_iphone_shows_how_to_reach_the_home_screen(visitor):
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1"
    outside = f"Object.defineProperty(navigator, 'userAgent', {{ get: () => {json.dumps(agent)} }});"
    card = settings(member(visitor, script=outside))
    expect(card.get_by_text("Add to Home Screen")).to_be_visible()
    expect(card.locator(".push-picture")).to_have_count(3)
    expect(card.get_by_role("button")).to_have_count(0)
    # From its icon it is asked for as anywhere.
    card = settings(member(visitor, script=outside + "navigator.standalone = true;"))
    expect(card.get_by_role("button", name="Turn on notices on this device")).to_be_visible()
    expect(card.get_by_text("Add to Home Screen")).to_be_hidden()


def test_devices_are_listed_without_scripts(visitor):
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k", at=None)
    subscribe(page)
    card = settings(page)
    expect(card.get_by_text("needs JavaScript")).to_be_visible()
    expect(devices(page)).to_contain_text("This device")
    card.get_by_role("button", name=re.compile("^Send a test to")).click()
    page.get_by_text("A test is on its way.").wait_for()
    card.get_by_role("button", name=re.compile("^Remove")).click()
    expect(devices(page)).to_have_count(0)


def test_signing_in_again_asks_nothing(visitor, site):
    page = member(visitor)
    settings(page).get_by_role("button", name="Turn on notices on this device").click()
    expect(devices(page)).to_have_count(1)
    page.goto("/you")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()
    page.goto("/login")
    page.get_by_label("Username").fill("aino_k")
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_response("**/settings/push"):
        page.get_by_role("button", name="Sign in").click()
    card = settings(page)
    expect(card.get_by_text("This device gets notices.")).to_be_visible()
    expect(devices(page)).to_have_count(1)


def test_a_device_that_was_removed_elsewhere_stays_removed(visitor):
    page = member(visitor)
    settings(page).get_by_role("button", name="Turn on notices on this device").click()
    expect(devices(page)).to_have_count(1)
    path = devices(page).locator("[data-push-remove]").get_attribute("action")
    assert page.request.post(path, form={"csrf": page.locator("#page [name='csrf']").first.input_value()}).ok
    expect(settings(page).get_by_role("button", name="Turn on notices on this device")).to_be_visible()
    assert page.evaluate("localStorage.getItem('push')") is None


def leave_note(page):
    page.goto("/notes/new?to=leena")
    page.locator(".compose.is-live .map-live").wait_for()
    page.get_by_label("Your words").fill("Look up.")
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for").wait_for()
    return page.locator("[data-push-ask]")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_note_that_was_left_is_worth_a_question(visitor, size):
    page = member(visitor, size=size)
    ask = leave_note(page)
    expect(ask).to_contain_text("Know at once when leena opens it.")
    ask.get_by_role("button", name="Not now").click()
    expect(ask).to_have_count(0)
    # It is not asked again.
    expect(leave_note(page)).to_be_hidden()
    page.evaluate("localStorage.removeItem('push-declined')")
    ask = leave_note(page)
    ask.get_by_role("button", name="Turn on").click()
    page.locator(".toast", has_text="This device gets notices now.").wait_for()
    expect(ask).to_have_count(0)
    settings(page)
    expect(devices(page)).to_have_count(1)


def test_a_refusal_is_remembered(visitor):
    page = member(visitor, answer="denied")
    leave_note(page).get_by_role("button", name="Turn on").click()
    expect(page.locator("[data-push-ask]")).to_have_count(0)
    # Even by a browser that would ask again.
    page.evaluate("localStorage.removeItem('fake-permission')")
    expect(leave_note(page)).to_be_hidden()


@pytest.fixture
def pushes(visitor):
    page = visitor("phone", tiles=False, workers="allow")
    sign_in(page, "aino_k")
    return Pushes(page)


def test_a_push_is_shown_and_those_of_a_kind_collapse(pushes):
    friends, origin = f"{pushes.origin}/friends", pushes.origin
    pushes.send({"title": "ville wants to be friends", "navigate": friends, "tag": "friend.asked", "body": "Say hello"})
    assert pushes.told("ville wants to be friends") == {
        "title": "ville wants to be friends", "body": "Say hello", "tag": "friend.asked", "silent": False,
        "actions": ["Open"], "data": {
            "url": friends, "news": f"{friends} ville wants to be friends", "count": 1, "others": [], "actions": {}}}
    # The same again counts once; another one of the same page is another one.
    steps = [("jonas", friends, 1), ("sofia", friends, 2), ("jonas", friends, 2), ("leena", f"{origin}/people/leena", 3)]
    for name, address, more in steps:
        title = f"{name} wants to be friends"
        pushes.send({"title": title, "navigate": address, "tag": "friend.asked"})
        told = pushes.told(title)
        assert told["body"] == f"and {more} more" and told["data"]["url"] == address
    # Another kind stands beside it.
    pushes.send({"title": "A relic is near", "navigate": f"{origin}/relics/1", "tag": "relic.near", "silent": True})
    assert sorted((one["tag"], one["silent"]) for one in pushes.shown("shown.length === 2")) == [
        ("friend.asked", False), ("relic.near", True)]


def test_pushes_of_one_moment_are_all_counted(pushes):
    for name in ["jonas", "sofia", "leena", "ville"]:
        pushes.send({"title": f"{name} wants to be friends", "navigate": f"/people/{name}", "tag": "friend.asked"})
    told = pushes.told("ville wants to be friends")
    assert told["body"] == "and 3 more" and told["data"]["count"] == 4


def test_what_cannot_be_read_is_told_plainly(pushes):
    for data in ["", "{", "null", "[]", '{"web_push":8030}', '{"notification":{"title":7}}',
                 '{"notification":{"title":"","navigate":"/friends"}}']:
        pushes.send(data)
        told = pushes.told("Something new on " + pushes.origin.removeprefix("http://"))
        assert told["data"]["url"] == f"{pushes.origin}/notices" and told["body"] == "", data
        pushes.clear()


def test_a_push_leads_nowhere_else(pushes):
    for number, address in enumerate(["https://example.com/", "javascript:alert(1)", "//example.com/x", "tel:112", "", None]):
        pushes.send({"title": f"Something {number}", "navigate": address, "tag": "x"})
        assert pushes.told(f"Something {number}")["data"]["url"] == f"{pushes.origin}/notices", address


def test_a_tap_leads_an_open_tab(pushes):
    page = pushes.page
    pushes.send({"title": "ville wants to be friends", "navigate": f"{pushes.origin}/friends", "tag": "friend.asked"})
    pushes.told("ville wants to be friends")
    with page.expect_navigation():
        pushes.tap("open")
    expect(page.get_by_role("heading", name="Friends", exact=True)).to_be_visible()
    assert pushes.shown("shown.length === 0") == []
    # A tab that is there already stays as it is; another one is not led.
    other = page.context.new_page()
    other.goto("/archive")
    page.evaluate("window.isSame = true")
    pushes.send({"title": "jonas wants to be friends", "navigate": "/friends", "tag": "friend.asked"})
    pushes.told("jonas wants to be friends")
    pushes.tap()
    assert pushes.shown("shown.length === 0") == []
    assert page.evaluate("window.isSame") and other.url.endswith("/archive")
    other.close()


def test_without_an_open_tab_a_new_one_opens(pushes):
    """Also the number that an alert offers to call."""
    opened = """async (action) => {
        const opened = [];
        const [matchAll, openWindow] = [clients.matchAll, clients.openWindow];
        clients.matchAll = async () => [];
        clients.openWindow = async (address) => opened.push(address);
        const [notification] = await registration.getNotifications();
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action }));
        await new Promise((done) => setTimeout(done));
        Object.assign(clients, { matchAll, openWindow });
        return opened;
    }"""
    origin = pushes.origin
    for action, address in [("", f"{origin}/notes/7"), ("open", f"{origin}/notes/7"), ("call", "tel:+358401234567"),
                            ("map", f"{origin}/?z=12"), ("away", f"{origin}/notices")]:
        pushes.send({"title": "Leena asks for help", "navigate": f"{origin}/notes/7", "tag": "help", "actions": [
            {"action": "call", "title": "Call", "navigate": "tel:+358401234567"},
            {"action": "map", "title": "Map", "navigate": "/?z=12"},
            {"action": "away", "title": "Away", "navigate": "https://example.com/"}]})
        assert pushes.told("Leena asks for help")["actions"][:2] == ["Open", "Call"]
        assert pushes.worker.evaluate(opened, action) == [address]


def test_an_address_that_the_push_service_changes_is_renewed(pushes, site):
    page = pushes.page
    renew = """([old, endpoint, keys]) => renew({
        oldSubscription: { endpoint: old }, newSubscription: { toJSON: () => ({ endpoint, keys }) } })"""
    first, second = "https://push.example.net/send/1", "https://push.example.net/send/2"

    def stored():
        with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite")) as database:
            return [row[0] for row in database.execute("SELECT endpoint FROM push_subscription")]

    # Not for somebody who never turned it on here.
    pushes.worker.evaluate(renew, [first, second, KEYS])
    assert stored() == []
    subscribe(page, first)
    assert stored() == [first]
    pushes.worker.evaluate(renew, [first, second, KEYS])
    assert stored() == [second]
