"""Units and cannons that come into play and go out of it, by a side's policy where nobody says (6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gm.contract.seats import SeatId
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import CannonGained, UnitGained, UnitLost, UnitRemoved, Why
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import (
    CAMP,
    CANNON_PIECES,
    EXPEDITIONARY,
    IMP,
    INS,
    INSURGENT,
    PIECES,
    Space,
    Tables,
)

Fits = Callable[[str], bool]
"""Tells whether a space is one of those in question."""


def is_full(state: SiegeState, tables: Tables, space: str) -> bool:
    """Tell whether a space holds as many units as it can (2)."""
    limit = tables.spaces[space].limit
    return limit is not None and state.in_space(space) >= limit


def unit_fault(state: SiegeState, tables: Tables, space: str) -> Reason | None:
    """Say why no Insurgent unit can come into a space (5)."""
    if state.imperial_in(space):
        return Reason.ENEMY_PRESENT
    return Reason.SPACE_FULL if is_full(state, tables, space) else None


def cannon_fault(state: SiegeState, space: str) -> Reason | None:
    """Say why no Insurgent cannon can come into a space (6)."""
    if state.imperial_in(space):
        return Reason.ENEMY_PRESENT
    if space in state.cannons.guns:
        return Reason.CANNON_EXISTS
    return Reason.NO_PIECE if state.cannons.pieces >= CANNON_PIECES else None


# Coming into play


def gain_in_camp(course: Course, count: int, why: Why) -> None:
    """Bring EXP into the Camp, as many as there are pieces (1)."""
    for _ in range(count):
        if not gain_unit(course, EXPEDITIONARY, CAMP, why):
            course.do(UnitLost(IMP, False, why))


def gain_unit(course: Course, kind: str, space: str, why: Why) -> bool:
    """Bring a unit into play if there is a piece for it (1)."""
    if course.state.in_play(kind) >= PIECES[kind]:
        return False
    course.do(UnitGained(kind, space, why))
    return True


def gain_in_city(course: Course, count: int, why: Why, *, islands: bool) -> None:
    """Bring Insurgent units into play, each into the first space that its side's policy has (6)."""
    for _ in range(count):
        space = _unit_space(course, islands=islands)
        if space is None or not gain_unit(course, INSURGENT, space, why):
            course.do(UnitLost(INS, False, why))


def gain_camp_cannons(course: Course, count: int, why: Why) -> None:
    """Bring cannons into the Camp, as many as there are pieces (1)."""
    for _ in range(count):
        if course.state.cannons.pieces < CANNON_PIECES:
            course.do(CannonGained(IMP, "", why))
        else:
            course.do(UnitLost(IMP, True, why))


def gain_city_cannons(course: Course, count: int, why: Why) -> None:
    """Bring Insurgent cannons into play, each into the first space that its side's policy has (6)."""
    for _ in range(count):
        space = _cannon_space(course)
        if space is None:
            course.do(UnitLost(INS, True, why))
        else:
            course.do(CannonGained(INS, space, why))


def _unit_space(course: Course, *, islands: bool) -> str | None:
    """Return where a unit comes: Wall before Row 2 before islands, fewest units, forts, canonical (6)."""
    state, tables = course.state, course.tables

    def legal(space: Space) -> bool:
        placed = space.kind.is_held if islands else space.kind.is_city
        return placed and unit_fault(state, tables, space.id) is None

    def worse(space: Space) -> tuple[int, int, bool]:
        return _zone(space), state.insurgent_in(space.id), not space.fort

    return _first_space(course, legal, worse)


def _cannon_space(course: Course) -> str | None:
    """Return where a cannon comes: Wall before Row 2 before islands, a unit, forts, canonical (6)."""
    state = course.state

    def legal(space: Space) -> bool:
        return space.kind.is_held and cannon_fault(state, space.id) is None

    def worse(space: Space) -> tuple[int, bool, bool]:
        return _zone(space), not state.insurgent_in(space.id), not space.fort

    return _first_space(course, legal, worse)


def _first_space(
    course: Course, legal: Callable[[Space], bool], worse: Callable[[Space], tuple[int, ...]]
) -> str | None:
    tables = course.tables
    for wished in course.state.policy_of(INS).place:
        if legal(tables.spaces[wished]):
            return wished
    spaces = [space for space in tables.held if legal(space)]
    return min(spaces, key=worse).id if spaces else None


def _zone(space: Space) -> int:
    return 0 if space.row == 3 else 1 if space.row else 2


# Going out of play


def remove_units(
    course: Course, seat: SeatId, count: int, why: Why, fits: Fits = lambda _: True
) -> None:
    """Remove units of a side, one at a time, by its policy (6)."""
    for _ in range(count):
        if remove_one(course, seat, why, fits) is None:
            return


def remove_one(course: Course, seat: SeatId, why: Why, fits: Fits) -> str | None:
    """Remove a unit of a side by its policy; return from where, None if there is none (6)."""
    space = _removal_space(course, seat, fits)
    if space is not None:
        remove_unit(course, seat, space, why)
    return space


def remove_unit(course: Course, seat: SeatId, space: str, why: Why) -> None:
    """Remove a unit of a space; in the Camp EXP before ALL (6)."""
    kind = course.state.kind_in(space) if seat == IMP else INSURGENT
    if kind is None:
        raise ValueError(f"no unit of {seat} is in {space}")
    course.do(UnitRemoved(kind, space, why))


def _removal_space(course: Course, seat: SeatId, fits: Fits) -> str | None:
    state = course.state
    spaces = [space for space in _spaces_with(course, seat) if fits(space)]
    for wished in state.policy_of(seat).remove:
        if wished in spaces:
            return wished
    if seat == IMP:
        return min(spaces, key=partial(_removed_later, course.tables), default=None)
    return max(spaces, key=state.insurgent_in, default=None)


def _removed_later(tables: Tables, space: str) -> tuple[bool, int]:
    """Order spaces for the removal of units of IMP: the smallest depth, the Camp first or last (6)."""
    return space == CAMP and not tables.rulings.camp_first, tables.spaces[space].depth


def _spaces_with(course: Course, seat: SeatId) -> Iterator[str]:
    """Yield the spaces with units of a side, in the canonical order."""
    state = course.state
    return (space for space in course.tables.spaces if state.units_of(seat, space))
