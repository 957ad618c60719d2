"""The photos taken indoors."""

from paper import *
from town import ground, scene, bare_tree


def leaf(x, y, length, angle, fill, vein, width=0.34):
    """A leaf with its stalk at (x, y), pointing along `angle` degrees."""
    w = length * width
    blade = shape(
        f"M0 0C{length * 0.25:.1f} {-w:.1f} {length * 0.7:.1f} {-w:.1f} {length:.1f} 0C{length * 0.7:.1f} {w:.1f} {length * 0.25:.1f} {w:.1f} 0 0Z",
        fill,
    )
    ribs = line(
        f"M0 0H{length * 0.9:.1f}"
        + "".join(
            f"M{length * k:.1f} 0L{length * (k + 0.11):.1f} {-w * r:.1f}M{length * k:.1f} 0L{length * (k + 0.11):.1f} {w * r:.1f}"
            for k, r in ((0.2, 0.42), (0.36, 0.52), (0.52, 0.46), (0.67, 0.26))
        ),
        vein,
        max(2, length * 0.012),
        opacity="0.7",
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle})">{blade}{ribs}</g>'


def orchid(x, y, size, turn=0):
    """A vanilla flower: five narrow petals about a trumpet."""
    s = size
    petals = "".join(
        f'<g transform="rotate({a})">{shape(f"M0 0C{s * 0.3} {-s * 0.3} {s * 0.8} {-s * 0.24} {s} 0C{s * 0.8} {s * 0.24} {s * 0.3} {s * 0.3} 0 0Z", c)}{line(f"M{s * 0.2} 0H{s * 0.8}", "#C9CC86", s * 0.03)}</g>'
        for a, c in [(-90, "#F4F2C6"), (-18, "#EEEDB8"), (54, "#E4E5A6"), (126, "#EAE9B0"), (198, "#F6F4CE")]
    )
    trumpet = (
        shape(
            f"M{-s * 0.2} {-s * 0.06}C{-s * 0.34} {s * 0.4} {-s * 0.46} {s * 0.52} {-s * 0.5} {s * 0.62}Q{-s * 0.25} {s * 0.56} {-s * 0.12} {s * 0.7}Q{s * 0.02} {s * 0.58} {s * 0.18} {s * 0.7}Q{s * 0.28} {s * 0.54} {s * 0.5} {s * 0.6}C{s * 0.42} {s * 0.44} {s * 0.32} {s * 0.34} {s * 0.2} {-s * 0.06}Z",
            "#FBF3B4",
        )
        + oval(0, s * 0.3, s * 0.15, s * 0.24, "#E8B84A")
        + oval(0, s * 0.24, s * 0.07, s * 0.14, "#B4772A")
    )
    return f'<g transform="translate({x} {y}) rotate({turn})">{piece(petals)}{piece(trumpet, filter="near")}</g>'


def greenhouse():
    defs = (
        fade("sky", (0, "#CFE6EE"), (1, "#EEF5EC"))
        + glow("sun", "#FFFBE2")
        + fade("mist", (0, "#FFFFFF", 0), (1, "#EAF4E2", 0.9))
        + fade("ray", (0, "#FFFCE6", 0.62), (1, "#FFFCE6", 0))
    )
    chance = random.Random(17)
    iron = "#7FA495"
    frame = "".join(
        piece(
            line(
                f"M{600 - w} 900V{420}C{600 - w} {420 - w * 0.95:.0f} {600 + w} {420 - w * 0.95:.0f} {600 + w} 420V900",
                iron,
                t,
            ),
            filter="cut",
        )
        for w, t in [(640, 20), (470, 15), (330, 12), (220, 9)]
    ) + line(
        "".join(f"M600 60L{600 + k * 200} -20" for k in (-3, -2, -1, 1, 2, 3))
        + "M600 -10V250"
        + "M-20 300L270 330M1220 300L930 330M-20 480L270 450M1220 480L930 450M130 -20L390 240M1070 -20L810 240",
        iron,
        8,
    )
    outside = (
        bare_tree(41, 80, 520, 330, "#B9CCD0", "flat")
        + bare_tree(42, 1120, 520, 350, "#B9CCD0", "flat")
        + "".join(
            blob(43 + i, x, 330 - abs(i - 2) * 4, 70, 10, CARD, rough=0.3, opacity="0.8")
            for i, x in enumerate((40, 150, 600, 1050, 1160))
        )
    )
    back = piece(
        *[
            leaf(
                chance.uniform(0, 1200),
                chance.uniform(600, 720),
                chance.uniform(120, 210),
                chance.uniform(-140, -40),
                chance.choice(["#A9CBA5", "#BCD8B2", "#97BE97"]),
                "#8DB48E",
            )
            for _ in range(52)
        ]
    ) + box(-20, 560, 1240, 200, "url(#mist)")
    palms = "".join(
        piece(
            *[leaf(x, y, r * chance.uniform(0.85, 1.1), a, c, "#2B5F47", 0.13) for a in range(-190, 20, 19)],
            filter="near",
        )
        + line(f"M{x} {y}C{x + 8} {y + 140} {x - 8} {y + 260} {x + 4} 920", "#7A6148", 20)
        for x, y, r, c in [(240, 380, 240, "#4F9070"), (985, 420, 230, "#5C9A74")]
    )
    middle = piece(
        *[
            leaf(
                chance.choice([chance.uniform(-20, 380), chance.uniform(820, 1220)]),
                chance.uniform(680, 860),
                chance.uniform(150, 240),
                chance.uniform(-150, -30),
                chance.choice(["#5E9A78", "#3F8360", "#76AC86", "#2C6E4F"]),
                "#24593F",
                0.3,
            )
            for _ in range(32)
        ],
        filter="near",
    )
    rays = "".join(
        polygon(
            [(x, -20), (x + 110, -20), (x + 20, 900), (x - 240, 900)], "url(#ray)", opacity="0.55", filter="url(#haze)"
        )
        for x in (380, 600, 820)
    )
    vine = piece(
        line("M470 940C520 760 660 700 640 540C626 420 720 330 700 180C690 90 740 20 730 -20", "#5C8F4B", 24),
        filter="near",
    ) + piece(
        *[
            leaf(x, y, l, a, c, "#2B6A40", 0.27)
            for x, y, l, a, c in [
                (540, 760, 200, -165, "#4D8F57"),
                (600, 700, 210, 12, "#62A063"),
                (644, 560, 215, -20, "#4D8F57"),
                (640, 500, 210, -160, "#69A869"),
                (668, 390, 200, 10, "#5A9A5E"),
                (704, 250, 190, -168, "#4D8F57"),
                (702, 170, 200, -8, "#62A063"),
            ]
        ],
        filter="near",
    )
    flowers = orchid(520, 610, 132, -12) + orchid(790, 640, 118, 14) + orchid(610, 400, 92, -6)
    buds = piece(
        *[
            f'<g transform="translate({x} {y}) rotate({a})">{oval(0, 0, 15, 44, "#D5DFA0")}</g>'
            for x, y, a in [(770, 470, 28), (806, 500, 48), (520, 470, -30)]
        ],
        line("M690 470C730 450 760 480 776 500M640 500C600 470 560 480 528 500", "#5C8F4B", 8),
    )
    front = piece(
        *[
            leaf(x, 930, l, a, c, "#17402D", 0.32)
            for x, l, a, c in [
                (-20, 380, -58, "#1E5A40"),
                (90, 300, -82, "#2C6E4F"),
                (250, 250, -66, "#1E5A40"),
                (1220, 400, -124, "#1E5A40"),
                (1090, 320, -98, "#2C6E4F"),
                (950, 250, -112, "#1E5A40"),
            ]
        ],
        filter="near",
    )
    path = piece(shape("M560 640H650L860 930H330Z", "#E9DDC2")) + line(
        "M470 770L760 770M420 840L800 840M510 712L700 712", "#CDBE9C", 5
    )
    return scene(
        defs,
        ground("url(#sky)")
        + outside
        + circle(600, 160, 520, "url(#sun)")
        + frame
        + back
        + path
        + palms
        + middle
        + rays
        + vine
        + buds
        + flowers
        + front,
    )


def oodi():
    defs = (
        fade("sky", (0, "#BCD9E8"), (1, "#F6EAD6"))
        + fade("wood", (0, "#E2B57E"), (1, "#C48C54"))
        + glow("sun", "#FFF3D2")
        + fade("sill", (0, "#F3DDB8"), (1, "#D3A66C"))
        + fade("floor", (0, "#D9B486"), (1, "#B98A58"))
    )
    chance = random.Random(31)
    hall = piece(
        shape("M180 470L420 430L660 470V560H180Z", "#D9D5CC"),
        polygon([(170, 472), (420, 428), (670, 472), (670, 484), (170, 484)], "#B8B2A6"),
        *[box(206 + i * 36, 484, 15, 76, "#EFEBE2") for i in range(13)],
    )
    tower = piece(box(884, 330, 60, 230, "#E6D3B2"), polygon([(878, 332), (914, 270), (950, 332)], "#7FA695"))
    trees = "".join(
        bare_tree(50 + i, x, 640, s, c)
        for i, (x, s, c) in enumerate(
            [
                (70, 330, "#7E8F92"),
                (300, 250, "#93A3A4"),
                (560, 270, "#8A9A9C"),
                (760, 240, "#93A3A4"),
                (1060, 350, "#74868A"),
            ]
        )
    )
    walkers = "".join(
        piece(circle(x, y - 26, 7, INK), shape(f"M{x - 9} {y}Q{x} {y - 34} {x + 9} {y}Z", c))
        for x, y, c in [(330, 640, CLAY), (352, 642, MOSS), (850, 640, HONEY)]
    )
    mullions = "".join(piece(box(x, 150, 11, 560, "#F4F1EA")) for x in (150, 390, 630, 870, 1110)) + piece(
        box(-20, 320, 1240, 8, "#F4F1EA")
    )
    # The ceiling waves like a sheet that the wind lifts.
    ceiling = "".join(
        piece(
            shape(
                f"M-30 -30H1230V{y}C1050 {y - 70 - i * 4} 900 {y + 60} 700 {y - 10}C520 {y - 70} 330 {y + 66} 160 {y}C80 {y - 34} 20 {y - 20} -30 {y + 10}Z",
                c,
            ),
            filter="near",
        )
        for i, (y, c) in enumerate([(214, "#C2915E"), (158, "#EFE6D6"), (96, "#F8F3E9")])
    ) + "".join(
        circle(x, y, 34, "#FFFDF4", opacity="0.9") + circle(x, y, 60, "url(#sun)")
        for x, y in [(210, 60), (480, 34), (760, 66), (1030, 30)]
    )
    floor = (
        piece(shape("M-30 660H1230V930H-30Z", "url(#floor)"))
        + line("".join(f"M{-30 + i * 126} 930L{250 + i * 70} 660" for i in range(11)), "#A57A4A", 3, opacity="0.5")
        + "".join(
            polygon(
                [(x, 664), (x + 130, 664), (x + 20, 800), (x - 170, 800)], "#FFEFC9", opacity="0.6", filter="url(#haze)"
            )
            for x in (200, 440, 680, 920)
        )
    )

    def indoor_tree(x, y, s, seed):
        crown = piece(
            *[
                blob(
                    seed + i,
                    x + math.cos(i * 1.3) * s * 0.26,
                    y - s * (0.78 + 0.2 * math.sin(i * 1.9)),
                    s * 0.19,
                    s * 0.17,
                    chance.choice(["#4F9070", "#6BA67F", "#3B7A58", "#85B78D"]),
                    points=11,
                    rough=0.09,
                )
                for i in range(11)
            ],
            filter="near",
        )
        pot = piece(
            shape(f"M{x - s * 0.17} {y}H{x + s * 0.17}L{x + s * 0.13} {y + s * 0.26}H{x - s * 0.13}Z", "#F4EFE6"),
            box(x - s * 0.18, y - s * 0.03, s * 0.36, s * 0.06, "#DDD5C6", 4),
            filter="near",
        )
        return (
            piece(line(f"M{x} {y}C{x - 6} {y - s * 0.3} {x + 8} {y - s * 0.4} {x} {y - s * 0.7}", "#7A5C42", s * 0.05))
            + crown
            + pot
        )

    sill = piece(shape("M-30 800C300 780 900 812 1230 786V930H-30Z", "url(#sill)"), filter="near") + line(
        "M-30 842C320 822 880 856 1230 832M-30 880C320 862 880 892 1230 872", "#B98A50", 4, opacity="0.55"
    )
    book = (
        oval(560, 846, 290, 26, "#6B4A25", opacity="0.4", filter="url(#haze)")
        + piece(
            shape(
                "M300 838L332 706C400 684 500 690 560 726C620 690 720 684 788 706L820 838C730 814 630 818 560 852C490 818 390 814 300 838Z",
                "#2B6C99",
            ),
            filter="near",
        )
        + piece(
            shape("M318 822L346 700C410 682 500 690 560 722V838C500 806 400 800 318 822Z", "#FFFBF0"),
            shape("M802 822L774 700C710 682 620 690 560 722V838C620 806 720 800 802 822Z", "#FBF3E0"),
        )
        + line(
            "".join(
                f"M{372 - i * 4} {718 + i * 19}Q{450} {704 + i * 19} {536} {736 + i * 18}M{584} {736 + i * 18}Q{670} {704 + i * 19} {748 + i * 4} {718 + i * 19}"
                for i in range(4)
            ),
            "#A79F90",
            5,
            opacity="0.75",
        )
        + piece(shape("M560 724L584 728L590 868L578 854L566 870Z", CLAY))
        + '<text x="350" y="808" font-family="DejaVu Serif, serif" font-size="19" fill="#6B665C">112</text>'
    )
    mug = piece(
        shape("M936 716H1042L1032 812Q988 828 946 812Z", FERN),
        oval(989, 716, 53, 13, "#7FB795"),
        oval(989, 718, 44, 9, "#5A3A22"),
        line("M1040 738C1086 732 1082 792 1034 788", FERN, 12),
        filter="near",
    ) + "".join(
        line(f"M{x} 700c-18 -28 18 -46 0 -78", CARD, 12, opacity="0.75", filter="url(#soft)") for x in (974, 1004)
    )
    return scene(
        defs,
        ground("url(#sky)")
        + circle(820, 300, 360, "url(#sun)")
        + hall
        + tower
        + piece(shape("M-30 560C300 530 900 570 1230 548V720H-30Z", "#F1F3F1"))
        + trees
        + walkers
        + snow(33, 50, 1200, 640, (2, 5))
        + mullions
        + floor
        + ceiling
        + indoor_tree(130, 650, 330, 300)
        + indoor_tree(1010, 640, 350, 320)
        + indoor_tree(610, 656, 190, 350)
        + sill
        + book
        + mug
        + circle(820, 260, 600, "url(#sun)", opacity="0.4"),
    )


def chapel():
    defs = (
        glow("sun", "#FFF6DC")
        + fade("floor", (0, "#C9B299"), (1, "#8C7660"))
        + glow("flame", "#FFD88F")
        + fade("veil", (0, "#FFF6DC", 0.75), (1, "#FFF6DC", 0))
        + fade("dark", (0, "#3A2413", 0), (1, "#3A2413", 0.62), x2=1, y2=0)
        + fade("left", (0, "#3A2413", 0.5), (1, "#3A2413", 0), x2=1, y2=0)
    )
    chance = random.Random(44)
    planks = []
    shades = ["#D9A566", "#CF9858", "#E0B075", "#C88F50", "#D39E60"]
    for i in range(17):
        y, sag = 118 + i * 34, 64 - i * 7.4
        planks.append(
            piece(
                shape(
                    f"M-40 {y - sag * 1.1:.0f}C260 {y + sag:.0f} 940 {y + sag:.0f} 1240 {y - sag * 1.1:.0f}V{y + 60 - sag * 1.1:.0f}C940 {y + 60 + sag:.0f} 260 {y + 60 + sag:.0f} -40 {y + 60 - sag * 1.1:.0f}Z",
                    shades[(i * 3) % 5],
                )
            )
        )
    grain = line(
        "".join(
            f"M{x:.0f} {y:.0f}q{l / 2:.0f} {chance.uniform(3, 9):.0f} {l:.0f} 0"
            for x, y, l in [
                (chance.uniform(0, 1100), chance.uniform(180, 640), chance.uniform(40, 170)) for _ in range(90)
            ]
        ),
        "#A87238",
        2.4,
        opacity="0.35",
    )
    # Daylight falls through a gap all around the ceiling.
    ceiling = (
        piece(shape("M-40 -40H1240V44C940 206 260 206 -40 44Z", "#FFF9E8"), filter="near")
        + piece(shape("M-40 -40H1240V-6C940 146 260 146 -40 -6Z", "#E9DCC2"), filter="near")
        + piece(shape("M120 -40C300 90 900 90 1080 -40Z", "#F4EAD6"))
    )
    light = shape(
        "M-40 60C260 220 940 220 1240 60V420C900 470 300 470 -40 420Z", "url(#veil)", filter="url(#soft)"
    ) + oval(600, 170, 720, 260, "url(#sun)", opacity="0.55")
    floor = piece(shape("M-40 690C300 640 900 640 1240 690V940H-40Z", "url(#floor)"), filter="near") + oval(
        600, 740, 430, 70, "url(#sun)", opacity="0.55"
    )
    table = (
        oval(600, 742, 170, 18, "#4A3320", opacity="0.45", filter="url(#haze)")
        + piece(
            box(462, 592, 276, 24, "#E9D0A6", 4),
            box(492, 616, 28, 124, "#C9A56F"),
            box(680, 616, 28, 124, "#C9A56F"),
            box(520, 616, 160, 12, "#B48E58"),
            filter="near",
        )
        + piece(shape("M540 592H660V676L600 692L540 676Z", "#FBF6EA"))
    )
    candles = "".join(
        circle(x, y - 22, 86, "url(#flame)")
        + piece(box(x - 8, y, 16, 592 - y, CARD, 3))
        + shape(
            f"M{x} {y - 34}C{x + 12} {y - 16} {x + 8} {y - 4} {x} {y - 2}C{x - 8} {y - 4} {x - 12} {y - 16} {x} {y - 34}Z",
            "#FFB84D",
        )
        + oval(x, y - 11, 3, 7, "#FFF3CF")
        for x, y in [(496, 538), (704, 538)]
    )
    vase = piece(
        shape("M584 592C576 570 588 556 590 540H610C612 556 624 570 616 592Z", LAKE),
        line(
            "M600 540C596 500 584 470 572 452M600 540C602 496 606 470 604 440M600 540C606 504 622 480 636 466",
            MOSS,
            4.5,
        ),
        *[
            circle(x, y, 11, c)
            for x, y, c in [(571, 448, CLAY), (604, 434, ROSE), (638, 462, CLAY), (586, 474, HONEY), (620, 486, HONEY)]
        ],
    )
    far, middle, front = [
        "".join(
            piece(
                box(x - g, y, 310 + 2 * g, h, c, 7), box(x - g, y + h, 310 + 2 * g, h * 0.45, "#6E4C2C"), filter="near"
            )
            for x in (150, 740)
        )
        for y, g, h, c in [(746, 0, 28, "#B98852"), (800, 66, 38, "#A87845"), (866, 150, 52, "#94683A")]
    ]
    sitter = piece(
        shape("M812 806C812 738 840 716 872 716C904 716 932 738 932 806Z", "#2F5D50"),
        circle(872, 690, 34, "#5C3520"),
        shape("M836 692C830 634 914 634 908 692C890 678 856 678 836 692Z", HONEY),
        circle(872, 640, 12, CREAM),
        filter="near",
    )
    return scene(
        defs,
        ground("#C99556")
        + "".join(planks)
        + grain
        + light
        + box(-20, -20, 260, 940, "url(#left)")
        + box(960, -20, 260, 940, "url(#dark)")
        + ceiling
        + floor
        + table
        + candles
        + vase
        + far
        + sitter
        + middle
        + front,
    )
