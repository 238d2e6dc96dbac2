"""Boarding: which armies of a season go by sea, and with which fleets.

It enters into the field what `gm.games.diplomacy.rules.season.convoys` makes of each army's move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gm.games.diplomacy.rules.orders import Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.policies import Profile
from gm.games.diplomacy.rules.reach import bits, has_chain
from gm.games.diplomacy.rules.season.convoys import Passage, Sailor, Way, embark, on_routes
from gm.games.diplomacy.rules.season.field import Field, Judge
from gm.games.diplomacy.rules.season.line_up import LineUp
from gm.games.diplomacy.rules.season.tasks import (
    CONVOY,
    NOBODY,
    STAND,
    STRANGE,
    SUPPORT,
    VOYAGE,
    Task,
)
from gm.games.diplomacy.rules.units import ARMY, FLEET

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
    own_fleet = False
    for fleet in offered:
        own_fleet = own_fleet or (
            posts[fleet].power == task.power and lanes >> posts[fleet].number & 1 == 1
        )
    return Sailor(start, task.to, task.walks, task.tagged, opposed, own_fleet)


# How a season is laid out: the tasks entered, judged where they must be, and matched.
#
# Moves come first, then convoys, then supports, for each has to match what those before it do. What
# is not plain is judged by `legality`, which alone knows reasons.


def lay_out(
    line_up: LineUp,
    given: Sequence[UnitOrder | None],
    profile: Profile,
    judge: Judge,
    idle: Mapping[int, Reason],
) -> Field:
    """Lay out a season.

    Args:
        line_up: the units.
        given: the order of each, by index; None stands.
        profile: the rulebook.
        judge: says why an order is illegal, where that is not plain; such units stand.
        idle: units that do not obey, and why.
    """
    return lay_out_tasks(line_up, line_up.tasks_of(given), profile, judge, idle)


def lay_out_tasks(
    line_up: LineUp,
    tasks: list[Task],
    profile: Profile,
    judge: Judge,
    idle: Mapping[int, Reason],
) -> Field:
    """Lay out a season whose orders have been looked up: `tasks` says what each unit is to do."""
    if idle:
        tasks = [
            Task(line_up.posts[unit], task.source, obeys=False) if unit in idle else task
            for unit, task in enumerate(tasks)
        ]
    field = Field(line_up, tasks, profile, judge, idle)
    attackers, movers = field.attackers, field.movers
    supports: list[int] = []
    others: list[int] = []
    for unit, task in enumerate(tasks):
        goal = task.goal
        if goal != NOBODY:
            attackers[goal] += (unit,)
            movers.append(unit)
        elif task.kind == SUPPORT:
            supports.append(unit)
        elif task.kind != STAND:
            others.append(unit)
    if others:
        _enter_others(field, others)
    if supports:
        _enter_supports(field, supports)
    return field


def _enter_others(field: Field, others: list[int]) -> None:
    """Enter what goes by sea; what only a mechanism may know is judged, and stands."""
    tasks = field.tasks
    convoys = [unit for unit in others if tasks[unit].kind == CONVOY]
    afar = [unit for unit in others if tasks[unit].kind == VOYAGE]
    for unit in others:
        if tasks[unit].kind == STRANGE:
            field.is_illegal(unit)
    if afar or convoys:
        enter_convoys(field, afar, convoys)


def _enter_supports(field: Field, supports: list[int]) -> None:
    """Judge the supports, and enter those that match what the unit they help does."""
    posts, tasks, goals, occupant = field.posts, field.tasks, field.goal, field.occupant
    supporters, passages, matching = field.supporters, field.passages, field.supports
    for supporter in supports:
        task = tasks[supporter]
        target = occupant[task.place]  # where nobody stands the last unit is asked, in vain
        if posts[target].spot is not task.helps and field.is_illegal(supporter):
            continue
        if goals[target] != task.backs or (
            task.backs != NOBODY
            and (task.judged or passages[target] is not None)
            and not _matches(field, supporter, target)
        ):
            field.unmatched.append(supporter)
            continue
        matching.append(supporter)
        supporters[target] += (supporter,)


def _matches(field: Field, supporter: int, target: int) -> bool:
    """Tell whether a unit that goes to this province does so as the support says.

    A fleet's coast must be the one named, if one is (DATC 6.B.9); a fleet does not help the army
    that only it could carry (6.D.31).
    """
    order, landing = field.tasks[supporter].order, field.tasks[target].landing
    to = order.to if isinstance(order, Support) else None
    if (
        landing is not None
        and landing.kind is FLEET
        and to is not None
        and to.coast is not None
        and landing.at.coast != to.coast
    ):
        return False
    passage = field.passages[target]
    return passage is None or not _only_carrier(field, supporter, passage)


def _only_carrier(field: Field, supporter: int, passage: Passage) -> bool:
    """A fleet cannot support the army that only it could carry (DATC 6.D.31)."""
    ship = field.posts[supporter].spot.ship
    start, goal = passage.start, passage.goal
    if not ship or passage.way is not Way.SEA or field.reach.walks[start] >> goal & 1:
        return False
    return not has_chain(field.reach, start, goal, field.fleets_at_sea() & ~ship)
