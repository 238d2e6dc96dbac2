"""Boarding: which armies of a season go by sea, and with which fleets.

It enters into the field what `gm.games.diplomacy.rules.convoys` makes of each army's move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.games.diplomacy.rules.convoys import Sailor, embark, on_routes
from gm.games.diplomacy.rules.field import Field
from gm.games.diplomacy.rules.reach import has_chain
from gm.games.diplomacy.rules.spots import bits
from gm.games.diplomacy.rules.tasks import NOBODY, Task
from gm.games.diplomacy.rules.units import ARMY

NO_FLEETS: Final[tuple[int, ...]] = ()
"""Nobody offers to carry an army."""


def enter_convoys(field: Field, afar: list[int], convoys: list[int]) -> None:
    """Enter the moves that go by sea, or wish to, or need a closer look, and who carries whom.

    Args:
        field: the season, with all moves that units make by themselves.
        afar: the units with other moves, not judged yet.
        convoys: the units with orders to convoy, not judged yet.
    """
    tasks, faults = field.tasks, field.faults
    for unit in afar:
        if tasks[unit].judged:
            field.is_illegal(unit)
    offers = _offers(field, convoys)
    for army, offered in offers.items():
        if field.goal[army] != NOBODY:
            _embark(field, army, offered)
    for unit in afar:
        if unit in faults:
            continue
        task = tasks[unit]
        sails = task.post.spot.kind is ARMY and _embark(field, unit, offers.get(unit, NO_FLEETS))
        if sails or task.walks:
            field.enter_move(unit, task.to)
        else:
            field.stranded.append(unit)
    field.movers.sort()


def _offers(field: Field, convoys: list[int]) -> dict[int, list[int]]:
    """Judge the convoy orders; return by army the fleets whose order matches its legal move."""
    offers: dict[int, list[int]] = {}
    posts, tasks, faults = field.posts, field.tasks, field.faults
    for fleet in convoys:
        task = tasks[fleet]
        army = field.occupant[task.place]
        if (army == NOBODY or posts[army].spot is not task.helps) and field.is_illegal(fleet):
            continue
        field.carriers.append(fleet)
        if tasks[army].to == task.backs and army not in faults:
            offers.setdefault(army, []).append(fleet)
    return offers


def _embark(field: Field, army: int, offered: Sequence[int]) -> bool:
    """Enter the way of an army that goes by sea; return whether it does.

    A convoy order counts as matching if fleets on the board could take the army there at all; an
    army that none could take, and that cannot walk, is stranded (DATC 6.D.32).
    """
    task, reach = field.tasks[army], field.reach
    # A fleet beside both coasts makes a route by itself; most convoys are such.
    direct = reach.shores[task.number] & reach.shores[task.to]
    willing = 0
    for fleet in offered:
        willing |= 1 << field.posts[fleet].number
    if willing & direct or _is_possible(field, task, direct):
        field.useful.update(offered)
    elif task.walks:
        willing = 0
    else:
        return False
    lanes = direct
    if willing & ~direct:
        lanes |= on_routes(reach, field.profile, task.number, task.to, field.fleets_at_sea())
    passage = embark(reach, field.profile, _sailor(field, army, offered, lanes), willing & lanes)
    if passage is None:
        return False
    field.passages[army] = passage
    field.sailing.append(army)
    return True


def _is_possible(field: Field, task: Task, direct: int) -> bool:
    """Tell whether the fleets on the board could take an army where it goes, were all willing."""
    for sea in bits(direct):
        unit = field.occupant[sea]
        if unit != NOBODY and field.posts[unit].spot.ship:
            return True
    return has_chain(field.reach, task.number, task.to, field.fleets_at_sea())


def _sailor(field: Field, army: int, offered: Sequence[int], lanes: int) -> Sailor:
    """Describe the move of an army that may go by sea."""
    task, posts = field.tasks[army], field.posts
    start, facing = task.number, field.occupant[task.to]
    opposed = facing != NOBODY and facing not in field.faults and field.tasks[facing].to == start
    own = False
    for fleet in offered:
        own = own or (posts[fleet].power == task.power and lanes >> posts[fleet].number & 1 == 1)
    return Sailor(start, task.to, task.walks, task.tagged, opposed, own)
