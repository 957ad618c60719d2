#!/usr/bin/env python3
"""A member's home page on an idle site and beside each flood, printed as lines of bin/bench.

usage: load.py CAIRN-BINARY PUBLIC FOLDER SECONDS

The floods come from processes that stand back behind the server, so that what is measured is the server's work and not
theirs. Visitors come from many addresses: the whole of 127.0.0.0/8 is this machine.
"""

import base64
import collections
import contextlib
import http.client
import multiprocessing
import os
import queue
import random
import re
import secrets
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse

PASSWORD = "demo-password"
PAUSE = 0.01


class Client:
    """A browser on one connection, which is opened again when the server closes it."""

    def __init__(self, port, source="127.0.0.1"):
        self.cookies = {}
        # Where the last answer leads.
        self.location = None
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))

    def send(self, method, path, body=None, kind=None):
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (http.client.HTTPException, OSError):
            self.connection.close()
            return 0, b""
        self.location = answer.headers.get("Location")
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer.status, text

    def token(self, path):
        return re.search(rb'name="csrf" value="([^"]+)"', self.send("GET", path)[1]).group(1).decode()

    def post(self, path, fields):
        return self.send("POST", path, urllib.parse.urlencode(fields), "application/x-www-form-urlencoded")[0]

    def sign_in(self, name):
        fields = [("csrf", self.token("/login")), ("username", name), ("password", PASSWORD)]
        assert self.post("/login", fields) == 303, name
        return self


def tiles(port, number, file):
    client = Client(port, f"127.0.{number}.{os.getpid() % 250 + 1}")
    chance = random.Random(number)

    def ask():
        zoom = chance.choice([10, 14, 15, 17, 19])
        # Half of them in the town that has a map.
        x, y = (9326 / 16384, 4742 / 16384) if chance.random() < 0.5 else (chance.random(), chance.random())
        spread = 3 / 16384
        x, y = (min(0.999999, max(0, value + chance.uniform(-spread, spread))) for value in (x, y))
        return client.send("GET", f"/atlas/{zoom}/{int(x * 2**zoom)}/{int(y * 2**zoom)}.svg")[0]

    return ask


def positions(port, number, file):
    client = Client(port).sign_in("mikko")
    token = client.token("/")
    chance = random.Random(number)
    return lambda: client.post(
        "/positions", [("csrf", token), ("lat", 60.17 + chance.uniform(0, 0.01)), ("lon", 24.94), ("accuracy", 10)])


def friend_requests(port, number, file):
    client = Client(port).sign_in("jonas")
    token = client.token("/friends")
    chance = random.Random(number)
    return lambda: client.post(
        "/friends/requests", [("csrf", token)] + [("user", f"name{chance.randrange(10**9)}") for _ in range(50)])


def logins(port, number, file):
    chance = random.Random(number)
    names = ["aino_k", "mikko", "nobody_here"]

    def ask():
        # Each attempt from another network, with its own form.
        client = Client(port, f"127.{number + 1}.{chance.randrange(256)}.{chance.randrange(1, 255)}")
        fields = [("csrf", client.token("/login")), ("username", chance.choice(names)), ("password", "wrong")]
        status = client.post("/login", fields)
        client.connection.close()
        return status

    return ask


def uploads(port, number, file):
    client = Client(port).sign_in("sofia")
    picture = open(file, "rb").read()

    def ask():
        token = client.token("/settings/profile")
        head = f'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n--b\r\nContent-Disposition: form-data; '
        head += 'name="avatar"; filename="a.png"\r\n\r\n'
        body = head.encode() + picture + b"\r\n--b--\r\n"
        return client.send("POST", "/settings/profile", body, "multipart/form-data; boundary=b")[0]

    return ask


# A word of a language without spaces, as long as a message may be.
LONG_WORD = "\u0e01" * 3_999


def searches(port, number, file):
    """In messages that are hard to read, which somebody else has to show them to."""
    client = Client(port).sign_in("jonas")
    token = client.token("/chats/aino_k")
    for _ in range(10):
        client.post("/chats/aino_k", [("csrf", token), ("key", secrets.token_urlsafe(15)), ("text", LONG_WORD)])
    return lambda: client.send("GET", "/chats?q=" + urllib.parse.quote(LONG_WORD[:1]))[0]


def make_group(maker, name):
    """The path of a new group's page."""
    fields = [("csrf", maker.token("/groups/new")), ("key", secrets.token_urlsafe(15)), ("name", name), ("limit_m", "300"), ("hours", "6")]
    assert maker.post("/groups", fields) == 303, name
    return maker.location


def joins(port, number, file):
    """Joins a group and leaves it again."""
    maker, guest = Client(port).sign_in("sofia"), Client(port).sign_in("jonas")
    page = maker.send("GET", make_group(maker, f"Friday {number}"))[1]
    link = urllib.parse.urlparse(re.search(rb'data-join-link="([^"]+)"', page).group(1).decode()).path
    token = guest.token(link)

    def ask():
        found = re.search(rb'href="(/groups/\d+)"', guest.send("GET", "/groups")[1])
        # In no group, or not let in again so soon.
        return guest.post(found.group(1).decode() + "/leave" if found else link, [("csrf", token)])

    return ask


def batches(port, number, file):
    """Two thousand points of the last twenty seconds a request, from one of somebody's phone apps, in ten groups."""
    client = Client(port).sign_in("mikko")
    make_group(client, f"Flood {number}")
    client.post("/settings/devices", [("csrf", client.token("/settings/devices")), ("name", f"Phone {number}"), ("app", "overland")])
    token = re.search(rb'data-token="([^"]+)"', client.send("GET", client.location)[1]).group(1).decode()

    def ask():
        now = time.time() * 1000
        features = ",".join(
            f'{{"geometry":{{"coordinates":[24.94,{60.17 + 0.004 * (step // 3 % 2)}]}},"properties":'
            f'{{"timestamp":{now - 10 * step:.0f},"horizontal_accuracy":8}}}}' for step in range(2_000))
        return client.send("POST", f"/ingest/overland/{token}", f'{{"locations":[{features}]}}', "application/json")[0]

    return ask


def transcodes(port, number, file):
    """Films of many large pictures a second."""
    client = Client(port).sign_in("sofia")
    film = open(file.replace("large.png", "film.mp4"), "rb").read()

    def ask():
        token = client.token("/relics/new")
        head = f'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{token}\r\n--b\r\nContent-Disposition: form-data; '
        head += 'name="media"; filename="a.mp4"\r\n\r\n'
        return client.send("POST", "/relics", head.encode() + film + b"\r\n--b--\r\n", "multipart/form-data; boundary=b")[0]

    return ask


def push_tests(port, number, file):
    """Tests of browsers whose push service takes messages and never answers."""
    client = Client(port).sign_in(["jonas", "sofia", "elias", "ville", "mikko"][number])
    token = client.token("/settings/notices")
    for device in range(10):
        key = subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-outform", "DER"], check=True, capture_output=True)
        point = subprocess.run(["openssl", "ec", "-inform", "DER", "-pubout", "-outform", "DER"], input=key.stdout, check=True, capture_output=True).stdout[-65:]
        text = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
        client.post("/settings/push", [
            ("csrf", token), ("endpoint", f"http://127.0.0.1:{os.environ['SILENT']}/{number}-{device}"),
            ("p256dh", text(point)), ("auth", text(secrets.token_bytes(16)))])
    page = client.send("GET", "/settings/notices")[1]
    tests = [path.decode() for path in re.findall(rb'action="(/settings/push/\d+/test)"', page)]
    assert tests, page
    chance = random.Random(number)
    return lambda: client.post(chance.choice(tests), [("csrf", token)])


def slow_bodies(port, number, file):
    """A hundred uploads at once, of which each sends a byte a second."""
    open_ones = []

    def ask():
        while len(open_ones) < 100:
            one = socket.create_connection(("127.0.0.1", port), source_address=(f"127.{number + 1}.{len(open_ones)}.1", 0))
            with contextlib.suppress(OSError):
                one.sendall(b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                            b"Content-Length: 60000\r\n\r\n")
            open_ones.append(one)
        time.sleep(1)
        ended = 0
        for one in list(open_ones):
            try:
                one.sendall(b"a")
            except OSError:
                open_ones.remove(one)
                one.close()
                ended += 1
        return "ended" if ended else "open"

    return ask


@contextlib.contextmanager
def silent_service():
    """The port of a server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=500) as server:
        yield server.getsockname()[1]


def form(port):
    """Somebody else writes in a chat."""
    client = Client(port).sign_in("leena")
    token = client.token("/chats/aino_k")

    def ask():
        assert client.post("/chats/aino_k", [("csrf", token), ("key", secrets.token_urlsafe(15)), ("text", "Skating?")]) == 303

    return ask


def help_call(port):
    """Somebody else asks for help, and takes it back."""
    client = Client(port).sign_in("elias")
    group = make_group(client, "Sunday")
    token = client.token(group)
    paths = [f"{group}/help", f"{group}/help/cancel"]

    def ask():
        assert client.post(paths[0], [("csrf", token)]) == 303
        paths.reverse()

    return ask


# What others do meanwhile, with the most milliseconds that it may take.
ACTIONS = [("another's form", form, 1_000), ("another's call for help", help_call, 500)]

CASES = [
    ("tiles by visitors", tiles, 12),
    ("positions by one person", positions, 6),
    ("batches of one person's ten apps", batches, 10),
    ("friend requests by one person", friend_requests, 4),
    ("wrong logins from many networks", logins, 12),
    ("uploads by one person", uploads, 6),
    ("searches by one person", searches, 8),
    ("joins by one person", joins, 4),
    ("transcodes by one person", transcodes, 3),
    ("push tests by five people", push_tests, 5),
    ("slow bodies from eight networks", slow_bodies, 8),
]


def flood(make, port, number, file, ready, stop, answers):
    os.nice(19)
    ask = make(port, number, file)
    counts = collections.Counter()
    ready.release()
    while not stop.is_set():
        counts[ask()] += 1
    answers.put(counts)


def p99(client, seconds):
    """Milliseconds, in which 99 of 100 home pages are there."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        status, _ = client.send("GET", "/")
        times.append(1000 * (time.perf_counter() - start))
        assert status == 200, status
        time.sleep(PAUSE)
    return statistics.quantiles(times, n=100)[98]


def slowest(ask, seconds):
    """Milliseconds that the slowest of some actions takes, one a second."""
    worst = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        ask()
        took = time.perf_counter() - start
        worst = max(worst, 1000 * took)
        time.sleep(max(0, 1 - took))
    return worst


def beside(name, make, count, member, port, file, seconds):
    idle = p99(member, seconds / 2)
    actions = [(words, action(port), most) for words, action, most in ACTIONS] if make is batches else []
    ready, stop, answers = multiprocessing.Semaphore(0), multiprocessing.Event(), multiprocessing.Queue()
    processes = [
        multiprocessing.Process(target=flood, args=(make, port, number, file, ready, stop, answers), daemon=True)
        for number in range(count)
    ]
    for process in processes:
        process.start()
    for _ in processes:
        assert ready.acquire(timeout=60)
    ours = p99(member, seconds)
    worst = [(words, slowest(ask, seconds), most) for words, ask, most in actions]
    stop.set()
    total = collections.Counter()
    try:
        for _ in processes:
            total += answers.get(timeout=90)
    except queue.Empty:
        print(f"{name}: somebody was not answered in 90 s", file=sys.stderr)
    for process in processes:
        process.join(timeout=5)
    print(f"{name}: answered {dict(sorted(total.items()))}", file=sys.stderr)
    print(f"bench flood {name}: {ours:.1f} vs 3 × idle {3 * idle:.1f} ms = {3 * idle / ours:.2f}×", flush=True)
    for words, took, most in worst:
        print(f"bench flood {name}, {words}: {took:.1f} vs at most {most} ms = {most / took:.2f}×", flush=True)


def main():
    binary, public, folder, seconds = sys.argv[1:]
    data = f"{folder}/data"
    subprocess.run(
        [binary, "demo", "--data", data, "--password", PASSWORD, "--public", public], check=True,
        stdout=subprocess.DEVNULL)
    with silent_service() as silent:
        os.environ["SILENT"] = f"{silent}"
        server = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", data, "--public", public], stdout=subprocess.PIPE,
            stderr=open(f"{folder}/log", "w"), text=True, env={**os.environ, "CAIRN_PUSH_HOSTS": f"127.0.0.1:{silent}"})
        try:
            port = int(server.stdout.readline().strip().rsplit(":", 1)[1])
            member = Client(port).sign_in("leena")
            p99(member, 2)
            wanted = os.environ.get("CAIRN_FLOODS", "")
            for name, make, count in CASES:
                if wanted in name:
                    beside(name, make, count, member, port, f"{folder}/large.png", float(seconds))
        finally:
            server.terminate()
            server.wait()


main()
