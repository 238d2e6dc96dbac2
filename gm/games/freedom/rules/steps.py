"""A step: the queues of both sides, played on until the seat that is asked has nothing to play (6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.contract.seats import SeatId
from gm.games.freedom.rules.blocks import Block, Line, SeatQueue, refuse_lines
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import ClaimPassed, MoveWay, PolicyChanged, Settled, WaitBegan
from gm.games.freedom.rules.guards import can_claim, guard_holds
from gm.games.freedom.rules.moves import march, regroup, regroup_fault
from gm.games.freedom.rules.orders import (
    ClaimCard,
    Conditional,
    Head,
    Opening,
    Pass,
    Play,
    PlayDefault,
    PolicyLine,
    Regroup,
    Settle,
    SiegeOrder,
    StopIf,
)
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.plays import Plays
from gm.games.freedom.rules.policies import policy_after
from gm.games.freedom.rules.rounds import Rounds
from gm.games.freedom.rules.state import ClaimPolicy, Wait
from gm.games.freedom.rules.tables import INS, LOWEST, SEATS


class StepPlayer:
    """Plays the lines of a step.

    Args:
        course: of the step. queues: of each seat. master: the lines of the game's master.
    """

    def __init__(
        self, course: Course, queues: Mapping[SeatId, SeatQueue], master: Sequence[Line]
    ) -> None:
        self.course, self.queues, self.master = course, queues, master
        self.plays = Plays(course)
        self.defaults = [line for line in master if isinstance(line.order, PlayDefault)]

    def refuse(self) -> None:
        """Refuse all lines that are none whatever lies on the board (6)."""
        for queue in self.queues.values():
            refuse_lines(queue, self.course.state, self.course.tables)
        for line in self.master:
            if not isinstance(line.order, PlayDefault | Settle):
                line.refuse(Reason.BAD_ORDER)

    def run(self) -> None:
        """Play on until nobody who is asked has anything to play; GameOverError if one side has won."""
        self._settle()
        self._take_policies()
        while self.course.state.turn is not None and self.course.state.settling is None:
            if not self._advance(self.course.state.turn):
                return

    def _settle(self) -> None:
        """Go on behind an effect that the game's master has settled (9)."""
        state = self.course.state
        line = next((line for line in self.master if isinstance(line.order, Settle)), None)
        if line is not None and state.settling is not None and state.turn is not None:
            line.done()
            self.course.do(Settled(state.settling))
            self._after_card(state.turn)

    def _take_policies(self) -> None:
        """Let all lines of policies take effect, wherever they stand (6)."""
        for seat in SEATS:
            policy = before = self.course.state.policy_of(seat)
            for line in self.queues[seat].lines:
                if isinstance(line.order, PolicyLine) and not line.refused:
                    policy = policy_after(policy, line.order)
                    line.done()
            if policy != before:
                self.course.do(PolicyChanged(seat, policy))

    def _advance(self, seat: SeatId) -> bool:
        """Play what comes next for the seat that is asked; False if it has nothing (6)."""
        queue, wait = self.queues[seat], self.course.state.wait
        block = queue.next(wait)
        claim = self._standing_claim(seat, block)
        if claim is not None:
            self._claim(seat, ClaimCard(claim.card, claim.discard), [])
            return True
        if wait is Wait.PLAY and not queue.stopped:
            queue.refuse_past(block)
        if block is not None:
            queue.take(block)
            self._play(queue, block)
            return True
        if not self.defaults:
            return False
        self.defaults.pop(0).done()
        self._act_by_default(seat)
        return True

    def _standing_claim(self, seat: SeatId, block: Block | None) -> ClaimPolicy | None:
        """Return the policy by which a seat claims now; a CLAIM or PASS that comes next goes before (6)."""
        state = self.course.state
        if state.wait not in (Wait.PLAY, Wait.LASTCLAIM):
            return None
        if block is not None and block.head in (Head.CLAIM, Head.DECLINE):
            return None
        hand = state.hand[seat]
        return next(
            (
                policy
                for policy in state.policy_of(seat).claim
                if can_claim(state, seat, policy.card)
                and (policy.discard in hand or (policy.discard == LOWEST and hand))
            ),
            None,
        )

    def _act_by_default(self, seat: SeatId) -> None:
        """Act for a seat at its deadline (6)."""
        match self.course.state.wait:
            case Wait.OPENING:
                self.course.do(WaitBegan(Wait.REGROUP, INS))
            case Wait.REGROUP:
                self.plays.begin_actions()
            case Wait.LASTCLAIM:
                self._pass_claim(seat)
            case _:
                self.plays.play_default(seat)
                self.plays.next_turn(seat)

    # Blocks

    def _play(self, queue: SeatQueue, block: Block) -> None:
        """Play a block, or stop the queue where it cannot be begun (6)."""
        if block.refused:
            queue.stopped = True
            return
        head, rest = block.lines[0], block.lines[1:]
        order: SiegeOrder = head.order
        if isinstance(order, StopIf):
            self._stop(queue, head, order)
            return
        if isinstance(order, Conditional):
            if not guard_holds(order.guard, self.course.state, self.course.tables, queue.seat):
                block.pass_over()
                return
            order = order.then
        fault = self._head_fault(queue.seat, order)
        if fault is not None:
            head.void(fault)
            queue.stopped = True
            return
        head.done()
        self._carry_out(queue, order, rest)

    def _stop(self, queue: SeatQueue, line: Line, order: StopIf) -> None:
        if guard_holds(order.guard, self.course.state, self.course.tables, queue.seat):
            line.done()
            queue.stopped = True
        else:
            line.void(Reason.NOT_MET)

    def _head_fault(self, seat: SeatId, order: SiegeOrder) -> Reason | None:
        course = self.course
        match order:
            case Opening():
                steps = march(course.state, course.tables, order.ways, MoveWay.OPENING)
                return steps if isinstance(steps, Reason) else None
            case Regroup() if order.source:
                return regroup_fault(course.state, course.tables, order)
            case Play():
                return self.plays.play_fault(seat, order)
            case ClaimCard():
                return self.plays.claim_fault(seat, order)
            case _:
                return None

    def _carry_out(self, queue: SeatQueue, order: SiegeOrder, rest: Sequence[Line]) -> None:
        course, seat = self.course, queue.seat
        match order:
            case Opening():
                steps = march(course.state, course.tables, order.ways, MoveWay.OPENING)
                course.do(*(() if isinstance(steps, Reason) else steps))
                course.do(WaitBegan(Wait.REGROUP, INS))
            case Regroup():
                if order.source:
                    regroup(course, order)
                self.plays.begin_actions()
            case Pass():
                self._pass_claim(seat)
            case Play():
                queue.stopped = self.plays.play(seat, order, rest)
                self._after_card(seat)
            case ClaimCard():
                queue.stopped = self._claim(seat, order, rest)

    def _claim(self, seat: SeatId, order: ClaimCard, rest: Sequence[Line]) -> bool:
        failed = self.plays.claim(seat, order, rest)
        self._after_card(seat)
        return failed

    def _after_card(self, seat: SeatId) -> None:
        """Pass the turn, unless the game's master has to settle an effect first."""
        state = self.course.state
        if state.settling is not None:
            return
        if state.wait is Wait.LASTCLAIM:
            Rounds(self.course).finish()
        else:
            self.plays.next_turn(seat)

    def _pass_claim(self, seat: SeatId) -> None:
        self.course.do(ClaimPassed(seat))
        Rounds(self.course).finish()
