"""What tests do on pages that leave something at a place."""

from playwright.sync_api import expect

from conftest import ESPLANADI, PATIENCE, sign_in


def degrees(page):
    return [float(page.locator(f"#{name}").input_value()) for name in ["lat", "lon"]]


def compose(page, name="aino_k", path="/notes/new"):
    """Opens a form, and waits until its map is where the phone is."""
    sign_in(page, name, path)
    page.locator(".compose.is-live .map-live").wait_for()
    expect(page.locator(".compose .map-canvas")).to_have_attribute("data-lat", str(ESPLANADI["latitude"]))
    expect(page.locator("#lat")).to_have_value(str(ESPLANADI["latitude"]))


def drag(page, right, down):
    box = page.locator(".compose .map").bounding_box()
    x, y = box["x"] + 60, box["y"] + box["height"] - 80
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)


def ring(page):
    return page.locator(".compose-ring").bounding_box()["width"]


def slide(page, index):
    page.locator("#radius_m-slider").evaluate(
        "(range, index) => { range.value = index; range.dispatchEvent(new Event('input', { bubbles: true })) }", index)


def kept(page, field="text"):
    return page.evaluate("""field => new Promise(done => {
        const request = indexedDB.open("outbox", 1);
        request.onsuccess = () => {
            const all = request.result.transaction("forms").objectStore("forms").getAll();
            all.onsuccess = () => { request.result.close(); done(all.result.sort((a, b) => a.at - b.at).map(one => Object.fromEntries(one.fields)[field])); };
        };
    })""", field)


def wait_kept(page, words, opens_at=None):
    """Waits until this is kept; what is written last, in the field for the opening, is kept last."""
    for _ in range(PATIENCE // 50):
        if kept(page) == words and (not opens_at or kept(page, "opens_at") == [opens_at]):
            return
        page.wait_for_timeout(50)
    assert kept(page) == words
