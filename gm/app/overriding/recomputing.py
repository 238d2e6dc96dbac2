"""A game's course computed again from one of its phases on, with something in it changed.

The orders are those that stand in the book of each phase, and the GM's overrides and decisions are
made again where they still can be; the draws come by the same labels from the same seed. Nothing is
stored here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gm.app.codec import Codec, codec_for
from gm.app.life_records import Amendment
from gm.app.orders.ahead import book_ahead, closes_with
from gm.app.overriding.amendments import facts_of, standing_amendments
from gm.app.overriding.override_values import Override, Position, amended
from gm.app.play.chance import draws_of
from gm.app.play.decrees import resolve_with
from gm.app.ports import Transaction
from gm.app.records import GameRecord, OrderRecord, PhaseRecord, PhaseStatus, ResultRecord
from gm.app.table import Table
from gm.contract.draws import Draws
from gm.contract.events import GameEnded
from gm.contract.game import Game
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.errors import GmError, NotAllowed
from gm.games.diplomacy.desk.overriding.again import made_again
from gm.games.diplomacy.desk.overriding.refitting import fitting, names_on, refitted
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.decreed import OutcomeDecreed
from gm.games.diplomacy.rules.mechanics.season_facts import AutumnPart, fared
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, sort_key
from gm.games.diplomacy.rules.state import GameState


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
class Step:
    """One phase of the new course.

    Args:
        original: the phase of the old course with the same name; None where it had none.
        state: the position it is played with.
        book: the orders that stand in it.
        amendments: the old overrides that are made again; overrides: the new ones.
        resolution: what it brings; None for the one that stays open.
        lost: old overrides that can be made no longer, and orders that cannot stand on the board
            as it is now, in words.
        closed: it closes with the phase before it.
        ended: the GM ended the game in it.
    """

    original: PhaseRecord | None
    state: GameState
    book: tuple[OrderRecord, ...]
    amendments: tuple[Amendment, ...] = ()
    overrides: tuple[Override, ...] = ()
    resolution: SeasonResolution | None = None
    lost: tuple[str, ...] = ()
    closed: bool = False
    ended: bool = False

    @property
    def name(self) -> str:
        """The phase's short name."""
        return str(self.state.phase)


def recompute(
    transaction: Transaction,
    game: GameRecord,
    family: Game[Any, Any],
    rules: DiplomacyRules,
    phases: Sequence[PhaseRecord],
    changed: Changed,
) -> tuple[Step, ...]:
    """Return the new course, up to where the old one stands now.

    Args:
        transaction: the store.
        game, family, rules: the game.
        phases: its old course, from the phase that is changed on; that is resolved.
        changed: what is changed in it.

    Raises:
        NotAllowed: what is changed is impossible.
    """
    course = _Course(transaction, game, family, rules, phases)
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
        transaction: Transaction,
        game: GameRecord,
        family: Game[Any, Any],
        rules: DiplomacyRules,
        phases: Sequence[PhaseRecord],
    ) -> None:
        self.transaction = transaction
        self.codec = codec_for(family.stored)
        self.game = game
        self.family = family
        self.rules = rules
        self.by_name = {phase.name: phase for phase in phases}
        self.last = phases[-1]
        self.played: AutumnPart | None = None
        # Names are never taken off a board, so the last one knows all that an order may hold.
        self.names = names_on(rules.board_in(self.codec.load_state(self.last.state)))
        self.draws: Draws = draws_of(transaction, game)

    def first(self, changed: Changed) -> Step:
        """Return the phase that is changed, resolved anew."""
        phase = next(iter(self.by_name.values()))
        state = self.codec.load_state(phase.state)
        old = self.transaction.active_orders(phase.id)
        kept = (order for order in old if SeatId(order.seat) not in changed.orders)
        book = (*kept, *(order for own in changed.orders.values() for order in own))
        for override in changed.overrides:
            state = amended(Position(self.rules, state), override)
        book, lost = self._fitting(state, book)
        amendments = standing_amendments(self.transaction, phase.id)
        return self._resolved(Step(phase, state, book, amendments, changed.overrides, lost=lost))

    def next(self, before: Step, state: GameState) -> Step:
        """Return the phase that follows, resolved if the old course has gone beyond it."""
        original = self.by_name.get(str(state.phase))
        amendments: list[Amendment] = []
        lost: list[str] = []
        book: tuple[OrderRecord, ...] = ()
        if original is not None:
            book = self.transaction.active_orders(original.id)
            for amendment in standing_amendments(self.transaction, original.id):
                try:
                    again, state = made_again(Position(self.rules, state), amendment)
                except (GmError, ValueError, LookupError) as fault:
                    lost.append(f"{amendment.words} ({fault})")
                else:
                    amendments.append(again)
        last = before.original or self.last
        table = Table(self.game, self.family, self.rules, (), last, before.state)
        closed = closes_with(table, state.phase)
        if original is None:
            opened = replace(table, state=state)
            book = book_ahead(self.transaction, opened, self.played, closed=closed)
        book, unfit = self._fitting(state, book)
        told = (*lost, *unfit)
        step = Step(original, state, book, tuple(amendments), lost=told, closed=closed)
        return self._resolved(step) if self._is_past(step) else step

    def _fitting(
        self, state: GameState, book: Sequence[OrderRecord]
    ) -> tuple[tuple[OrderRecord, ...], tuple[str, ...]]:
        """Return orders as they stand on the board of a position, and what cannot, in words."""
        refits = refitted(Position(self.rules, state), book, self.names)
        when = phase_words(state.phase)
        lost = (
            f"{refit.old.canonical} in {when}. {refit.fate}" for refit in refits if not refit.new
        )
        return fitting(book, refits), tuple(lost)

    def _is_past(self, step: Step) -> bool:
        """Tell whether the old course has gone beyond a phase."""
        here, there = sort_key(step.state.phase), sort_key(Phase.parse(self.last.name))
        return here < there or (here == there and self.last.status is PhaseStatus.RESOLVED)

    def _resolved(self, step: Step) -> Step:
        if ended := self._end_of(step):
            after = self.rules.replay(step.state, ended)
            return replace(step, resolution=Resolution(after, ended, ()), ended=True)
        facts = facts_of(self.codec, step.amendments)
        facts += tuple(event for override in step.overrides for event in override.events)
        decrees = {decree.order: decree for decree in facts if isinstance(decree, OutcomeDecreed)}
        given = self.codec.drafts(step.book)
        resolution = resolve_with(
            self.rules, step.state, given, self.draws, tuple(decrees.values())
        )
        if step.state.phase.kind is PhaseKind.MOVEMENT:
            self.played = fared(step.state, resolution.outcomes)
        return replace(step, resolution=resolution)

    def _end_of(self, step: Step) -> tuple[GameEnded, ...]:
        """Return the GM's word that ended the game in a phase, if he ended it there."""
        result = self.transaction.result(step.original.id) if step.original is not None else None
        events = self.codec.load_events(result.events) if result is not None else ()
        return tuple(event for event in events if isinstance(event, GameEnded))


@dataclass(frozen=True, slots=True)
class Season:
    """What a phase was or is: its position, its orders' outcomes, its facts, and what came of it."""

    phase: Phase
    before: GameState
    resolution: SeasonResolution


def season_of(
    rules: DiplomacyRules, codec: Codec[Any, Any], phase: PhaseRecord, result: ResultRecord
) -> Season:
    """Return a phase as it is stored."""
    before, events = codec.load_state(phase.state), codec.load_events(result.events)
    outcomes = codec.load_outcomes(result.outcomes)
    resolution = Resolution(rules.replay(before, events), events, outcomes)
    return Season(before.phase, before, resolution)


def new_season(step: Step) -> Season | None:
    """Return a phase of the new course; None for the one that stays open."""
    if step.resolution is None:
        return None
    return Season(step.state.phase, step.state, step.resolution)
