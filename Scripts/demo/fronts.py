"""Photos that people take of themselves, on 200 by 267 units: the portraits, somewhere and in some mood."""

import portraits
from paper import *

LAUGH = dict(smile="M85 119 Q100 141 115 119 Q100 124 85 119Z", teeth="#FFF6EE")
SMIRK = dict(smile="M90 124 Q104 131 113 118")
BLISS = dict(is_awake=False)


def street(sky, low, house, other, lamp):
    """Houses with lit windows, out of focus."""
    panes = "".join(
        box(8 + i * 26 + (46 if i > 2 else 0), 70 + j * 32, 12, 18, lamp if (i + j) % 2 else sky) for i in range(6) for j in range(4)
    )
    return box(0, 0, 200, 267, sky) + box(0, 150, 200, 120, low) + piece(box(-6, 46, 84, 190, house), box(124, 30, 90, 200, other), panes)


def hills(sky, far, near, sun):
    return box(0, 0, 200, 267, sky) + circle(158, 52, 26, sun) + piece(blob(1, 40, 190, 110, 70, far)) + piece(blob(2, 170, 220, 120, 80, near))


def trees(sky, one, two, seed):
    chance = random.Random(seed)
    return box(0, 0, 200, 267, sky) + piece(
        *[blob(i + seed, chance.uniform(-10, 210), chance.uniform(10, 190), 34, 28, chance.choice([one, two])) for i in range(14)]
    )


def room(wall, shelf, window):
    books = "".join(box(8 + i * 9, 62 - (i * 7) % 9, 7, 30 + (i * 7) % 9, c, 1) for i, c in enumerate([CLAY, HONEY, SKY, FERN, CREAM, ROSE]))
    return box(0, 0, 200, 267, wall) + piece(box(120, 18, 70, 96, CARD), box(126, 24, 26, 84, window), box(158, 24, 26, 84, window)) + piece(books, box(-4, 92, 80, 7, shelf))


def front(person, behind, mood, tilt, falling=""):
    calm = portraits.face
    portraits.face = lambda **given: calm(**{**given, **{key: mood[key] for key in mood if given.get("smile", "-") or key == "is_awake"}})
    try:
        figure = person()[2]
    finally:
        portraits.face = calm
    near = f'<g transform="translate(100 152) rotate({tilt} 0 60) scale(1.32) translate(-100 -106)">{figure}</g>'
    return document(200, 267, behind + near + falling, grain=0.26, depth=0.9)


_snow = snow(3, 46, 200, 267, (0.8, 2.4))
_night = street("#20344F", "#2C4460", "#2E4A68", "#38557A", "#FFD27A")

ALL = [
    ("aino-night", front(portraits.aino_k, _night, LAUGH, -5, _snow)),
    ("aino-sea", front(portraits.aino_k, hills("#F6C9A6", "#7FA6BD", "#4E7F9E", "#FFE9B8"), BLISS, 4)),
    ("aino-autumn", front(portraits.aino_k, trees("#F3DDB0", "#D9772B", "#E3A13F", 5), SMIRK, -3)),
    ("mikko-snow", front(portraits.mikko, street("#CFE0EA", "#EEF3F6", "#D9A08C", "#E3C08F", "#FFF0C9"), {}, 5, _snow)),
    ("leena-garden", front(portraits.leena, trees("#DDEBD6", "#5E9A78", "#8DB98F", 9), LAUGH, -4)),
    ("jonas-home", front(portraits.jonas, room("#E7D9C3", "#8F5F33", "#A9CBDD"), BLISS, 3)),
    ("sofia-dusk", front(portraits.sofia, street("#E9A98E", "#B8788A", "#8E5A84", "#A8668A", "#FFE3A8"), BLISS, 5)),
    ("noor-park", front(portraits.noor_h, hills("#CFE6EE", "#8DB98F", "#5E9A78", "#FFF0C4"), LAUGH, -4)),
]
