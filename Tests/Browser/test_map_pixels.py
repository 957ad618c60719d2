"""Screenshots of maps, from the world to a street, in light and dark."""

import pytest
from conftest import new_context, sign_in
from fixtures import NEEDS_SHARED_DATA
from screens import compare

VIEWS = {
    "world": (25, 10, 1), "europe": (52, 12, 4), "helsinki-12": (60.17, 24.94, 12),
    "helsinki-15": (60.1695, 24.9445, 15), "helsinki-17": (60.1683, 24.9473, 17), "monaco-14": (43.737, 7.421, 14),
    "monaco-16": (43.7335, 7.4197, 16), "antimeridian": (-17, 179.8, 5),
}


@pytest.fixture(scope="module")
def maps(chromium, quiet_site):
    """One page per theme; everything above the map is hidden."""
    pages = {}
    for theme in ["light", "dark"]:
        context = new_context(
            chromium, base_url=quiet_site.url, viewport={"width": 640, "height": 480}, color_scheme=theme, bypass_csp=True,
            reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        sign_in(page, "aino_k")
        pages[theme] = page
    yield pages
    for page in pages.values():
        page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=NEEDS_SHARED_DATA if name.startswith("monaco") else ()) for name in VIEWS])
def test_view(maps, name, theme):
    page, (latitude, longitude, zoom) = maps[theme], VIEWS[name]
    page.goto(f"/?lat={latitude}&lon={longitude}&z={zoom}")
    page.add_style_tag(content="""
        body > *:not(#page), #page > *:not(main), .home-panel, .map-controls, .messages { display: none !important; }
        main, .home { margin: 0 !important; padding: 0 !important; max-width: none !important; }
        .home-map { position: fixed; inset: 0; height: auto !important; }""")
    # A lazily loaded tile may not have been requested yet.
    page.wait_for_function("""() => document.querySelector('.map-live') && [...document.querySelectorAll('.map-tiles img')].filter(image => {
        const box = image.getBoundingClientRect();
        return box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    }).every(image => image.complete && image.naturalWidth > 0)""")
    page.evaluate("Promise.all([...document.images].filter(i => i.complete).map(i => i.decode().catch(() => {})))")
    compare(f"map-{name}-{theme}", page.screenshot(animations="disabled"))
