"""The rules of a Diplomacy-family game: one value, filled in by each variant.

It strings the phases together and hands each to its own module; it never asks which variant it
is. What a variant adds are its mechanisms, its adjustments, its victory and its survival.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeVar

from gm.contract.draws import Draws
from gm.contract.events import Drawn, Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Fate, Meta, Request, Resolution
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Stage
from gm.contract.values import value
from gm.games.diplomacy.rules.adjustments import CentreAdjustments
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId, seats_on
from gm.games.diplomacy.rules.calendar import YearRules, go_on, powers_due
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.events import CentreTaken, PhaseBegan, UnitBuilt, replay
from gm.games.diplomacy.rules.filled_in import SeasonCheck, SeasonResolution
from gm.games.diplomacy.rules.legality import check_retreat
from gm.games.diplomacy.rules.mechanics import Adjustments, Mechanism, Setup
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.orders import UnitOrder, key_of
from gm.games.diplomacy.rules.ownership import CentreVictory, Survival, Victory
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season, following, phase_of, stage_of
from gm.games.diplomacy.rules.policies import DATC, Profile
from gm.games.diplomacy.rules.position import position_faults, starting_units
from gm.games.diplomacy.rules.season.season_play import (
    SeasonPlayed,
    SeasonRules,
    all_orders_checked,
    play_retreats,
    play_season,
)
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.outlook import (
    Outlook,
    WinterAhead,
    open_in,
    winter_after,
    winter_ahead,
)
from gm.games.diplomacy.rules.winter.payments import halves

FIRST_PHASE = Phase(1901, Season.SPRING, PhaseKind.MOVEMENT)
"""Where standard Diplomacy begins."""

_MOVEMENT, _RETREAT, _ADJUSTMENT = PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT

T = TypeVar("T")


@value
class DiplomacyRules:
    """One game of the Diplomacy family; it keeps the duties of `Rules`.

    Args:
        meta: what the game is.
        board: the board as its map folder has it.
        profile: the rulebook.
        first: the phase in which a game begins.
        mechanisms: what the variant adds, in the order in which they act.
        setup: how first pieces are chosen.
        adjustments: how winter is played.
        victory: how the game is won.
        survival: when a power is out.
        must_hear_all: phases that wait for every power's orders, or for the GM.
        grammar: the file that reads its orders.
        joint_winters: a winter has no deadline of its own: its orders come with those of its
            autumn, and it is resolved as soon as that is.
    """

    meta: Meta
    board: Board
    profile: Profile = DATC
    first: Phase = FIRST_PHASE
    mechanisms: tuple[Mechanism, ...] = ()
    setup: Setup = field(default_factory=Setup)
    adjustments: Adjustments = field(default_factory=CentreAdjustments)
    victory: Victory = field(default_factory=CentreVictory)
    survival: Survival = field(default_factory=Survival)
    must_hear_all: frozenset[Phase] = frozenset()
    joint_winters: bool = False
    grammar: str = "diplomacy/orders"
    _season: SeasonRules = field(init=False, repr=False, compare=False)
    _year: YearRules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        season = SeasonRules(self.board, self.profile, self.mechanisms)
        year = YearRules(season, self.adjustments, self.victory, self.survival)
        object.__setattr__(self, "_season", season)
        object.__setattr__(self, "_year", year)

    def board_in(self, state: GameState) -> Board:
        """Return the board in force in a state."""
        return self._season.board_in(state)

    def new_game(self, draws: Draws, unplayed: Collection[SeatId] = ()) -> SeasonResolution:
        """Return the first state: the units and home centres of every power that is played."""
        empty = frozenset(PowerId(seat) for seat in unplayed)
        events: list[Event] = []
        for mechanism in self.mechanisms:
            events += mechanism.at_start(self.board, empty)
        units = starting_units(self.board)
        events += [UnitBuilt(unit) for unit in units if unit.power not in empty]
        events += [
            CentreTaken(place, power.id)
            for power in self.board.powers.values()
            if power.id not in empty
            for place in power.home
            if self.board.province(place).is_centre
        ]
        set_up = replay(GameState(self.first), events)
        began = PhaseBegan(self._beginning(set_up))
        return Resolution(began.apply(set_up), (began, *events), ())

    def pending(self, state: GameState) -> tuple[Request, ...]:
        """Return which powers have something to order now; empty when the game is over."""
        required = state.phase in self.must_hear_all
        return tuple(Request(SeatId(power), required) for power in self._asked(state))

    def ahead(self, state: GameState) -> tuple[Request, ...]:
        """Return which powers may order for the coming winter already: in autumn, all that will.

        Adjustments may be mailed together with the autumn orders (Republic 9e). In a game of
        joint winters such a request closes with the autumn.
        """
        phase = state.phase
        if phase.season is not Season.AUTUMN or not self.adjustments.ahead or state.winners:
            return ()
        winter = Phase(phase.year, Season.WINTER, _ADJUSTMENT)
        autumn = f"{phase.season.value}{phase.year}" if self.joint_winters else ""
        board, stage = self.board_in(state), stage_of(winter)
        return tuple(
            Request(SeatId(power), closes_with=autumn, stage=stage)
            for power in self.board.powers
            if self.adjustments.due_ahead(board, state, power) and power not in state.eliminated
        )

    def taken_from(self, state: GameState) -> Phase | None:
        """Return from which phase on winter orders will be taken; None if they are, or never."""
        if state.phase.season is not Season.SPRING or not self.adjustments.ahead:
            return None
        return Phase(state.phase.year, Season.AUTUMN, PhaseKind.MOVEMENT)

    def check_ahead(
        self, state: GameState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[SeasonCheck, ...]:
        """Judge orders for the coming winter, as far as no autumn can change that."""
        board, power = self.board_in(state), PowerId(seat)
        return tuple(
            Check(order, self.adjustments.check_ahead(board, state, power, order))
            for order in orders
        )

    def open_slots(
        self, state: GameState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[str, ...]:
        """Return the seat's units without an order, or the builds and removals still due."""
        power = PowerId(seat)
        match state.phase.kind:
            case PhaseKind.ADJUSTMENT:
                board = self.board_in(state)
                return self.adjustments.open_slots(board, state, power, tuple(orders))
            case PhaseKind.SETUP:
                board = self.board_in(state)
                return self.setup.open_slots(board, state, power, tuple(orders))
            case PhaseKind.RETREAT:
                waiting = [
                    dislodged.unit
                    for dislodged in state.dislodged
                    if dislodged.unit.power == power
                ]
            case _:
                season = self._season
                waiting = [unit for unit in state.units_of(power) if season.obeys(state, unit)]
        ordered = _ordered_places(orders)
        return tuple(str(unit) for unit in waiting if unit.at.province not in ordered)

    def contingent(self, state: GameState) -> tuple[Stage, ...]:
        """Return the retreats that may follow on the moves which lie open."""
        phase = state.phase
        if phase.kind is not PhaseKind.MOVEMENT:
            return ()
        return (stage_of(Phase(phase.year, phase.season, PhaseKind.RETREAT)),)

    def lacking(
        self, state: GameState, seat: SeatId, drafts: Mapping[SeatId, Sequence[Order]]
    ) -> tuple[str, ...]:
        """Return what still lacks an order, payments that both sides ordered taken as made."""
        orders = drafts.get(seat, ())
        outlook = self.outlook(state, seat, orders)
        if outlook is None:
            return self.open_slots(state, seat, orders)
        return open_in(outlook.cases(halves(state, drafts).get(PowerId(seat), ())))

    def check(
        self, state: GameState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[SeasonCheck, ...]:
        """Judge each order by the rules of the phase; a legal one is told as it will be done."""
        power = PowerId(seat)
        match state.phase.kind:
            case PhaseKind.ADJUSTMENT:
                board = self.board_in(state)
                faults = self.adjustments.check(board, state, power, tuple(orders))
                return tuple(map(SeasonCheck, orders, faults))
            case PhaseKind.SETUP:
                board = self.board_in(state)
                return tuple(
                    map(SeasonCheck, orders, self.setup.check(board, state, power, tuple(orders)))
                )
            case PhaseKind.RETREAT:
                board = self.board_in(state)
                return tuple(
                    Check(order, check_retreat(board, state, power, order)) for order in orders
                )
            case _:
                checked = all_orders_checked(self._season, state, power, orders)
                return tuple(Check(order, fault) for order, fault in checked)

    def resolve(
        self, state: GameState, drafts: Mapping[SeatId, Sequence[Order]], draws: Draws
    ) -> SeasonResolution:
        """Resolve the phase and go on to the next in which somebody has to order."""
        played = self._play(state, drafts, draws)
        after, further = go_on(self._year, played.after, draws)
        events = played.events + further
        drawn = [event.draw for event in events if isinstance(event, Drawn)]
        return Resolution(after, events, played.outcomes, tuple(drawn))

    def outlook(self, state: GameState, seat: SeatId, orders: Sequence[Order]) -> Outlook | None:
        """Return what a seat's winter comes to by its own orders; None where that is plain."""
        if state.phase.kind is not PhaseKind.ADJUSTMENT:
            return None
        return self.adjustments.outlook(self.board_in(state), state, PowerId(seat), orders)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The powers of the board."""
        return seats_on(self.board)

    def stage(self, state: GameState) -> Stage:
        """Return the phase that a position waits at."""
        return stage_of(state.phase)

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what an order is filed by: `unit KkW`, or the name of its list: `build`."""
        return key_of(order, phase_of(stage).kind)

    def joined(
        self,
        state: GameState,
        seat: SeatId,
        standing: Sequence[T],
        new: Sequence[T],
        order: Callable[[T], Order],
    ) -> list[T]:
        """Return the newer list, which takes the place of the other; what adds to one says so."""
        del state, seat, standing, order
        return [*new]

    def replay(self, state: GameState, events: Sequence[Event]) -> GameState:
        """Return the position that facts lead to."""
        return replay(state, events)

    def fate(self, state: GameState) -> Fate:
        """Return who is still in the game: who has a unit, or a centre, or retreats.

        A country that nobody played from the start has never been in it (Irish 3).
        """
        seats = tuple(SeatId(power) for power in self.board.powers)
        playing = tuple(seat for seat in seats if not self._is_out(state, PowerId(seat)))
        eliminated = tuple(seat for seat in seats if seat in state.eliminated)
        winners = tuple(SeatId(power) for power in state.winners)
        closed = tuple(SeatId(power) for power in state.part(ChangesPart).closed)
        return Fate(playing, eliminated, winners, closed)

    def _is_out(self, state: GameState, power: PowerId) -> bool:
        """Tell whether a power has been eliminated, or has nothing left by which it would not be."""
        if power in state.eliminated or power in state.part(ChangesPart).closed:
            return True
        waiting = any(dislodged.unit.power == power for dislodged in state.dislodged)
        return not waiting and self.survival.is_out(self.board_in(state), state, power)

    def view(self, state: GameState, seats: Collection[SeatId] | None) -> GameState:
        """Return the position: nothing on the board is hidden, but winters may have their secrets."""
        return self.adjustments.view(state, seats)

    def disclosed(
        self,
        before: GameState,
        resolution: SeasonResolution,
        seats: Collection[SeatId] | None,
    ) -> SeasonResolution:
        """Return of a phase what these seats may know: orders as they counted, their own payments."""
        winter = before.phase.kind is PhaseKind.ADJUSTMENT
        private = winter and self.adjustments.keeps_payments()
        curtain = Curtain(tuple(seats or ()), private)
        outcomes = curtain.outcomes(resolution.outcomes)
        events = curtain.events(resolution.events)
        if outcomes == resolution.outcomes and events == resolution.events:
            return resolution
        return replace(resolution, outcomes=outcomes, events=events)

    def foresee(
        self,
        state: GameState,
        seat: SeatId,
        drafts: Mapping[SeatId, Sequence[Order]],
        stage: Stage | None = None,
    ) -> WinterAhead | None:
        """Return what a power may know of its winter: which payments match, and how it would end.

        Of the orders of others nothing else goes into it but whether its payments have their other
        halves (Republic 8).
        """
        if stage is not None:
            return winter_after(state, seat, drafts)
        return winter_ahead(self.adjustments, self.board_in(state), state, seat, drafts)

    def following(self, state: GameState) -> Stage | None:
        """Return the phase that comes next in any case: retreats, and winters not waited for, left out."""
        ahead = self.ahead(state)
        joint = any(request.closes_with for request in ahead)
        then = following(state.phase)
        while then.kind is PhaseKind.RETREAT or (
            joint and any(request.stage == stage_of(then) for request in ahead)
        ):
            then = following(then)
        return stage_of(then)

    def amend(self, state: GameState, edits: Sequence[Event]) -> GameState:
        """Apply a GM's corrections; ValueError if the position would be impossible."""
        amended = replay(state, edits)
        faults = position_faults(self.board_in(amended), amended)
        if faults:
            raise ValueError("; ".join(faults))
        return amended

    def _beginning(self, state: GameState) -> Phase:
        """Return the first phase of a game; where nobody chooses a piece it is the first season."""
        choosing = any(self.setup.due(state, power) for power in self.board.powers)
        skipped = self.first.kind is PhaseKind.SETUP and not choosing
        return following(self.first) if skipped else self.first

    def _asked(self, state: GameState) -> Sequence[PowerId]:
        if state.winners:
            return ()
        match state.phase.kind:
            case PhaseKind.ADJUSTMENT:
                return powers_due(self._year, state)
            case PhaseKind.SETUP:
                named = {power for power in self.board.powers if self.setup.due(state, power)}
            case PhaseKind.RETREAT:
                named = {dislodged.unit.power for dislodged in state.dislodged}
            case _:
                named = {unit.power for unit in state.units}
                for mechanism in self.mechanisms:
                    named.update(mechanism.asks(state))
                if not named and self.adjustments.every_phase:
                    # Nobody has anything to order, and the game goes on all the same.
                    return powers_due(self._year, state)
        return [power for power in self.board.powers if power in named]

    def _play(
        self, state: GameState, orders: Mapping[PowerId, Sequence[Order]], draws: Draws
    ) -> SeasonPlayed:
        kind = state.phase.kind
        if kind is _MOVEMENT:
            return play_season(self._season, state, orders, draws)
        listed = {power: tuple(power_orders) for power, power_orders in orders.items()}
        if kind is _RETREAT:
            return play_retreats(self._season, state, listed)
        resolve = self.adjustments.resolve if kind is _ADJUSTMENT else self.setup.resolve
        adjusted = resolve(self.board_in(state), state, listed)
        return SeasonPlayed(adjusted.outcomes, adjusted.events, replay(state, adjusted.events))


def _ordered_places(orders: Sequence[Order]) -> set[ProvinceId]:
    return {order.unit.at.province for order in orders if isinstance(order, UnitOrder)}
