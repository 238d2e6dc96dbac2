"""How a season is laid out: the tasks entered, judged where they must be, and matched.

Moves come first, then convoys, then supports, for each has to match what those before it do. What
is not plain is judged by `legality`, which alone knows reasons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.games.diplomacy.rules.boarding import enter_convoys
from gm.games.diplomacy.rules.convoys import Passage, Way
from gm.games.diplomacy.rules.field import Field, Judge
from gm.games.diplomacy.rules.line_up import LineUp
from gm.games.diplomacy.rules.orders import Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.policies import Profile
from gm.games.diplomacy.rules.reach import has_chain
from gm.games.diplomacy.rules.tasks import CONVOY, NOBODY, STAND, STRANGE, SUPPORT, VOYAGE, Task
from gm.games.diplomacy.rules.units import FLEET


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
