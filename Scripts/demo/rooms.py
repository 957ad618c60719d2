"""Photos of the day taken indoors, on 900 by 1,200 units."""

from paper import *
from streets import all_of, snap


def steam(points, opacity="0.85"):
    return "".join(line(f"M{x} {y}c-40 -60 36 -96 0 -160c-30 -56 28 -90 6 -140", CARD, 26, opacity=opacity, filter="url(#haze)") for x, y in points)


def planks(colours, dark, height=150, seed=2):
    chance = random.Random(seed)
    return "".join(
        piece(box(-30, i * height - 10, 960, height + 6, colours[i % len(colours)])) + line(
            "".join(f"M{chance.uniform(0, 800):.0f} {i * height + chance.uniform(20, height - 20):.0f}q60 -10 120 0t90 4" for _ in range(4)), dark, 4, opacity="0.4")
        for i in range(1200 // height + 1)
    )


def coffee():
    """A cup from above, the morning paper beside it."""
    paper = piece(
        shape("M-40 -40H430L360 470L-40 400Z", "#F4F1E8"), line("M20 60L380 104M20 110L372 152M20 170L180 188M20 214L174 232M20 258L168 276M20 302L162 318", "#B5B0A4", 12), polygon([(210, 196), (366, 214), (346, 384), (196, 362)], "#A9C6AC"), filter="near"
    )
    saucer = oval(490, 742, 330, 322, "#3A2418", opacity="0.5", filter="url(#soft)") + piece(circle(460, 700, 318, "#2C6E4F"), circle(460, 700, 276, "#37805E"), filter="near") + circle(460, 700, 294, "none", stroke="#F0CD86", stroke_width="9")
    cup = piece(box(640, 640, 190, 110, CREAM, 54), box(690, 672, 96, 46, "#37805E", 22), filter="near") + piece(circle(460, 700, 214, CREAM), filter="near") + circle(460, 700, 184, "#8A5230") + circle(460, 700, 176, "#A5683C")
    heart = piece(
        shape("M460 830C370 760 330 700 350 636C372 580 440 590 460 636C480 590 548 580 570 636C590 700 550 760 460 830Z", "#F8E9CB"),
        filter="flat",
    ) + line("M400 640Q394 700 460 770Q526 700 520 640", "#C98B52", 9, opacity="0.7") + shape("M330 640A150 150 0 0 1 430 552", "none", stroke="#D9A873", stroke_width="12", stroke_linecap="round")
    spoon = piece(line("M170 1120L300 920", "#D9D4C8", 22), oval(322, 890, 40, 60, "#E9E5DA", transform="rotate(33 322 890)"), filter="near")
    bun = piece(circle(760, 280, 130, "#C98544"), filter="near") + line("M760 280m0 -4a22 22 0 1 1 -24 26a52 52 0 1 0 58 -58a88 88 0 1 0 40 110", "#8A5222", 15) + "".join(circle(x, y, 9, CARD) for x, y in [(700, 220), (780, 206), (830, 280), (716, 330), (790, 350), (760, 260)])
    sun = polygon([(520, -40), (940, -40), (940, 500), (300, 1240), (-40, 1240)], "#FFEBC0", opacity="0.22", filter="url(#soft)")
    return snap("", planks(["#B57B4A", "#A86F40", "#BD8452"], "#7A4A28", 200) + paper + bun + saucer + cup + heart + spoon + sun)


def bookshop():
    """Shelves to the ceiling, and a ladder."""
    chance = random.Random(22)
    spines = ["#B3372B", "#2C6E4F", "#2B6C99", "#E3A13F", "#F0CD86", "#6B4A7E", "#DB7F68", "#F8E9CB", "#3A8F80", "#8C5A6B", "#26405A"]
    shelves = ""
    for row in range(6):
        y, x = 190 + row * 186, 24.0
        books = ""
        while x < 860:
            w, h = chance.uniform(22, 50), chance.uniform(98, 144)
            if chance.random() < 0.08:
                x += w
                continue
            colour = chance.choice(spines)
            books += box(x, y - h, w - 3, h, colour, 4) + box(x + 4, y - h * 0.8, w - 11, 7, CREAM, opacity="0.75") + box(x + 4, y - h * 0.25, w - 11, 5, CREAM, opacity="0.6")
            x += w
        shelves += box(-20, y - 168, 940, 170, "#4A2E1E") + piece(books) + piece(box(-30, y - 4, 960, 26, "#9C6A3F"), filter="near")
    ladder = piece(
        line("M560 1230L500 120M740 1230L640 120", "#E0B57E", 24), line("".join(f"M{512 + i * 8} {240 + i * 150}L{650 + i * 14} {240 + i * 150}" for i in range(7)), "#C98F55", 20), filter="near"
    )
    reader = piece(
        line("M250 1120V1230M310 1120V1230", "#26405A", 40), shape("M170 1150Q160 880 280 870Q400 880 390 1150Z", "#E3A13F"), circle(280, 800, 74, "#D9A583"),
        shape("M204 800C196 700 364 700 356 800Q366 900 346 920Q350 800 330 776Q280 760 230 780Q214 820 216 920Q194 880 204 800Z", "#4A2A1E"),
        shape("M216 990L280 1010L344 990V1070L280 1090L216 1070Z", "#B3372B"), filter="near",
    ) + circle(256, 812, 7, INK) + circle(304, 812, 7, INK) + line("M262 840Q280 852 298 840", CLAY, 6)
    cat = piece(shape("M720 1230Q700 1090 780 1080Q860 1090 850 1230Z", INK), shape("M730 1090L726 1020L762 1050H800L836 1020L832 1090Q820 1130 780 1130Q742 1130 730 1090Z", INK), filter="near") + circle(762, 1082, 8, STRAW) + circle(800, 1082, 8, STRAW)
    lamp = line("M200 -20V60", "#26302E", 8) + circle(200, 120, 330, "url(#bulb)") + piece(shape("M120 120Q130 50 200 50Q270 50 280 120Z", "#2C6E4F"), filter="near") + oval(200, 124, 44, 16, "#FFF3CF")
    return snap(glow("bulb", "#FFD98F", 0.75), all_of("#4A2E1E") + shelves + ladder + cat + reader + lamp)


def kitchen():
    """Soup on the stove, rain or not."""
    tiles = "".join(box(-20 + i * 92, -20 + j * 92, 86, 86, ["#5FA39A", "#6DB0A6", "#57998F"][(i * 2 + j * 3) % 3], 8) for i in range(11) for j in range(9))
    rail = piece(box(60, 150, 780, 20, "#D9B06B", 10), filter="near") + piece(
        line("M160 170V330", "#D9D4C8", 14), oval(160, 376, 46, 58, "#D9D4C8"), line("M330 170V300", "#B57B4A", 20), box(286, 296, 88, 130, "#B57B4A", 20), *[box(302 + i * 22, 316, 10, 90, "#8F5F33", 5) for i in range(3)], filter="near",
    ) + piece(circle(560, 330, 104, "#26302E"), circle(560, 330, 84, "#3A4441"), line("M560 230V170", "#26302E", 22), filter="near") + piece(
        *[oval(760 + math.cos(i) * 30, 210 + i * 28, 26, 30, CARD if i % 2 else "#F4E3D0") for i in range(7)], filter="near")
    pot = piece(
        box(180, 640, 540, 340, "#D2502F", 50), box(120, 690, 80, 40, "#D2502F", 18), box(700, 690, 80, 40, "#D2502F", 18), box(180, 640, 90, 340, "#E06A42", 50, opacity="0.7"), oval(450, 646, 272, 62, "#B53F22"), oval(450, 652, 244, 48, "#F0A93C"), filter="near",
    ) + piece(*[circle(x, y, r, c) for x, y, r, c in [(340, 650, 24, "#E2732C"), (430, 670, 20, "#7FA845"), (510, 646, 26, "#E2732C"), (590, 662, 19, "#F6E2B0"), (386, 634, 16, "#7FA845"), (550, 676, 15, "#7FA845")]], filter="flat") + line("M560 640L700 420", "#B57B4A", 26)
    stove = piece(box(-30, 980, 960, 260, "#F4EFE4")) + piece(box(150, 966, 600, 30, "#26302E", 12)) + piece(*[circle(180 + i * 180, 1090, 46, "#26302E") for i in range(4)]) + line("".join(f"M{180 + i * 180} 1090v-34" for i in range(4)), CREAM, 8) + line("M240 962q30 -34 60 0t60 0t60 0t60 0t60 0t60 0t60 0", "#6FB7E8", 12)
    lemon = piece(oval(820, 940, 66, 46, "#F5CF45"), circle(878, 932, 12, "#F5CF45"), filter="near") + piece(oval(80, 944, 58, 44, "#F5CF45"), filter="near")
    return snap(fade("x", (0, "#fff"), (1, "#fff")), all_of("#E9F1EC") + piece(tiles, filter="flat") + rail + steam([(330, 600), (450, 570), (570, 600)]) + stove + lemon + pot)


def sauna():
    """Steam over hot stones."""
    wall = planks(["#C58A55", "#B97E4A", "#CC945F"], "#8F5A30", 112, 5)
    window = piece(box(560, 120, 240, 240, "#6E4526", 10)) + box(584, 144, 192, 192, "#24506B") + circle(724, 190, 26, "#FFF3CF") + piece(polygon([(640, 230), (598, 336), (682, 336)], "#132F40"), polygon([(720, 250), (686, 336), (756, 336)], "#183849"), filter="flat") + box(674, 144, 12, 192, "#6E4526")
    benches = "".join(
        piece(*[box(420 - i * 70, y + j * 44, 560, 36, c, 8) for j in range(2)], filter="near") + box(440 - i * 70, y + 90, 560, 130, "#6E4526", opacity="0.65")
        for i, (y, c) in enumerate([(600, "#E8BE8C"), (800, "#EFC99A")])
    )
    stove = piece(box(60, 690, 330, 480, "#3A4441", 20), box(96, 860, 258, 220, "#1F2624", 16), filter="near") + circle(225, 970, 200, "url(#fire)") + piece(
        shape("M140 1070Q130 980 190 930Q190 980 220 960Q216 900 262 880Q256 950 300 970Q330 1010 310 1070Z", "#F08A3C"), shape("M180 1070Q176 1020 220 990Q270 1010 270 1070Z", "#FFD27A"), filter="flat"
    ) + line("".join(f"M{130 + i * 48} 862V1080" for i in range(5)), "#1F2624", 12)
    stones = piece(*[blob(i, 90 + (i % 6) * 54, 680 - (i // 6) * 44 + (i % 2) * 12, 40, 32, c, rough=0.15) for i, c in enumerate(["#7C7B74", "#8E8C84", "#6B6A64"] * 5)], filter="near")
    bucket = piece(shape("M540 900H760L736 1100H564Z", "#D9A66B"), box(534, 940, 232, 20, "#4E5A57"), box(548, 1040, 206, 20, "#4E5A57"), oval(650, 902, 110, 28, "#8F5F33"), oval(650, 906, 94, 20, "#A9D3DF"), line("M545 900Q650 720 755 900", "#8F5F33", 12), filter="near") + piece(line("M650 896L850 780", "#B57B4A", 22), filter="near")
    whisk = piece(*[blob(40 + i, 470 + math.cos(i * 1.1) * 60, 520 + math.sin(i * 1.7) * 44, 46, 26, c) for i, c in enumerate(["#5E9A4E", "#4D8540", "#76B05E"] * 3)], line("M500 560L590 600", "#8A5A34", 26), filter="near")
    mist = piece(*[blob(i, x, y, w, 70, CARD, rough=0.3) for i, (x, y, w) in enumerate([(200, 470, 170), (120, 300, 200), (360, 220, 240), (160, 120, 220)])], filter="soft", opacity="0.72")
    return snap(glow("fire", "#FF9A3C", 0.8), wall + window + benches + whisk + stove + stones + bucket + steam([(150, 640), (230, 600), (310, 640)]) + mist)


def library_stairs():
    """Winding stairs, seen from the top."""
    steps = ""
    x, y = 450, 600
    for turn in range(3):
        outer, inner = 620 - turn * 190, 620 - turn * 190 - 176
        n = 18
        for i in range(n):
            t, u = i * 2 * math.pi / n, (i + 1) * 2 * math.pi / n
            r = lambda a, k, t=t: (outer if k else inner) - 190 * a / (2 * math.pi) * 1.0
            pts = [(x + r(t, 1) * math.cos(t), y + r(t, 1) * math.sin(t)), (x + r(u, 1) * math.cos(u), y + r(u, 1) * math.sin(u)), (x + r(u, 0) * math.cos(u), y + r(u, 0) * math.sin(u)), (x + r(t, 0) * math.cos(t), y + r(t, 0) * math.sin(t))]
            shade = 0.5 + 0.5 * math.cos(t - 0.8)
            base = [(236, 190, 128), (206, 150, 96), (164, 112, 72)][turn]
            dark = [(150, 98, 60), (120, 78, 52), (88, 58, 42)][turn]
            steps += polygon(pts, "#" + "".join(f"{round(b * shade + d * (1 - shade)):02x}" for b, d in zip(base, dark)))
            steps += line(f"M{pts[0][0]:.0f} {pts[0][1]:.0f}L{pts[3][0]:.0f} {pts[3][1]:.0f}", "#5E3A24", 4, opacity="0.6")
    spiral = "M" + "L".join(f"{x + (448 - 190 * a / 36 + 4) * math.cos(a * math.pi / 18):.0f} {y + (448 - 190 * a / 36 + 4) * math.sin(a * math.pi / 18):.0f}" for a in range(0, 82))
    rail = piece(line(spiral, "#F8E9CB", 26), filter="near") + line(spiral, "#2C6E4F", 10)
    eye = piece(circle(x, y, 66, "#F3D9A8"), filter="near") + circle(x, y, 52, "#2C6E4F") + piece(circle(x - 6, y - 4, 18, "#4A2A1E"), shape(f"M{x - 36} {y + 16}Q{x} {y - 12} {x + 34} {y + 16}Q{x} {y + 42} {x - 36} {y + 16}Z", CLAY))
    people = "".join(piece(shape(f"M{px - 40} {py + 10}Q{px} {py - 26} {px + 40} {py + 10}Q{px} {py + 44} {px - 40} {py + 10}Z", c), circle(px, py, 24, h), filter="near") for px, py, c, h in [(790, 360, SKY, "#E5B765"), (210, 890, "#E3A13F", "#3B2722")])
    return snap(glow("top", "#FFF6DC", 0.7), all_of("#E9D3A9") + piece(steps, filter="flat") + rail + eye + people + circle(220, 180, 520, "url(#top)"))


def cinnamon_buns():
    """A tray, just out of the oven."""
    cloth = all_of("#4E86AE") + "".join(box(-30, 40 + i * 150, 960, 44, "#7DAAC9", opacity="0.8") for i in range(9)) + "".join(box(30 + i * 150, -30, 44, 1260, "#BBD5E4", opacity="0.45") for i in range(7))
    tray = piece(box(70, 130, 760, 960, "#39423F", 50), filter="near") + box(96, 156, 708, 908, "#4B5653", 36) + piece(box(120, 180, 660, 860, "#F3E8D2", 12))

    def bun(x, y, r, seed):
        chance = random.Random(seed)
        coil = "M" + "L".join(f"{x + r * (0.08 + 0.82 * a / 40) * math.cos(a * 0.5 + seed):.0f} {y + r * (0.08 + 0.82 * a / 40) * math.sin(a * 0.5 + seed):.0f}" for a in range(41))
        return (
            piece(blob(seed, x, y, r, r * 0.97, "#C27B3A", rough=0.04, points=18), filter="near") + circle(x, y, r * 0.9, "#D8954C")
            + line(coil, "#7E4519", r * 0.13) + line(coil, "#E9B673", r * 0.05, opacity="0.8", transform=f"translate({-r * 0.06:.0f} {-r * 0.07:.0f})")
            + "".join(box(x + chance.uniform(-0.65, 0.65) * r, y + chance.uniform(-0.65, 0.65) * r, r * 0.1, r * 0.08, CARD, 3) for _ in range(14))
        )

    buns = "".join(bun(x, y, 138, i) for i, (x, y) in enumerate([(290, 330), (610, 340), (280, 610), (604, 622), (612, 900)]))
    crumbs = "".join(circle(x, y, r, "#B87438") for x, y, r in [(220, 860, 9), (260, 900, 6), (310, 850, 8), (240, 940, 5), (330, 930, 7), (280, 980, 6)])
    hand = piece(shape("M-40 1040Q80 960 200 980Q270 990 260 1030Q240 1056 190 1050Q260 1070 240 1104Q220 1126 160 1116Q100 1180 -40 1200Z", "#E9B994"), shape("M-40 1010Q20 980 60 984L90 1190Q20 1230 -40 1230Z", CLAY), filter="near")
    return snap("", cloth + tray + buns + crumbs + hand)


def sill():
    """A cat on the sill, snow outside."""
    view = box(110, 90, 680, 740, "url(#out)") + piece(blob(1, 250, 760, 260, 120, "#DCE9F0"), blob(2, 640, 780, 300, 130, "#EAF2F6")) + "".join(
        piece(polygon([(x, y - s), (x - s * 0.3, y), (x + s * 0.3, y)], c)) for x, y, s, c in [(230, 680, 250, "#6E94A8"), (340, 700, 180, "#86A8B8"), (660, 690, 290, "#5E8799")]
    ) + f'<g transform="translate(110 90)">{snow(5, 50, 680, 720, (4, 10))}</g>'
    frame = piece(shape("M70 50H830V870H70ZM120 100V820H430V100ZM470 100V820H780V100Z", "#FBF7EE", fill_rule="evenodd"), filter="near")
    curtains = piece(shape("M-30 -30H170Q190 400 90 880H-30Z", "#D9772B"), line("M40 -20Q60 400 20 870M110 -20Q130 400 60 870", "#B85C1C", 8, opacity="0.6"), filter="near") + piece(
        shape("M930 -30H730Q710 400 810 880H930Z", "#D9772B"), line("M860 -20Q840 400 880 870M790 -20Q770 400 840 870", "#B85C1C", 8, opacity="0.6"), filter="near")
    ledge = piece(box(-30, 870, 960, 70, "#F4E9D5"), box(-30, 936, 960, 24, "#D9C7A6"), filter="near")
    cat = piece(
        shape("M330 880C270 800 300 560 440 540C580 550 640 760 600 880Z", "#4A4A52"), shape("M590 850C700 860 730 800 700 740C690 716 720 704 740 730C790 820 730 910 590 884Z", "#4A4A52"), filter="near"
    ) + piece(shape("M330 450L322 300L402 366H478L558 300L550 450Q540 560 440 564Q340 560 330 450Z", "#54545E"), shape("M344 370L340 330L374 356Z", "#DB9A94"), shape("M536 370L540 330L506 356Z", "#DB9A94"), filter="near") + oval(394, 450, 24, 28, "#E8D34F") + oval(486, 450, 24, 28, "#E8D34F") + oval(396, 450, 8, 24, INK) + oval(484, 450, 8, 24, INK) + shape("M426 486H454L440 502Z", "#DB7F68") + line("M440 502V514M440 514Q420 532 406 518M440 514Q460 532 474 518M330 490L250 474M332 508L256 520M550 490L630 474M548 508L624 520", "#26262C", 6) + piece(
        shape("M380 880Q376 700 440 640Q504 700 500 880Z", "#F4EFE4"), oval(400, 876, 44, 26, "#F4EFE4"), oval(484, 876, 44, 26, "#F4EFE4"), filter="cut")
    plant = piece(*[line(f"M770 760Q{770 + dx} {700 + dy} {770 + dx * 2} {610 + dy * 2}", "#3F8360", 26) for dx, dy in [(-46, 10), (-20, -30), (16, -34), (44, 6)]], shape("M706 750H834L814 880H726Z", "#2B6C99"), filter="near")
    wall = all_of("#7E9C86") + box(-20, 950, 940, 300, "#6E8C76") + piece(*[box(150 + i * 62, 1000, 40, 260, CARD, 18) for i in range(10)], filter="near")
    return snap(fade("out", (0, "#A9CBE0"), (1, "#EEF3F3")), wall + view + frame + curtains + ledge + plant + cat)


def concert():
    """The first row, the last song."""
    chance = random.Random(30)
    beams = "".join(
        polygon([(x - 16, -20), (x + 16, -20), (e + w, 900), (e - w, 900)], c, opacity="0.42", filter="url(#haze)")
        for x, e, w, c in [(90, 420, 120, "#FF5F9E"), (270, 120, 110, "#5FE0D0"), (450, 460, 150, "#FFD25F"), (630, 790, 110, "#7A8CFF"), (810, 480, 120, "#FF7A5F")]
    ) + "".join(circle(x, 26, 90, "url(#spot)") + piece(box(x - 34, -10, 68, 50, "#1A1230", 10)) for x in (90, 270, 450, 630, 810))
    stage = piece(box(-30, 760, 960, 90, "#2B1B45")) + oval(450, 770, 300, 40, "#FFE3A8", opacity="0.6", filter="url(#soft)")
    singer = piece(
        line("M420 640L400 770M480 640L504 770", "#1A1230", 40), shape("M380 660Q370 480 450 470Q530 480 520 660Z", "#F0B63F"), circle(450, 420, 48, "#C98D62"),
        *[blob(i, x, yy, 34, 32, "#3B2722") for i, (x, yy) in enumerate([(412, 392), (450, 372), (488, 392), (404, 430), (496, 430)])], line("M390 530Q330 520 300 430", "#C98D62", 28), line("M510 530Q540 500 484 462", "#C98D62", 26), filter="near",
    ) + piece(line("M478 460L470 440", INK, 22), circle(474, 446, 16, INK)) + piece(shape("M150 560H330L300 770H180Z", "#3A2758"), circle(240, 640, 60, "#52397A"), circle(240, 640, 26, "#22153A")) + piece(shape("M580 560H760L730 770H610Z", "#3A2758"), circle(670, 640, 60, "#52397A"), circle(670, 640, 26, "#22153A"))
    confetti = "".join(
        f'<g transform="translate({chance.uniform(0, 900):.0f} {chance.uniform(80, 900):.0f}) rotate({chance.uniform(0, 180):.0f})">{box(-8, -5, 16, 10, chance.choice(["#FFD25F", "#FF5F9E", "#5FE0D0", CARD]))}</g>' for _ in range(60)
    )
    crowd = "".join(
        piece(circle(x, y, 62, c), shape(f"M{x - 110} 1240Q{x - 100} {y + 70} {x} {y + 66}Q{x + 100} {y + 70} {x + 110} 1240Z", c), *([line(f"M{x + 80} {y + 140}Q{x + 120} {y} {x + 96} {y - 110}", c, 42), circle(x + 96, y - 130, 30, c)] if up else []), filter="near")
        for x, y, c, up in [(60, 960, "#331F55", True), (330, 940, "#3B2560", False), (600, 960, "#331F55", True), (850, 930, "#3B2560", False), (200, 1060, "#1E1236", False), (470, 1040, "#1E1236", True), (740, 1070, "#1E1236", False)]
    )
    return snap(fade("back", (0, "#3B1F66"), (0.6, "#7A2F7E"), (1, "#2B1440")) + glow("spot", "#FFFFFF", 0.9), all_of("url(#back)") + beams + stage + singer + confetti + crowd)


def skates():
    """Skates on their hook after the rink."""
    wall = planks(["#A8C4C9", "#9CBAC0", "#B2CCD0"], "#7C9CA4", 150, 8)
    hook = piece(box(250, 130, 400, 70, "#C98B52", 14), filter="near") + piece(line("M330 170V220Q330 250 360 250M570 170V220Q570 250 540 250", "#4E5A57", 16))

    def skate(x, y, turn, colour, dark):
        boot = (
            shape("M-70 -250Q-80 -262 -60 -264H60Q80 -262 74 -240L66 -60Q120 -20 190 0Q230 16 226 60H-90Q-100 20 -90 -60Z", colour) + shape("M-96 50H230V84H-96Z", "#4A3A30")
            + shape("M-84 -240H76L72 -170H-82Z", dark)
        )
        laces = line("".join(f"M18 {-150 + i * 36}L{84 + i * 8} {-140 + i * 36}M18 {-136 + i * 36}L{84 + i * 8} {-156 + i * 36}" for i in range(4)), CREAM, 9)
        blade = piece(line("M-70 84V130M60 84V130M190 84V130", "#9AA7AB", 22), shape("M-110 126H220Q262 124 262 100Q280 150 226 158H-100Q-118 150 -110 126Z", "#D9E2E5"), line("M-100 154H230", CARD, 6))
        return f'<g transform="translate({x} {y}) rotate({turn}) scale(1.2)">{blade}{piece(boot, filter="near")}{laces}</g>'

    strings = piece(line("M350 250Q300 380 330 500M552 250Q620 420 590 600", CREAM, 12), line("M350 246Q400 400 330 500M552 250Q520 420 590 600", CREAM, 12))
    mitten = piece(shape("M120 560Q90 420 160 400Q236 396 240 500L236 590Q180 620 124 594Z", MOSS), shape("M230 470Q290 430 300 480Q300 540 236 560Z", MOSS), box(112, 584, 136, 60, CREAM, 14), line("M130 500H236M128 530H236", CREAM, 8), filter="near", transform="translate(20 -120)")
    scarf = piece(shape("M690 160Q760 150 830 170L860 760L740 770Z", "#E3A13F"), line("".join(f"M{700 + i * 5} {260 + i * 80}L{836 + i * 3} {258 + i * 80}" for i in range(6)), CLAY, 22), line("".join(f"M{748 + i * 20} 766v44" for i in range(6)), "#E3A13F", 9), filter="near")
    floor = piece(box(-30, 1130, 960, 120, "#8F6844"), filter="near")
    return snap("", wall + floor + scarf + hook + strings + mitten + skate(310, 800, 8, "#F8F3E9", "#DB7F68") + skate(520, 940, -6, "#F4EDE0", "#C4604C"))


ALL = [coffee, bookshop, kitchen, sauna, library_stairs, cinnamon_buns, sill, concert, skates]
