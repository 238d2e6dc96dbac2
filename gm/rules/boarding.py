"""Boarding: which armies of a season go by sea, and with which fleets.

It enters into the field what `gm.rules.convoys` makes of each army's move.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules.convoys import Carriage, Sailor, embark
from gm.rules.field import Field
from gm.rules.line_up import LineUp
from gm.rules.reach import has_chain
from gm.rules.tasks import NOBODY
from gm.rules.units import ARMY


def enter_convoys(field: Field, line_up: LineUp, afar: list[int], convoys: list[int]) -> None:
    """Enter the moves that go by sea, or wish to, or need a closer look, and who carries whom.

    Args:
        field: the season, with all moves that units make by themselves.
        line_up: its units.
        afar: the units with other moves, not judged yet.
        convoys: the units with orders to convoy, not judged yet.
    """
    tasks, faults = field.tasks, field.faults
    for unit in afar:
        if tasks[unit].judged:
            field.is_illegal(unit)
    offers = _offers(field, convoys)
    field.fleets = line_up.fleets_at_sea()
    for army, offered in offers.items():
        if field.goal[army] != NOBODY:
            _embark(field, army, offered)
    for unit in afar:
        if unit in faults:
            continue
        task = tasks[unit]
        sails = task.post.spot.kind is ARMY and _embark(field, unit, offers.get(unit, ()))
        if sails or task.walks:
            field.enter_move(unit, task.to)
        else:
            field.stranded.append(unit)
    field.movers.sort()


def _offers(field: Field, convoys: list[int]) -> dict[int, list[Carriage]]:
    """Judge the convoy orders; return by army those that match its legal move."""
    offers: dict[int, list[Carriage]] = {}
    posts, tasks, faults = field.posts, field.tasks, field.faults
    for fleet in convoys:
        task = tasks[fleet]
        army = field.occupant[task.place]
        if (army == NOBODY or posts[army].spot is not task.helps) and field.is_illegal(fleet):
            continue
        field.carriers.append(fleet)
        if tasks[army].to == task.backs and army not in faults:
            own = posts[army].power == posts[fleet].power
            offers.setdefault(army, []).append(Carriage(fleet, posts[fleet].number, own))
    return offers


def _embark(field: Field, army: int, offered: Sequence[Carriage]) -> bool:
    """Enter the way of an army that goes by sea; return whether it does.

    A convoy order counts as matching if fleets on the board could take the army there at all; an
    army that none could take, and that cannot walk, is stranded (DATC 6.D.32).
    """
    sailor = _sailor(field, army)
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


def _sailor(field: Field, army: int) -> Sailor:
    """Describe the move of an army that may go by sea."""
    task = field.tasks[army]
    start, facing = task.number, field.occupant[task.to]
    opposed = facing != NOBODY and facing not in field.faults and field.tasks[facing].to == start
    return Sailor(start, task.to, task.walks, task.tagged, opposed)
