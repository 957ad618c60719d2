"""Screenshots compared with committed ones.

`bin/test record screens` records them again. On a difference, the expected image, the actual one and their difference are left in
Tests/Browser/out/.
"""

import functools
import os
import re
import subprocess
import warnings
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from pixelmatch.contrib.PIL import pixelmatch

from conftest import CHROMIUM

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"
# Fraction of all pixels that may differ, and of those of any block of this size: other versions of Chromium round the
# edges of letters differently, a little everywhere, while a real change is concentrated in one place.
TOLERANCE = 0.0005
BLOCK, BLOCK_TOLERANCE = 24, 0.3
# How far two colours must be apart to count, from 0 to 1 between black and white; and how much red, green and blue may
# each differ, of 255, without ever being that far. pixelmatch is slow, so it compares only the other pixels.
THRESHOLD, ALIKE = 0.15, 26
# Whether pictures are recorded again.
RECORDS = bool(os.environ.get("CAIRN_RECORD"))
# The major version of Chromium that drew the committed ones. Another may lay out text otherwise.
VERSION = HERE / "Screens/chromium.txt"


@functools.cache
def version():
    said = subprocess.run([CHROMIUM, "--version", "--no-sandbox"], capture_output=True, text=True, check=True).stdout
    return re.search(r"(\d+)\.\d+\.\d+", said).group(1)


def compare(name, png):
    """Fails when a screenshot, PNG bytes, differs from Screens/NAME.png by more than a few pixels."""
    committed = HERE / "Screens" / f"{name}.png"
    if RECORDS:
        VERSION.write_text(version() + "\n")
        image = Image.open(BytesIO(png)).convert("RGB")
        small = image.quantize(256, dither=0)
        # A photo has more colours than a palette can hold.
        lost = differing(image, small.convert("RGB")).getbbox()
        (image if lost else small).save(committed, optimize=True)
        return
    assert committed.exists(), f"no {committed.name}: look at the page, then record it with bin/test record screens"
    if version() != (drawn_by := VERSION.read_text().strip()):
        warnings.warn(f"pictures not compared: Chromium {version()} instead of {drawn_by}")
        return
    expected, actual = Image.open(committed).convert("RGB"), Image.open(BytesIO(png)).convert("RGB")
    if expected.size == actual.size:
        if max(most for _, most in ImageChops.difference(expected, actual).getextrema()) <= ALIKE:
            return
        mask = differing(expected, actual)
        count = mask.histogram()[255]
        worst = mask.reduce(BLOCK).getextrema()[1] / 255
        if count <= TOLERANCE * expected.width * expected.height and worst <= BLOCK_TOLERANCE:
            return
        difference = Image.composite(Image.new("RGB", expected.size, "red"), expected.convert("L").convert("RGB"), mask)
        told = f"{count} pixels differ, of one block {worst:.0%}"
    else:
        difference, told = actual, f"{actual.size} instead of {expected.size}"
    OUT.mkdir(exist_ok=True)
    for kind, image in [("expected", expected), ("actual", actual), ("difference", difference)]:
        image.save(OUT / f"{name}-{kind}.png")
    raise AssertionError(f"{name}: {told}; see {OUT}")


def differing(expected, actual):
    """The differing pixels, white on black."""
    mask = Image.new("L", expected.size)
    bands = ImageChops.difference(expected, actual).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).point(lambda value: 255 * (value > ALIKE))
    # The neighbours of a pixel decide whether it is the edge of a letter.
    edge = 3
    for top in range(0, mask.height, BLOCK):
        for left in range(0, mask.width, BLOCK):
            if most.crop((left, top, left + BLOCK, top + BLOCK)).getbbox() is None:
                continue
            box = (left - edge, top - edge, left + BLOCK + edge, top + BLOCK + edge)
            found = Image.new("RGBA", (BLOCK + 2 * edge, BLOCK + 2 * edge))
            pixelmatch(expected.crop(box), actual.crop(box), found, threshold=THRESHOLD, diff_mask=True)
            mask.paste(found.getchannel("A").crop((edge, edge, edge + BLOCK, edge + BLOCK)), (left, top))
    return mask
