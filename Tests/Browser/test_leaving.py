"""Exporting data and deleting the account, with scripts and without."""

import io
import time
import zipfile

import pytest
from conftest import PASSWORD, sign_in


@pytest.mark.parametrize("size,scripts", [("phone", True), ("desktop", True), ("phone", False), ("desktop", False)])
def test_data_is_exported_and_the_account_deleted(visitor, size, scripts):
    sofia = visitor(size, scripts=scripts, tiles=False)
    sign_in(sofia, "sofia", "/settings")
    sofia.get_by_role("link", name="Export your data").click()
    sofia.get_by_label("Your password").fill("not the password")
    sofia.get_by_role("button", name="Export").click()
    sofia.locator("#password-error").wait_for()
    sofia.get_by_label("Your password").fill(PASSWORD)
    sofia.get_by_role("button", name="Export").click()
    download, again = (sofia.get_by_role("link", name=name) for name in ["Download", "Check again"])
    download.or_(again).wait_for()
    # With scripts the page updates by itself; without them it has a link for that.
    while not scripts and download.count() == 0:
        time.sleep(0.3)
        with sofia.expect_navigation():
            again.click()
    download.wait_for()
    with sofia.expect_download() as coming:
        download.click()
    assert coming.value.suggested_filename.startswith("cairn-sofia-")
    with open(coming.value.path(), "rb") as file:
        archive = zipfile.ZipFile(io.BytesIO(file.read()))
    assert archive.testzip() is None
    assert {"README.txt", "account.json", "friends/friends.json", "positions/area.json"} <= set(archive.namelist())
    assert b"sofia" in archive.read("account.json")

    sofia.goto("/settings/delete")
    sofia.get_by_label("Your password").fill("not the password")
    sofia.get_by_role("button", name="Delete my account").click()
    sofia.locator("#password-error").wait_for()
    sofia.get_by_label("Your password").fill(PASSWORD)
    sofia.get_by_role("button", name="Delete my account").click()
    sofia.get_by_role("link", name="Sign up").first.wait_for()
    sofia.goto("/settings")
    assert sofia.url.split("?")[0].endswith("/login")

    aino = visitor(size, scripts=scripts, tiles=False)
    sign_in(aino, "aino_k", at=None)
    assert aino.goto("/people/sofia").status == 404
    aino.goto("/friends")
    assert aino.get_by_text("sofia", exact=True).count() == 0
    aino.goto("/archive")
    aino.get_by_text("someone who left").first.wait_for()
