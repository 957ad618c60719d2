"""Every main page in one visit: whether it is sound, and pictures of some."""

import pytest
from conftest import ESPLANADI, new_context, sign_in, without_tiles

from checks import Judge, small_controls
from pages import EXAMPLES, FORMS, IN_EVERY_LOOK, LINKED, ON_A_TABLET, OPEN_PAGES, PAGES, SIZES, looks, open_page
from screens import compare

MEMBERS = [*PAGES, *LINKED]
# Examples that are not pictured are judged with all others.
ON_A_PHONE = [*OPEN_PAGES, *MEMBERS, *(name for name in EXAMPLES if looks(name, "phone"))]


@pytest.fixture(scope="module")
def shown(chromium, quiet_site):
    """One page for each size, signed in or not, with the clock fixed at noon, and one that judges what is on it."""
    kept = {}

    def show(size, is_member):
        if (size, is_member) not in kept:
            width, height = SIZES[size]
            context = new_context(
                chromium, base_url=quiet_site.url, viewport={"width": width, "height": height}, reduced_motion="reduce",
                geolocation={**ESPLANADI, "accuracy": 8}, permissions=["geolocation"] if is_member else [],
                locale="en-GB", timezone_id="Europe/Helsinki", service_workers="block")
            without_tiles(context)
            page = context.new_page()
            if is_member:
                sign_in(page, "aino_k")
            judge = Judge(context.new_page(), "/gallery/FramedWords/message") if size == "phone" else None
            kept[size, is_member] = page, judge
        return kept[size, is_member]

    yield show
    for page, _ in kept.values():
        page.context.close()


def settle(page):
    """Waits until everything visible has loaded, and scripts have done what they do at once."""
    page.wait_for_load_state("load")
    # Where there is no camera, its page says so after it has asked for one.
    if page.locator("[data-camera]").count():
        page.locator("[data-camera-words]").wait_for()
    # The map of a new form goes to where the phone is.
    if page.locator(".compose.is-live[data-place-proposed]").count():
        page.locator(f".compose.is-placed .map-canvas[data-lat='{ESPLANADI['latitude']}']").wait_for()
        page.locator("[data-compose-place]", has_text="Esplanadi").wait_for()
    page.evaluate("""async () => {
        const inView = (image) => {
            const box = image.getBoundingClientRect();
            return box.width && box.bottom > 0 && box.top < innerHeight;
        };
        // Counts down the minutes.
        document.querySelectorAll('[data-ends-in], [data-camera-time]').forEach((time) => (time.style.visibility = 'hidden'));
        await document.fonts.ready;
        // What is missing on purpose is never decoded.
        const decoded = Promise.all([...document.images].filter(inView).map(image => image.decode().catch(() => {})));
        // A lazy image at the edge may never begin to load.
        await Promise.race([decoded, new Promise(done => setTimeout(done, 3000))]);
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")


def visit(shown, name, size, schemes):
    """Opens a page, and compares what it looks like; judges it on a phone, but for examples, which are judged with others."""
    page, judge = shown(size, name in MEMBERS)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light")
    answer = open_page(page, name)
    if name in FORMS and schemes:
        # A viewport as high as the page: elements fixed to the screen's edge are then at the page's end, not over its
        # middle.
        page.set_viewport_size({"width": width, "height": max(height, page.evaluate("document.documentElement.scrollHeight"))})
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        settle(page)
        compare(f"page-{name}-{size}-{scheme}", page.screenshot(animations="disabled"))
    if judge and name not in EXAMPLES:
        settle(page)
        page.set_viewport_size({"width": width, "height": height})
        judge.check(name, answer.text())
        assert small_controls(page) == [], name


@pytest.mark.parametrize("name,size", [(name, "phone") for name in ON_A_PHONE] + [(name, "desktop") for name in IN_EVERY_LOOK])
def test_page(shown, name, size):
    visit(shown, name, size, looks(name, size))


@pytest.mark.parametrize("name", ON_A_TABLET)
def test_page_on_a_tablet(shown, name):
    visit(shown, name, "tablet", ["light"])
