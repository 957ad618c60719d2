"""The photos taken outdoors."""

from paper import *

WIDTH, HEIGHT = 1200, 900


def scene(definitions, body, grain=0.24):
    return document(WIDTH, HEIGHT, f"<defs>{definitions}</defs>{body}", grain=grain, depth=3.2)


def ground(fill):
    return box(-20, -20, WIDTH + 40, HEIGHT + 40, fill)


def bare_tree(seed, x, y, size, colour, filter="cut"):
    """A tree in winter: each branch forks until it is thin."""
    chance = random.Random(seed)
    strokes = []

    def grow(x, y, angle, length, width):
        end = (x + length * math.cos(angle), y + length * math.sin(angle))
        bend = (x + end[0]) / 2 + chance.uniform(-0.1, 0.1) * length
        strokes.append(
            line(
                f"M{x:.1f} {y:.1f}Q{bend:.1f} {(y + end[1]) / 2:.1f} {end[0]:.1f} {end[1]:.1f}", colour, f"{width:.1f}"
            )
        )
        if width > size * 0.009:
            for turn in (-0.42, 0.4) if chance.random() < 0.75 else (-0.55, 0.05, 0.5):
                grow(
                    *end, angle + turn + chance.uniform(-0.16, 0.16), length * chance.uniform(0.66, 0.82), width * 0.64
                )

    grow(x, y, -math.pi / 2 + chance.uniform(-0.06, 0.06), size * 0.30, size * 0.052)
    return piece(*strokes, filter=filter)


def person(x, y, size, coat, hat, legs=INK, stride=0.12):
    """Somebody seen from afar, feet at (x, y)."""
    s = size
    look = (
        circle(x - s * 0.045, y - s * 0.845, s * 0.016, INK)
        + circle(x + s * 0.045, y - s * 0.845, s * 0.016, INK)
        + line(f"M{x - s * 0.04} {y - s * 0.795}Q{x} {y - s * 0.77} {x + s * 0.04} {y - s * 0.795}", CLAY, s * 0.016)
        if s > 80
        else ""
    )
    return piece(
        line(
            f"M{x - s * 0.05} {y - s * 0.4}L{x - s * stride} {y} M{x + s * 0.05} {y - s * 0.4}L{x + s * stride} {y}",
            legs,
            s * 0.1,
        ),
        shape(
            f"M{x - s * 0.2} {y - s * 0.3}Q{x - s * 0.2} {y - s * 0.76} {x} {y - s * 0.76}Q{x + s * 0.2} {y - s * 0.76} {x + s * 0.2} {y - s * 0.3}Z",
            coat,
        ),
        circle(x, y - s * 0.86, s * 0.125, "#F2CDB0"),
        shape(
            f"M{x - s * 0.14} {y - s * 0.86}Q{x - s * 0.14} {y - s * 1.06} {x} {y - s * 1.06}Q{x + s * 0.14} {y - s * 1.06} {x + s * 0.14} {y - s * 0.88}Q{x} {y - s * 0.94} {x - s * 0.14} {y - s * 0.88}Z",
            hat,
        ),
        look,
    )


def lights(points, warm="bulb"):
    """A string of lamps along points."""
    return "".join(circle(x, y, 26, f"url(#{warm})") + circle(x, y, 5.5, "#FFF3CF") for x, y in points)


def cathedral():
    """White walls, green domes; feet at y = 470."""
    stone, shade, copper, dark = "#FBF7EE", "#DDD9D3", "#6E9F8B", "#4C7F6C"

    def dome(x, y, r, base):
        drum = box(x - r * 0.8, y, r * 1.6, base - y, stone) + box(x + r * 0.25, y, r * 0.55, base - y, shade)
        cap = shape(f"M{x - r} {y}C{x - r} {y - r * 1.35} {x + r} {y - r * 1.35} {x + r} {y}Z", copper) + shape(
            f"M{x + r * 0.1} {y}C{x + r * 0.35} {y - r * 0.5} {x + r * 0.3} {y - r * 0.9} {x} {y - r * 1.02}C{x + r * 0.9} {y - r} {x + r} {y - r * 0.5} {x + r} {y}Z",
            dark,
        )
        tip = (
            box(x - r * 0.12, y - r * 1.45, r * 0.24, r * 0.5, stone)
            + circle(x, y - r * 1.55, r * 0.13, HONEY)
            + line(
                f"M{x} {y - r * 2}L{x} {y - r * 1.6}M{x - r * 0.12} {y - r * 1.85}L{x + r * 0.12} {y - r * 1.85}",
                HONEY,
                max(2.5, r * 0.05),
            )
        )
        return piece(drum, cap, tip)

    columns = "".join(box(x, 174, 8, 48, "#C3C4C2") for x in range(546, 656, 17))
    wall = piece(
        box(420, 300, 360, 170, stone),
        box(680, 300, 100, 170, shade),
        *[shape(f"M{x} 452V360Q{x + 13} 340 {x + 26} 360V452Z", "#A9B9BF") for x in (434, 470, 706, 742)],
    )
    porch = piece(
        box(505, 300, 190, 170, "#CFD3D2"),
        *[box(512 + i * 34, 302, 17, 168, stone) + box(522 + i * 34, 302, 7, 168, shade) for i in range(6)],
    )
    gable = piece(
        polygon([(488, 302), (600, 240), (712, 302)], stone),
        polygon([(520, 296), (600, 252), (680, 296)], shade),
        box(484, 300, 232, 13, stone),
    )
    return (
        dome(455, 258, 30, 300)
        + dome(745, 258, 30, 300)
        + dome(600, 166, 78, 240)
        + columns
        + piece(box(512, 220, 176, 84, stone), box(640, 220, 48, 84, shade), box(505, 214, 190, 10, stone))
        + wall
        + porch
        + gable
    )


def senate_square():
    defs = (
        fade("sky", (0, "#8FB8D2"), (0.5, "#CFE0E6"), (0.8, "#F7DDBF"), (1, "#F3C9A0"))
        + glow("sun", "#FFE9BE")
        + fade("snow", (0, "#F4F1EC"), (1, "#CBDAE4"))
    )
    houses = piece(
        box(-20, 330, 330, 420, "#E9C88B"),
        box(-20, 318, 336, 20, "#D9B06B"),
        *[box(18 + (i % 4) * 72, 362 + (i // 4) * 88, 30, 50, "#8C9CA3") for i in range(12)],
    ) + piece(
        box(910, 340, 320, 410, "#E3B98A"),
        box(902, 328, 330, 20, "#C99B69"),
        *[box(938 + (i % 4) * 72, 372 + (i // 4) * 88, 30, 50, "#7F8F98") for i in range(12)],
    )
    steps = "".join(
        piece(
            box(300 - i * 17, 470 + i * 19, 600 + i * 34, 30, "#F1EEE8" if i % 2 else "#E4E2DE"),
            filter="near" if i == 12 else "cut",
        )
        + box(300 - i * 17, 470 + i * 19 + 13, 600 + i * 34, 5, "#9FB0BC", opacity="0.7")
        for i in range(13)
    )
    # The sun stands low on the right: long shadows to the left.
    shadows = "".join(
        polygon([(x, y), (x + 22, y), (x - 190, y + 46), (x - 220, y + 42)], "#6F8FA9", opacity="0.5")
        for x, y in [(322, 794), (366, 800), (780, 832), (916, 778)]
    )
    shadows = piece(
        shadows + polygon([(190, 740), (290, 740), (20, 830), (-60, 800)], "#6F8FA9", opacity="0.4"), filter="haze"
    )
    statue = piece(
        box(198, 640, 84, 92, "#8D7A70"),
        box(184, 722, 112, 24, "#77675F"),
        box(208, 628, 64, 14, "#77675F"),
        shape("M224 630C222 590 226 570 232 556Q240 540 250 556C258 574 258 600 256 630Z", "#4E6B62"),
        circle(241, 540, 13, "#4E6B62"),
        line("M252 566L274 590", "#4E6B62", 9),
        box(190, 634, 100, 7, CARD),
        filter="near",
    )
    people = (
        person(330, 800, 92, CLAY, HONEY)
        + person(372, 806, 70, SKY, CLAY)
        + person(790, 838, 104, MOSS, CREAM)
        + person(925, 782, 86, "#8C5A6B", FERN)
    )
    sitting = "".join(
        person(x, y, 46, c, h, stride=0.05)
        for x, y, c, h in [(520, 590, HONEY, MOSS), (545, 590, SKY, CLAY), (700, 646, CLAY, CREAM)]
    )
    return scene(
        defs,
        ground("url(#sky)")
        + circle(985, 360, 420, "url(#sun)")
        + piece(
            blob(61, 240, 150, 190, 34, "#F3F4F1", rough=0.25),
            blob(62, 980, 110, 170, 28, "#EEF2F1", rough=0.25),
            filter="haze",
            opacity="0.8",
        )
        + houses
        + cathedral()
        + steps
        + piece(box(-20, 726, 1240, 200, "url(#snow)"), filter="near")
        + shadows
        + sitting
        + statue
        + people
        + piece(blob(63, 180, 920, 420, 70, "#E2EBF0"), blob(64, 1080, 930, 380, 76, "#D7E4EC"), filter="near")
        + snow(8, 80, 1200, 900, (2, 7)),
    )


def bench(x, y, s, lit):
    wood, dark, iron = ("#C98B52", "#A56B38", "#39423F") if lit else ("#9C7B5C", "#7C5F46", "#4D5A56")
    slats = "".join(box(x, y - s * (0.62 - i * 0.13), s * 1.7, s * 0.085, wood, s * 0.03) for i in range(3))
    seat = "".join(
        box(
            x - s * 0.06 * (i + 1),
            y - s * (0.22 - i * 0.085),
            s * (1.7 + 0.12 * i),
            s * 0.07,
            dark if i else wood,
            s * 0.02,
        )
        for i in range(3)
    )
    legs = "".join(
        line(
            f"M{x + s * k} {y - s * 0.66}L{x + s * k} {y - s * 0.2}L{x + s * k - s * 0.12} {y + s * 0.26} M{x + s * k} {y - s * 0.1}L{x + s * k + s * 0.08} {y + s * 0.26}",
            iron,
            s * 0.06,
        )
        for k in (0.2, 1.5)
    )
    return piece(legs, slats, seat, filter="near")


def esplanadi():
    defs = (
        fade("sky", (0, "#A9D0E4"), (0.55, "#E7EFE6"), (1, "#FBEFD0"))
        + glow("sun", "#FFF4CF")
        + fade("path", (0, "#F0E2C4"), (1, "#D9C39B"))
        + fade("grass", (0, "#A9C98F"), (1, "#6E9F63"))
    )
    chance = random.Random(12)
    houses = piece(
        box(-20, 220, 420, 300, "#EAD3AE"),
        *[box(10 + (i % 6) * 64, 250 + (i // 6) * 84, 30, 48, "#B7B6A6") for i in range(18)],
        box(-20, 208, 430, 18, "#D3B588"),
    ) + piece(
        box(800, 240, 420, 290, "#E6C3B0"),
        *[box(830 + (i % 6) * 64, 268 + (i // 6) * 84, 30, 48, "#B0A8A4") for i in range(18)],
        box(792, 228, 430, 18, "#CDA28D"),
    )
    far = piece(
        *[
            blob(70 + i, x, 400 + chance.uniform(-30, 20), 95, 88, c, rough=0.2)
            for i, (x, c) in enumerate(
                [
                    (60, "#A9C690"),
                    (190, "#BBD29C"),
                    (330, "#A2C08A"),
                    (880, "#B6CE97"),
                    (1010, "#A2C08A"),
                    (1150, "#B2CC94"),
                ]
            )
        ]
    )
    path = piece(shape("M545 520L655 520C760 640 900 780 1010 920L190 920C330 780 440 640 545 520Z", "url(#path)"))
    fountain = (
        piece(
            oval(600, 540, 118, 26, "#A9A396"),
            oval(600, 532, 104, 20, "#CFE6EC"),
            box(588, 452, 24, 84, "#8D8779"),
            oval(600, 462, 60, 15, "#A9A396"),
            oval(600, 457, 52, 10, "#DDF0F3"),
            filter="near",
        )
        + "".join(
            line(
                f"M600 450C{600 + k * 20} {380 - abs(k) * 2} {600 + k * 52} {410} {600 + k * 62} {528 - abs(k) * 4}",
                CARD,
                4.5,
                opacity="0.9",
            )
            for k in (-1.35, -0.9, -0.45, 0.45, 0.9, 1.35)
        )
        + line("M600 452V372", CARD, 6, opacity="0.9")
        + circle(600, 366, 9, CARD, filter="url(#haze)")
    )
    dapples = "".join(
        oval(
            chance.uniform(300, 880),
            chance.uniform(640, 890),
            chance.uniform(20, 58),
            chance.uniform(6, 15),
            "#FFF6D8",
            opacity="0.65",
            filter="url(#haze)",
        )
        for _ in range(16)
    )
    trunks = "".join(
        piece(
            shape(
                f"M{x} {y}C{x + w * 0.2} {y - 200} {x + w * 0.1} {y - 300} {x + w * 0.2} 60L{x + w * 0.75} 60C{x + w * 0.85} {y - 300} {x + w * 0.8} {y - 180} {x + w} {y}Z",
                c,
            ),
            filter="near",
        )
        for x, y, w, c in [
            (405, 560, 20, "#8A6F58"),
            (775, 560, 20, "#8A6F58"),
            (255, 640, 34, "#7A5E49"),
            (912, 640, 34, "#7A5E49"),
            (40, 780, 62, "#66503F"),
            (1100, 780, 62, "#66503F"),
        ]
    )
    leaves = piece(
        *[
            blob(
                90 + i,
                chance.uniform(-40, 470),
                chance.uniform(-40, 260),
                72,
                56,
                chance.choice(["#8DB56F", "#7BA862", "#A3C57F"]),
                rough=0.13,
            )
            for i in range(22)
        ],
        filter="near",
    ) + piece(
        *[
            blob(
                120 + i,
                chance.uniform(730, 1240),
                chance.uniform(-40, 240),
                72,
                56,
                chance.choice(["#8DB56F", "#6F9F5B", "#97BD76"]),
                rough=0.13,
            )
            for i in range(22)
        ],
        filter="near",
    )
    glints = "".join(
        f'<g transform="translate({x:.0f} {y:.0f}) rotate({chance.uniform(0, 180):.0f})">{oval(0, 0, 15, 7, chance.choice(["#CFE3A0", "#BFD98E", "#5F944F"]), opacity="0.85")}</g>'
        for x, y in [
            (chance.choice([chance.uniform(0, 480), chance.uniform(740, 1200)]), chance.uniform(0, 270))
            for _ in range(130)
        ]
    )
    cup = piece(
        shape("M866 714L906 714L900 770L872 770Z", CARD),
        box(862, 705, 48, 12, CLAY, 4),
        shape("M868 730L904 730L902 750L870 750Z", "#C98B52"),
        filter="near",
    ) + line("M878 696q-8 -14 2 -26q8 -12 0 -26M894 696q-8 -12 2 -24", CARD, 5, opacity="0.75", filter="url(#haze)")
    pigeon = piece(
        oval(470, 846, 34, 21, "#8796A0"),
        shape("M440 842L402 832L436 858Z", "#6E7C86"),
        circle(500, 824, 14, "#728590"),
        polygon([(512, 824), (524, 828), (511, 831)], HONEY),
        line("M464 866V880M478 866V880", CLAY, 4),
        filter="near",
    ) + circle(504, 821, 2.6, INK)
    return scene(
        defs,
        ground("url(#sky)")
        + houses
        + far
        + piece(box(-20, 500, 1240, 420, "url(#grass)"))
        + circle(600, 380, 380, "url(#sun)", opacity="0.8")
        + path
        + fountain
        + dapples
        + bench(693, 592, 40, False)
        + bench(742, 664, 62, False)
        + trunks
        + leaves
        + glints
        + bench(792, 800, 170, True)
        + cup
        + pigeon
        + circle(600, 330, 520, "url(#sun)", opacity="0.28"),
    )


def skater(x, y, s, coat, hat, lean=0):
    """Somebody on skates in a hat of their own, feet at (x, y). `hat` draws it for the top of a head at (0, 0), 100 wide."""
    legs = line(
        f"M{-s * 0.06} {-s * 0.42}L{-s * 0.2} {-s * 0.06} M{s * 0.07} {-s * 0.42}L{s * 0.16} {-s * 0.04}",
        "#2E3B45",
        s * 0.11,
    )
    blades = line(f"M{-s * 0.3} 0H{-s * 0.1}M{s * 0.06} {s * 0.02}H{s * 0.28}", "#DCE9EE", s * 0.028)
    arms = (
        line(
            f"M{-s * 0.16} {-s * 0.68}L{-s * 0.4} {-s * 0.5} M{s * 0.16} {-s * 0.68}L{s * 0.4} {-s * 0.58}",
            coat,
            s * 0.11,
        )
        + circle(-s * 0.41, -s * 0.49, s * 0.06, CREAM)
        + circle(s * 0.41, -s * 0.575, s * 0.06, CREAM)
    )
    body = shape(f"M{-s * 0.2} {-s * 0.36}C{-s * 0.24} {-s * 0.8} {s * 0.24} {-s * 0.8} {s * 0.2} {-s * 0.36}Z", coat)
    scarf = shape(
        f"M{-s * 0.13} {-s * 0.75}Q0 {-s * 0.66} {s * 0.13} {-s * 0.75}L{s * 0.13} {-s * 0.68}Q0 {-s * 0.59} {-s * 0.13} {-s * 0.68}Z",
        CREAM,
    )
    head = (
        circle(0, -s * 0.87, s * 0.155, "#F2CBAE")
        + circle(-s * 0.055, -s * 0.86, s * 0.016, INK)
        + circle(s * 0.055, -s * 0.86, s * 0.016, INK)
        + line(f"M{-s * 0.05} {-s * 0.8}Q0 {-s * 0.76} {s * 0.05} {-s * 0.8}", CLAY, s * 0.018)
        + circle(-s * 0.09, -s * 0.815, s * 0.03, ROSE, opacity="0.5")
        + circle(s * 0.09, -s * 0.815, s * 0.03, ROSE, opacity="0.5")
    )
    top = f'<g transform="translate(0 {-s * 0.93:.1f}) scale({s * 0.0036:.3f})">{hat}</g>'
    shadow = oval(x, y + s * 0.03, s * 0.34, s * 0.05, "#2B5069", opacity="0.4", filter="url(#haze)")
    return (
        shadow
        + f'<g transform="translate({x} {y}) rotate({lean})">'
        + piece(legs, blades, arms, body, scarf, head, top, filter="near")
        + "</g>"
    )


def hats():
    """Three hats that nobody would buy twice."""
    stripes = (
        shape("M-48 6C-50 -70 50 -70 48 6Z", "#D8553F")
        + shape("M-46 -16C-44 -34 44 -34 46 -16L48 2C40 -12 -40 -12 -48 2Z", HONEY)
        + shape("M-30 -44Q0 -60 30 -44L40 -30Q0 -46 -40 -30Z", "#3E8A86")
        + circle(0, -66, 26, "#7BB36B")
        + line("M-46 4L-58 52M46 4L58 52", "#D8553F", 9)
        + circle(-58, 58, 13, HONEY)
        + circle(58, 58, 13, HONEY)
    )
    horns = (
        shape("M-44 -20C-84 -30 -90 -74 -70 -88C-70 -60 -50 -50 -26 -48Z", CREAM)
        + shape("M44 -20C84 -30 90 -74 70 -88C70 -60 50 -50 26 -48Z", CREAM)
        + shape("M-48 6C-52 -66 52 -66 48 6Z", "#7D5A41")
        + box(-52, -8, 104, 20, "#B5793F", 9)
    )
    party = (
        shape("M-48 6C-46 -30 -30 -110 -4 -124C10 -132 44 -112 70 -116C50 -96 50 -40 48 6Z", "#7E64A6")
        + circle(74, -114, 19, "#F0CD86")
        + "".join(
            circle(x, y, 8, c)
            for x, y, c in [(-22, -20, HONEY), (10, -34, "#E98A73"), (-6, -70, MINT), (26, -66, HONEY), (30, -12, MINT)]
        )
        + box(-54, -8, 108, 22, "#C9B6E0", 11)
    )
    return stripes, horns, party


def rink():
    defs = (
        fade("sky", (0, "#1F3D5C"), (0.45, "#3F6B8F"), (0.75, "#C98F86"), (1, "#F2B98A"))
        + fade("ice", (0, "#E4F0F4"), (0.5, "#BBD8E5"), (1, "#8CB6CC"))
        + glow("bulb", "#FFD98A", 0.85)
        + glow("shine", "#FFF3D6", 0.8)
        + glow("dusk", "#FFC58F", 0.8)
    )
    chance = random.Random(5)
    stars = "".join(
        circle(
            chance.uniform(0, 1200),
            chance.uniform(0, 230),
            chance.uniform(1.2, 3),
            CARD,
            opacity=f"{chance.uniform(0.4, 0.9):.2f}",
        )
        for _ in range(60)
    )
    # The station: a long hall with an arch, and its tower with the clock.
    station = piece(
        box(-20, 330, 640, 240, "#A9745F"),
        box(-20, 318, 650, 20, "#8E5C4B"),
        box(700, 150, 118, 420, "#B57F68"),
        box(690, 250, 138, 14, "#8E5C4B"),
        shape("M706 152C706 92 812 92 812 152Z", "#5E8F7E"),
        box(752, 66, 14, 50, "#5E8F7E"),
        box(818, 340, 420, 230, "#9A6855"),
        box(812, 328, 420, 18, "#7F5243"),
    )
    arch = (
        piece(shape("M250 570V420C250 320 430 320 430 420V570Z", "#7F5243"))
        + shape("M272 570V424C272 346 408 346 408 424V570Z", "#FFD48A")
        + line("M306 570V362M340 570V346M374 570V362M272 440H408M272 500H408", "#8E5C4B", 6)
    )
    windows = "".join(
        box(x, y, 30, 62, "#FFD48A" if chance.random() < 0.75 else "#7A5548", 4)
        for x in (30, 94, 158, 480, 544, 858, 922, 986, 1050, 1114, 1170)
        for y in (374, 470)
    )
    clock = (
        piece(circle(759, 204, 38, CREAM))
        + line("M759 204V180M759 204L778 214", INK, 6)
        + "".join(box(x, 290, 16, 230, "#8E5C4B") for x in (722, 751, 780))
    )
    ice = piece(shape("M-30 560H1230V930H-30Z", "#EDF3F4")) + piece(
        shape("M-30 640C200 580 1000 580 1230 640V930H-30Z", "url(#ice)")
    )
    marks = (
        line(
            "M120 720C300 680 520 760 700 712M420 850C620 800 800 880 1010 820M760 690C900 670 1020 700 1110 680M60 820C160 800 240 830 330 806",
            CARD,
            4,
            opacity="0.8",
        )
        + oval(340, 700, 240, 40, "url(#shine)")
        + oval(880, 760, 270, 46, "url(#shine)")
    )
    strings = line(
        "M-20 120Q300 330 620 170Q900 300 1220 110M-20 250Q200 360 430 300M1220 240Q1000 370 780 300", "#22384A", 3.5
    )
    bulbs = []
    for a, b, c in [
        ((-20, 120), (300, 330), (620, 170)),
        ((620, 170), (900, 300), (1220, 110)),
        ((-20, 250), (200, 360), (430, 300)),
        ((780, 300), (1000, 370), (1220, 240)),
    ]:
        bulbs += [
            (
                (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
                (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1] + 7,
            )
            for t in [i / 9 for i in range(10)]
        ]
    stripes, horns, party = hats()
    far = "".join(
        person(x, y, 74, c, h)
        for x, y, c, h in [
            (96, 650, MOSS, HONEY),
            (512, 640, "#8C5A6B", CREAM),
            (690, 646, SKY, CLAY),
            (1090, 652, HONEY, MOSS),
            (1140, 656, CLAY, SKY),
        ]
    )
    return scene(
        defs,
        ground("url(#sky)")
        + stars
        + oval(600, 520, 760, 260, "url(#dusk)")
        + station
        + arch
        + windows
        + clock
        + ice
        + marks
        + strings
        + lights(bulbs)
        + far
        + skater(330, 830, 330, "#2F7F78", stripes, -4)
        + skater(620, 870, 372, "#C9503C", horns, 2)
        + skater(910, 820, 318, "#E3A13F", party, 5)
        + snow(4, 90, 1200, 900, (2, 7)),
    )


def picnic():
    defs = (
        fade("sky", (0, "#BFDCEA"), (0.6, "#F3EBD9"), (1, "#FAE3B8"))
        + glow("sun", "#FFF0C4")
        + fade("snow", (0, "#FBF8F2"), (1, "#D5E3EB"))
        + fade("can", (0, "#8E271D"), (0.3, "#D9604A"), (0.5, "#E9806A"), (1, "#9C2D22"), x2=1, y2=0)
    )
    church = piece(
        box(690, 330, 250, 190, "#F3E2B4"),
        box(860, 330, 80, 190, "#DCC48C"),
        polygon([(676, 334), (815, 262), (954, 334)], "#8C8A82"),
        *[shape(f"M{x} 500V400Q{x + 14} 380 {x + 28} 400V500Z", "#A7B7BB") for x in (716, 766, 816, 880)],
        box(778, 206, 74, 66, "#F7EAC4"),
        shape("M770 208C770 150 860 150 860 208Z", "#6E9F8B"),
        box(808, 130, 14, 40, "#F7EAC4"),
        line("M815 96V132M804 108H826", HONEY, 5),
        circle(815, 240, 15, "#A7B7BB"),
        line("M676 334L815 262L954 334", CARD, 9),
    )
    trees = (
        bare_tree(21, 160, 640, 560, "#6B5444")
        + bare_tree(22, 1060, 640, 640, "#5E4938")
        + bare_tree(23, 420, 560, 330, "#8B7461")
        + bare_tree(24, 600, 548, 260, "#9A8673")
    )
    chance = random.Random(2)
    shadows = piece(
        shape("M170 640C300 690 420 720 620 742L560 752C380 736 240 690 150 652Z", "#A9C3D3"),
        shape("M1050 640C900 690 820 716 700 730L760 740C900 730 1010 690 1080 652Z", "#A9C3D3"),
        filter="haze",
        opacity="0.7",
    )
    plaid = piece(shape("M330 716L870 690L1010 872L250 896Z", "#F6EBD5"), filter="near")
    bands = "".join(
        polygon(
            [
                (330 + 540 * t, 716 - 26 * t),
                (330 + 540 * (t + 0.07), 716 - 26 * (t + 0.07)),
                (250 + 760 * (t + 0.07), 896 - 24 * (t + 0.07)),
                (250 + 760 * t, 896 - 24 * t),
            ],
            c,
            opacity="0.72",
        )
        for t, c in [(0.06, CLAY), (0.24, MOSS), (0.42, CLAY), (0.60, MOSS), (0.78, CLAY)]
    ) + "".join(
        polygon(
            [
                (330 - 80 * t, 716 + 180 * t),
                (870 + 140 * t, 690 + 182 * t),
                (870 + 140 * (t + 0.13), 690 + 182 * (t + 0.13)),
                (330 - 80 * (t + 0.13), 716 + 180 * (t + 0.13)),
            ],
            c,
            opacity="0.5",
        )
        for t, c in [(0.1, CLAY), (0.42, MOSS), (0.74, CLAY)]
    )
    fringe = line("".join(f"M{250 + i * 15.200:.1f} {896 - i * 0.48:.1f}l-4 14" for i in range(51)), "#E9D5AE", 5)
    flask = oval(500, 820, 150, 24, "#5E3A2C", opacity="0.35", filter="url(#haze)") + piece(
        box(396, 560, 112, 250, "url(#can)", 18),
        box(396, 600, 112, 16, CREAM),
        box(396, 626, 112, 7, CREAM),
        box(404, 516, 96, 52, "#D9D4C8", 10),
        box(404, 536, 96, 7, "#A8A396"),
        line("M508 640C556 640 556 730 508 730", "#7E2018", 15),
        filter="near",
    )
    cups = "".join(
        piece(
            shape(f"M{x} {y}L{x + 92} {y}L{x + 82} {y + 84}Q{x + 46} {y + 96} {x + 10} {y + 84}Z", c),
            oval(x + 46, y, 46, 12, d),
            oval(x + 46, y + 2, 38, 8.5, "#6B3F24"),
            line(f"M{x + 90} {y + 20}C{x + 128} {y + 16} {x + 124} {y + 66} {x + 85} {y + 60}", c, 10),
            filter="near",
        )
        for x, y, c, d in [(584, 716, SKY, "#3F7FAC"), (718, 738, HONEY, "#F0BE6C")]
    )
    steam = "".join(
        line(f"M{x} {y}c-26 -36 24 -60 0 -100c-20 -34 18 -54 4 -86", CARD, 17, opacity="0.95", filter="url(#haze)")
        for x, y in [(616, 700), (648, 704), (752, 722), (782, 726)]
    )
    buns = (
        piece(
            blob(31, 610, 846, 50, 26, "#C98544", rough=0.06),
            blob(32, 690, 858, 48, 25, "#B87438", rough=0.06),
            filter="near",
        )
        + line("M584 844q26 -18 50 0M666 856q24 -16 46 0", "#8A5222", 5, opacity="0.7")
        + "".join(circle(592 + i * 11 % 110, 830 + i * 7 % 22, 3, CARD) for i in range(14))
    )
    robin = piece(
        oval(900, 654, 40, 30, "#7C6A58"),
        oval(914, 660, 26, 22, "#DB6B45"),
        circle(930, 630, 22, "#7C6A58"),
        oval(936, 636, 14, 13, "#DB6B45"),
        polygon([(950, 630), (966, 635), (950, 639)], INK),
        shape("M866 648L824 628L862 668Z", "#5E4F42"),
        line("M892 682V700M908 682V700", "#5E4938", 4),
        filter="near",
    ) + circle(934, 626, 3.4, INK)
    return scene(
        defs,
        ground("url(#sky)")
        + circle(250, 300, 460, "url(#sun)")
        + circle(250, 300, 60, "#FFF6DC", filter="url(#haze)")
        + piece(
            blob(30, 980, 470, 380, 96, "#C9D9DC", rough=0.2),
            blob(33, 180, 490, 330, 86, "#D5E0DE", rough=0.2),
            filter="flat",
        )
        + church
        + piece(shape("M-30 560C240 500 520 560 760 530C960 506 1100 540 1230 520V930H-30Z", "#EDF1F1"))
        + trees
        + piece(shape("M-30 650C300 590 800 690 1230 620V930H-30Z", "url(#snow)"), filter="near")
        + shadows
        + plaid
        + bands
        + fringe
        + robin
        + flask
        + buns
        + cups
        + steam
        + snow(9, 34, 1200, 900, (2, 6)),
    )


def tram():
    defs = (
        fade("sky", (0, "#2C4A63"), (0.6, "#6F8FA3"), (1, "#E3B48C"))
        + fade("street", (0, "#A9BBC6"), (1, "#DDE7EC"))
        + glow("lamp", "#FFD98A", 0.95)
        + glow("bulb", "#FFD98A", 0.85)
        + fade("glass", (0, "#FFE7AE"), (1, "#FFCB74"))
        + fade("beam", (0, "#FFE7AE", 0.7), (1, "#FFE7AE", 0), x2=0)
    )
    chance = random.Random(6)
    house = piece(
        box(-20, 110, 760, 480, "#B58E6E"),
        box(-20, 96, 774, 26, "#936F53"),
        box(-20, 330, 764, 16, "#936F53"),
        *[
            shape(
                f"M{x} {y + 120}V{y + 30}Q{x + 32} {y - 12} {x + 64} {y + 30}V{y + 120}Z",
                "#FFD48A" if chance.random() < 0.5 else "#5D6B75",
            )
            for x in range(24, 700, 112)
            for y in (164, 392)
        ],
    ) + piece(
        box(800, 190, 430, 400, "#8E8A80"),
        box(790, 176, 440, 22, "#6F6C64"),
        *[
            box(840 + i % 4 * 92, 236 + i // 4 * 116, 50, 78, "#FFD48A" if chance.random() < 0.45 else "#56646E", 4)
            for i in range(12)
        ],
    )
    wires = (
        line("M-20 70L1220 200M-20 40L1220 150", "#22313C", 3.5)
        + line("M1120 40V640", "#33424B", 12)
        + line("M1120 130L880 156", "#33424B", 5)
    )
    green, cream, deep = "#2F7A55", "#F6E7C3", "#1F5A3E"
    body = piece(
        shape("M150 320Q160 268 220 262H1010Q1078 266 1092 330L1112 640Q1112 690 1064 690H180Q134 690 136 640Z", green),
        filter="near",
    )
    band = shape("M146 352Q150 300 214 292H1012Q1062 296 1074 346L1086 520H140Z", cream)
    panes = (
        "".join(box(x, 346, 118, 140, "url(#glass)", 16, stroke=deep, stroke_width="7") for x in (184, 324, 604, 744))
        + shape("M902 346H1040Q1058 348 1062 372L1072 486H902Z", "#CFE3EA", stroke=deep, stroke_width="8")
        + line("M930 470L1010 362", CARD, 7, opacity="0.7")
    )
    door = (
        box(464, 336, 116, 338, deep, 14)
        + box(474, 348, 44, 312, "url(#glass)", 8)
        + box(526, 348, 44, 312, "url(#glass)", 8)
    )
    riders = "".join(
        circle(x, 428, 25, s)
        + shape(f"M{x - 42} 486C{x - 38} 446 {x + 38} 446 {x + 42} 486Z", c)
        + shape(f"M{x - 26} 424C{x - 28} 388 {x + 28} 388 {x + 26} 424Q{x} 406 {x - 26} 424Z", h)
        + circle(x - 8, 430, 3, INK)
        + circle(x + 8, 430, 3, INK)
        + line(f"M{x - 8} 440Q{x} 446 {x + 8} 440", CLAY, 3)
        for x, s, c, h in [
            (232, "#E8B793", CLAY, "#5C3520"),
            (384, "#9A6442", "#3E6E8C", "#231A17"),
            (654, "#F2CBAE", MOSS, HONEY),
            (798, "#E8B793", "#8C5A6B", CREAM),
        ]
    )
    number = (
        piece(box(596, 222, 118, 84, deep, 12), box(606, 232, 98, 64, "#F6E7C3", 8))
        + '<text x="655" y="286" font-family="Inter, DejaVu Sans, sans-serif" font-size="62" font-weight="700" text-anchor="middle" fill="#1F5A3E">3</text>'
    )
    trim = (
        box(138, 528, 962, 12, HONEY)
        + circle(1074, 590, 60, "url(#lamp)")
        + circle(1074, 590, 20, "#FFF3CF")
        + box(200, 596, 210, 10, deep, 5)
        + box(640, 596, 220, 10, deep, 5)
        + line("M520 262L560 196L620 196L580 150M540 150H640", "#22313C", 7)
    )
    wheels = piece(
        *[circle(x, 690, 30, "#2A3338") for x in (250, 330, 760, 840, 960)], box(130, 660, 986, 26, "#22302B", 8)
    )
    road = (
        piece(shape("M-30 660H1230V930H-30Z", "url(#street)"))
        + line("M-30 724L1230 714M-30 770L1230 756", "#7C929F", 7)
        + "".join(
            oval(x, 800, 110, 24, "#FFE0A0", opacity="0.42", filter="url(#soft)") for x in (240, 385, 520, 660, 800)
        )
        + polygon([(1080, 600), (1240, 560), (1240, 760)], "#FFE7AE", opacity="0.32", filter="url(#haze)")
    )
    walkway = piece(shape("M-30 828C300 800 900 850 1230 812V930H-30Z", "#F2F4F2"), filter="near")
    people = (
        person(352, 872, 170, CLAY, CREAM, stride=0.07)
        + person(440, 866, 118, HONEY, MOSS, stride=0.06)
        + person(1010, 876, 176, SKY, CLAY, stride=0.1)
    )
    stop = piece(
        line("M74 872V470", "#3A4A52", 13),
        box(22, 400, 104, 104, "#F2C24F", 16),
        shape("M44 472V432Q44 422 56 422H92Q104 422 104 432V472Z", INK),
        box(54, 434, 40, 18, "#F2C24F", 3),
        circle(58, 482, 7, INK),
        circle(90, 482, 7, INK),
        box(18, 392, 112, 12, CARD, 6),
        filter="near",
    )
    return scene(
        defs,
        ground("url(#sky)")
        + house
        + wires
        + road
        + body
        + band
        + trim
        + panes
        + door
        + riders
        + number
        + wheels
        + walkway
        + stop
        + people
        + snow(14, 130, 1200, 900, (2, 8)),
    )
