"""Screenshots compared with committed ones.

CAIRN_RECORD=1 writes them anew. On a difference, what was expected, what came and what differs are left in
Tests/Browser/out/.
"""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"
# Parts of all pixels that may differ: other versions of Chromium round the edges of letters otherwise.
TOLERANCE = 0.004


def compare(name, png):
    """Fails when a screenshot, PNG bytes, differs from Screens/NAME.png by more than a few pixels."""
    committed = HERE / "Screens" / f"{name}.png"
    if os.environ.get("CAIRN_RECORD"):
        committed.parent.mkdir(exist_ok=True)
        Image.open(BytesIO(png)).convert("RGB").quantize(256, dither=0).save(committed, optimize=True)
        return
    assert committed.exists(), f"no {committed.name}: look at the page, then record it with CAIRN_RECORD=1"
    expected, actual = Image.open(committed).convert("RGBA"), Image.open(BytesIO(png)).convert("RGBA")
    if expected.size == actual.size:
        difference = Image.new("RGBA", expected.size)
        count = pixelmatch(expected, actual, difference, threshold=0.15)
        if count <= TOLERANCE * expected.width * expected.height:
            return
    else:
        difference, count = actual, "its size:"
    OUT.mkdir(exist_ok=True)
    for kind, image in [("expected", expected), ("actual", actual), ("difference", difference)]:
        image.save(OUT / f"{name}-{kind}.png")
    raise AssertionError(f"{name}: {count} pixels differ, {expected.size} and {actual.size}; see {OUT}")
