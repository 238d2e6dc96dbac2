"""Units that move: two of IMP or one twice, slow steps, openings, and the regrouping of INS (4, 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import MoveWay, UnitMoved
from gm.games.freedom.rules.orders import Regroup, Way
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.pieces import is_full, unit_fault
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import (
    ALLIED,
    CAMP,
    EXPEDITIONARY,
    INSURGENT,
    MOST_DAMAGE,
    Space,
    SpaceKind,
    Tables,
)
from gm.games.freedom.rules.turn import Turn


def kind_moved(state: SiegeState, way: Way) -> str | None:
    """Return which kind of unit goes a way; None if there is none of it (6).

    At the Camp it is the kind that is named, else that of the target, else EXP before ALL.
    """
    source, target = way.source, way.target
    if source != CAMP:
        return state.kind_in(source)
    if way.kind:
        return way.kind if state.count(CAMP, way.kind) else None
    there = state.kind_in(target) if target != CAMP else None
    return there if there is not None and state.count(CAMP, there) else state.kind_in(CAMP)


def end_fault(state: SiegeState, tables: Tables, kind: str, target: str) -> Reason | None:
    """Say why a unit of IMP cannot end its way in a space (4, 5)."""
    foreign = ALLIED if kind == EXPEDITIONARY else EXPEDITIONARY
    if target != CAMP and state.count(target, foreign):
        return Reason.MIXED_UNITS
    return Reason.SPACE_FULL if is_full(state, tables, target) else None


def march(
    state: SiegeState, tables: Tables, ways: Sequence[Way], how: MoveWay
) -> tuple[UnitMoved, ...] | Reason:
    """Return the steps of units in their order, all or none: a reason if one cannot be done (4, 5)."""
    steps = list[UnitMoved]()
    came: Counter[tuple[str, str]] = Counter()
    for way in ways:
        kind = kind_moved(state, way)
        if kind is None:
            return Reason.NO_UNIT
        if how is MoveWay.OPENING:
            if state.count(way.source, kind) <= came[way.source, kind]:
                return Reason.NO_UNIT
            came[way.target, kind] += 1
        if (reason := end_fault(state, tables, kind, way.target)) is not None:
            return reason
        step = UnitMoved(kind, way.spaces, how)
        state = step.on(state)
        steps.append(step)
    return tuple(steps)


def walk(course: Course, turn: Turn, steps: Sequence[UnitMoved]) -> None:
    """Let units go; those go first that have not attacked on this card (5)."""
    for step in steps:
        source, target = step.spaces[0], step.spaces[-1]
        turn.walked(source, target, fresh=turn.fresh(course, source) > 0)
        course.do(step)


def slow_fault(state: SiegeState, tables: Tables, way: Way) -> Reason | None:
    """Say why a unit cannot go into a slow space now (5)."""
    if state.flags.no_slow is not None:
        return Reason.NO_SLOW
    kind = kind_moved(state, way)
    if kind is None:
        return Reason.NO_UNIT
    here, there = tables.spaces[way.source], tables.spaces[way.target]
    if not _border_open(state, tables, here, there):
        return Reason.THICK_BORDER
    from_land = there.kind is SpaceKind.WALL and here.kind is not SpaceKind.WALL
    if from_land and state.wall.get(there.id, 0) < MOST_DAMAGE:
        return Reason.WALL_NOT_DESTROYED
    if state.insurgent_in(there.id):
        island = there.kind is SpaceKind.ISLAND
        return Reason.ISLAND_OCCUPIED if island else Reason.ENEMY_PRESENT
    return end_fault(state, tables, kind, there.id)


def _border_open(state: SiegeState, tables: Tables, here: Space, there: Space) -> bool:
    """Tell whether a unit can pass a thick border: another one holds the island, or any (2)."""
    island = there.island if there.held_into else ""
    if here.held_out and there.kind is SpaceKind.COAST:
        island = here.island
    leaves = here.id == island and not tables.rulings.mover_holds
    return not island or state.imperial_in(island) > leaves


def regroup_fault(state: SiegeState, tables: Tables, order: Regroup) -> Reason | None:
    """Say why a unit of INS cannot regroup (5)."""
    if not state.insurgent_in(order.source):
        return Reason.NO_UNIT
    return unit_fault(state, tables, order.target)


def regroup(course: Course, order: Regroup) -> None:
    """Let a unit of INS regroup."""
    course.do(UnitMoved(INSURGENT, (order.source, order.target), MoveWay.REGROUP))
