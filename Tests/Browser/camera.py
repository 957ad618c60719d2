"""What tests do at the camera."""

from playwright.sync_api import expect


def shoot(page):
    shutter = page.get_by_role("button", name="Take the photo")
    expect(shutter).to_be_enabled()
    shutter.click()
    page.get_by_label("A few words").wait_for()
