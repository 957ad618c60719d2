"""Music that belongs to a place: somebody walks in, listens, drops a bomb, goes about the site, and walks out again."""

import contextlib
import io
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

import clock
from checks import covered
from client import run
from conftest import ROOT, sign_in

PARK = {"latitude": 60.16775, "longitude": 24.9473}
# Some 400 m north of it.
AWAY = {"latitude": 60.1715, "longitude": 24.9473}
PLAYER = "#player .music"


def check_here(page, place):
    """Says once where the phone is; the site takes as much time between two places as somebody who rides."""
    page.context.set_geolocation({**place, "accuracy": 8})
    page.goto("/")
    with page.expect_response("**/positions") as answer:
        page.get_by_role("button", name="Check here").click()
    return answer.value.json()["events"]


def time_of(page):
    return page.evaluate("document.querySelector('#player .music input').valueAsNumber")


def songs(page):
    return page.locator("[data-zone-tracks] [data-track]")


def player_says(page, words):
    expect(page.locator(PLAYER).get_by_text(words).filter(visible=True)).to_be_visible()


def whole_player(page):
    """Opens the whole player of a phone."""
    page.get_by_role("button", name="Open the player").click()
    sheet = page.get_by_role("dialog", name="Music")
    expect(sheet).to_be_visible()
    return sheet


@contextlib.contextmanager
def opened(page):
    """The whole player of a phone, closed again afterwards."""
    yield whole_player(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Music")).to_have_count(0)


def in_esplanadi(visitor, *looks):
    """Somebody in the zone, before its songs."""
    page = visitor(*looks, tiles=False, at=PARK)
    sign_in(page, "aino_k")
    check_here(page, PARK)
    page.goto("/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    return page


def green(page):
    """Where the slider is green, in pixels from its left edge: where that begins, where it ends, how many of them are not, and
    the slider's width. The knob, at the end, is green around a hole."""
    # Playwright hides carets by style attributes, which the copy that htmx keeps of a page may not have.
    slider = page.get_by_role("slider", name="Place in the song")
    picture = Image.open(io.BytesIO(slider.screenshot(caret="initial"))).convert("RGB")
    row = [picture.getpixel((x, picture.height // 2)) for x in range(picture.width)]
    # The line is grey: as red as it is green.
    marks = [x for x, (red, green, _) in enumerate(row) if green > red + 30]
    return marks[0], marks[-1], marks[-1] + 1 - marks[0] - len(marks), picture.width


def assert_fill_ends_at_the_knob(page):
    begin, end, hole, _ = green(page)
    assert begin <= 2 and end >= 30 and hole <= 16, (begin, end, hole)


def assert_knob_stands_at(page, seconds):
    slider = page.get_by_role("slider", name="Place in the song")
    expect(slider).to_have_value(str(seconds))
    _, end, _, width = green(page)
    middle = 22 + (width - 44) * seconds / int(slider.get_attribute("max"))
    assert abs(end - 12 - middle) <= 4, (end, middle)


def test_music_plays_where_one_is_and_goes_on_through_other_pages(visitor):
    page = visitor("phone", tiles=False, at=PARK)
    sign_in(page, "aino_k")
    # What was found there may come after the songs, and leaves them as they are.
    finds = []
    page.route("**/?parts=1", lambda request: finds.append(request))
    assert "zone.entered" in [event["kind"] for event in check_here(page, PARK)]
    # Its songs come beside the map, and the map shows where they are heard.
    here = page.locator("[data-zone-here]")
    expect(here).to_contain_text("3 songs")
    expect(here.locator("[data-track]")).to_have_count(3)
    expect(here).to_contain_text("your phone tells this site where it is")
    page.locator("[data-home-part]").evaluate_all("parts => parts.forEach((part) => part.remove())")
    finds.pop().continue_()
    page.locator("[data-home-part]").first.wait_for()
    expect(here).to_contain_text("your phone tells this site where it is")
    region = page.locator("a.map-region").filter(has_text="Esplanadi").locator("path")
    expect(region).to_have_css("fill-opacity", "0.4")
    here.get_by_role("button", name="Play Under the lime trees").click()
    player_says(page, "Under the lime trees")
    page.get_by_role("link", name=re.compile("You are in Esplanadi")).click()
    page.get_by_role("heading", name="Esplanadi").wait_for()
    page.get_by_text("You are here.").wait_for()
    # The one with the most votes comes first.
    expect(songs(page).first.get_by_text("Under the lime trees")).to_be_visible()
    page.get_by_role("button", name="Play Third bench").click()
    page.wait_for_function("() => document.querySelector('#player .music input')?.valueAsNumber >= 1")
    player_says(page, "Third bench")
    expect(page.locator(PLAYER).get_by_text("Preview")).to_have_count(0)

    # A part of the file answers a leap.
    with opened(page) as player:
        with page.expect_response(lambda answer: "/audio" in answer.url and answer.status == 206):
            player.get_by_role("button", name="Next song").click()
        player_says(page, "Under the lime trees")
        player.get_by_role("slider", name="Place in the song").fill("20")
    page.wait_for_function("() => document.querySelector('#player .music input').valueAsNumber >= 21")

    # A bomb makes it climb.
    bomb = songs(page).nth(1).get_by_role("button", name=re.compile("bomb"))
    before = int(songs(page).nth(1).get_attribute("data-votes"))
    bomb.click()
    expect(bomb).to_have_attribute("aria-pressed", "true")
    expect(songs(page).nth(1)).to_have_attribute("data-votes", str(before + 1))

    # It plays on while one goes about.
    page.get_by_role("link", name="Archive").first.click()
    page.get_by_role("heading", name="Archive").wait_for()
    was = time_of(page)
    page.wait_for_function(f"() => document.querySelector('#player .music input').valueAsNumber > {was}")
    # After a full load it waits at its place.
    page.reload()
    expect(page.locator(PLAYER).get_by_role("button", name="Play", exact=True)).to_be_visible()
    player_says(page, "Under the lime trees")
    page.wait_for_function("() => document.querySelector('#player .music input').valueAsNumber >= 21")
    page.get_by_role("link", name="You", exact=True).click()
    page.get_by_role("link", name="Zones").click()
    page.get_by_role("link", name="Favourites").or_(page.get_by_role("link", name="Esplanadi")).first.click()
    whole_player(page).get_by_role("button", name="Close the player").click()
    expect(page.locator(PLAYER)).to_have_count(0)
    # The page has its room back.
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--player')") == "0px"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fill_and_knob_show_the_same_time(visitor, scheme):
    page = in_esplanadi(visitor, "desktop", scheme)
    page.get_by_role("button", name="Play Under the lime trees").click()
    player = page.locator(PLAYER)
    player.get_by_role("slider", name="Place in the song").fill("20")
    page.wait_for_function("() => document.querySelector('#player .music input').valueAsNumber >= 21")
    assert_fill_ends_at_the_knob(page)
    # After another page has come, while the music plays.
    page.get_by_role("link", name="Archive").first.click()
    page.get_by_role("heading", name="Archive").wait_for()
    assert_fill_ends_at_the_knob(page)
    player.get_by_role("button", name="Pause").click()
    player.get_by_role("button", name="Play", exact=True).wait_for()
    was = time_of(page)
    assert_knob_stands_at(page, was)
    # While somebody looks for another place.
    slider = player.get_by_role("slider", name="Place in the song")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 22, steps=4)
    assert time_of(page) < was
    assert_fill_ends_at_the_knob(page)
    page.mouse.up()
    was = time_of(page)
    # After a full load, before and after the song has come.
    held, is_held = [], True
    page.route("**/audio", lambda request: held.append(request) if is_held else request.continue_())
    page.reload()
    player.wait_for()
    assert_knob_stands_at(page, was)
    assert_fill_ends_at_the_knob(page)
    is_held = False
    for request in held:
        request.continue_()
    page.wait_for_function("() => document.querySelector('#player .music input').max === '39'")
    assert_knob_stands_at(page, was)
    assert_fill_ends_at_the_knob(page)


def covered_at_end(page):
    """What the player covers of a page that is scrolled to its end."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return covered(page, PLAYER)


@pytest.mark.parametrize("size,width,height", [("phone", 390, 844), ("phone", 320, 568), ("tablet", 768, 1024), ("desktop", 1280, 800)])
def test_the_player_covers_nothing(visitor, size, width, height):
    page = in_esplanadi(visitor, size)
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="Play Under the lime trees").click()
    player = page.locator(PLAYER)
    player.wait_for()
    rail = page.get_by_role("navigation", name="Main")
    for path in ["", "/", "/archive", "/archive?view=map", "/chats", "/calendar", "/you", "/groups", "/relics"]:
        path and page.goto(path)
        player.wait_for()
        assert covered_at_end(page) == [], path
        box, bar = player.bounding_box(), rail.bounding_box()
        if width < 700:
            assert box["height"] <= 60 and abs(box["y"] + box["height"] - bar["y"]) <= 1, path
        else:
            assert abs(box["x"] - bar["x"] - bar["width"]) <= 1 and abs(box["y"] + box["height"] - height) <= 1, path
    # The form and the last photo, whose pages are as high as the window; a chat has no bar on a phone.
    chat, photos = "/chats", "/calendar"
    for path, link in [("/notes/new", None), (chat, "a[href^='/chats/']"), (photos, "a[href^='/daily/2']")]:
        page.goto(path)
        if link:
            page.goto(page.locator(link).last.get_attribute("href"))
        player.wait_for()
        assert covered_at_end(page) == [], page.url
    page.goto("/")
    player.wait_for()
    frame = page.locator("[data-sheet]").bounding_box()
    assert frame["y"] + frame["height"] <= player.bounding_box()["y"] + 1
    title = player.locator("b").filter(visible=True)
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth"), "the title is cut"


def test_on_a_phone_a_tap_opens_the_whole_player_and_it_closes_again(visitor):
    page = in_esplanadi(visitor, "phone")
    page.get_by_role("button", name="Play Under the lime trees").click()
    page.wait_for_function("() => document.querySelector('#player .music input')?.valueAsNumber >= 1")
    line = page.get_by_role("button", name="Open the player, Under the lime trees, Cairn · Songs of the town, Esplanadi")
    sheet = page.get_by_role("dialog", name="Music")
    for size in [(390, 844), (390, 500), (320, 568)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        with opened(page):
            parts = [sheet.get_by_text("Under the lime trees"), sheet.get_by_text("Songs of the town"), sheet.get_by_role("link", name="Esplanadi"),
                     sheet.get_by_role("slider", name="Place in the song")]
            parts += [sheet.get_by_role("button", name=name) for name in ["Previous song", "Pause", "Next song", "Close the player", "Show less"]]
            for part in parts:
                expect(part).to_be_in_viewport(ratio=1)
            assert_fill_ends_at_the_knob(page)
    page.set_viewport_size({"width": 390, "height": 844})
    # By keys: it gives the focus back.
    line.focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Show less")).to_be_focused()
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Tab")
    expect(sheet.get_by_role("link", name="Esplanadi")).to_be_focused()
    page.keyboard.press("Tab")
    expect(sheet.get_by_role("slider", name="Place in the song")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(line).to_be_focused()
    assert Axe().run(page).response["violations"] == []
    # By a tap on its handle, or beside it.
    for x, y in [(195, None), (195, 30)]:
        whole_player(page)
        page.mouse.click(x, y or sheet.bounding_box()["y"] + 12)
        expect(sheet).to_have_count(0)
    # By a swipe, which presses nothing on its way; a short one changes nothing.
    for part, by, remain in [(sheet.get_by_role("button", name="Pause"), 40, 1), (sheet.get_by_role("link", name="Esplanadi"), 160, 0)]:
        whole_player(page)
        box = part.bounding_box()
        x, y = box["x"] + 20, box["y"] + 20
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + by, steps=5)
        page.mouse.up()
        expect(sheet).to_have_count(remain)
        expect(page.locator(PLAYER).get_by_role("button", name="Pause")).to_be_visible()
        page.keyboard.press("Escape")
    # Its link leads to the zone, and the music plays on.
    page.get_by_role("link", name="Archive").first.click()
    page.get_by_role("heading", name="Archive").wait_for()
    whole_player(page).get_by_role("link", name="Esplanadi").click()
    page.get_by_role("heading", name="Esplanadi").wait_for()
    expect(sheet).to_have_count(0)
    expect(page.locator(PLAYER).get_by_role("button", name="Pause")).to_be_visible()


def test_what_was_heard_is_in_a_list_and_a_song_is_shared(visitor):
    page = visitor("phone", tiles=False, at=PARK)
    page.context.grant_permissions(["clipboard-read", "clipboard-write", "geolocation"])
    sign_in(page, "sofia")
    check_here(page, PARK)
    page.goto("/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    with page.expect_response("**/played") as played:
        page.get_by_role("button", name="Play Third bench").click()
    assert played.value.status == 204
    page.evaluate("() => { delete Navigator.prototype.share; }")
    songs(page).first.get_by_role("button", name="Share Under the lime trees").click()
    page.get_by_text("Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"/zones/\d+#track-\d+$", link), link
    page.get_by_role("link", name="Favourites").click()
    page.get_by_role("heading", name="Recently played").wait_for()
    assert page.get_by_text("Third bench").count() >= 2
    page.goto(link)
    expect(page.locator(":target")).to_contain_text("Under the lime trees")


def test_outside_songs_are_previewed_and_not_voted(visitor):
    page = visitor("desktop", "dark", tiles=False, at=AWAY)
    sign_in(page, "mikko", "/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    page.get_by_text("From here you hear the first 30 seconds of each song.").wait_for()
    # His own vote can be taken back, another cannot be given.
    expect(songs(page).first.get_by_role("button", name=re.compile("Take your bomb back"))).to_be_enabled()
    expect(songs(page).last.get_by_role("button", name=re.compile("Drop a bomb"))).to_be_disabled()
    # A new site cuts the beginnings of its songs within seconds.
    song = songs(page).first.get_attribute("data-audio")
    while page.request.get(song).status == 503:
        page.wait_for_timeout(200)
    page.get_by_role("button", name="Play Under the lime trees").click()
    player_says(page, "Preview")


def test_the_music_fades_a_minute_after_one_has_left(visitor):
    page = visitor("phone", tiles=False, at=PARK)
    page.clock.install()
    sign_in(page, "aino_k")
    check_here(page, PARK)
    page.goto("/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    page.get_by_role("button", name="Play Third bench").click()
    page.wait_for_function("() => document.querySelector('#player .music input')?.valueAsNumber >= 1")
    zone = page.url.removeprefix(page.url.split("/zones")[0]).split("#")[0]
    # The zone's page tells where the phone is while a song plays. Somebody has left by the second fix outside.
    left = []
    page.on("response", lambda answer: answer.url.endswith("/positions") and left.extend(answer.json()["events"]))
    for step in range(20):
        if any(event["kind"] == "zone.left" for event in left):
            break
        clock.TESTS.forward(6)
        with page.expect_response(re.compile("/positions$")):
            page.context.set_geolocation(
                {"latitude": AWAY["latitude"] + step / 10_000, "longitude": AWAY["longitude"], "accuracy": 8})
            page.clock.run_for(6_000)
    assert [event["url"] for event in left if event["kind"] == "zone.left"] == [zone]
    # The message stays for some seconds of the page's clock alone.
    said = page.get_by_text("You left Esplanadi: its music stays there.")
    for _ in range(80):
        if said.count():
            break
        page.clock.run_for(1_000)
    expect(said).to_be_visible()
    expect(page.locator(PLAYER).get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("is_allowed", [True, False])
def test_the_phone_says_where_it_is_while_a_song_plays_and_only_then(visitor, is_allowed):
    page = visitor("phone", tiles=False, at=PARK)
    sign_in(page, "aino_k")
    check_here(page, PARK)
    if not is_allowed:
        page.context.clear_permissions()
    sent = []
    page.on("request", lambda request: request.url.endswith("/positions") and sent.append(request))
    page.goto("/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    page.get_by_text("While a song plays, your phone tells this site where it is").wait_for()
    assert sent == []
    page.clock.install()
    page.get_by_role("button", name="Play Third bench").click()
    page.wait_for_function("() => document.querySelector('#player .music input')?.valueAsNumber >= 2")
    page.clock.run_for(20_000)
    if is_allowed:
        expect(page.locator(PLAYER)).to_be_visible()
        sent or page.wait_for_event("request", lambda request: request.url.endswith("/positions"))
        page.locator(PLAYER).get_by_role("button", name="Pause").click()
        page.locator(PLAYER).get_by_role("button", name="Play", exact=True).wait_for()
        sent.clear()
        page.clock.run_for(120_000)
    assert sent == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_without_scripts_each_song_has_a_player_and_a_form(visitor, size):
    page = visitor(size, scripts=False, tiles=False)
    sign_in(page, "mikko", "/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    assert page.locator("audio[controls]").count() == 3
    take = songs(page).first.get_by_role("button", name=re.compile("Take your bomb back"))
    take.click()
    page.wait_for_url(re.compile("/zones/"))
    expect(page.get_by_role("button", name=re.compile("Drop a bomb on Under the lime trees"))).to_be_disabled()


def test_areas_are_imported_by_a_command(site, tmp_path):
    file = tmp_path / "areas.gpx"
    file.write_text('<gpx version="1.1"><wpt lat="60.2" lon="24.9"><name>Pasila</name></wpt><wpt lat="99" lon="0"><name>Nowhere</name></wpt></gpx>')
    options = ("--data", site.data, "--public", str(ROOT / "Public"))
    code, out, _ = run("zones", "import", str(file), *options)
    assert (code, out.splitlines()) == (0, ["“Nowhere” is left out: its place is not on the Earth.", "1 zone imported"])
    file.write_text("hello")
    code, _, complaint = run("zones", "import", str(file), *options)
    assert code == 65 and complaint.startswith("cairn: ") and complaint.count("\n") == 1
