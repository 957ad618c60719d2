#!/usr/bin/env python3
"""Notices to phones through a push service on this machine, printed as a line of bin/bench.

usage: deliver.py CAIRN-BINARY PUBLIC FOLDER DEVICES

Each of the people turned push on for one device. Others ask all of them to be friends, 50 with each form. The time runs
from the first message that the push service gets to the last. Every device must get one message, which only it can
decrypt, with a valid signature.
"""

import asyncio
import http.client
import json
import multiprocessing
import os
import pathlib
import re
import socket
import sys
import threading
import time
import urllib.parse
from base64 import urlsafe_b64encode

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "events"))
from streams import ASKED, PATIENCE, Asker, add_people, site, token

# Notices a second.
GOAL = 200


def text(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """A push service in a process of its own, so that it does not wait for who asks."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.host = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.count = multiprocessing.Value("i", 0)
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=lambda: asyncio.run(self.serve(end)), daemon=True)
        self.process.start()

    async def serve(self, pipe):
        self.messages, self.connections = [], 0
        await asyncio.start_server(self.answer, sock=self.socket)
        await asyncio.to_thread(pipe.recv)
        pipe.send((self.messages, self.connections))

    async def answer(self, reader, writer):
        self.connections += 1
        try:
            while True:
                lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
                body = await reader.readexactly(int(fields["content-length"]))
                self.messages.append((time.perf_counter(), lines[0], fields, body))
                self.count.value += 1
                writer.write(b"HTTP/1.1 201 Created\r\nLocation: /message\r\nContent-Length: 0\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            writer.close()

    def end(self):
        """All messages with their times, and how many connections they came by."""
        self.pipe.send("end")
        return self.pipe.recv()


class Device:
    """A browser of somebody who turned push on."""

    def __init__(self, connection, number, service):
        self.path = f"/push/{number}"
        self.origin = f"http://{service.host}"
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        headers = {"Cookie": f"session={token(number)}"}
        connection.request("GET", "/settings/notices", headers=headers)
        page = connection.getresponse().read().decode()
        fields = {
            "csrf": re.search(r'name="csrf" value="([^"]+)"', page).group(1), "endpoint": self.origin + self.path,
            "p256dh": text(point), "auth": text(self.auth)}
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request("POST", "/settings/push", urllib.parse.urlencode(fields), headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 303, answer.status

    def check(self, line, fields, body):
        assert line == f"POST {self.path} HTTP/1.1", line
        assert fields["content-encoding"] == "aes128gcm" and int(fields["ttl"]) > 0, fields
        assert fields["urgency"] in ("low", "normal", "high"), fields
        assert re.fullmatch(r"[\w-]{1,32}", fields["topic"]), fields
        assert Vapid02.verify(fields["authorization"]), fields
        notice = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))
        assert notice["web_push"] == 8030 and notice["notification"]["title"], notice


def ask(port, people, askers):
    """Everybody is asked once, all at the same time."""
    groups = [people[start:start + ASKED] for start in range(0, len(people), ASKED)]
    asking = [Asker(port, number) for number in askers]
    threads = [threading.Thread(target=asker.ask, args=(group,)) for asker, group in zip(asking, groups)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def wait(service, count):
    end = time.perf_counter() + PATIENCE
    while service.count.value < count:
        assert time.perf_counter() < end, f"{service.count.value} of {count} were delivered"
        time.sleep(0.01)
    # For some that come twice.
    time.sleep(1)


def measure(port, service, people, askers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    devices = {device.path: device for device in (Device(connection, number, service) for number in people)}
    ask(port, people, askers)
    wait(service, len(people))
    messages, connections = service.end()
    assert sorted(line.split()[1] for _, line, _, _ in messages) == sorted(devices), f"{len(messages)} messages"
    for _, line, fields, body in messages:
        devices[line.split()[1]].check(line, fields, body)
    times = [time for time, *_ in messages]
    rate = (len(times) - 1) / (max(times) - min(times))
    print(f"bench push deliver {len(times):,} notices over {connections} connections: {rate:.0f} vs goal {GOAL} notices/s = "
          f"{rate / GOAL:.1f}×", flush=True)


def main():
    binary, public, folder, count = sys.argv[1:]
    count = int(count)
    groups = -(-count // ASKED)
    # Started as a copy of this process, before it has threads.
    multiprocessing.set_start_method("fork")
    service = PushService()
    people, askers = range(1, count + 1), range(count + 1, count + groups + 1)
    with site(
            binary, public, folder, lambda file: add_people(file, count + groups),
            {"CAIRN_PUSH_HOSTS": service.host}) as (_, port, _):
        measure(port, service, list(people), askers)


if __name__ == "__main__":
    main()
