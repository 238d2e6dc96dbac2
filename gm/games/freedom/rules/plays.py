"""Cards that are played or claimed, and whose turn it is then (4, 5)."""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.seats import SeatId
from gm.games.freedom.rules.actions import Actions
from gm.games.freedom.rules.blocks import Line
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.effects import CardEvent
from gm.games.freedom.rules.events import (
    CardClaimed,
    CardPlayed,
    ClaimOpened,
    FlagSet,
    PlaysLost,
    WaitBegan,
    Why,
)
from gm.games.freedom.rules.guards import can_claim, guard_holds
from gm.games.freedom.rules.orders import ClaimCard, Conditional, Play, PlayMode, Prep, SiegeOrder
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.rounds import Rounds
from gm.games.freedom.rules.state import Flag, Wait
from gm.games.freedom.rules.tables import IMP, INS, LOWEST, SEATS, other
from gm.games.freedom.rules.turn import ActionPoints, Turn


class Plays:
    """Plays cards in a step that is on its way."""

    def __init__(self, course: Course) -> None:
        self.course = course

    # Playing

    def play_fault(self, seat: SeatId, order: Play) -> Reason | None:
        """Say why a card cannot be played now (6)."""
        held = order.card in self.course.state.hand[seat]
        return None if held else Reason.CARD_NOT_IN_HAND

    def claim_fault(self, seat: SeatId, order: ClaimCard) -> Reason | None:
        """Say why a card cannot be claimed now (5, 6)."""
        state = self.course.state
        if not can_claim(state, seat, order.card):
            return Reason.NOTHING_TO_CLAIM
        held = state.hand[seat]
        can_discard = bool(held) if order.discard == LOWEST else order.discard in held
        return None if can_discard else Reason.CARD_NOT_IN_HAND

    def play(self, seat: SeatId, order: Play, lines: Sequence[Line]) -> bool:
        """Play a card, and the lines below it; tell whether one of them was void (5)."""
        course = self.course
        card = course.tables.cards[order.card]
        self._begin(seat)
        course.do(CardPlayed(seat, card.id, order.mode))
        turn = Turn(seat)
        if order.mode is PlayMode.EVENT:
            failed = CardEvent(course, turn, card, lines).apply()
        else:
            if card.side == other(seat):
                course.do(ClaimOpened(other(seat), card.id))
            failed = self._spend(turn, card.ap, lines)
        self._end(seat)
        return failed

    def claim(self, seat: SeatId, order: ClaimCard, lines: Sequence[Line]) -> bool:
        """Claim the card that lies there; tell whether a line below was void (5).

        As the last claim it is no play, and no turn: flags stay.
        """
        course = self.course
        last = course.state.wait is Wait.LASTCLAIM
        discard = self.lowest(seat) if order.discard == LOWEST else order.discard
        if not last:
            self._begin(seat)
        course.do(CardClaimed(seat, order.card, discard, counted=not last))
        failed = CardEvent(course, Turn(seat), course.tables.cards[order.card], lines).apply()
        if not last:
            self._end(seat)
        return failed

    def lowest(self, seat: SeatId) -> str:
        """Return the card of a hand with the lowest AP, then id (6)."""
        cards = self.course.tables.cards
        return min(self.course.state.hand[seat], key=lambda card: (cards[card].ap, card))

    def play_default(self, seat: SeatId) -> None:
        """Play the lowest card for its AP, all of which are put by (6)."""
        card = self.lowest(seat)
        self.play(seat, Play(card, PlayMode.AP), [Line(seat, Prep(None))])

    def _begin(self, seat: SeatId) -> None:
        """End the flags that last until the seat's next turn (9)."""
        flags = self.course.state.flags
        for flag, holder in ((Flag.NO_SLOW, flags.no_slow), (Flag.NO_DAMAGE, flags.no_damage)):
            if holder == seat:
                self.course.do(FlagSet(flag, None))

    def _end(self, seat: SeatId) -> None:
        """End the flag that lasts for the seat's turn (9)."""
        if self.course.state.flags.attack_minus == seat:
            self.course.do(FlagSet(Flag.ATTACK_MINUS, None))

    def _spend(self, turn: Turn, ap: int, lines: Sequence[Line]) -> bool:
        """Carry out action lines; a void one ends the play, and puts by what is left (6)."""
        points = ActionPoints(self.course, turn.seat, ap, ap)
        for line in lines:
            order = self._applying(line)
            if order is None:
                continue
            line.done()
            reason = self._act(turn, points, order)
            if reason is not None:
                line.void(reason)
                if self.course.tables.rulings.void_to_prep:
                    points.store(points.left, Why.UNUSED)
                return True
        return False

    def _applying(self, line: Line) -> SiegeOrder | None:
        """Return what a line orders now; None, and the line void, if its guard does not hold."""
        order = line.order
        if not isinstance(order, Conditional):
            return order
        if guard_holds(order.guard, self.course.state, self.course.tables, line.seat):
            return order.then
        if order.otherwise is None:
            line.void(Reason.NOT_MET)
        return order.otherwise

    def _act(self, turn: Turn, points: ActionPoints, order: SiegeOrder) -> Reason | None:
        if not isinstance(order, Prep):
            return Actions(self.course).perform(turn, points, order)
        amount = points.left if order.amount is None else order.amount
        if amount > points.left:
            return Reason.NOT_ENOUGH_AP
        points.store(amount, Why.ACTION)
        return None

    # Whose turn it is

    def begin_actions(self) -> None:
        """Let the side of higher morale begin, IMP in a tie (4)."""
        morale = self.course.state.morale
        self._pass_turn(INS if morale[INS] > morale[IMP] else IMP)

    def next_turn(self, seat: SeatId) -> None:
        """Pass the turn to the other side, or end the actions (4)."""
        self._pass_turn(other(seat))

    def _pass_turn(self, first: SeatId) -> None:
        course = self.course
        for seat in SEATS:
            left = course.state.plays_left[seat]
            if left and not course.state.hand[seat]:
                course.do(PlaysLost(seat, left))
        for seat in (first, other(first)):
            if course.state.plays_left[seat]:
                course.do(WaitBegan(Wait.PLAY, seat))
                return
        claim = course.state.claim
        if claim is not None and course.state.hand[claim.seat]:
            course.do(WaitBegan(Wait.LASTCLAIM, claim.seat))
        else:
            Rounds(course).finish()
