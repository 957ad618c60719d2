"""What every main page looks like, on a phone and on a desktop, by day and by night."""

import pytest
from conftest import SIZES, new_context, sign_in, without_tiles
from pages import LINKED, OPEN_PAGES, PAGES
from screens import compare

LOOKS = [(size, scheme) for size in SIZES for scheme in ["light", "dark"]]


@pytest.fixture(scope="module")
def shown(chromium, gallery_site):
    """One page a look, signed in or not, on a clock that stands at noon."""
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
    """Until everything that is in sight has come."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => {})")


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look))
@pytest.mark.parametrize("name", OPEN_PAGES)
def test_open_page(shown, look, name):
    page = shown(look, False)
    page.goto(OPEN_PAGES[name])
    settle(page)
    compare(f"page-{name}-{look[0]}-{look[1]}", page.screenshot(animations="disabled"))


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look))
@pytest.mark.parametrize("name", [*PAGES, *LINKED])
def test_page(shown, look, name):
    page = shown(look, True)
    if name in LINKED:
        path, link = LINKED[name]
        page.goto(path)
        page.goto(page.locator(link).get_attribute("href"))
    else:
        page.goto(PAGES[name])
    settle(page)
    compare(f"page-{name}-{look[0]}-{look[1]}", page.screenshot(animations="disabled"))
