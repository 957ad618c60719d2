"""Screenshots of every main page, on a phone and on a desktop, in light and dark, and of the most used ones on a tablet."""

import pytest
from conftest import SIZES, new_context, sign_in, without_tiles
from pages import EXAMPLES, LINKED, OPEN_PAGES, PAGES
from screens import compare

LOOKS = [(size, scheme) for size in ["phone", "desktop"] for scheme in ["light", "dark"]]
# Screenshots of forms show the whole page, those of other pages one screen.
FORMS = {"compose", "relic-compose", "settings", "security", "signup", "delete", "profile"}
ON_A_TABLET = ["home", "archive", "compose", "note", "friends", "you"]


@pytest.fixture(scope="module")
def shown(chromium, gallery_site):
    """One page per look, signed in or not, with the clock fixed at noon."""
    contexts, kept = [], {}

    def show(look, is_member):
        if (look, is_member) not in kept:
            width, height = SIZES[look[0]]
            context = new_context(
                chromium, base_url=gallery_site.url, viewport={"width": width, "height": height}, color_scheme=look[1],
                reduced_motion="reduce", locale="en-GB", timezone_id="Europe/Helsinki", service_workers="block")
            without_tiles(context)
            contexts.append(context)
            page = context.new_page()
            if is_member:
                sign_in(page, "aino_k")
            kept[look, is_member] = page
        return kept[look, is_member]

    yield show
    for context in contexts:
        context.close()


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


def picture(page, look, name):
    width, height = SIZES[look[0]]
    if name in FORMS:
        # A viewport as high as the page: elements fixed to the screen's edge are then at the page's end, not over its
        # middle.
        page.set_viewport_size({"width": width, "height": max(height, page.evaluate("document.documentElement.scrollHeight"))})
    settle(page)
    png = page.screenshot(animations="disabled")
    page.set_viewport_size({"width": width, "height": height})
    compare(f"page-{name}-{look[0]}-{look[1]}", png)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look))
@pytest.mark.parametrize("name", OPEN_PAGES)
def test_open_page(shown, look, name):
    page = shown(look, False)
    page.goto(OPEN_PAGES[name])
    picture(page, look, name)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look))
@pytest.mark.parametrize("name", EXAMPLES)
def test_example(shown, look, name):
    page = shown(look, False)
    page.goto(EXAMPLES[name])
    picture(page, look, name)


def open_page(page, name):
    if name in LINKED:
        path, link = LINKED[name]
        page.goto(path)
        page.goto(page.locator(link).get_attribute("href"))
    else:
        page.goto(PAGES[name])


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look))
@pytest.mark.parametrize("name", [*PAGES, *LINKED])
def test_page(shown, look, name):
    page = shown(look, True)
    open_page(page, name)
    picture(page, look, name)


@pytest.mark.parametrize("name", ON_A_TABLET)
def test_page_on_a_tablet(shown, name):
    look = ("tablet", "light")
    page = shown(look, True)
    open_page(page, name)
    picture(page, look, name)
