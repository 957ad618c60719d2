"""Walking into a zone is felt: a wave of its colour over the map, a short buzz, and its card with its songs."""

import re

import pytest
from playwright.sync_api import expect

import clock
from conftest import sign_in
from test_zones import AWAY, PARK, PLAYER, check_here, player_says, songs

# Counts what is felt on each page.
RECORDER = """
  window.felt = { waves: [], buzzes: [], told: [] };
  Navigator.prototype.vibrate = (by) => felt.buzzes.push(by);
  addEventListener("cairn:notice", ({ detail }) => felt.told.push(detail.kind));
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node.className === "zone-wave") felt.waves.push([node.style.getPropertyValue("--wave"), Boolean(node.closest("[data-map]"))]);
  }).observe(document, { childList: true, subtree: true });
"""
PINK = "#d6336c"


def walker(visitor, *looks, at=AWAY, motion="no-preference"):
    """Somebody whose pages count what is felt."""
    page = visitor(*looks, tiles=False, at=at)
    page.context.add_init_script(RECORDER)
    page.emulate_media(reduced_motion=motion)
    sign_in(page, "aino_k", None)
    return page


def zones_of(events):
    return [event["kind"] for event in events if event["kind"].startswith("zone.")]


def check_again(page, place):
    """Says on the page that is open where the phone is, some seconds later."""
    clock.TESTS.forward(10)
    page.context.set_geolocation({**place, "accuracy": 8})
    with page.expect_response("**/positions") as answer:
        page.get_by_role("button", name="Check here").click()
    return zones_of(answer.value.json()["events"])


def songs_of(page, **words):
    return page.locator("[data-track]").filter(**words)


def has_wave_script(page):
    return page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('zone-wave'))")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_wave_a_buzz_and_a_card_tell_once_that_one_came_into_a_zone(visitor, size):
    page = walker(visitor, size)
    assert not zones_of(check_here(page, AWAY))
    assert not has_wave_script(page)
    assert check_again(page, PARK) == ["zone.entered"]
    here = page.locator("[data-zone-here]")
    expect(here).to_contain_text("You are in Esplanadi")
    page.wait_for_function("() => felt.waves.length && felt.told.includes('zone.entered')")
    expect(page.locator(".zone-wave")).to_have_count(0)
    # On a phone the sheet rises, so that the first song is in sight.
    expect(here.get_by_role("button", name="Play all")).to_be_in_viewport(ratio=1)
    expect(here.locator("[data-track]").first).to_contain_text("Under the lime trees")
    expect(here.locator("[data-track]").first).to_be_in_viewport(ratio=1)
    # It is told twice, by the answer and by the notice, and felt once; and not again while one is there.
    assert check_again(page, PARK) == []
    assert page.evaluate("[felt.waves, felt.buzzes]") == [[[PINK, True]], [40]]
    expect(here).to_have_count(1)
    expect(page.locator(".toast").filter(has_text="You are in Esplanadi")).to_have_count(0)


def test_with_little_motion_there_is_the_card_and_no_wave(visitor):
    page = walker(visitor, motion="reduce")
    assert not zones_of(check_here(page, AWAY))
    assert check_again(page, PARK) == ["zone.entered"]
    expect(page.locator("[data-zone-here]").get_by_role("button", name="Play all")).to_be_in_viewport(ratio=1)
    region = page.locator("a.map-region").filter(has_text="Esplanadi").locator("path")
    expect(region).to_have_css("fill-opacity", "0.4")
    assert page.evaluate("[felt.waves, felt.buzzes]") == [[], [40]]
    assert not has_wave_script(page)


def test_all_songs_play_in_their_order(visitor):
    page = walker(visitor, "desktop", at=PARK)
    check_here(page, PARK)
    here = page.locator("[data-zone-here]")
    here.get_by_role("button", name="Play all").click()
    titles = here.locator("[data-track]").evaluate_all("rows => rows.map((row) => row.dataset.title)")
    assert len(titles) == 3
    player_says(page, titles[0])
    for title in titles[1:]:
        page.locator(PLAYER).get_by_role("button", name="Next song").click()
        player_says(page, title)
    # From its page they begin again.
    here.get_by_role("link", name=re.compile("You are in Esplanadi")).click()
    page.get_by_role("heading", name="Esplanadi").wait_for()
    page.get_by_role("button", name="Play all").click()
    player_says(page, titles[0])


def test_the_page_of_a_zone_follows_when_one_comes_in(visitor):
    page = walker(visitor, "desktop")
    page.goto("/zones")
    page.get_by_role("link", name=re.compile("Esplanadi")).click()
    page.get_by_text("From here you hear the first 30 seconds of each song.").wait_for()
    expect(songs(page).last.get_by_role("button", name=re.compile("Drop a bomb"))).to_be_disabled()
    # Another tab says where the phone is.
    other = page.context.new_page()
    assert zones_of(check_here(other, PARK)) == ["zone.entered"]
    expect(page.get_by_text("You are here.")).to_be_visible()
    expect(page.get_by_text("While a song plays, your phone tells this site where it is")).to_be_visible()
    expect(songs(page).last.get_by_role("button", name=re.compile("Drop a bomb"))).to_be_enabled()
    page.wait_for_function("() => felt.waves.length")
    expect(page.locator(".zone-wave")).to_have_count(0)
    assert page.evaluate("felt.waves") == [[PINK, True]]
    expect(page.locator(".toast").filter(has_text="You are in Esplanadi")).to_have_count(0)
    page.get_by_role("button", name="Play Third bench").click()
    player_says(page, "Third bench")


@pytest.mark.parametrize("scripts", [True, False])
def test_songs_are_always_searched(visitor, scripts):
    page = visitor(scripts=scripts, tiles=False, at=AWAY)
    sign_in(page, "mikko", "/zones")
    link = page.get_by_role("link", name=re.compile("Esplanadi"))
    expect(link).to_contain_text("3 songs")
    link.click()
    expect(page.get_by_role("button", name="Play all")).to_have_count(1 if scripts else 0)
    for path, word in [(None, "bench"), ("/zones/favourites", "lime")]:
        path and page.goto(path)
        page.get_by_label("Search the songs").fill(word)
        page.get_by_role("button", name="Search", exact=True).click()
        page.wait_for_url(re.compile(rf"\?q={word}"))
        expect(songs_of(page, has_not_text=word)).to_have_count(0)
        expect(songs_of(page, has_text=word).first).to_be_visible()
        page.get_by_label("Search the songs").fill("nothing")
        page.get_by_role("button", name="Search", exact=True).click()
        page.get_by_text("No song here is called that.").wait_for()
