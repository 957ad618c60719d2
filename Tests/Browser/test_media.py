"""Uploads on the real server: killed during uploads, two processes on one folder, a browser's camera."""

import io
import os
import random
import re
import sqlite3
import struct
import threading
import time
import urllib.error
import urllib.request
import zlib

import pytest

from clock import now
from conftest import CHROMIUM, PATIENCE, Site, new_context, sign_in
from client import Client

SIZES = ["original", "large", "medium", "small"]


def png(width=1400, height=1000, seed=1):
    """An image of noise: slow to send, slow to decode."""
    noise = random.Random(seed)
    rows = b"".join(b"\x00" + noise.randbytes(3 * width) for _ in range(height))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def send_picture(client, picture):
    token = client.token("/settings/profile")
    body = io.BytesIO()
    for name, value in [("csrf", token), ("bio", "Hello"), ("phone", "")]:
        body.write(f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode())
    body.write(b'--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n')
    body.write(picture)
    body.write(b"\r\n--b--\r\n")
    request = urllib.request.Request(
        client.url + "/settings/profile", body.getvalue(), {"Content-Type": "multipart/form-data; boundary=b"})
    try:
        with client.opener.open(request, timeout=PATIENCE / 1000) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def query(site, sql):
    connection = sqlite3.connect(f"{site.data}/cairn.sqlite", timeout=PATIENCE / 1000)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def change(site, sql, rows=((),)):
    connection = sqlite3.connect(f"{site.data}/cairn.sqlite", timeout=PATIENCE / 1000)
    with connection:
        connection.executemany(sql, rows)
    connection.close()


def stored(site):
    """Names of stored files, without the size."""
    names = {}
    for folder, _, files in os.walk(f"{site.data}/media"):
        for file in files:
            name, size = file.rsplit("-", 1)
            names.setdefault(name, set()).add(size)
    return names


def check_whole(site):
    """Checks that every row has all its files, and that every person's picture is one of them."""
    files = stored(site)
    rows = query(site, "SELECT name, size FROM media_file")
    assert all(size in files.get(name, ()) for name, size in rows)
    named = {name for (name,) in query(site, "SELECT name FROM media")}
    assert {name for name, _ in rows} == named
    assert {name for (name,) in query(site, "SELECT picture FROM account WHERE picture IS NOT NULL")} <= named
    return named, set(files)


def age(site, seconds=3_700):
    """Backdates everything stored, and makes the sweep due."""
    before = now() / 1_000 - seconds
    for top in ["media", "tmp"]:
        for folder, _, files in os.walk(f"{site.data}/{top}"):
            for file in files:
                os.utime(f"{folder}/{file}", (before, before))
    change(site, "UPDATE job SET run_at = 0, lease_until = NULL WHERE kind = 'media.sweep'")


def wait_until(is_so):
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_no_partial_upload_is_left_when_the_server_is_killed(site):
    client = Client(site.url).sign_in("aino_k")
    count = len(stored(site))
    assert send_picture(client, png(seed=0)) == 303
    moments = [0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3]
    for number, moment in enumerate(moments):
        before = query(site, "SELECT picture FROM account WHERE username = 'aino_k'")[0][0]
        picture = png(seed=number + 1)
        thread = threading.Thread(target=lambda: swallow(lambda: send_picture(client, picture)))
        thread.start()
        time.sleep(moment)
        site.kill()
        thread.join()
        # With the server gone, nothing would enforce the time limit.
        wait_until(lambda: workers(site) == [])
        named, _ = check_whole(site)
        after = query(site, "SELECT picture FROM account WHERE username = 'aino_k'")[0][0]
        assert before is not None and after in named
        site.start()
        client.url = site.url
        status = client.opener.open(f"{site.url}/media/{after}/small", timeout=PATIENCE / 1000)
        assert status.status == 200 and len(status.read()) > 100
    # The sweep finds leftovers: files that no row refers to, and incomplete request bodies.
    site.stop()
    age(site)
    site.start()
    wait_until(lambda: set(stored(site)) == {name for (name,) in query(site, "SELECT name FROM media")})
    wait_until(lambda: os.listdir(f"{site.data}/tmp") == [])
    assert len(check_whole(site)[0]) == count
    assert len([name for name in os.listdir(f"{site.data}/work") if not name.endswith(".lock")]) == 1


def workers(site):
    """Running programs that process uploads of this site."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        swallow(lambda: os.readlink(f"/proc/{process}/cwd").startswith(f"{site.data}/work") and found.append(process))
    return found


def swallow(body):
    try:
        body()
    except (OSError, AttributeError):
        pass


def test_the_old_picture_is_deleted(site):
    client = Client(site.url).sign_in("aino_k")
    count = len(stored(site))
    assert send_picture(client, png(300, 300, 1)) == 303
    assert send_picture(client, png(300, 300, 2)) == 303
    wait_until(lambda: len(stored(site)) == count)
    check_whole(site)


def test_two_processes_share_a_folder_and_its_jobs(site):
    client = Client(site.url).sign_in("aino_k")
    other = Site(site.data)
    count = len(stored(site))
    try:
        for number in range(4):
            client.url = [site.url, other.url][number % 2]
            assert send_picture(client, png(400, 400, number)) == 303
        wait_until(lambda: len(stored(site)) == count)
        check_whole(site)
        # A job whose process was killed is taken over when its lease expires, not before.
        held, free = "a" * 26, "b" * 26
        for name in [held, free]:
            folder = f"{site.data}/media/{name[0]}/{name[1]}"
            os.makedirs(folder, exist_ok=True)
            for size in SIZES:
                open(f"{folder}/{name}-{size}", "w").close()
        lease = now() + 3_600_000
        change(site, "INSERT INTO job (id, kind, idempotency_key, payload, run_at, attempts, lease_until) "
               "VALUES (?, 'media.remove', ?, ?, 0, ?, ?)", [(1, "k", held, 1, lease), (2, "l", free, 0, None)])
        # A worker that runs the second job has skipped the first.
        wait_until(lambda: free not in stored(site) and query(site, "SELECT * FROM job WHERE id = 2") == [])
        assert stored(site)[held] == set(SIZES)
        change(site, "UPDATE job SET lease_until = 1 WHERE id = 1")
        wait_until(lambda: held not in stored(site) and query(site, "SELECT * FROM job WHERE id = 1") == [])
        assert query(site, "SELECT kind FROM job WHERE failed_at IS NOT NULL") == []
    finally:
        other.stop()


def test_the_camera_of_a_desktop(site, camera):
    page = camera(site.url)
    sign_in(page, "aino_k", "/settings/profile")
    page.get_by_role("button", name="Take one now").click()
    page.wait_for_function("() => document.querySelector('dialog video')?.videoWidth > 0")
    page.get_by_role("button", name="Take it").click()
    page.locator("[data-picture-shown] img[src^='blob:']").wait_for()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    source = page.locator(".rail-me img.avatar").get_attribute("src")
    assert re.fullmatch(r"/media/[a-z2-7]{26}/small", source)
    page.goto("/friends")
    page.wait_for_function("() => document.querySelector('.rail-me img').naturalWidth === 160")


@pytest.mark.parametrize("size, scheme", [("phone", "dark"), ("desktop", "light")])
def test_a_file_becomes_the_picture_everywhere(site, visitor, size, scheme):
    # Her first picture: initials give way to it.
    change(site, "UPDATE account SET picture = NULL WHERE username = 'aino_k'")
    page, friend = visitor(size, scheme, tiles=False), visitor(size, scheme, tiles=False)
    sign_in(page, "aino_k", "/settings/profile")
    page.get_by_label("Your picture").set_input_files(
        {"name": "me.png", "mimeType": "image/png", "buffer": png(600, 400)})
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    sign_in(friend, "mikko", at=None)
    for person, path in [(page, "/settings/profile"), (page, "/you"), (friend, "/friends"),
                         (friend, "/people/aino_k"), (friend, "/notes/new")]:
        person.goto(path)
        shown = person.locator("img[src^='/media/']:visible").first
        shown.wait_for()
        shown.evaluate("image => image.decode()")
        # Cropped to a square when it was uploaded, and shown round.
        assert shown.evaluate("image => image.naturalWidth === image.naturalHeight"), path
        box = shown.bounding_box()
        assert box["width"] == box["height"] >= 24, path
        assert shown.evaluate("image => getComputedStyle(image).borderTopLeftRadius") == "50%", path


@pytest.fixture
def camera(chromium):
    """A browser with a simulated camera."""
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"])

    def open_page(url):
        context = new_context(
            browser, base_url=url, viewport={"width": 1280, "height": 800}, permissions=["camera"], reduced_motion="reduce")
        return context.new_page()

    yield open_page
    browser.close()
