"""Formats style sheets: one selector and one declaration a line, two spaces a level, lists broken at their commas."""

import re

from widths import WIDTH, wrapped

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<address>\burl\([^"')]*\))
  | (?P<space>\s+)
  | (?P<mark>[{};])
  | (?P<other>.)
""", re.X | re.S)
OPENING, CLOSING = "([", ")]"


def tokens(source):
    """A style sheet as (kind, text)."""
    return [(found.lastgroup, found.group()) for found in TOKEN.finditer(source)]


def split(text, separator=","):
    """The parts between separators outside of strings, parentheses and brackets."""
    parts, depth = [""], 0
    for kind, token in tokens(text):
        if kind in ("other", "space"):
            depth += (token in OPENING) - (token in CLOSING)
            if token == separator and depth == 0:
                parts.append("")
                continue
        parts[-1] += token
    return [part.strip() for part in parts]


def tidy(text):
    """A prelude or a declaration with single spaces, none within parentheses' edges, and one behind each comma."""
    out = ""
    for kind, token in tokens(text):
        if kind == "space":
            token = "" if not out or out[-1] in OPENING + " " else " "
        elif kind in ("other", "mark") and token in CLOSING + ",":
            out = out.rstrip(" ")
            token += " " if token == "," else ""
        elif kind == "comment":
            token = " ".join(token.split())
        out += token
    return out.strip()


def broken(text, indent):
    """A text too long for its line, broken within its longest outer parentheses, one argument a line."""
    if len(indent + text) <= WIDTH:
        return text
    spans, depth, offset = [], 0, 0
    for kind, token in tokens(text):
        if kind == "other" and token in OPENING:
            if depth == 0:
                start = offset + 1
            depth += 1
        elif kind == "other" and token in CLOSING:
            depth -= 1
            if depth == 0 and "," in text[start:offset]:
                spans.append((start, offset))
        offset += len(token)
    if not spans:
        return text
    start, end = max(spans, key=lambda span: span[1] - span[0])
    inner = indent + "  "
    lines = ",\n".join(inner + broken(part, inner) for part in split(text[start:end]))
    return f"{text[:start]}\n{lines}\n{indent}{text[end:]}"


def spread(name, value, indent):
    """`name: value` without outer commas, which goes on in a second line, or breaks within its parentheses."""
    lines = [f"{indent}{name}:"]
    for word in split(value, " "):
        if len(f"{lines[-1]} {word};") > WIDTH and len(lines) == 1 and not lines[0].endswith(":"):
            lines.append(indent + "  " + word)
        else:
            lines[-1] += f" {word}"
    if max(map(len, lines)) < WIDTH:
        return "\n".join(lines)
    return indent + broken(f"{name}: {value}", indent)


def declaration(text, indent):
    """`name: value`; a value too long for its line has one part of its list a line."""
    name, colon, value = text.partition(":")
    if not colon:
        return indent + tidy(text)
    name, value = name.strip(), tidy(value)
    line = f"{indent}{name}: {value}".rstrip(" ")
    parts = split(value)
    if len(line + ";") <= WIDTH:
        return line
    inner = indent + "  "
    if len(parts) == 1:
        return spread(name, value, indent)
    if max(map(len, parts)) < 30:
        # A list of short things is filled.
        return f"{indent}{name}:\n{wrapped(value, inner)}"
    return f"{indent}{name}:\n" + ",\n".join(inner + broken(part, inner) for part in parts)


def prelude(text, indent):
    """What stands before a brace: one selector a line; the list of an at-rule stays on its line."""
    text = tidy(text)
    if text.startswith("@"):
        return indent + broken(text, indent) + " {"
    return ",\n".join(indent + broken(part, indent) for part in split(text)) + " {"


def comment(text, indent):
    """A comment at its indentation; refilled when one of its lines is too long."""
    lines = [line.strip() for line in text.splitlines()]
    width = len(indent) + 3
    shown = [indent + lines[0]] + [" " * width + line if line else "" for line in lines[1:]]
    if max(map(len, shown)) <= WIDTH:
        return "\n".join(shown)
    words = wrapped(" ".join(lines).removeprefix("/*").removesuffix("*/").strip(), " " * width, WIDTH - 3)
    return f"{indent}/* {words.strip()} */"


def formatted(source):
    """The formatted style sheet."""
    lines, level, pending, depth = [], 0, "", 0
    pieces = tokens(source)
    for place, (kind, token) in enumerate(pieces):
        indent = "  " * level
        if kind == "space" and not pending.strip():
            # One empty line stays, but not at the start of a block.
            if token.count("\n") > 1 and lines and not lines[-1].endswith("{") and lines[-1]:
                lines.append("")
        elif kind == "comment" and not pending.strip():
            behind = pieces[place - 1] if place else ("space", "\n")
            if lines and lines[-1].endswith(";") and not (behind[0] == "space" and "\n" in behind[1]) \
                    and len(f"{lines[-1]} {token}") <= WIDTH:
                lines[-1] += f" {token}"
            else:
                lines.append(comment(token, indent))
        elif kind == "mark" and not depth and token == "{":
            lines.append(prelude(pending, indent))
            pending, level = "", level + 1
        elif kind == "mark" and not depth:
            if pending.strip():
                at = pending.strip().startswith("@")
                lines.append((indent + tidy(pending) if at else declaration(pending, indent)) + ";")
            pending = ""
            if token == "}":
                level -= 1
                if lines and not lines[-1]:
                    lines.pop()
                lines.append("  " * level + "}")
        else:
            depth += (kind == "other" and token in OPENING) - (kind == "other" and token in CLOSING)
            pending += token
    if level or pending.strip():
        raise ValueError("a brace is not closed, or something stands behind the last one")
    return "\n".join(lines).strip("\n") + "\n"


def meaning(source):
    """What formatting must not change: everything but the white space that separates nothing."""
    text = "".join(" ".join(token.split()) if kind == "comment" else " " if kind == "space" else token
                   for kind, token in tokens(source))
    text = re.sub(r"((?:^|[{};,(\[:]|\*/) )", lambda found: found.group().strip(), re.sub(" +", " ", text))
    return re.sub(r" (?=[{};,)\]]|/\*|$)", "", text).replace(";}", "}")
