"""Photos of the day taken outdoors, on 900 by 1,200 units."""

from paper import *
from town import bare_tree, bench, person

WIDTH, HEIGHT = 900, 1200


def snap(definitions, body, grain=0.2):
    return document(WIDTH, HEIGHT, f"<defs>{definitions}</defs>{body}", grain=grain, depth=2.7)


def all_of(fill):
    return box(-20, -20, WIDTH + 40, HEIGHT + 40, fill)


def bokeh(seed, count, colours, top, bottom, sizes=(22, 60)):
    """Lamps far out of focus."""
    chance = random.Random(seed)
    return "".join(
        circle(
            chance.uniform(0, WIDTH),
            chance.uniform(top, bottom),
            chance.uniform(*sizes),
            chance.choice(colours),
            opacity=f"{chance.uniform(0.35, 0.85):.2f}",
        )
        for _ in range(count)
    )


def gull(x, y, s, fill=CARD):
    return line(f"M{x - s} {y - s * 0.1}Q{x - s * 0.5} {y - s * 0.7} {x} {y}Q{x + s * 0.5} {y - s * 0.7} {x + s} {y - s * 0.1}", fill, s * 0.16)


def windows(x, y, columns, rows, dx, dy, w, h, fills, seed):
    chance = random.Random(seed)
    return "".join(
        box(x + i * dx, y + j * dy, w, h, chance.choice(fills), 4) for i in range(columns) for j in range(rows)
    )


def tram_window():
    """Rain on the window of a tram, the town behind it."""
    chance = random.Random(4)
    town = all_of("url(#night)") + piece(
        bokeh(1, 16, ["#F2B35E", "#FFD98F", "#E3735B"], 420, 860, (34, 78))
        + bokeh(2, 9, ["#6FBFB0", "#8FC6E6", "#F2E2B0"], 300, 800, (24, 60)),
        filter="haze",
    )
    street = "".join(
        box(x, 800, chance.uniform(24, 60), 300, c, 20, opacity="0.4", filter="url(#soft)")
        for x, c in [(90, "#F2B35E"), (250, "#E3735B"), (420, "#FFD98F"), (560, "#6FBFB0"), (700, "#F2B35E")]
    )
    drops = ""
    for _ in range(44):
        x, y, s = chance.uniform(80, 820), chance.uniform(90, 960), chance.uniform(7, 20)
        if chance.random() < 0.4:
            drops += line(f"M{x:.0f} {y:.0f}q{chance.uniform(-9, 9):.0f} {-s * 4:.0f} {chance.uniform(-6, 6):.0f} {-s * 9:.0f}", "#DCEFF5", s * 0.5, opacity="0.33")
        drops += oval(x, y, s * 0.8, s, "#E6F4F8", opacity="0.72") + circle(x - s * 0.2, y - s * 0.3, s * 0.24, CARD)
    frame = piece(
        shape("M-30 -30H930V1230H-30ZM130 70Q70 70 70 130V920Q70 980 130 980H770Q830 980 830 920V130Q830 70 770 70Z", "#2C6E4F", fill_rule="evenodd"),
        filter="near",
    ) + line("M130 70Q70 70 70 130V920Q70 980 130 980H770Q830 980 830 920V130Q830 70 770 70Z", "#17402D", 16)
    sill = piece(box(-30, 1010, 960, 40, "#E3A13F"), filter="cut") + piece(
        box(-30, 300, 960, 22, "#F0CD86", 11), filter="near", opacity="0.92"
    )
    return snap(
        fade("night", (0, "#16324A"), (0.55, "#2E5A78"), (1, "#22303F")), town + street + piece(drops, filter="flat") + frame + sill
    )


def bicycle():
    """A bicycle that leans on a yellow wall."""
    wheel = lambda x, y: (
        circle(x, y, 150, "none", stroke="#26302E", stroke_width="17")
        + circle(x, y, 132, "none", stroke="#D9D4C8", stroke_width="6")
        + line("".join(f"M{x} {y}l{130 * math.cos(a * 0.524):.0f} {130 * math.sin(a * 0.524):.0f}" for a in range(12)), "#8A8F8B", 3)
        + circle(x, y, 15, "#5A625F")
    )
    frame = line("M235 880L365 690L610 690L470 880ZM365 690L470 880M610 690L680 880M610 690L592 610M365 690L345 632", CLAY, 20)
    rest = (
        line("M592 612Q560 560 640 556Q700 560 690 610", "#4A3A30", 15)
        + shape("M280 618Q340 596 402 616Q390 646 340 644Q300 644 280 618Z", "#4A3A30")
        + circle(470, 880, 34, "none", stroke="#5A625F", stroke_width="12")
        + line("M470 880l34 56M480 938h50M470 880l-34 -54", "#5A625F", 12)
    )
    basket = piece(
        shape("M600 560H800L776 700H624Z", "#C98B52"),
        line("M612 600H790M618 640H784M650 562L656 698M700 562V698M750 562L744 698", "#8F5F33", 6),
    )
    flowers = "".join(
        circle(x, y, r, c) for x, y, r, c in [(640, 530, 30, ROSE), (700, 500, 36, CARD), (756, 536, 28, HONEY), (670, 486, 22, "#B98BC9")]
    )
    stalks = piece(*[blob(i, 620 + i * 36, 548, 34, 40, FERN) for i in range(5)])
    door = piece(box(90, 120, 300, 850, "#2B6C99", 8), filter="near") + piece(
        box(126, 170, 228, 250, "#8FC0DA", 6), box(126, 470, 228, 190, "#24587C", 6), box(126, 700, 228, 200, "#24587C", 6)
    ) + circle(350, 560, 14, STRAW)
    window = piece(box(520, 130, 270, 300, CARD, 6)) + box(544, 154, 104, 252, "#7FA6BD") + box(662, 154, 104, 252, "#94B9CC") + piece(
        box(500, 424, 310, 26, "#D9B06B")
    )
    ground = piece(shape("M-30 950H930V1230H-30Z", "#B9AE9C"), filter="near") + "".join(
        box(-30 + (j % 2) * 60 + i * 124, 975 + j * 60, 112, 46, c, 12)
        for j in range(4)
        for i, c in enumerate(["#C9BFAE", "#BFB4A2", "#D2C9B8", "#C4B9A7"] * 2)
    )
    shadow = shape("M120 1040Q450 990 830 1040Q500 1080 120 1040Z", "#4A4038", opacity="0.4", filter="url(#soft)")
    light = shape("M-20 -20H460L-20 760Z", "#FFF3CF", opacity="0.35", filter="url(#soft)")
    return snap(
        fade("wall", (0, "#F0C465"), (1, "#E0A648")),
        all_of("url(#wall)") + light + door + window + ground + shadow
        + piece(wheel(235, 880), wheel(680, 880), filter="near") + piece(frame, rest, filter="near") + stalks + piece(flowers) + basket,
    )


def harbour():
    """Boats in the harbour at dusk."""
    chance = random.Random(6)
    sun = circle(470, 560, 320, "url(#sun)") + piece(circle(470, 560, 104, "#FFE3A8"), filter="cut")
    clouds = piece(
        *[blob(10 + i, x, y, w, 24, c, rough=0.3) for i, (x, y, w, c) in enumerate(
            [(180, 240, 240, "#C77E93"), (690, 170, 260, "#B56E8E"), (620, 330, 190, "#E79A8C"), (240, 400, 160, "#EDB08E")])],
        filter="flat", opacity="0.85",
    )
    far = piece(
        shape("M-30 640V590L60 596V560L120 556V600L220 588V548H250V520L262 480L274 520V548H310V596L520 600L600 570L760 590L930 574V640Z", "#6B4A6E")
    )
    sea = piece(box(-30, 630, 960, 620, "url(#sea)")) + "".join(
        line(f"M{470 + chance.uniform(-1, 1) * (50 + i * 9):.0f} {650 + i * 22}h{chance.uniform(50, 150):.0f}", "#FFD9A0", 9, opacity=f"{0.85 - i * 0.03:.2f}")
        for i in range(22)
    ) + "".join(
        line(f"M{chance.uniform(0, 850):.0f} {chance.uniform(660, 1180):.0f}h{chance.uniform(30, 110):.0f}", "#9A7FB0", 6, opacity="0.5")
        for _ in range(34)
    )

    def boat(x, y, s, hull, sail, other):
        return piece(
            line(f"M{x} {y}V{y - 4.3 * s}", "#3B2A33", s * 0.11),
            shape(f"M{x + 0.14 * s} {y - 4.1 * s}Q{x + 1.9 * s} {y - 1.9 * s} {x + 1.7 * s} {y - 0.4 * s}H{x + 0.14 * s}Z", sail),
            shape(f"M{x - 0.14 * s} {y - 3.7 * s}Q{x - 1.0 * s} {y - 1.6 * s} {x - 1.3 * s} {y - 0.4 * s}H{x - 0.14 * s}Z", other),
            shape(f"M{x - 1.9 * s} {y - 0.1 * s}H{x + 2.2 * s}Q{x + 1.7 * s} {y + 0.8 * s} {x + 1.1 * s} {y + 0.85 * s}H{x - 1.2 * s}Q{x - 1.7 * s} {y + 0.7 * s} {x - 1.9 * s} {y - 0.1 * s}Z", hull),
            filter="near",
        )

    quay = piece(shape("M-30 1080L420 1130L930 1096V1240H-30Z", "#3B2A33"), filter="near") + piece(
        box(120, 1010, 54, 110, "#54404A", 16), box(106, 998, 82, 30, "#6B5460", 14), filter="near"
    ) + line("M180 1030Q320 1120 470 1010Q560 950 640 962", "#D9B68A", 9)
    return snap(
        fade("sky", (0, "#4A3F72"), (0.3, "#A8618A"), (0.5, "#EE9A7E"), (0.6, "#FBD08F"))
        + fade("sea", (0, "#E89A86"), (0.2, "#8E6A99"), (1, "#2F3460")) + glow("sun", "#FFE9B8"),
        all_of("url(#sky)") + sun + clouds + gull(250, 300, 30) + gull(340, 350, 22) + gull(640, 250, 26) + far + sea
        + boat(200, 740, 44, "#7A4A5E", "#E8B9B0", "#D9A0A2") + boat(640, 930, 92, CLAY, "#FBEAD2", "#F2CDBB") + quay,
    )


def balcony():
    """Snow on a balcony in the morning."""
    roofs = "".join(
        piece(shape(f"M{x} 760V{y}L{x + w / 2} {y - h}L{x + w} {y}V760Z", c), shape(f"M{x - 12} {y + 10}L{x + w / 2} {y - h - 8}L{x + w + 12} {y + 10}L{x + w - 16} {y + 14}L{x + w / 2} {y - h + 34}L{x + 16} {y + 14}Z", "#F4F8FA"))
        + windows(x + 34, y + 50, int(w // 74), 2, 70, 90, 34, 48, ["#8FA7B8", "#8FA7B8", "#FFE0A0"], x + 50)
        for x, y, w, h, c in [(-60, 520, 330, 120, "#D99B84"), (560, 500, 400, 140, "#C98F9A"), (220, 570, 390, 110, "#E6BE8C")]
    )
    chimneys = piece(box(90, 400, 50, 90, "#B4705E"), box(84, 390, 62, 20, CARD)) + piece(
        blob(5, 118, 300, 26, 60, CARD, rough=0.3), blob(6, 148, 210, 36, 50, CARD, rough=0.3), filter="haze", opacity="0.8"
    )
    rail = piece(*[box(30 + i * 92, 700, 16, 320, "#26382F", 6) for i in range(10)], box(-30, 690, 960, 30, "#26382F"), box(-30, 960, 960, 22, "#26382F"), filter="near") + piece(
        shape("M-30 704V660Q40 634 110 654Q190 622 270 650Q350 630 430 656Q530 616 620 650Q700 630 780 652Q850 630 930 656V704Q700 696 450 708Q200 696 -30 704Z", CARD), filter="near"
    )
    floor = piece(shape("M-30 1010Q200 970 450 1000Q700 970 930 1006V1230H-30Z", "#EFF4F7"), filter="near")
    steps = "".join(oval(x, y, 26, 15, "#C5D6E0") for x, y in [(560, 1090), (600, 1150), (660, 1070), (706, 1130)])
    lantern = circle(270, 930, 190, "url(#warm)") + piece(
        box(196, 860, 148, 210, "#26302E", 8), box(214, 880, 112, 170, "#FFD27A", 4), box(252, 960, 36, 90, "#FFF8E6", 6),
        shape("M190 862L270 800L350 862Z", "#26302E"), line("M250 796Q270 750 290 796", "#26302E", 10), filter="near",
    ) + oval(270, 936, 12, 26, "#F58A3C") + piece(blob(9, 270, 812, 62, 20, CARD))
    pot = piece(shape("M590 880H770L744 1040H616Z", "#B3563E"), box(576, 862, 208, 40, "#C76B50", 8), filter="near") + piece(
        polygon([(680, 540), (600, 720), (640, 712), (568, 870), (792, 870), (720, 712), (760, 720)], "#2C6E4F"),
        polygon([(680, 540), (660, 640), (640, 640), (680, 590)], CARD), blob(3, 640, 730, 30, 13, CARD), blob(4, 742, 734, 26, 12, CARD), blob(8, 620, 862, 40, 14, CARD), filter="near",
    ) + "".join(circle(x, y, 9, "#FFD98F") for x, y in [(660, 660), (706, 700), (650, 770), (716, 790), (680, 830), (610, 836), (752, 842)])
    return snap(
        fade("sky", (0, "#7FA9CE"), (0.35, "#F3C7B5"), (0.6, "#FBE3C2")) + glow("warm", "#FFC766", 0.8),
        all_of("url(#sky)") + chimneys + roofs + rail + floor + steps + pot + lantern + snow(7, 60, 900, 1200, (3, 8)),
    )


def market():
    """Oranges and berries under a striped awning."""
    chance = random.Random(3)

    def crate(x, y, w, fruits, r, seed, rows=3):
        pick = random.Random(seed)
        heap = "".join(
            circle(x + r + (i + (j % 2) * 0.5) * (w - 2 * r) / 5.4, y - j * r * 0.95 + pick.uniform(-4, 4), r, pick.choice(fruits))
            + circle(x + r * 0.7 + (i + (j % 2) * 0.5) * (w - 2 * r) / 5.4, y - r * 0.35 - j * r * 0.95, r * 0.2, "#FFF6E0", opacity="0.7")
            for j in range(rows - 1, -1, -1)
            for i in range(6 - j % 2)
        )
        wood = box(x - 10, y, w + 20, 120, "#C98B52", 6) + line(f"M{x - 6} {y + 40}H{x + w + 6}M{x - 6} {y + 80}H{x + w + 6}", "#8F5F33", 7)
        return piece(heap) + piece(wood, filter="near")

    stripes = "".join(
        shape(f"M{-40 + i * 110} 150H{70 + i * 110}L{90 + i * 112 - 14} 400Q{30 + i * 112} 456 {-26 + i * 112 - 14} 400Z", CARD if i % 2 else CLAY)
        for i in range(9)
    )
    bulbs = line("M-20 470Q220 560 450 490Q680 560 920 470", "#3A2A22", 6) + "".join(
        circle(x, y, 70, "url(#bulb)") + circle(x, y, 17, "#FFF3CF") for x, y in [(110, 530), (290, 538), (450, 506), (610, 538), (790, 530)]
    )
    signs = "".join(
        piece(box(x, y, 120, 78, "#26302E", 8), line(f"M{x + 24} {y + 30}h72M{x + 38} {y + 52}h44", CREAM, 7), filter="near")
        for x, y in [(170, 690), (610, 690), (390, 936)]
    )
    seller = piece(
        circle(450, 560, 74, "#E9B994"), shape("M366 546Q366 450 450 450Q534 450 534 546Q450 500 366 546Z", MOSS),
        circle(450, 448, 24, CREAM), shape("M300 800Q300 640 450 634Q600 640 600 800Z", "#2B6C99"),
        shape("M380 660H520V800H380Z", CREAM), filter="near",
    ) + circle(424, 564, 8, INK) + circle(476, 564, 8, INK) + line("M422 594Q450 622 478 594", CLAY, 8) + circle(398, 590, 15, ROSE, opacity="0.5") + circle(502, 590, 15, ROSE, opacity="0.5")
    return snap(
        fade("back", (0, "#2F4E4A"), (1, "#5B7A66")) + glow("bulb", "#FFD98F", 0.9),
        all_of("url(#back)")
        + piece(*[blob(i, chance.uniform(0, 900), chance.uniform(480, 640), 60, 44, c) for i, c in enumerate(["#47695C", "#3D5C55"] * 5)], filter="haze")
        + seller + crate(-60, 770, 440, ["#F0902F", "#E9822A", "#F5A343"], 52, 1) + crate(520, 770, 440, ["#C23A30", "#A93428", "#D9553F"], 50, 2)
        + crate(-70, 1010, 420, ["#86A845", "#9BBB56", "#779A3B"], 50, 4, 2) + crate(500, 1010, 460, ["#3F3F77", "#50508C", "#34346A"], 46, 5, 2)
        + crate(270, 1076, 350, ["#F2CB4B", "#EBC03A", "#F7D769"], 42, 6, 2) + signs
        + piece(stripes, filter="near") + piece(box(-30, 110, 960, 56, "#8E271D")) + bulbs,
    )


def football():
    """A ball on the pitch, the goal lit behind it."""
    lamps = "".join(
        line(f"M{x} 560V120", "#3B4A50", 14) + piece(box(x - 74, 70, 148, 70, "#3B4A50", 8)) + circle(x, 105, 210, "url(#lamp)")
        + "".join(circle(x - 46 + i * 46, 92 + j * 28, 13, "#FFFBE6") for i in range(3) for j in range(2))
        for x in (140, 760)
    )
    net = line("".join(f"M{230 + i * 44} 380V610" for i in range(11)) + "".join(f"M230 {400 + i * 35}H670" for i in range(6)), "#E6EEF0", 3, opacity="0.6")
    goal = piece(line("M220 620V370H680V620", CARD, 17), filter="near")
    stripes = "".join(polygon([(450 + (i - 4) * 90, 600), (450 + (i - 3) * 90, 600), (450 + (i - 3) * 330, 1230), (450 + (i - 4) * 330, 1230)], "#4E9659" if i % 2 else "#418249") for i in range(-2, 10))
    marks = line("M-20 650H920M60 650L-60 800M840 650L960 800", CARD, 12, opacity="0.9") + oval(450, 1010, 330, 90, "none", stroke=CARD, stroke_width="13", opacity="0.9")
    pent = lambda x, y, r, a=0: polygon([(x + r * math.cos(a + i * 1.2566 - 1.5708), y + r * math.sin(a + i * 1.2566 - 1.5708)) for i in range(5)], "#26302E")
    ball = oval(470, 1070, 150, 30, "#173A20", opacity="0.6", filter="url(#haze)") + piece(
        circle(450, 930, 148, "#FBFAF5"), shape("M560 830A148 148 0 0 1 380 1060Q520 1050 560 830Z", "#C9D2D0"), pent(450, 930, 50),
        *[polygon([(450 + 146 * math.cos(a), 930 + 146 * math.sin(a)) for a in (t - 0.25, t, t + 0.25)] + [(450 + 104 * math.cos(t + 0.15), 930 + 104 * math.sin(t + 0.15)), (450 + 104 * math.cos(t - 0.15), 930 + 104 * math.sin(t - 0.15))], "#26302E") for t in [i * 1.2566 - 1.5708 for i in range(5)]],
        line("".join(f"M{450 + 50 * math.cos(t):.0f} {930 + 50 * math.sin(t):.0f}L{450 + 106 * math.cos(t):.0f} {930 + 106 * math.sin(t):.0f}" for t in [i * 1.2566 - 1.5708 for i in range(5)]), "#26302E", 7),
        filter="near",
    )
    players = person(300, 740, 180, CLAY, "#4A2E22", CARD, 0.2) + person(620, 720, 160, SKY, HONEY, CARD, 0.22) + person(450, 610, 120, "#F0CD86", INK)
    trees = piece(*[blob(40 + i, x, 520, 120, 90, c, rough=0.2) for i, (x, c) in enumerate([(0, "#23443F"), (210, "#2B5148"), (450, "#23443F"), (680, "#2B5148"), (900, "#23443F")])])
    return snap(
        fade("sky", (0, "#1E3558"), (0.5, "#5E6FA0"), (0.9, "#E9A98E")) + glow("lamp", "#FFF6CF", 0.9),
        all_of("#418249") + box(-20, -20, 940, 640, "url(#sky)") + lamps + trees + piece(stripes) + net + goal + marks + players + ball,
    )


def night_bus():
    """The last bus, coming through the rain."""
    chance = random.Random(8)
    houses = piece(box(-30, 60, 280, 800, "#28324E"), box(660, 20, 280, 840, "#2F3958")) + windows(10, 120, 3, 6, 78, 106, 40, 60, ["#3B486A", "#3B486A", "#F2C06B"], 4) + windows(690, 80, 3, 6, 78, 106, 40, 60, ["#3B486A", "#44527A", "#F2C06B"], 9)
    bus = piece(
        box(180, 300, 540, 640, "#2E7BB0", 54), box(180, 700, 540, 240, "#F4F1E8", 30), box(180, 690, 540, 90, "#F4F1E8"),
        box(216, 420, 468, 270, "#F7DFA2", 26), box(250, 326, 400, 70, "#141A22", 14), filter="near",
    ) + piece(
        circle(340, 590, 46, "#D9A583"), shape("M288 580Q288 520 340 520Q392 520 392 580Z", "#26302E"), shape("M260 690Q266 630 340 630Q414 630 420 690Z", "#24507A"),
        circle(550, 606, 38, "#F2CDB0"), shape("M508 604Q510 546 550 546Q592 546 592 604Z", CLAY), shape("M486 690Q490 640 550 640Q610 640 616 690Z", MOSS),
    ) + circle(326, 594, 5, INK) + circle(356, 594, 5, INK) + line("M328 612Q341 622 354 612", "#7E2018", 5)
    number = f'<text x="450" y="382" text-anchor="middle" font-family="Inter, sans-serif" font-weight="700" font-size="58" letter-spacing="6" fill="#FFB83D">20N</text>'
    details = line("M450 424V686M230 470L330 430", CARD, 6, opacity="0.5") + piece(box(340, 812, 220, 44, "#26302E", 8)) + piece(
        box(140, 430, 36, 110, "#26302E", 14), box(724, 430, 36, 110, "#26302E", 14), box(210, 930, 110, 70, "#141A22", 14), box(580, 930, 110, 70, "#141A22", 14)
    )
    beams = "".join(circle(x, 830, 240, "url(#beam)") + circle(x, 830, 42, "#FFFBE8") for x in (266, 634))
    road = piece(shape("M-30 900H930V1240H-30Z", "#1B2338"), filter="near") + "".join(
        box(x - 50, 950, 100, 260, "#FFE9A8", 50, opacity="0.55", filter="url(#soft)") for x in (266, 634)
    ) + line("".join(f"M{chance.uniform(0, 860):.0f} {chance.uniform(960, 1190):.0f}h{chance.uniform(30, 110):.0f}" for _ in range(26)), "#6D7FA8", 5, opacity="0.6")
    rain = line("".join(f"M{chance.uniform(-20, 930):.0f} {chance.uniform(-20, 1100):.0f}l-16 56" for _ in range(70)), "#BFD2EA", 4, opacity="0.5")
    return snap(
        fade("sky", (0, "#10182E"), (1, "#34426E")) + glow("beam", "#FFE9A8", 0.95),
        all_of("url(#sky)") + houses + road + bus + number + details + beams + rain,
    )


def ferry():
    """The ferry to the islands, gulls behind it."""
    chance = random.Random(9)
    isle = piece(shape("M430 640Q520 570 640 580Q700 540 800 566Q900 556 930 590V660H430Z", "#6E9A72"), box(610, 500, 40, 90, "#D9C9A8"), shape("M604 504L630 450L656 504Z", "#7FA695")) + piece(
        shape("M420 650Q560 616 930 628V676H420Z", "#A99C86")
    )
    sea = piece(box(-30, 640, 960, 600, "url(#sea)")) + "".join(
        line(f"M{chance.uniform(-20, 860):.0f} {700 + i * 13}q30 -16 60 0t60 0", "#DDF0F6" if i % 3 else "#3F86AE", 6, opacity="0.6") for i in range(38)
    )
    hull = piece(
        shape("M90 800H830L760 940Q740 966 700 966H210Q160 966 140 930Z", "#2C6E4F"), shape("M112 842H812L800 868H122Z", CREAM),
        box(170, 660, 560, 144, CARD, 10), box(240, 560, 400, 104, "#F4F1E8", 10), box(340, 470, 190, 94, CARD, 10), filter="near",
    ) + piece(
        *[box(204 + i * 86, 694, 56, 64, "#6FA3C4", 10) for i in range(6)], *[box(268 + i * 92, 584, 62, 48, "#6FA3C4", 8) for i in range(4)],
        box(360, 490, 150, 44, "#2B4A5E", 8), filter="flat",
    ) + piece(box(556, 430, 80, 136, HONEY, 8), box(556, 456, 80, 26, INK), filter="near") + line("M300 470V360M300 372L360 392L300 414", CLAY, 10) + circle(180, 812, 26, "none", stroke=CLAY, stroke_width="13")
    people = "".join(piece(circle(x, 536, 15, "#F2CDB0"), shape(f"M{x - 20} 576Q{x} 524 {x + 20} 576Z", c)) for x, c in [(264, CLAY), (306, SKY), (660, MOSS)])
    foam = piece(shape("M100 950Q200 918 290 950Q420 922 520 952Q640 924 810 946Q760 1000 640 986Q450 1006 300 986Q160 1000 100 950Z", CARD), filter="cut")
    wake = line("M60 1010Q240 1060 460 1022T880 1040M140 1090Q360 1130 560 1090T860 1110", CARD, 12, opacity="0.75")
    gulls = gull(190, 330, 62) + gull(720, 250, 76) + gull(440, 190, 44) + gull(600, 380, 34)
    clouds = piece(blob(3, 180, 180, 190, 50, CARD, rough=0.25), blob(4, 690, 120, 220, 56, CARD, rough=0.25), blob(5, 480, 330, 150, 34, CARD, rough=0.25), filter="cut", opacity="0.9")
    return snap(
        fade("sky", (0, "#6DB3D8"), (1, "#DDF0F2")) + fade("sea", (0, "#7CC0D4"), (0.4, "#3E8DB5"), (1, "#1F5C86")),
        all_of("url(#sky)") + clouds + isle + sea + people + hull + foam + wake + gulls,
    )


def lamp():
    """A street lamp while it snows."""
    trees = bare_tree(12, 130, 1080, 900, "#1A3240") + bare_tree(14, 800, 1090, 800, "#20394A")
    cone = polygon([(470, 330), (610, 330), (860, 1100), (150, 1100)], "url(#cone)", filter="url(#soft)")
    head = circle(540, 300, 400, "url(#halo)") + piece(
        line("M540 1090V380", "#0F1E28", 26), line("M540 500Q470 500 470 440", "#0F1E28", 12), box(502, 1030, 76, 70, "#0F1E28", 10),
        shape("M462 240L480 380H600L618 240Z", "#FFE6A3"), shape("M436 244L540 150L644 244Z", "#0F1E28"), box(474, 374, 132, 26, "#0F1E28", 8), circle(540, 140, 18, "#0F1E28"), filter="near",
    ) + line("M540 246V374M500 246L508 374M580 246L572 374", "#0F1E28", 8) + circle(540, 310, 34, "#FFFBEA", filter="url(#haze)") + piece(
        shape("M430 240L540 142L650 240Q610 226 590 206Q570 214 540 176Q510 212 486 210Q470 232 430 240Z", CARD)
    )
    ground = piece(shape("M-30 1060Q240 1010 480 1040Q700 1010 930 1050V1240H-30Z", "#9DBACB"), filter="near") + oval(520, 1100, 330, 60, "#FFF1C9", opacity="0.75", filter="url(#soft)")
    walker = person(270, 1120, 220, CLAY, STRAW, INK, 0.16) + piece(shape("M340 1100q10 -56 50 -54l34 -26q12 8 4 24l10 16q-10 12 -26 10l-6 34h-12l-4 -30l-24 2l-8 30h-12Z", "#7A4A2B"), line("M318 1010Q360 1030 400 1040", "#3A2A22", 4))
    return snap(
        fade("sky", (0, "#0E2434"), (1, "#3C6478")) + glow("halo", "#FFDD8A", 0.95) + fade("cone", (0, "#FFE9A8", 0.6), (1, "#FFE9A8", 0.05)),
        all_of("url(#sky)") + trees + cone + ground + walker + head + snow(21, 130, 900, 1200, (3, 9)),
    )


def skyline():
    """Roofs before sunrise."""
    sun = circle(260, 620, 420, "url(#sun)") + piece(circle(260, 620, 92, "#FFF0C4"))
    bands = "".join(
        piece(shape("M-30 1240V" + "".join(f"{y}H{x}V" for x, y in points) + "1240Z", c))
        for points, c in [
            ([(60, 640), (120, 600), (230, 650), (300, 590), (420, 640), (520, 610), (640, 650), (760, 600), (930, 640)], "#D98E8E"),
            ([(90, 760), (180, 700), (290, 770), (400, 730), (480, 780), (600, 720), (720, 770), (820, 730), (930, 770)], "#A8668A"),
            ([(120, 880), (260, 840), (360, 900), (500, 850), (640, 900), (760, 860), (930, 890)], "#6B4A7E"),
        ]
    )
    dome = piece(
        box(560, 420, 120, 240, "#C47C92"), shape("M540 424C540 300 700 300 700 424Z", "#8E5A84"), box(606, 270, 28, 60, "#8E5A84"), line("M620 270V206M600 230H640", "#F0C46B", 8),
        box(470, 540, 60, 120, "#C47C92"), shape("M460 544C460 480 540 480 540 544Z", "#8E5A84"), box(710, 540, 60, 120, "#C47C92"), shape("M700 544C700 480 780 480 780 544Z", "#8E5A84"),
    )
    near = piece(
        shape("M-30 1240V1000L160 890L350 1000V1060L520 960L700 1060V1020L930 940V1240Z", "#2C2A50"), box(90, 830, 56, 150, "#2C2A50"), box(600, 900, 50, 130, "#2C2A50"), filter="near"
    ) + windows(70, 1040, 3, 2, 90, 90, 44, 54, ["#FFD98F", "#45427A", "#FFC766"], 3) + windows(430, 1080, 5, 2, 96, 80, 40, 50, ["#45427A", "#FFD98F"], 5)
    smoke = piece(blob(1, 124, 780, 24, 40, CARD), blob(2, 150, 700, 34, 46, CARD), blob(3, 196, 610, 44, 50, CARD), blob(4, 626, 850, 22, 36, CARD), blob(5, 650, 780, 30, 40, CARD), filter="haze", opacity="0.6")
    clouds = piece(*[blob(20 + i, x, y, w, 20, c, rough=0.35) for i, (x, y, w, c) in enumerate([(180, 180, 230, "#F0A98E"), (640, 120, 260, "#E58F8E"), (560, 300, 220, "#F6C39A"), (120, 360, 160, "#F9D7A6")])], filter="flat")
    return snap(
        fade("sky", (0, "#6A5A96"), (0.25, "#D97F8E"), (0.42, "#F8BC8A"), (0.56, "#FFE3A8")) + glow("sun", "#FFF3C9"),
        all_of("url(#sky)") + clouds + sun + gull(420, 420, 26, "#6B4A7E") + gull(480, 380, 20, "#6B4A7E") + dome + bands + near + smoke,
    )


def autumn_bench():
    """A bench under maples in October."""
    chance = random.Random(15)
    colours = ["#D9772B", "#E3A13F", "#C2502E", "#F0C04F", "#B3432B"]
    far = piece(*[blob(i, x, 470 + chance.uniform(-50, 40), 130, 120, c, rough=0.2) for i, (x, c) in enumerate([(20, "#E7B870"), (190, "#D9A05C"), (380, "#EBC583"), (560, "#DDA862"), (740, "#E7B870"), (900, "#D39552")])], filter="flat")
    trunks = piece(
        shape("M90 1000C120 760 96 420 130 40H230C220 420 214 760 270 1000Z", "#5E4030"), shape("M720 900C736 700 720 420 740 40H800C800 420 792 700 830 900Z", "#6E4B37"), filter="near"
    )
    crown = piece(*[blob(30 + i, chance.uniform(-40, 940), chance.uniform(-40, 300), chance.uniform(80, 130), chance.uniform(60, 96), chance.choice(colours), rough=0.15) for i in range(34)], filter="near")
    lawn = piece(shape("M-30 760Q300 700 930 740V1240H-30Z", "#A9A24E")) + piece(shape("M300 1240Q420 900 930 800V960Q640 1040 600 1240Z", "#D9BE8E"))
    leaves = "".join(
        f'<g transform="translate({chance.uniform(0, 900):.0f} {800 + 400 * chance.random() ** 0.8:.0f}) rotate({chance.uniform(0, 360):.0f}) scale({chance.uniform(0.7, 1.5):.2f})">'
        + shape("M0 -22Q18 -8 8 16Q0 24 -8 16Q-18 -8 0 -22Z", chance.choice(colours)) + "</g>"
        for _ in range(90)
    )
    falling = "".join(
        f'<g transform="translate({x} {y}) rotate({a}) scale(1.9)">' + shape("M0 -22Q18 -8 8 16Q0 24 -8 16Q-18 -8 0 -22Z", c) + "</g>"
        for x, y, a, c in [(380, 520, 40, "#C2502E"), (560, 430, 110, "#E3A13F"), (470, 660, 200, "#D9772B"), (640, 610, 300, "#F0C04F"), (330, 390, 20, "#F0C04F")]
    )
    book = piece(shape("M500 856L590 836L606 862L512 884Z", "#2B6C99"), shape("M504 850L590 830L600 850L510 870Z", CREAM))
    return snap(
        fade("sky", (0, "#BFDCE4"), (1, "#FBE9C4")) + glow("sun", "#FFF1B8"),
        all_of("url(#sky)") + circle(540, 420, 420, "url(#sun)") + far + lawn + piece(leaves, filter="flat") + trunks + bench(260, 980, 250, True) + book + crown + piece(falling),
    )


def umbrellas():
    """Umbrellas from above, on wet stones."""
    chance = random.Random(18)
    stones = "".join(
        box(-40 + (j % 2) * 46 + i * 92, -30 + j * 62, 84, 54, chance.choice(["#5C6B74", "#66767F", "#55636C", "#6F7F87"]), 14) for j in range(21) for i in range(11)
    )
    shine = piece(*[blob(i, chance.uniform(0, 900), chance.uniform(0, 1200), 120, 34, "#B9CEDA", rough=0.3, opacity="0.4") for i in range(9)], filter="haze")

    def umbrella(x, y, r, a, one, two):
        n = 8
        parts = ""
        for i in range(n):
            t, u = a + i * 2 * math.pi / n, a + (i + 1) * 2 * math.pi / n
            m = (t + u) / 2
            parts += shape(
                f"M{x} {y}L{x + r * math.cos(t):.1f} {y + r * math.sin(t):.1f}Q{x + r * 0.88 * math.cos(m):.1f} {y + r * 0.88 * math.sin(m):.1f} {x + r * math.cos(u):.1f} {y + r * math.sin(u):.1f}Z",
                one if i % 2 else two,
            )
        return oval(x + 26, y + 40, r * 0.98, r * 0.95, "#1B262E", opacity="0.5", filter="url(#soft)") + piece(parts, filter="near") + circle(x, y, r * 0.06, INK) + shape(
            f"M{x} {y}L{x - r * 0.8:.0f} {y - r * 0.5:.0f}Q{x - r * 0.4:.0f} {y - r * 0.9:.0f} {x} {y - r * 0.86:.0f}Z", CARD, opacity="0.2"
        )

    drops = "".join(circle(chance.uniform(0, 900), chance.uniform(0, 1200), chance.uniform(9, 22), "none", stroke="#DCE9EF", stroke_width="3", opacity="0.6") for _ in range(40))
    return snap(
        "",
        all_of("#47555E") + piece(stones, filter="flat") + shine + drops + umbrella(250, 290, 230, 0.2, "#D24A3C", "#B3372B") + umbrella(690, 560, 250, 0.5, "#F0B63F", "#E09A2A")
        + umbrella(250, 880, 240, 0.1, "#3A8F80", "#2C6E63") + umbrella(760, 1070, 180, 0.3, "#F4EDE0", "#E3C9C0") + umbrella(740, 90, 160, 0.7, "#4A7FB8", "#3566A0"),
    )


def dog():
    """A dog that waits for its ball, in the snow."""
    fur, dark, belly = "#C9803F", "#8F5526", "#F6E7CF"
    body = piece(shape("M250 1230C240 960 300 820 450 820C600 820 660 960 650 1230Z", fur), shape("M350 1230C340 1010 380 900 450 900C520 900 560 1010 550 1230Z", belly), filter="near")
    scarf = piece(shape("M290 800Q450 900 610 800L630 880Q450 980 270 880Z", "#2B6C99"), line("M300 850Q450 930 600 850", "#E1EDF2", 12), filter="near") + piece(shape("M540 890L630 868L664 1060L580 1072Z", "#2B6C99"), line("M560 960L650 944M568 1010L656 996", "#E1EDF2", 12), filter="near")
    ears = piece(shape("M260 400C150 380 130 560 190 700C260 690 290 600 310 500Z", dark), shape("M640 400C750 380 770 560 710 700C640 690 610 600 590 500Z", dark), filter="near")
    head = piece(
        shape("M450 330C600 330 670 440 656 590C646 720 560 830 450 830C340 830 254 720 244 590C230 440 300 330 450 330Z", fur),
        shape("M450 340C490 400 490 520 520 580C590 620 580 800 450 812C320 800 310 620 380 580C410 520 410 400 450 340Z", belly), filter="near",
    )
    face = circle(346, 540, 34, "#2A1A14") + circle(554, 540, 34, "#2A1A14") + circle(336, 528, 11, CARD) + circle(544, 528, 11, CARD) + piece(
        shape("M400 640Q450 614 500 640Q492 694 450 698Q408 694 400 640Z", "#2A1A14")
    ) + line("M450 696V728M450 728Q410 764 376 736M450 728Q490 764 524 736", "#2A1A14", 10) + piece(shape("M418 748Q450 772 482 748Q486 816 450 820Q414 816 418 748Z", "#E58A86")) + oval(432, 646, 16, 8, "#8A7A74")
    flakes = piece(blob(1, 400, 352, 40, 18, CARD), blob(2, 520, 372, 30, 14, CARD), blob(3, 205, 470, 24, 13, CARD))
    hills = piece(shape("M-30 700Q220 600 460 690Q700 610 930 700V1240H-30Z", "#E3EEF3")) + piece(shape("M-30 900Q200 820 930 880V1240H-30Z", "#F4F8FA"))
    trees = "".join(piece(polygon([(x, y - s), (x - s * 0.36, y), (x + s * 0.36, y)], c), polygon([(x, y - s), (x - s * 0.15, y - s * 0.58), (x, y - s * 0.64), (x + s * 0.15, y - s * 0.58)], CARD)) for x, y, s, c in [(90, 720, 330, "#4F8A70"), (230, 680, 240, "#6BA088"), (690, 690, 260, "#5E9680"), (820, 730, 350, "#437C63")])
    return snap(
        fade("sky", (0, "#9CCBE6"), (0.6, "#F3E6DA")),
        all_of("url(#sky)") + trees + hills + body + ears + head + face + scarf + flakes + snow(31, 70, 900, 1200, (4, 10)),
    )


ALL = [tram_window, bicycle, harbour, balcony, market, football, night_bus, ferry, lamp, skyline, autumn_bench, umbrellas, dog]
