"""Refills the comments of scripts whose lines are too long; the rest of a script is deno's (Scripts/format)."""

import re

from widths import WIDTH, wrapped

COMMENT = re.compile(r"( *)// (.*)")


def formatted(source):
    """The script with each long line of comment, and the lines of its paragraph below it, filled anew."""
    out, lines = [], source.split("\n")
    while lines:
        line = lines.pop(0)
        found = COMMENT.fullmatch(line)
        if found and len(line) > WIDTH:
            indent, words = found.groups()
            while lines and lines[0].startswith(f"{indent}// "):
                words += " " + lines.pop(0).strip()[3:]
            line = wrapped(words, f"{indent}// ")
        out.append(line)
    return "\n".join(out)


def meaning(source):
    """What formatting must not change: everything but white space and the slashes of comments."""
    return re.sub(r"\s+|//", "", source)
