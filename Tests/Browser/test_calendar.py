"""The calendar of one's own photos: months and years by links, keys and swipes, on paper, in programs, and to keep."""

import re
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import new_context, sign_in

MONDAY_FIRST = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
# On Saturday 21 November 2026 Aino has posted on each day of the month but the 12th.
DAYS = [day for day in range(1, 22) if day != 12]
SWIPE = """([grid, by]) => {
    const box = grid.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const finger = (clientX) => new Touch({ identifier: 1, target: grid, clientX, clientY: y });
    const [start, end] = [finger(x), finger(x + by)];
    grid.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [start], changedTouches: [start] }));
    grid.dispatchEvent(new TouchEvent("touchend", { bubbles: true, touches: [], changedTouches: [end] }));
}"""


@pytest.fixture
def visitor(looker):
    return looker


@pytest.fixture
def calendar(visitor):
    """Aino's calendar."""
    def opened(*size, address="/calendar", **options):
        page = visitor(*size, tiles=False, **options)
        sign_in(page, "aino_k", address)
        return page
    return opened


def weekdays(page):
    return page.locator(".calendar-month thead th").evaluate_all("all => all.map((one) => one.abbr)")


def shows(page, title):
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_a_month_shows_its_photos_by_day_of_the_week(calendar):
    page = calendar()
    shows(page, "November 2026")
    assert weekdays(page) == MONDAY_FIRST
    photos = page.locator(".calendar-month a.day-photo")
    expect(photos.locator("time")).to_have_text([str(day) for day in DAYS])
    # The 1st is a Sunday.
    first = page.locator(".calendar-month tbody tr").first.locator("td")
    expect(first).to_have_text(["", "", "", "", "", "", "1"])
    assert photos.locator("img").evaluate_all(
        "images => Promise.all(images.map(async (one) => (await one.decode(), one.naturalWidth)))"
        ".then((widths) => widths.every((width) => width > 0))")
    missed = page.get_by_role("link", name="Thursday 12 November 2026: no photo of yours")
    expect(missed).to_have_attribute("href", "/daily/2026-11-12")
    expect(page.locator("td[aria-current=date]")).to_have_text("21")
    expect(page.get_by_role("link", name="Your photo of Saturday 14 November 2026, posted late")).to_be_visible()
    memories = page.get_by_role("region", name="On this day")
    expect(memories.get_by_role("listitem")).to_have_count(2)
    expect(memories).to_contain_text("My first balcony!")
    page.get_by_role("link", name="Your photo of Friday 20 November 2026").click()
    page.get_by_text("Five left. Four.").wait_for()


def test_weeks_begin_on_sunday_for_americans(chromium, quiet_site):
    context = new_context(chromium, base_url=quiet_site.url, locale="en-US")
    page = context.new_page()
    sign_in(page, "aino_k", "/calendar?month=2026-11")
    assert weekdays(page) == [MONDAY_FIRST[-1], *MONDAY_FIRST[:-1]]
    expect(page.locator(".calendar-month tbody tr").first.locator("td").first).to_have_text("1")
    context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_links_lead_to_other_months_and_back(calendar, scripts):
    page = calendar(scripts=scripts)
    if scripts:
        page.evaluate("window.stays = true")
    page.get_by_role("link", name="Previous month, October 2026").click()
    shows(page, "October 2026")
    expect(page.locator(".calendar-month a.day-photo").last).to_have_attribute("href", re.compile(r"^/moments/\d+$"))
    page.get_by_role("link", name="Next month, November 2026").click()
    shows(page, "November 2026")
    page.get_by_role("link", name="Next month, December 2026").click()
    shows(page, "December 2026")
    expect(page.locator(".calendar-month a")).to_have_count(0)
    page.get_by_role("link", name="Today", exact=True).click()
    shows(page, "November 2026")
    page.go_back()
    shows(page, "December 2026")
    if scripts:
        assert page.evaluate("window.stays") is True


def test_keys_and_swipes_lead_to_other_months(calendar):
    page = calendar()
    page.evaluate("window.stays = true")
    for key, title in [
            ("ArrowLeft", "October 2026"), ("PageUp", "September 2026"), ("ArrowRight", "October 2026"),
            ("PageDown", "November 2026")]:
        page.keyboard.press(key)
        shows(page, title)
    for by, title in [(120, "October 2026"), (-120, "November 2026")]:
        swipe(page, by)
        shows(page, title)
    # Shorter than a swipe, and a key that is the browser's.
    swipe(page, 30)
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowRight")
    shows(page, "December 2026")
    assert page.evaluate("window.stays") is True


def swipe(page, by):
    page.evaluate(SWIPE, [page.locator("[data-calendar-slide]").element_handle(), by])


@pytest.mark.parametrize("scripts", [True, False])
def test_a_year_shows_its_months(calendar, scripts):
    page = calendar(scripts=scripts)
    page.get_by_role("link", name="Year", exact=True).click()
    shows(page, "2026")
    months = page.locator(".calendar-year > li")
    expect(months).to_have_count(12)
    expect(months.nth(10)).to_contain_text(f"{len(DAYS)} photos")
    expect(months.nth(10).locator("img")).to_have_count(len(DAYS))
    if scripts:
        page.keyboard.press("ArrowLeft")
    else:
        page.get_by_role("link", name="Previous year, 2025").click()
    shows(page, "2025")
    page.get_by_role("link", name=re.compile("November")).click()
    shows(page, "November 2025")
    expect(page.locator(".calendar-month a.day-photo time")).to_have_text(["21"])


def test_a_month_is_printed_on_one_page_without_what_leads_elsewhere(calendar):
    page = calendar("desktop", "dark")
    page.emulate_media(media="print")
    expect(page.locator(".calendar-month")).to_be_visible()
    for part in [page.get_by_role("navigation", name="Main"), page.locator(".calendar-steps"), page.locator(".calendar-feed"),
                 page.locator(".calendar-take")]:
        expect(part).to_be_hidden()
    paper = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_an_address_for_programs_is_made_renewed_and_turned_off(calendar, scripts):
    page = calendar(scripts=scripts)
    feed = page.get_by_role("region", name="In your calendar app")
    feed.get_by_role("button", name="Make the address").click()
    page.get_by_text("The address is at the end of this page.").wait_for()
    old = address(feed)
    status, text = fetched(page, old)
    assert status == 200 and text.startswith("BEGIN:VCALENDAR") and "Five left. Four." in text
    if scripts:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        feed.locator("[data-share-copy]").click()
        page.get_by_text("Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == feed.locator("input[readonly]").input_value()
    feed.get_by_role("button", name="New address").click()
    page.get_by_text("The old address no longer works.").wait_for()
    new = address(feed)
    assert fetched(page, old)[0] == 404 and fetched(page, new)[0] == 200
    feed.get_by_role("button", name="Turn off").click()
    page.get_by_text("address is turned off").wait_for()
    expect(feed.get_by_role("button", name="Make the address")).to_be_visible()
    assert fetched(page, new)[0] == 404


def address(feed):
    link = urllib.parse.urlsplit(feed.locator("input[readonly]").input_value())
    return f"{link.path}?{link.query}"


def fetched(page, address):
    """What a program without a session gets."""
    context = new_context(page.context.browser, base_url=re.match(r"http://[^/]+", page.url)[0])
    answer = context.request.get(address)
    status, text = answer.status, answer.text()
    context.close()
    return status, text


def test_a_month_is_made_into_a_file_and_a_picture_while_its_page_is_open(calendar):
    page = calendar()
    page.get_by_role("link", name="Keep this month").click()
    shows(page, "Keep November 2026")
    page.evaluate("window.stays = true")
    for title, start in [("All photos", b"PK\x03\x04"), ("One picture", b"RIFF")]:
        card = page.locator("#recap .card", has_text=title)
        card.get_by_role("link", name="Make it").click()
        expect(card.get_by_text("You can leave this page.").or_(card.get_by_text("Ready"))).to_be_visible()
        expect(card.get_by_text("Ready")).to_be_visible()
        with page.expect_download() as download:
            card.get_by_role("link", name="Download").click()
        assert download.value.path().read_bytes().startswith(start)
    expect(page.get_by_alt_text("Your photos of November 2026 on one sheet")).to_be_visible()
    assert page.evaluate("window.stays") is True
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("size,scheme", [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")])
def test_everybody_can_use_it(calendar, size, scheme):
    page = calendar(size, scheme)
    for address in ["/calendar", "/calendar?year=2026", "/calendar/2026-11/recap"]:
        page.goto(address)
        assert Axe().run(page).response["violations"] == []


def test_it_fits_a_narrow_screen(calendar):
    page = calendar()
    page.set_viewport_size({"width": 320, "height": 640})
    for address in ["/calendar", "/calendar?year=2026", "/calendar/2026-11/recap"]:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
