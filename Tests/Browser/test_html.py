"""Every reachable page is valid HTML. So are all examples of the gallery (test_pages.py)."""

import re
from collections import Counter, deque

import pytest

from conftest import PASSWORD, demo_site
from markup import problems
from client import Client


def links(text):
    return [link.replace("&amp;", "&") for link in re.findall(r'<a [^>]*?href="(/[^"#]*)"', text)]


def crawl(client, first, most=8):
    """Paths and pages reachable by links; `most` of those that differ in numbers and queries alone."""
    seen, waiting, kinds = {first}, deque([first]), Counter()
    while waiting:
        path = waiting.popleft()
        status, text = client.open(path)
        assert status in (200, 303), path
        if status == 303:
            continue
        yield path, text
        for link in links(text):
            # A photo in full size is no page, nor is a month of them to take away.
            if link in seen or link.startswith("/media/") or link.endswith((".zip", ".webp")):
                continue
            kind = re.sub(r"\d+|=[^&]+", "", link)
            kinds[kind] += 1
            if kinds[kind] <= most:
                seen.add(link)
                waiting.append(link)


@pytest.mark.parametrize("around", ["<body>{}", "<body><div id='page'><nav id='top'></nav><main>{}</main></div>"])
def test_the_checks_find_errors(around):
    page = "<!doctype html><html lang='en'><head><title>a</title></head>" + around.format("<h1>a</h1>{}") + "</body></html>"
    assert problems(page.format("<p>fine")) == []
    for wrong in ["<div></p></div>", "<input name=q>", "<img src=a>", "<h3>a</h3>", "<p id=a><p id=a>", "<a href=/></a>",
                  "<label for=x>a</label>", "<p style='color:red'>", "<h1>b</h1>", "<fieldset></fieldset>", "<b><p></b>",
                  "</main>", "</div><p>", "<table><p></table>"]:
        assert problems(page.format(wrong)) != [], wrong
    if "nav" in around:
        for wrong in ["<p id=top>", "<div>", "<b>", "<form>", "<main>", "</body>"]:
            assert problems(page.format(wrong)) != [], wrong
        assert problems(page.format("").replace("<nav id='top'>", "<nav><p id=top></nav><nav id='top'>")) != []


@pytest.fixture
def crawled_site():
    """As quiet_site: who follows every link reads every notice."""
    yield from demo_site()


def test_every_page_is_valid_html(crawled_site):
    wrong = {}
    for path in ["/", "/signup", "/login", "/offline"]:
        wrong[path] = problems(Client(crawled_site.url).open(path)[1])
    client = Client(crawled_site.url).sign_in("aino_k")
    pages = dict(crawl(client, "/"))
    assert len(pages) > 60
    for path, text in pages.items():
        # Fragments that scripts request are not pages.
        if "<html" in text:
            wrong[path] = problems(text)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_refusals_are_valid_html(quiet_site):
    client = Client(quiet_site.url)
    text = client.open("/signup")[1]
    token = re.search(r'name="csrf" value="([^"]+)"', text).group(1)
    status, text = client.open("/signup", {"csrf": token, "username": "x", "password": PASSWORD})
    assert status == 422 and problems(text) == []
    status, text = client.open("/nothing/here")
    assert status == 404 and problems(text) == []
