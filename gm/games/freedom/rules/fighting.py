"""Attacks and raids: what their dice need, and who falls (5)."""

from __future__ import annotations

from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import AttackRolled, RaidRolled, Why
from gm.games.freedom.rules.orders import Attack, Raid
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.pieces import remove_unit
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import (
    IMP,
    INS,
    KLISOVA,
    KLISOVA_INNER,
    SpaceKind,
    Tables,
    distance,
    other,
)
from gm.games.freedom.rules.turn import Turn

FACES: Final = 8
"""The dice of attacks and raids."""

IMPERIAL_DICE: Final = 2
"""So many dice an Imperial attack has; one that hits is enough."""

RAID_NEED: Final = 5
_FRONT_ROW: Final = 4
"""The row before the Wall, from which its damage helps."""

_REWARDED: Final = 2
"""How much easier rewarded attacks are."""


def attack_need(
    state: SiegeState,
    tables: Tables,
    seat: SeatId,
    source: str,
    target: str,
    *,
    rewarded: bool = False,
) -> int:
    """Return what a die of an attack must show (5)."""
    if seat == IMP:
        need = _imperial_need(state, tables, source, target) - _REWARDED * rewarded
    else:
        need = 5 if tables.spaces[target].kind.is_city else 6
    return need + (state.flags.attack_minus == seat)


def _imperial_need(state: SiegeState, tables: Tables, source: str, target: str) -> int:
    here, there = tables.spaces[source], tables.spaces[target]
    if here.kind.is_city and here.kind is there.kind:
        return 5 + (there.fort and tables.rulings.wall_fort)
    helped = here.row == _FRONT_ROW and there.kind is SpaceKind.WALL
    return 8 + there.fort - (state.wall.get(target, 0) if helped else 0)


def attack_fault(state: SiegeState, turn: Turn, order: Attack) -> Reason | None:
    """Say why units cannot attack (5); those of IMP do so once on a card, each."""
    units = state.units_of(turn.seat, order.source)
    if not units:
        return Reason.NO_UNIT
    if turn.seat == IMP and turn.tired.get(order.source, 0) >= units:
        return Reason.ALREADY_ATTACKED
    return None if state.units_of(other(turn.seat), order.target) else Reason.NO_TARGET


def attack(course: Course, turn: Turn, order: Attack) -> None:
    """Let a unit attack: one die that shows the need removes exactly one unit (5)."""
    source, target, seat = order.source, order.target, turn.seat
    need = attack_need(course.state, course.tables, seat, source, target, rewarded=turn.rewarded)
    dice = course.dice(f"attack {source} at {target}", IMPERIAL_DICE if seat == IMP else 1, FACES)
    hit = max(dice) >= need
    if seat == IMP:
        turn.attacked(source)
    course.do(AttackRolled(seat, source, target, dice, need, hit))
    if hit:
        _fell(course, seat, target, Why.ATTACK)


def raid_fault(state: SiegeState, tables: Tables, order: Raid) -> Reason | None:
    """Say why a unit cannot raid (5)."""
    if not state.insurgent_in(order.source):
        return Reason.NO_UNIT
    if not state.imperial_in(order.target):
        return Reason.NO_TARGET
    if order.source == KLISOVA:
        return Reason.RAID_PATH_BLOCKED if state.imperial_in(KLISOVA_INNER) else None
    return None if _raid_path(state, tables, order) else Reason.RAID_PATH_BLOCKED


def _raid_path(state: SiegeState, tables: Tables, order: Raid) -> bool:
    """Tell whether a shortest path has no Imperial unit between its ends (5)."""
    goal = tables.spaces[order.target]
    front = {order.source}
    for left in range(distance(tables.spaces[order.source], goal) - 1, 0, -1):
        steps = {there for here in front for there in tables.neighbours[here]}
        front = {
            there
            for there in steps
            if tables.spaces[there].row
            and distance(tables.spaces[there], goal) == left
            and not state.imperial_in(there)
        }
    return bool(front)


def raid(course: Course, order: Raid) -> None:
    """Let a unit raid (5)."""
    (die,) = course.dice(f"raid {order.source} at {order.target}", 1, FACES)
    hit = die >= RAID_NEED
    course.do(RaidRolled(order.source, order.target, die, RAID_NEED, hit))
    if hit:
        _fell(course, INS, order.target, Why.RAID)


def _fell(course: Course, seat: SeatId, target: str, why: Why) -> None:
    """Remove a unit that was hit; the last one of its space moves morale (5)."""
    enemy = other(seat)
    remove_unit(course, enemy, target, why)
    if not course.state.units_of(enemy, target):
        course.choose_morale(seat, Why.CLEARED)
