"""A new site from its first start to its first note, and what its host sees of it."""

import json
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from client import Client, run
from conftest import BINARY, PATIENCE, ROOT, Site, new_context, screen, watch


@pytest.fixture
def new_site(tmp_path):
    site = Site(str(tmp_path / "data"))
    yield site
    site.stop()


def link_of(site):
    code, out, err = run("setup-link", "--data", site.data, "--base-url", site.url)
    assert code == 0, err
    return out.strip()


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_new_site_is_set_up_and_its_first_note_is_left(chromium, new_site, size, scripts):
    context = new_context(chromium, **screen(size), java_script_enabled=scripts, base_url=new_site.url)
    page = context.new_page()
    trouble = []
    watch(page, trouble)
    page.goto("/")
    assert "cairn setup-link" in page.locator("main").inner_text()
    link = link_of(new_site)
    page.goto(link)
    page.fill("#username", "kivi_keeper")
    page.fill("#email", "keeper@example.org")
    page.fill("#password", "stones upon stones")
    page.fill("#password_confirmation", "stones upon stones")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/admin/setup")
    page.fill("#name", "Kivikasa")
    page.fill("#place", "Tampere")
    page.get_by_role("button", name="Show on the map").click()
    page.wait_for_load_state()
    # A click in the middle of the map is the middle of Tampere.
    page.locator("input.picker-point:visible").click()
    page.wait_for_load_state()
    expect(page.locator("#place")).to_have_value(re.compile(r"^61\.\d+, 23\.\d+"))
    assert page.input_value("#name") == "Kivikasa"
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/admin/setup/services")
    page.get_by_role("button", name=re.compile("Send a test")).click()
    page.get_by_text("The mail to keeper@example.org is in the folder outbox").first.wait_for()
    page.get_by_role("link", name="Open your site").click()
    expect(page).to_have_title(re.compile("Kivikasa"))
    # A note needs a friend; a relic is for everybody.
    page.goto("/relics/new")
    assert page.locator("textarea[name=description]").is_visible()
    assert trouble == []
    code, out, err = run("setup-link", "--data", new_site.data)
    assert code == 64 and out == "" and "administrator" in err
    assert Client(new_site.url).open(link.removeprefix(new_site.url))[0] == 404
    context.close()


def test_the_doctor_reads_a_site_that_is_served(new_site):
    code, out, err = run("doctor", "--data", new_site.data, "--base-url", new_site.url, "--json")
    assert code == 0, out + err
    report = json.loads(out)
    states = {check["name"]: check["state"] for check in report["checks"]}
    assert report["ok"] and states["base URL"] == "ok" and states["database"] == "ok", states
    assert states["administrator"] == states["mail"] == states["backup"] == "warning"
    code, out, _ = run("doctor", "--data", new_site.data + "-nowhere")
    assert code == 1 and "BROKEN" in out
    code, out, _ = run("doctor", "--data", new_site.data, CAIRN_SMTP_URL="smtp://127.0.0.1:9")
    assert code == 1 and "mail" in out


@pytest.mark.parametrize("form,starts", [("logfmt", "time="), ("json", "{"), ("text", "2")])
def test_the_log_is_in_the_format_that_is_asked_for(tmp_path, form, starts):
    with open(tmp_path / "log", "w") as log:
        process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--data", str(tmp_path / "data"), "--public", str(ROOT / "Public")],
            stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "CAIRN_LOG_FORMAT": form})
        assert process.stdout.readline().startswith("listening on ")
        process.terminate()
        assert process.wait(timeout=PATIENCE / 1000) == 0
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines and all(line.startswith(starts) for line in lines), lines
    if form == "json":
        assert all({"time", "level", "msg"} <= set(json.loads(line)) for line in lines)


def test_wrong_settings_of_operations_are_told_in_a_line(tmp_path):
    for name, value in [("CAIRN_LOG_FORMAT", "xml"), ("CAIRN_BACKUP_DIR", "backup"), ("CAIRN_BACKUP_TIME", "25:00")]:
        code, out, err = run("setup-link", "--data", str(tmp_path), **{name: value})
        assert code == 78 and out == "" and err.count("\n") == 1 and name in err and value in err, err
