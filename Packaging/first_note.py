"""Sets a new site up in Chromium, lets a friend in, and leaves them a note: what bin/package test does by the clock.

usage: first_note.py LINK      the address that cairn setup-link printed
"""

import re
import sys
import urllib.parse

from playwright.sync_api import sync_playwright

PLACE = {"latitude": 61.4981, "longitude": 23.7610, "accuracy": 8}


def person(browser, site):
    return browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=site, geolocation=PLACE, permissions=["geolocation"]).new_page()


def set_up(page, link):
    page.goto(link)
    for field, value in [("username", "kivi_keeper"), ("email", "keeper@example.org"), ("password", "stones upon stones"),
                         ("password_confirmation", "stones upon stones")]:
        page.fill(f"#{field}", value)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/admin/setup")
    page.fill("#name", "Kivikasa")
    page.fill("#place", "Tampere")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/admin/setup/services")
    page.get_by_role("link", name="Open your site").click()
    page.wait_for_url(re.compile(r"localhost:\d+/$"))
    assert "Kivikasa" in page.title()


def invite(page):
    page.goto("/friends/invite")
    page.get_by_role("button", name=re.compile("one person", re.I)).first.click()
    page.get_by_text("Invitation ready.").first.wait_for()
    return re.search(r"/join-me/[A-Za-z0-9_-]+", page.content()).group()


def join(page, link):
    page.goto(link)
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Username").fill("elias_w")
    page.get_by_label("Email").fill("elias@example.org")
    page.get_by_label("Password", exact=True).fill("stones upon stones")
    page.get_by_label("Repeat password").fill("stones upon stones")
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Date of birth").fill("2001-05-31")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("button", name=re.compile("^(Add friend|Accept)")).first.click()
    page.get_by_text("You and kivi_keeper are friends.").first.wait_for()


def leave_note(page):
    page.goto("/notes/new")
    page.get_by_label("Your words").fill("Under the third stone")
    page.locator("input[name=to][value=elias_w]").check()
    page.get_by_role("button", name="Here", exact=True).click()
    page.locator("[data-compose-place]").get_by_text("Tampere").wait_for()
    page.get_by_role("button", name="Leave the note").click()
    page.get_by_text("Your note is waiting for elias_w.").first.wait_for()


def main(link):
    site = urllib.parse.urljoin(link, "/").rstrip("/")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        keeper, friend = person(browser, site), person(browser, site)
        set_up(keeper, link)
        join(friend, invite(keeper))
        leave_note(keeper)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
