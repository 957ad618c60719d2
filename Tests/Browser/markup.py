"""Is a page valid HTML? A strict parser, and checks beyond parsing: ids, labels, alternatives, headings."""

import functools
import re

import html5lib

NEED_NO_LABEL = {"hidden", "submit", "image", "button", "reset"}
TOKEN, TITLE = re.compile(r'name="csrf" value="[\w.-]+"'), re.compile(r"<title>[^<]*</title>")
# What lies around the content of every page.
AROUND = "<!doctype html><html lang='en'><head>{}</head><body><div id='page'>{}</div></body></html>"


def problems(text):
    """The errors of a page, in words; empty when it is valid.

    The parser is slow, and most pages have the same frame: each frame is parsed once, and each content once within a
    small one. What is wrong so is told of the whole page.
    """
    parts = split(TOKEN.sub('name="csrf" value="x"', text))
    return whole(text) if parts is None or has_problems(*parts) else []


def split(text):
    """The frame of a page, its title and its content; nothing when it is not made so."""
    start, end = text.find("<main"), text.rfind("</main>")
    titles = TITLE.findall(text[:max(start, 0)])
    if end < start or len(titles) != 1:
        return None
    end += len("</main>")
    return text[:start].replace(titles[0], "<title>x</title>"), text[end:], titles[0], text[start:end]


@functools.cache
def has_problems(before, after, title, content):
    ids_around = frame(before, after)
    return ids_around is None or bool(whole(AROUND.format(title, content), ids_around))


@functools.cache
def frame(before, after):
    """The ids of a frame; nothing when something is wrong with it. A heading in it would count with those of the content."""
    text = f"{before}<main id='content'><h1>x</h1></main>{after}"
    if whole(text):
        return None
    tree = html5lib.parse(text, namespaceHTMLElements=False)
    return frozenset(element.get("id") for element in tree.iter() if element.get("id")) - {"content", "page"}


def whole(text, around=frozenset()):
    """The errors of a page; `around` are ids of what would lie around it."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(text)
    found = [f"line {place[0]}: {code} {detail}" for place, code, detail in parser.errors]
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    return found + ids(elements, around) + labels(tree, elements) + alternatives(elements) + headings(elements)


def ids(elements, around=frozenset()):
    seen, found = set(around), []
    for element in elements:
        name = element.get("id")
        if name is None:
            continue
        if name in seen or not name or " " in name:
            found.append(f"id {name!r} is not good or not the only one")
        seen.add(name)
    for element in elements:
        for attribute in ["for", "aria-labelledby", "aria-describedby", "aria-controls"]:
            for name in (element.get(attribute) or "").split():
                if name not in seen:
                    found.append(f"{attribute}={name!r} on <{element.tag}> leads nowhere")
    return found


def words(element):
    """What a screen reader reads: text, alternatives, labels."""
    return "".join(element.itertext()) + "".join(
        (child.get("alt") or "") + (child.get("aria-label") or "") for child in element.iter() if isinstance(child.tag, str))


def labels(tree, elements):
    parents = {child: parent for parent in tree.iter() for child in parent}
    named = {element.get("for") for element in elements if element.tag == "label" and words(element).strip()}
    found = []
    for element in elements:
        if element.tag in ("input", "select", "textarea") and element.get("type") not in NEED_NO_LABEL:
            above, inside = element, False
            while above in parents and not inside:
                above = parents[above]
                inside = above.tag == "label" and bool(words(above).strip())
            if not (inside or element.get("id") in named or element.get("aria-label")):
                found.append(f"<{element.tag} name={element.get('name')!r}> has no label")
        if element.tag in ("a", "button", "summary") and not words(element).strip():
            found.append(f"<{element.tag} {element.attrib}> says nothing")
        if element.tag == "fieldset" and not any(child.tag == "legend" for child in element):
            found.append("a <fieldset> has no legend")
        if "style" in element.attrib or any(name.startswith("on") for name in element.attrib):
            found.append(f"<{element.tag}> has a style or a script of its own")
    return found


def alternatives(elements):
    return [
        f"<{element.tag} src={element.get('src')!r}> has no alt" for element in elements
        if (element.tag == "img" or element.get("type") == "image") and element.get("alt") is None]


def headings(elements):
    levels = [int(element.tag[1]) for element in elements if element.tag in ("h1", "h2", "h3", "h4", "h5", "h6")]
    found = [] if levels.count(1) == 1 else [f"{levels.count(1)} h1"]
    for before, after in zip(levels, levels[1:]):
        if after > before + 1:
            found.append(f"h{after} follows h{before}")
    return found
