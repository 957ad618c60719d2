#!/usr/bin/env python3
"""Notices encrypted and signed on one thread, beside pywebpush, printed as a line of bin/bench.

usage: encrypt.py DRIVER COUNT ROUNDS

Ours pads each notice to 512 bytes, the peer does not.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher

NOTICE = json.dumps({"web_push": 8030, "notification": {
    "title": "Leena opened your note", "navigate": "https://cairn.example/notes/3f9a2c71", "tag": "note.opened", "lang": "en",
    "dir": "auto", "body": "Leena opened your note “Under the third bench”"}}, ensure_ascii=False).encode()


def text(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def subscription():
    point = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"endpoint": "https://push.example.net/a", "keys": {"p256dh": text(point), "auth": text(os.urandom(16))}}


def theirs(count):
    vapid = Vapid02()
    vapid.generate_keys()
    subscriptions = [subscription() for _ in range(count)]
    start = time.perf_counter()
    for one in subscriptions:
        body = WebPusher(one).encode(NOTICE, content_encoding="aes128gcm")["body"]
        header = vapid.sign(
            {"aud": "https://push.example.net", "exp": int(time.time()) + 43_200, "sub": "mailto:host@example.org"})
        assert body and header
    return count / (time.perf_counter() - start)


def ours(driver, count):
    return float(subprocess.run([driver, NOTICE.decode(), str(count)], check=True, capture_output=True, text=True).stdout)


def main():
    driver, count, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    pairs = [(ours(driver, count), theirs(count)) for _ in range(rounds)]
    one, other = (statistics.median(rates) for rates in zip(*pairs))
    print(f"bench push encrypt and sign {count:,} notices: {one:.0f} vs pywebpush {other:.0f} notices/s = {one / other:.1f}×",
          flush=True)


if __name__ == "__main__":
    main()
