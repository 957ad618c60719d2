"""Renders fifty things with Jinja2 as main.swift does; prints pages a second, or with `page` the page.

usage: jinja.py TEMPLATE [page]"""

import sys
import time

import jinja2

items = [
    {
        "id": number, "is_new": number % 7 == 0, "path": f"/notes/{9_000_000 + number}",
        "title": f"Note {number} & “more”",
        "text": "The bench by the water, where the <old> trams turn. " * (1 + number % 4),
        "place": "Near Töölönlahti" if number % 3 == 0 else "", "time": f"2026-11-26T12:00:0{number % 10}Z",
        "words": f"{number} minutes ago",
    }
    for number in range(1, 51)
]
template = jinja2.Environment(autoescape=True).from_string(open(sys.argv[1]).read())
if sys.argv[2:] == ["page"]:
    print(template.render(items=items))
    sys.exit()
start, count = time.perf_counter(), 0
while time.perf_counter() - start < 0.4:
    for _ in range(20):
        template.render(items=items).encode()
    count += 20
print(count / (time.perf_counter() - start))
