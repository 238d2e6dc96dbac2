"""How a scenario begins: groups, seats, herds, hostages and the deck (1, 4)."""

from __future__ import annotations

from typing import Final

from gm.contract.seats import Seat, SeatId
from gm.games.turlough.rules.course import TurloughOptions
from gm.games.turlough.rules.rounds import extra_cards
from gm.games.turlough.rules.sides import is_lesser_king
from gm.games.turlough.rules.state import FactionState, TurloughState
from gm.games.turlough.rules.tables import (
    ALLIES,
    BRIAN_ROE,
    CLAIMANTS,
    ENGLISH,
    EXTRA,
    GROUPS,
    TURLOUGH,
    Scenario,
    Tables,
)

SEATS: Final = (
    Seat(SeatId("CT"), "Clann Turlough", "#0072b2"),
    Seat(SeatId("CBR"), "Clann Brian Roe", "#d55e00"),
    Seat(SeatId("DEC"), "De Clare", "#7a5195"),
    Seat(SeatId("CTA"), "Turlough's allies", "#56b4e9"),
    Seat(SeatId("CBA"), "Brian Roe's allies", "#e69f00"),
    Seat(SeatId("CTB"), "Turlough's other allies", "#009e73"),
    Seat(SeatId("CBB"), "Brian Roe's other allies", "#8c6d1f"),
)
"""Every seat that there can be, named after its first group (1)."""

_HERD: Final = 5
"""The cattle with which a faction of a group begins (4)."""

_LEAST_TO_SPLIT: Final = 2
"""The allies that a side needs so that two can play them (1)."""


def first_position(
    tables: Tables, scenario: str, players: int, options: TurloughOptions
) -> TurloughState:
    """Return how a scenario lies on the table before the deck is shuffled.

    Args:
        scenario: its id. players: 3 to 6.

    Raises:
        ValueError: it cannot be played by so many.
    """
    layout = tables.scenarios[scenario]
    groups = _groups(tables, layout, players)
    factions = {id_: _faction(layout, id_, groups.get(id_)) for id_ in tables.factions}
    played = [group for group in GROUPS if group in _seats(players, groups)]
    supported = layout.side_of(ENGLISH)
    return TurloughState(
        scenario=scenario,
        king=layout.king,
        partition=bool(layout.halves),
        dec_side=supported,
        hazard=f"{layout.hazard}{EXTRA}" if layout.hazard is not None else None,
        deck=_deck(tables, layout),
        seats={group: _seats(players, groups)[group] for group in played},
        febas={group: options.start_febas for group in played if group != ENGLISH},
        pounds=layout.pounds,
        factions=factions,
        devastation=dict.fromkeys(tables.settlements(scenario), 0),
    )


def _groups(tables: Tables, scenario: Scenario, players: int) -> dict[str, str]:
    """Return the group of each faction that starts in one (1)."""
    allies = {
        side: [f for f in tables.factions if f in members and is_lesser_king(tables, f)]
        for side, members in scenario.sides.items()
    }
    groups = {claimant: claimant for claimant in CLAIMANTS} | {ENGLISH: ENGLISH}
    split = None
    if players == len(GROUPS) - 1:
        more = len(allies[BRIAN_ROE]) > len(allies[TURLOUGH])
        split = BRIAN_ROE if more else TURLOUGH
        if len(allies[split]) < _LEAST_TO_SPLIT:
            raise ValueError(f"{scenario.id} has too few allies for six players")
    for side, members in allies.items():
        first, second = ALLIES[side]
        for place, faction in enumerate(members):
            groups[faction] = second if side == split and place % 2 else first
    return groups


def _seats(players: int, groups: dict[str, str]) -> dict[str, str]:
    """Return the seat of each group of the game (1)."""
    seats = {"CT": "CT", "CBR": "CBR", "DEC": "DEC", "CTA": "CTA", "CBA": "CBA"}
    if players == 3:
        seats |= {"CTA": "CT", "CBA": "CBR"}
    elif players == 4:
        seats |= {"CBA": "CBR"}
    elif players == 6:
        seats |= {group: group for group in GROUPS if group in groups.values()}
    elif players != 5:
        raise ValueError(f"{players} cannot play it; 3 to 6 can")
    return seats


def _faction(scenario: Scenario, faction: str, group: str | None) -> FactionState:
    exiled = faction == scenario.exiled
    is_ally = group is not None and group not in (*CLAIMANTS, ENGLISH)
    herd = group is not None and faction != ENGLISH and not exiled
    return FactionState(
        group=group,
        alliance=scenario.side_of(faction) if is_ally else None,
        hostage_holder=scenario.hostages.get(faction),
        exiled=exiled,
        cattle=_HERD if herd else 0,
    )


def _deck(tables: Tables, scenario: Scenario) -> tuple[str, ...]:
    """Return the deck in the order of its cards' texts; the hazard it starts under has put in its own (4)."""
    cards = [card for card, count in scenario.deck.items() for _ in range(count)]
    if scenario.hazard is not None:
        cards += extra_cards(tables.hazard(scenario.hazard).adds)
    return tuple(sorted(cards))
