"""Hand-made faults: what is wrong, which tests must see it, and lines of files with what replaces them.

    Fault: A sentence on what is wrong.
    Suites: Swift suites, or browser tests as `file.py` or `file.py::test`
    File: Sources/App/…
    - lines that stand in this file once, one below the other, however far they are indented
    + lines in their place

fault.py check FAULT…         whether they fit the sources
fault.py apply FAULT FOLDER   puts a fault into the sources, and what was there into a folder
fault.py restore FOLDER       puts everything in a folder back
"""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent


class Wrong(Exception):
    pass


def changes(name):
    """A fault's changes: files, the lines that stand there, and those in their place."""
    found, file, old, new = [], None, [], []
    for line in [*(HERE / f"{name}.fault").read_text().splitlines(), "File: "]:
        # The lines of the next change begin behind the new ones of the last.
        if line.startswith("File: ") or (line[:1] == "-" and new):
            if old:
                found.append((Path(file), old, new))
            old, new = [], []
        if line.startswith("File: "):
            file = line.removeprefix("File: ")
        elif line[:1] in ("-", "+"):
            (old if line[0] == "-" else new).append(line[1:].strip())
    return found


def changed(text, old, new):
    """A text with the lines `new` in place of `old`."""
    lines = text.split("\n")
    plain = [line.strip() for line in lines]
    places = [at for at in range(len(lines)) if plain[at:at + len(old)] == old]
    if len(places) != 1:
        raise Wrong(f"stands there {len(places)} times: {old[0]}")
    at = places[0]
    indent = lines[at][:len(lines[at]) - len(lines[at].lstrip())]
    return "\n".join([*lines[:at], *(indent + line for line in new), *lines[at + len(old):]])


def changed_files(name):
    """The texts of all files with the fault in them."""
    texts = {}
    for file, old, new in changes(name):
        if not file.is_file():
            raise Wrong(f"{file} does not exist")
        texts[file] = changed(texts.get(file) or file.read_text(), old, new)
    if not texts:
        raise Wrong("changes nothing")
    return texts


def check(name):
    try:
        changed_files(name)
        text = (HERE / f"{name}.fault").read_text()
        if not re.match(r"Fault: .*\.\nSuites: \S.*\n", text):
            raise Wrong("does not begin with a sentence on what is wrong, and suites")
    except (OSError, Wrong) as error:
        return f"{name}: {error}"


def apply(name, folder):
    for file, text in changed_files(name).items():
        kept = folder / file
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, kept)
        file.write_text(text)


def restore(folder):
    for kept in [path for path in folder.rglob("*") if path.is_file()]:
        # With the time of now, so that it is built again.
        shutil.copyfile(kept, kept.relative_to(folder))
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "check":
        problems = [problem for problem in map(check, arguments) if problem]
        print(*problems, sep="\n", end="\n" if problems else "")
        sys.exit(bool(problems))
    try:
        apply(arguments[0], Path(arguments[1])) if what == "apply" else restore(Path(arguments[0]))
    except Wrong as error:
        sys.exit(f"{arguments[0]}: {error}")
