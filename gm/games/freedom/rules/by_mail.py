"""The game as it is played by mail: what a seat lacks, deadlines, absences, and what waiting plays would do now (6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from gm.contract.draws import Draw, Draws
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Request, Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.values import value
from gm.games.freedom.rules.actions import Actions
from gm.games.freedom.rules.blocks import SeatQueue, queue_of
from gm.games.freedom.rules.course import Course
from gm.games.freedom.rules.events import Happening
from gm.games.freedom.rules.foresight import (
    Foresight,
    LineForeseen,
    PleaForeseen,
    RollForeseen,
    ShotForeseen,
    attacker,
    is_sound,
    roll_foreseen,
    shots_foreseen,
)
from gm.games.freedom.rules.legality import line_fault
from gm.games.freedom.rules.orders import (
    Attack,
    ClaimCard,
    PlayDefault,
    PlayMode,
    PolicyLine,
    Raid,
    SetClaim,
    SetFire,
    Settle,
    SiegeOrder,
)
from gm.games.freedom.rules.outcomes import LineResult, Reason, SiegeFault, SiegeOutcome
from gm.games.freedom.rules.rules import MASTER, SiegeRules
from gm.games.freedom.rules.state import SiegeState, Wait, seen_by
from gm.games.freedom.rules.steps import StepPlayer
from gm.games.freedom.rules.tables import Tables, other
from gm.games.freedom.rules.turn import Turn
from gm.games.freedom.rules.waiting import queue_joined

T = TypeVar("T")

QUEUE: Final = "queue"
"""Under this all lines of plays of a seat are filed: a new list takes the place of the old one."""


@dataclass(frozen=True, slots=True)
class SetAway(SiegeOrder):
    """Whether a seat is played for by its policies, without being waited for."""

    on: bool


@value
class SilencePlayed(Happening):
    """The deadline acts for a seat from which nothing came that could be played, or that is away.

    Args:
        seat: whose turn it was. away: it has asked not to be waited for.
    """

    seat: SeatId
    away: bool = False


class _BegunError(Exception):
    """A block has been begun in a rehearsal."""


class _Rehearsal(StepPlayer):
    """Finds out whether a seat would play anything now; nothing is played."""

    def _carry_out(self, queue: SeatQueue, order: SiegeOrder, rest: Sequence[object]) -> None:
        del queue, order, rest
        raise _BegunError

    def _claim(self, seat: SeatId, order: ClaimCard, rest: Sequence[object]) -> bool:
        del seat, order, rest
        raise _BegunError


@dataclass(frozen=True, slots=True)
class _NoDraws:
    """For what must not draw."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Refuse to."""
        raise AssertionError(f"nothing is drawn here: {label}")


@dataclass(frozen=True)
class MailedSiege(SiegeRules):
    """The rules of a game that is played by mail: who is silent at a deadline is played for."""

    def pending(self, state: SiegeState) -> tuple[Request, ...]:
        """Return who is asked; while the game's master settles a card nothing goes on without him."""
        if state.turn is None:
            return ()
        return (Request(state.turn, required=bool(state.settling)),)

    def lacking(self, state: SiegeState, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what the seat that is asked lacks: something that would be begun now."""
        if state.turn != seat:
            return ()
        if state.settling is not None:
            return (state.settling,) if state.settling else ()
        if _is_away(drafts, seat) and not _is_away(drafts, other(seat)):
            return ()
        return () if self._would_play(state, seat, drafts) else (state.wait.value,)

    def check(
        self, state: SiegeState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[SiegeFault], ...]:
        """Judge the lines of a seat by their text alone, each in its block (6)."""
        lines = [order for order in orders if not isinstance(order, SetAway)]
        judged = dict(zip(_numbered(orders), super().check(state, seat, lines), strict=True))
        return tuple(judged.get(number) or Check(order) for number, order in enumerate(orders))

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what a line is filed under: plays in one queue, of each policy the last."""
        del stage
        match order:
            case SetFire(cannon):
                return f"fire {cannon or 'all'}"
            case SetClaim(card):
                return f"claim {card or 'all'}"
            case PolicyLine() | SetAway():
                return f"set {type(order).__name__.removeprefix('Set').lower()}"
            case _:
                return QUEUE

    def joined(
        self,
        state: SiegeState,
        seat: SeatId,
        standing: Sequence[T],
        new: Sequence[T],
        order: Callable[[T], Order],
    ) -> list[T]:
        """Put newer lines behind those that wait, unless these stop the queue where it stands (6)."""
        queue = queue_joined(seat, standing, new, order)
        kept = [order(line) for block in queue.kept for line in block.lines]
        if state.turn == seat and self._stops(state, seat, kept):
            return [*new]
        return [line for block in queue.all for line in block.lines]

    def resolve(
        self, state: SiegeState, drafts: Drafts, draws: Draws
    ) -> Resolution[SiegeState, SiegeOutcome]:
        """Play the queues; where nothing came of them the deadline acts for the seat that is asked (6)."""
        lines = {seat: _without_away(orders) for seat, orders in drafts.items()}
        seat = state.turn
        if state.settling is not None:
            return _without_waiting(super().resolve(state, {**lines, MASTER: (Settle(),)}, draws))
        if seat is None or self._would_play(state, seat, drafts):
            return _without_waiting(super().resolve(state, lines, draws))
        made = super().resolve(state, {**lines, MASTER: (PlayDefault(),)}, draws)
        played = SilencePlayed(seat, away=_is_away(drafts, seat))
        return _without_waiting(replace(made, events=(played, *made.events)))

    def foresee(
        self, state: SiegeState, seat: SeatId, drafts: Drafts, stage: Stage | None = None
    ) -> tuple[LineForeseen | RollForeseen | ShotForeseen | PleaForeseen, ...]:
        """Return what would become of the waiting lines, one after the other, and how their dice may fall."""
        del stage
        if state.wait is Wait.END:
            return ()
        foresight = Foresight(self.tables, seat, seen_by(state, (seat,)))
        foresight.go_through(_without_away(drafts.get(seat, ())))
        return (*foresight.lines, *dict.fromkeys(foresight.rolls))

    def _would_play(self, state: SiegeState, seat: SeatId, drafts: Drafts) -> bool:
        """Tell whether a seat whose turn it is would begin anything now (6)."""
        return self._rehearsed(state, seat, drafts) is None

    def _stops(self, state: SiegeState, seat: SeatId, orders: Sequence[Order]) -> bool:
        """Tell whether a seat's queue would stop now, at what cannot be begun, and nothing be played (6)."""
        queue = self._rehearsed(state, seat, {seat: orders})
        return queue is not None and queue.stopped

    def _rehearsed(self, state: SiegeState, seat: SeatId, drafts: Drafts) -> SeatQueue | None:
        """Return a seat's queue as far as it comes with nothing begun; None if something is begun."""
        course = Course(self.tables, _NoDraws(), state)
        queues = {
            each: queue_of(each, _without_away(drafts.get(each, ())))
            for each in (seat, other(seat))
        }
        player = _Rehearsal(course, queues, ())
        player.refuse()
        try:
            player.run()
        except _BegunError:
            return None
        return queues[seat]

    def odds_of(self, state: SiegeState, order: object) -> tuple[RollForeseen | ShotForeseen, ...]:
        """Return how an attack, a raid or shots may go, whoever's they are; () of another line, or of spaces that are none."""
        if isinstance(order, SetFire):
            return tuple(shots_foreseen(self.tables, state, order))
        if not isinstance(order, Attack | Raid) or not is_sound(self.tables, order):
            return ()
        seat = attacker(self.tables, state, order)
        return (roll_foreseen(self.tables, state, seat, order),)

    def attack_foreseen(
        self, state: SiegeState, seat: SeatId, source: str, target: str
    ) -> RollForeseen:
        """Return how an attack from a space at another may go, without a reward (5)."""
        return roll_foreseen(self.tables, state, seat, Attack(source, target))


def _numbered(orders: Sequence[Order]) -> list[int]:
    """Return the places of those orders that are lines of the game."""
    return [number for number, order in enumerate(orders) if not isinstance(order, SetAway)]


def _without_away(orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple(order for order in orders if not isinstance(order, SetAway))


def _is_away(drafts: Drafts, seat: SeatId) -> bool:
    said = [order.on for order in drafts.get(seat, ()) if isinstance(order, SetAway)]
    return bool(said) and said[-1]


def _without_waiting(
    made: Resolution[SiegeState, SiegeOutcome],
) -> Resolution[SiegeState, SiegeOutcome]:
    """Return a step without what became of lines that are kept for the next: nothing has yet."""
    kept = {seat: [*orders] for seat, orders in made.leftover.items()}
    outcomes = list[SiegeOutcome]()
    for outcome in made.outcomes:
        waits = kept.get(outcome.seat, [])
        if outcome.result is LineResult.UNUSED and outcome.order in waits:
            waits.remove(outcome.order)
        elif outcome.seat != MASTER:
            outcomes.append(outcome)
    return replace(made, outcomes=tuple(outcomes))


class _Possible(Actions):
    """Says what is impossible now; nothing is carried out."""

    def fault_now(self, seat: SeatId, order: SiegeOrder) -> Reason | None:
        """Say why an action is impossible now, whatever it costs."""
        return self._fault(Turn(seat), order)


def possible(tables: Tables, state: SiegeState, seat: SeatId, order: SiegeOrder) -> bool:
    """Tell whether a seat could carry out an action now if it had the points for it (5)."""
    if line_fault(state, tables, seat, order, PlayMode.AP, in_play=True) is not None:
        return False
    course = Course(tables, _NoDraws(), state)
    return _Possible(course).fault_now(seat, order) is None


@dataclass(frozen=True)
class AskedSiege(MailedSiege):
    """The rules by which a mail is read that only asks: an action needs no card that pays for it."""

    def check(
        self, state: SiegeState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[SiegeFault], ...]:
        """Judge the lines of a seat by their text alone, and pass those that stand below no play."""
        return tuple(
            replace(check, refused=None)
            if check.refused is not None and check.refused.reason is Reason.NO_PLAY
            else check
            for check in super().check(state, seat, orders)
        )
