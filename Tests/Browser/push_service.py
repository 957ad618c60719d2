"""A push service for tests: takes messages as a real one does, and reads them as the browser would."""

import base64
import http.server
import json
import threading

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Subscriber:
    """A browser's subscription: its address at the service, and its keys."""

    def __init__(self, service, name):
        self.endpoint = f"{service.url}/{name}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = name.encode().ljust(16, b".")[:16]
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.fields = {"endpoint": self.endpoint, "p256dh": text(public), "auth": text(self.secret)}

    def read(self, body):
        return json.loads(http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"))


class PushService:
    """Answers 201, or what `answers` says for an address: a list of (status, headers), used up one by one."""

    def __init__(self):
        self.answers, self.messages, self.came = {}, [], threading.Condition()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                waiting = service.answers.get(self.path.lstrip("/"), [])
                status, headers = waiting.pop(0) if waiting else (201, {})
                self.send_response(status)
                for name, value in {"Content-Length": "0", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                with service.came:
                    service.messages.append((self.path.lstrip("/"), dict(self.headers), body))
                    service.came.notify_all()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count, patience=90):
        """The messages so far, once there are `count`."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.messages) >= count, patience), f"{len(self.messages)} of {count} messages"
            return list(self.messages)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
