"""A night out: a group is made, joined by a link and without an account, somebody drifts off, and nobody worries."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import sign_in
from groups import card, join, make, move, phone, sees, stray, walk


def test_five_friends_go_out_and_the_guest_drifts_off(phone):
    aino = phone("aino_k")
    path, group = make(aino)
    # How others join is open as long as one is alone.
    expect(aino.get_by_role("img", name="QR code of the link to join Friday")).to_be_visible()
    expect(aino.locator(".group-code b")).to_have_text(re.compile("^[2-9A-HJKMNP-Z]{3} [2-9A-HJKMNP-Z]{3}$"))
    leena, mikko, sofia = phone("leena", 20, 10), phone("mikko", -15, 5), phone("sofia", 5, -20)
    for page in [leena, mikko, sofia]:
        join(page, path)
    kim = phone(None, 10, 15)
    join(kim, path, "Kim")
    # The others come onto open maps by themselves: as one stack, because they stand together, which a tap opens.
    for page in [aino, leena, mikko, sofia, kim]:
        stack = page.locator(".map-canvas a.pin-group")
        expect(stack.locator("title")).to_have_text(re.compile("(.+, ){3}.+: 4 here"))
    # How others join lies over the map, until one taps beside it.
    aino.locator(".map-frame").click(position={"x": 10, "y": 10})
    aino.locator(".map-canvas a.pin-group").click()
    expect(aino.locator(".map-canvas a.pin-person")).to_have_count(4)
    assert kim.evaluate("document.title").startswith("Friday")

    stray(kim, "Kim", aino)
    expect(kim.locator(".group-say").get_by_text("You’re more than 300 m from the group")).to_be_visible()
    for page in [aino, leena, mikko, sofia]:
        expect(card(page, "Kim").get_by_text("Away", exact=True)).to_be_visible()
    expect(kim.get_by_text("Kim is more than")).to_have_count(0)

    # The notice leads to Kim on the map, who has no phone number and no chat of two.
    card(aino, "Kim").click()
    aino.wait_for_url(re.compile(r"/members/\d+$"))
    expect(aino.get_by_role("link", name="Call")).to_have_count(0)
    assert aino.locator(".group-member").get_by_role("link", name="The way there").get_attribute("href").startswith("geo:60.17")
    aino.get_by_role("button", name="Ask where they are").click()
    expect(kim.locator(".group-say").get_by_text("You’re more than 300 m from the group")).to_be_visible()
    kim.get_by_label("Message to all").fill("Lost my hat")
    kim.get_by_role("button", name="Send").click()
    expect(leena.get_by_role("link", name="Chat, new messages")).to_be_visible()
    kim.get_by_role("button", name="I’m heading home").first.click()
    expect(kim.get_by_text("You’re heading home", exact=True)).to_be_visible()
    for page in [leena, mikko, sofia]:
        expect(card(page, "Kim").get_by_text("Heading home")).to_be_visible()
    leena.get_by_role("link", name="Chat, new messages").click()
    expect(leena.get_by_role("log").get_by_text("Lost my hat")).to_be_visible()

    # It is over for all, in two taps.
    aino.goto(group)
    aino.get_by_text("End the group").click()
    aino.get_by_role("button", name="End it").click()
    # Open pages show it by themselves: who was there, and to a guest, who has no account any more, that it is over.
    for page in [aino, mikko]:
        expect(page.get_by_role("heading", name="Who was there")).to_be_visible()
        expect(page.locator("main")).to_contain_text("sofia")
    kim.wait_for_url(re.compile("/groups/over$"))
    expect(kim.get_by_role("heading", name="Friday is over")).to_be_visible()
    kim.get_by_role("button", name="Close").click()
    kim.wait_for_url(re.compile("/$"))
    expect(kim.get_by_role("link", name="Sign in")).to_be_visible()


def test_three_friends_are_asked_in_four_taps_and_come_by_their_notice(phone):
    aino = phone("aino_k")
    # Last time it was these three.
    path, group = make(aino, "Last time")
    for name in ["leena", "mikko", "sofia"]:
        join(phone(name), path)
    aino.goto(f"{group}/settings")
    aino.get_by_text("End the group").click()
    aino.get_by_role("button", name="End it").click()
    expect(aino.get_by_role("heading", name="Who was there")).to_be_visible()
    aino.goto("/")
    aino.get_by_role("link", name="New", exact=True).click()
    first = aino.get_by_role("dialog", name="New").get_by_role("link").first
    expect(first).to_contain_text("Go out")
    first.click()
    expect(aino.locator(".person input:checked")).to_have_count(3)
    expect(aino.get_by_label("Name")).to_have_value(re.compile("day( night)?$"))
    aino.get_by_role("button", name="Go out").click()
    expect(aino.get_by_text("has begun. leena, mikko and sofia are asked.")).to_be_visible()
    # It does not stay in the way, but for whoever touches it.
    aino.mouse.move(5, 5)
    expect(aino.locator(".flash")).to_be_hidden(timeout=15_000)
    mikko = phone("mikko")
    mikko.goto("/notices")
    mikko.get_by_role("button", name="aino_k asks you to come along").click()
    mikko.get_by_role("button", name="Join", exact=True).click()
    expect(card(aino, "mikko")).to_be_visible()


def test_a_stranger_comes_in_by_code_in_three_taps(phone):
    aino = phone("aino_k")
    make(aino)
    code = aino.locator("[data-join-code]").get_attribute("data-join-code")
    kim = phone()
    kim.goto("/")
    kim.get_by_label("Code").fill(code.lower())
    kim.get_by_role("button", name="Join").click()
    kim.get_by_label("Your name").fill("Kim")
    kim.get_by_role("button", name="Join", exact=True).click()
    kim.wait_for_url(re.compile(r"/groups/\d+$"))
    expect(card(aino, "Kim")).to_be_visible()


def test_help_goes_out_after_ten_seconds_and_the_page_counts_them(phone):
    aino = phone("aino_k")
    path, _ = make(aino)
    mikko = phone("mikko", 10, 200)
    join(mikko, path)
    mikko.get_by_role("button", name="I need help").click()
    expect(mikko.get_by_text(re.compile(r"Help is called in \d+ s"))).to_be_visible()
    mikko.get_by_role("button", name="Cancel").click()
    expect(mikko.get_by_text("Cancelled. Nobody was told.")).to_be_visible()
    mikko.get_by_role("button", name="I need help").click()
    expect(mikko.get_by_text("Everybody knows that you need help")).to_be_visible()
    expect(card(aino, "mikko").get_by_text("Asks for help")).to_be_visible()
    # Whoever asks stands in no stack, and nobody is lost from sight.
    expect(aino.locator(".map-canvas a.pin-person")).to_have_count(1)
    sees(aino, (0, 0), (10, 200))
    mikko.locator(".group-say").get_by_role("button", name="I’m safe").click()
    expect(card(aino, "mikko").get_by_text("With the group")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_call_for_help_stands_above_every_page_until_it_is_seen(phone, size):
    aino = phone("aino_k", size=size)
    path, group = make(aino)
    mikko = phone("mikko", 10)
    join(mikko, path)
    leena = phone("leena", 20, scripts=False)
    leena.goto(path)
    leena.get_by_role("button", name="Join", exact=True).click()
    # Somewhere else on the site, and somewhere in a form.
    aino.goto("/archive")
    expect(aino.locator("[data-running-group]").first).to_contain_text("1 of 2 with you")
    mikko.get_by_role("button", name="I need help").click()
    alert = aino.locator("[data-alert='help']")
    expect(alert).to_contain_text("mikko needs help")
    expect(alert.get_by_role("link", name="The way there")).to_have_attribute("href", re.compile("^geo:60.1"))
    aino.wait_for_function("() => document.title.includes('mikko needs help')")
    expect(aino.locator("link[rel='icon']")).to_have_attribute("href", "/icons/alert.svg")
    dialog = aino.get_by_role("dialog", name="mikko needs help")
    if size == "phone":
        expect(dialog.get_by_role("button", name="I’ve seen it")).to_be_visible()
        # Where mikko is moves on the map.
        dot = dialog.locator("a.pin-person")
        expect(dot).to_have_count(1)
        before = dot.get_attribute("transform")
        walk(mikko, 40)
        expect(dot).not_to_have_attribute("transform", before)
        assert dialog.get_by_role("button", name="Go").bounding_box()["height"] >= 72
        assert Axe().run(aino).response["violations"] == []
        dialog.get_by_role("button", name="Back to the page").click()
    expect(dialog).to_have_count(0)
    assert Axe().run(aino, context="[data-alerts]").response["violations"] == []
    assert aino.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # It comes along, and is heard once.
    aino.goto("/settings")
    expect(alert.get_by_role("link", name="mikko needs help")).to_be_visible()
    expect(dialog).to_have_count(0)
    alert.get_by_role("button", name="I’m on my way").click()
    # What one has answered is one line.
    expect(alert).to_have_class(re.compile("is-answered"))
    aino.wait_for_function("() => document.querySelector('[data-alert=help]')?.offsetHeight < 64")
    expect(alert.get_by_role("link")).to_have_count(1)
    assert Axe().run(aino, context="[data-alerts]").response["violations"] == []
    assert aino.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(mikko.locator(".alert")).to_contain_text("aino_k: I’m on my way")
    # Without scripts it stands on whatever is loaded.
    leena.goto("/chats")
    plain = leena.locator("[data-alert='help']")
    expect(plain).to_contain_text("aino_k: I’m on my way")
    plain.get_by_role("button", name="I’ve seen it").click()
    leena.wait_for_url(re.compile("/chats$"))
    expect(plain).to_have_count(0)
    expect(mikko.locator(".alert")).to_contain_text("Seen by leena")
    # Others keep theirs until they say so too, or until all is well.
    expect(alert).to_contain_text("You: I’m on my way")
    mikko.goto("/archive")
    mikko.locator(".alert").get_by_role("button", name="I’m safe").click()
    expect(alert).to_have_count(0)
    aino.wait_for_function("() => !document.title.includes('needs help')")
    expect(aino.locator("link[rel='icon']")).to_have_attribute("href", "/favicon.svg")


def test_one_tap_goes_to_who_calls_for_help(phone):
    aino = phone("aino_k")
    path, _ = make(aino)
    mikko = phone("mikko", 10)
    join(mikko, path)
    aino.goto("/archive")
    mikko.get_by_role("button", name="I need help").click()
    aino.get_by_role("dialog", name="mikko needs help").get_by_role("button", name="Go").click()
    aino.wait_for_url(re.compile(r"/members/\d+$"))
    expect(aino.get_by_role("dialog")).to_have_count(0)
    expect(aino.locator(".group-member")).to_contain_text("Asks for help")
    expect(aino.locator("[data-alert='help']")).to_have_class(re.compile("is-answered"))
    expect(mikko.locator(".alert")).to_contain_text("aino_k: I’m on my way")


def test_the_maker_lets_somebody_in_who_waits(phone):
    aino = phone("aino_k")
    path, _ = make(aino, approve=True)
    mikko = phone("mikko", 10)
    mikko.goto(path)
    mikko.get_by_role("button", name="Ask to join").click()
    mikko.get_by_role("heading", name="Waiting to be let in").wait_for()
    card(aino, "mikko").click()
    aino.get_by_role("button", name="Let in").click()
    # The waiting page goes on by itself.
    expect(mikko.locator(".group-page")).to_be_visible()
    expect(mikko.locator(".map-canvas a.pin-person")).to_have_count(1)


def test_what_cannot_be_sent_waits_for_a_connection(phone):
    aino = phone("aino_k")
    path, _ = make(aino)
    mikko = phone("mikko", 10)
    join(mikko, path)
    mikko.context.set_offline(True)
    move(mikko, 90)
    expect(mikko.get_by_text("No connection. One place waits to be sent.")).to_be_visible()
    mikko.context.set_offline(False)
    expect(mikko.get_by_text("The group sees you.")).to_be_visible()
    expect(card(aino, "mikko").get_by_text(re.compile("^(90|8.|9.) m away"))).to_be_visible()


def test_a_page_that_was_hidden_says_that_nothing_was_sent(phone):
    aino = phone("aino_k")
    make(aino)
    expect(aino.get_by_text("The group sees you.")).to_be_visible()
    aino.evaluate("""() => {
        const hide = (isHidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
            document.dispatchEvent(new Event("visibilitychange"));
        };
        hide(true);
        const now = Date.now;
        Date.now = () => now() + 12 * 60000;
        hide(false);
    }""")
    expect(aino.get_by_text("Nothing was sent for 12 min: the page was hidden or the screen off.")).to_be_visible()


def test_the_map_follows_one_member_until_it_is_moved_by_hand(phone):
    aino = phone("aino_k", size="desktop")
    path, _ = make(aino)
    mikko = phone("mikko", 10)
    join(mikko, path)
    # On a desktop how others join lies over the list, until one clicks beside it.
    aino.locator(".map-frame").click(position={"x": 20, "y": 20})
    card(aino, "mikko").click()
    aino.wait_for_url(re.compile(r"/members/\d+$"))
    pin = aino.locator(".map-canvas a.pin-person")
    expect(pin).to_have_count(1)

    # How far the pin is from the middle of the map, in pixels.
    off = """() => {
        const [pin, map] = [".map-canvas a.pin-person", ".map-frame"].map((one) => document.querySelector(one)?.getBoundingClientRect());
        return pin && Math.abs(pin.left + pin.width / 2 - map.left - map.width / 2);
    }"""
    move(mikko, 10, 120)
    aino.wait_for_function("() => document.querySelector('[data-follow]')?.dataset.lon > 24.9485")
    aino.wait_for_function(f"() => ({off})() < 20")
    box = aino.locator(".map-frame").bounding_box()
    aino.mouse.move(box["x"] + 200, box["y"] + 300)
    aino.mouse.down()
    aino.mouse.move(box["x"] + 400, box["y"] + 300, steps=5)
    aino.mouse.up()
    aino.wait_for_function(f"() => ({off})() > 100")
    move(mikko, 10, 160)
    aino.wait_for_function("() => document.querySelector('[data-follow]')?.dataset.lon > 24.9495")
    assert aino.evaluate(off) > 100


def test_without_scripts_everything_is_there_but_the_sending(phone):
    aino = phone("aino_k")
    path, group = make(aino)
    plain = phone(None, scripts=False)
    plain.goto(path)
    plain.get_by_label("Your name").fill("Kim")
    plain.get_by_role("button", name="Join", exact=True).click()
    expect(plain.get_by_text("This page sends your place only with JavaScript, and it is off.")).to_be_visible()
    plain.get_by_role("button", name="Heading home").click()
    expect(plain.get_by_text("You’re heading home", exact=True)).to_be_visible()
    plain.get_by_label("Chat").click()
    plain.get_by_role("textbox", name="Message").fill("I have no scripts")
    plain.get_by_role("button", name="Send").click()
    expect(plain.get_by_text("I have no scripts")).to_be_visible()
    expect(aino.get_by_role("link", name="Chat, new messages")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_what_one_agrees_to_stands_in_one_column(looker, size):
    page = looker(size)
    page.goto("/gallery/JoiningPage/member")
    edges = page.locator(".facts :is(.row-name, small)").evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)")
    assert len(edges) == 12 and len(set(edges)) == 1
    # All of the row leads there, and the link is seen without being touched.
    row = page.locator(".facts .row-name", has_text="Or from your pocket")
    row.locator("small").click(force=True)
    page.wait_for_url(re.compile("/settings/devices"))


@pytest.mark.parametrize("example", ["usual", "a-crowd"])
@pytest.mark.parametrize("text", ["16px", "32px"])
def test_the_bar_of_a_running_group_is_not_cut_on_a_narrow_phone(looker, example, text):
    page = looker("phone")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/gallery/RunningGroupPart/{example}")
    wide, cut, outside = page.evaluate("""(text) => {
        document.documentElement.style.setProperty("font-size", text);
        const bar = document.querySelector("main .group-bar");
        document.querySelector("[data-banners]").append(bar);
        const parts = [bar, ...bar.querySelectorAll("b, span")].filter((part) => getComputedStyle(part).display !== "inline");
        const edge = bar.getBoundingClientRect();
        const boxes = [...bar.querySelectorAll("span > span > span")].map((part) => part.getBoundingClientRect());
        return [parts.filter((part) => part.scrollWidth > part.clientWidth).length,
            parts.filter((part) => part.scrollHeight > part.clientHeight + 1).map((part) => part.localName),
            boxes.filter((box) => box.bottom > edge.bottom || box.right > edge.right || !box.height).length];
    }""", text)
    assert (wide, outside) == (0, 0)
    # Of usual text a name has two lines; large text wraps, however long it is.
    assert set(cut) <= ({"b"} if (example, text) == ("a-crowd", "16px") else set())
    assert page.evaluate("document.querySelectorAll('.group-bar span > span > span').length") == 2


def test_the_bar_of_a_running_group_covers_no_chip_of_the_map(looker):
    page = looker("phone", tiles=False)
    sign_in(page, "aino_k")
    page.evaluate("document.documentElement.style.setProperty('font-size', '32px')")
    page.wait_for_function("""() => {
        const [bar, chips] = [".group-bar", ".map-chips"].map((one) => document.querySelector(one).getBoundingClientRect());
        return bar.height > 100 && bar.bottom <= chips.top;
    }""")
