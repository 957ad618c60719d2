"""What a host does with a new site: sets it up, lets a friend in, and leaves them a note.

usage: first_note.py LINK      the address that cairn setup-link printed
"""

import re
import sys
import urllib.parse

from playwright.sync_api import expect, sync_playwright

from conftest import ESPLANADI, answered, launched, new_context, send_sign_up

SECRET = "long enough for me"


def become_administrator(page, link):
    page.goto(link)
    page.get_by_label("Username").fill("keeper")
    page.get_by_label("Email").fill("keeper@example.org")
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.get_by_label("Repeat password").fill(SECRET)
    page.get_by_role("button", name="Make my account").click()
    page.get_by_text("You look after this site now.").wait_for()


def describe_site(page):
    page.get_by_label("Name of the site").fill("Kivikasa")
    page.get_by_label("With a member’s invite link").check()
    page.get_by_label("Place", exact=True).fill("Turku")
    page.get_by_role("button", name="Show on the map").click()
    expect(page.locator("input[name=map_lat]")).to_have_value(re.compile("^60.4"))
    expect(page.get_by_label("Name of the site")).to_have_value("Kivikasa")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Map and mail").wait_for()


def let_in(keeper, friend):
    """A friend signs up by a link, and says yes to the one whose it is."""
    keeper.goto("/friends/invite")
    keeper.get_by_role("button", name="Create invite link").click()
    link = keeper.get_by_label("Link for everyone").input_value()
    friend.goto(link[link.index("/join-me/"):])
    friend.get_by_role("link", name="Sign up").first.click()
    send_sign_up(friend, "elias_w")
    friend.get_by_role("button", name="Add friend").click()
    friend.get_by_text("Friend request sent to keeper.").wait_for()
    keeper.goto("/friends")
    keeper.get_by_role("button", name="Accept elias_w").click()
    keeper.get_by_text("You and elias_w are friends.").wait_for()


def choose_place(page, scripts):
    """Chooses the place where the phone is, Esplanadi, for what is left."""
    if scripts:
        page.get_by_role("button", name="Here").click()
        expect(page.locator("[data-compose-place]")).to_have_text(re.compile("Helsinki"))
    else:
        page.get_by_label("Latitude").fill(str(ESPLANADI["latitude"]))
        page.get_by_label("Longitude").fill(str(ESPLANADI["longitude"]))
        with answered(page, scripts):
            page.get_by_label("Longitude").press("Enter")


def leave_a_note(page, scripts, friend):
    page.goto("/notes/new")
    page.get_by_label("Your words").fill("Third window from the left")
    page.get_by_label(friend).check()
    choose_place(page, scripts)
    expect(page.get_by_label("Latitude")).to_have_value(re.compile("^60.1675"))
    assert page.get_by_label("Your words").input_value() == "Third window from the left"
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text(f"Your note is waiting for {friend}.").wait_for()


def main(link):
    with sync_playwright() as playwright:
        browser = launched(playwright, "/usr/bin/chromium")
        keeper, friend = (
            new_context(
                browser, viewport={"width": 390, "height": 844}, base_url=urllib.parse.urljoin(link, "/"), locale="en-GB",
                geolocation={**ESPLANADI, "accuracy": 8}, permissions=["geolocation"]).new_page()
            for _ in range(2))
        become_administrator(keeper, link)
        describe_site(keeper)
        let_in(keeper, friend)
        leave_a_note(keeper, True, "elias_w")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
