"""Boarding: which armies of a season go by sea, and with which fleets.

It enters into the field what `gm.rules.convoys` makes of each army's move.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules.convoys import Carriage, Sailor, embark
from gm.rules.field import Field
from gm.rules.legality import normalise_move
from gm.rules.line_up import NOBODY, LineUp
from gm.rules.orders import Convoy, Move, UnitOrder
from gm.rules.reach import has_chain
from gm.rules.units import ARMY

Afar = list[tuple[int, Move]]
Convoys = list[tuple[int, Convoy]]


def enter_convoys(field: Field, line_up: LineUp, afar: Afar, convoys: Convoys) -> None:
    """Enter the moves that go by sea, or wish to, or need a closer look, and who carries whom.

    Args:
        field: the season, with all moves that units make by themselves.
        line_up: its units.
        afar: the other moves, not judged yet.
        convoys: the orders to convoy, not judged yet.
    """
    legal: Afar = []
    for unit, order in afar:
        if order.to.coast is None and order.to.province in field.spots[unit].crossings:
            legal.append((unit, order))
            continue
        written = normalise_move(field.reach.board, field.units[unit], order)
        field.orders[unit] = written
        if not field.is_illegal(unit, order):
            legal.append((unit, written))
    offers = _offers(field, line_up, convoys)
    field.fleets = line_up.fleets_at_sea()
    for army, offered in offers.items():
        if field.landings[army] is not None:
            _embark(field, army, field.orders[army], offered)
    for unit, order in legal:
        landing = field.spots[unit].landing(order.to)
        if field.spots[unit].kind is ARMY:
            sails = _embark(field, unit, order, offers.get(unit, []))
            if landing is None and sails:
                landing = field.reach.armies[order.to.province]
        if landing is None:
            field.stranded.append(unit)
        else:
            field.enter_move(unit, landing)
    field.movers.sort()


def _offers(field: Field, line_up: LineUp, convoys: Convoys) -> dict[int, list[Carriage]]:
    """Judge the convoy orders; return by army those that match its legal move."""
    offers: dict[int, list[Carriage]] = {}
    for fleet, convoy in convoys:
        if field.is_illegal(fleet, convoy):
            continue
        field.carriers.append(fleet)
        army = line_up.find(convoy.target.at)
        move = field.orders[army]
        if (
            isinstance(move, Move)
            and move.to.province == convoy.to.province
            and army not in field.faults
        ):
            own = field.units[army].power == field.units[fleet].power
            offers.setdefault(army, []).append(Carriage(fleet, field.spots[fleet].number, own))
    return offers


def _embark(field: Field, army: int, order: UnitOrder | None, offered: Sequence[Carriage]) -> bool:
    """Enter the way of an army that goes by sea; return whether it does.

    A convoy order counts as matching if fleets on the board could take the army there at all; an
    army that none could take, and that cannot walk, is stranded (DATC 6.D.32).
    """
    if not isinstance(order, Move):
        return False
    sailor = _sailor(field, army, order)
    possible = has_chain(field.reach, sailor.start, sailor.goal, field.fleets)
    if possible:
        field.useful.update([one.fleet for one in offered])
    elif not sailor.walks:
        return False
    passage = embark(field.reach, field.profile, field.fleets, sailor, offered if possible else ())
    if passage is None:
        return False
    field.passages[army] = passage
    field.sailing.append(army)
    return True


def _sailor(field: Field, army: int, order: Move) -> Sailor:
    """Describe the move of an army that may go by sea."""
    number = field.reach.number
    start, goal = field.spots[army].number, number[order.to.province]
    facing = field.occupant[goal]
    opposite = field.orders[facing] if facing != NOBODY and facing not in field.faults else None
    opposed = isinstance(opposite, Move) and number[opposite.to.province] == start
    walks = order.to.province in field.spots[army].steps
    return Sailor(start, goal, walks, order.via_convoy, opposed)
