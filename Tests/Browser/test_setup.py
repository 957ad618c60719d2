"""A new site, from an empty folder to a first note."""

import shutil
import subprocess
import tempfile

import pytest
from playwright.sync_api import expect

from conftest import BINARY, Site
from first_note import become_administrator, describe_site, leave_a_note, let_in


@pytest.fixture
def site():
    """A server on an empty folder."""
    folder = tempfile.mkdtemp(prefix="cairn-")
    site = Site(folder + "/data")
    yield site
    site.kill()
    shutil.rmtree(folder)


def setup_link(site):
    command = [BINARY, "setup-link", "--data", site.data, "--base-url", site.url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.parametrize("size,scheme,scripts", [("phone", "light", True), ("desktop", "dark", False)])
def test_a_host_sets_a_site_up_and_leaves_a_first_note(site, visitor, size, scheme, scripts):
    keeper, friend = visitor(size, scheme, scripts), visitor(size, scheme, scripts)
    keeper.goto("/")
    keeper.get_by_text("This site has no administrator yet.").wait_for()
    become_administrator(keeper, setup_link(site))
    describe_site(keeper)
    keeper.get_by_role("button", name="Send a test to keeper@example.org").click()
    keeper.get_by_text("The mail to keeper@example.org is in the folder outbox").wait_for()
    keeper.get_by_role("link", name="Open your site").click()
    keeper.get_by_role("navigation", name="Main").wait_for()

    friend.goto("/")
    friend.get_by_text("Kivikasa").first.wait_for()
    expect(friend.get_by_text("no administrator")).to_have_count(0)
    expect(friend.get_by_role("link", name="Sign up")).to_have_count(0)
    let_in(keeper, friend)
    leave_a_note(keeper, scripts, "elias_w")
