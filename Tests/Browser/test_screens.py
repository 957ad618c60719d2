"""Every main page in one visit for each size: pictures of it in light and dark, and whether it is sound."""

import pytest
from conftest import ESPLANADI, has_its_turn, new_context, screen, sign_in, without_tiles

from checks import Judge, small_controls, untouchable_controls
from pages import EXAMPLES, FORMS, LINKED, ON_A_TABLET, OPEN_PAGES, PAGES, SCHEMES, SIZES, open_page
from screens import RECORDS, compare

VISITORS = [*OPEN_PAGES, *EXAMPLES]
MEMBERS = [*PAGES, *LINKED]


@pytest.fixture(scope="module")
def shown(chromium, gallery_site):
    """One page for each size, signed in or not, with the clock fixed at noon, and one that judges what is on it."""
    kept = {}

    def show(size, is_member):
        if (size, is_member) not in kept:
            context = new_context(
                chromium, base_url=gallery_site.url, **screen(size), reduced_motion="reduce",
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


def visit(shown, name, size, schemes=SCHEMES):
    """Opens a page, and compares what it looks like. On a phone a finger reaches all its controls, and it is judged, but
    for examples, which are judged with others."""
    page, judge = shown(size, name in MEMBERS)
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=schemes[0])
    answer = open_page(page, name)
    assert name not in EXAMPLES or answer.ok, f"there is no example for {name}"
    if name in FORMS:
        # A viewport as high as the page: elements fixed to the screen's edge are then at the page's end, not over its
        # middle.
        page.set_viewport_size({"width": width, "height": max(height, page.evaluate("document.documentElement.scrollHeight"))})
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        settle(page)
        compare(f"page-{name}-{size}-{scheme}", page.screenshot(animations="disabled"))
    if not judge:
        return
    page.set_viewport_size({"width": width, "height": height})
    assert untouchable_controls(page) == [], name
    if name not in EXAMPLES:
        judge.check(name, answer.text())
        assert small_controls(page) == [], name


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("name", VISITORS + MEMBERS)
def test_page(shown, name, size):
    if not RECORDS and not has_its_turn(f"{name} {size}", 3):
        pytest.skip("not its turn in this run")
    visit(shown, name, size)


@pytest.mark.parametrize("name", ON_A_TABLET)
def test_page_on_a_tablet(shown, name):
    visit(shown, name, "tablet", ["light"])
