"""The beginning: the board as it is set up, and the first hands (3)."""

from __future__ import annotations

from dataclasses import replace

from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.rounds import fill_hand
from gm.games.freedom.rules.state import Cannons, Control, Policy, SiegeState, Wait
from gm.games.freedom.rules.tables import (
    IMP,
    INS,
    INSURGENT,
    PERIODS,
    SEATS,
    Siege,
    SpaceKind,
    Tables,
)

_FRONT_ROW = 4
"""Nobody begins nearer to the Wall."""


def first_position(tables: Tables) -> SiegeState:
    """Return the position of the set-up, before the decks are shuffled (3)."""
    siege = tables.siege
    insurgents = sum(there.get(INSURGENT, 0) for there in siege.units.values())
    return SiegeState(
        round=1,
        wait=Wait.OPENING,
        turn=IMP,
        plays_left=dict.fromkeys(SEATS, siege.plays),
        morale=dict(siege.morale),
        supplies=dict(siege.supplies),
        money=siege.money,
        prep=dict.fromkeys(SEATS, 0),
        plea={IMP: 0, INS: 0},
        population=siege.civilians + insurgents,
        civilians=siege.civilians,
        units={space: dict(there) for space, there in siege.units.items()},
        cannons=Cannons(
            tables.canonical(siege.imperial_cannons),
            tables.canonical(siege.insurgent_cannons),
            siege.bombard,
            siege.camp_cannons,
        ),
        wall={},
        areas={id_: Control(area.side, area.markers) for id_, area in tables.areas.items()},
        deck=dict.fromkeys(PERIODS, ()),
        hand=dict.fromkeys(SEATS, ()),
        policy={seat: Policy() for seat in SEATS},
    )


def nearer(tables: Tables) -> Siege:
    """Return the set-up with what stands on the mainland one row nearer to the Wall, if that is free (3)."""
    siege = tables.siege
    units = dict(siege.units)
    for space in sorted(units):  # from the Wall on, so that each row steps into one that is left
        there = _step_nearer(tables, space)
        if there not in units:
            units[there] = units.pop(space)
    ahead = {_step_nearer(tables, space) for space in siege.imperial_cannons}
    cannons = tables.canonical(ahead) if ahead <= units.keys() else siege.imperial_cannons
    return replace(siege, units=units, imperial_cannons=cannons)


def _step_nearer(tables: Tables, space: str) -> str:
    """Return the space in front of one; itself where there is none on the mainland."""
    here = tables.spaces[space]
    if here.kind is not SpaceKind.MAINLAND or here.row <= _FRONT_ROW:
        return space
    return f"{here.row - 1}-{here.column}"


def deal(course: Course) -> None:
    """Shuffle the deck of each period, and deal the first hands (3)."""
    for period in PERIODS:
        cards = course.tables.deck(period)
        course.shuffle(f"deck {period}", period, cards, discards=False)
    for seat in SEATS:
        fill_hand(course, seat)
