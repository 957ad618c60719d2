"""Runs the real server on a demo world, and real Chromium on it.

CAIRN_BINARY names the server's binary; everything else is made here.
"""

import base64
import contextlib
import fcntl
import functools
import glob
import hashlib
import json
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
import urllib.parse
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from fixtures import MONACO
from pages import SIZES
from server_log import assert_is_discreet
from touch import TOUCHED, touching

# The demo world's zone.
HELSINKI = ZoneInfo("Europe/Helsinki")
ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("CAIRN_BINARY", str(ROOT / ".build/debug/cairn"))
PASSWORD = "demo-password"
# Fakes the wall clock, which runs on from there; the monotonic clock of timeouts stays real. Uses the library and not
# the command faketime, because ending that would not end the server. (It changes the environment of the first process
# that it is loaded into, and Swift then does not find that process's arguments: so the first process is a second
# `env`.)
FAKETIME = "LD_PRELOAD=" + next(iter(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")), "")
NOON = ["env", FAKETIME, "FAKETIME=@2026-11-21 12:00:00", "FAKETIME_DONT_FAKE_MONOTONIC=1", "env"]
ENVIRONMENT = {**os.environ, "TZ": "UTC"}
# The person whom most tests are about.
HOST = "aino_k"
# Sessions of the demo world's people by name, by the site's address.
SESSIONS = {}
# The environment variables that name the folder of demo worlds, the seed that chooses samples, and that all are wanted.
WORLDS, SEED, ALL = "CAIRN_TEST_WORLDS", "CAIRN_TEST_SEED", "CAIRN_TEST_ALL"
# The headless build draws the same with a third less work.
CHROMIUM = next(filter(os.path.exists, ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]), "/usr/bin/chromium")
# How long a step may take before it fails, in milliseconds: no test is about speed, and a machine may be busy.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)
ESPLANADI = {"latitude": 60.16755, "longitude": 24.94730}


def pytest_terminal_summary(terminalreporter):
    """Prints figures that tests report without asserting at the end, because parallel, quiet runs drop prints."""
    reports = [report for kind in ["passed", "failed"] for report in terminalreporter.stats.get(kind, [])]
    told = [words for report in reports for key, words in report.user_properties if key == "told"]
    if told:
        terminalreporter.section("told")
        for words in told:
            terminalreporter.write_line(words)
    terminalreporter.write_line(f"the same samples again: {SEED}={os.environ[SEED]}; every case: {ALL}=1")


class Site:
    """A server and the data folder it serves."""

    def __init__(self, data, clock=(), options=()):
        self.data = data
        self.clock = list(clock)
        self.options = list(options)
        self.log = f"{data}.log"
        self.start()

    def start(self):
        # Goes on through restarts, and is searched when the site ends: see server_log.
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.clock, BINARY, "serve", "--port", "0", "--data", self.data, "--public", str(ROOT / "Public"),
                 *self.options],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**ENVIRONMENT, "CAIRN_LOG_LEVEL": "trace"})
        line = self.process.stdout.readline()
        self.url = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+)\n", line).group(1).replace("127.0.0.1", "localhost")

    def kill(self):
        self.process.kill()
        self.process.wait()
        # What the fake clock leaves of a process that was killed.
        for file in glob.glob(f"/dev/shm/*faketime_*_{self.process.pid}"):
            Path(file).unlink(missing_ok=True)

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE / 1000)


def pytest_configure(config):
    """Makes the folder of demo worlds and the seed, which all workers share."""
    config.option.maxschedchunk = getattr(config.option, "maxschedchunk", None) or 2
    if not hasattr(config, "workerinput"):
        os.environ[WORLDS] = tempfile.mkdtemp(prefix="cairn-worlds-")
        os.environ.setdefault(SEED, str(secrets.randbits(64)))


# How many seconds each test took when it last ran on this machine, and from how many on it is a long one.
SECONDS, LONG = "cairn/seconds", 4


# What only tells how a test looks at a page: one of its cases with scripts, and one without, is enough for a run.
LOOKS = {"size", "scheme", "scripts"}


def without_repeats(items):
    """The tests of this run: of those that differ in looks alone, one by the seed."""
    cases = {}
    for item in items:
        values = item.callspec.params if hasattr(item, "callspec") else {}
        is_look = LOOKS & set(values) and set(values) <= LOOKS
        cases.setdefault((item.path, item.originalname, values.get("scripts")) if is_look else item.nodeid, []).append(item)
    return [item for number, case in cases.items()
            for item in (case if len(case) == 1 else [case[chosen(str(number), len(case))]])]


def pytest_collection_modifyitems(config, items):
    """Files with long tests come first, so that no worker is left alone with one at the end, and their long ones before
    the others."""
    if os.environ.get(ALL) != "1" and not config.option.keyword and not any("[" in name for name in config.args):
        kept = without_repeats(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept
    took = config.cache.get(SECONDS, {})
    seconds = {item: took.get(item.nodeid, 0) for item in items}
    longest = {}
    for item in items:
        longest[item.path] = max(longest.get(item.path, LONG), seconds[item])
    files = list(longest)
    items.sort(key=lambda item: (-longest[item.path], files.index(item.path), -seconds[item] if seconds[item] > LONG else 0))


def pytest_sessionfinish(session):
    if hasattr(session.config, "workerinput"):
        return
    stats = session.config.pluginmanager.get_plugin("terminalreporter").stats
    took = {report.nodeid: round(report.duration, 1) for report in stats.get("passed", []) if report.when == "call"}
    session.config.cache.set(SECONDS, session.config.cache.get(SECONDS, {}) | took)


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[WORLDS], ignore_errors=True)


def has_its_turn(name, one_in):
    """Whether this run takes a case of which each run takes one in so many, chosen by the seed."""
    return os.environ.get(ALL) == "1" or chosen(name, one_in) == 0


def chosen(name, count):
    """A number below `count` that the seed gives for a name."""
    return int.from_bytes(hashlib.sha256(f"{os.environ[SEED]} {name}".encode()).digest()[:8]) % count


@functools.cache
def demo_data(clock, basemaps):
    """The data of a demo world, made once for all tests with the same options, and sessions of all its people by name.

    Password hashing is slow by design, and most tests are not about the login.
    """
    name = hashlib.sha256(repr((clock, basemaps)).encode()).hexdigest()[:16]
    data, sessions = f"{os.environ[WORLDS]}/{name}", f"{os.environ[WORLDS]}/{name}.json"
    with open(data + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(sessions):
            make_world(data, clock, basemaps)
            made = demo_data(clock, ())[1] if basemaps else open_sessions(data, clock)
            Path(sessions).write_text(json.dumps(made))
    return data, json.loads(Path(sessions).read_text())


def make_world(data, clock, basemaps):
    # The slow part is the same with more maps.
    if basemaps:
        shutil.copytree(demo_data(clock, ())[0], data)
        for file in basemaps:
            subprocess.run([BINARY, "basemap", "add", str(file), "--data", data], check=True, capture_output=True)
        return
    subprocess.run(
        [*clock, BINARY, "demo", "--data", data, "--password", PASSWORD, "--public", str(ROOT / "Public")],
        check=True, capture_output=True, env=ENVIRONMENT)
    plan_daily(data, clock)


def plan_daily(data, clock, days=2):
    """Plans the next window of the day for noon in some days, so that none opens by chance during a test."""
    now = int(subprocess.run([*clock, "date", "+%s"], check=True, capture_output=True, text=True).stdout)
    day = datetime.fromtimestamp(now, HELSINKI).date() + timedelta(days=days)
    opens = datetime(day.year, day.month, day.day, 12, tzinfo=HELSINKI).timestamp()
    with contextlib.closing(sqlite3.connect(data + "/cairn.sqlite")) as database, database:
        database.execute(
            "INSERT INTO daily_plan (id, day, opens_at) VALUES (1, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET day = excluded.day, opens_at = excluded.opens_at",
            ((day - date(1970, 1, 1)).days, int(opens * 1000)))


def open_sessions(data, clock):
    """Signs in all people of a world that nobody serves."""
    tokens, now = {}, milliseconds(clock)
    with contextlib.closing(sqlite3.connect(data + "/cairn.sqlite")) as database, database:
        for account, name in database.execute("SELECT id, username FROM account").fetchall():
            tokens[name] = open_session(database, account, now)
    return tokens


def milliseconds(clock):
    """The time of a clock."""
    return int(subprocess.run([*clock, "date", "+%s%3N"], check=True, capture_output=True, text=True).stdout)


def open_session(database, account, now):
    """Signs a person in and returns the session."""
    token = secrets.token_urlsafe(32)
    database.execute(
        "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, ?, ?, ?)",
        (account, account, hashlib.sha256(token.encode()).hexdigest(), "Python-urllib/3", now, now))
    return token


def demo_site(clock=(), basemaps=(), options=(), set_forward=()):
    """A server on its own demo world, optionally with another clock and more maps.

    The clock `set_forward` begins with the world as it is now.
    """
    folder = tempfile.mkdtemp(prefix="cairn-")
    source, sessions = demo_data(tuple(clock), tuple(basemaps))
    site = Site(shutil.copytree(source, folder + "/data"), set_forward or clock, options)
    SESSIONS[site.url] = sessions
    yield site
    site.kill()
    assert_is_discreet(site.log, site.data, sessions.values())
    shutil.rmtree(folder)


@pytest.fixture
def site():
    yield from demo_site()


@pytest.fixture(scope="session")
def quiet_site():
    """A server for tests that only look: all share it, and none may write what people wrote or did."""
    for site in demo_site():
        before = people(site)
        yield site
        assert people(site) == before


def people(site):
    """What people wrote and did, by table."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=PATIENCE / 1000)) as database:
        return {table: database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in [
            "account", "friendship", "friend_request", "block", "note", "delivery", "relic", "moment", "message", "position"]}


# The clocks of the next two run on, and pictures tell how long ago something was: so no longer than for a module.
@pytest.fixture(scope="module")
def still_site():
    """A server whose clock starts at Saturday noon."""
    yield from demo_site(clock=NOON, basemaps=[file for file in [MONACO] if file.exists()])


@pytest.fixture(scope="module")
def gallery_site():
    """A server with the gallery of all pages and parts, whose clock starts at Saturday noon."""
    yield from demo_site(clock=NOON, options=["--gallery"])


def launched(playwright, path, *more):
    return playwright.chromium.launch(
        executable_path=path, args=["--no-sandbox", "--font-render-hinting=none", *more],
        env={**os.environ, "FONTCONFIG_FILE": str(ROOT / "Tests/Browser/fonts.conf")})


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = launched(playwright, CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def equipped_chromium(playwright):
    """Chromium with a simulated camera and microphone, which pages get without a question."""
    browser = launched(playwright, CHROMIUM, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(playwright):
    """Chromium with what the headless build leaves out: notifications."""
    browser = launched(playwright, "/usr/bin/chromium")
    yield browser
    browser.close()


def new_context(browser, **options):
    """A context with long timeouts. What is clicked on a touch screen is tapped: see `touch`."""
    context = browser.new_context(**options)
    if options.get("has_touch"):
        TOUCHED.add(context)
    context.set_default_timeout(PATIENCE)
    return context


def screen(size, touch=True):
    """The options of a context with a screen of this name; all but desktops are touched, unless it is a mere window."""
    return touching(*SIZES[size], touch and size != "desktop")


@pytest.fixture
def visitor(chromium, site):
    """Opens pages as one person; the test fails when a page logs an error or fails to load something."""
    yield from visitors(chromium, site)


@pytest.fixture
def looker(chromium, quiet_site):
    """As visitor, who writes nothing, on a site that all such tests of a worker share."""
    yield from visitors(chromium, quiet_site)


@pytest.fixture
def gallery_visitor(chromium, gallery_site):
    """As visitor, on the site with the gallery, which all tests of a module share."""
    yield from visitors(chromium, gallery_site)


def visitors(chromium, site):
    contexts, trouble = [], []

    def open_page(
            size="phone", scheme="light", scripts=True, at=None, accuracy=8, tiles=True, workers="block", touch=True):
        context = new_context(
            chromium, base_url=site.url, **screen(size, touch), color_scheme=scheme, java_script_enabled=scripts,
            geolocation={**(at or ESPLANADI), "accuracy": accuracy}, permissions=["geolocation"], reduced_motion="reduce",
            locale="en-GB", timezone_id="Europe/Helsinki", service_workers=workers)
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
    """Records errors on a page."""
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("console", lambda message: trouble.append(message.text)
            if message.type == "error" and not expected(message) else None)
    page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url} {request.failure}")
            if request.failure not in ("net::ERR_ABORTED", "net::ERR_INTERNET_DISCONNECTED") else None)
    page.on("response", lambda response: trouble.append(f"status {response.status}: {response.url}")
            if is_missing(response) else None)


def is_missing(response):
    """Whether a part of a page is missing. Only the gallery's people and notes refer to media that do not exist.

    Icons, which a page uses from one sprite, have the type "other".
    """
    is_part = response.request.resource_type in ("stylesheet", "script", "font", "image", "manifest", "other")
    of_gallery = "/gallery/" in response.frame.url and urllib.parse.urlparse(response.url).path.startswith("/media/")
    return is_part and response.status >= 400 and not of_gallery


BLANK = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg' width='512' height='512'/>").decode()


def without_tiles(context):
    """Answers requests for map images with an empty one: they are slow to draw and not part of the test.

    It asks the browser itself for these requests alone: Playwright's own routes stop every request, and turn the cache
    off, so that each page takes twice the time.
    """
    new_page = context.new_page

    def new_page_without_tiles():
        page = new_page()
        browser = context.new_cdp_session(page)

        def answer(event):
            # The page may be closed by now.
            with contextlib.suppress(Error):
                browser.send("Fetch.fulfillRequest", {
                    "requestId": event["requestId"], "responseCode": 200, "body": BLANK,
                    "responseHeaders": [{"name": "Content-Type", "value": "image/svg+xml"}]})

        browser.on("Fetch.requestPaused", answer)
        browser.send("Fetch.enable", {"patterns": [{"urlPattern": "*/atlas/*"}, {"urlPattern": "*/map/picker.svg*"}]})
        return page

    context.new_page = new_page_without_tiles


def expected(message):
    """Whether an error is expected: a form refused on purpose, or a network that a test disconnects."""
    # An upload that was given up. A stream whose session has ended is answered with the page for signing in.
    # An example of a page of administration asks the real one, which is not for whoever looks at examples.
    away = ["ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:sendAbort", "htmx:afterRequest", "EventSource's response",
            "Response Status Error Code 404 from /admin/"]
    return any(f"status of {code}" in message.text for code in (422, 415, 404, 403, 429)) or any(
        words in message.text for words in away)


def sign_in(page, name, at="/"):
    """Signs a person in, with an existing session or by the form, and shows a page."""
    url = page.request.get("/healthz").url
    session = SESSIONS.get(re.match(r"http://[^/]+", url).group(0), {}).get(name)
    if session:
        page.context.add_cookies([{"name": "session", "value": session, "url": url, "sameSite": "Lax", "httpOnly": True}])
        page.goto(at)
        if at == "/":
            page.get_by_role("navigation", name="Main").wait_for()
        return
    page.goto("/login")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("navigation", name="Main").wait_for()
    if at != "/":
        page.goto(at)


def sign_up(page, name, scripts):
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Email").fill(f"{name}@example.com")
    page.get_by_label("Password", exact=True).fill("long enough for me")
    page.get_by_label("Repeat password").fill("long enough for me")
    if scripts:
        page.get_by_role("button", name="Next").click()
    page.get_by_label("Date of birth").fill("2001-05-31")
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="First steps").wait_for()


@contextlib.contextmanager
def answered(page, scripts):
    """Waits for a step of the compose form: with scripts the answer replaces a part, otherwise it is a new page."""
    if scripts:
        form = page.locator("[data-preview-part]").element_handle()
        yield
        page.wait_for_function("(form) => !form.isConnected", arg=form, timeout=PATIENCE)
    else:
        with page.expect_navigation():
            yield
