"""A push service for the tests. Usage: push_service.py [CERTIFICATE KEY]

Prints its port, then every request as a line of JSON; ends when its standard input does. The path says what is answered.
"""
import base64
import json
import os
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

together = threading.Barrier(8)
printing = threading.Lock()


class Service(ThreadingHTTPServer):
    connections = 0

    def get_request(self):
        connection, address = super().get_request()
        self.connections += 1
        if context:
            connection = context.wrap_socket(connection, server_side=True)
        return connection, (*address, self.connections)

    def handle_error(self, request, client_address):
        pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        line = json.dumps({
            "method": self.command, "path": self.path, "connection": self.client_address[2],
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": base64.b64encode(body).decode("ascii"),
        })
        with printing:
            print(line, flush=True)
        address = urlsplit(self.path)
        kind = address.path.strip("/")
        if kind.isdigit():
            self.send_response(int(kind))
            for name, values in parse_qs(address.query).items():
                self.send_header(name, values[0])
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            getattr(self, kind)()

    do_GET = do_POST = do_PUT = answer

    def hang(self):
        self.rfile.read(1)

    def cut(self):
        self.write(b"HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n")
        self.close_connection = True

    def silence(self):
        self.close_connection = True

    def endless(self):
        self.write(b"HTTP/1.1 201 Created\r\n\r\n")
        while True:
            self.write(b"a" * 1_000)

    def hints(self):
        while True:
            self.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")

    def fields(self):
        self.write(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\n")
        while True:
            self.write(b"X: " + b"a" * 1_000 + b"\r\n")

    def all(self):
        together.wait()
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def write(self, content):
        self.wfile.write(content)

    def log_message(self, *arguments):
        pass


context = None
if len(sys.argv) > 1:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[1:3])
service = Service(("127.0.0.1", 0), Handler)
print(service.server_address[1], flush=True)
threading.Thread(target=service.serve_forever, daemon=True).start()
sys.stdin.read()
os._exit(0)
