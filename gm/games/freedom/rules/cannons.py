"""Cannons: what they reach, at what they fire, and what a shot does (7)."""

from __future__ import annotations

from collections.abc import Iterator

from gm.contract.seats import SeatId
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import CannonRemoved, CannonsSilent, Fired, WallChanged, Why
from gm.games.freedom.rules.pieces import remove_unit
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import (
    ALLIED,
    IMP,
    INS,
    MARMAROU,
    MOST_DAMAGE,
    SEATS,
    Space,
    SpaceKind,
    Tables,
    other,
)

_DICE, _FACES = 2, 6
_ROWS = (4, 5, 6)
"""The rows in which Imperial cannons stand, and which all reach from the Wall; the row is the need."""

_BOMBARD_ROW = 7
"""The Bombard reaches this row, too."""

_BEACH_NEEDS = {1: 4, 2: 5, 3: 6}
"""What a cannon in Row 2 needs by distance: rows and columns together."""


def can_stand(tables: Tables, seat: SeatId, space: str) -> bool:
    """Tell whether a cannon of a side can stand in a space (5)."""
    there = tables.spaces[space]
    return there.row in _ROWS if seat == IMP else there.kind.is_held


def need_at(
    tables: Tables, seat: SeatId, cannon: str, target: str, *, bombard: bool = False
) -> int | None:
    """Return what each die of a shot must show; None if the cannon does not reach the target (7)."""
    here, there = tables.spaces[cannon], tables.spaces[target]
    if seat == IMP:
        return _imperial_need(tables, here, there)
    need = _insurgent_need(tables, here, there, bombard=bombard)
    natural = cannon == MARMAROU and target in tables.sights
    return need - 1 if bombard and need is not None and not natural else need


def _imperial_need(tables: Tables, here: Space, there: Space) -> int | None:
    if there.id == MARMAROU:
        return 6 if here.id in tables.sights else None
    if there.kind is SpaceKind.WALL and here.row in _ROWS and _in_cone(here, there):
        return here.row + (there.fort and tables.rulings.gun_fort)
    return None


def _insurgent_need(tables: Tables, here: Space, there: Space, *, bombard: bool) -> int | None:
    match here.kind:
        case SpaceKind.WALL if there.kind is SpaceKind.WALL:
            return 4 if tables.adjacent(here.id, there.id) else None
        case SpaceKind.WALL:
            reached = there.row in _ROWS or (bombard and there.row == _BOMBARD_ROW)
            return there.row if reached and _in_cone(there, here) else None
        case SpaceKind.BEACH if there.row in (1, 2) and tables.rulings.beach_guns:
            aside = abs(here.column - there.column)
            return _BEACH_NEEDS.get(aside + abs(here.row - there.row))
        case SpaceKind.ISLAND if there.kind is SpaceKind.WATER and there.island == here.id:
            return there.need or None
        case SpaceKind.ISLAND if here.id == MARMAROU and there.id in tables.sights:
            return 6
        case _:
            return None


def _in_cone(far: Space, wall: Space) -> bool:
    return abs(far.column - wall.column) <= far.row - wall.row


class CannonPhase:
    """Lets all cannons fire, at the end of a round (4, 7)."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def fire_all(self) -> None:
        """Fire the cannons of IMP, then those of INS, each once."""
        if self.course.state.flags.no_cannons:
            self.course.do(CannonsSilent())
            return
        for seat in SEATS:
            for cannon in self._in_order(seat):
                self._fire(seat, cannon)

    def _in_order(self, seat: SeatId) -> tuple[str, ...]:
        """Return the cannons of a side: those with a policy as it was given, then the others (7)."""
        state = self.course.state
        cannons = self.course.tables.canonical(state.cannons.of(seat))
        named = [policy.cannon for policy in state.policy_of(seat).fire]
        first = [cannon for cannon in named if cannon in cannons]
        return (*first, *(cannon for cannon in cannons if cannon not in first))

    def _fire(self, seat: SeatId, cannon: str) -> None:
        course, state = self.course, self.course.state
        if cannon not in state.cannons.of(seat) or not state.units_of(seat, cannon):
            return
        target = self._target(seat, cannon)
        if target is None:
            return
        need = need_now(state, course.tables, seat, cannon, target)
        dice = course.dice(f"cannon {cannon} at {target}", _DICE, _FACES)
        hits = sum(die >= need for die in dice)
        course.do(Fired(seat, cannon, target, dice, need, hits, _is_bombard(state, seat, cannon)))
        self._strike(seat, target, hits)

    # What is hit

    def _strike(self, seat: SeatId, target: str, hits: int) -> None:
        """Let a shot's hits take effect; one morale choice at most comes of it, or one of each (7)."""
        cleared = [self._hit(seat, target) for _ in range(hits)]
        reasons = [why for why in cleared if why is not None]
        for reason in reasons if self.course.tables.rulings.shot_morale else reasons[:1]:
            self.course.choose_morale(seat, reason)

    def _hit(self, seat: SeatId, target: str) -> Why | None:
        """Let a hit take effect: say if it destroyed the Wall, or removed the last unit (7)."""
        course, state = self.course, self.course.state
        damage = state.wall.get(target, 0)
        is_wall = course.tables.spaces[target].kind is SpaceKind.WALL
        if seat == IMP and is_wall and damage < MOST_DAMAGE:
            if state.flags.no_damage is not None:
                return None
            course.do(WallChanged(target, damage + 1, Why.CANNON))
            return Why.WALL_DESTROYED if damage + 1 == MOST_DAMAGE else None
        enemy = other(seat)
        if state.units_of(enemy, target):
            remove_unit(course, enemy, target, Why.CANNON)
            return None if course.state.units_of(enemy, target) else Why.CLEARED
        if target in state.cannons.of(enemy) and target != MARMAROU:
            bombard = _is_bombard(state, enemy, target)
            course.do(CannonRemoved(enemy, target, bombard))
        return None

    # What is aimed at

    def _target(self, seat: SeatId, cannon: str) -> str | None:
        """Return at what a cannon fires: by its policy, else by default (7)."""
        useful = set(self._useful(seat, cannon))
        policies = self.course.state.policy_of(seat).fire
        policy = next((policy for policy in policies if policy.cannon == cannon), None)
        if policy is not None:
            if not policy.at:
                return None
            wished = next((target for target in policy.at if target in useful), None)
            if wished is not None:
                return wished
        return min(
            self.course.tables.canonical(useful),
            key=lambda target: self._worse(seat, cannon, target),
            default=None,
        )

    def _worse(self, seat: SeatId, cannon: str, target: str) -> tuple[int, int, int]:
        """Order targets for the default: chance of a morale choice, need, column difference (7)."""
        state, tables = self.course.state, self.course.tables
        need = need_now(state, tables, seat, cannon, target)
        here, there = tables.spaces[cannon], tables.spaces[target]
        aside = abs(here.column - there.column) if here.row and there.row else 0
        return -_choice_chance(_hits_wanted(state, tables, seat, target), need), need, aside

    def _useful(self, seat: SeatId, cannon: str) -> Iterator[str]:
        """Yield the targets in reach at which a hit would change something (7)."""
        state, tables = self.course.state, self.course.tables
        bombard = _is_bombard(state, seat, cannon)
        for target in tables.spaces:
            reached = need_at(tables, seat, cannon, target, bombard=bombard) is not None
            if reached and _is_useful(state, tables, seat, target):
                yield target


def _is_bombard(state: SiegeState, seat: SeatId, cannon: str) -> bool:
    return seat == INS and state.cannons.bombard == cannon


def need_now(state: SiegeState, tables: Tables, seat: SeatId, cannon: str, target: str) -> int:
    """Return what a shot needs, the skill of allied gunners counted; at Marmarou only a natural 6 does (7).

    Raises:
        ValueError: the cannon does not reach so far.
    """
    need = need_at(tables, seat, cannon, target, bombard=_is_bombard(state, seat, cannon))
    if need is None:
        raise ValueError(f"{cannon} does not reach {target}")
    skilled = seat == IMP and target != MARMAROU and state.count(cannon, ALLIED)
    return need - 1 if skilled else need


def _is_useful(state: SiegeState, tables: Tables, seat: SeatId, target: str) -> bool:
    if seat == INS:
        return bool(state.imperial_in(target)) or target in state.cannons.imperial
    if tables.spaces[target].kind is not SpaceKind.WALL:
        return bool(state.insurgent_in(target))
    if state.imperial_in(target):
        return False
    if state.wall.get(target, 0) < MOST_DAMAGE:
        return state.flags.no_damage is None
    return bool(state.insurgent_in(target)) or target in state.cannons.guns


def _hits_wanted(state: SiegeState, tables: Tables, seat: SeatId, target: str) -> int:
    """Return how many hits bring a morale choice; 0 if none does."""
    damage = state.wall.get(target, 0)
    if seat == IMP and tables.spaces[target].kind is SpaceKind.WALL and damage < MOST_DAMAGE:
        return MOST_DAMAGE - damage
    return state.units_of(other(seat), target)


def _choice_chance(hits: int, need: int) -> int:
    """Return how often, of 36, two dice hit as often as that (7)."""
    good = max(0, min(_FACES, _FACES + 1 - need))
    match hits:
        case 1:
            return _FACES**2 - (_FACES - good) ** 2
        case 2:
            return good**2
        case _:
            return 0
