"""The size of the first visit. `bin/bench paint` measures how long it takes."""

from conftest import new_context, sign_in, without_tiles

# Bytes as sent, with their headers, and before compression.
SENT_LIMIT, LIMIT = 150_000, 410_000


def fresh(chromium, site, state=None):
    context = new_context(
        chromium, base_url=site.url, viewport={"width": 390, "height": 844}, service_workers="block", storage_state=state)
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes, paths = {}, {}
    client.on("Network.responseReceived", lambda event: paths.update({event["requestId"]: event["response"]["url"]}))
    client.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    return context, page, client, lambda: {paths[key]: size for key, size in sizes.items() if key in paths}


def signed_in(chromium, site):
    context = new_context(chromium, base_url=site.url)
    without_tiles(context)
    page = context.new_page()
    sign_in(page, "aino_k")
    state = context.storage_state()
    context.close()
    return state


def test_the_first_page_is_light(chromium, quiet_site, record_property):
    for name, state in [("welcome", None), ("home", signed_in(chromium, quiet_site))]:
        context, page, _, weigh = fresh(chromium, quiet_site, state)
        page.goto("/")
        page.wait_for_load_state("networkidle")
        files = {url.removeprefix(quiet_site.url): size for url, size in weigh().items()}
        sent = {path: size for path, size in files.items() if "/atlas/" not in path}
        whole = page.evaluate("""() => performance.getEntries()
            .filter(entry => entry.decodedBodySize !== undefined && !entry.name.includes('/atlas/'))
            .reduce((sum, entry) => sum + entry.decodedBodySize, 0)""")
        record_property("told", f"{name}: {whole:,} bytes without tiles, {sum(sent.values()):,} sent, in {len(sent)} files: {sent}")
        assert whole <= LIMIT and sum(sent.values()) <= SENT_LIMIT
        # The scripts of a form come with it.
        assert not [path for path in sent if path.startswith("/js/compose")]
        blocking = page.evaluate("""() => performance.getEntriesByType('resource')
            .filter(entry => entry.renderBlockingStatus === 'blocking').map(entry => entry.name)""")
        assert len(blocking) <= 3, blocking
        context.close()


def test_text_is_visible_before_its_font_loads(chromium, quiet_site):
    context, page, _, _ = fresh(chromium, quiet_site)
    held = []
    context.route("**/fonts/**", lambda route: held.append(route))
    with page.expect_request("**/fonts/**"):
        page.goto("/", wait_until="commit")
    page.get_by_role("heading", name="Leave a note").wait_for()
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    loaded = "() => [...document.fonts].some(font => font.status === 'loaded')"
    assert held and page.evaluate(loaded) is False
    for route in held:
        route.continue_()
    page.wait_for_function(loaded)
    context.close()
