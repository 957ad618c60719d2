"""The program on its host: commands, options, signals, and a power cut during a burst of writes."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest

from client import Client, run
from conftest import ALL, BINARY, PASSWORD, PATIENCE, ROOT, SESSIONS, demo_data


def test_no_acknowledged_note_is_lost_when_the_server_is_killed(site):
    clients = [Client(site.url).sign_in("aino_k") for _ in range(6)]
    tokens = [client.token("/notes/new") for client in clients]
    answered, lock = [], threading.Lock()

    def burst(index):
        for number in range(10_000):
            text = f"burst {index}-{number}."
            fields = {"csrf": tokens[index], "text": text, "to": "mikko", "lat": "60.17", "lon": "24.94", "key": text}
            try:
                status, _ = clients[index].open("/notes", fields)
            except OSError:
                return
            assert status == 303
            with lock:
                answered.append(text)

    threads = [threading.Thread(target=burst, args=(index,)) for index in range(len(clients))]
    for thread in threads:
        thread.start()
    while len(answered) < 150 and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    site.kill()
    for thread in threads:
        thread.join()
    kept = subprocess.run(
        ["sqlite3", f"{site.data}/cairn.sqlite", "SELECT text FROM note"], capture_output=True, text=True, check=True)
    lost = set(answered) - set(kept.stdout.splitlines())
    assert len(answered) >= 150 and lost == set()
    check = subprocess.run(
        ["sqlite3", f"{site.data}/cairn.sqlite", "PRAGMA integrity_check; PRAGMA foreign_key_check; "
         "SELECT count(*) FROM note WHERE NOT EXISTS (SELECT 1 FROM delivery WHERE note_id = note.id)"],
        capture_output=True, text=True, check=True)
    assert check.stdout.split() == ["ok", "0"]
    site.start()
    assert Client(site.url).sign_in("aino_k").open("/notes")[0] == 200


class Writer(threading.Thread):
    """Somebody who writes to a friend, and sends again what got no answer."""

    def __init__(self, url, sender, other):
        super().__init__()
        self.client, self.path = Client(url).sign_in(sender), f"/chats/{other}"
        self.sender, self.token = sender, self.client.token(self.path)
        self.answered, self.unanswered, self.is_over = [], 0, threading.Event()

    def run(self):
        # More than this in a minute would be refused.
        while len(self.answered) < 25 and not self.is_over.is_set():
            text = f"{self.sender} {self.path} {len(self.answered)}."
            # After a kill nobody knows what became of the last message, and of the one before its sender may have forgotten.
            if not self.send(text):
                for repeated in self.answered[-1:]:
                    self.send_until_answered(repeated)
                self.send_until_answered(text)
            self.answered.append(text)

    def send_until_answered(self, text):
        while not self.send(text):
            pass

    def send(self, text):
        try:
            status, page = self.client.open(self.path, {"csrf": self.token, "text": text, "key": text})
        except (OSError, http.client.HTTPException):
            self.unanswered += 1
            return False
        assert status == 303, page
        return True


def test_what_people_write_is_there_in_order_and_once_while_the_server_is_killed(site, record_property):
    site.kill()
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    url = f"http://localhost:{listener.getsockname()[1]}"
    SESSIONS[url] = SESSIONS[site.url]
    pairs = [("aino_k", "mikko"), ("mikko", "aino_k"), ("leena", "mikko"), ("sofia", "leena"), ("elias", "jonas"), ("jonas", "elias")]

    def start():
        process = start_with(listener.fileno(), site.data, stderr=subprocess.DEVNULL)
        assert process.stdout.readline().startswith("listening")
        return process

    def count():
        return sum(len(writer.answered) for writer in writers)

    process = start()
    writers = [Writer(url, *pair) for pair in pairs]
    for writer in writers:
        writer.start()
    for kills in range(1, 4):
        while count() < 30 * kills and any(writer.is_alive() for writer in writers):
            time.sleep(0.001)
        process.kill()
        process.wait()
        process = start()
    for writer in writers:
        writer.join()
    page = writers[0].client.open("/chats/mikko")[1]
    process.kill()
    process.wait()
    with contextlib.closing(sqlite3.connect(f"{site.data}/cairn.sqlite")) as database:
        for writer in writers:
            kept = database.execute(
                "SELECT text FROM message WHERE text LIKE ? ORDER BY number", (f"{writer.sender} {writer.path} %",))
            assert len(writer.answered) == 25 and [text for text, in kept] == writer.answered
        gaps = database.execute(
            "SELECT count(*) FROM conversation WHERE last_number <> (SELECT count(*) FROM message "
            "WHERE message.conversation_id = conversation.id)").fetchone()
        problems = [*database.execute("PRAGMA integrity_check"), *database.execute("PRAGMA foreign_key_check")]
    assert (gaps, problems) == ((0,), [("ok",)])
    assert writers[0].answered[-1] in page and writers[1].answered[-1] in page
    record_property("told", f"chats: {count()} messages, {sum(writer.unanswered for writer in writers)} unanswered at three kills")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_shuts_the_server_down_in_order(site, number):
    assert Client(site.url).open("/readyz") == (200, "ok\n")
    site.process.send_signal(number)
    assert site.process.wait(timeout=PATIENCE / 1000) == 0
    assert site.process.stdout.read() == ""


@pytest.mark.parametrize("arguments,environment,code,words", [
    (["serve", "--port", "x"], {}, 64, "0 to 65535"), (["serve", "--port", "65536"], {}, 64, "0 to 65535"),
    (["serve", "--prot", "1"], {}, 64, "--prot"), (["serv"], {}, 64, "serv"),
    (["serve", "--base-url", "cairn.example"], {}, 64, "https://"), (["serve", "--public", "/nowhere"], {}, 64, "--public"),
    (["serve"], {"CAIRN_PORT": "no"}, 78, "CAIRN_PORT"), (["serve"], {"CAIRN_BASE_URL": "ftp://x"}, 78, "CAIRN_BASE_URL"),
    (["serve"], {"CAIRN_LOG_LEVEL": "loud"}, 78, "CAIRN_LOG_LEVEL"),
    (["serve"], {"CAIRN_LOG_FORMAT": "xml"}, 78, "CAIRN_LOG_FORMAT"),
    (["serve"], {"CAIRN_METRICS_TOKEN": "short"}, 78, "CAIRN_METRICS_TOKEN"),
    (["serve"], {"CAIRN_BACKUP_DIR": "backup"}, 78, "CAIRN_BACKUP_DIR is “backup”: give an absolute path"),
    (["serve"], {"CAIRN_BACKUP_TIME": "noon"}, 78, "CAIRN_BACKUP_TIME is “noon”: give a time of day"),
    (["serve"], {"CAIRN_PUSH_HOSTS": "ntfy.home"}, 78, "CAIRN_PUSH_HOSTS: “ntfy.home” is no host with a port: write ntfy"),
    (["serve"], {"CAIRN_PUSH_HOSTS": "a:80,\nhttp://b:80"}, 78, "CAIRN_PUSH_HOSTS: “ http://b:80” is no host"),
    (["serve"], {"CAIRN_PUSH_SUBJECT": "me@example.org"}, 78, "CAIRN_PUSH_SUBJECT is “me@example.org”: give an address"),
    (["serve"], {"CAIRN_PUSH_SUBJECT": "mailto:me"}, 78, "CAIRN_PUSH_SUBJECT is “mailto:me”: give an address"),
    (["serve"], {"CAIRN_PUSH_SUBJECT": "http://example.org"}, 78, "CAIRN_PUSH_SUBJECT is “http://example.org”: give"),
    (["serve", "--host", "nowhere.invalid", "--port", "0"], {}, 78, "--host"),
    (["demo", "--password", "short"], {}, 64, "8 to 1,024"),
    (["serve", "--demo", "--port", "0"], {}, 78, "holds no demo world: make one by cairn demo --data"),
])
def test_an_error_is_one_line(arguments, environment, code, words, tmp_path):
    result, out, err = run(*arguments, **{"CAIRN_DATA": str(tmp_path / "data"), **environment})
    lines = [line for line in err.splitlines() if " notice " not in line]
    assert (result, out, len(lines)) == (code, "", 1), err
    assert words in lines[0]


def test_links_contain_the_chosen_port(site):
    client = Client(site.url).sign_in("aino_k")
    assert client.open("/friends/invite", {"csrf": client.token("/friends/invite")})[0] == 303
    page = client.open("/friends/invite")[1]
    assert re.findall(r"http://localhost:\d+(?=/)", page) and site.url in page and ":0/" not in page


def test_a_port_in_use_is_reported(site, tmp_path):
    port = site.url.rsplit(":", 1)[1]
    code, out, err = run("serve", "--port", port, "--data", str(tmp_path / "data"))
    assert code == 78 and out == "" and f":{port}" in err


def test_the_demo_world_is_made_once_and_is_private(tmp_path):
    data = shutil.copytree(demo_data()[0], tmp_path / "demo")
    first = run("demo", "--data", data)
    assert first[0] == 0 and "aino_k" in first[1] and PASSWORD in first[1]
    made = run("demo", "--data", data, "--reset")
    assert made[0] == 0 and "aino_k" in made[1] and PASSWORD not in made[1]
    assert run("demo", "--data", data)[1] == made[1]
    for name in ["password.txt", "secret.key", "cairn.sqlite"]:
        assert stat.S_IMODE(os.stat(f"{data}/{name}").st_mode) == 0o600, name
    assert stat.S_IMODE(os.stat(data).st_mode) == 0o700


def test_the_demo_world_never_replaces_another_site(tmp_path):
    data = str(tmp_path / "data")
    os.mkdir(data)
    open(f"{data}/cairn.sqlite", "w").close()
    for arguments in [["demo", "--data", data], ["demo", "--data", data, "--reset"]]:
        code, _, err = run(*arguments)
        assert code == 78 and "another --data folder" in err
    assert os.path.exists(f"{data}/cairn.sqlite")


def test_commands_work_in_a_bare_folder(tmp_path):
    """Only what answers browsers, and the demo world, need the folder Public."""
    place = tmp_path / "bare"
    place.mkdir()
    binary = shutil.copy(BINARY, place / "cairn")

    def bare(*arguments, typed=""):
        result = subprocess.run(
            [binary, *arguments], input=typed, capture_output=True, text=True, timeout=PATIENCE / 1000, cwd=place)
        return result.returncode, result.stdout, result.stderr

    code, out, err = bare("admin", "add", "keeper", "--email", "k@example.org", typed="a long enough one\n")
    assert (code, out) == (0, "keeper is an administrator and can sign in\n"), err
    assert err.splitlines()[-1].startswith("the list of common passwords in the folder Public was not found")
    assert bare("admin", "list")[:2] == (0, "keeper\n")
    (place / "areas.gpx").write_text('<gpx version="1.1"><wpt lat="60.2" lon="24.9"><name>Pasila</name></wpt></gpx>')
    assert bare("zones", "import", "areas.gpx")[:2] == (0, "1 zone imported\n")
    assert bare("backup", "cairn.tar")[0] == 0 and bare("restore", "cairn.tar", "--data", "again")[0] == 0
    assert bare("admin", "list", "--data", "again")[1] == "keeper\n" and bare("routes")[0] == 0
    for command in ["serve", "demo"]:
        code, _, err = bare(command)
        assert code == 78 and "cannot find the folder Public" in err.splitlines()[-1]
    (place / "Public").mkdir()
    for name in os.listdir(ROOT / "Public"):
        if name != "demo":
            os.symlink(ROOT / "Public" / name, place / "Public" / name)
    code, _, err = bare("demo", "--data", "world")
    assert code == 78 and "the demo world's pictures are missing" in err and not (place / "world").exists()
    code, _, err = bare("admin", "add", "helper", "--email", "h@example.org", typed="Password123!\n")
    assert code == 64 and "Too many people use that password" in err


def test_a_backup_is_made_from_a_folder_that_its_user_may_not_enter(site, tmp_path):
    """As by `runuser -u cairn` in a folder of root's."""
    closed, file = tmp_path / "closed", tmp_path / "cairn.tar"
    closed.mkdir()
    # Root enters every folder, unless it gives that right away.
    limits = "setpriv --bounding-set=-dac_override,-dac_read_search" if os.geteuid() == 0 else ""
    result = subprocess.run(
        ["sh", "-c", f'cd "$0" && chmod 0 . && exec {limits} "$@"', closed, BINARY, "backup", file, "--data", site.data],
        capture_output=True, text=True, timeout=PATIENCE / 1000)
    closed.chmod(0o700)
    assert result.returncode == 0 and file.exists(), result.stderr


def test_routes_are_listed(tmp_path):
    code, out, _ = run("routes")
    assert code == 0
    lines = [line.split("\t") for line in out.splitlines()]
    assert all(len(line) == 3 for line in lines)
    assert ["POST", "/positions", "signed in or guest"] in lines and ["GET", "/login", "open"] in lines


def test_raw_garbage_gets_an_answer(site):
    port = int(site.url.rsplit(":", 1)[1])
    for garbage in [b"\r\n\r\n\x00\x01\x02\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"]:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE / 1000) as connection:
            connection.sendall(garbage)
            assert connection.recv(100).startswith(b"HTTP/1.1 400")
    assert Client(site.url).open("/healthz") == (200, "ok\n")


def test_invalid_bodies_never_give_a_5xx(site):
    client = Client(site.url).sign_in("aino_k")
    for body, kind, wanted in [
        (b"{}", "application/json", 415), (b"%zz=1", "application/x-www-form-urlencoded", 400),
        (b"a=%00", "application/x-www-form-urlencoded", 400), (b"x" * 70_000, "application/x-www-form-urlencoded", 413),
        (b"--b\r\n", "multipart/form-data; boundary=b", 400), (b"\xff\xfe=\x80", "application/x-www-form-urlencoded", 403),
    ]:
        request = urllib.request.Request(site.url + "/notes", body, {"Content-Type": kind})
        try:
            status = client.opener.open(request, timeout=PATIENCE / 1000).status
        except urllib.error.HTTPError as error:
            status = error.code
        assert status == wanted, (body[:20], status)


def test_a_damaged_key_is_told_and_kept(site):
    site.kill()
    key = f"{site.data}/secret.key"
    with open(key, "rb") as file:
        whole = file.read()
    for content in [whole[:31], b""]:
        with open(key, "wb") as file:
            file.write(content)
        code, out, err = run("serve", "--port", "0", "--data", site.data)
        lines = [line for line in err.splitlines() if " notice " not in line]
        assert (code, out, len(lines)) == (78, "", 1), err
        assert f"holds {len(content)} bytes" in err and "backup" in err and "/dev/urandom" in err
        with open(key, "rb") as file:
            assert file.read() == content
    os.remove(key)
    code, _, err = run("serve", "--port", "0", "--data", site.data)
    assert code == 78 and "is missing" in err and not os.path.exists(key)
    with open(key, "wb") as file:
        file.write(whole)
    site.start()
    assert Client(site.url).open("/readyz")[0] == 200


def test_the_next_start_logs_the_requests_of_a_crash(site):
    client = Client(site.url).sign_in("aino_k")
    token = client.token("/settings")
    fields = {"csrf": token, "time_zone": "UTC", "units": "metric", "theme": "dark", "retention_h": "24"}
    statuses = []

    def keep_asking():
        with contextlib.suppress(OSError):
            while True:
                statuses.append(client.open("/settings/preferences", fields)[0])

    note = f"{site.data}/crash.note"
    assert os.path.getsize(note) == 0 and stat.S_IMODE(os.stat(note).st_mode) == 0o600
    # A process that holds the database's lock blocks all writers, so some requests are always running.
    holder = sqlite3.connect(f"{site.data}/cairn.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    threads = [threading.Thread(target=keep_asking) for _ in range(6)]
    for thread in threads:
        thread.start()
    while not statuses:
        time.sleep(0.05)
    # All waited for the same lock and are answered at the same time: what they ask next has to arrive.
    time.sleep(0.5)
    site.process.send_signal(signal.SIGILL)
    assert site.process.wait(timeout=PATIENCE / 1000) == -signal.SIGILL
    for thread in threads:
        thread.join()
    holder.close()
    with open(note) as file:
        text = file.read()
    # A job may be at work as well.
    assert re.match(r"SIGILL at \d{10}\ncode( [0-9a-f]+)*\n(at work on (job [a-z.]+|POST /settings/preferences), number \d+\n)+$", text), text
    assert "POST /settings/preferences" in text
    for told in [True, False]:
        second = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--data", site.data, "--public", str(ROOT / "Public")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert second.stdout.readline().startswith("listening")
        second.terminate()
        lines = [line for line in second.communicate(timeout=PATIENCE / 1000)[1].splitlines() if "crashed" in line]
        assert len(lines) == told and os.path.getsize(note) == 0
        assert not told or "POST /settings/preferences" in lines[0]


# What systemd does for a service with a socket: descriptor 3, and two variables.
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS=sys.argv[2], LISTEN_PID=str(os.getpid() + int(sys.argv[3])))
os.execv(sys.argv[4], sys.argv[4:])
"""


def test_the_health_check_tells_a_server_that_answers_from_none(site):
    port = site.url.rsplit(":", 1)[1]
    assert run("healthcheck", "--port", port) == (0, "ready\n", "")
    assert run("healthcheck", CAIRN_PORT=port) == (0, "ready\n", "")
    site.kill()
    status, _, told = run("healthcheck", "--port", port)
    assert status == 1 and told.startswith(f"cairn: no answer on port {port}: ")
    status, _, told = run("healthcheck", "--port", "many")
    assert status == 64 and "--port" in told


def start_with(descriptor, data, count="1", offset=0, **options):
    return subprocess.Popen(
        [sys.executable, "-c", HAND_OVER, str(descriptor), count, str(offset), BINARY, "serve", "--port", "0", "--data",
         data, "--public", str(ROOT / "Public")],
        pass_fds=[descriptor], stdout=subprocess.PIPE, text=True, **options)


def test_nobody_is_refused_while_the_server_is_killed_and_started_again(site, record_property):
    site.kill()
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    port = listener.getsockname()[1]
    answers, refused, cut, is_over = [], [], [], threading.Event()

    def ask():
        while not is_over.is_set():
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE / 1000) as connection:
                    connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    answers.append(connection.recv(100)[:12])
            except ConnectionRefusedError:
                refused.append(1)
            except OSError:
                cut.append(1)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in [signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGTERM]:
        process = start_with(listener.fileno(), site.data, stderr=subprocess.DEVNULL)
        assert process.stdout.readline() == f"listening on http://127.0.0.1:{port}\n"
        seen = len(answers)
        while len(answers) < seen + 50:
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(timeout=PATIENCE / 1000) == (0 if number == signal.SIGTERM else -number)
    last = start_with(listener.fileno(), site.data, stderr=subprocess.DEVNULL)
    seen = len(answers)
    while len(answers) < seen + 50:
        time.sleep(0.01)
    is_over.set()
    for thread in threads:
        thread.join()
    last.kill()
    last.wait()
    assert refused == []
    # Clients whose request was running at the kill get no answer.
    assert set(answers) - {b""} == {b"HTTP/1.1 200"}
    record_property("told", f"restarts with a socket that is held: {len(answers)} answers, {len(cut)} cut, 0 refused")


def test_an_unusable_socket_is_reported(tmp_path):
    data = str(tmp_path / "data")
    listener = socket.create_server(("127.0.0.1", 0))
    silent = socket.socket()
    silent.bind(("127.0.0.1", 0))
    datagrams = socket.socket(type=socket.SOCK_DGRAM)
    with open(tmp_path / "file", "w") as file:
        for descriptor, count, words in [
            (listener.fileno(), "2", "LISTEN_FDS is “2”"), (silent.fileno(), "1", "does not listen"),
            (datagrams.fileno(), "1", "is no TCP socket"), (file.fileno(), "1", "is no socket"),
        ]:
            process = start_with(descriptor, data, count, stderr=subprocess.PIPE)
            out, err = process.communicate(timeout=PATIENCE / 1000)
            lines = [line for line in err.splitlines() if " notice " not in line]
            assert (process.returncode, out, len(lines)) == (78, "", 1) and words in err, err
    # A socket meant for another process is ignored.
    process = start_with(listener.fileno(), data, offset=1, stderr=subprocess.DEVNULL)
    line = process.stdout.readline()
    assert re.fullmatch(r"listening on http://127\.0\.0\.1:\d+\n", line) and f":{listener.getsockname()[1]}\n" not in line
    process.kill()
    process.wait()


def resident(site):
    """The memory that the server holds, in kB."""
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{site.process.pid}/status").read()).group(1))


def test_headers_that_differ_each_time_keep_no_memory(site):
    session = SESSIONS[site.url]["aino_k"]
    connection = http.client.HTTPConnection(site.url.removeprefix("http://"), timeout=PATIENCE / 1000)

    def ask(number):
        odd = f"{number:x}".translate(str.maketrans("0123456789", "ghijklmnop"))
        headers = {
            "Accept-Language": f"{odd[:8]}-{odd[-2:].upper()};q=0.9, x-{odd}", "User-Agent": f"Mozilla/5.0 {odd} Firefox/{number}",
            "Referer": f"http://localhost/{odd}", "Accept": f"text/{odd}, */*", "Accept-Encoding": f"{odd};q=0.{number % 9}",
            "If-None-Match": f'"{odd}"', "If-Modified-Since": odd, "Range": f"bytes={number}-", "X-Forwarded-For": f"10.{number % 256}.1.1",
            "X-Request-ID": odd, "Last-Event-ID": f"{number}", f"X-{odd}": odd,
            "Cookie": f"session={session if number % 2 else odd}; {odd}={odd}; theme={odd}"}
        connection.request("GET", ["/calendar", "/login", f"/people/{odd}", f"/search?{odd}=1"][number // 2 % 4], headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status < 500

    def ask_all(numbers):
        for number in numbers:
            ask(number)
        return resident(site)

    # What the process takes once, while its caches fill, comes first: it has grown by 7 MB when it has answered 20,000.
    few, many = (25_000, 60_000) if os.environ.get(ALL) == "1" else (1_000, 2_000)
    before = ask_all(range(10 ** 9, 10 ** 9 + few))
    after = ask_all(range(10 ** 9 + few, 10 ** 9 + few + many))
    # A hundred bytes kept of each would be six thousand where all are sent.
    assert after - before < 4_000, f"{before} kB, then {after} kB"


def test_the_doctor_looks_at_a_served_site_from_inside_and_outside(site, tmp_path):
    def doctor(*arguments, **environment):
        status, told, complaint = run("doctor", "--public", str(ROOT / "Public"), "--json", *arguments, **environment)
        assert complaint == ""
        report = json.loads(told)
        assert report["ok"] == (status == 0)
        # Files have the machine's time, which is not that of the test.
        report["checks"] = [check for check in report["checks"] if check["name"] != "clock"]
        return {check["name"]: check for check in report["checks"] if check["state"] != "ok"}, report

    found, report = doctor("--data", str(site.data), "--base-url", site.url)
    assert set(found) <= {"disk", "tools", "backup", "administrator", "mail", "push"}, found
    assert {"name": "base URL", "state": "ok", "message": f"{site.url} leads to this site", "advice": ""} in report["checks"]
    # A copy has the same key.
    other = tmp_path / "other"
    shutil.copytree(site.data, other)
    found, _ = doctor("--data", str(other), CAIRN_BASE_URL=site.url)
    assert "not as the site in" in found["base URL"]["message"]
    (other / "media").chmod(0o755)
    other.chmod(0o755)
    found, report = doctor("--data", str(other))
    assert found["permissions"]["state"] == "broken" and not report["ok"]
    found, report = doctor("--data", str(other), "--mend")
    assert "permissions" not in found and stat.S_IMODE(other.stat().st_mode) == 0o700
    site.kill()
    found, _ = doctor("--data", str(site.data), "--base-url", site.url)
    assert "does not answer" in found["base URL"]["message"]
    found, _ = doctor("--data", str(other), CAIRN_SMTP_URL="mail.example.org", CAIRN_LOG_LEVEL="loud", CAIRN_PORT="no")
    assert found["settings"]["state"] == "broken"
    status, told, _ = run("doctor", "--data", str(tmp_path / "none"))
    assert status == 1 and "BROKEN" in told and not (tmp_path / "none").exists()
