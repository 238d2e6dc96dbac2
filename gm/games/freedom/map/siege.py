"""The siege as a sheet of fields, and a position on it with what moved, attacked and fired in the step (2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from gm.contract.events import Event
from gm.contract.seats import SeatId
from gm.drawing.scene import DrawnSide
from gm.drawing.tile_picture import TilePicture
from gm.drawing.tiles import (
    Counter,
    KeySign,
    Tile,
    TileFigure,
    TileGround,
    TileMove,
    TileScene,
    TileSheet,
)
from gm.games.freedom.data.plan import PlanField, PlanGround, SiegePlan, load_plan
from gm.games.freedom.pages.words import (
    area_words,
    side_words,
    space_words,
    units_words,
    victory_words,
)
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.events import (
    AttackRolled,
    Fired,
    RaidRolled,
    UnitMoved,
)
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import (
    ALLIED,
    CAMP,
    EXPEDITIONARY,
    IMP,
    IMPERIAL_KINDS,
    INS,
    INSURGENT,
    MOST_DAMAGE,
    SEATS,
    Tables,
)
from gm.languages import gettext, gettext_noop, pgettext

_GROUNDS: Final = {
    PlanGround.LAND: TileGround.PLAIN,
    PlanGround.WATER: TileGround.PLAIN,
    PlanGround.WALL: TileGround.MASONRY,
    PlanGround.TOWN: TileGround.STREETS,
    PlanGround.BOX: TileGround.PLAIN,
}

_LETTERS: Final = {EXPEDITIONARY: "E", ALLIED: "A", INSURGENT: "I"}
"""What stands on units of a kind before their number."""

_HUES: Final = {EXPEDITIONARY: "#d55e00", ALLIED: "#f0e442", INSURGENT: "#0072b2"}
_SIDES: Final = {IMP: EXPEDITIONARY, INS: INSURGENT}
"""As which kind what belongs to a side is coloured: its cannons, markers and figures of tracks."""

_NAMES: Final = {
    EXPEDITIONARY: gettext_noop("Expeditionary (E), Imperial"),
    ALLIED: gettext_noop("Allied (A), Imperial"),
    INSURGENT: gettext_noop("Insurgent (I)"),
}

_BOXES: Final[Mapping[str, str]] = {
    "round": gettext_noop("Round"),
    "morale": gettext_noop("Morale"),
    "supplies": gettext_noop("Supplies"),
    "money": gettext_noop("Money"),
    "prep": gettext_noop("Prep"),
    "plea": gettext_noop("Plea"),
    "people": gettext_noop("Heads"),
    "plays": gettext_noop("Plays"),
    "CITY": gettext_noop("City Center"),
}
"""What the fields count that are no spaces."""


def siege_picture(
    rules: MailedSiege,
    title: str,
    state: SiegeState,
    before: SiegeState | None = None,
    events: Sequence[Event] = (),
) -> TilePicture:
    """Return a position as a picture; it shows what everybody may know, and nothing else.

    Args:
        rules: of the game. title: over it. state: the position.
        before, events: the one before the step, and what happened since; none for a position alone.
    """
    tables = rules.tables
    shown = events if before is not None else ()
    moves = tuple(_moves(tables, shown))
    struck = {*_struck(shown)}
    sheet = siege_sheet(load_plan(tables.own_folder), tables, [*_destroyed(state)])
    return TilePicture(
        sheet,
        TileScene(
            title,
            subtitle=_subtitle(state),
            description="; ".join(_said(tables, state)),
            sides=tuple(
                DrawnSide(kind, gettext(name), _HUES[kind]) for kind, name in _NAMES.items()
            ),
            letters=dict(_LETTERS),
            holders={area: _SIDES[held.side] for area, held in state.areas.items()},
            owners=dict.fromkeys(state.areas, ""),
            counters=(*_standing(tables, state), *_counted(tables, state)),
            moves=moves,
            notes={space: str(damage) for space, damage in state.wall.items()},
            signs=dict.fromkeys(struck, (TileFigure.FIRE,)),
            key=(*_key(), *_deeds(moves, struck)),
        ),
    )


def siege_sheet(plan: SiegePlan, tables: Tables, destroyed: Collection[str]) -> TileSheet:
    """Return the plan as it is drawn.

    Args:
        plan: its outlines. tables: what is played.
        destroyed: Wall spaces of which rubble is left.
    """
    tiles = tuple(_tile(field, tables, destroyed) for field in plan.fields)
    return TileSheet(plan.width, plan.height, tiles, plan.thick)


def _tile(field: PlanField, tables: Tables, destroyed: Collection[str]) -> Tile:
    ground = TileGround.RUBBLE if field.id in destroyed else _GROUNDS[field.ground]
    return Tile(
        field.id,
        _name(field.id, tables),
        field.ring,
        field.middle,
        tuple(_figures(field.id, tables)),
        water=field.ground is PlanGround.WATER,
        ground=ground,
        label=_label(field.id, tables),
        titled=field.ground is PlanGround.BOX and field.id not in tables.areas,
    )


def _name(field: str, tables: Tables) -> str:
    return space_words(tables, field) if field in tables.spaces else _label(field, tables)


def _label(field: str, tables: Tables) -> str:
    """Return what is printed on a field; "" where that is its id."""
    if field in tables.areas:
        return area_words(tables, field)
    return gettext(_BOXES[field]) if field in _BOXES else ""


def _figures(field: str, tables: Tables) -> Iterator[TileFigure]:
    if field in tables.forts:
        yield TileFigure.TOWER
    if field == CAMP:
        yield TileFigure.TENT


def _destroyed(state: SiegeState) -> Iterator[str]:
    return (space for space, damage in state.wall.items() if damage == MOST_DAMAGE)


def _subtitle(state: SiegeState) -> str:
    if state.winner is not None and state.why is not None:
        return victory_words(state.winner, state.why.value)
    if state.wait is Wait.END or state.turn is None:
        return gettext("The game is over")
    return gettext("{side} to act.", side=side_words(state.turn))


def _standing(tables: Tables, state: SiegeState) -> Iterator[Counter]:
    """Yield units and cannons, space by space."""
    for space in tables.spaces:
        for kind in (*IMPERIAL_KINDS, INSURGENT):
            count = state.count(space, kind)
            if not count:
                continue
            words = f"{space_words(tables, space)}: {units_words({kind: count})}"
            yield Counter(space, kind, f"{_LETTERS[kind]}{count}", words)
        yield from _cannons(tables, state, space)


def _cannons(tables: Tables, state: SiegeState, space: str) -> Iterator[Counter]:
    where, cannons = space_words(tables, space), state.cannons
    for seat, places in ((IMP, cannons.imperial), (INS, cannons.insurgent)):
        if space in places:
            words = gettext("{place}: cannon", place=where)
            yield Counter(space, _SIDES[seat], "", words, figure=TileFigure.CANNON)
    if space == cannons.bombard:
        words = gettext("{place}: the Bombard", place=where)
        yield Counter(space, INSURGENT, "", words, figure=TileFigure.MORTAR)
    if space == CAMP and cannons.camp:
        words = gettext("{place}: {count} cannons", place=where, count=cannons.camp)
        yield Counter(CAMP, EXPEDITIONARY, str(cannons.camp), words, figure=TileFigure.CANNON)


def _counted(tables: Tables, state: SiegeState) -> Iterator[Counter]:
    """Yield the markers of areas and the figures of tracks."""
    for area in tables.areas:
        held = state.areas[area]
        words = f"{area_words(tables, area)}: {side_words(held.side)}, {held.markers}"
        yield Counter(area, _SIDES[held.side], f"{held.side} {held.markers}", words)
    yield Counter("round", "", str(state.round), str(state.round))
    for seat in SEATS:
        figures = {
            "morale": state.morale[seat],
            "supplies": state.supplies[seat],
            "prep": state.prep[seat],
            "plea": state.plea[seat],
            "plays": state.plays_left[seat],
        }
        for box, figure in figures.items():
            label = "-" if figure is None else str(figure)
            words = f"{gettext(_BOXES[box])}, {side_words(seat)}: {label}"
            yield Counter(box, _SIDES[seat], label, words)
    yield Counter("money", EXPEDITIONARY, str(state.money), str(state.money))
    yield Counter("people", INSURGENT, str(state.population), str(state.population))
    words = gettext("{count} civilians", count=state.civilians)
    yield Counter("CITY", INSURGENT, str(state.civilians), words)


def _moves(tables: Tables, events: Sequence[Event]) -> Iterator[TileMove]:
    """Yield an arrow for each way and each line of fire, one for several of the same."""
    drawn = [arrow for event in events if (arrow := _arrow(tables, event)) is not None]
    for arrow in dict.fromkeys(drawn):
        yield arrow


def _arrow(tables: Tables, event: Event) -> TileMove | None:
    match event:
        case UnitMoved(kind, spaces):
            words = gettext(
                "{units} to {place}",
                units=units_words({kind: 1}),
                place=space_words(tables, spaces[-1]),
            )
            return TileMove(spaces, kind, words)
        case AttackRolled(seat, source, target) | Fired(seat, source, target):
            return _shot(tables, seat, source, target)
        case RaidRolled(source, target):
            return _shot(tables, INS, source, target)
        case _:
            return None


def _shot(tables: Tables, seat: SeatId, source: str, target: str) -> TileMove:
    words = gettext(
        "{source} fires at {target}",
        source=space_words(tables, source),
        target=space_words(tables, target),
    )
    return TileMove((source, target), _SIDES[seat], words, forced=True)


def _struck(events: Sequence[Event]) -> Iterator[str]:
    """Yield where a shot or an attack has removed or damaged something."""
    for event in events:
        match event:
            case AttackRolled(hit=True) | RaidRolled(hit=True):
                yield event.target
            case Fired() if event.hits:
                yield event.target


def _said(tables: Tables, state: SiegeState) -> Iterator[str]:
    for space in tables.spaces:
        if space in state.units:
            yield f"{space_words(tables, space)}: {units_words(state.units[space])}"


def _key() -> Iterator[tuple[KeySign, str]]:
    yield TileFigure.TOWER, pgettext("of a wall", "fort")
    yield Counter("", "", figure=TileFigure.CANNON), gettext("cannon")
    yield Counter("", "", figure=TileFigure.MORTAR), gettext("Bombard")
    yield "1", pgettext("of a wall", "damaged")
    yield TileGround.RUBBLE, pgettext("of a wall", "destroyed (2)")


def _deeds(moves: Sequence[TileMove], struck: set[str]) -> Iterator[tuple[KeySign, str]]:
    """Yield what has been done that is drawn, and what the sign of it means."""
    for forced, words in ((False, gettext("way")), (True, gettext("attack or shot"))):
        shown = next((move for move in moves if move.forced is forced), None)
        if shown is not None:
            yield shown, words
    if struck:
        yield TileFigure.FIRE, pgettext("of a shot", "hit")
