"""The film and the sound of the demo world's relics: a frozen fountain in Helsinki, and the bell of a tram."""

import array
import math
import random

from PIL import Image, ImageDraw, ImageFilter

from paper import *
from town import bare_tree, bench, ground, lights, scene

FRAMES, RATE = 60, 12
SAMPLES = 48_000


def frozen_fountain():
    """The still part of the film: the fountain in the Esplanadi, its water caught by the frost; dusk."""
    defs = (
        fade("sky", (0, "#3E5F7E"), (0.55, "#8FA9BC"), (0.85, "#E9C6A4"), (1, "#F3D9B4"))
        + fade("snow", (0, "#EEF1F2"), (1, "#BACEDD"))
        + fade("ice", (0, "#FFFFFF"), (0.5, "#CFE6F0"), (1, "#93BDD4"))
        + glow("bulb", "#FFD98A", 0.85)
        + glow("low", "#FFE2AE", 0.9)
    )
    houses = piece(
        box(-20, 250, 420, 330, "#B7977C"),
        box(-20, 238, 430, 18, "#8F735C"),
        *[
            box(14 + i % 6 * 64, 282 + i // 6 * 92, 30, 50, "#FFD48A" if i in (2, 4, 9, 13) else "#66757F")
            for i in range(18)
        ],
        box(810, 230, 420, 350, "#A58A84"),
        box(800, 218, 430, 18, "#82686A"),
        *[
            box(842 + i % 6 * 62, 262 + i // 6 * 92, 30, 50, "#FFD48A" if i in (1, 3, 8, 16) else "#5F6D78")
            for i in range(18)
        ],
    )
    trees = (
        bare_tree(41, 190, 640, 560, "#4F4038")
        + bare_tree(42, 1020, 640, 600, "#493A33")
        + bare_tree(43, 350, 590, 330, "#6E5F58")
        + bare_tree(44, 860, 590, 320, "#6E5F58")
    )
    lamps = lights([(60 + i * 90, 330 + 60 * math.sin(math.pi * (i % 6) / 5)) for i in range(13)])
    basin = piece(
        oval(600, 770, 360, 78, "#7F8894"), oval(600, 752, 344, 70, "#A5AFB9"), filter="near"
    ) + piece(oval(600, 746, 318, 58, "url(#ice)"), filter="flat")
    # Two bowls above each other; from their rims hang icicles, longest in the middle.
    chance = random.Random(5)

    def bowl(y, width, longest):
        hanging = "".join(
            polygon(
                [(x - 13, y), (x + 13, y), (x, y + longest * (0.35 + 0.65 * chance.random()))],
                chance.choice(["#E6F3F8", "#BBDBE9", "#FFFFFF"]),
            )
            for x in range(600 - width + 14, 600 + width - 6, 17)
        )
        return (
            piece(hanging, filter="cut")
            + piece(oval(600, y, width, width * 0.2, "#78828D"), oval(600, y - 9, width * 0.95, width * 0.17, "#A9B4BE"))
            + piece(oval(600, y - 14, width * 0.9, width * 0.15, CARD), filter="flat")
        )

    column = piece(box(568, 300, 64, 450, "#8A939D", 20), box(608, 300, 24, 450, "#6F7883", 12), filter="near")
    plume = piece(
        blob(51, 600, 262, 52, 92, "url(#ice)", rough=0.25),
        blob(52, 578, 300, 34, 60, "#FFFFFF", rough=0.3),
        blob(53, 626, 312, 30, 54, "#D6EAF2", rough=0.3),
        filter="near",
    )
    frozen = piece(
        *[
            line(f"M600 {y}C{600 + side * 60} {y - 70} {600 + side * w} {y - 20} {600 + side * (w + 20)} {end}", c, 17)
            for side in (-1, 1)
            for y, w, end, c in [(520, 150, 690, "#D6EAF2"), (540, 210, 720, "#F4FAFC")]
        ],
        filter="near",
    )
    return scene(
        defs,
        ground("url(#sky)")
        + circle(600, 560, 420, "url(#low)")
        + houses
        + trees
        + lamps
        + piece(shape("M-30 610C260 570 900 640 1230 590V930H-30Z", "url(#snow)"), filter="near")
        + bench(70, 720, 110, False)
        + bench(960, 720, 110, False)
        + basin
        + column
        + frozen
        + bowl(560, 190, 120)
        + bowl(385, 110, 90)
        + plume
        + piece(
            blob(54, 240, 925, 420, 70, "#E2EBF0"), blob(55, 1000, 935, 420, 74, "#D2E0EA"), filter="near"
        ),
    )


def film(still, size):
    """Frames: the camera wanders a little to the right, snow falls. The picture is larger than a frame."""
    width, height = size
    chance = random.Random(9)
    flakes = [
        (chance.random(), chance.random(), chance.uniform(0.5, 1.0), chance.choice([1, 1, 2]), chance.uniform(0, 6.3))
        for _ in range(110)
    ]
    for number in range(FRAMES):
        t = number / FRAMES
        room = (still.width - width, still.height - height)
        left, top = room[0] * (0.1 + 0.8 * t), room[1] * (0.5 + 0.35 * math.sin(2 * math.pi * t))
        frame = still.transform(size, Image.AFFINE, (1, 0, left, 0, 1, top), Image.BICUBIC)
        layer = Image.new("L", (2 * width, 2 * height))
        pen = ImageDraw.Draw(layer)
        for x, y, near, speed, phase in flakes:
            at = (
                2 * width * ((x + 0.012 * math.sin(phase + 6.3 * t) - 0.1 * t * near) % 1),
                2 * height * ((y + speed * t) % 1),
            )
            r = 5 * near
            pen.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), fill=int(150 + 90 * near))
        layer = layer.filter(ImageFilter.GaussianBlur(1)).resize(size, Image.LANCZOS)
        frame.paste(Image.new("RGB", size, "#FFFFFF"), mask=layer)
        yield frame


def tram_bell():
    """Two strokes of a bell, and the tram that rolls on: samples of one channel."""
    length = int(4.5 * SAMPLES)
    chance = random.Random(3)
    sound = array.array("f", bytes(4 * length))
    # A bell's partials are no whole multiples of each other; high ones fade first.
    partials = [(1, 1.0, 1.1), (2.0, 0.7, 0.9), (2.76, 0.6, 0.6), (4.07, 0.35, 0.4), (5.4, 0.25, 0.25), (8.9, 0.1, 0.1)]
    for start in (0.25, 0.62, 2.1):
        begin = int(start * SAMPLES)
        for n in range(length - begin):
            t = n / SAMPLES
            attack = min(1, t / 0.002)
            sound[begin + n] += attack * sum(
                0.2 * a * math.exp(-t / d) * math.sin(2 * math.pi * 880 * f * t) for f, a, d in partials
            )
    # Wheels: noise without its high part, swelling and fading, with a joint of the rails now and then.
    low = lower = 0.0
    for n in range(length):
        t = n / SAMPLES
        low += 0.02 * (chance.uniform(-1, 1) - low)
        lower += 0.05 * (low - lower)
        swell = math.sin(math.pi * t / 4.5) ** 2
        joint = math.exp(-30 * (t % 0.75)) + 0.7 * math.exp(-30 * ((t + 0.6) % 0.75))
        sound[n] += 2.2 * swell * lower * (1 + 1.6 * joint)
    loudest = max(abs(value) for value in sound)
    return array.array("h", (int(26_000 * value / loudest * min(1, (length - n) / 9_600)) for n, value in enumerate(sound)))
