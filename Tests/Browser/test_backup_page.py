"""An administrator switches backups on, makes one and downloads it."""

import tarfile

import pytest
from playwright.sync_api import expect

from conftest import PASSWORD


@pytest.mark.parametrize("scripts", [True, False])
def test_a_backup_is_made_shown_and_downloaded(keeper, tmp_path, scripts):
    folder = tmp_path / "disk"
    folder.mkdir()
    page = keeper("/admin/backup", "phone", "light", scripts)
    expect(page.get_by_text("The site makes no backups.")).to_be_visible()
    page.get_by_label("Back up every day").check()
    page.get_by_label("Folder").fill(str(folder))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("button", name="Back up now").click()
    rows = page.get_by_role("region", name="The backups").get_by_role("listitem")
    if scripts:
        # The page looks again by itself.
        page.get_by_role("link", name="See the backups").click()
    else:
        for _ in range(100):
            if rows.count():
                break
            page.get_by_role("link", name="Check again").click()
    expect(rows).to_have_count(1)
    rows.get_by_text("Download or delete").click()
    rows.get_by_label("Your password").fill("wrong")
    rows.get_by_role("button", name="Download").click()
    expect(rows.get_by_text("That's not your password.")).to_be_visible()
    rows.get_by_label("Your password").fill(PASSWORD)
    with page.expect_download() as download:
        rows.get_by_role("button", name="Download").click()
    saved = tmp_path / "saved.tar"
    download.value.save_as(saved)
    with tarfile.open(saved) as archive:
        assert "./cairn.sqlite" in archive.getnames()
    rows.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_text("Deleted.")).to_be_visible()
    assert list(folder.iterdir()) == []
