"""Formats style sheets and templates, and the comments of scripts; tells of lines that stay wider than they may be.

    python3 -B Scripts/formatting FILE…          writes what is not formatted
    python3 -B Scripts/formatting --check FILE…  says what is not, and fails

It stops when what it writes would mean something else (`meaning` of each format), or would be formatted anew."""

import re
import sys
from pathlib import Path

import css
import scripts
import templates
from widths import WIDTH

FORMATS = {".css": css, ".html": templates, ".js": scripts}
# A line with nothing but one value or string, which has no place to break.
ONE_VALUE = re.compile(r"""\s*([\w:-]+=)?(["'`])((?!\2).)*\2[^\w"'`]*""")


def formatted(path, source):
    """The formatted source."""
    form = FORMATS[path.suffix]
    try:
        written = form.formatted(source)
    except ValueError as error:
        sys.exit(f"{path}: {error}")
    if form.meaning(written) != form.meaning(source) or form.formatted(written) != written:
        sys.exit(f"{path}: the formatter would change what it means; this is an error in {form.__file__}")
    return written


def main(arguments):
    is_check = "--check" in arguments
    failed = False
    for path in [Path(name) for name in arguments if name != "--check"]:
        source = path.read_text()
        written = formatted(path, source)
        if written != source and is_check:
            print(f"{path}: is not formatted; run Scripts/format")
            failed = True
        elif written != source:
            path.write_text(written)
        for number, line in enumerate(written.split("\n"), 1):
            if len(line) > WIDTH and not ONE_VALUE.fullmatch(line):
                print(f"{path}:{number}: {len(line)} columns, {WIDTH} at most")
                failed = True
    sys.exit(failed)


main(sys.argv[1:])
