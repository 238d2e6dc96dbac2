"""Writes SVG: elements as text, figures short, everything escaped, the same bytes every time; and how wide a text is."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from html import escape
from itertools import pairwise
from typing import Protocol, runtime_checkable
from unicodedata import normalize

from gm.drawing.sheet import Point, Ring

# How wide a text is, so that it can be placed before anybody has drawn it.
#
# The figures are those of Arimo, and of Arial, Helvetica and Liberation Sans, which have the same:
# the font that pictures are drawn in, and those a reader is likely to have.

FONT = "Arimo, Arial, Helvetica, 'Liberation Sans', sans-serif"

_THOUSANDTHS = {
    278: " !,./:;I[\\]ft",
    222: "ijl'|",
    333: "()-`r",
    389: "*",
    500: "ckszxyvJ",
    556: "0123456789abdeghnopqu?L_",
    584: "+<=>~",
    611: "FTZ",
    667: "ABEKPSVXY&",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    944: "W",
    1000: "—",
}
_WIDTHS = {letter: width for width, letters in _THOUSANDTHS.items() for letter in letters}
_OTHERS = 600
_BOLD = 1.08
"""Bold letters are about so much wider; none of our words is off by more than a hair."""


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is, in the units its size is told in; accents make nothing wider."""
    plain = (normalize("NFD", letter)[0] for letter in text)
    total = sum(_WIDTHS.get(letter, _OTHERS) for letter in plain)
    return total * size / 1000 * (_BOLD if bold else 1.0)


# Writes SVG: elements as text, figures short, everything escaped, the same bytes every time.
#
# Only presentation attributes are used and no style sheet, so that a picture inside a page neither
# changes the page nor is changed by it. Ids begin with the picture's own name for the same reason:
# several pictures in a page share none.


@runtime_checkable
class SvgPicture(Protocol):
    """A picture that says itself as SVG."""

    def svg(self) -> str:
        """Return it as SVG text."""
        ...


_PICTURE = "\0"
"""Stands for the picture's name until the picture is whole; no XML may hold it."""


def number(value: float) -> str:
    """Return a figure to a tenth of a unit, as short as can be: `12`, `3.5`, `-4`."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """Return an element; `stroke_width` is written `stroke-width`, None is left out."""
    attribute_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{attribute_text}>{inner}</{name}>" if inner else f"<{name}{attribute_text}/>"


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def words(text: str) -> str:
    """Return a text as the content of an element."""
    return escape(text, quote=False)


def key(name: str) -> str:
    """Return an id that no other picture has, once the picture is `named`."""
    return f"{_PICTURE}-{name}"


def filled_by(name: str) -> str:
    """Return what fills a shape with the pattern of this name, as the value of `fill`."""
    return f"url(#{key(name)})"


def named(svg: str) -> str:
    """Return a whole picture with its name in its ids: a digest of all that it holds."""
    return svg.replace(_PICTURE, f"gm-{sha256(svg.encode()).hexdigest()[:8]}")


def group(children: Iterable[str], **attributes: str | float | None) -> str:
    """Return elements together; nothing for none."""
    inside = "".join(children)
    return element("g", inside, **attributes) if inside else ""


def outline(rings: Iterable[Ring]) -> str:
    """Return closed outlines as the data of a path, each point told from the one before."""
    return "".join(f"{_steps(ring)}z" for ring in rings)


def polyline(points: Ring) -> str:
    """Return an open line as the data of a path."""
    return _steps(points)


def _steps(points: Ring) -> str:
    """Return a line as steps in tenths, so that rounding never adds up."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    path = [f"M{_tenths(tenths[0][0])} {_tenths(tenths[0][1])}l"]
    for a, b in pairwise(tenths):
        if a != b:
            path += (_tenths(b[0] - a[0]), _tenths(b[1] - a[1]))
    # A minus parts two figures as well as a blank does.
    return " ".join(path).replace(" -", "-").replace("l ", "l")


def _tenths(value: int) -> str:
    return number(value / 10)


def at(point: Point) -> str:
    """Return a point as the data of a path."""
    return f"{number(point[0])} {number(point[1])}"
