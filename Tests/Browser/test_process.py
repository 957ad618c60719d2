"""The program as the host meets it: commands, options, signals, and a power cut in the middle of a burst."""

import http.cookiejar
import os
import re
import signal
import socket
import stat
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import BINARY, PASSWORD, PATIENCE, ROOT


class Client:
    """A browser without a screen: cookies and forms."""

    def __init__(self, url):
        self.url = url
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), NoRedirect)

    def open(self, path, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        try:
            with self.opener.open(self.url + path, data, timeout=PATIENCE / 1000) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def token(self, path):
        return re.search(r'name="csrf" value="([^"]+)"', self.open(path)[1]).group(1)

    def sign_in(self, name):
        fields = {"csrf": self.token("/login"), "username": name, "password": PASSWORD}
        assert self.open("/login", fields)[0] == 303
        return self


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def test_no_note_that_was_answered_is_lost_when_the_server_is_killed(site):
    clients = [Client(site.url).sign_in("aino_k") for _ in range(6)]
    tokens = [client.token("/notes/new") for client in clients]
    answered, lock = [], threading.Lock()

    def burst(index):
        for number in range(10_000):
            text = f"burst {index}-{number}."
            fields = {"csrf": tokens[index], "text": text, "to": "mikko", "lat": "60.17", "lon": "24.94", "key": text}
            try:
                status, _ = clients[index].open("/notes", fields)
            except OSError:
                return
            assert status == 303
            with lock:
                answered.append(text)

    threads = [threading.Thread(target=burst, args=(index,)) for index in range(len(clients))]
    for thread in threads:
        thread.start()
    while len(answered) < 150 and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    site.kill()
    for thread in threads:
        thread.join()
    kept = subprocess.run(
        ["sqlite3", f"{site.data}/cairn.sqlite", "SELECT text FROM note"], capture_output=True, text=True, check=True)
    lost = set(answered) - set(kept.stdout.splitlines())
    assert len(answered) >= 150 and lost == set()
    check = subprocess.run(
        ["sqlite3", f"{site.data}/cairn.sqlite", "PRAGMA integrity_check; PRAGMA foreign_key_check; "
         "SELECT count(*) FROM note WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE note_id = note.id)"],
        capture_output=True, text=True, check=True)
    assert check.stdout.split() == ["ok", "0"]
    site.start()
    assert Client(site.url).sign_in("aino_k").open("/notes")[0] == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_order(site, number):
    assert Client(site.url).open("/readyz") == (200, "ok\n")
    site.process.send_signal(number)
    assert site.process.wait(timeout=PATIENCE / 1000) == 0
    assert site.process.stdout.read() == ""


def run(*arguments, **environment):
    result = subprocess.run(
        [BINARY, *arguments], capture_output=True, text=True, timeout=PATIENCE / 1000, cwd=ROOT, env={**os.environ, **environment})
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("arguments,environment,code,words", [
    (["serve", "--port", "x"], {}, 64, "0 to 65535"), (["serve", "--port", "65536"], {}, 64, "0 to 65535"),
    (["serve", "--prot", "1"], {}, 64, "--prot"), (["serv"], {}, 64, "serv"),
    (["serve", "--base-url", "cairn.example"], {}, 64, "https://"), (["serve", "--public", "/nowhere"], {}, 64, "--public"),
    (["serve"], {"CAIRN_PORT": "no"}, 78, "CAIRN_PORT"), (["serve"], {"CAIRN_BASE_URL": "ftp://x"}, 78, "CAIRN_BASE_URL"),
    (["serve"], {"CAIRN_LOG_LEVEL": "loud"}, 78, "CAIRN_LOG_LEVEL"),
    (["serve", "--host", "nowhere.invalid", "--port", "0"], {}, 78, "--host"),
    (["demo", "--password", "short"], {}, 64, "8 to 1,024"),
])
def test_a_mistake_is_told_in_one_line(arguments, environment, code, words, tmp_path):
    result, out, err = run(*arguments, **{"CAIRN_DATA": str(tmp_path / "data"), **environment})
    lines = [line for line in err.splitlines() if " notice " not in line]
    assert (result, out, len(lines)) == (code, "", 1), err
    assert words in lines[0]


def test_links_hold_the_port_that_was_picked(site):
    client = Client(site.url).sign_in("aino_k")
    assert client.open("/friends/invite", {"csrf": client.token("/friends/invite")})[0] == 303
    page = client.open("/friends/invite")[1]
    assert re.findall(r"http://localhost:\d+(?=/)", page) and site.url in page and ":0/" not in page


def test_a_port_in_use_is_told(site, tmp_path):
    port = site.url.rsplit(":", 1)[1]
    code, out, err = run("serve", "--port", port, "--data", str(tmp_path / "data"))
    assert code == 78 and out == "" and f":{port}" in err


def test_the_demo_world_is_made_once_and_is_private(tmp_path):
    data = str(tmp_path / "demo")
    first = run("demo", "--data", data)
    assert first[0] == 0 and "aino_k" in first[1]
    assert run("demo", "--data", data)[1] == first[1]
    assert run("demo", "--data", data, "--reset")[1] != first[1]
    for name in ["password.txt", "secret.key", "cairn.sqlite"]:
        assert stat.S_IMODE(os.stat(f"{data}/{name}").st_mode) == 0o600, name
    assert stat.S_IMODE(os.stat(data).st_mode) == 0o700


def test_the_demo_world_never_replaces_another_site(tmp_path):
    data = str(tmp_path / "data")
    os.mkdir(data)
    open(f"{data}/cairn.sqlite", "w").close()
    for arguments in [["demo", "--data", data], ["demo", "--data", data, "--reset"]]:
        code, _, err = run(*arguments)
        assert code == 78 and "another --data folder" in err
    assert os.path.exists(f"{data}/cairn.sqlite")


def test_routes_are_listed(tmp_path):
    code, out, _ = run("routes")
    assert code == 0
    lines = [line.split("\t") for line in out.splitlines()]
    assert all(len(line) == 3 for line in lines)
    assert ["POST", "/positions", "signed in"] in lines and ["GET", "/login", "open"] in lines


def test_raw_garbage_gets_an_answer(site):
    port = int(site.url.rsplit(":", 1)[1])
    for garbage in [b"\r\n\r\n\x00\x01\x02\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"]:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE / 1000) as connection:
            connection.sendall(garbage)
            assert connection.recv(100).startswith(b"HTTP/1.1 400")
    assert Client(site.url).open("/healthz") == (200, "ok\n")


def test_wrong_bodies_are_never_a_fault_of_ours(site):
    client = Client(site.url).sign_in("aino_k")
    for body, kind, wanted in [
        (b"{}", "application/json", 415), (b"%zz=1", "application/x-www-form-urlencoded", 400),
        (b"a=%00", "application/x-www-form-urlencoded", 400), (b"x" * 70_000, "application/x-www-form-urlencoded", 413),
        (b"--b\r\n", "multipart/form-data; boundary=b", 400), (b"\xff\xfe=\x80", "application/x-www-form-urlencoded", 403),
    ]:
        request = urllib.request.Request(site.url + "/notes", body, {"Content-Type": kind})
        try:
            status = client.opener.open(request, timeout=PATIENCE / 1000).status
        except urllib.error.HTTPError as error:
            status = error.code
        assert status == wanted, (body[:20], status)
