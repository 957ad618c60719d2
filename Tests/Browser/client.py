"""A visitor without a browser, and the program's commands."""

import http.cookiejar
import os
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from conftest import BINARY, PASSWORD, PATIENCE, ROOT, SESSIONS


class Client:
    """A minimal HTTP client with cookies and forms."""

    def __init__(self, url):
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), NoRedirect)

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
        if session := SESSIONS.get(self.url, {}).get(name):
            self.cookies.set_cookie(http.cookiejar.Cookie(
                0, "session", session, None, False, "localhost.local", False, False, "/", True, False, None, True, None,
                None, {}))
            return self
        fields = {"csrf": self.token("/login"), "username": name, "password": PASSWORD}
        assert self.open("/login", fields)[0] == 303
        return self


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def run(*arguments, **environment):
    # A command may make the whole demo world, beside tests that take all processors: it only must come to an end.
    result = subprocess.run(
        [BINARY, *arguments], capture_output=True, text=True, timeout=4 * PATIENCE / 1000, cwd=ROOT, env={**os.environ, **environment})
    return result.returncode, result.stdout, result.stderr
