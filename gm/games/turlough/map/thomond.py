"""Thomond as a sheet of hexes, and a position on it with what moved and fought in the turn (3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gm.contract.events import Event
from gm.drawing.scene import DrawnSide as Owner
from gm.drawing.sheet import Ring
from gm.drawing.tile_picture import MAP_WIDTH, TilePicture
from gm.drawing.tiles import (
    Counter,
    KeySign,
    TileFight,
    TileFigure,
    TileMove,
    TilePlace,
    TileScene,
    TileSheet,
    TileTrack,
    hex_sheet,
)
from gm.games.turlough.pages.land_parts import across_land
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

_TALL: Final = 1.6
"""How many times as high as a regular one a hex is: on a phone there is room below, not beside."""

_TERRAIN: Final = {Terrain.WOOD: TileFigure.TREES, Terrain.BOG: TileFigure.REEDS}
_SETTLEMENTS: Final = {
    SettlementKind.LONGPORT: TileFigure.HOUSES,
    SettlementKind.MONASTERY: TileFigure.CHURCH,
    SettlementKind.CASTLE: TileFigure.TOWER,
}
_HUES: Final = {str(seat.id): seat.colour for seat in SEATS}
"""The colours of groups: those of the seats that are named after them."""


@lru_cache(maxsize=16)
def thomond_sheet(
    tables: Tables, scenario: str, longport_at_glen: bool, part: frozenset[str] = frozenset()
) -> TileSheet:
    """Return the land as it is drawn in a scenario.

    Args:
        tables: what is played. scenario: its year.
        longport_at_glen: a second claimant lives at Dubh Glen.
        part: hexes that are shown alone, larger; none for all.
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
        if not part or hex_.id in part
    ]
    routes = _pairs(tables, tables.routes)
    waters = _pairs(tables, tables.waters)
    if part:
        share = across_land(tables, part) / across_land(tables, tables.hexes)
        return hex_sheet(places, MAP_WIDTH * share, routes, waters, _TALL)
    sheet = hex_sheet(places, MAP_WIDTH, routes, waters, _TALL)
    return replace(sheet, sea=True, lands=(_connacht(sheet),))


def _connacht(sheet: TileSheet) -> Ring:
    """Return the land in the north-east, of which the hexes cover what is theirs."""
    tops = {tile.id: tile.middle for tile in sheet.tiles}
    west, south = tops["ABB"][0], tops["INI"][1]
    return (west, 0), (sheet.width, 0), (sheet.width, south), (west, south)


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
    part: frozenset[str] = frozenset(),
) -> TilePicture:
    """Return a position as a picture.

    Args:
        rules: of the game. title: over it. state: the position.
        before, events: the one before the turn, and what happened since; none for a position alone.
        part: hexes that are shown alone, larger; none for all.
    """
    tables = rules.tables
    at_glen = settlement_at(state, tables, "DUB") is SettlementKind.LONGPORT
    moves = tuple(_moves(tables, before, events)) if before is not None else ()
    won = _fights_won(events)
    fights = tuple(_fights(tables, state, won))
    raided = {event.hex for event in events if isinstance(event, Raided)}
    groups = [group for group in GROUPS if group in state.seats]
    return TilePicture(
        thomond_sheet(tables, state.scenario, at_glen, part),
        TileScene(
            title,
            subtitle=_subtitle(tables, state),
            description="; ".join(_said(tables, state)),
            sides=tuple(_side(state, group) for group in groups),
            letters={group: group for group in groups},
            holders={
                hex_: group
                for hex_ in state.devastation
                if (group := _holding(tables, state, hex_)) is not None
            },
            owners={
                hex_: owner
                for hex_ in state.devastation
                if (owner := owner_of(state, tables, hex_)) is not None
            },
            counters=tuple(_counters(tables, state, won)),
            moves=moves,
            notes={hex_: str(points) for hex_, points in state.devastation.items() if points},
            struck=frozenset(state.destroyed),
            signs=dict.fromkeys(raided, (TileFigure.FIRE,)),
            key=(*_key(), *_deeds(moves, fought=bool(won), raided=bool(raided))),
            fights=fights,
            tracks=() if part else tuple(_tracks(rules, state)),
        ),
    )


def _side(state: TurloughState, group: str) -> Owner:
    """Return a group as the legend has it, with the factions of it that are not named in its own."""
    factions = [
        faction for faction, its in state.standings() if its.group == group and not its.out
    ]
    named = [] if factions == [group] else factions
    return Owner(group, group_words(group), _HUES[group], figures=", ".join(named))


def _holding(tables: Tables, state: TurloughState, hex_: str) -> str | None:
    """Return the group whose land a hex is; None of neutrals, and of who is out."""
    owner = owner_of(state, tables, hex_)
    if owner is None or state.factions[owner].out:
        return None
    return state.group_of(owner)


def _counters(
    tables: Tables, state: TurloughState, won: Mapping[str, Sequence[str]]
) -> Iterator[Counter]:
    for army in state.armies:
        words = f"{faction_words(tables, army.faction)}, {army_words(army)}"
        group = state.group_of(army.faction) or ""
        fought = army.faction in won.get(army.hex, ())
        yield Counter(army.hex, group, f"{army.faction}{army.battles}", words, fought=fought)


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


def _fights_won(events: Sequence[Event]) -> Mapping[str, Sequence[str]]:
    """Return for each hex that was fought for who won its last roll; nobody where a castle did."""
    won: dict[str, Sequence[str]] = {}
    for event in events:
        if isinstance(event, Rolled) and event.kind in (RollKind.ATTACK, RollKind.CASTLE):
            won[event.hex] = event.attackers if event.attack > event.defence else event.defenders
    return won


def _fights(
    tables: Tables, state: TurloughState, won: Mapping[str, Sequence[str]]
) -> Iterator[TileFight]:
    """Yield the fights whose winners do not stand there any more, and those that a castle won."""
    standing = {(army.hex, army.faction) for army in state.armies}
    for hex_, winners in won.items():
        if any((hex_, faction) in standing for faction in winners):
            continue
        winner = winners[0] if winners else owner_of(state, tables, hex_)
        side = state.group_of(winner) if winner is not None else None
        words = gettext("fought in {place}", place=place_words(tables, hex_))
        yield TileFight(hex_, side or "", winner or "", words)


def _tracks(rules: TurloughRules, state: TurloughState) -> Iterator[TileTrack]:
    for group, height in state.stacks():
        name = gettext("{stack}, febas", stack=group_words(group))
        yield TileTrack(name, height, 0, max(rules.settings.febas_goal, height))


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


def _key() -> Iterator[tuple[KeySign, str]]:
    yield TileFigure.HOUSES, pgettext("settlement", "longport")
    yield TileFigure.CHURCH, pgettext("settlement", "monastery")
    yield TileFigure.TOWER, pgettext("settlement", "castle")
    yield TileFigure.TREES, pgettext("terrain", "wood")
    yield TileFigure.REEDS, pgettext("terrain", "bog")
    yield "7", gettext("devastation")


def _deeds(
    moves: Sequence[TileMove], *, fought: bool, raided: bool
) -> Iterator[tuple[KeySign, str]]:
    """Yield what has been done that is drawn, and what the sign of it means."""
    for forced, words in ((False, gettext("march")), (True, gettext("got away"))):
        shown = next((move for move in moves if move.forced is forced), None)
        if shown is not None:
            yield shown, words
    if fought:
        yield TileFight("", "", "CT"), gettext("won a fight")
    if raided:
        yield TileFigure.FIRE, gettext("raided")
