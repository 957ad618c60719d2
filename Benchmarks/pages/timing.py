"""A server on a filled site, and how long its answers take."""

import http.client
import json
import statistics
import subprocess
import time


def lift_search_limit(database):
    """Somebody may search sixty times a minute, which is too few to measure: a site's database that forgets each time."""
    database.execute(
        "CREATE TRIGGER bench_search AFTER INSERT ON throttle WHEN new.rule = 'text-search'"
        " BEGIN DELETE FROM throttle WHERE rule = 'text-search'; END")


class Site:
    def __init__(self, folder, public, binary, questions, port, under=(), patience=10):
        """Starts it, under another program such as valgrind if one is named, and waits so many seconds for its answer."""
        with open(f"{folder}/{questions}") as file:
            self.asked = json.load(file)
        self.port = port
        self.process = subprocess.Popen(
            [*under, binary, "serve", "--data", folder, "--port", str(port), "--public", public],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + patience
        while time.monotonic() < end and self.process.poll() is None:
            try:
                self.ask(self.connection(), "GET", "/healthz", "")
                return
            except OSError:
                time.sleep(0.1)
        ended = self.process.poll()
        self.stop()
        raise SystemExit(f"no answer within {patience} s" if ended is None else f"the server ended with {ended}")

    def stop(self):
        """Ends it, by force when it does not end by itself."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def connection(self, patience=60):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)

    def ask(self, connection, method, path, cookie, body=None):
        headers = {"Cookie": f"session={cookie}", "Accept": "application/json" if body else "text/html"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def times(self, path, cookie, count=200):
        """Milliseconds of whole requests on one connection, the median, and the answer."""
        return self.compare([path], cookie, count)[0]

    def compare(self, paths, cookie, count=200):
        """The same of several paths in turn: what else the machine does, it does to all of them."""
        connection, taken, texts = self.connection(), [[] for _ in paths], [""] * len(paths)
        for number in range(count + 20):
            for index, path in enumerate(paths):
                start = time.perf_counter()
                status, texts[index] = self.ask(connection, "GET", path, cookie)
                if number >= 20:
                    taken[index].append(1_000 * (time.perf_counter() - start))
                assert status == 200, f"{path}: {status}"
        return [(statistics.median(times), text) for times, text in zip(taken, texts)]

    def token(self, cookie):
        _, text = self.ask(self.connection(), "GET", "/", cookie)
        return text.split('name="csrf" value="', 1)[1].split('"', 1)[0]

    def stand(self, cookie, place, token):
        body = f"csrf={token}&lat={place[0]}&lon={place[1]}&accuracy=8"
        return self.ask(self.connection(), "POST", "/positions", cookie, body)
