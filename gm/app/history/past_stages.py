"""The course of a game as its room gets it: made of the records, of which nothing is read in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, TypeVar

from gm.app.codec import Codec, load_draws
from gm.app.history.amendments import facts_of, standing_amendments
from gm.app.history.chance import public_seed
from gm.app.history.tournaments import has_sealed_seed
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord, ResultRecord, SeatRecord
from gm.app.services import Services
from gm.app.table import Table, codec_of, family_of, gm_plays, rules_of, silent_powers, view_at
from gm.contract.events import Event
from gm.contract.facts import Part, Viewer
from gm.contract.orders import Order
from gm.contract.past import Past
from gm.contract.rules import Resolution, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import Step, known_step, may_know

S = TypeVar("S")
R = TypeVar("R")

PUBLIC_VIEWER: Final = Viewer(Part.ARCHIVE)
"""Who knows what everybody may know."""

GM_VIEWER: Final = Viewer(Part.GM)
"""Who knows everything: a GM who does not play."""


def gm_viewer(game: GameRecord, seats: Iterable[SeatRecord]) -> Viewer:
    """Return the GM of a game as a reader; one who plays knows what his seats know."""
    own_seats = tuple(SeatId(seat.seat) for seat in seats if gm_plays(game, [seat]))
    return Viewer(Part.GM, own_seats, game.time_zone)


def recorded_resolution(
    codec: Codec[S, R], rules: Rules[S, R], before: S, result: ResultRecord
) -> Resolution[S, R]:
    """Return what a stage came to, from what is stored of it."""
    events = codec.load_events(result.events)
    outcomes, draws = codec.load_outcomes(result.outcomes), load_draws(result.draws)
    return Resolution(rules.replay(before, events), events, outcomes, draws)


def past_of(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    viewer: Viewer = PUBLIC_VIEWER,
    upto: int | None = None,
) -> Past[Any, Any]:
    """Return the course of a game so far; it can be read while the transaction lasts.

    Args:
        services, transaction: the ports. game: which game.
        viewer: who may know what is in it.
        upto: the number of its last stage; all that there are if not said.
    """
    phases = transaction.phases(game.id)
    if upto is not None:
        phases = tuple(phase for phase in phases if phase.number <= upto)
    return _past(_Shared(services, transaction, game, viewer), phases)


def past_until(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    number: int,
    viewer: Viewer = PUBLIC_VIEWER,
) -> Past[Any, Any]:
    """Return the course of a game up to a stage, also one that was rolled back since.

    Without a stage of that number it goes as far as there are any before it.
    """
    phases = [phase for phase in transaction.phases(game.id) if phase.number < number]
    last = (phase for phase in transaction.every_phase(game.id) if phase.number == number)
    return _past(_Shared(services, transaction, game, viewer), [*phases, *last])


def _past(shared: _Shared, phases: Iterable[PhaseRecord]) -> Past[Any, Any]:
    services, transaction, game = shared.services, shared.transaction, shared.game
    stages = tuple(RecordedStage(shared, phase) for phase in phases)
    rules, every = rules_of(services, game), transaction.phases(game.id)
    whole = bool(stages) and stages[-1].number == every[-1].number
    return Past(
        game=view_at(services, game, rules, transaction.seats(game.id)),
        rules=rules,
        viewer=shared.viewer,
        stages=stages,
        over=whole and game.status is GameStatus.FINISHED,
        seed=public_seed(transaction, game) if rules.meta.chance else "",
    )


def past_with(
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: Resolution[Any, Any],
    viewer: Viewer = PUBLIC_VIEWER,
    *,
    over: bool = False,
) -> Past[Any, Any]:
    """Return the course of a game with what a stage has just come to, whether or not that is recorded.

    Args:
        table: the stage; given: its orders; resolution: what came of them.
        viewer: who may know what is in it.
        over: the game ends with it.
    """
    transaction = table.transaction
    earlier = past_of(table.services, transaction, table.game, viewer, table.phase.number - 1)
    step = known_step(table.rules, table.state, resolution, viewer, over=over)
    now = ResolvedStage(table, viewer, given, step, table.services.clock.now())
    seed = earlier.seed
    if over and table.rules.meta.chance and not has_sealed_seed(transaction, table.game):
        seed = table.game.seed
    return replace(earlier, stages=(*earlier.stages, now), over=over, seed=seed)


@dataclass(frozen=True, slots=True)
class _Shared:
    """What the stages of a game have in common."""

    services: Services
    transaction: Transaction
    game: GameRecord
    viewer: Viewer

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that nothing is sealed any more."""
        return self.game.status is GameStatus.FINISHED

    def table(self, phase: PhaseRecord, state: Any) -> Table:
        """Return the game as it was in a phase."""
        seats = self.transaction.seats(self.game.id)
        family, rules = family_of(self.services, self.game), rules_of(self.services, self.game)
        return Table(
            self.services, self.transaction, self.game, family, rules, seats, phase, state
        )


class RecordedStage:
    """A stage as it is recorded.

    Args:
        shared: what the stages of its game have in common. phase: its record.
    """

    def __init__(self, shared: _Shared, phase: PhaseRecord) -> None:
        self._shared = shared
        self._phase = phase
        self._codec = codec_of(shared.services, shared.game)

    @property
    def number(self) -> int:
        """Its number in the game."""
        return self._phase.number

    @cached_property
    def stage(self) -> Stage:
        """Which stage it is."""
        return family_of(self._shared.services, self._shared.game).stage(self._phase.name)

    @property
    def opened_at(self) -> datetime:
        """When it was opened."""
        return self._phase.opened_at

    @property
    def deadline(self) -> datetime:
        """When its orders were due."""
        return self._phase.deadline

    @property
    def resolved_at(self) -> datetime | None:
        """When it was resolved; None while it is open."""
        return self._result.resolved_at if self._result is not None else None

    @cached_property
    def before(self) -> Any:
        """The position it was played from, with the GM's corrections."""
        viewer, state = self._shared.viewer, self._state
        return state if viewer.sees_all else self._rules.view(state, viewer.seats or None)

    @property
    def after(self) -> Any:
        """The position it led to; while it is open, the one it is played from."""
        return self._step.after if self._result is not None else self.before

    @property
    def events(self) -> tuple[Event, ...]:
        """The facts that led there."""
        return self._step.events if self._result is not None else ()

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """What became of its orders."""
        return self._step.outcomes if self._result is not None else ()

    @cached_property
    def given(self) -> Mapping[SeatId, tuple[Order, ...]]:
        """The orders it was resolved by; none while it is open."""
        if self._result is None:
            return {}
        return self._codec.drafts(self._shared.transaction.active_orders(self._phase.id))

    @cached_property
    def asked(self) -> tuple[SeatId, ...]:
        """Who had something to order."""
        return silent_powers(self._table, {})

    @cached_property
    def silent(self) -> tuple[SeatId, ...]:
        """Of those, from whom nothing was received."""
        return silent_powers(self._table, self.given)

    @cached_property
    def late(self) -> Mapping[SeatId, timedelta]:
        """How long after the deadline the first orders of a seat came by mail, where they did."""
        return _late(self._shared.transaction, self._phase)

    def facts(self, *kinds: type[Event]) -> Iterator[Event]:
        """Yield its facts of some kinds, those of the GM's corrections first."""
        amendments = standing_amendments(self._shared.transaction, self._phase.id)
        amended = facts_of(self._codec, amendments)
        yield from _known(amended, kinds, self._shared.viewer)
        # Most stages have none, and reading all their facts takes longer than looking for a word.
        events = self._result.events if self._result is not None else ""
        if any(f'"{kind.__name__}"' in events for kind in kinds):
            yield from (event for event in self.events if isinstance(event, kinds))

    @cached_property
    def _result(self) -> ResultRecord | None:
        return self._shared.transaction.result(self._phase.id)

    @cached_property
    def _table(self) -> Table:
        return self._shared.table(self._phase, self._state)

    @cached_property
    def _rules(self) -> Rules[Any, Any]:
        return rules_of(self._shared.services, self._shared.game)

    @cached_property
    def _state(self) -> Any:
        return self._codec.load_state(self._phase.state)

    @cached_property
    def _step(self) -> Step[Any, Any]:
        """What its viewer may know of what it brought."""
        assert self._result is not None  # noqa: S101 - asked for of a resolved stage only
        resolution = recorded_resolution(self._codec, self._rules, self._state, self._result)
        viewer, over = self._shared.viewer, self._shared.over
        return known_step(self._rules, self._state, resolution, viewer, over=over)


@dataclass(frozen=True, slots=True)
class ResolvedStage:
    """A stage that has just been resolved, as it is told; it need not be recorded yet.

    Args:
        table: the game at it. viewer: who may know what is in it.
        given: its orders. step: what he may know of what came of them.
        resolved_at: when.
    """

    table: Table
    viewer: Viewer
    given: Mapping[SeatId, tuple[Order, ...]]
    step: Step[Any, Any]
    resolved_at: datetime | None

    @property
    def number(self) -> int:
        """Its number in the game."""
        return self.table.phase.number

    @property
    def stage(self) -> Stage:
        """Which stage it is."""
        return self.table.stage

    @property
    def opened_at(self) -> datetime:
        """When it was opened."""
        return self.table.phase.opened_at

    @property
    def deadline(self) -> datetime:
        """When its orders were due."""
        return self.table.phase.deadline

    @property
    def before(self) -> Any:
        """The position it was played from, with the GM's corrections."""
        return self.step.before

    @property
    def after(self) -> Any:
        """The position it led to."""
        return self.step.after

    @property
    def events(self) -> tuple[Event, ...]:
        """The facts that led there."""
        return self.step.events

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """What became of its orders."""
        return self.step.outcomes

    @property
    def asked(self) -> tuple[SeatId, ...]:
        """Who had something to order."""
        return silent_powers(self.table, {})

    @property
    def silent(self) -> tuple[SeatId, ...]:
        """Of those, from whom nothing was received."""
        return silent_powers(self.table, self.given)

    @property
    def late(self) -> Mapping[SeatId, timedelta]:
        """How long after the deadline the first orders of a seat came by mail, where they did."""
        return _late(self.table.transaction, self.table.phase)

    def facts(self, *kinds: type[Event]) -> Iterator[Event]:
        """Yield its facts of some kinds, those of the GM's corrections first."""
        amendments = standing_amendments(self.table.transaction, self.table.phase.id)
        yield from _known(facts_of(self.table.codec, amendments), kinds, self.viewer)
        yield from (event for event in self.events if isinstance(event, kinds))


def _known(
    events: Iterable[Event], kinds: tuple[type[Event], ...], viewer: Viewer
) -> Iterator[Event]:
    """Yield facts of some kinds that a reader may know."""
    for event in events:
        if isinstance(event, kinds) and may_know(event, viewer):
            yield event


def _late(transaction: PhaseTransaction, phase: PhaseRecord) -> dict[SeatId, timedelta]:
    first: dict[SeatId, timedelta] = {}
    for order in transaction.order_history(phase.id):
        if order.inbox_id is not None and not order.ahead:
            seat, late = SeatId(order.seat), order.given_at - phase.deadline
            first[seat] = min(late, first.get(seat, late))
    return {seat: late for seat, late in first.items() if late > timedelta(0)}
