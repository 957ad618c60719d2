"""A browser whose microphone hears beeps."""

import pytest
from playwright.sync_api import expect

from conftest import CHROMIUM, visitors

MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]


@pytest.fixture
def recording_visitor(chromium, site):
    """As visitor, with a microphone that hears beeps."""
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", *MICROPHONE])
    yield from visitors(browser, site)
    browser.close()


# Until the level of the microphone shows a beep.
LOUD = "async (bar) => { while (bar.value < 0.05) await new Promise((done) => setTimeout(done, 20)); }"


def record(page, words):
    """Records two seconds and more by the button with these words."""
    page.get_by_role("button", name=words).click()
    expect(page.get_by_role("timer")).to_have_text("0:02")
    page.locator(".recorder progress").evaluate(LOUD)
    page.get_by_role("button", name="Stop").click()
