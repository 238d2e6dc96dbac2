"""The actions of both sides: what each needs at its moment, and what it does (5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gm.contract.seats import SeatId
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import (
    AreaSupported,
    AttacksRewarded,
    CannonBuilt,
    FundsAsked,
    MoveWay,
    SiegeTrack,
    UnitMoved,
    WallChanged,
    Why,
)
from gm.games.freedom.rules.fighting import attack, attack_fault, raid, raid_fault
from gm.games.freedom.rules.moves import march, regroup, regroup_fault, slow_fault, walk
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Move,
    Plea,
    Pressure,
    Raid,
    Regroup,
    Repair,
    RewardAttacks,
    SiegeOrder,
    Slow,
    Support,
    Train,
)
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.pieces import gain_unit, unit_fault
from gm.games.freedom.rules.state import Control
from gm.games.freedom.rules.tables import (
    CANNON_PIECES,
    IMP,
    INS,
    INSURGENT,
    MOST_IN_AREA,
    MOST_MARKERS,
    PIECES,
    other,
)
from gm.games.freedom.rules.turn import Purse, Turn

PLEA_GOAL: Final = 12
"""The dice with the penalty must stay below this; those for the government's help must reach it."""

PLEA_LABEL: Final = "plea for funds"
"""What its dice are called."""

_FUNDS: Final = 3
_PENALTY: Final = 2
"""What a plea brings, and how much harder the next one is."""

Pay = Callable[[], None]


class Actions:
    """Carries out the actions of a play or an event."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def perform(self, turn: Turn, purse: Purse, order: SiegeOrder) -> Reason | None:
        """Carry out all actions of a line; the reason of the first that cannot be done (6)."""
        match order:
            case Attack():
                return self._attacks(turn, purse, order)
            case Support():
                reasons = (self._once(turn, purse, order) for _ in range(order.times))
                return next((reason for reason in reasons if reason is not None), None)
            case _:
                return self._once(turn, purse, order)

    def _attacks(self, turn: Turn, purse: Purse, order: Attack) -> Reason | None:
        """Attack as often as the line says, or until nobody is left there (6)."""
        times = 1 if order.times is None and not order.until_clear else order.times
        made = 0
        while times is None or made < times:
            if order.until_clear and not self._enemies(turn.seat, order.target):
                break
            reason = self._once(turn, purse, order)
            if reason is not None:
                return None if times is None and made else reason
            made += 1
        return None

    def _enemies(self, seat: SeatId, space: str) -> int:
        return self.course.state.units_of(other(seat), space)

    def _once(self, turn: Turn, purse: Purse, order: SiegeOrder) -> Reason | None:
        reason = purse.refuses(order)
        if reason is not None:
            return reason
        return self._attempt(turn, order, lambda: purse.spend(order))

    def _attempt(self, turn: Turn, order: SiegeOrder, pay: Pay) -> Reason | None:
        """Carry out an action that can be paid, or say why it is impossible now."""
        if isinstance(order, Move):
            return self._march(turn, order, pay)
        reason = self._fault(turn, order)
        if reason is None:
            pay()
            self._carry_out(turn, order)
        return reason

    def _march(self, turn: Turn, order: Move, pay: Pay) -> Reason | None:
        steps = march(self.course.state, self.course.tables, order.ways, MoveWay.MOVE)
        if isinstance(steps, Reason):
            return steps
        pay()
        walk(self.course, turn, steps)
        return None

    # What is impossible now

    def _fault(self, turn: Turn, order: SiegeOrder) -> Reason | None:
        state, tables = self.course.state, self.course.tables
        match order:
            case Slow():
                return slow_fault(state, tables, order.way)
            case Attack():
                return attack_fault(state, turn, order)
            case RewardAttacks():
                twice = Reason.REWARD_TWICE if turn.rewarded else None
                return twice or (None if state.money else Reason.NO_MONEY)
            case BuildCannon():
                return self._cannon_fault(turn.seat, order.space)
            case Regroup():
                return regroup_fault(state, tables, order)
            case Raid():
                return raid_fault(state, tables, order)
            case Repair():
                return self._repair_fault(order.space)
            case Train():
                return self._train_fault(order.space)
            case Pressure():
                return Reason.PLEA_OVER if state.plea[INS] is None else None
            case _:
                return None

    def _cannon_fault(self, seat: SeatId, space: str) -> Reason | None:
        state = self.course.state
        if seat == INS and not state.supplies[INS]:
            return Reason.NO_SUPPLY
        if not state.units_of(seat, space):
            return Reason.NO_UNIT
        if space in state.cannons.of(seat):
            return Reason.CANNON_EXISTS
        if seat == IMP:
            return None if state.cannons.camp else Reason.NO_CANNON_IN_CAMP
        return Reason.NO_PIECE if state.cannons.pieces >= CANNON_PIECES else None

    def _repair_fault(self, space: str) -> Reason | None:
        if not self.course.state.insurgent_in(space):
            return Reason.NO_UNIT
        return None if self.course.state.wall.get(space) else Reason.NO_DAMAGE

    def _train_fault(self, space: str) -> Reason | None:
        state = self.course.state
        if not state.civilians:
            return Reason.NO_CIVILIAN
        if state.in_play(INSURGENT) >= PIECES[INSURGENT]:
            return Reason.NO_PIECE
        return unit_fault(state, self.course.tables, space)

    # What is done

    def _carry_out(self, turn: Turn, order: SiegeOrder) -> None:
        course = self.course
        match order:
            case Slow():
                self._slow(turn, order)
            case Attack():
                attack(course, turn, order)
            case RewardAttacks():
                course.change(IMP, SiegeTrack.MONEY, -1, Why.ACTION)
                self.reward(turn)
            case Support():
                self.support(turn.seat, order.area)
            case Plea():
                self._plead()
            case BuildCannon():
                if turn.seat == INS:
                    course.change(INS, SiegeTrack.SUPPLIES, -1, Why.ACTION)
                course.do(CannonBuilt(turn.seat, order.space))
            case Regroup():
                regroup(course, order)
            case Raid():
                raid(course, order)
            case Repair():
                course.do(WallChanged(order.space, course.state.wall[order.space] - 1, Why.ACTION))
            case Train():
                course.change(INS, SiegeTrack.CIVILIANS, -1, Why.ACTION)
                gain_unit(course, INSURGENT, order.space, Why.ACTION)
            case Pressure():
                course.change(INS, SiegeTrack.PLEA, 1, Why.ACTION)

    def _slow(self, turn: Turn, order: Slow) -> None:
        kind = self.course.state.kind_in(order.way.source)
        if kind is not None:
            walk(self.course, turn, [UnitMoved(kind, order.way.spaces, MoveWay.SLOW)])

    def reward(self, turn: Turn) -> None:
        """Make later attacks of the play easier (5)."""
        turn.rewarded = True
        self.course.do(AttacksRewarded(turn.seat))

    def support(self, seat: SeatId, area: str) -> None:
        """Support an area: a marker more, one of the enemy's less, or the area changes sides (5)."""
        state = self.course.state
        control = state.areas[area]
        if control.side == seat:
            full = control.markers >= MOST_IN_AREA or state.markers() >= MOST_MARKERS
            changed = Control(seat, control.markers + (not full))
        elif control.markers:
            changed = Control(control.side, control.markers - 1)
        else:
            changed = Control(seat, 0)
        self.course.do(AreaSupported(seat, area, changed))

    def _plead(self) -> None:
        """Ask the Porte for funds (5)."""
        course = self.course
        dice = course.dice(PLEA_LABEL, 2, 6)
        penalty = course.value(IMP, SiegeTrack.PLEA) or 0
        granted = sum(dice) + penalty < PLEA_GOAL
        course.do(FundsAsked(dice, penalty, granted))
        if granted:
            course.change(IMP, SiegeTrack.MONEY, _FUNDS, Why.ACTION)
            course.change(IMP, SiegeTrack.PLEA, _PENALTY, Why.ACTION)
