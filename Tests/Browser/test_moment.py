"""A photo of the day and what others answer to it, live and without scripts, and the banner while there is time for one."""

import contextlib
import re
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import ROOT, appoint_keeper, demo_site, sign_in, visitors
from chats import STREAMING
from clock import DAY

WIDTHS = "images => images.map((one) => one.getBoundingClientRect().width)"


@pytest.fixture
def site():
    """A site on a Saturday afternoon, after the window, when nobody has answered to the photos yet."""
    for site in demo_site():
        with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database, database:
            for table in ("moment_comment", "moment_reaction"):
                database.execute(f"DELETE FROM {table}")
        yield site


@pytest.fixture
def tomorrow(clock):
    """A site a day ahead, when nothing has been asked for yet, with an administrator."""
    clock.forward(DAY)
    for site in demo_site(environment=clock.environment):
        appoint_keeper(site)
        yield site


def photo_of(site, name):
    """The address of somebody's photo of the last day."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=60)) as database:
        return "/moments/%d" % database.execute(
            "SELECT moment.id FROM moment JOIN account ON account.id = account_id"
            " WHERE username = ? ORDER BY day DESC LIMIT 1", (name,)).fetchone()


@pytest.fixture
def looking(visitor, site):
    """Somebody with a photo open, Aino's unless told otherwise."""
    def opened(name, *size, of="aino_k", **options):
        page = visitor(*size, tiles=False, **options)
        sign_in(page, name, photo_of(site, of))
        if options.get("scripts", True):
            page.wait_for_function(STREAMING)
        return page
    return opened


def comments(page):
    return page.get_by_role("region", name="Comments").get_by_role("listitem")


def say(page, words):
    page.get_by_label("Comment", exact=True).fill(words)
    page.get_by_role("button", name="Comment", exact=True).click()


def chip(page, emoji):
    return page.locator(f'.moment-chip[value="{emoji}"]')


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_form_and_the_map_keep_off_the_edges_of_their_cards(looking, size):
    page = looking("mikko", size)
    form = page.locator(".moment-say")
    cards = [
        (form, [page.get_by_label("Comment", exact=True), page.get_by_role("button", name="Comment", exact=True)]),
        (page.get_by_role("region", name="Where"), [page.locator(".moment-place .map")])]
    for card, parts in cards:
        outer = card.bounding_box()
        for part in parts:
            inner = part.bounding_box()
            assert inner["x"] - outer["x"] >= 12 and inner["y"] - outer["y"] >= 12
            for start, length in [("x", "width"), ("y", "height")]:
                assert outer[start] + outer[length] - inner[start] - inner[length] >= 12
    # Each stands below what is before it, with room between them.
    say(page, "Which 3 was it?")
    comments(page).first.wait_for()
    # In one moment: the page may be drawn anew between two.
    gaps = page.evaluate("""() => {
        const column = [".relic-visits", ".moment-say", ".moment-place", ".moment-place + .letter-more"];
        const boxes = column.map((one) => document.querySelector(one).getBoundingClientRect());
        return boxes.slice(1).map((box, index) => box.top - boxes[index].bottom);
    }""")
    assert len(gaps) == 3 and all(gap >= 8 for gap in gaps), gaps


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tap_or_a_key_swaps_the_two_photos(looking, scripts):
    page = looking("mikko", scripts=scripts)
    images = page.locator(".moment-picture img")
    if scripts:
        assert images.evaluate_all(
            "images => Promise.all(images.map(async (one) => (await one.decode(), one.naturalWidth)))"
            ".then((widths) => widths.every((width) => width > 0))")
    large, small = images.evaluate_all(WIDTHS)
    assert large > 2 * small
    swap = page.get_by_label("Swap the two photos")
    swap.click()
    assert images.evaluate_all(WIDTHS) == [small, large]
    swap.focus()
    page.keyboard.press("Space")
    assert images.evaluate_all(WIDTHS) == [large, small]


def test_comments_come_and_go_on_the_open_pages_of_others(looking):
    aino, mikko = looking("aino_k"), looking("mikko", "desktop", "dark")
    for page in (aino, mikko):
        page.evaluate("window.stays = true")
    aino.get_by_label("Comment", exact=True).fill("Half of an ans")
    say(mikko, "Which 3 was it?")
    expect(comments(mikko)).to_have_count(1)
    expect(comments(aino)).to_contain_text(["Which 3 was it?"])
    expect(aino.get_by_label("Comment", exact=True)).to_have_value("Half of an ans")
    say(aino, "The late one.")
    expect(comments(mikko)).to_contain_text(["Which 3 was it?", "The late one."])
    # The photo's author may delete all comments, others their own.
    expect(comments(mikko).locator("summary", has_text="Delete")).to_have_count(1)
    expect(comments(aino).locator("summary", has_text="Delete")).to_have_count(2)
    comments(mikko).locator("summary", has_text="Delete").click()
    mikko.get_by_role("dialog", name="Delete?").get_by_role("button", name="Delete the comment").click()
    mikko.get_by_text("The comment is gone.").wait_for()
    for page in (mikko, aino):
        expect(comments(page)).to_have_count(1)
        expect(comments(page)).to_contain_text(["The late one."])
        assert page.evaluate("window.stays") is True
    aino.goto("/notices")
    expect(aino.locator("main").get_by_text("Which 3 was it?")).to_have_count(0)


def test_an_emoji_is_put_on_a_photo_and_taken_back(looking):
    aino, mikko = looking("aino_k"), looking("mikko", "desktop", "dark")
    fire = chip(mikko, "🔥")
    expect(fire).to_have_attribute("aria-pressed", "false")
    fire.click()
    expect(fire).to_have_attribute("aria-pressed", "true")
    expect(fire).to_have_text(re.compile(r"🔥\s*1"))
    expect(chip(aino, "🔥")).to_have_attribute("aria-label", "🔥, 1: mikko. React")
    chip(aino, "🔥").click()
    expect(chip(aino, "🔥")).to_have_text(re.compile(r"🔥\s*2"))
    expect(fire).to_have_text(re.compile(r"🔥\s*2"))
    fire.click()
    expect(fire).to_have_attribute("aria-pressed", "false")
    expect(fire).to_have_text(re.compile(r"🔥\s*1"))
    expect(chip(aino, "🔥")).to_have_attribute("aria-label", "🔥, 1: you. Take yours back")


@pytest.mark.parametrize("scripts", [True, False])
def test_any_emoji_and_a_small_photo_are_reactions_and_words_are_not(looking, scripts):
    page = looking("mikko", scripts=scripts)
    photo = page.url
    other = page.locator("summary", has_text="Another emoji, or your face")
    other.click()
    page.get_by_label("Any emoji").fill("hello")
    page.get_by_role("button", name="React", exact=True).click()
    page.locator("#emoji-error", has_text="Choose one emoji.").wait_for()
    field = page.get_by_label("Any emoji")
    expect(field).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    page.goto(photo)
    other.click()
    field.fill("🦆")
    page.get_by_role("button", name="React", exact=True).click()
    expect(chip(page, "🦆")).to_have_attribute("aria-pressed", "true")
    # The open page may be told of it before the answer to the form has come.
    expect(field).to_have_value("")
    expect(page.locator("#emoji-error")).to_have_count(0)
    if not page.get_by_label("A small photo of yourself").is_visible():
        other.click()
    page.get_by_label("A small photo of yourself").set_input_files(str(ROOT / "Public/demo/mikko-snow.webp"))
    page.get_by_role("button", name="React with it").click()
    face = page.get_by_role("list", name="Photos in reply").get_by_role("img", name="mikko")
    expect(face).to_be_visible()
    if not page.get_by_role("button", name="Take your photo back").is_visible():
        other.click()
    page.get_by_role("button", name="Take your photo back").click()
    expect(face).to_have_count(0)
    expect(chip(page, "🦆")).to_have_attribute("aria-pressed", "true")


def test_without_scripts_people_comment_and_react(looking):
    page = looking("mikko", scripts=False)
    say(page, "Which 3 was it?")
    expect(comments(page)).to_contain_text(["Which 3 was it?"])
    chip(page, "👏").click()
    expect(chip(page, "👏")).to_have_text(re.compile(r"👏\s*1"))
    chip(page, "👏").click()
    expect(chip(page, "👏")).to_have_attribute("aria-pressed", "false")
    comments(page).locator("summary", has_text="Delete").click()
    page.get_by_role("button", name="Delete the comment").click()
    page.get_by_text("Nobody has said anything yet.").wait_for()


@pytest.mark.parametrize("scripts", [True, False])
def test_photos_and_comments_are_reported(looking, scripts):
    aino, mikko = looking("aino_k", scripts=scripts), looking("mikko", scripts=scripts)
    say(mikko, "Rude words")
    mikko.get_by_text("Rude words").wait_for()
    mikko.locator("summary", has_text="Report this photo").click()
    mikko.locator(".letter-more").get_by_label("What is wrong with it").fill("That is my tram")
    mikko.get_by_role("button", name="Report the photo").click()
    mikko.get_by_text("Thank you.").wait_for()
    aino.reload()
    expect(aino.get_by_text("Report this photo")).to_have_count(0)
    comments(aino).locator("summary", has_text="Report").click()
    comments(aino).get_by_label("What is wrong with it").fill("So rude")
    aino.get_by_role("button", name="Report the comment").click()
    aino.get_by_text("Thank you.").wait_for()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_photo_is_deleted_and_comes_back(looking, scripts):
    aino, mikko = looking("aino_k", scripts=scripts), looking("mikko", scripts=scripts)
    photo = aino.url
    say(mikko, "Which 3 was it?")
    comments(mikko).first.wait_for()
    aino.get_by_role("button", name="Delete this photo").click()
    aino.get_by_text("Your photo is gone, for everybody.").wait_for()
    assert mikko.goto(photo).status == 404
    aino.get_by_role("button", name="Undo").click()
    aino.get_by_text("It's back.").wait_for()
    assert aino.url == photo and mikko.goto(photo).status == 200
    expect(comments(mikko)).to_contain_text(["Which 3 was it?"])


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")])
def test_everybody_can_use_it(looking, size, scheme):
    page = looking("mikko", size, scheme)
    say(page, "Which 3 was it?")
    comments(page).first.wait_for()
    chip(page, "🔥").click()
    expect(chip(page, "🔥")).to_have_attribute("aria-pressed", "true")
    for summary in ["Another emoji, or your face", "Report this photo"]:
        page.locator("summary", has_text=summary).click()
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def start(open_page):
    """Starts the day's window as the administrator."""
    keeper = open_page("desktop", tiles=False)
    sign_in(keeper, "keeper", "/admin/daily")
    keeper.get_by_role("button", name="Start now").click()
    keeper.get_by_text("It’s open. Everyone is being told.").wait_for()


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("desktop", "dark")])
def test_a_banner_comes_counts_down_and_goes_while_a_page_is_open(chromium, tomorrow, clock, size, scheme):
    for open_page in visitors(chromium, tomorrow):
        aino = open_page(size, scheme, tiles=False)
        sign_in(aino, "aino_k", "/friends")
        aino.wait_for_function(STREAMING)
        aino.evaluate("window.stays = true")
        banner = aino.get_by_role("link", name="Time for today’s photo")
        expect(banner).to_have_count(0)
        start(open_page)
        expect(banner).to_be_visible()
        expect(banner).to_have_attribute("href", "/daily/new")
        left = banner.locator(".daily-left")
        expect(left).to_have_text(re.compile(r"^[0-4]:[0-5]\d left$|^5:00 left$"))
        expect(left).not_to_have_text(left.inner_text())
        assert Axe().run(aino).response["violations"] == []
        clock.forward(301)
        expect(banner).to_have_count(0)
        assert aino.evaluate("window.stays") is True
        aino.reload()
        expect(banner).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_the_first_page_leads_to_the_camera_once(chromium, tomorrow, scripts):
    for open_page in visitors(chromium, tomorrow):
        leena, mikko = open_page(scripts=scripts, tiles=False), open_page(scripts=scripts, tiles=False)
        for page, name in [(leena, "leena"), (mikko, "mikko")]:
            sign_in(page, name)
            assert page.url.endswith("/")
        start(open_page)
        home = f"{tomorrow.url}/"
        for page in (leena, mikko):
            page.goto("/")
            assert page.url == f"{tomorrow.url}/daily/new"
        leena.get_by_role("button", name="Not today").click()
        leena.get_by_text("No photo today, then.").wait_for()
        assert leena.url == home
        for page in (leena, mikko):
            page.goto("/")
            assert page.url == home
            page.locator(".map").first.wait_for()
            expect(page.get_by_role("link", name="Time for today’s photo")).to_be_visible()
