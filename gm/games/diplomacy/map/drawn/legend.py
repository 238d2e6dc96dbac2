"""The legend under a map: the powers with their looks, and every symbol that the picture uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gm.drawing import symbols
from gm.drawing.geometry import TakenRoom
from gm.drawing.palette import INK, LAND, PAPER, RIVER, SEA, Dress
from gm.drawing.scene import (
    Act,
    DrawnFate,
    DrawnMark,
    DrawnSpot,
    PieceKind,
    Scene,
    Stance,
    Token,
)
from gm.drawing.sheet import Area, Ground, Point, Sheet
from gm.drawing.svg import FONT, element, group, width_of, words
from gm.games.diplomacy.map.drawn.arrows import NOBODY, order
from gm.games.diplomacy.map.drawn.ground import FILLS, kind_of
from gm.games.diplomacy.map.drawn.layout import UNIT, Layout, Places
from gm.languages import pgettext, pgettext_noop

_SAMPLE = Dress("#56b4e9", "plain", "")
"""How the units look that only explain a symbol."""

_STANCES = {
    Stance.DISLODGED: pgettext_noop("legend", "dislodged"),
    Stance.ANARCHY: pgettext_noop("legend", "in anarchy"),
}

_TOKENS = {
    Token.IRISH: pgettext_noop("legend", "Irish unit"),
    Token.PSYCHIATRIST: pgettext_noop("legend", "Psychiatrist"),
}

Drawer = Callable[[Point, float], str]
"""Draws a symbol round a point, at a size."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One entry: its words, and what draws its symbol; `wide` is the symbol's width in sizes."""

    text: str
    draw: Drawer
    wide: float = 3.4


@dataclass(frozen=True, slots=True)
class Legend:
    """A legend that is drawn: its elements and how high it is."""

    drawn: str
    height: float


def legend(sheet: Sheet, scene: Scene, dresses: Mapping[str, Dress]) -> Legend:
    """Return the legend of a scene, as wide as its sheet, from y = 0 down."""
    size = sheet.width / 1400 * 10.5
    powers = _rows([*_powers(scene, dresses)], sheet.width, size, 0.0)
    symbols_ = _rows([*_symbols(sheet, scene)], sheet.width, size, powers.height)
    return Legend(powers.drawn + symbols_.drawn, powers.height + symbols_.height + size)


def _rows(entries: Sequence[LegendEntry], width: float, size: float, top: float) -> Legend:
    """Return entries in columns, read row by row."""
    if not entries:
        return Legend("", 0.0)
    letters = size * 1.42
    need = max(entry.wide * size + width_of(entry.text, letters) + 2.2 * size for entry in entries)
    columns = max(1, min(len(entries), int((width - 2 * size) / need)))
    rows = -(-len(entries) // columns)
    columns = -(-len(entries) // rows)
    step, high = (width - 2 * size) / columns, size * 3.1
    drawn = []
    for index, entry in enumerate(entries):
        row, column = divmod(index, columns)
        left, middle = size + column * step, top + size * 0.8 + (row + 0.5) * high
        drawn.append(entry.draw((left + entry.wide * size / 2, middle), size))
        start = left + (entry.wide + 0.6) * size
        drawn.append(element("text", words(entry.text), x=start, y=middle + letters * 0.36))
    return Legend(
        group(drawn, font_size=letters, font_family=FONT, fill=INK), rows * high + size * 0.5
    )


def _powers(scene: Scene, dresses: Mapping[str, Dress]) -> Iterator[LegendEntry]:
    for side in scene.sides:
        dress = dresses[side.id]
        text = f"{side.name}: {side.figures}" if side.figures else side.name

        def draw(point: Point, size: float, dress: Dress = dress) -> str:
            return _swatch(dress.land_fill)(point, size) + symbols.army(dress, point, size * 0.92)

        yield LegendEntry(text, draw, 4.4)


def _swatch(fill: str) -> Drawer:
    """Return what draws a piece of ground."""

    def draw(point: Point, size: float) -> str:
        return element(
            "rect",
            x=point[0] - size * 1.7,
            y=point[1] - size * 1.15,
            width=size * 3.4,
            height=size * 2.3,
            rx=size * 0.3,
            fill=fill,
            stroke="#4a4640",
            stroke_width=size * 0.1,
        )

    return draw


def _symbols(sheet: Sheet, scene: Scene) -> Iterator[LegendEntry]:
    """Yield an entry for each symbol that stands in the picture."""
    yield from _units(scene)
    yield from _centres(sheet, scene)
    yield from _orders(scene)
    yield from _grounds(sheet, scene)


def _units(scene: Scene) -> Iterator[LegendEntry]:
    kinds = {piece.kind for piece in scene.pieces}
    stances = {piece.stance for piece in scene.pieces}
    if PieceKind.ARMY in kinds:
        yield LegendEntry(
            pgettext("legend", "army"), lambda at, size: symbols.army(_SAMPLE, at, size)
        )
    if PieceKind.FLEET in kinds:
        yield LegendEntry(
            pgettext("legend", "fleet"), lambda at, size: symbols.fleet(_SAMPLE, at, size)
        )
    seen = {
        Stance.DISLODGED: any(posture.is_dislodged for posture in stances),
        Stance.ANARCHY: any(posture.is_lawless for posture in stances),
    }
    for stance, said in _STANCES.items():
        if seen[stance]:
            yield LegendEntry(
                pgettext("legend", said),
                lambda at, size, stance=stance: symbols.unit(  # type: ignore[misc]
                    PieceKind.ARMY, _SAMPLE, at, size * 0.75, stance, ""
                ),
            )
    for token, said in _TOKENS.items():
        if any(special.token is token for special in scene.specials):
            draw = symbols.shamrock if token is Token.IRISH else symbols.psi
            yield LegendEntry(pgettext("legend", said), lambda at, size, draw=draw: draw(at, size))  # type: ignore[misc]


def _centres(sheet: Sheet, scene: Scene) -> Iterator[LegendEntry]:
    centres = [area for area in sheet.areas if area.is_centre]
    for text, owned, home in (
        (pgettext_noop("legend", "supply centre"), True, False),
        (pgettext_noop("legend", "nobody's centre"), False, False),
        (pgettext_noop("legend", "home centre"), True, True),
    ):
        if any((area.id in scene.owners, area.is_home) >= (owned, home) for area in centres):
            yield LegendEntry(
                pgettext("legend", text),
                lambda at, size, owned=owned, home=home: symbols.centre(  # type: ignore[misc]
                    at, size * 0.55, owned, home
                ),
                2.6,
            )


_ORDERS: tuple[tuple[Act, DrawnFate | None, str], ...] = (
    (Act.MOVE, DrawnFate.DONE, pgettext_noop("legend", "move")),
    (Act.MOVE, DrawnFate.FAILED, pgettext_noop("legend", "move that failed")),
    (Act.HOLD, None, pgettext_noop("legend", "hold")),
    (Act.SUPPORT, DrawnFate.DONE, pgettext_noop("legend", "support")),
    (Act.SUPPORT, DrawnFate.FAILED, pgettext_noop("legend", "support cut")),
    (Act.CONVOY, None, pgettext_noop("legend", "convoy")),
    (Act.RETREAT, None, pgettext_noop("legend", "retreat")),
    (Act.BREAK, None, pgettext_noop("legend", "attack on a bridge")),
    (Act.CONVERT, None, pgettext_noop("legend", "becomes an army")),
    (Act.BUILD, None, pgettext_noop("legend", "new unit")),
    (Act.REMOVE, None, pgettext_noop("legend", "gone")),
    (Act.LOSE, None, pgettext_noop("legend", "lost by rule")),
    (Act.WALK, None, pgettext_noop("legend", "walk")),
)
"""The orders that have an entry, each with the fate it is shown with; None is any."""


_ON_UNITS = (Act.HOLD, Act.REMOVE, Act.LOSE, Act.CONVOY)
"""What is drawn with the unit that it happened to."""


def _orders(scene: Scene) -> Iterator[LegendEntry]:
    seen = {(mark.act, mark.fate) for mark in scene.marks}
    acts = {act for act, fate in seen if fate is not DrawnFate.VOID}
    for act, fate, text in _ORDERS:
        if (act, fate) in seen or (fate is None and act in acts):
            yield LegendEntry(pgettext("legend", text), _sample(act, fate or DrawnFate.DONE), 5.6)
    if any(fate is DrawnFate.VOID for _, fate in seen):
        yield LegendEntry(
            pgettext("legend", "not possible"), _sample(Act.MOVE, DrawnFate.VOID), 5.6
        )
    if any(crossing.stands for crossing in scene.crossings):
        yield LegendEntry(
            pgettext("legend", "bridge"),
            lambda at, size: symbols.bridge(at, (1, 0), size, PAPER, stands=True),
        )
    if any(not crossing.stands for crossing in scene.crossings) or Act.TEAR in acts:
        yield LegendEntry(
            pgettext("legend", "bridge that fell"),
            lambda at, size: symbols.bridge(at, (1, 0), size, PAPER, stands=False),
        )


def _sample(act: Act, fate: DrawnFate) -> Drawer:
    """Return what draws an order as the map does, on a small stage of its own."""

    def draw(point: Point, size: float) -> str:
        x, y = point
        ends = {"a": (x - size * 2.6, y), "b": (x + size * 2.6, y), "m": (x, y)}
        layout = Layout(
            ends, {}, {("a", "b"): ((x + size * 1.6, y), (1.0, 0.0))}, (), TakenRoom(100)
        )
        ground = Ground.LAND
        areas = tuple(Area(place, place, ground, (), where) for place, where in ends.items())
        # A ring is drawn smaller, round the unit that it belongs to.
        scale = size / UNIT * (0.62 if act in _ON_UNITS else 0.85)
        places = Places(Sheet(1e6, 1e6, scale, areas), layout, Scene(""))
        body = symbols.fleet if act is Act.CONVOY else symbols.army
        unit = body(_SAMPLE, point, scale * UNIT) if act in _ON_UNITS else ""
        dress = _SAMPLE if act is not Act.WALK else NOBODY
        return unit + order(_sample_mark(act, fate), dress, places)

    return draw


def _sample_mark(act: Act, fate: DrawnFate) -> DrawnMark:
    a, b, middle = DrawnSpot("a"), DrawnSpot("b"), DrawnSpot("m")
    match act:
        case Act.MOVE | Act.RETREAT | Act.WALK:
            return DrawnMark(act, fate, "", a, "", to=b)
        case Act.SUPPORT:
            return DrawnMark(act, fate, "", a, "", target=b)
        case Act.CONVOY:
            return DrawnMark(act, fate, "", middle, "", to=b, target=a)
        case Act.BREAK:
            return DrawnMark(act, fate, "", a, "", between=("a", "b"))
        case _:
            return DrawnMark(act, fate, "", middle, "", kind=PieceKind.ARMY)


def _grounds(sheet: Sheet, scene: Scene) -> Iterator[LegendEntry]:
    kinds = {kind_of(area, scene) for area in sheet.areas}
    scenery = {part.ground for part in sheet.scenery}
    if any(area.ground is Ground.LAND and area.id not in scene.owners for area in sheet.areas):
        yield LegendEntry(pgettext("legend", "nobody's land"), _swatch(LAND), 4.0)
    yield LegendEntry(pgettext("legend", "sea"), _swatch(SEA), 4.0)
    if sheet.rivers:
        yield LegendEntry(pgettext("legend", "river"), _river, 4.0)
    if Ground.LAKE in scenery:
        yield LegendEntry(pgettext("legend", "lake"), _swatch(FILLS["lake"]), 4.0)
    if Ground.ROCK in scenery:
        yield LegendEntry(pgettext("legend", "cannot be entered"), _swatch(FILLS["rock"]), 4.0)
    for kind, text in (
        ("hole", pgettext_noop("legend", "black hole")),
        ("closed", pgettext_noop("legend", "country nobody plays")),
        ("box", pgettext_noop("legend", "special units only")),
    ):
        if kind in kinds:
            yield LegendEntry(pgettext("legend", text), _swatch(FILLS[kind]), 4.0)


def _river(point: Point, size: float) -> str:
    x, y = point
    data = f"M{x - size * 1.6:.1f} {y:.1f}q{size * 0.8:.1f} {-size:.1f} {size * 1.6:.1f} 0t{size * 1.6:.1f} 0"
    return element(
        "path", d=data, fill="none", stroke=RIVER, stroke_width=size * 0.4, stroke_linecap="round"
    )
