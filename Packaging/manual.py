"""Writes cairn(1) from what the program says of its options: manual.py VERSION ENV_FILE < dump-help.json"""

import json
import re
import sys


def plain(text):
    """Text as roff shows it: no line is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def option(argument):
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names") or []]
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        shown = f"\\fI{plain(value.upper())}\\fR"
    else:
        shown = ", ".join(f"\\fB{plain(name)}\\fR" for name in names)
        if argument["kind"] == "option":
            shown += f" \\fI{plain(value.upper())}\\fR"
    words = argument.get("abstract") or ""
    default = argument.get("defaultValue")
    if default and "default" not in words and argument["kind"] == "option":
        words += f" (default: {default})"
    return f".TP\n{shown}\n{plain(words)}"


def commands(command, path):
    subcommands = [each for each in command.get("subcommands") or [] if each["commandName"] != "help"]
    name = " ".join([*path, command["commandName"]])
    if path and not subcommands:
        yield f".SS {plain(name)}\n{plain(command.get('abstract') or '')}"
        if command.get("discussion"):
            yield f".PP\n{plain(command['discussion'])}"
        for argument in command.get("arguments") or []:
            if argument.get("shouldDisplay", True) and [n["name"] for n in argument.get("names") or []] not in (["help", "h"], ["h", "help"], ["version"]):
                yield option(argument)
    for each in subcommands:
        yield from commands(each, [*path, command["commandName"]])


def settings(text):
    """The variables of the settings file, each with the comment above it."""
    words = []
    for line in text.splitlines():
        match = re.match(r"#?(CAIRN_\w+)=", line)
        if match:
            yield f".TP\n.B {match[1]}\n{plain(' '.join(words))}"
        if line.startswith("# "):
            words.append(line[2:])
        else:
            words = []


def main():
    version, file = sys.argv[1:]
    root = json.load(sys.stdin)["command"]
    print(f""".TH CAIRN 1 "" "Cairn {version}" "Cairn"
.SH NAME
cairn \\- serve a site where friends leave notes, photos and songs at real places
.SH SYNOPSIS
.B cairn
.I COMMAND
[\\fIOPTION\\fR ...]
.SH DESCRIPTION
{plain(root["abstract"])} The installed service runs \\fBcairn serve\\fR; the other commands set a site up and look after it, also while
it is served. Run them as the user of the service: \\fBrunuser \\-u cairn \\-\\- cairn basemap list\\fR.
.SH COMMANDS""")
    print("\n".join(commands(root, [])))
    print(".SH ENVIRONMENT")
    print("\n".join(settings(open(file, encoding="utf-8").read())))
    print(""".SH FILES
.TP
.I /etc/cairn/cairn.env
The settings of the service.
.TP
.I /var/lib/cairn
Database, secret key, media, maps.
.SH EXIT STATUS
0 when all went well; 1 for a fault, 64 for a wrong option, 65 for a file that cannot be used, 69 for something that cannot be
reached, 78 for a wrong setting.""")


main()
