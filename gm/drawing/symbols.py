"""The symbols of a picture: units, centres, bridges, and what happened to them.

Each is drawn round a point. `size` is half of a unit's size, in units of the picture.
"""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin

from gm.drawing.palette import FAILED, INK, PAPER, Dress
from gm.drawing.scene import PieceKind, Stance, Token
from gm.drawing.sheet import Point
from gm.drawing.svg import FONT, at, element, group, words

SHAMROCK = "#1b7f3b"
PSI = "#4b2e83"


def unit(
    kind: PieceKind, dress: Dress, point: Point, size: float, stance: Stance, said: str
) -> str:
    """Return a unit: a shield for an army, a ship for a fleet, with its power's letters.

    Args:
        kind, dress: what it is, and whose.
        point, size: where, and how large.
        stance: a dislodged one stands in a burst, one in anarchy under a black flag.
        said: what it is in words; "" for a sample.
    """
    body = army(dress, point, size) if kind is PieceKind.ARMY else fleet(dress, point, size)
    behind = before = ""
    if stance.is_dislodged:
        behind = burst(point, size * 1.75, size * 1.2, FAILED)
    if stance.is_lawless:
        before = black_flag(point, size)
    if not said:  # a sample in the legend
        return behind + body + before
    return element(
        "g", element("title", words(said)), behind, body, before, class_=f"unit {kind.value}"
    )


def army(dress: Dress, point: Point, size: float) -> str:
    """Return an army: a shield."""
    x, y = point
    a, b = size * 0.92, size
    shape = (
        f"M{at((x - a, y - b))}H{x + a:.1f}V{y + b * 0.15:.1f}"
        f"Q{at((x + a, y + b * 0.75))} {at((x, y + b * 1.12))}"
        f"Q{at((x - a, y + b * 0.75))} {at((x - a, y + b * 0.15))}z"
    )
    return _body(shape, dress, size) + _letters(dress, (x, y + size * 0.36), size * 1.12)


def fleet(dress: Dress, point: Point, size: float) -> str:
    """Return a fleet: a ship with a hull for the letters, a mast and two sails."""
    x, y = point
    wide = size * 1.42
    hull = (
        f"M{at((x - wide, y - size * 0.08))}H{x + wide:.1f}"
        f"L{at((x + wide * 0.66, y + size))}H{x - wide * 0.66:.1f}z"
    )
    sails = (
        f"M{at((x + size * 0.1, y - size * 1.15))}L{at((x + size * 0.98, y - size * 0.26))}H{x + size * 0.1:.1f}z"
        f"M{at((x - size * 0.14, y - size * 0.98))}L{at((x - size * 0.8, y - size * 0.26))}H{x - size * 0.14:.1f}z"
    )
    canvas = element(
        "path", d=sails, fill=PAPER, stroke=INK, stroke_width=size * 0.12, stroke_linejoin="round"
    )
    return _body(hull, dress, size) + canvas + _letters(dress, (x, y + size * 0.78), size * 0.95)


def _body(shape: str, dress: Dress, size: float) -> str:
    """Return a unit's body: a white rim, so that it stands off any ground, and a dark outline."""
    rim = element(
        "path",
        d=shape,
        fill=PAPER,
        stroke=PAPER,
        stroke_width=size * 0.48,
        stroke_linejoin="round",
    )
    return rim + element(
        "path",
        d=shape,
        fill=dress.unit_fill,
        stroke=INK,
        stroke_width=size * 0.17,
        stroke_linejoin="round",
    )


def _letters(dress: Dress, point: Point, size: float) -> str:
    """Return a power's letters; on a pattern they have a rim of its colour."""
    smaller = {1: 1.0, 2: 0.86}.get(len(dress.letters), 0.68)
    rim = None if dress.pattern == "plain" else dress.hue
    return element(
        "text",
        words(dress.letters),
        x=point[0],
        y=point[1] - size * (1 - smaller) * 0.35,
        font_size=size * smaller,
        font_weight="bold",
        text_anchor="middle",
        fill=dress.on_hue,
        stroke=rim,
        stroke_width=size * 0.26 if rim else None,
        paint_order="stroke" if rim else None,
        font_family=FONT,
    )


def burst(point: Point, outer: float, inner: float, colour: str) -> str:
    """Return a star of many rays, behind what was hit."""
    rays = 11
    corners = []
    for step in range(2 * rays):
        away = outer if step % 2 == 0 else inner
        turn = pi * step / rays - pi / 2
        corners.append(at((point[0] + away * cos(turn), point[1] + away * sin(turn))))
    return element(
        "path",
        d="M" + "L".join(corners) + "z",
        fill="#ffe9a8",
        stroke=colour,
        stroke_width=inner * 0.13,
    )


def black_flag(point: Point, size: float) -> str:
    """Return the flag of a unit that obeys nobody."""
    x, y = point[0] + size * 0.95, point[1] - size * 0.2
    pole = f"M{at((x, y))}V{y - size * 1.75:.1f}"
    cloth = (
        f"M{at((x, y - size * 1.75))}q{at((size * 0.5, -size * 0.28))} {at((size * 0.9, 0))}"
        f"t{at((size * 0.6, 0))}v{size * 0.95:.1f}"
        f"q{at((-size * 0.3, size * 0.2))} {at((-size * 0.7, 0))}t{at((-size * 0.8, 0))}z"
    )
    return (
        element("path", d=pole, stroke=PAPER, stroke_width=size * 0.42, stroke_linecap="round")
        + element(
            "path", d=cloth, fill=INK, stroke=PAPER, stroke_width=size * 0.2, paint_order="stroke"
        )
        + element("path", d=pole, stroke=INK, stroke_width=size * 0.18, stroke_linecap="round")
    )


def special(token: Token, number: int, point: Point, size: float, said: str) -> str:
    """Return a special unit: a shamrock, or the letter psi on a disc; with its number."""
    body = shamrock(point, size) if token is Token.IRISH else psi(point, size)
    x, y = point[0] + size * 0.95, point[1] + size * 1.05
    label = element(
        "text",
        str(number),
        x=x,
        y=y,
        font_size=size * 0.95,
        font_weight="bold",
        text_anchor="middle",
        fill=INK,
        stroke=PAPER,
        stroke_width=size * 0.28,
        paint_order="stroke",
        font_family=FONT,
    )
    return element("g", element("title", words(said)), body, label, class_="special")


def shamrock(point: Point, size: float) -> str:
    """Return three leaves and a stem."""
    x, y = point
    leaf = size * 0.5
    leaves = (
        (x, y - leaf * 0.95),
        (x - leaf * 0.92, y + leaf * 0.5),
        (x + leaf * 0.92, y + leaf * 0.5),
    )
    stem = f"M{at((x, y))}q{at((0, size * 0.8))} {at((size * 0.42, size * 1.1))}"

    def drawn(colour: str, more: float) -> str:
        circles = "".join(element("circle", cx=cx, cy=cy, r=leaf + more) for cx, cy in leaves)
        line = element(
            "path", d=stem, fill="none", stroke=colour, stroke_width=size * 0.22 + 2 * more
        )
        return group((line, circles), fill=colour)

    return drawn(PAPER, size * 0.24) + drawn(INK, size * 0.11) + drawn(SHAMROCK, 0)


def psi(point: Point, size: float) -> str:
    """Return the Greek letter on a disc."""
    x, y = point
    a = size * 0.48
    letter = (
        f"M{at((x, y - size * 0.62))}V{y + size * 0.62:.1f}"
        f"M{at((x - a, y - size * 0.5))}V{y - size * 0.2:.1f}"
        f"Q{at((x - a, y + size * 0.2))} {at((x, y + size * 0.2))}"
        f"Q{at((x + a, y + size * 0.2))} {at((x + a, y - size * 0.2))}V{y - size * 0.5:.1f}"
    )
    disc = element("circle", cx=x, cy=y, r=size, fill=PSI, stroke=INK, stroke_width=size * 0.14)
    rim = element("circle", cx=x, cy=y, r=size * 1.18, fill=PAPER)
    line = element(
        "path",
        d=letter,
        fill="none",
        stroke=PAPER,
        stroke_width=size * 0.22,
        stroke_linecap="round",
    )
    return rim + disc + line


def centre(point: Point, size: float, owned: bool, home: bool) -> str:
    """Return a supply centre: filled where it is owned, with a ring where somebody builds."""
    dot = element(
        "circle",
        cx=point[0],
        cy=point[1],
        r=size * 0.72,
        fill=INK if owned else PAPER,
        stroke=INK,
        stroke_width=size * 0.3,
    )
    rim = element("circle", cx=point[0], cy=point[1], r=size * 1.15, fill=PAPER, fill_opacity=0.85)
    ring = element(
        "circle",
        cx=point[0],
        cy=point[1],
        r=size * 1.2,
        fill="none",
        stroke=INK,
        stroke_width=size * 0.2,
    )
    return rim + dot + (ring if home else "")


def cross(point: Point, size: float, *, wide: float = 0.55) -> str:
    """Return a cross over what failed or is gone; `wide` as a share of its size."""
    x, y = point
    shape = f"M{at((x - size, y - size))}L{at((x + size, y + size))}M{at((x + size, y - size))}L{at((x - size, y + size))}"
    return "".join(
        element("path", d=shape, stroke=stroke, stroke_width=width, stroke_linecap="round")
        for stroke, width in ((PAPER, size * wide * 1.8), (FAILED, size * wide))
    )


def struck(point: Point, size: float) -> str:
    """Return a cross in a ring over what a rule took away, and no order."""
    ring = "".join(
        element(
            "circle",
            cx=point[0],
            cy=point[1],
            r=size * 1.4,
            fill="none",
            stroke=stroke,
            stroke_width=wide,
        )
        for stroke, wide in ((PAPER, size * 0.5), (FAILED, size * 0.24))
    )
    return ring + cross(point, size, wide=0.27)


def plus(point: Point, size: float) -> str:
    """Return the badge of what is new."""
    x, y = point
    shape = (
        f"M{at((x - size * 0.6, y))}h{size * 1.2:.1f}M{at((x, y - size * 0.6))}v{size * 1.2:.1f}"
    )
    disc = element(
        "circle", cx=x, cy=y, r=size, fill=SHAMROCK, stroke=PAPER, stroke_width=size * 0.3
    )
    return disc + element(
        "path", d=shape, stroke=PAPER, stroke_width=size * 0.38, stroke_linecap="round"
    )


def bridge(point: Point, way: Point, size: float, fill: str, *, stands: bool) -> str:
    """Return a bridge: a deck in its owner's colour between two piers; broken if it fell.

    Args:
        point, size: its middle, and half its length.
        way: which way it runs, a unit vector.
        fill: the colour of its owner.
        stands: it is whole.
    """
    turn = degrees(atan2(way[1], way[0]))
    if stands:
        decks = element("rect", x=-size, y=-size * 0.42, width=size * 2, height=size * 0.84)
    else:
        half = {"y": -size * 0.42, "width": size * 0.62, "height": size * 0.84}
        decks = element("rect", x=-size, **half, transform="rotate(14)")
        decks += element("rect", x=size * 0.38, **half, transform="rotate(-14)")
    piers = "".join(
        element(
            "rect",
            x=x - size * 0.14,
            y=-size * 0.72,
            width=size * 0.28,
            height=size * 1.44,
            fill=INK,
        )
        for x in (-size, size)
    )
    inside = group(
        (decks,), fill=fill, stroke=INK, stroke_width=size * 0.16, stroke_linejoin="round"
    )
    rim = element(
        "rect",
        x=-size * 1.25,
        y=-size * 0.85,
        width=size * 2.5,
        height=size * 1.7,
        rx=size * 0.3,
        fill=PAPER,
        fill_opacity=0.8,
    )
    broken = "" if stands else cross((0, 0), size * 0.5)
    place = f"translate({at(point)}) rotate({turn:.0f})"
    return element("g", rim, inside, piers, broken, transform=place)
