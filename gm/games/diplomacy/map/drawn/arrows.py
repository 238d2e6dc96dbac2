"""Orders as they are drawn: arrows, dotted lines, rings and badges, each with its words.

What was done is drawn whole, what was beaten in dashes with a red cross, what was not possible in
thin grey dots: the picture can be read without its colours.
"""

from __future__ import annotations

from typing import assert_never

from gm.drawing import symbols
from gm.drawing.geometry import SmoothWay, bent, zigzag
from gm.drawing.palette import FAILED, INK, PAPER, Dress, mixed
from gm.drawing.scene import Act, DrawnFate, DrawnMark, PieceKind
from gm.drawing.sheet import Point
from gm.drawing.svg import at, element, number, polyline, words
from gm.games.diplomacy.map.drawn.layout import Places

_GREY = "#6d6a66"

NOBODY = Dress("#595959", "plain", "")
"""How things look that are nobody's."""


def order(mark: DrawnMark, dress: Dress, places: Places) -> str:
    """Return an order as it is drawn, with its words as a title."""
    drawn = _Order(mark, dress, places).drawn()
    if not mark.words:  # a sample in the legend
        return drawn
    title = element("title", words(mark.words))
    return element(
        "g", title, drawn, class_=f"order {mark.act.name.lower()} {mark.fate.name.lower()}"
    )


class _Order:
    """One order that is drawn."""

    def __init__(self, mark: DrawnMark, dress: Dress, places: Places) -> None:
        self._mark = mark
        self._dress = dress
        self._places = places
        self._size = places.size
        self._here = places.start(mark)
        self._dark = mixed(dress.hue, INK, 0.55)

    def drawn(self) -> str:
        """Return what stands for the order."""
        match self._mark.act:
            case Act.MOVE | Act.RETREAT | Act.WALK:
                return self._going()
            case Act.HOLD:
                return self._ring()
            case Act.SUPPORT | Act.CONVOY:
                return self._help()
            case Act.BREAK:
                return self._attack()
            case Act.CONVERT:
                return self._turning()
            case Act.BUILD:
                return self._new()
            case Act.REMOVE:
                return self._unless_void(symbols.cross(self._here, self._size, wide=0.27))
            case Act.LOSE if self._mark.between is None:
                return symbols.struck(self._here, self._size)
            case Act.SPAN | Act.TEAR | Act.LOSE:
                return self._work()
            case unknown:
                assert_never(unknown)

    def _going(self) -> str:
        """Return an arrow."""
        size, act = self._size, self._mark.act
        way = self._places.shaft(self._mark)
        if self._mark.fate is DrawnFate.VOID:
            return _dots(way.points, _GREY, size * 0.2) + _head(way, size * 0.7, PAPER, _GREY)
        if act is Act.WALK:
            hue = symbols.SHAMROCK
            return _dots(way.points, hue, size * 0.3) + _head(way, size * 0.75, hue, PAPER)
        if self._mark.fate is DrawnFate.FAILED:
            broken = _cased(
                way.before_end(size * 0.8), self._dark, size * 0.26, PAPER, dashes=(0.9, 0.55)
            )
            hollow = _head(way, size * 0.9, PAPER, self._dark)
            return broken + hollow + symbols.cross(way.share(0.62), size * 0.36)
        dashes = (1.3, 0.4, 0.3, 0.4) if act is Act.RETREAT else None
        rim = PAPER if dashes else INK
        hue = self._dark if dashes else self._dress.hue
        line = _cased(way.before_end(size * 0.8), hue, size * 0.3, rim, dashes=dashes)
        return line + _head(way, size, self._dress.hue, INK)

    def _ring(self) -> str:
        """Return the ring round a unit that stands."""
        grey = self._mark.fate is DrawnFate.VOID
        return "".join(
            element(
                "circle",
                cx=self._here[0],
                cy=self._here[1],
                r=self._size * 1.62,
                fill="none",
                stroke=colour,
                stroke_width=self._size * wide,
                stroke_dasharray=number(self._size * 0.4) if grey and colour != PAPER else None,
            )
            for colour, wide in ((PAPER, 0.3), (_GREY if grey else self._dark, 0.13))
        )

    def _help(self) -> str:
        """Return the dotted line of a support or a convoy, to the move or the unit that it helps."""
        mark, size = self._mark, self._size
        if mark.target is None:
            return self._ring()
        way = self._places.helped(mark)
        carried = way is not None and _passes(way, self._here, size)
        line = self._line_to(way)
        colour = _GREY if mark.fate is DrawnFate.VOID else self._dark
        wide = size * (0.2 if mark.fate is DrawnFate.VOID else 0.26)
        drawn = "" if carried else _dots(line.points, colour, wide)
        if way is not None and not carried:
            drawn += _knob(line.end, size * 0.3, colour)
        elif way is None:
            drawn += _bar(line, size * 0.75, colour)
        if mark.act is Act.CONVOY:
            drawn += _waves((self._here[0], self._here[1] + size * 1.5), size, colour)
        if mark.fate is DrawnFate.FAILED:
            drawn += symbols.cross(line.share(0.5), size * 0.36)
        return drawn

    def _line_to(self, way: SmoothWay | None) -> SmoothWay:
        """Return the line from a helping unit to a move, or to a unit that stands."""
        size, target = self._size, self._mark.target
        assert target is not None  # noqa: S101 - asked for by those that help somebody
        if way is not None:
            return bent(self._here, way.share(0.55), 0.05).shortened(size * 1.4, 0)
        return bent(self._here, self._places.spot(target), 0.05).shortened(size * 1.4, size * 1.8)

    def _attack(self) -> str:
        """Return the lightning of an attack on a bridge."""
        mark, size = self._mark, self._size
        if mark.between is None:
            return self._ring()
        bridge, _ = self._places.bridge(mark, mark.between)
        way = bent(self._here, bridge, 0).shortened(size * 1.2, size * 0.7)
        line = zigzag(way.start, way.end, size * 0.55)
        colour = _GREY if mark.fate is DrawnFate.VOID else FAILED
        drawn = "".join(
            element(
                "path",
                d=polyline(line),
                fill="none",
                stroke=stroke,
                stroke_width=size * wide,
                stroke_linejoin="round",
                stroke_linecap="round",
            )
            for stroke, wide in ((PAPER, 0.62), (colour, 0.3))
        )
        hit = (
            symbols.burst(bridge, size * 1.25, size * 0.8, colour)
            if mark.fate is DrawnFate.DONE
            else ""
        )
        failed = (
            symbols.cross(way.share(0.5), size * 0.36) if mark.fate is DrawnFate.FAILED else ""
        )
        return hit + drawn + failed

    def _turning(self) -> str:
        """Return the small army that a fleet becomes."""
        badge = self._here[0] + self._size * 1.7, self._here[1] + self._size * 0.7
        line = bent(self._here, badge, 0)
        small = symbols.army(self._dress, badge, self._size * 0.62)
        return _dots(line.points, self._dark, self._size * 0.2) + small + self._crossed(badge)

    def _new(self) -> str:
        """Return a new unit, with the badge of what is new."""
        mark, size = self._mark, self._size
        body = symbols.fleet if mark.kind is PieceKind.FLEET else symbols.army
        badge = self._here[0] + size, self._here[1] - size
        return body(self._dress, self._here, size) + (
            symbols.plus(badge, size * 0.5)
            if mark.fate is DrawnFate.DONE
            else self._crossed(self._here)
        )

    def _work(self) -> str:
        """Return a bridge that is built or taken down."""
        mark, size = self._mark, self._size
        if mark.between is None:
            return ""
        middle, way = self._places.bridge(mark, mark.between)
        done = mark.fate is DrawnFate.DONE
        stands = mark.act is Act.SPAN or not done
        drawn = symbols.bridge(middle, way, size * 0.85, self._dress.unit_fill, stands=stands)
        if mark.act is Act.LOSE:
            return drawn + symbols.struck(middle, size * 0.5)
        if not done:
            return drawn + symbols.cross(middle, size * 0.4)
        badge = middle[0] + size * 0.7, middle[1] - size * 0.9
        return drawn + (symbols.plus(badge, size * 0.45) if mark.act is Act.SPAN else "")

    def _crossed(self, point: Point) -> str:
        return "" if self._mark.fate is DrawnFate.DONE else symbols.cross(point, self._size * 0.45)

    def _unless_void(self, drawn: str) -> str:
        return self._ring() if self._mark.fate is DrawnFate.VOID else drawn


def _passes(way: SmoothWay, point: Point, near: float) -> bool:
    """Tell whether a way leads over a point between its ends."""
    inner = way.points[1:-1]
    return any(abs(x - point[0]) + abs(y - point[1]) < near for x, y in inner)


def _cased(
    way: SmoothWay, hue: str, wide: float, rim: str, *, dashes: tuple[float, ...] | None = None
) -> str:
    """Return a line with a rim of another colour; `dashes` as multiples of 3.4 times its width."""
    dash_array = " ".join(number(part * wide * 3.4) for part in dashes) if dashes else None
    data = polyline(_thin(way.points))
    edge = element(
        "path", d=data, fill="none", stroke=rim, stroke_width=wide * 1.75, stroke_linejoin="round"
    )
    return edge + element(
        "path", d=data, fill="none", stroke=hue, stroke_width=wide, stroke_dasharray=dash_array
    )


def _dots(points: tuple[Point, ...], colour: str, wide: float) -> str:
    """Return a dotted line on a white rim."""
    data = polyline(_thin(points))
    rim = element(
        "path",
        d=data,
        fill="none",
        stroke=PAPER,
        stroke_width=wide * 1.9,
        stroke_linecap="round",
        stroke_opacity=0.85,
    )
    return rim + element(
        "path",
        d=data,
        fill="none",
        stroke=colour,
        stroke_width=wide,
        stroke_linecap="round",
        stroke_dasharray=f"0.1 {number(wide * 2)}",
    )


def _thin(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return every third point of a fine line, with both its ends; nobody sees the difference."""
    return points if len(points) < 6 else (*points[:-1:3], points[-1])


def _head(way: SmoothWay, size: float, fill: str, rim: str) -> str:
    """Return the head of an arrow at the end of its way."""
    (x, y), (to_x, to_y) = way.end, way.heading()
    long, half = size * 1.25, size * 0.62
    corners = (
        (x, y),
        (x - to_x * long - to_y * half, y - to_y * long + to_x * half),
        (x - to_x * long * 0.78, y - to_y * long * 0.78),
        (x - to_x * long + to_y * half, y - to_y * long - to_x * half),
    )
    data = "M" + "L".join(at(corner) for corner in corners) + "z"
    return element(
        "path", d=data, fill=fill, stroke=rim, stroke_width=size * 0.16, stroke_linejoin="round"
    )


def _knob(point: Point, size: float, colour: str) -> str:
    """Return the ring with which a support takes hold of a move."""
    return element(
        "circle",
        cx=point[0],
        cy=point[1],
        r=size,
        fill=PAPER,
        stroke=colour,
        stroke_width=size * 0.55,
    )


def _bar(way: SmoothWay, size: float, colour: str) -> str:
    """Return the bar with which a support backs a unit that stands."""
    (x, y), (to_x, to_y) = way.end, way.heading()
    data = f"M{at((x - to_y * size, y + to_x * size))}L{at((x + to_y * size, y - to_x * size))}"
    return "".join(
        element("path", d=data, stroke=stroke, stroke_width=size * wide, stroke_linecap="round")
        for stroke, wide in ((PAPER, 0.75), (colour, 0.38))
    )


def _waves(point: Point, size: float, colour: str) -> str:
    """Return the waves under a fleet that carries an army."""
    x, y = point
    step = size * 0.62
    data = (
        f"M{at((x - 2 * step, y))}q{at((step / 2, -step * 0.8))} {at((step, 0))}"
        + f"t{at((step, 0))}" * 3
    )
    return "".join(
        element(
            "path",
            d=data,
            fill="none",
            stroke=stroke,
            stroke_width=size * wide,
            stroke_linecap="round",
        )
        for stroke, wide in ((PAPER, 0.5), (colour, 0.22))
    )
