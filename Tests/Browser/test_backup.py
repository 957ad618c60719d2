"""A backup of a running server, and the site restored from it."""

import os
import stat
import threading

from client import Client, run
from conftest import Site


def write_notes(site, stop, written, refused):
    """Writes until it is stopped, slowly enough for the limit of notes an hour to be far."""
    client = Client(site.url).sign_in("aino_k")
    token = client.token("/notes/new")
    number = 0
    while not stop.wait(0.02):
        text = f"note {number}."
        fields = {"csrf": token, "text": text, "to": "mikko", "lat": "60.17", "lon": "24.94", "key": text}
        status = client.open("/notes", fields)[0]
        if status != 303:
            refused.append(status)
            return
        written.append(text)
        number += 1


def test_a_backup_of_a_busy_server_is_a_site_of_its_own(site, tmp_path):
    archive, data = str(tmp_path / "cairn.tar"), str(tmp_path / "data")
    stop, written, refused = threading.Event(), [], []
    writer = threading.Thread(target=write_notes, args=(site, stop, written, refused))
    writer.start()
    try:
        while len(written) < 80 and writer.is_alive():
            stop.wait(0.01)
        before = list(written)
        code, out, err = run("backup", archive, "--data", site.data)
        assert code == 0 and "backed up 9 accounts" in out, err
    finally:
        stop.set()
        writer.join()
    assert len(before) >= 80 and refused == []
    assert stat.S_IMODE(os.stat(archive).st_mode) == 0o600
    code, out, err = run("restore", archive, "--data", data)
    assert code == 0 and "restored 9 accounts" in out, err
    assert stat.S_IMODE(os.stat(data).st_mode) == 0o700

    restored = Site(data)
    try:
        client = Client(restored.url).sign_in("aino_k")
        pages, path = "", "/notes"
        while path:
            status, page = client.open(path)
            assert status == 200
            pages += page
            path = next((link.split('"')[0] for link in page.split('href="')[1:] if "/notes?after=" in link), None)
        assert [text for text in before if text not in pages] == []
    finally:
        restored.stop()


def test_a_failed_backup_or_restore_prints_one_line(site, tmp_path):
    archive = str(tmp_path / "cairn.tar")
    assert run("backup", archive, "--data", site.data)[0] == 0
    for arguments, code, words in [
        (["backup", archive, "--data", site.data], 64, "is there already"),
        (["backup", str(tmp_path / "b.tar"), "--data", str(tmp_path / "nothing")], 64, "holds no site"),
        (["backup", "/nowhere/b.tar", "--data", site.data], 64, "cannot write"),
        (["restore", archive, "--data", site.data], 64, "is not empty"),
        (["restore", str(tmp_path / "c.tar"), "--data", str(tmp_path / "new")], 64, "there is no file"),
        (["restore", __file__, "--data", str(tmp_path / "new")], 65, "tar"),
    ]:
        result, out, err = run(*arguments)
        lines = [line for line in err.splitlines() if " notice " not in line]
        assert (result, out, len(lines)) == (code, "", 1), err
        assert words in lines[0]
    assert sorted(os.listdir(tmp_path)) == ["cairn.tar"]
