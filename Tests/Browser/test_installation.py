"""What is installed agrees with itself: commands, options, settings and paths of the documentation, the units and the package."""

import json
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from conftest import BINARY, ROOT

PACKAGING = ROOT / "Packaging"
PAGES = ["README.md", "docs/hosting.md"]
UNITS = ["cairn.service", "cairn.socket"]


@pytest.fixture(scope="module")
def commands():
    """The options that each command takes, by its words."""
    dump = subprocess.run([BINARY, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout
    found = {}

    def add(command, path):
        below = [each for each in command.get("subcommands") or [] if each["commandName"] != "help"]
        for each in below:
            add(each, (*path, each["commandName"]))
        if not below:
            found[path] = {
                f"--{name['name']}" for argument in command.get("arguments") or [] for name in argument.get("names") or []}

    add(json.loads(dump)["command"], ())
    return found


def code(page):
    """What stands in code on a page: spans, and indented lines without what they are explained by."""
    text = (ROOT / page).read_text()
    yield from (span.replace("\n", " ") for span in re.findall(r"`([^`]+)`", text))
    for line in re.findall(r"(?m)^    +(\S.*)$", text):
        yield re.split(r" {3,}", line)[0]


def uses(text):
    """The commands in a line, each with its words and its options."""
    for found in re.finditer(r"(?:^|[ /])cairn ((?:[a-z]+(?:-[a-z]+)*(?= |$) ?)+)([^`]*)", text):
        words = [word for word in found[1].split() if word != "cairn"]
        if words:
            yield words, re.findall(r"(?<= )--[a-z-]+", " " + found[2])


def longest(words, commands):
    return next((tuple(words[:count]) for count in (2, 1) if tuple(words[:count]) in commands), None)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_the_documentation_exists_with_its_options(commands, page):
    seen = set()
    for text in code(page):
        for words, options in uses(text):
            command = longest(words, commands)
            assert command, f"{page}: there is no command in “{text}”"
            assert set(options) <= commands[command], f"{page}: “{text}”"
            seen.add(command)
        if text.startswith("--"):
            known = set().union(*commands.values())
            assert text.split()[0] in known, f"{page}: nothing has {text}"
    assert len(seen) >= 5, seen


def test_every_setting_is_read_by_the_program_and_told_in_the_package():
    told = set(re.findall(r"(?m)^#?(CAIRN_[A-Z_]+)=", (PACKAGING / "cairn.env").read_text()))
    read = {
        name for file in (ROOT / "Sources/cairn").glob("*.swift")
        for name in re.findall(r'"(CAIRN_[A-Z_]+)"', file.read_text())} | {"CAIRN_TRUSTED_PROXIES"}
    assert told == read
    for page in PAGES:
        named = set(re.findall(r"CAIRN_[A-Z_]*[A-Z]", (ROOT / page).read_text()))
        assert named <= told, page
    manual = subprocess.run(
        [sys.executable, PACKAGING / "manual.py", "1.0", PACKAGING / "cairn.env"], text=True, check=True, capture_output=True,
        input=subprocess.run([BINARY, "--experimental-dump-help"], capture_output=True, text=True, check=True).stdout).stdout
    explained = dict(re.findall(r"(?m)^\.TP\n\.B (CAIRN_\w+)\n(.+)$", manual))
    assert set(explained) == told and len(set(explained.values())) == len(told)
    table = set(re.findall(r"(?m)^\|.*?`(CAIRN_[A-Z_]+)`", (ROOT / "README.md").read_text()))
    assert len(table) >= 15


def test_the_pages_name_files_of_this_version():
    version = re.search(r'static let text = "(.*)"', (ROOT / "Sources/App/Site/Version.swift").read_text())[1]
    for page in [*PAGES, "Packaging/compose.yaml"]:
        named = re.findall(r"cairn_([0-9][0-9.]*)_amd64\.(?:deb|oci\.tar)", (ROOT / page).read_text())
        assert set(named) == {version}, page


def directives(unit):
    """Name and value of each line of a unit."""
    lines = (PACKAGING / "systemd" / unit).read_text().splitlines()
    return [tuple(line.split("=", 1)) for line in lines if "=" in line and not line.startswith("#")]


def test_the_units_name_commands_and_folders_that_the_package_makes(commands):
    made = set(re.search(r"install -d .*? ((?:/\S+ ?)+)", (PACKAGING / "debian/postinst").read_text())[1].split())
    assert made == {"/var/lib/cairn", "/var/backups/cairn"}
    for unit in UNITS:
        for name, value in directives(unit):
            if name == "ExecStart":
                program, *arguments = value.split()
                assert program == "/usr/bin/cairn"
                words = [word for word in arguments if not word.startswith(("-", "/"))]
                options = {word for word in arguments if word.startswith("--")}
                assert options <= commands[longest(words, commands)], value
            if name == "ReadWritePaths":
                assert {path.lstrip("-") for path in value.split()} <= made, unit
            if name == "EnvironmentFile":
                assert value == "-/etc/cairn/cairn.env"
            if name == "Environment":
                assert value in ["CAIRN_DATA=" + path for path in made]
            if name == "StateDirectory":
                assert f"/var/lib/{value}" in made
    port = dict(directives("cairn.socket"))["ListenStream"]
    for file in ["nginx.conf", "Caddyfile"]:
        assert port in (PACKAGING / "proxy" / file).read_text()
    data, = re.findall(r"(?m)^CAIRN_DATA=(.*)$", (PACKAGING / "cairn.env").read_text())
    assert data in made
    scripts = "".join((PACKAGING / "debian" / name).read_text() for name in ["postinst", "prerm", "postrm"])
    for unit in UNITS:
        assert scripts.count(unit) >= 3, f"{unit} is started, stopped and masked"


def test_the_service_allows_what_decoders_are_isolated_by():
    service = directives("cairn.service")
    source = (ROOT / "Sources/Media/Process/Isolation.swift").read_text()
    asked, = re.findall(r'\["unshare", ((?:"--[a-z]+", )+)"--pid", "--fork"', source)
    allowed = set(dict(service)["RestrictNamespaces"].split())
    assert allowed == {"pid", *re.findall(r"--([a-z]+)", asked)}
    calls = " ".join(value for name, value in service if name == "SystemCallFilter" and not value.startswith("~")).split()
    assert {"seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"} <= set(calls)


def analyze(*arguments):
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True)


def test_systemd_knows_every_line_of_the_units(tmp_path):
    units, program = tmp_path / "lib/systemd/system", tmp_path / "usr/bin/cairn"
    units.mkdir(parents=True)
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for unit in UNITS:
        shutil.copy(PACKAGING / "systemd" / unit, units)
    # The units that those of the package name.
    for target in ["basic", "network-online", "network", "paths", "shutdown", "sockets", "sysinit", "timers"]:
        (units / f"{target}.target").write_text(f"[Unit]\nDescription={target}\n")
    told = analyze("verify", f"--root={tmp_path}", "--man=no", *UNITS)
    # What it does not know it tells, and ignores.
    assert (told.returncode, told.stdout + told.stderr) == (0, "")
    service = units / "cairn.service"
    service.write_text(service.read_text().replace("ProtectProc=", "ProtectProcess="))
    assert "ProtectProcess" in analyze("verify", f"--root={tmp_path}", "--man=no", *UNITS).stderr


def test_the_service_is_hardly_exposed():
    told = analyze("security", "--offline=true", str(PACKAGING / "systemd/cairn.service"))
    exposure = float(re.search(r"exposure level for cairn.service: ([0-9.]+)", told.stdout)[1])
    assert exposure <= 2.0


def test_the_compose_file_has_what_compose_and_the_program_know(commands):
    made = yaml.safe_load((PACKAGING / "compose.yaml").read_text())
    # https://github.com/compose-spec/compose-spec/blob/main/schema/compose-spec.json
    known = {
        "image": str, "restart": str, "read_only": bool, "tmpfs": list, "cap_drop": list, "security_opt": list,
        "environment": dict, "volumes": list, "expose": list, "healthcheck": dict, "depends_on": list, "command": str,
        "ports": list}
    assert set(made) == {"services", "volumes"}
    for service in made["services"].values():
        for key, value in service.items():
            assert isinstance(value, known[key]), key
        for volume in service["volumes"]:
            name, target = volume.split(":")
            assert name in made["volumes"] and target.startswith("/")
        assert set(service.get("depends_on", [])) <= set(made["services"])
        assert all(re.fullmatch(r"\d+:\d+", port) for port in service.get("ports", []))
    cairn, caddy = made["services"]["cairn"], made["services"]["caddy"]
    version = re.search(r'static let text = "(.*)"', (ROOT / "Sources/App/Site/Version.swift").read_text())[1]
    assert cairn["image"] == f"cairn:{version}"
    assert set(cairn["healthcheck"]) <= {"test", "interval", "timeout", "retries", "start_period"}
    assert all(re.fullmatch(r"\d+s", value) for key, value in cairn["healthcheck"].items() if key != "test")
    settings = (PACKAGING / "cairn.env").read_text()
    assert all(re.search(rf"^#?{name}=", settings, re.M) for name in cairn["environment"])
    kind, program, *command = cairn["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "cairn") and tuple(command) in commands
    port, = cairn["expose"]
    base = cairn["environment"]["CAIRN_BASE_URL"]
    assert caddy["command"] == f"caddy reverse-proxy --from {base.removeprefix('https://')} --to cairn:{port}"
