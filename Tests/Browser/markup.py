"""Is a page valid HTML? A strict parser, and checks beyond parsing: ids, labels, alternatives, headings."""

import html5lib

NEED_NO_LABEL = {"hidden", "submit", "image", "button", "reset"}


def problems(text):
    """The errors of a page, in words; empty when it is valid."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(text)
    found = [f"line {place[0]}: {code} {detail}" for place, code, detail in parser.errors]
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    return found + ids(elements) + labels(tree, elements) + alternatives(elements) + headings(elements)


def ids(elements):
    seen, found = set(), []
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
