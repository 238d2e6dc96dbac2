"""The beginning: the board as it is set up, and the first hands (3)."""

from __future__ import annotations

from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.rounds import fill_hand
from gm.games.freedom.rules.state import Cannons, Control, Policy, SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, INS, INSURGENT, PERIODS, SEATS, Tables


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


def deal(course: Course) -> None:
    """Shuffle the deck of each period, and deal the first hands (3)."""
    for period in PERIODS:
        cards = course.tables.deck(period)
        course.shuffle(f"deck {period}", period, cards, discards=False)
    for seat in SEATS:
        fill_hand(course, seat)
