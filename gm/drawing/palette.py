"""Colours that everybody can tell apart, and which power has which.

Eight hues by Okabe and Ito, chosen so that people with any common kind of colour blindness tell
them apart. A power gets the one nearest to the map's own colour for it. Where there are more powers
than hues, the further ones have stripes, dots or checks as well. A unit carries its power's letters
besides, so nothing hangs on colour alone, and a print in black and white can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from gm.drawing.scene import DrawnSide
from gm.drawing.svg import element, filled_by, key

INK = "#1d2330"
PAPER = "#ffffff"
SEA = "#d3e5ee"
SHORE = "#5f7f8f"
LAND = "#f6f0e0"
LAKE = "#7fb2cf"
LAKE_LINES = "#e4f2f9"
ROCK = "#bdb8ae"
ROCK_LINES = "#8d877b"
RIVER = "#2f7fb0"
HOLE = "#17151c"
HOLE_LINES = "#6d6880"
CLOSED = "#dcd6cb"
BOX = "#e6efe0"
FAILED = "#c1121f"

HUES: Mapping[str, str] = {
    "orange": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "red": "#d55e00",
    "pink": "#cc79a7",
    "grey": "#595959",
}
PATTERNS = ("plain", "stripes", "dots", "checks")


@dataclass(frozen=True, slots=True)
class Dress:
    """How a power looks.

    Args:
        hue: the colour of its units, "#rrggbb".
        pattern: one of PATTERNS.
        letters: one to three that no other power has.
    """

    hue: str
    pattern: str
    letters: str

    @property
    def tint(self) -> str:
        """The colour of its provinces."""
        return mixed(self.hue, PAPER, 0.46)

    @property
    def on_hue(self) -> str:
        """Ink or paper, whichever is read better on its units."""
        return INK if luminance(self.hue) > 0.22 else PAPER

    @property
    def land_fill(self) -> str:
        """What its provinces are filled with."""
        return self._fill(self.tint, "land")

    @property
    def unit_fill(self) -> str:
        """What its units are filled with."""
        return self._fill(self.hue, "unit")

    def _fill(self, plain: str, what: str) -> str:
        return plain if self.pattern == "plain" else filled_by(self._name(what))

    def _name(self, what: str) -> str:
        return f"{what}-{self.hue[1:]}-{self.pattern}"

    def definitions(self, scale: float) -> str:
        """Return the patterns its fills are made of; nothing where they are plain."""
        if self.pattern == "plain":
            return ""
        pale = mixed(self.hue, PAPER, 0.75)
        return _pattern(
            self._name("land"), self.pattern, self.tint, mixed(self.hue, INK, 0.12), 11 * scale
        ) + _pattern(self._name("unit"), self.pattern, self.hue, pale, 6 * scale)


def _pattern(name: str, pattern: str, ground: str, figure: str, size: float) -> str:
    """Return a pattern as an element: a tile of some size, with a figure on a ground."""
    half, turn = size / 2, "rotate(45)" if pattern == "stripes" else None
    tile = element("rect", width=size, height=size, fill=ground)
    match pattern:
        case "stripes":
            tile += element("rect", width=size * 0.32, height=size, fill=figure)
        case "dots":
            tile += element("circle", cx=half, cy=half, r=size * 0.23, fill=figure)
        case _:
            tile += element("rect", width=half, height=half, fill=figure)
            tile += element("rect", x=half, y=half, width=half, height=half, fill=figure)
    return element(
        "pattern",
        tile,
        id=key(name),
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=turn,
    )


def hatching(
    name: str, ground: str, lines: str, size: float, turn: int, *, crossed: bool = False
) -> str:
    """Return a pattern of thin lines, `turn` degrees from upright."""
    tile = element("rect", width=size, height=size, fill=ground)
    tile += element("rect", width=size * 0.2, height=size, fill=lines)
    if crossed:
        tile += element("rect", width=size, height=size * 0.2, fill=lines)
    return element(
        "pattern",
        tile,
        id=key(name),
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({turn})",
    )


def dresses(sides: Sequence[DrawnSide]) -> dict[str, Dress]:
    """Return how each power looks, no two alike as long as there are looks left.

    Majors choose before the others, and plain colours are chosen before patterns; the power whose
    colour on the map is nearest to one has it.
    """
    letters = letters_of(sides)
    free = [*product(PATTERNS, HUES.values())]
    dressed: dict[str, Dress] = {}
    for rank in (True, False):
        waiting = [side for side in sides if side.is_major is rank]
        while waiting:
            free = free or [*product(PATTERNS, HUES.values())]
            pattern = min((used for used, _ in free), key=PATTERNS.index)
            hues = [hue for used, hue in free if used == pattern]
            pairs = product(range(len(waiting)), hues)
            at, hue = min(pairs, key=lambda two: (_apart(waiting[two[0]].colour, two[1]), two))
            side = waiting.pop(at)
            free.remove((pattern, hue))
            dressed[side.id] = Dress(hue, pattern, letters[side.id])
    return dressed


def letters_of(sides: Iterable[DrawnSide]) -> dict[str, str]:
    """Return for each power its first letter, or as many more as nobody else's name has.

    Of two words the first letters count: North Africa is NA beside Norway.
    """
    names = {side.id: side.name for side in sides}
    firsts = [name[:1] for name in names.values()]
    letters = {id_: name[:1] for id_, name in names.items() if firsts.count(name[:1]) == 1}
    for id_, name in names.items():
        if id_ not in letters:
            letters[id_] = next(
                short for short in _abbreviations(name) if short not in letters.values()
            )
    return letters


def _abbreviations(name: str) -> Iterable[str]:
    first, *further = name.split()
    if further:
        yield first[:1] + further[0][:1]
    yield from (first[:1] + letter for letter in first[1:])
    yield from (first[:1] + a + b for a in first[1:] for b in first[1:])
    yield from (f"{first[:1]}{number}" for number in range(1, 1000))


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the three parts of a colour, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour mixed with a share of another, 0 to 1."""
    parts = (a + (b - a) * share for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def luminance(colour: str) -> float:
    """Return how light a colour is, 0 to 1, as WCAG 2 counts it."""
    red, green, blue = (_linear(part / 255) for part in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return float(part / 12.92) if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _apart(one: str, other: str) -> float:
    """Return how unlike two colours are; eyes weigh red and blue by how red both are."""
    (r, g, b), (s, h, c) = rgb(one), rgb(other)
    red = (r + s) / 512
    return float((2 + red) * (r - s) ** 2 + 4 * (g - h) ** 2 + (3 - red) * (b - c) ** 2)
