"""A server of one file for the tests, which answers to ranges. Usage: range_server.py FILE

Prints its port, then every answer as a line "PATH RANGE BYTES"; ends when its standard input does. The path says how it answers:
/good, /weak (no strong ETag), /whole (no ranges), /changed (another file from the third request on), /breaks (every second answer
ends in the middle), /broken (none brings anything), /moved (a redirect), /missing, /silent (no answer), /later
(missing when the beginning is asked for the second time).
"""
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

data = open(sys.argv[1], "rb").read()
lock = threading.Lock()
counts = {}
ended = threading.Event()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        way = self.path.split("/")[1]
        with lock:
            counts[way] = number = counts.get(way, 0) + 1
        if way == "silent":
            return ended.wait()
        if way == "later" and self.headers.get("Range", "").startswith("bytes=0-"):
            with lock:
                counts["beginnings"] = counts.get("beginnings", 0) + 1
                way = "missing" if counts["beginnings"] == 2 else way
        if way == "missing":
            return self.answer(404, b"")
        if way == "moved":
            return self.answer(302, b"", {"Location": "http://127.0.0.1:1/other"})
        tag = '"two"' if way == "changed" and number > 2 else '"one"'
        if way == "weak":
            tag = "W/" + tag
        if "If-Match" in self.headers and self.headers["If-Match"] != tag:
            return self.answer(412, b"")
        start, end = self.headers.get("Range", "bytes=0-").removeprefix("bytes=").split("-")
        if way == "whole" or "Range" not in self.headers:
            return self.answer(200, data)
        first, last = int(start), min(int(end), len(data) - 1)
        part = data[first:last + 1]
        headers = {"Content-Range": f"bytes {first}-{last}/{len(data)}", "ETag": tag}
        if way == "broken" or way == "breaks" and number % 2 == 0:
            self.answer(206, part[:0 if way == "broken" else len(part) // 2], headers, length=len(part))
            self.close_connection = True
            return None
        return self.answer(206, part, headers)

    def answer(self, status, body, headers={}, length=None):
        with lock:
            print(self.path, self.headers.get("Range", "-"), len(body), flush=True)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
