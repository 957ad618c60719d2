"""Cut paper: colours, filters and shapes that all pictures of the demo world are made of."""

import math
import random

# The colours of the site's style, and tints of them.
PAPER, CARD, INK = "#FAF8F4", "#FFFFFF", "#1F2624"
MOSS, FERN, SAGE, MINT = "#2C6E4F", "#5E9A78", "#A9C6AC", "#D3E2D2"
SKY, LAKE, HAZE, FROST = "#2B6C99", "#6FA3C4", "#B4D2E2", "#E1EDF2"
AMBER, HONEY, STRAW, CREAM = "#B45309", "#E3A13F", "#F0CD86", "#F8E9CB"
CLAY, ROSE, BLUSH = "#B3372B", "#DB7F68", "#F2CDBB"
STONE, PEBBLE, SAND, BARK = "#7C7B74", "#B5B0A4", "#E4DAC8", "#6B4A35"


def document(width, height, body, grain=0.16, depth=1.0):
    """An SVG page: `cut` is the filter of a piece of paper that lies on others, `flat` of one that does not, `near`
    of one that stands off; `soft` blurs light. Grain lies over all."""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<defs>
{_cut("flat", 0, 0, depth)}{_cut("cut", 2.2, 0.30, depth)}{_cut("near", 5, 0.36, depth)}
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="{9 * depth}"/></filter>
<filter id="haze" x="-120%" y="-120%" width="340%" height="340%"><feGaussianBlur stdDeviation="{3 * depth}"/></filter>
<filter id="fibres" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency="{0.035 / depth} {0.05 / depth}" numOctaves="4" seed="7" result="n"/>
<feDiffuseLighting in="n" surfaceScale="{2.2 * depth}" lighting-color="#fff" diffuseConstant="1.05">
<feDistantLight azimuth="235" elevation="62"/></feDiffuseLighting></filter>
</defs>
{body}
<rect width="{width}" height="{height}" filter="url(#fibres)" opacity="{grain}" style="mix-blend-mode:multiply"/>
</svg>"""


def _cut(name, shadow, strength, depth):
    """Edges as of scissors, and the shadow of the piece."""
    drop = (
        (
            f'<feDropShadow in="e" dx="{0.35 * shadow * depth:.2f}" dy="{0.8 * shadow * depth:.2f}" '
            f'stdDeviation="{0.8 * shadow * depth:.2f}" flood-color="#20302c" flood-opacity="{strength}"/>'
        )
        if shadow
        else ""
    )
    return (
        f'<filter id="{name}" x="-15%" y="-15%" width="130%" height="130%" color-interpolation-filters="sRGB">'
        f'<feTurbulence type="fractalNoise" baseFrequency="{0.022 / depth}" numOctaves="2" seed="3" result="t"/>'
        f'<feDisplacementMap in="SourceGraphic" in2="t" scale="{2.4 * depth}" xChannelSelector="R" '
        f'yChannelSelector="G" result="e"/>{drop}</filter>'
    )


def piece(*shapes, filter="cut", **attributes):
    """Shapes that are one piece of paper."""
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<g filter="url(#{filter})"{more}>{"".join(shapes)}</g>'


def shape(d, fill, **attributes):
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<path d="{d}" fill="{fill}"{more}/>'


def line(d, colour, width, **attributes):
    return shape(
        d, "none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **attributes
    )


def circle(x, y, r, fill, **attributes):
    return oval(x, y, r, r, fill, **attributes)


def oval(x, y, rx, ry, fill, **attributes):
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="{fill}"{more}/>'


def box(x, y, width, height, fill, r=0, **attributes):
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{r}" fill="{fill}"{more}/>'


def polygon(points, fill, **attributes):
    return shape("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z", fill, **attributes)


def fade(name, *stops, x2=0, y2=1):
    """A gradient, top to bottom unless told: (offset, colour) or (offset, colour, opacity)."""
    inner = "".join(
        f'<stop offset="{stop[0]}" stop-color="{stop[1]}" stop-opacity="{stop[2] if len(stop) > 2 else 1}"/>'
        for stop in stops
    )
    return f'<linearGradient id="{name}" x1="0" y1="0" x2="{x2}" y2="{y2}">{inner}</linearGradient>'


def glow(name, colour, strength=1.0):
    """Light that ends softly."""
    return (
        f'<radialGradient id="{name}"><stop offset="0" stop-color="{colour}" stop-opacity="{strength}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
    )


def snow(seed, count, width, height, sizes=(2, 6), fill=CARD):
    """Falling flakes, some of them near and out of focus."""
    chance = random.Random(seed)

    def flakes(count, sizes):
        return "".join(
            circle(
                chance.uniform(0, width),
                chance.uniform(0, height),
                chance.uniform(*sizes),
                fill,
                opacity=f"{chance.uniform(0.5, 0.95):.2f}",
            )
            for _ in range(count)
        )

    return flakes(count, sizes) + piece(flakes(count // 6, (2 * sizes[1], 3 * sizes[1])), filter="haze", opacity="0.75")


def blob(seed, x, y, rx, ry, fill, points=14, rough=0.12, **attributes):
    """A rounded shape that no compass drew: foliage, snow, hair."""
    chance = random.Random(seed)
    ring = []
    for index in range(points):
        angle = 2 * math.pi * index / points
        reach = 1 + chance.uniform(-rough, rough)
        ring.append((x + rx * reach * math.cos(angle), y + ry * reach * math.sin(angle)))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(ring, ring[1:] + ring[:1])]
    d = f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}" + "".join(
        f"Q{corner[0]:.1f} {corner[1]:.1f} {end[0]:.1f} {end[1]:.1f}" for corner, end in zip(ring, middles)
    )
    return shape(d + "Z", fill, **attributes)
