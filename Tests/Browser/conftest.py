"""Runs the real server on a demo world, and real Chromium on it.

CAIRN_BINARY names the server's binary; everything else is made here.
"""

import base64
import contextlib
import fcntl
import functools
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

import pytest
from playwright.sync_api import Error, expect, sync_playwright

import clock
from fixtures import MONACO
from pages import SIZES

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("CAIRN_BINARY", str(ROOT / ".build/debug/cairn"))
PASSWORD = "demo-password"
# The person whom most tests are about.
HOST = "aino_k"
# Sessions of the demo world's people by name, by the site's address.
SESSIONS = {}
# The environment variables that name the folder of demo worlds, the seed that chooses samples, that all are wanted, and the
# file that gets the ids of what failed.
WORLDS, SEED, ALL, FAILED = "CAIRN_TEST_WORLDS", "CAIRN_TEST_SEED", "CAIRN_TEST_ALL", "CAIRN_TEST_FAILED"
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


class Site:
    """A server and the data folder it serves."""

    def __init__(self, data, options=(), environment=(), log=subprocess.DEVNULL):
        self.data = data
        self.log = log
        self.options = list(options)
        self.environment = dict(environment)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--data", self.data, "--public", str(ROOT / "Public"),
             *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, **self.environment})
        line = self.process.stdout.readline()
        self.url = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+)\n", line).group(1).replace("127.0.0.1", "localhost")
        # Of an earlier site on the same port.
        SESSIONS.pop(self.url, None)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=PATIENCE / 1000)


def pytest_configure(config):
    """Makes the folder of demo worlds and the seed, which all workers share, and the clock, which they do not."""
    config.option.maxschedchunk = getattr(config.option, "maxschedchunk", None) or 2
    is_worker = hasattr(config, "workerinput")
    if not is_worker:
        os.environ[WORLDS] = tempfile.mkdtemp(prefix="cairn-worlds-")
        os.environ.setdefault(SEED, "1")
        os.environ["TZ"] = "UTC"
    if is_worker or not getattr(config.option, "numprocesses", None):
        clock.install(Path(os.environ[WORLDS]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    clock.begin()


# How many seconds each test took when it last ran on this machine, and from how many on it is a long one.
SECONDS, LONG = "cairn/seconds", 4


# What only tells how a test looks at a page: one of its cases with scripts, and one without, is enough for a run.
LOOKS = {"size", "scheme", "scripts"}


def without_repeats(items):
    """The tests of this run: of those that differ in looks alone, the one whose own name the seed gives the lowest number."""
    cases = {}
    for item in items:
        values = item.callspec.params if hasattr(item, "callspec") else {}
        is_look = LOOKS & set(values) and set(values) <= LOOKS
        cases.setdefault((item.path, item.originalname, values.get("scripts")) if is_look else item.nodeid, []).append(item)
    return [item for case in cases.values()
            for item in (case if len(case) == 1 else [min(case, key=lambda item: drawn(item.nodeid))])]


def keep(config, items, kept):
    """Runs these items alone."""
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_collection_modifyitems(config, items):
    """Files with long tests come first, so that no worker is left alone with one at the end, and their long ones before
    the others. By another clock than usual, those that only look at pages are left out: they know what stands there at noon."""
    if clock.IS_OTHER:
        keep(config, items, [item for item in items if "quiet_site" not in item.fixturenames])
    if os.environ.get(ALL) != "1" and not config.option.keyword and not any("[" in name for name in config.args):
        keep(config, items, without_repeats(items))
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
    if os.environ.get(FAILED):
        ids = sorted({report.nodeid for kind in ["failed", "error"] for report in stats.get(kind, [])})
        Path(os.environ[FAILED]).write_text("".join(f"{name}\n" for name in ids))
    took = {report.nodeid: round(report.duration, 1) for report in stats.get("passed", []) if report.when == "call"}
    session.config.cache.set(SECONDS, session.config.cache.get(SECONDS, {}) | took)


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ[WORLDS], ignore_errors=True)


def has_its_turn(name, one_in):
    """Whether this run takes a case of which each run takes one in so many, chosen by the seed."""
    return os.environ.get(ALL) == "1" or drawn(name) % one_in == 0


def drawn(name):
    """The number that the seed gives for a name, whatever else there is."""
    return int.from_bytes(hashlib.sha256(f"{os.environ[SEED]} {name}".encode()).digest()[:8])


@functools.cache
def demo_data(basemaps=()):
    """The data of a demo world, made once for all tests with the same maps, and sessions of all its people by name.

    Password hashing is slow by design, and most tests are not about the login.
    """
    name = hashlib.sha256(repr(basemaps).encode()).hexdigest()[:16]
    data, sessions = f"{os.environ[WORLDS]}/{name}", f"{os.environ[WORLDS]}/{name}.json"
    with open(data + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(sessions):
            make_world(data, basemaps)
            made = demo_data()[1] if basemaps else open_sessions(data)
            Path(sessions).write_text(json.dumps(made))
    return data, json.loads(Path(sessions).read_text())


def make_world(data, basemaps):
    # The slow part is the same with more maps.
    if basemaps:
        shutil.copytree(demo_data()[0], data)
        for file in basemaps:
            subprocess.run([BINARY, "basemap", "add", str(file), "--data", data], check=True, capture_output=True)
        return
    # Its people were somewhere a minute before the test begins, however long it takes to make them.
    still = clock.Clock(data + ".clock")
    still.stop(clock.START)
    subprocess.run(
        [BINARY, "demo", "--data", data, "--password", PASSWORD, "--public", str(ROOT / "Public")],
        check=True, capture_output=True, env={**os.environ, **still.environment})
    plan_daily(data)


def plan_daily(data, days=2):
    """Plans the next window of the day for noon in some days, so that none opens by chance during a test."""
    day = clock.START.astimezone(clock.HELSINKI).date() + timedelta(days=days)
    opens = datetime(day.year, day.month, day.day, 12, tzinfo=clock.HELSINKI).timestamp()
    with contextlib.closing(sqlite3.connect(data + "/cairn.sqlite")) as database, database:
        database.execute(
            "INSERT INTO daily_plan (id, day, opens_at) VALUES (1, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET day = excluded.day, opens_at = excluded.opens_at",
            ((day - date(1970, 1, 1)).days, int(opens * 1000)))


def open_sessions(data):
    """Signs in all people of a world that nobody serves, but not its guest, who has no browser."""
    tokens, now = {}, int(clock.START.timestamp() * 1_000)
    with contextlib.closing(sqlite3.connect(data + "/cairn.sqlite")) as database, database:
        for account, name in database.execute("SELECT id, username FROM account WHERE NOT username_folded LIKE '~%'").fetchall():
            tokens[name] = secrets.token_urlsafe(32)
            database.execute(
                "INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at) VALUES (?, ?, ?, ?, ?, ?)",
                (account, account, hashlib.sha256(tokens[name].encode()).hexdigest(), "Python-urllib/3", now, now))
    return tokens


def demo_site(basemaps=(), options=(), environment=(), log=subprocess.DEVNULL):
    """A server on its own demo world, optionally with more maps, options, and environment variables such as those of a clock."""
    folder = tempfile.mkdtemp(prefix="cairn-")
    source, sessions = demo_data(tuple(basemaps))
    site = Site(shutil.copytree(source, folder + "/data"), options, environment, log)
    SESSIONS[site.url] = sessions
    yield site
    site.kill()
    shutil.rmtree(folder)


def appoint_keeper(site):
    """Gives a site the administrator `keeper`, with the password of the people of its world."""
    command = [BINARY, "admin", "add", "keeper", "--email", "keeper@example.org", "--data", site.data]
    subprocess.run(
        [*command, "--public", str(ROOT / "Public")], input=f"{PASSWORD}\n", text=True, check=True, capture_output=True)


@pytest.fixture(name="clock")
def server_clock(tmp_path):
    """The clock of the server of a test that sets it forward."""
    return clock.of_server(tmp_path)


@pytest.fixture
def site():
    yield from demo_site()


@pytest.fixture(scope="session")
def quiet_site():
    """A server for tests that only look, with the gallery of all pages and parts, and with real maps where they are: all share
    it, and none may write what people wrote or did."""
    for site in demo_site(basemaps=[file for file in [MONACO] if file.exists()], options=["--gallery"]):
        before = people(site)
        yield site
        assert people(site) == before


def people(site):
    """What people wrote and did, by table."""
    with contextlib.closing(sqlite3.connect(site.data + "/cairn.sqlite", timeout=PATIENCE / 1000)) as database:
        return {table: database.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in [
            "account", "friendship", "friend_request", "block", "note", "delivery", "relic", "moment", "message", "position"]}


def launched(playwright, path, *more):
    return playwright.chromium.launch(
        # Some machines have little shared memory.
        executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none", *more],
        # Shows notifications itself, instead of waiting for a desktop that is not there.
        env={**os.environ, "FONTCONFIG_FILE": str(ROOT / "Tests/Browser/fonts.conf"), "DBUS_SESSION_BUS_ADDRESS": "disabled:"})


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
    """A context with long timeouts."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture
def visitor(chromium, site):
    """Opens pages as one person; the test fails when a page logs an error or fails to load something."""
    yield from visitors(chromium, site)


@pytest.fixture
def keeper(visitor, site):
    """Opens pages of the site's administrator."""
    appoint_keeper(site)

    def open_page(at, *arguments):
        page = visitor(*arguments)
        sign_in(page, "keeper", at)
        return page
    return open_page


@pytest.fixture
def looker(chromium, quiet_site):
    """As visitor, on the server that all tests share which only look."""
    yield from visitors(chromium, quiet_site)


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
    away = ["ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:sendAbort", "htmx:afterRequest", "EventSource's response"]
    # The browser's words, and htmx's: a page of the gallery that looks again every two seconds asks for what is another's.
    statuses = [f"{words} {code}" for words in ("status of", "Response Status Error Code") for code in (422, 415, 404, 403, 429)]
    return any(words in message.text for words in statuses + away)


def sign_in(page, name, at="/"):
    """Signs a person in, with an existing session or by the form, and shows a page, or none yet with `at=None`: a first page
    costs as much as seven more."""
    url = page.request.get("/healthz").url
    session = SESSIONS.get(re.match(r"http://[^/]+", url).group(0), {}).get(name)
    if session:
        page.context.add_cookies([{"name": "session", "value": session, "url": url, "sameSite": "Lax", "httpOnly": True}])
        if at:
            page.goto(at)
        if at == "/":
            page.get_by_role("navigation", name="Main").wait_for()
        return
    page.goto("/login")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("navigation", name="Main").wait_for()
    if at not in ("/", None):
        page.goto(at)


def sign_up(page, name):
    page.goto("/")
    page.get_by_role("link", name="Sign up").click()
    send_sign_up(page, name)
    page.get_by_role("heading", name="Friends").wait_for()


def send_sign_up(page, name):
    """Fills in the form for a new account, and sends it."""
    page.get_by_label("Username").fill(name)
    page.get_by_label("Email").fill(f"{name}@example.com")
    page.get_by_label("Date of birth").fill("2001-05-31")
    page.get_by_label("Password", exact=True).fill("long enough for me")
    page.get_by_label("Repeat password").fill("long enough for me")
    page.get_by_role("button", name="Sign up").click()


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
