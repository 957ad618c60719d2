#!/usr/bin/env python3
"""Two questions to a running server, printed as lines of bin/bench.

usage: load.py memory BENCH-BINARY FOLDER     its memory while a body of 200 MB arrives
       load.py login CAIRN-BINARY PUBLIC FOLDER PHOTO     /login while ten people send photos
"""

import http.client
import multiprocessing
import os
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse

MEGABYTES = 200
PASSWORD = "demo-password"
NAMES = ["aino_k", "mikko"]


def start(*command):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return process, int(process.stdout.readline().strip().rsplit(":", 1)[1])


def resident(process):
    """Megabytes in memory: now, or at most so far."""
    status = open(f"/proc/{process.pid}/status").read()
    return [int(re.search(rf"{name}:\s+(\d+)", status).group(1)) / 1024 for name in ["VmRSS", "VmHWM"]]


def multipart(fields, file):
    parts = [f'--b\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields]
    parts.append('--b\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n')
    return "".join(parts).encode(), file, b"\r\n--b--\r\n"


def memory(binary, folder):
    process, port = start(binary, "serve", folder)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/")
        connection.getresponse().read()
        before = resident(process)[0]
        piece = bytes(range(256)) * 4096
        head, _, tail = multipart([], b"")
        connection.putrequest("POST", "/upload")
        connection.putheader("Content-Type", "multipart/form-data; boundary=b")
        connection.putheader("Content-Length", str(len(head) + MEGABYTES * len(piece) + len(tail)))
        connection.endheaders(head)
        for _ in range(MEGABYTES):
            connection.send(piece)
        connection.send(tail)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, str(MEGABYTES * len(piece)).encode())
        grown = resident(process)[1] - before
        print(f"bench media memory while {MEGABYTES} MB arrive: {grown:.1f} vs limit 32 MB = {32 / max(grown, 0.1):.2f}×")
    finally:
        process.terminate()
        process.wait()


class Client:
    def __init__(self, port):
        self.port, self.cookies = port, {}

    def send(self, method, path, body=None, kind=None):
        connection = http.client.HTTPConnection("localhost", self.port)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer.status, answer.read().decode()

    def token(self, path):
        return re.search(r'name="csrf" value="([^"]+)"', self.send("GET", path)[1]).group(1)

    def sign_in(self, name):
        fields = {"csrf": self.token("/login"), "username": name, "password": PASSWORD}
        form = urllib.parse.urlencode(fields)
        assert self.send("POST", "/login", form, "application/x-www-form-urlencoded")[0] == 303
        return self


def uploader(client, photo, count):
    """Sends the photo again and again until it is ended; counts what was taken.

    It stands for other machines, so it stands back behind this one's work.
    """
    os.nice(10)
    fields = [("csrf", client.token("/settings/profile")), ("bio", ""), ("phone", "")]
    body = b"".join(multipart(fields, photo))
    while True:
        status, _ = client.send("POST", "/settings/profile", body, "multipart/form-data; boundary=b")
        with count.get_lock():
            count.value += status == 303


def p99(ask, seconds=8.0):
    """Milliseconds of what is asked every 10 ms."""
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        begun = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - begun))
        time.sleep(0.01)
    return statistics.quantiles(times, n=100)[98]


def page(port):
    connection = http.client.HTTPConnection("localhost", port)

    def ask():
        connection.request("GET", "/login")
        assert connection.getresponse().read()

    return ask


def echo():
    """A server that does nothing but answer: what the machine alone makes of two waiting programs."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer():
        connection, _ = listener.accept()
        while data := connection.recv(4096):
            connection.sendall(data)

    process = multiprocessing.Process(target=answer, daemon=True)
    process.start()
    connection = socket.create_connection(listener.getsockname())

    def ask():
        connection.sendall(b"?")
        assert connection.recv(4096)

    return ask


def login(binary, public, folder, photo):
    data = f"{folder}/data"
    made = [binary, "demo", "--data", data, "--password", PASSWORD, "--public", public]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    process, port = start(binary, "serve", "--port", "0", "--data", data, "--public", public)
    try:
        picture = open(photo, "rb").read()
        clients = [Client(port).sign_in(NAMES[number % len(NAMES)]) for number in range(10)]
        front, bare = page(port), echo()
        p99(front, 1)
        idle = p99(front)
        count = multiprocessing.Value("i", 0)
        senders = [multiprocessing.Process(target=uploader, args=(client, picture, count)) for client in clients]
        for sender in senders:
            sender.start()
        time.sleep(1)
        busy, floor = p99(front), p99(bare)
        for sender in senders:
            sender.kill()
        assert count.value > 0
        print(f"bench media /login p99 with ten uploads at once ({count.value} taken; an echo {floor:.2f} ms): {busy:.2f} "
              f"vs three times idle {3 * idle:.2f} ms = {3 * idle / busy:.2f}×")
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    {"memory": memory, "login": login}[sys.argv[1]](*sys.argv[2:])
