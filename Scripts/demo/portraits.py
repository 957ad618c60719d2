"""The portraits of the demo world's people, on 200 by 200 units."""

from paper import *


def head(skin, shade, width=43, jaw=30, ears=True):
    """Head with ears and neck, lit from the left."""
    neck = piece(shape("M83 122 L83 160 Q100 176 117 160 L117 122Z", shade), filter="flat")
    both = piece(oval(100 - width, 97, 7.5, 10.5, skin), oval(100 + width, 97, 7.5, 10.5, shade)) if ears else ""
    d = (
        f"M{100 - width} 88 C{100 - width} 50 {100 + width} 50 {100 + width} 88 "
        f"C{100 + width} 116 {100 + jaw} 143 100 143 C{100 - jaw} 143 {100 - width} 116 {100 - width} 88Z"
    )
    side = (
        f"M{100 + width} 84 C{100 + width} 116 {100 + jaw} 143 100 143 C{92} 143 86 140 84 138 "
        f"C112 134 {76 + width} 112 {88 + width} 74Z"
    )
    return neck + both + piece(shape(d, skin)) + piece(shape(side, shade, opacity="0.42"), filter="flat")


def face(
    ink=INK,
    brow="#4a3528",
    cheek=ROSE,
    nose="#c98d6f",
    mouth=CLAY,
    smile="M88 121 Q100 132 112 121",
    teeth="none",
    is_awake=True,
):
    """Eyes, brows, nose, cheeks and a smile; "" for brow or smile that hair covers."""
    parts = [circle(74, 112, 9.5, cheek, opacity="0.38"), circle(126, 112, 9.5, cheek, opacity="0.38")]
    if is_awake:
        for x in (83, 117):
            parts += [oval(x, 99, 3.9, 4.7, ink), circle(x - 1.2, 97.2, 1.3, CARD)]
    else:
        parts += [line(f"M{x - 6} 100 Q{x} 93.5 {x + 6} 100", ink, 3.2) for x in (83, 117)]
    if brow:
        parts += [line("M75 88 Q82 83.5 90 87", brow, 3.3), line("M110 87 Q118 83.5 125 88", brow, 3.3)]
    parts.append(line("M100 101 Q104.5 109 98.5 111", nose, 2.8))
    if smile:
        parts.append(line(smile, mouth, 3.4).replace('fill="none"', f'fill="{teeth}"'))
    return "".join(parts)


def shoulders(colour, dark):
    body = shape("M10 222 C10 166 46 152 78 147 Q100 166 122 147 C154 152 190 166 190 222Z", colour)
    fold = line("M48 214 C48 194 46 184 42 176 M152 214 C152 194 154 184 158 176", dark, 3, opacity="0.55")
    return piece(body, fold)


def knit(colour, dark, y=60, bobble=None):
    """A knitted cap with a turned-up rim."""
    top = shape(f"M50 {y + 8} C46 {y - 44} 154 {y - 44} 150 {y + 8}Z", colour)
    ribs = line(
        "".join(
            f"M{x} {y + 4} Q{100 + (x - 100) * 0.86} {y - 18} {100 + (x - 100) * 0.5} {y - 28} "
            for x in (64, 82, 100, 118, 136)
        ),
        dark,
        2.4,
        opacity="0.6",
    )
    rim = shape(
        f"M45 {y} Q100 {y - 15} 155 {y} Q159 {y + 10} 154 {y + 19} Q100 {y + 4} 46 {y + 19} Q41 {y + 10} 45 {y}Z", dark
    )
    rows = line(
        "".join(f"M{x} {y - 4 + abs(x - 100) * 0.07:.1f} l-1 15" for x in range(54, 150, 11)),
        colour,
        2.2,
        opacity="0.55",
    )
    ball = piece(blob(5, 100, y - 35, 14, 13, bobble, points=16, rough=0.16)) if bobble else ""
    return ball + piece(top, ribs) + piece(rim, rows)


def aino_k():
    hair, deep = "#E5B765", "#C8923F"
    back = piece(
        shape(
            "M46 84 C40 130 44 160 36 184 Q56 196 66 178 L66 92Z M154 84 C160 130 156 160 164 184 Q144 196 134 178 L134 92Z",
            deep,
        )
    )
    braids = piece(
        *[oval(53 - i * 1.5, 140 + i * 13, 11 - i * 0.6, 9.5, hair) for i in range(4)],
        *[oval(147 + i * 1.5, 140 + i * 13, 11 - i * 0.6, 9.5, hair) for i in range(4)],
    )
    ties = piece(box(41, 186, 15, 6, CLAY, 3), box(144, 186, 15, 6, CLAY, 3), filter="flat")
    fringe = piece(
        shape(
            "M56 92 C56 66 78 58 101 62 C88 68 84 76 82 84 C76 82 68 90 56 96Z M101 62 C124 56 145 68 144 96 C136 88 118 84 101 62Z",
            hair,
        )
    )
    return (
        HAZE,
        blob(1, 160, 44, 60, 42, FROST) + blob(2, 20, 150, 50, 40, "#9FC3D8"),
        back
        + shoulders(HONEY, AMBER)
        + piece(shape("M74 150 Q100 176 126 150 L131 162 Q100 190 69 162Z", CREAM))
        + head("#F6D5BC", "#E3AE8E")
        + face(brow="#B08135")
        + fringe
        + braids
        + ties
        + knit(FERN, MOSS, bobble=CREAM),
    )


def mikko():
    hair, deep = "#7A4A2B", "#5C3520"
    beard = piece(
        shape(
            "M56 96 C56 112 60 130 74 142 Q100 160 126 142 C140 130 144 112 144 96 C138 108 128 112 118 110 Q100 104 82 110 C72 112 62 108 56 96Z",
            hair,
        )
    )
    lip = piece(
        shape(
            "M100 112 C90 106 80 112 75 119 C86 123 96 121 100 117 C104 121 114 123 125 119 C120 112 110 106 100 112Z",
            deep,
        )
    )
    quiff = piece(
        shape(
            "M54 92 C44 46 78 30 112 34 C140 34 158 56 146 92 C142 80 140 74 134 70 C116 76 84 74 68 66 C60 72 58 82 54 92Z",
            hair,
        ),
        line("M74 56 Q96 44 120 50 M84 64 Q108 60 128 58", deep, 2.6, opacity="0.6"),
    )
    shirt = shoulders("#3C5F78", "#27465C") + piece(
        shape("M78 150 L100 176 L70 184 L64 158Z M122 150 L100 176 L130 184 L136 158Z", "#4E7590")
    )
    return (
        SAGE,
        blob(3, 34, 44, 58, 46, MINT) + blob(4, 176, 150, 52, 60, "#8FB596"),
        shirt
        + head("#F0C6A6", "#D79A75")
        + face(brow=deep, smile="", is_awake=False)
        + beard
        + lip
        + line("M91 124.500 Q100 131 109 124.500", "#F3C2AC", 3.6)
        + quiff,
    )


def leena():
    hair, deep = "#D9D8D2", "#B3B2AB"
    back = piece(shape("M46 78 C38 120 44 146 54 152 L146 152 C156 146 162 120 154 78 C150 44 50 44 46 78Z", deep))
    fringe = piece(
        shape(
            "M48 112 C40 58 72 36 104 38 C142 40 160 68 152 112 C148 96 142 82 128 70 C110 82 74 84 60 86 C52 92 50 102 48 112Z",
            hair,
        ),
        line("M70 62 Q92 48 116 54 M62 76 Q84 72 106 66", deep, 2.4, opacity="0.8"),
    )
    glasses = "".join(
        circle(x, 100, 14.5, "#fff", fill_opacity="0.25", stroke=CLAY, stroke_width="3.6") for x in (82, 118)
    ) + line("M96.500 98 Q100 95.500 103.500 98 M67.500 98 L58 95 M132.500 98 L142 95", CLAY, 3.2)
    scarf = piece(
        shape("M62 150 Q100 182 138 150 Q150 160 142 174 Q100 204 58 174 Q50 160 62 150Z", "#3E8A86"),
        line("M70 164 Q100 188 130 164", "#2B6C69", 3, opacity="0.7"),
    ) + piece(shape("M112 170 L134 166 L140 208 L116 208Z", "#358079"))
    return (
        BLUSH,
        blob(6, 170, 40, 56, 50, "#F8E2D5") + blob(7, 26, 168, 60, 46, "#E7AE96"),
        back
        + shoulders("#8C5A6B", "#6E4353")
        + head("#F4D2BD", "#DDA68C")
        + face(brow="#9A9992", smile="M86 121 Q100 134 114 121")
        + line("M64 104 l-4 -1 M64 108 l-4 1 M136 104 l4 -1 M136 108 l4 1", "#DDA68C", 1.8)
        + fringe
        + piece(glasses)
        + scarf,
    )


def jonas():
    hair, deep = "#F0CF7E", "#D0A24C"
    mop = piece(
        shape(
            "M52 96 C42 70 52 50 66 48 C66 36 88 30 98 38 C110 26 134 32 136 46 C154 50 158 76 148 96 C146 84 142 78 136 76 "
            "C132 82 124 82 118 76 C112 84 102 84 96 76 C90 86 80 86 76 78 C66 80 56 84 52 96Z",
            hair,
        ),
        line(
            "M78 52 Q88 44 98 52 M108 48 Q118 42 128 52 M68 64 Q76 58 84 64 M116 62 Q126 58 136 66",
            deep,
            2.6,
            opacity="0.75",
        ),
    )
    glasses = "".join(
        box(x - 15, 88.500, 30, 22, "#fff", 8, fill_opacity="0.2", stroke=INK, stroke_width="3.6") for x in (81, 119)
    ) + line("M96 97 Q100 94.500 104 97 M66 95 L57 93 M134 95 L143 93", INK, 3.4)
    phones = piece(
        line("M60 150 Q58 176 84 184 M140 150 Q142 176 116 184", INK, 7),
        box(48, 140, 17, 30, "#3A4441", 8),
        box(135, 140, 17, 30, "#3A4441", 8),
    )
    return (
        "#7FA6BD",
        blob(8, 40, 160, 62, 52, "#6891AA") + blob(9, 164, 40, 56, 44, "#A4C3D3"),
        shoulders("#E08E4A", AMBER)
        + piece(shape("M76 148 Q100 174 124 148 L128 158 Q100 186 72 158Z", "#C9722F"))
        + head("#F7D9C4", "#E5B297")
        + face(brow="", smile="M89 122 Q101 130 113 120")
        + line("M74 83 Q82 79 89 82 M111 82 Q118 79 126 83", deep, 3.3)
        + mop
        + piece(glasses)
        + phones,
    )


def sofia():
    hair, deep = "#3B2722", "#291A17"
    curls = [
        (60, 58, 25),
        (48, 86, 24),
        (44, 116, 23),
        (56, 142, 20),
        (84, 42, 26),
        (116, 42, 26),
        (140, 58, 25),
        (152, 86, 24),
        (156, 116, 23),
        (144, 142, 20),
    ]
    back = piece(
        *[blob(20 + i, x, y, r, r, hair, rough=0.1) for i, (x, y, r) in enumerate(curls)], box(56, 50, 88, 90, hair, 30)
    )
    front = piece(
        *[
            blob(40 + i, x, y, r, r * 0.86, hair, rough=0.12)
            for i, (x, y, r) in enumerate(
                [(66, 66, 17), (86, 56, 18), (110, 56, 19), (132, 66, 17), (54, 84, 12), (146, 84, 12)]
            )
        ],
        line(
            "M62 60 q8 -8 16 0 M92 50 q9 -8 17 1 M122 56 q8 -6 15 3 M44 104 q-6 8 2 14 M154 104 q7 8 -1 15",
            "#6A4A3D",
            2.6,
            opacity="0.7",
        ),
    )
    rings = piece(
        circle(54, 124, 8, "none", stroke=HONEY, stroke_width="3.6"),
        circle(146, 124, 8, "none", stroke=HONEY, stroke_width="3.6"),
    )
    return (
        STRAW,
        blob(10, 36, 40, 54, 42, CREAM) + blob(11, 172, 160, 56, 52, "#E0AE55"),
        back
        + shoulders(CLAY, "#8E271D")
        + piece(shape("M74 150 Q100 186 126 150 L120 148 Q100 172 80 148Z", "#9C2D22"))
        + head("#C98D62", "#A66B43")
        + face(
            brow=deep,
            cheek="#C4523F",
            nose="#94592F",
            mouth="#7E2018",
            smile="M86 120 Q100 135 114 120 Q100 126 86 120Z",
            teeth="#FFF6EE",
        )
        + front
        + rings,
    )


def elias():
    hair, dark = "#231A17", "#120d0b"
    crop = piece(
        shape(
            "M54 92 C46 42 74 32 100 32 C126 32 154 42 146 92 C143 84 142 78 138 73 C126 66 116 70 100 69 C84 70 74 66 62 73 "
            "C58 78 57 84 54 92Z",
            hair,
        ),
        *[circle(69 + i * 10.4, 40 + abs(i - 3) ** 1.8 * 1.1, 8, hair) for i in range(7)],
    )
    beard = piece(
        shape(
            "M84 128 C82 116 90 113 100 115 C110 113 118 116 116 128 C114 141 108 145 100 145 C92 145 86 141 84 128Z",
            hair,
        )
    )
    lips = line("M90 122.500 Q100 130 110 122.500", "#E6A58F", 3.6)
    roll = piece(
        shape("M72 142 Q100 164 128 142 L132 172 Q100 190 68 172Z", "#FFF8EA"),
        line("M74 156 Q100 176 126 156", SAND, 2.6),
    )
    return (
        "#4E8768",
        blob(12, 164, 48, 58, 48, "#6AA080") + blob(13, 28, 164, 56, 48, "#3C7356"),
        shoulders(CREAM, "#D8C6A2")
        + head("#7B4B31", "#5A3321")
        + roll
        + face(ink=dark, brow=dark, cheek="#A4502F", nose="#4E2B1A", smile="")
        + beard
        + lips
        + crop,
    )


def noor_h():
    cloth, deep = "#3A7CA8", "#28608A"
    hood = piece(
        shape(
            "M42 100 C34 32 166 32 158 100 C160 128 156 146 166 160 C186 168 196 190 196 226 L4 226 C4 190 14 168 34 160 C44 146 40 128 42 100Z",
            cloth,
        )
    )
    under = piece(shape("M58 92 C58 44 142 44 142 92 L138 78 C124 62 76 62 62 78Z", deep), filter="flat")
    frame = piece(
        shape(
            "M100 46 C140 46 152 72 150 100 C148 130 128 150 100 152 C72 150 52 130 50 100 C48 72 60 46 100 46Z "
            "M100 58 C72 58 60 76 60 98 C60 122 78 141 100 141 C122 141 140 122 140 98 C140 76 128 58 100 58Z",
            cloth,
            fill_rule="evenodd",
        )
    )
    drape = piece(
        shape("M48 126 C70 168 128 172 158 126 C176 150 168 192 112 206 C60 206 30 170 48 126Z", "#4A8DB9"),
        line("M58 152 Q96 184 152 148 M66 174 Q100 196 144 178", deep, 2.8, opacity="0.6"),
    )
    return (
        SAND,
        blob(14, 34, 44, 56, 46, "#F3ECDF") + blob(15, 172, 156, 54, 50, "#CFBFA3"),
        hood
        + head("#DDAA7E", "#BF8558", width=41, ears=False)
        + face(brow="#2E1F18", cheek="#C8604B", nose="#A9703F", mouth="#A23A2D", smile="M87 120 Q100 133 113 120")
        + under
        + frame
        + drape
        + piece(circle(136, 138, 3.4, STRAW), filter="flat"),
    )


def ville():
    fur, deep, felt, dark = "#EADFCB", "#CDBB9C", "#7D5A41", "#5F412D"
    flaps = (
        piece(
            shape(
                "M36 70 C28 112 36 140 52 150 C68 144 66 118 64 78Z M164 70 C172 112 164 140 148 150 C132 144 134 118 136 78Z",
                felt,
            )
        )
        + piece(blob(50, 51, 114, 12.5, 34, fur, points=18), blob(51, 149, 114, 12.5, 34, fur, points=18))
        + piece(line("M52 150 Q54 162 62 168 M148 150 Q146 162 138 168", dark, 3.2), filter="flat")
    )
    crown = piece(
        shape("M42 72 C36 4 164 4 158 72Z", felt),
        line("M100 24 L100 50 M66 32 Q60 44 60 54 M134 32 Q140 44 140 54", dark, 2.4, opacity="0.5"),
    )
    brim = piece(
        shape(
            "M38 66 C38 46 60 44 100 44 C140 44 162 46 162 66 C164 82 156 88 144 84 C120 76 80 76 56 84 C44 88 36 82 38 66Z",
            fur,
        ),
        *[circle(44 + i * 14, 51 + abs(i - 4) ** 2 * 0.55, 7, fur) for i in range(9)],
        line("M56 68 q6 6 12 1 M82 60 q7 6 14 1 M110 62 q7 5 13 0 M134 68 q5 5 10 1", deep, 2.6),
    )
    stubble = piece(
        shape(
            "M58 104 C60 124 74 143 100 143 C126 143 140 124 142 104 C136 118 122 116 116 114 Q100 110 84 114 C78 116 64 118 58 104Z",
            "#C9764A",
            opacity="0.82",
        ),
        filter="flat",
    )
    return (
        FROST,
        blob(16, 170, 150, 56, 54, "#C3D9E2") + blob(17, 30, 40, 50, 40, CARD),
        shoulders("#4F7F63", "#365E48")
        + piece(
            shape("M66 150 Q100 178 134 150 L140 168 Q100 196 60 168Z", CLAY),
            line("M72 164 Q100 184 128 164", "#8E271D", 3),
        )
        + head("#F5CDB3", "#DEA283", ears=False)
        + stubble
        + face(brow="#B5632F", cheek=CLAY, smile="M88 123 Q100 133 112 123", mouth="#8E271D")
        + oval(100, 107.5, 5.6, 4.8, "#E99A84")
        + flaps
        + crown
        + brim,
    )


CAST = [aino_k, mikko, leena, jonas, sofia, elias, noor_h, ville]


def portrait(person):
    ground, behind, figure = person()
    near = f'<g transform="translate(100 112) scale(1.14) translate(-100 -106)">{figure}</g>'
    return document(200, 200, box(0, 0, 200, 200, ground) + piece(behind) + near, grain=0.28, depth=0.9)
