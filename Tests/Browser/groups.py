"""Groups as their members play them in browsers."""

import math
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

import clock
from conftest import sign_in

SQUARE = (60.1675, 24.9470)


def place(north, east=0):
    """Metres from where the group meets."""
    latitude = SQUARE[0] + north / 111_195
    return {"latitude": latitude, "longitude": SQUARE[1] + east / 111_195 / math.cos(math.radians(SQUARE[0])), "accuracy": 8}


def move(page, north, east=0):
    page.context.set_geolocation(place(north, east))


def walk(page, north, east=0):
    """Is there ten seconds later, and the site has been told."""
    there = place(north, east)
    # Another answer may be on its way, to where the phone was before.
    words = [f"lat={there['latitude']:.7f}", f"lon={there['longitude']:.7f}"]
    clock.TESTS.forward(10)
    with page.expect_response(lambda answer: answer.url.endswith("/positions") and all(
            word in answer.request.post_data for word in words)):
        move(page, north, east)


@pytest.fixture
def phone(visitor):
    """A phone of a person, or of somebody without an account, at a place."""
    def take(name=None, north=0, east=0, **options):
        page = visitor(options.pop("size", "phone"), at=place(north, east), tiles=False, **options)
        if name:
            sign_in(page, name, at=None)
        return page
    return take


def make(page, name="Friday", approve=False):
    """Makes a group. Returns the path by which one joins it, and its page's path."""
    page.goto("/groups/new")
    page.get_by_label("Name").fill(name)
    # Those of the demo's group are ticked.
    page.locator(".person input:checked").evaluate_all("boxes => boxes.forEach((box) => box.click())")
    page.get_by_text("Phone number, and who may join").click()
    page.get_by_label("Your phone number (optional)").fill("+358 40 123 4567")
    if approve:
        page.get_by_label("I let each one in").check()
    page.get_by_role("button", name="Go out").click()
    page.wait_for_url(re.compile(r"/groups/\d+$"))
    link = page.locator("[data-join-link]").get_attribute("data-join-link")
    return urllib.parse.urlparse(link).path, urllib.parse.urlparse(page.url).path


def join(page, path, nickname=None):
    page.goto(path)
    if nickname:
        page.get_by_label("Your name").fill(nickname)
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(re.compile(r"/groups/\d+$"))
    expect(page.get_by_text("The group sees you.")).to_be_visible()


def card(page, name):
    return page.locator(".strip-card", has_text=name)


def stray(page, name, witness):
    """Walks out of the group until the others know it."""
    # In steps, because a jump counts for nothing.
    for north in [170, 330, 490, 650]:
        walk(page, north)
        away = re.compile(f"^{round(north, -1) // 100}[0-9][0-9] m away")
        expect(card(witness, name).get_by_text("m away")).to_have_text(away)
    # Beyond the limit for half a minute.
    for step in range(4):
        # Farther than a phone's noise.
        walk(page, 650, 20 * step + 20)
    expect(card(witness, name).get_by_text("Away", exact=True)).to_be_visible()
