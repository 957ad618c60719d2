"""The camera of the photo of the day: taken with a fake camera, chosen by hand without scripts, and after the end."""

import contextlib
import datetime
import io
import re
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from camera import shoot
from checks import covered
from clock import now, today
from conftest import ROOT, demo_site, sign_in, visitors


@pytest.fixture
def site(clock):
    for site in demo_site(environment=clock.environment):
        with world(site) as database:
            settings = (1, 0, 600, 1200, 5, "friends", "after", 0)
            database.execute("DELETE FROM daily_settings")
            database.execute("INSERT INTO daily_settings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", settings)
        yield site


@pytest.fixture
def visitor(equipped_chromium, site):
    yield from visitors(equipped_chromium, site)


@contextlib.contextmanager
def world(site):
    """The database of a site that is stopped meanwhile."""
    site.stop()
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite")) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        yield database
    site.start()


def open_window(site, seconds=3_600, late=0):
    """Opens today's window, which nobody has posted in, for so many seconds from now."""
    begun, day = now(), (today() - datetime.date(1970, 1, 1)).days
    end = begun + 1_000 * seconds
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM moment WHERE day >= ?", (day,))
        database.execute("DELETE FROM daily_window WHERE day >= ?", (day,))
        database.execute(
            "INSERT INTO daily_window (day, opened_at, closes_at, late_until, reveals_at, audience) VALUES (?, ?, ?, ?, ?, ?)",
            (day, begun - 10_000, end, end + 1_000 * late if late else None, end, "friends"))


def posted(site):
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database:
        return database.execute(
            "SELECT caption, place, retakes, front IS NOT NULL, lat, submission FROM moment WHERE submission NOT LIKE 'demo%'"
        ).fetchall()


def at_camera(visitor, site, *size, **options):
    page = visitor(*size, tiles=False, **options)
    if options.get("scripts", True):
        page.context.grant_permissions(["geolocation", "camera"])
    sign_in(page, "leena", "/daily/new")
    return page


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("desktop", "dark")])
def test_a_photo_is_taken_again_described_and_posted(visitor, site, size, scheme):
    open_window(site)
    leena = at_camera(visitor, site, size, scheme)
    shoot(leena)
    assert Axe().run(leena).response["violations"] == []
    # Two photos, each three to four, of which a tap shows the other in large.
    figure = leena.locator(".moment-picture")
    assert figure.locator("img").evaluate_all(
        "images => Promise.all(images.map(async (one) => (await one.decode(), one.naturalWidth / one.naturalHeight)))"
    ) == pytest.approx([0.75, 0.75], abs=0.01)
    widths = "images => images.map((one) => one.getBoundingClientRect().width)"
    large, small = figure.locator("img").evaluate_all(widths)
    assert large > 2 * small
    leena.get_by_label("Swap the two photos").click()
    small, large = figure.locator("img").evaluate_all(widths)
    assert large > 2 * small
    leena.get_by_role("button", name="Retake").click()
    shoot(leena)
    expect(leena.get_by_text("1 retake")).to_be_visible()
    leena.get_by_label("A few words").fill("Warm in here.")
    expect(leena.get_by_text("13 of 200")).to_be_visible()
    expect(leena.get_by_text("Found you")).to_be_visible()
    leena.get_by_role("button", name="Post").click()
    leena.wait_for_url(re.compile("/daily$"))
    ((caption, place, retakes, has_front, latitude, _),) = posted(site)
    assert (caption, place, retakes, has_front) == ("Warm in here.", "area", 1, 1)
    assert latitude is not None and latitude != 60.16755


@pytest.mark.parametrize("height", [844, 500])
def test_the_button_that_posts_is_in_sight_on_a_phone(visitor, site, height):
    open_window(site)
    leena = at_camera(visitor, site)
    shoot(leena)
    leena.set_viewport_size({"width": 390, "height": height})
    leena.get_by_text("Found you").wait_for()
    caption, post = leena.get_by_label("A few words"), leena.get_by_role("button", name="Post")
    # Nobody asked for a keyboard, and nothing was scrolled.
    assert leena.evaluate("[document.activeElement.matches('textarea'), scrollY]") == [False, 0]
    is_on_top = """(button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return [[left + 30, top + 2], [right - 30, top + 2], [(left + right) / 2, bottom - 2]].every(([x, y]) =>
            button.contains(document.elementFromPoint(x, y)));
    }"""
    expect(post).to_be_in_viewport(ratio=1)
    assert post.evaluate(is_on_top)
    expect(leena.get_by_role("button", name="Retake")).to_be_in_viewport(ratio=1)
    # Neither does it lie over the words while somebody writes them.
    caption.click()
    expect(caption).to_be_in_viewport(ratio=1)
    leena.wait_for_function("""() => {
        const [field, button] = ['textarea', '[data-camera-details] [type=submit]'].map((one) => document.querySelector(one).getBoundingClientRect());
        return field.bottom <= button.top;
    }""")
    expect(post).to_be_in_viewport(ratio=1)
    assert post.evaluate(is_on_top)
    # The window is made smaller for the keyboard, where browsers can.
    assert "resizes-content" in leena.locator("meta[name=viewport]").get_attribute("content")


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("tablet", "dark"), ("desktop", "dark")])
def test_a_message_over_a_map_covers_no_control_and_goes_by_itself(visitor, site, size, scheme):
    open_window(site)
    leena = at_camera(visitor, site, size, scheme)
    flash = ".messages .flash"
    # Beside the banners of the day and of a group.
    leena.get_by_role("button", name="Not today").click()
    leena.get_by_text("No photo today, then.").wait_for()
    leena.get_by_role("link", name="Time for today’s photo").wait_for()
    assert covered(leena, flash) == []
    leena.goto("/daily/new")
    shoot(leena)
    leena.get_by_role("button", name="Post").click()
    message = leena.get_by_text("Posted.")
    expect(message).to_be_visible()
    assert covered(leena, flash) == []
    # A card opens where its pin is.
    leena.locator("a.pin[data-card]").first.click()
    close = leena.get_by_role("button", name="Close", exact=True)
    close.wait_for()
    assert covered(leena, flash) == []
    close.click()
    leena.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    expect(message).to_be_hidden()


# Two cameras, of one colour each; with `canBoth` false, opening one ends the other, as on many phones.
TWO_CAMERAS = """(canBoth) => {
    const open = [];
    window.asked = [];
    const devices = navigator.mediaDevices;
    devices.enumerateDevices = async () => ['back', 'front'].map((deviceId) => ({ kind: 'videoinput', deviceId }));
    devices.getUserMedia = async ({ video }) => {
        const facing = video.facingMode.exact || video.facingMode;
        window.asked.push(facing);
        if (!canBoth) open.forEach((track) => track.stop());
        const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 640 });
        const context = canvas.getContext('2d');
        setInterval(() => {
            context.fillStyle = facing === 'user' ? 'rgb(0 0 200)' : 'rgb(200 0 0)';
            context.fillRect(0, 0, 480, 640);
        }, 50);
        const stream = canvas.captureStream(20);
        stream.getVideoTracks()[0].getSettings = () => ({ deviceId: facing });
        open.push(...stream.getVideoTracks());
        return stream;
    };
}"""


@pytest.mark.parametrize("can_both", [True, False])
def test_two_cameras_take_both_photos_by_one_press_at_once_or_one_after_the_other(visitor, site, can_both):
    open_window(site)
    page = visitor("phone", tiles=False)
    page.add_init_script(f"({TWO_CAMERAS})({'true' if can_both else 'false'})")
    page.context.grant_permissions(["geolocation", "camera"])
    sign_in(page, "leena", "/daily/new")
    expect(page.get_by_role("button", name="Take the photo")).to_be_enabled()
    assert page.locator(".camera-small.is-on").count() == can_both
    shoot(page)
    # Back and front, by their colours.
    colours = page.locator(".moment-picture img").evaluate_all("""(images) => Promise.all(images.map(async (image) => {
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
        canvas.getContext('2d').drawImage(image, 0, 0, 1, 1);
        const [red, , blue] = canvas.getContext('2d').getImageData(0, 0, 1, 1).data;
        return red > blue ? 'back' : 'front';
    }))""")
    assert colours == ["back", "front"]
    assert page.evaluate("window.asked").count("user") == (1 if can_both else 2)


def test_the_camera_stops_when_its_page_is_left(visitor, site):
    open_window(site)
    leena = at_camera(visitor, site)
    expect(leena.get_by_role("button", name="Take the photo")).to_be_enabled()
    leena.evaluate("() => (window.track = document.querySelector('[data-camera-main]').srcObject.getTracks()[0])")
    leena.get_by_role("navigation", name="Main").get_by_role("link", name="You").click()
    leena.wait_for_url(re.compile("/you"))
    leena.wait_for_function("() => window.track.readyState === 'ended'")


def test_without_a_camera_photos_are_chosen(visitor, site):
    open_window(site)
    leena = visitor(tiles=False)
    leena.add_init_script("""MediaDevices.prototype.getUserMedia = async () => {
        throw new DOMException('', 'NotAllowedError');
    }""")
    sign_in(leena, "leena", "/daily/new")
    leena.get_by_text("This page may not use the camera").wait_for()
    leena.get_by_label("What’s in front of you").set_input_files(str(ROOT / "Public/demo/tram.webp"))
    leena.get_by_label("None").check()
    leena.get_by_role("button", name="Post").click()
    leena.wait_for_url(re.compile("/daily$"))
    assert [row[1:4] for row in posted(site)] == [("none", 0, 0)]


def test_the_form_works_without_scripts(visitor, site):
    open_window(site)
    leena = at_camera(visitor, site, scripts=False)
    leena.get_by_label("What’s in front of you").set_input_files(str(ROOT / "Public/demo/tram.webp"))
    leena.get_by_label("You if you like").set_input_files(str(ROOT / "Public/demo/leena.webp"))
    leena.get_by_label("A few words").fill("The 3.")
    leena.get_by_role("button", name="Post").click()
    leena.wait_for_url(re.compile("/daily$"))
    assert [row[:4] for row in posted(site)] == [("The 3.", "none", 0, 1)]


def test_after_the_end_the_photo_is_refused_and_kept(visitor, site, clock):
    open_window(site)
    leena = at_camera(visitor, site)
    shoot(leena)
    clock.forward(3_700)
    leena.get_by_role("button", name="Post").click()
    leena.get_by_role("heading", name="The five minutes are over").wait_for()
    links = leena.get_by_role("link", name="Download")
    expect(links).to_have_count(2)
    for link in links.all():
        answer = leena.request.get(link.get_attribute("href"))
        assert Image.open(io.BytesIO(answer.body())).height > 300
    assert posted(site) == []


def test_when_the_window_ends_here_nothing_taken_is_lost(visitor, site):
    open_window(site)
    leena = at_camera(visitor, site)
    leena.clock.install()
    leena.reload()
    shoot_at_end(leena)
    leena.get_by_text("photos are not posted any more").wait_for()
    expect(leena.get_by_role("link", name="Download back.jpg")).to_be_visible()
    expect(leena.get_by_role("button", name="Post")).to_be_hidden()


def shoot_at_end(page):
    shutter = page.get_by_role("button", name="Take the photo")
    page.clock.run_for(1_000)
    expect(shutter).to_be_enabled()
    shutter.click()
    for _ in range(20):
        page.clock.run_for(1_000)
        if page.get_by_label("A few words").is_visible():
            break
    page.get_by_label("A few words").wait_for()
    page.clock.fast_forward("01:00:10")


def test_when_it_ends_without_a_photo_the_page_leads_on(visitor, site):
    open_window(site, seconds=3_600)
    leena = at_camera(visitor, site)
    leena.clock.install()
    leena.reload()
    leena.get_by_role("button", name="Take the photo").wait_for()
    leena.clock.fast_forward("01:00:10")
    leena.wait_for_url(re.compile(r"localhost:\d+/$"))
