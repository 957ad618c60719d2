"""What scripts add: page swaps without a reload, error pages, dialogs, uploads."""

import re

import pytest
from playwright.sync_api import expect

from conftest import sign_in

STREAM = "/gallery/StreamPart/usual"


def mark(page):
    """Sets a mark that a reload removes."""
    page.evaluate("window.isTheSame = true")


def is_the_same(page):
    return page.evaluate("window.isTheSame === true")


def test_links_swap_the_page(visitor):
    page = visitor("desktop")
    sign_in(page, "aino_k")
    mark(page)
    page.locator(".rail").get_by_role("link", name="Archive").click()
    page.get_by_role("heading", name="Archive").wait_for()
    expect(page).to_have_title(re.compile(r"Archive · Cairn$"))
    expect(page).to_have_url(re.compile("/archive$"))
    assert page.locator(".rail [aria-current]").inner_text() == "Archive"
    page.wait_for_function("() => document.activeElement.id === 'content'")
    page.locator(".rail").get_by_role("link", name="Map").click()
    page.locator(".map-live").wait_for()
    lat = page.locator(".map-canvas").get_attribute("data-lat")
    page.locator("[data-map]").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_function("lat => document.querySelector('.map-canvas').dataset.lat !== lat", arg=lat)
    assert is_the_same(page)
    page.go_back()
    page.get_by_role("heading", name="Archive").wait_for()
    page.go_back()
    page.locator(".map-live").wait_for()
    assert is_the_same(page)
    assert page.locator("#page").count() == 1


def test_forms_swap_the_page(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k", "/settings")
    mark(page)
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(236, 235, 230)"
    colours = page.locator("meta[name='theme-color']")
    assert [colour.get_attribute("content") for colour in colours.all()] == ["#151817"]
    page.goto("/you")
    mark(page)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign up").wait_for()
    assert page.locator(".rail").count() == 0


@pytest.mark.parametrize("status,heading", [
    ("422", "Not quite"), ("403", "That page was too old"), ("404", "Page not found"), ("429", "Slow down a little")])
def test_a_refusal_is_shown(looker, status, heading):
    page = looker("phone")
    page.goto(STREAM)
    mark(page)
    page.get_by_role("button", name=status).click()
    page.get_by_role("heading", name=heading).wait_for()
    assert is_the_same(page)


def test_htmx_keeps_to_the_rules(looker):
    page = looker("phone")
    page.goto(STREAM)
    config = page.evaluate("htmx.config")
    assert (config["allowEval"], config["includeIndicatorStyles"], config["historyCacheSize"], config["selfRequestsOnly"]) == (
        False, False, 0, True)
    assert page.locator("style").count() == 0 and page.evaluate("localStorage.getItem('htmx-history-cache')") is None
    page.locator(".rail").get_by_role("link", name="Archive").click()
    page.get_by_role("heading", name="Sign in").wait_for()


def test_a_lost_connection_shows_a_message(looker):
    page = looker("phone")
    page.goto("/gallery/FramedWords/message")
    page.context.set_offline(True)
    page.get_by_role("link", name="Archive").click()
    page.get_by_text("No connection. Try again in a moment.").wait_for()


def test_a_dangerous_action_needs_confirmation(visitor):
    page = visitor("phone", tiles=False)
    sign_in(page, "aino_k", "/people/mikko")
    page.get_by_text("Block", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    # Closing is not enough: the dialog returns its form only when it is removed.
    expect(page.locator("dialog[aria-labelledby^=confirm]")).to_have_count(0)
    page.get_by_text("Block", exact=True).click()
    dialog.get_by_role("button", name="Block mikko").click()
    page.wait_for_url("**/friends/blocked")


def test_a_dangerous_action_needs_confirmation_without_scripts(visitor):
    page = visitor("phone", scripts=False)
    sign_in(page, "aino_k", "/people/mikko")
    button = page.locator("button", has_text="Block mikko")
    button.wait_for(state="attached")
    assert not button.is_visible()
    page.get_by_text("Block", exact=True).click()
    button.click()
    page.wait_for_url("**/friends/blocked")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_file_is_sent(looker, scripts):
    page = looker("phone", scripts=scripts)
    page.goto(STREAM)
    page.get_by_label("A file").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"x" * 40_000})
    if scripts:
        page.evaluate("""() => {
            window.seen = [];
            new MutationObserver(() => { const bar = document.querySelector('.upload progress'); if (bar) seen.push(bar.value); })
                .observe(document.body, { subtree: true, childList: true, attributes: true });
        }""")
    page.get_by_role("button", name="Send it").click()
    page.get_by_text("It has arrived.").wait_for()
    if scripts:
        assert 100 in page.evaluate("window.seen")


def test_a_part_is_renewed_by_an_event(looker):
    page = looker("desktop")
    page.goto(STREAM)
    page.locator("#ticks .icon").wait_for()


def test_the_offline_page_is_shown_without_a_network(visitor):
    page = visitor("phone", workers="allow", tiles=False)
    sign_in(page, "aino_k")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    # A page that was loading while the worker took over is not controlled by it; the next one is.
    page.goto("/archive")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.get_by_text("Third bench").wait_for()
    # But for copies of what was read last (test_offline.py).
    kept = page.evaluate("""async () => (await Promise.all((await caches.keys()).filter(name => !name.startsWith("cairn-copies-")).map(async name =>
        (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname)))).flat()""")
    assert "/offline" in kept and "/app.css" in kept and "/app.js" in kept
    private = [path for path in kept if not re.match(r"/(offline|app\.(css|js)|(js|css|fonts|icons)/.*|favicon\.svg|manifest\.webmanifest)$", path)]
    assert private == []
    offline = page.evaluate("async () => (await caches.match('/offline')).text()")
    assert "aino_k" not in offline and "No connection" in offline
    page.context.set_offline(True)
    page.goto("/friends")
    page.get_by_role("heading", name="No connection").wait_for()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") == "24px"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    page.get_by_role("navigation", name="Main").wait_for()
