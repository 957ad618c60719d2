"""How wide a line may be, and how words fill it."""

import textwrap

WIDTH = 120


def wrapped(words, indent, width=WIDTH):
    """Words filled into indented lines, none broken."""
    return textwrap.fill(words, width, initial_indent=indent, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)
