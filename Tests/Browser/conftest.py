"""Runs the real server on a demo world, and real Chromium on it.

CAIRN_BINARY names the server's binary; everything else is made here.
"""

import glob
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("CAIRN_BINARY", str(ROOT / ".build/debug/cairn"))
PASSWORD = "demo-password"
SHARED = Path(os.environ.get("CAIRN_SHARED", ROOT.parent / "shared"))
MONACO = SHARED / "data/basemap/monaco.mbtiles"
# The clock of days goes on from there; the one that timeouts are measured by is left alone. The library itself and not the
# command faketime, whose end would not end the server. (It changes the environment of the first process that it meets,
# after which Swift does not find that process's arguments: so that one is `env`.)
NOON = {
    "LD_PRELOAD": next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), ""),
    "FAKETIME": "@2026-11-21 12:00:00", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "UTC",
}
ESPLANADI = {"latitude": 60.16755, "longitude": 24.94730}


class Site:
    """A server of its own, with the data folder it serves."""

    def __init__(self, data, clock={}):
        self.data = data
        self.environment = {**os.environ, **clock}
        self.start()

    def start(self, port=0):
        self.process = subprocess.Popen(
            ["env", BINARY, "serve", "--port", str(port), "--data", self.data, "--public", str(ROOT / "Public")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment)
        line = self.process.stdout.readline()
        self.url = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+)\n", line).group(1).replace("127.0.0.1", "localhost")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=15)


def demo_site(clock={}, basemaps=()):
    """A server on a demo world of its own, whose clock may be another one, with some more maps."""
    folder = tempfile.mkdtemp(prefix="cairn-")
    data = folder + "/data"
    subprocess.run(
        ["env", BINARY, "demo", "--data", data, "--password", PASSWORD, "--public", str(ROOT / "Public")],
        check=True, capture_output=True, env={**os.environ, **clock})
    for file in basemaps:
        subprocess.run([BINARY, "basemap", "add", str(file), "--data", data], check=True, capture_output=True)
    site = Site(data, clock)
    yield site
    site.kill()
    shutil.rmtree(folder)


@pytest.fixture
def site():
    yield from demo_site()


@pytest.fixture(scope="module")
def still_site():
    """A server on which it is Saturday noon whenever it starts."""
    yield from demo_site(clock=NOON, basemaps=[file for file in [MONACO] if file.exists()])


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--font-render-hinting=none"],
            env={**os.environ, "FONTCONFIG_FILE": str(ROOT / "Tests/Browser/fonts.conf")})
        yield browser
        browser.close()


SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


@pytest.fixture
def visitor(chromium, site):
    """Opens pages as one person; what a page logs or fails to load is a failure of the test."""
    contexts, trouble = [], []

    def open_page(size="phone", scheme="light", scripts=True, at=None, accuracy=8):
        width, height = SIZES[size]
        context = chromium.new_context(
            base_url=site.url, viewport={"width": width, "height": height}, color_scheme=scheme,
            java_script_enabled=scripts, geolocation={**(at or ESPLANADI), "accuracy": accuracy},
            permissions=["geolocation"], reduced_motion="reduce", locale="en-GB", timezone_id="Europe/Helsinki")
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
        page.on("console", lambda message: trouble.append(message.text)
                if message.type == "error" and not expected(message) else None)
        page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url} {request.failure}")
                if request.failure != "net::ERR_ABORTED" else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def expected(message):
    """A form that is refused on purpose is no trouble."""
    return "status of 422" in message.text or "status of 404" in message.text or "status of 403" in message.text


def sign_in(page, name):
    page.goto("/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("navigation", name="Main").wait_for()


def sign_up(page, name):
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail").fill(f"{name}@example.com")
    page.get_by_label("Date of birth").fill("2001-05-31")
    page.get_by_label("Password", exact=True).fill("long enough for me")
    page.get_by_label("Password once more").fill("long enough for me")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="Friends").wait_for()
