"""Thomond as a sheet of hexes, and a position on it with what moved and fought in the turn (3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from gm.contract.events import Event
from gm.drawing.scene import DrawnSide as Owner
from gm.drawing.tile_picture import TilePicture
from gm.drawing.tiles import (
    Counter,
    TileFight,
    TileFigure,
    TileMove,
    TilePlace,
    TileScene,
    TileSheet,
    TileTrack,
    hex_sheet,
)
from gm.games.turlough.pages.words import (
    army_words,
    faction_words,
    group_words,
    hazard_words,
    place_words,
)
from gm.games.turlough.rules.events import Disengaged, Moved, Raided, Rolled, RollKind, after
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.setup import SEATS
from gm.games.turlough.rules.sides import owner_of, settlement_at
from gm.games.turlough.rules.state import TurloughState
from gm.games.turlough.rules.tables import GROUPS, SettlementKind, Tables, Terrain
from gm.languages import gettext, pgettext

_WIDE: Final = 1000.0
"""The width of the map, in units of the picture."""

_TERRAIN: Final = {Terrain.WOOD: TileFigure.TREES, Terrain.BOG: TileFigure.REEDS}
_SETTLEMENTS: Final = {
    SettlementKind.LONGPORT: TileFigure.HOUSES,
    SettlementKind.MONASTERY: TileFigure.CHURCH,
    SettlementKind.CASTLE: TileFigure.TOWER,
}
_HUES: Final = {str(seat.id): seat.colour for seat in SEATS}
"""The colours of groups: those of the seats that are named after them."""


@lru_cache(maxsize=16)
def thomond_sheet(tables: Tables, scenario: str, longport_at_glen: bool) -> TileSheet:
    """Return the land as it is drawn in a scenario.

    Args:
        tables: what is played. scenario: its year.
        longport_at_glen: a second claimant lives at Dubh Glen.
    """
    places = [
        TilePlace(
            hex_.id,
            hex_.row,
            hex_.column,
            hex_.name,
            tuple(_figures(tables, hex_.id, scenario, longport_at_glen=longport_at_glen)),
        )
        for hex_ in tables.hexes.values()
    ]
    routes = _pairs(tables, tables.routes)
    waters = _pairs(tables, tables.waters)
    return hex_sheet(places, _WIDE, routes, waters)


def _pairs(tables: Tables, edges: frozenset[frozenset[str]]) -> list[tuple[str, str]]:
    pairs = [sorted(edge, key=tables.place.__getitem__) for edge in edges]
    return sorted((first, second) for first, second in pairs)


def _figures(
    tables: Tables, hex_: str, scenario: str, *, longport_at_glen: bool
) -> Iterator[TileFigure]:
    kind = tables.settlement(hex_, scenario)
    if hex_ == "DUB" and longport_at_glen:
        kind = SettlementKind.LONGPORT
    if kind is not None:
        yield _SETTLEMENTS[kind]
    for terrain in tables.terrain(hex_, scenario):
        if terrain in _TERRAIN:
            yield _TERRAIN[terrain]


def thomond_picture(
    rules: TurloughRules,
    title: str,
    state: TurloughState,
    before: TurloughState | None = None,
    events: Sequence[Event] = (),
) -> TilePicture:
    """Return a position as a picture.

    Args:
        rules: of the game. title: over it. state: the position.
        before, events: the one before the turn, and what happened since; none for a position alone.
    """
    tables = rules.tables
    at_glen = settlement_at(state, tables, "DUB") is SettlementKind.LONGPORT
    moves = tuple(_moves(tables, before, events)) if before is not None else ()
    fights = tuple(_fights(tables, state, events))
    groups = [group for group in GROUPS if group in state.seats]
    return TilePicture(
        thomond_sheet(tables, state.scenario, at_glen),
        TileScene(
            title,
            subtitle=_subtitle(tables, state),
            description="; ".join(_said(tables, state)),
            sides=tuple(Owner(group, group_words(group), _HUES[group]) for group in groups),
            letters={group: group for group in groups},
            holders={
                hex_: group
                for hex_ in state.devastation
                if (group := _holding(tables, state, hex_)) is not None
            },
            counters=tuple(_counters(tables, state)),
            moves=moves,
            notes={hex_: str(points) for hex_, points in state.devastation.items() if points},
            struck=frozenset(state.destroyed),
            key=(*_key(), *_arrows(moves)),
            fights=fights,
            tracks=tuple(_tracks(rules, state)),
        ),
    )


def _holding(tables: Tables, state: TurloughState, hex_: str) -> str | None:
    """Return the group whose land a hex is; None of neutrals, and of who is out."""
    owner = owner_of(state, tables, hex_)
    if owner is None or state.factions[owner].out:
        return None
    return state.group_of(owner)


def _counters(tables: Tables, state: TurloughState) -> Iterator[Counter]:
    for army in state.armies:
        words = f"{faction_words(tables, army.faction)}, {army_words(army)}"
        group = state.group_of(army.faction) or ""
        yield Counter(army.hex, group, f"{army.faction}{army.battles}"[:5], words)


def _moves(tables: Tables, before: TurloughState, events: Sequence[Event]) -> Iterator[TileMove]:
    state = before
    for event in events:
        army = state.army(event.faction) if isinstance(event, Moved | Disengaged) else None
        if army is not None and isinstance(event, Moved | Disengaged):
            way = event.way if isinstance(event, Moved) else (event.to,)
            side = state.group_of(army.faction) or ""
            words = gettext(
                "{faction} to {place}",
                faction=faction_words(tables, army.faction),
                place=place_words(tables, way[-1]),
            )
            yield TileMove((army.hex, *way), side, words, forced=isinstance(event, Disengaged))
        state = after(state, [event])


def _fights(tables: Tables, state: TurloughState, events: Sequence[Event]) -> Iterator[TileFight]:
    """Yield the last roll of each hex that was fought for, and raids that succeeded."""
    last: dict[str, TileFight] = {}
    for event in events:
        if isinstance(event, Rolled) and event.kind in (RollKind.ATTACK, RollKind.CASTLE):
            won = event.attackers if event.attack > event.defence else event.defenders
            side = state.group_of(won[0]) if won else None
            words = gettext("fought in {place}", place=place_words(tables, event.hex))
            last[event.hex] = TileFight(event.hex, side or "", won[0] if won else "", words)
        elif isinstance(event, Raided):
            side = state.group_of(event.faction)
            words = gettext("raided: {place}", place=place_words(tables, event.hex))
            last.setdefault(event.hex, TileFight(event.hex, side or "", "R", words))
    yield from last.values()


def _tracks(rules: TurloughRules, state: TurloughState) -> Iterator[TileTrack]:
    for group, height in state.stacks():
        yield TileTrack(group_words(group), height, 0, max(rules.settings.febas_goal, height))


def _subtitle(tables: Tables, state: TurloughState) -> str:
    king = faction_words(tables, state.king) if state.king is not None else gettext("nobody")
    return gettext(
        "King: {king}. Hazard: {card}.", king=king, card=hazard_words(tables, state.hazard)
    )


def _said(tables: Tables, state: TurloughState) -> Iterator[str]:
    for army in state.armies:
        yield (
            f"{faction_words(tables, army.faction)}: {place_words(tables, army.hex)},"
            f" {army_words(army)}"
        )


def _key() -> Iterator[tuple[TileFigure | str, str]]:
    yield TileFigure.HOUSES, pgettext("settlement", "longport")
    yield TileFigure.CHURCH, pgettext("settlement", "monastery")
    yield TileFigure.TOWER, pgettext("settlement", "castle")
    yield TileFigure.TREES, pgettext("terrain", "wood")
    yield TileFigure.REEDS, pgettext("terrain", "bog")
    yield "7", gettext("devastation")


def _arrows(moves: Sequence[TileMove]) -> Iterator[tuple[TileMove, str]]:
    """Yield an arrow of each kind that is drawn, and what it means."""
    for forced, words in ((False, gettext("march")), (True, gettext("got away"))):
        shown = next((move for move in moves if move.forced is forced), None)
        if shown is not None:
            yield shown, words
