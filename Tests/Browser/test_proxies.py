"""The site behind a real nginx and a real Caddy with TLS, with the files of Packaging/proxy as the documentation shows them."""

import base64
import contextlib
import hmac
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.parse
from pathlib import Path

import pytest

import clock
from conftest import PASSWORD, PATIENCE, ROOT, demo_data
from fixtures import PHOTO
from test_process import start_with

HOST = "cairn.example.org"
FILES = ROOT / "Packaging/proxy"
# Where bin/test unpacks them.
FOLDERS = [str(ROOT / ".tools/proxies/usr/sbin"), str(ROOT / ".tools/proxies/usr/bin")]


def program(name):
    found = shutil.which(name, path=os.pathsep.join([*FOLDERS, os.environ["PATH"]]))
    assert found, f"there is no {name}"
    return found


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """A folder with a certificate for the host, and that of the authority which signed it."""
    folder = tmp_path_factory.mktemp("authority")

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
            "-subj", "/CN=Test authority", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={HOST}",
            "-keyout", "host.key", "-out", "host.csr")
    (folder / "names").write_text(f"subjectAltName=DNS:{HOST}\n")
    openssl("x509", "-req", "-in", "host.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30",
            "-extfile", "names", "-out", "host.pem")
    return folder


def free_ports():
    """A free port before another one."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port + 1)):
                return port


def nginx(folder, port, backend, authority):
    """The documented file, with other ports and certificates."""
    text = (FILES / "nginx.conf").read_text()
    for old, new in [("    listen [::]:80;\n", ""), ("    listen [::]:443 ssl http2;\n", ""),
                     ("listen 80;", f"listen 127.0.0.1:{port + 1};"), ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("127.0.0.1:8080", f"127.0.0.1:{backend}"),
                     ("/etc/ssl/cairn/fullchain.pem", f"{authority}/host.pem"),
                     ("/etc/ssl/cairn/privkey.pem", f"{authority}/host.key")]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "cairn.conf").write_text(text)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
    (folder / "main.conf").write_text(
        f"pid {folder}/pid; error_log {folder}/error.log; worker_processes 2; events {{}}\n"
        f"http {{ access_log off; {temporary} include {folder}/cairn.conf; }}\n")
    return [program("nginx"), "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(folder / "main.conf"), "-g", "daemon off;"]


def caddy(folder, port, backend, authority):
    """The documented file, with other ports and certificates, and nothing that asks the network for one."""
    text = (FILES / "Caddyfile").read_text()
    for old, new in [(f"{HOST} {{", f"https://{HOST}:{port} {{\n\tbind 127.0.0.1\n\ttls {authority}/host.pem {authority}/host.key"),
                     ("reverse_proxy 127.0.0.1:8080", f"reverse_proxy 127.0.0.1:{backend}")]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


class Proxied:
    """A server on a socket that is held for it, and a proxy before it."""

    def __init__(self, kind, folder, authority):
        source, self.sessions = demo_data()
        self.data = shutil.copytree(source, folder / "data")
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.tls = ssl.create_default_context(cafile=str(authority / "ca.pem"))
        self.start()
        # Another program may take a port that has just been free.
        assert any(self.start_proxy(kind, folder, authority) for _ in range(5)), (folder / "log").read_text()

    def start_proxy(self, kind, folder, authority):
        self.port = free_ports()
        command = {"nginx": nginx, "caddy": caddy}[kind](folder, self.port, self.listener.getsockname()[1], authority)
        with open(folder / "log", "w") as log:
            self.proxy = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(folder)})
        while self.proxy.poll() is None:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", self.port)):
                return True
            time.sleep(0.05)
        return False

    def start(self):
        self.server = start_with(
            self.listener.fileno(), str(self.data), stderr=subprocess.DEVNULL,
            env={**os.environ, "CAIRN_BASE_URL": f"https://{HOST}", "CAIRN_TRUSTED_PROXIES": "127.0.0.1"})
        assert self.server.stdout.readline().startswith("listening")

    def end_server(self):
        self.server.send_signal(signal.SIGTERM)
        assert self.server.wait(timeout=PATIENCE / 1000) == 0

    def stop(self):
        # First the server: a proxy waits for open streams before it ends.
        self.server.kill()
        self.server.wait()
        self.proxy.terminate()
        self.proxy.wait()
        self.listener.close()

    def connection(self, source="127.0.0.2"):
        """A connection to the proxy, from another address than that of the proxy itself."""
        connection = http.client.HTTPSConnection(
            HOST, self.port, context=self.tls, timeout=PATIENCE / 1000, source_address=(source, 0))
        connection._create_connection = lambda _, *rest: socket.create_connection(("127.0.0.1", self.port), *rest)
        return connection

    def ask(self, method, path, body=None, source="127.0.0.2", **headers):
        connection = self.connection(source)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Host": HOST, **named})
        answer = connection.getresponse()
        answer.content = answer.read()
        connection.close()
        return answer

    def form(self, path, fields, cookies, **more):
        return self.ask(
            "POST", path, urllib.parse.urlencode(fields), Cookie=cookies, Origin=f"https://{HOST}",
            Content_Type="application/x-www-form-urlencoded", **more)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxied(request, tmp_path_factory, authority):
    program(request.param)
    made = Proxied(request.param, tmp_path_factory.mktemp(request.param), authority)
    yield made
    made.stop()


def cookies(answer):
    return "; ".join(value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie")


def token(answer):
    return re.search(rb'name="csrf" value="([^"]+)"', answer.content).group(1).decode()


def test_sessions_are_for_https_alone_and_forms_are_taken(proxied):
    page = proxied.ask("GET", "/login")
    assert page.status == 200 and page.getheader("Strict-Transport-Security")
    fields = {"csrf": token(page), "username": "aino_k", "password": PASSWORD}
    answer = proxied.form("/login", fields, cookies(page))
    assert answer.status == 303
    made = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    assert made and all("; secure" in value.lower() and "; httponly" in value.lower() for value in made)
    assert answer.getheader("Location", "").startswith(("/", f"https://{HOST}/"))
    assert proxied.ask("GET", "/settings", Cookie=cookies(answer)).status == 200
    # A page of another site is turned away, whatever the proxy says of itself.
    foreign = proxied.ask(
        "POST", "/login", urllib.parse.urlencode(fields), Cookie=cookies(page), Origin="https://evil.example",
        Content_Type="application/x-www-form-urlencoded")
    assert foreign.status == 403


def test_addresses_are_those_of_the_visitors_and_nobody_makes_theirs_up(proxied):
    def wrong(number, source):
        page = proxied.ask("GET", "/login", source=source)
        fields = {"csrf": token(page), "username": f"nobody_{number}", "password": "not a password of anybody"}
        return proxied.form(
            "/login", fields, cookies(page), source=source, X_Forwarded_For=f"203.0.113.{number}").status

    statuses = [wrong(number, "127.0.0.3") for number in range(11)]
    assert statuses[0] != 429 and statuses[-1] == 429, statuses
    assert wrong(20, "127.0.0.4") != 429


def test_the_doctor_finds_that_all_arrives(proxied):
    key = (Path(proxied.data) / "secret.key").read_bytes()
    now = clock.now()
    text = f"{now} {(Path(proxied.data) / 'cairn.sqlite').stat().st_ino}"
    signature = hmac.digest(key, f"doctor\0{text}".encode(), "sha256")
    proof = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in [text.encode(), signature])
    answer = proxied.ask("GET", f"/doctor/{proof}")
    assert answer.status == 200
    assert json.loads(answer.content) == {
        "host": HOST, "isTrusted": True, "namesClient": True, "scheme": "https", "hasFields": True}


@pytest.mark.parametrize("proxied", ["nginx"], indirect=True)
def test_plain_http_leads_to_https(proxied):
    connection = http.client.HTTPConnection("127.0.0.1", proxied.port + 1, timeout=PATIENCE / 1000)
    connection.request("GET", "/n/a?b=c", headers={"Host": HOST})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Location")) == (301, f"https://{HOST}/n/a?b=c")
    connection.close()


def test_the_documentation_shows_the_file_of_caddy():
    shown = "".join(f"    {line}\n" for line in (FILES / "Caddyfile").read_text().splitlines())
    for page in ["README.md", "docs/hosting.md"]:
        assert f"\n\n{shown}\n" in (ROOT / page).read_text(), page


def session(proxied, name):
    cookie = f"__Host-session={proxied.sessions[name]}"
    return cookie, proxied.ask("GET", "/settings", Cookie=cookie)


def test_events_arrive_while_the_stream_is_open(proxied):
    (mikko, _), (aino, page) = session(proxied, "mikko"), session(proxied, "aino_k")
    stream = proxied.connection()
    stream.request("GET", "/events", headers={"Host": HOST, "Cookie": mikko, "Accept": "text/event-stream"})
    answer = stream.getresponse()
    assert answer.status == 200 and answer.getheader("Content-Type").startswith("text/event-stream")
    sent = proxied.form("/chats/mikko", {"csrf": token(page), "text": "through a proxy", "key": "p1"}, aino)
    assert sent.status == 303
    # A proxy that gathers an answer would give nothing for as long as the stream is open.
    lines = []
    while not lines or not re.match(rb"event: (chat|notice)", lines[-1]):
        lines.append(answer.readline())
        assert len(lines) < 20 and lines[-1], lines
    stream.close()


def test_a_photo_larger_than_proxies_take_by_default_is_stored_and_read_in_ranges(proxied):
    cookie, page = session(proxied, "aino_k")
    photo = PHOTO.read_bytes()
    # What follows a picture's end belongs to nobody, and makes the body larger than a megabyte.
    photo += bytes(3_000_000)
    edge = "edge-of-a-part"
    body = (f'--{edge}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token(page)}\r\n'
            f'--{edge}\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\n'
            "Content-Type: image/jpeg\r\n\r\n").encode() + photo + f"\r\n--{edge}--\r\n".encode()
    answer = proxied.ask(
        "POST", "/settings/profile", body, Cookie=cookie, Origin=f"https://{HOST}",
        Content_Type=f"multipart/form-data; boundary={edge}")
    assert answer.status == 303, answer.content[:2000]
    picture = re.search(rb'"(/media/[^"/]+)/small"', proxied.ask("GET", "/you", Cookie=cookie).content).group(1).decode()
    whole = proxied.ask("GET", picture, Cookie=cookie)
    part = proxied.ask("GET", picture, Cookie=cookie, Range="bytes=100-299")
    assert whole.status == 200 and part.status == 206
    assert part.content == whole.content[100:300]
    assert part.getheader("Content-Range") == f"bytes 100-299/{len(whole.content)}"


def test_nobody_is_turned_away_while_the_server_starts_again(proxied, record_property):
    statuses, is_over = [], threading.Event()

    def keep_asking():
        while not is_over.is_set():
            try:
                statuses.append(proxied.ask("GET", "/login").status)
            except OSError as error:
                statuses.append(error)

    threads = [threading.Thread(target=keep_asking) for _ in range(4)]
    for thread in threads:
        thread.start()

    def wait_for_more():
        seen = len(statuses)
        while len(statuses) < seen + 40:
            time.sleep(0.01)

    for _ in range(3):
        wait_for_more()
        proxied.end_server()
        proxied.start()
    wait_for_more()
    is_over.set()
    for thread in threads:
        thread.join()
    assert set(statuses) == {200}
    record_property("told", f"restarts behind a proxy: {len(statuses)} pages, all answered")
