"""What is on a map of tiles that has been drawn: its words, its pieces, the ids of its tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from xml.etree import ElementTree as ET

from gm.drawing.chart_frame import WIDE
from gm.drawing.geometry import Box
from gm.drawing.sheet import Point, Ring
from gm.drawing.svg import width_of

PHONE = 360 / WIDE
"""How much smaller a picture is where it fills a small phone."""

_SVG = "{http://www.w3.org/2000/svg}"


def inside(point: Point, ring: Ring) -> bool:
    """Tell whether a point lies within an outline."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossed = not crossed
    return crossed


def elements(svg: str, tag: str) -> Iterator[ET.Element]:
    """Yield the elements of a kind of a picture that we have drawn ourselves."""
    yield from ET.fromstring(svg).iter(f"{_SVG}{tag}")  # noqa: S314


def texts(svg: str) -> list[str]:
    """Return all that is written on a picture."""
    return [found.text or "" for found in elements(svg, "text")]


def counters(svg: str) -> list[tuple[str, Box]]:
    """Return the counters on the map with what they are, each with its box on the sheet."""
    return [
        (named.text or "", _box(box))
        for found in elements(svg, "g")
        if found.get("class") == "counter"
        and (named := found.find(f"{_SVG}title")) is not None
        and (box := found.find(f"{_SVG}rect")) is not None
    ]


def _box(rect: ET.Element) -> Box:
    x, y, wide, high = (float(rect.get(name, "0")) for name in ("x", "y", "width", "height"))
    return Box(x + wide / 2, y + high / 2, wide, high)


def labels(svg: str, ids: Collection[str]) -> list[Box]:
    """Return the boxes of the ids of tiles on the sheet."""
    return [
        Box(
            float(found.get("x", "0")),
            float(found.get("y", "0")) - float(found.get("font-size", "0")) * 0.36,
            width_of(found.text or "", float(found.get("font-size", "0")), bold=True),
            float(found.get("font-size", "0")) * 0.75,
        )
        for found in elements(svg, "text")
        if found.text in ids
    ]
