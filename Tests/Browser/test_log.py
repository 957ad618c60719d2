"""The log on standard error: its formats, and what it never holds."""

import json
import re
import urllib.parse

import pytest

from client import Client
from conftest import PASSWORD, demo_site


def logged(tmp_path, form, story):
    """The lines that a server of a demo world logs in a story, with everything that it has to say."""
    with open(tmp_path / "log", "w") as file:
        for site in demo_site(environment={"CAIRN_LOG_LEVEL": "trace", "CAIRN_LOG_FORMAT": form}, log=file):
            story(site)
            assert site.stop() == 0
    return (tmp_path / "log").read_text().splitlines()


@pytest.mark.parametrize("form,starts", [("logfmt", "time="), ("json", "{"), ("text", "2")])
def test_the_log_is_in_the_format_that_is_asked_for(tmp_path, form, starts):
    lines = logged(tmp_path, form, lambda site: Client(site.url).open("/nowhere/secret?secret=1"))
    assert lines and all(line.startswith(starts) for line in lines), lines
    assert any("/nowhere" in line and "404" in line for line in lines), lines
    assert not any("secret" in line for line in lines), lines
    if form == "json":
        assert all({"time", "level", "msg"} <= set(json.loads(line)) for line in lines)


def test_the_log_of_a_story_holds_no_token_no_position_and_no_text(tmp_path):
    secrets = {PASSWORD, "60.170", "24.943", "a text of mine", "a%20text", "a+text", "mysecretword"}

    def story(site):
        aino, mikko, visitor = (Client(site.url) for _ in range(3))
        for client, name in [(aino, "aino_k"), (mikko, "mikko")]:
            token = client.sign_in(name).token("/notes/new")
            secrets.update([token, *(cookie.value for cookie in client.cookies)])
            client.post = lambda path, client=client, token=token, **fields: client.open(path, {"csrf": token, **fields})
        place = {"lat": "60.170391", "lon": "24.943187"}
        note = {"text": "a text of mine", **place}
        assert aino.post("/notes", to="mikko", key="k1", **note)[0] == 303
        assert aino.post("/notes", to="nobody at all", key="k2", **note)[0] == 422
        assert mikko.post("/positions", accuracy="5", **place)[0] == 303
        assert mikko.post("/positions", lat="60.170", lon="mysecretword")[0] == 422
        assert mikko.open(f"/?{urllib.parse.urlencode(place)}&z=15")[0] == 200
        assert mikko.open(f"/map/search?q=a+text&{urllib.parse.urlencode(place)}")[0] == 200
        assert mikko.post("/chats/aino_k", text="a text of mine", key="k3")[0] == 303
        assert mikko.open("/archive?q=mysecretword")[0] == 200
        assert aino.post("/friends/invite")[0] == 303
        links = re.findall(r"/join-me/([\w-]+)", aino.open("/friends/invite")[1])
        assert links
        secrets.update(links)
        assert visitor.open(f"/join-me/{links[0]}")[0] == 200
        assert visitor.open("/join-me/mysecretword")[0] == 404
        login = visitor.token("/login")
        secrets.add(login)
        assert visitor.open("/login", {"csrf": login, "username": "aino_k", "password": "mysecretword"})[0] == 422
        assert visitor.open("/login", {"csrf": "mysecretword", "username": "aino_k", "password": PASSWORD})[0] == 403
        assert visitor.open("/password/forgot", {"csrf": login, "email": "mysecretword@example.org"})[0] == 303
        assert visitor.open("/ingest/osmand/mysecretword?id=a+text&lat=60.170391&lon=24.943187")[0] == 401
        for path in ["/settings/delete", "/notes", "/nowhere/mysecretword", "/password/reset?token=mysecretword"]:
            mikko.open(path)
            mikko.post(path, token="mysecretword", text="a text of mine")

    lines = logged(tmp_path, "json", story)
    assert len([line for line in lines if json.loads(line)["msg"] == "request"]) > 25, lines
    for line in lines:
        assert not [secret for secret in secrets if secret in line], line
