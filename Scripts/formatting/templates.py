"""Breaks the long lines of templates where white space means nothing: beside block elements, between the attributes of
a tag, at a space of a text, within an expression, or beside a directive that trims (`-%}`).

It never joins lines: what somebody broke stays broken."""

import re
from dataclasses import dataclass

from widths import WIDTH

VOID = set("area base br col embed hr img input link meta source track wbr".split())
# Elements that begin and end a line of their own.
BLOCKS = set("""article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2
    h3 h4 head header hr html legend li main nav ol p section summary table tbody td tfoot th thead tr ul""".split())
# Those of them that hold other blocks rather than text.
CONTAINERS = BLOCKS - set("blockquote dd dt figcaption h1 h2 h3 h4 legend p summary td th".split())
CONTAINERS |= {"svg", "g", "picture"}
DRAWN = set("circle defs ellipse g line path polygon rect use".split())
VERBATIM = {"pre", "textarea", "title", "script", "option"}
# Classes whose style keeps the line ends of a text.
KEEPS_LINES = re.compile(r'class="[^"]*\b(report-text|report-content|detail|bio|bubble-text|note-text)\b')

TOKEN = re.compile(r"(?P<comment>\{#.*?#\})|(?P<output>\{\{.*?\}\})|(?P<directive>\{%.*?%\})|(?P<other>.)", re.S)
NAME = re.compile(r"<(/?)([a-zA-Z][\w-]*)")


@dataclass
class Break:
    """A place where a line may end: `source[start:end]` becomes `before`, a line end and `after`."""

    start: int
    end: int
    cost: float
    before: str = ""
    after: str = ""


class Scanner:
    """Finds the places of a template where a line may end."""

    def __init__(self, source):
        self.source, self.breaks = source, []
        self.open, self.keeps = [], []
        # In text these are None; in a tag the offset of its "<", and the quote of the value that is read.
        self.tag = self.quote = None
        for found in TOKEN.finditer(source):
            self.read(found.lastgroup, found.start(), found.end())

    def read(self, kind, start, end):
        if kind in ("output", "directive"):
            self.code(start, end)
            self.beside(kind, start, end)
        elif kind == "other":
            self.character(self.source[start], start)

    def character(self, letter, at):
        if self.tag is None:
            if letter == "<" and NAME.match(self.source, at):
                self.tag = at
            elif letter == " " and not self.is_kept and not self.isolated(at):
                self.breaks.append(Break(at, at + 1, 6 + 0.1 * len(self.open)))
        elif self.quote:
            if letter == self.quote:
                self.quote = None
        elif letter in "\"'":
            self.quote = letter
        elif letter == " ":
            is_first = NAME.fullmatch(self.source[self.tag:at]) is not None
            self.breaks.append(Break(at, at + 1, (9 if is_first else 5) + 0.1 * len(self.open), after="  "))
        elif letter == ">":
            self.finish(at + 1)

    @property
    def is_kept(self):
        """Whether the white space of this text shows."""
        return any(name in VERBATIM for name in self.open) or any(self.keeps)

    def isolated(self, at):
        """Whether another white space stands beside this one."""
        return self.source[at - 1] in " \n" or self.source[at + 1:at + 2] in (" ", "\n", "")

    def finish(self, end):
        """The end of a tag; breaks around blocks."""
        start, self.tag = self.tag, None
        closing, name = NAME.match(self.source, start).groups()
        if closing:
            self.around(start, name in CONTAINERS and self.holds_elements(start))
            if self.open:
                self.open.pop()
                self.keeps.pop()
            self.around(end, name in BLOCKS or name in DRAWN and "svg" in self.open)
            return
        is_drawn = name in DRAWN and "svg" in self.open
        self.around(start, name in BLOCKS or name in ("link", "meta") or is_drawn)
        if name in VOID or self.source[end - 2] == "/":
            self.around(end, name in ("hr", "link", "meta") or is_drawn)
            return
        self.open.append(name)
        self.keeps.append(bool(KEEPS_LINES.search(self.source, start, end)))
        follows = self.source[end:end + 2]
        is_wrapper = name in ("li", "form", "header", "section", "article", "details") and follows in ("{{", "{%")
        is_before_tag = follows.startswith("<") and follows != "</"
        self.around(end, name in CONTAINERS and (is_wrapper or is_before_tag))

    def holds_elements(self, at):
        """Whether a closing tag or directive stands before this place: the element is not empty, nor only text."""
        return bool(re.search(r"(</[\w-]+>|%\}|/>|>)$", self.source[max(0, at - 40):at]))

    def around(self, at, is_block):
        """A break between tags, where no white space stands yet."""
        beside = (self.source[at - 1:at], self.source[at:at + 1])
        if not is_block or self.is_kept or any(letter in ("", "\n", " ") for letter in beside):
            return
        # Rather before a branch than between it and what it begins with.
        begins_branch = re.search(r"\{% (if|else|for)[^%]*%\}$", self.source[max(0, at - WIDTH):at])
        self.breaks.append(Break(at, at, (0.8 if begins_branch else 0) + 0.2 * len(self.open)))

    def beside(self, kind, start, end):
        """Breaks before and behind an expression or directive."""
        source = self.source
        if self.quote:
            return
        if self.tag is not None:
            # The compiler writes the spaces between attributes itself.
            if kind == "directive" and source[start - 1] not in " \n" and source.startswith("if", start + 3):
                self.breaks.append(Break(start, start, 4.5, after="  "))
            return
        # Tests look for the token as it is written everywhere.
        if any(name in VERBATIM for name in self.open) or "csrf" in source[start:end]:
            return
        cost = (5 if kind == "directive" else 8) + 0.2 * len(self.open)
        word = source[start + 3:end].split()[0]
        is_opening, is_closing = word in ("if", "for"), word == "end"
        if source[start - 1:start] not in ("", " ", "\n") and source[start + 2] == " ":
            self.breaks.append(Break(start, start + 2, cost + is_closing, after=source[start:start + 2] + "-"))
        if source[end:end + 1] not in ("", " ", "\n") and source[end - 3] == " ":
            self.breaks.append(Break(end - 2, end, cost + is_opening, before="-" + source[end - 2:end]))

    def code(self, start, end):
        """Breaks within Swift: behind the commas of arguments, and before operators."""
        # A long value is one word: its expression is broken only when nothing else helps.
        extra = 4 if self.quote else 0
        depth, strings, at = 0, [], start + 2
        while at < end - 2:
            letter = self.source[at]
            if strings and strings[-1] == depth:
                if letter == "\\":
                    if self.source[at + 1] == "(":
                        depth += 1
                    at += 1
                elif letter == '"':
                    strings.pop()
            elif letter == '"':
                strings.append(depth)
            elif letter in "([":
                depth += 1
            elif letter in ")]":
                depth -= 1
            elif letter == " " and not strings:
                if self.source[at - 1] == "," and depth:
                    self.breaks.append(Break(at, at + 1, 5 + depth + extra, after="  "))
                elif re.match(r" (&&|\|\||\?|:) ", self.source[at:at + 4]):
                    self.breaks.append(Break(at, at + 1, 6 + depth + extra, after="  "))
            at += 1


def cheapest(source, start, end, breaks):
    """The breaks that make the line from `start` to `end` fit, at the lowest cost; what cannot fit is made short."""
    best = [(0.0, None)]
    places = [Break(start, start, 0)] + breaks + [Break(end, end, 0)]
    for here in range(1, len(places)):
        options = []
        for there in range(here):
            first = places[there]
            width = len(first.after) + places[here].start - first.end + len(places[here].before)
            over = max(0, width - WIDTH)
            options.append((best[there][0] + places[here].cost + 0.5 + 1000 * over, there))
        best.append(min(options))
    chosen, here = [], len(places) - 1
    while here:
        here = best[here][1]
        if here:
            chosen.append(places[here])
    return chosen[::-1]


def formatted(source):
    """The template with its long lines broken."""
    breaks = sorted(Scanner(source).breaks, key=lambda found: (found.start, found.end))
    lines, start = [], 0
    for line in source.split("\n"):
        end = start + len(line)
        if len(line) > WIDTH:
            inside = [found for found in breaks if start < found.start and found.end < end]
            for found in reversed(cheapest(source, start, end, inside)):
                at, to = found.start - start, found.end - start
                line = f"{line[:at]}{found.before}\n{found.after}{line[to:]}"
        lines.append(line)
        start = end + 1
    return "\n".join(lines)


def meaning(source):
    """What formatting must not change: everything but white space and the signs that trim it."""
    return re.sub(r"\s+", "", re.sub(r"(?<=\{[{%])-(?=\s)|(?<=\s)-(?=[}%]\})", "", source))
