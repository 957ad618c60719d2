"""Runs the real server on a demo world, and real Chromium on it.

CAIRN_BINARY names the server's binary; everything else is made here.
"""

import atexit
import contextlib
import functools
import glob
import http.cookiejar
import os
import re
import shutil
import subprocess
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("CAIRN_BINARY", str(ROOT / ".build/debug/cairn"))
PASSWORD = "demo-password"
SHARED = Path(os.environ.get("CAIRN_SHARED", ROOT.parent / "shared"))
MONACO = SHARED / "data/basemap/monaco.mbtiles"
# The clock of days goes on from there; the one that timeouts are measured by is left alone. The library itself and not the
# command faketime, whose end would not end the server. (It changes the environment of the first process that it meets,
# after which Swift does not find that process's arguments: so that one is a second `env`.)
NOON = [
    "env", "LD_PRELOAD=" + next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), ""),
    "FAKETIME=@2026-11-21 12:00:00", "FAKETIME_DONT_FAKE_MONOTONIC=1", "env",
]
ENVIRONMENT = {**os.environ, "TZ": "UTC"}
# Who has a session in every demo world, by the site's address.
HOST = "aino_k"
SESSIONS = {}
# The one without windows draws the same with a third less work.
CHROMIUM = next(filter(os.path.exists, ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]), "/usr/bin/chromium")
# How long a step may take before it counts as never, in milliseconds: no test is about speed, and a machine may be busy.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)
ESPLANADI = {"latitude": 60.16755, "longitude": 24.94730}


def pytest_terminal_summary(terminalreporter):
    """Figures that tests tell and do not assert, at the end: side by side and quiet, what a test prints is lost."""
    reports = [report for kind in ["passed", "failed"] for report in terminalreporter.stats.get(kind, [])]
    told = [words for report in reports for key, words in report.user_properties if key == "told"]
    if told:
        terminalreporter.section("told")
        for words in told:
            terminalreporter.write_line(words)


class Site:
    """A server of its own, with the data folder it serves."""

    def __init__(self, data, clock=(), options=()):
        self.data = data
        self.clock = list(clock)
        self.options = list(options)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.clock, BINARY, "serve", "--port", "0", "--data", self.data, "--public", str(ROOT / "Public"),
             *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT)
        line = self.process.stdout.readline()
        self.url = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+)\n", line).group(1).replace("127.0.0.1", "localhost")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE / 1000)


@functools.cache
def demo_data(clock, basemaps):
    """The data of a demo world, made once for every test that wants one like it, and a session of one of its people.

    A password takes its time by design, and most tests are not about the login.
    """
    data = tempfile.mkdtemp(prefix="cairn-") + "/data"
    atexit.register(shutil.rmtree, os.path.dirname(data), ignore_errors=True)
    subprocess.run(
        [*clock, BINARY, "demo", "--data", data, "--password", PASSWORD, "--public", str(ROOT / "Public")],
        check=True, capture_output=True, env=ENVIRONMENT)
    for file in basemaps:
        subprocess.run([BINARY, "basemap", "add", str(file), "--data", data], check=True, capture_output=True)
    site = Site(data, clock)
    client = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(client))
    text = opener.open(site.url + "/login", timeout=PATIENCE / 1000).read().decode()
    fields = {"csrf": re.search(r'name="csrf" value="([^"]+)"', text).group(1), "username": HOST, "password": PASSWORD}
    opener.open(site.url + "/login", urllib.parse.urlencode(fields).encode(), timeout=PATIENCE / 1000).read()
    site.stop()
    return data, next(cookie.value for cookie in client if cookie.name == "session")


def demo_site(clock=(), basemaps=(), options=()):
    """A server on a demo world of its own, whose clock may be another one, with some more maps."""
    folder = tempfile.mkdtemp(prefix="cairn-")
    source, session = demo_data(tuple(clock), tuple(basemaps))
    site = Site(shutil.copytree(source, folder + "/data"), clock, options)
    SESSIONS[site.url] = session
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


@pytest.fixture(scope="module")
def gallery_site():
    """A server with every page and part as an example, on which it is Saturday noon whenever it starts."""
    yield from demo_site(clock=NOON, options=["--gallery"])


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--font-render-hinting=none"],
            env={**os.environ, "FONTCONFIG_FILE": str(ROOT / "Tests/Browser/fonts.conf")})
        yield browser
        browser.close()


def new_context(browser, **options):
    """A context whose steps may take their time."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desktop": (1280, 800)}


@pytest.fixture
def visitor(chromium, site):
    """Opens pages as one person; what a page logs or fails to load is a failure of the test."""
    yield from visitors(chromium, site)


@pytest.fixture
def guest(chromium, gallery_site):
    """The same on the site with the gallery, which all tests of a module share."""
    yield from visitors(chromium, gallery_site)


def visitors(chromium, site):
    contexts, trouble = [], []

    def open_page(size="phone", scheme="light", scripts=True, at=None, accuracy=8, tiles=True, workers="block"):
        width, height = SIZES[size]
        context = new_context(
            chromium, base_url=site.url, viewport={"width": width, "height": height}, color_scheme=scheme,
            java_script_enabled=scripts, geolocation={**(at or ESPLANADI), "accuracy": accuracy},
            permissions=["geolocation"], reduced_motion="reduce", locale="en-GB", timezone_id="Europe/Helsinki",
            service_workers=workers)
        if not tiles:
            without_tiles(context)
        contexts.append(context)
        page = context.new_page()
        watch(page, trouble)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def watch(page, trouble):
    """Notes what goes wrong on a page."""
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("console", lambda message: trouble.append(message.text)
            if message.type == "error" and not expected(message) else None)
    page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url} {request.failure}")
            if request.failure not in ("net::ERR_ABORTED", "net::ERR_INTERNET_DISCONNECTED") else None)
    page.on("response", lambda response: trouble.append(f"status {response.status}: {response.url}")
            if is_missing(response) else None)


def is_missing(response):
    """A part of a page is never refused on purpose; only the gallery's people and notes name media that nobody has.

    Icons, which a page uses from one drawing, come as "other".
    """
    is_part = response.request.resource_type in ("stylesheet", "script", "font", "image", "manifest", "other")
    of_gallery = "/gallery/" in response.frame.url and urllib.parse.urlparse(response.url).path.startswith("/media/")
    return is_part and response.status >= 400 and not of_gallery


BLANK = "<svg xmlns='http://www.w3.org/2000/svg' width='512' height='512'/>"


def without_tiles(context):
    """Answers for the maps' pictures with nothing: they take long to draw and say nothing about the page."""
    for pattern in ["**/atlas/**", "**/map/picker.svg*"]:
        context.route(pattern, lambda route: route.fulfill(content_type="image/svg+xml", body=BLANK))


def expected(message):
    """A form that is refused on purpose is no trouble, nor is a network that a test takes away."""
    away = ["ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest"]
    return any(f"status of {code}" in message.text for code in (422, 415, 404, 403, 429)) or any(
        words in message.text for words in away)


def sign_in(page, name):
    """Signs somebody in, by a session that is there already or by the form."""
    page.goto("/login")
    session = SESSIONS.get(re.match(r"http://[^/]+", page.url).group(0))
    if name == HOST and session:
        page.context.add_cookies([{"name": "session", "value": session, "url": page.url, "sameSite": "Lax", "httpOnly": True}])
        page.goto("/")
        page.get_by_role("navigation", name="Main").wait_for()
        return
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


@contextlib.contextmanager
def answered(page, scripts):
    """A step of the compose form: by a script its answer takes the form's place, otherwise it is a page of its own."""
    if scripts:
        form = page.locator("form.compose").element_handle()
        yield
        page.wait_for_function("(form) => !form.isConnected", arg=form, timeout=PATIENCE)
    else:
        with page.expect_navigation():
            yield
