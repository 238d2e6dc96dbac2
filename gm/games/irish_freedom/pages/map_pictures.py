"""The map: the island in six Regions of four Areas, what stands where, and what a turn has moved.

It is a scheme that lies as Ireland does: the fields of an Area are large enough for its counters on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from gm.contract.events import Event
from gm.contract.facts import Part, Viewer
from gm.contract.pages import PictureView
from gm.contract.past import Past
from gm.contract.pictures import MarkedPicture
from gm.contract.told import Told
from gm.drawing.scene import Side as DrawnSide
from gm.drawing.tile_picture import MAP_WIDTH, TilePicture
from gm.drawing.tiles import (
    Counter,
    TileFigure,
    TileGroup,
    TileMove,
    TilePlace,
    TileScene,
    TileSheet,
    grid_sheet,
)
from gm.errors import NotAllowed
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.pages.words import (
    attachment_words,
    colour_words,
    place_words,
    terrain_words,
    unit_words,
    war_words,
)
from gm.games.irish_freedom.rules.events import CombatRound, Retreated, UnitMoved
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.rules.tables import Colour, Tables, Terrain, side_of
from gm.languages import gettext, known, spoken
from gm.mail.pictures import picture_cid, picture_label

_CORNERS: Final = {
    "ULS": (0.0, 2.2),
    "WES": (2.3, 0.0),
    "MID": (2.3, 2.2),
    "DUB": (2.3, 4.4),
    "KER": (4.6, 1.1),
    "COR": (4.6, 3.3),
}
"""The row and column in which the field above on the left of each Region lies."""

_ROW_HEIGHT: Final = 118
_FIELDS: Final = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Where in its Region an Area lies, by the order of the faces."""

_FIGURES: Final = {
    Terrain.BOG: TileFigure.REEDS,
    Terrain.TOWN: TileFigure.HOUSE,
    Terrain.CITY: TileFigure.HOUSES,
}
_COLOURS: Final = {
    Colour.RED: "#d55e00",
    Colour.ORANGE: "#e69f00",
    Colour.BLUE: "#0072b2",
    Colour.GREEN: "#009e73",
}
_AFTER, _BEFORE = "after", "before"
_MARK: Final = re.compile(r"(after|before)/(\d{1,9})/([a-z]{2})")
_MOST_MOVES: Final = 12
"""Arrows of a picture; the last ones of a turn that had more."""


@lru_cache(maxsize=4)
def island_sheet(tables: Tables) -> TileSheet:
    """Return the island as a map of fields, with a road between each two Regions it joins."""
    places = [
        TilePlace(
            area.id,
            _CORNERS[region.code][0] + row,
            _CORNERS[region.code][1] + column,
            f"{place_words(tables, area.id)}, {area.terrain.value}",
            (_FIGURES[area.terrain], *((TileFigure.ANCHOR,) if area.port else ())),
        )
        for region in tables.regions
        for area, (row, column) in zip(region.areas, _FIELDS, strict=True)
    ]
    groups = [TileGroup(r.name, tuple(area.id for area in r.areas)) for r in tables.regions]
    middles = {tile.id: (tile.row, tile.column) for tile in places}
    return grid_sheet(places, MAP_WIDTH, _ROW_HEIGHT, _roads(tables, middles), groups=groups)


def _roads(tables: Tables, places: dict[str, tuple[float, float]]) -> Iterator[tuple[str, str]]:
    """Yield for each road the Areas of its Regions that lie nearest to each other."""
    for region in tables.regions:
        for code in sorted(set(region.roads)):
            if tables.region[code].number > region.number:
                yield min(
                    (
                        (area.id, other.id)
                        for area in region.areas
                        for other in tables.region[code].areas
                    ),
                    key=lambda pair: sum(
                        (one - two) ** 2
                        for one, two in zip(places[pair[0]], places[pair[1]], strict=True)
                    ),
                )


def board_picture(
    tables: Tables, state: FreedomState, events: Iterable[Event] = ()
) -> TilePicture:
    """Return a position, with what led to it as arrows and crosses."""
    facts = [*events]
    fought = frozenset(fact.area for fact in facts if isinstance(fact, CombatRound))
    scene = TileScene(
        gettext("{war}, turn {turn}", war=war_words(state.war), turn=state.turn),
        description="; ".join(_described(tables, state)),
        sides=tuple(
            DrawnSide(colour.value, colour_words(colour), hue) for colour, hue in _COLOURS.items()
        ),
        counters=tuple(_counters(tables, state)),
        moves=tuple([*_moves(state, facts)][-_MOST_MOVES:]),
        struck=fought,
        key=(
            *((figure, terrain_words(terrain)) for terrain, figure in _FIGURES.items()),
            (TileFigure.ANCHOR, gettext("port")),
        ),
    )
    return TilePicture(island_sheet(tables), scene)


def _counters(tables: Tables, state: FreedomState) -> Iterator[Counter]:
    """Yield what stands on the board, with the letters of its type."""
    for unit in state.units:
        words = unit_words(tables, unit)
        several = len(tables.units[unit.type].colours) > 1
        letters = _letters(unit.type.value, unit.colour if several else None)
        yield Counter(unit.area, unit.colour.value, letters, words)
    for piece in state.attachments:
        words = attachment_words(tables, piece)
        letters = _letters(piece.type.value, piece.colour)
        yield Counter(piece.area, piece.colour.value, letters, words)


def _letters(type_: str, colour: Colour | None) -> str:
    """Return what stands on a counter: `ARMY`, and `gGUE` where its type comes in several colours."""
    return f"{colour.value[0]}{type_}" if colour is not None else type_


def _described(tables: Tables, state: FreedomState) -> Iterator[str]:
    for unit in state.units:
        yield f"{unit_words(tables, unit)}: {place_words(tables, unit.area)}"


def _moves(state: FreedomState, events: Iterable[Event]) -> Iterator[TileMove]:
    """Yield what went where: units as they were moved, groups as they retreated."""
    colours = {unit.id: unit.colour for unit in state.units}
    for event in events:
        match event:
            case UnitMoved(unit, start, target):
                colour = colours.get(unit, _colour_of(unit))
                yield TileMove((start, target), colour.value, f"{unit}: {start} - {target}")
            case Retreated(side, start, target, units) if start != target and units:
                colour = next((c for c in Colour if side_of(state.war, c) is side), Colour.RED)
                yield TileMove((start, target), colour.value, f"{start} - {target}")
            case _:
                pass


def _colour_of(id_: str) -> Colour:
    """Return the colour that the id of a unit begins with (2)."""
    return next(colour for colour in Colour if colour.letter == id_[0])


class FreedomPictures:
    """Keeps the contract's `Pictures`. All that is drawn is public."""

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says."""
        _, number, language = _read(text)
        code = language if language in known() else ""
        return MarkedPicture(number, code, Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Past[FreedomState, FreedomOutcome]) -> TilePicture:
        """Return the board before a turn, or after it with what the turn has moved."""
        shows, number, _ = _read(text)
        at = past.at(number)
        tables = past.rules.tables if isinstance(past.rules, FreedomRules) else load_tables()
        if shows == _BEFORE:
            return board_picture(tables, at.before)
        if at.resolved_at is None:
            raise NotAllowed("the turn is not over")
        return board_picture(tables, at.after, at.events)


def board_enclosed(
    told: Told[FreedomState, FreedomOutcome], *, begins: bool = False
) -> tuple[PictureView, ...]:
    """Return the picture that goes with a report, or with the opening."""
    game, number = told.game, told.occasion.number
    if not game.picture_host:
        return ()
    shows = _BEFORE if begins else _AFTER
    cid = picture_cid(f"board-{shows}", number, game.name, game.picture_host)
    mark = f"{shows}/{number}/{spoken()}"
    return (PictureView("board", cid, picture_label(cid), mark, gettext("The board")),)


def _read(text: str) -> tuple[str, int, str]:
    found = _MARK.fullmatch(text)
    if found is None:
        raise NotAllowed(f"{text!r} marks no picture")
    return found[1], int(found[2]), found[3]
