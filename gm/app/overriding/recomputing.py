"""A game's course computed again from one of its phases on, with something in it changed.

The orders are those that stand in the book of each phase, and the GM's overrides and decisions are
made again where they still can be; the draws come by the same labels from the same seed. Nothing is
stored here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from gm.app.codec import Codec, codec_for
from gm.app.history.amendments import amended, corrections_of, facts_of, standing_amendments
from gm.app.history.chance import draws_of
from gm.app.history.resolving import resolve_with
from gm.app.life_records import Amendment
from gm.app.orders.ahead import (
    book_ahead,
    closes_with,
    left_over,
    standing_in,
    step_from,
    steps_of,
)
from gm.app.overriding.refitting import fitting, refitted
from gm.app.ports import Transaction
from gm.app.records import GameRecord, OrderRecord, PhaseRecord, PhaseStatus, ResultRecord
from gm.app.services import Services
from gm.app.table import Table
from gm.contract.corrections import Override
from gm.contract.draws import Draws
from gm.contract.events import GameEnded
from gm.contract.facts import Viewer
from gm.contract.game import Game
from gm.contract.rules import Position, Resolution, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING, Stage
from gm.contract.told import Step as KnownStep
from gm.contract.told import known_step
from gm.errors import GmError, NotAllowed


@dataclass(frozen=True, slots=True)
class Changed:
    """What is changed in the first of the phases.

    Args:
        orders: the whole book of a seat, as it is to be; seats that are missing keep theirs.
        overrides: what is done to the position, and decided of orders, beside what was.
    """

    orders: Mapping[SeatId, tuple[OrderRecord, ...]] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()


@dataclass(frozen=True, slots=True)
class RecomputedPhase:
    """One phase of the new course.

    Args:
        original: the phase of the old course with the same name; None where it had none.
        stage: which; state: the position it is played with.
        book: the orders that stand in it; queued: those that the phase before did not use, before them.
        amendments: the old overrides that are made again; overrides: the new ones.
        resolution: what it brings; None for the one that stays open.
        lost: old overrides that can be made no longer, and orders that cannot stand on the board
            as it is now, in words.
        closed: it closes with the phase before it.
        ended: the GM ended the game in it.
    """

    original: PhaseRecord | None
    stage: Stage
    state: Any
    book: tuple[OrderRecord, ...]
    amendments: tuple[Amendment, ...] = ()
    overrides: tuple[Override, ...] = ()
    resolution: Resolution[Any, Any] | None = None
    lost: tuple[str, ...] = ()
    closed: bool = False
    ended: bool = False
    queued: tuple[OrderRecord, ...] = ()

    @property
    def name(self) -> str:
        """The phase's short name."""
        return self.stage.name


def recompute(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    family: Game[Any, Any],
    rules: Rules[Any, Any],
    phases: Sequence[PhaseRecord],
    changed: Changed,
) -> tuple[RecomputedPhase, ...]:
    """Return the new course, up to where the old one stands now.

    Args:
        services, transaction: the ports.
        game, family, rules: the game.
        phases: its old course, from the phase that is changed on; that is resolved.
        changed: what is changed in it.

    Raises:
        NotAllowed: what is changed is impossible.
    """
    course = _Course(services, transaction, game, family, rules, phases)
    steps = [course.first(changed)]
    while (resolution := steps[-1].resolution) is not None and rules.pending(resolution.state):
        if len(steps) > 2 * len(phases) + _SPARE:
            raise NotAllowed("With that change the game comes to no end here.")
        steps.append(course.next(steps[-1], resolution.state))
    return tuple(steps)


_SPARE = 8
"""So many phases more than twice the old ones are taken for a course that never ends."""


class _Course:
    """The old course, and how the new one follows from it."""

    def __init__(
        self,
        services: Services,
        transaction: Transaction,
        game: GameRecord,
        family: Game[Any, Any],
        rules: Rules[Any, Any],
        phases: Sequence[PhaseRecord],
    ) -> None:
        self.services = services
        self.transaction = transaction
        self.codec = codec_for(family.stored)
        self.game = game
        self.family = family
        self.rules: Any = rules
        self.by_name = {phase.name: phase for phase in phases}
        self.last = phases[-1]
        self.played: dict[str, KnownStep[Any, Any]] = {}
        self.draws: Draws = draws_of(transaction, game)

    @cached_property
    def known(self) -> Position[Any]:
        """The newest position of the old course, which knows all names that its orders hold."""
        return self._at(self.codec.load_state(self.last.state))

    def _at(self, state: Any) -> Position[Any]:
        return Position(self.rules, state)

    def first(self, changed: Changed) -> RecomputedPhase:
        """Return the phase that is changed, resolved anew."""
        phase = next(iter(self.by_name.values()))
        state = self.codec.load_state(phase.state)
        old = self.transaction.active_orders(phase.id)
        kept = (order for order in old if SeatId(order.seat) not in changed.orders)
        book = (
            *kept,
            *(order for seat_orders in changed.orders.values() for order in seat_orders),
        )
        for override in changed.overrides:
            state = amended(self._at(state), override)
        book, lost = self._fitting(phase, state, book)
        amendments = standing_amendments(self.transaction, phase.id)
        stage = self.rules.stage(state)
        return self._resolved(
            RecomputedPhase(phase, stage, state, book, amendments, changed.overrides, lost=lost)
        )

    def next(self, before: RecomputedPhase, state: Any) -> RecomputedPhase:
        """Return the phase that follows, resolved if the old course has gone beyond it."""
        stage = self.rules.stage(state)
        original = self.by_name.get(stage.name)
        amendments: list[Amendment] = []
        lost: list[str] = []
        book: tuple[OrderRecord, ...] = ()
        if original is not None:
            book = self.transaction.active_orders(original.id)
            for amendment in standing_amendments(self.transaction, original.id):
                try:
                    again, state = self._made_again(state, amendment)
                except (GmError, ValueError, LookupError) as fault:
                    lost.append(f"{amendment.words} ({fault})")
                else:
                    amendments.append(again)
        last = before.original or self.last
        table = Table(
            self.services,
            self.transaction,
            self.game,
            self.family,
            self.rules,
            (),
            last,
            before.state,
        )
        closed = closes_with(table, stage)
        opened = replace(table, state=state)
        book, queued = self._queued(before, table, opened, original, book)
        if original is None:
            standing = self.transaction.orders_ahead(self.game.id, STANDING)
            steps = steps_of(opened, self.played)
            book = (
                *book_ahead(opened, self.played, closed=closed),
                *standing_in(opened, queued, standing, steps),
            )
        book, unfit = self._fitting(last, state, book)
        notes = (*lost, *unfit)
        step = RecomputedPhase(
            original,
            stage,
            state,
            book,
            tuple(amendments),
            lost=notes,
            closed=closed,
            queued=queued,
        )
        return self._resolved(step) if self._is_past(step) else step

    def _queued(
        self,
        before: RecomputedPhase,
        table: Table,
        opened: Table,
        original: PhaseRecord | None,
        book: tuple[OrderRecord, ...],
    ) -> tuple[tuple[OrderRecord, ...], tuple[OrderRecord, ...]]:
        """Return a book without what the phase before had left over once, and what it leaves over now.

        Where that is the same it is as its owner has left it since, changed or taken back.

        Args:
            before: the phase before; table: the game with it; opened: with the phase that follows.
            original: that in the old course, and `book` its orders there.
        """
        if before.resolution is None:
            return book, ()
        used = (*before.queued, *before.book)
        steps = steps_of(opened, self.played)
        queued, _ = left_over(table, used, before.resolution, opened, steps)
        if original is None or before.original is None:
            return book, queued
        history = self.transaction.order_history(before.original.id)
        once = {
            _sent(record)
            for record in history
            if record.ahead == original.name and record.replaced_by
        }
        kept = tuple(record for record in book if _sent(record) not in once)
        if {_sent(record) for record in queued} == once:
            return kept, tuple(record for record in book if _sent(record) in once)
        taken = {(record.seat, record.key) for record in kept}
        return kept, tuple(record for record in queued if (record.seat, record.key) not in taken)

    def _made_again(self, state: Any, amendment: Amendment) -> tuple[Amendment, Any]:
        """Return an override as it comes to in a position, and the position after it."""
        events = self.codec.load_events(amendment.events)
        old = Override(amendment.kind, events, amendment.words)
        new = corrections_of(self.family).again(old, self._at(state))
        again = replace(amendment, words=new.words, events=self.codec.dump(new.events))
        return again, self.rules.amend(state, new.events)

    def _fitting(
        self, phase: PhaseRecord, state: Any, book: Sequence[OrderRecord]
    ) -> tuple[tuple[OrderRecord, ...], tuple[str, ...]]:
        """Return orders as they can stand in a position, and what cannot, in words."""
        table = Table(
            self.services, self.transaction, self.game, self.family, self.rules, (), phase, state
        )
        refits, when = refitted(table, book, self.known), table.stage_words()
        lost = (
            f"{refit.old.canonical} in {when}. {refit.fate}" for refit in refits if not refit.new
        )
        return fitting(book, refits), tuple(lost)

    def _is_past(self, step: RecomputedPhase) -> bool:
        """Tell whether the old course has gone beyond a phase."""
        here, there = step.stage.order, self.family.stage(self.last.name).order
        return here < there or (here == there and self.last.status is PhaseStatus.RESOLVED)

    def _resolved(self, step: RecomputedPhase) -> RecomputedPhase:
        if ended := self._end_of(step):
            after = self.rules.replay(step.state, ended)
            return replace(step, resolution=Resolution(after, ended, ()), ended=True)
        facts = facts_of(self.codec, step.amendments)
        facts += tuple(event for override in step.overrides for event in override.events)
        given = self.codec.drafts((*step.queued, *step.book))
        resolution = resolve_with(self.family, self._at(step.state), given, self.draws, facts)
        self.played[step.stage.name] = step_from(step.state, resolution)
        return replace(step, resolution=resolution)

    def _end_of(self, step: RecomputedPhase) -> tuple[GameEnded, ...]:
        """Return the GM's word that ended the game in a phase, if he ended it there."""
        result = self.transaction.result(step.original.id) if step.original is not None else None
        events = self.codec.load_events(result.events) if result is not None else ()
        return tuple(event for event in events if isinstance(event, GameEnded))


def _sent(record: OrderRecord) -> tuple[object, ...]:
    """Return what an order that waited for a later phase has in common with its copies there."""
    return record.seat, record.order, record.given_at, record.inbox_id


@dataclass(frozen=True, slots=True)
class Resolved:
    """A phase that was resolved, or is by the new course: its position, and what came of it."""

    stage: Stage
    before: Any
    resolution: Resolution[Any, Any]

    def known_to(self, viewer: Viewer, rules: Rules[Any, Any]) -> KnownStep[Any, Any]:
        """Return what a reader may know of it."""
        return known_step(rules, self.before, self.resolution, viewer)


def resolved_of(
    rules: Rules[Any, Any], codec: Codec[Any, Any], phase: PhaseRecord, result: ResultRecord
) -> Resolved:
    """Return a phase as it is stored."""
    before, events = codec.load_state(phase.state), codec.load_events(result.events)
    outcomes = codec.load_outcomes(result.outcomes)
    resolution = Resolution(rules.replay(before, events), events, outcomes)
    return Resolved(rules.stage(before), before, resolution)


def newly_resolved(step: RecomputedPhase) -> Resolved | None:
    """Return a phase of the new course; None for the one that stays open."""
    if step.resolution is None:
        return None
    return Resolved(step.stage, step.state, step.resolution)
