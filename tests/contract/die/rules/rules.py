"""The class that keeps the contract's `Rules`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gm.contract.dice import dealt, roll, shuffled
from gm.contract.draws import Draw, Draws
from gm.contract.events import Drawn, Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Fate, Meta, Option, PlainRules, Request, Resolution
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Pace, Stage
from gm.contract.values import value
from tests.contract.die.rules.cards import CARDS, HIDDEN
from tests.contract.die.rules.events import (
    CardPlayed,
    DeckLaid,
    DieOver,
    HandDealt,
    PointsWon,
    Rolled,
    StepDone,
    TurnOver,
    after,
)
from tests.contract.die.rules.orders import Guess, Habit, Play, SetHabit
from tests.contract.die.rules.state import BLUE, HOUSE, RED, DieState

GUESSING, PLAYING = "guessing", "playing"
FACES: Final = 6
MOST_TURNS: Final = 3
TURNS = Option("turns", (str(MOST_TURNS),), "How many turns are played.", (1, MOST_TURNS))
SEATS: Final = (Seat(RED, "Red", "#d55e00"), Seat(BLUE, "Blue", "#0072b2"))


@value
class DieOutcome:
    """What became of an order.

    Args:
        seat: whose; order: as given.
        done: it was carried out; else why not, and "" where it still waits.
    """

    seat: SeatId
    order: Order
    done: bool
    why: str = ""


@value
class DieFault:
    """Why an order is refused, as a short code: `no such face`, `not in hand`."""

    code: str


@dataclass(slots=True)
class _Course:
    """A step that is being played: the position so far, and what led there."""

    state: DieState
    events: list[Event] = field(default_factory=list)
    outcomes: list[DieOutcome] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    left: dict[SeatId, list[Play]] = field(default_factory=dict)

    def do(self, *events: Event) -> None:
        self.state = after(self.state, events)
        self.events += events

    def drew(self, draws: Sequence[Draw]) -> None:
        self.draws += draws
        self.do(*map(Drawn, draws))

    def resolution(self) -> Resolution[DieState, DieOutcome]:
        leftover = {seat: tuple(orders) for seat, orders in self.left.items() if orders}
        return Resolution(
            self.state, tuple(self.events), tuple(self.outcomes), tuple(self.draws), leftover
        )


@dataclass(frozen=True)
class DieRules(PlainRules[DieState, DieOutcome]):
    """The rules of a game of the Die.

    Args:
        alone: one plays against the house.
        turns: how many are played.
    """

    alone: bool = False
    turns: int = MOST_TURNS

    @property
    def meta(self) -> Meta:
        """Say what the game is."""
        seats = tuple(seat.id for seat in self.seats)
        return Meta(
            id="die-alone" if self.alone else "die",
            title="The Die",
            designer="Nobody in particular",
            version="1",
            data_digest="",
            seats=seats,
            seats_min=len(seats),
            options=(TURNS,),
            chance=True,
            previews=False,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Say who can play."""
        return SEATS[:1] if self.alone else SEATS

    def new_game(
        self, draws: Draws, unplayed: Collection[SeatId] = ()
    ) -> Resolution[DieState, DieOutcome]:
        """Shuffle the deck and deal a hand to each."""
        del unplayed  # both seats must be filled
        course = _Course(DieState())
        deck = shuffled(draws, "deck", [*CARDS])
        course.drew(deck.draws)
        course.do(DeckLaid(deck.order))
        for player in self._players:
            course.do(HandDealt(player, dealt(course.state.deck, self.turns).cards))
        return course.resolution()

    def stage(self, state: DieState) -> Stage:
        """Return the stage that a position waits at."""
        if state.step == 0:
            pace = Pace.AT_ONCE if self.alone else Pace.TOGETHER
            return Stage(f"T{state.turn}G", GUESSING, (state.turn, 0), pace)
        pace = Pace.AT_ONCE if self.alone else Pace.IN_TURN
        return Stage(f"T{state.turn}P{state.step}", PLAYING, (state.turn, state.step), pace)

    def pending(self, state: DieState) -> tuple[Request, ...]:
        """Return what the game waits for."""
        return tuple(Request(seat) for seat in self._asked(state))

    def lacking(self, state: DieState, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what still lacks an order."""
        if seat not in self._asked(state):
            return ()
        wanted, name = (Guess, "guess") if state.step == 0 else (Play, "card")
        given = any(isinstance(order, wanted) for order in drafts.get(seat, ()))
        return () if given else (name,)

    def check(
        self, state: DieState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[DieFault], ...]:
        """Judge each order alone."""
        return tuple(Check(order, self._fault(state, seat, order)) for order in orders)

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what an order is filed under: a guess takes the place of a guess, cards queue."""
        del stage
        match order:
            case Play(card):
                return f"play {card}"
            case SetHabit():
                return "the habit"
            case _:
                return "the guess"

    def resolve(
        self, state: DieState, drafts: Drafts, draws: Draws
    ) -> Resolution[DieState, DieOutcome]:
        """Resolve the guesses, or the turn of who plays a card."""
        course = _Course(state)
        for seat in (seat.id for seat in self.seats):
            habits = [order for order in drafts.get(seat, ()) if isinstance(order, SetHabit)]
            course.outcomes += (DieOutcome(seat, order, done=True) for order in habits)
        if state.step == 0:
            self._guess(course, drafts, draws)
        else:
            self._play(course, self._order_of_play(state)[state.step - 1], drafts)
        return course.resolution()

    def replay(self, state: DieState, events: Sequence[Event]) -> DieState:
        """Return the position that facts lead to."""
        return after(state, events)

    def fate(self, state: DieState) -> Fate:
        """Return who has won, once the last turn is over; several where they have as many points."""
        playing = tuple(seat.id for seat in self.seats)
        return Fate(playing, winners=self._best(state) if state.over else ())

    def view(self, state: DieState, seats: Collection[SeatId] | None) -> DieState:
        """Return the position without the deck and the hands of others."""
        if state.over:
            return state
        seen = frozenset[str](seats or ())
        hands = {
            player: hand if player in seen else (HIDDEN,) * len(hand)
            for player, hand in state.hands.items()
        }
        return replace(state, deck=(HIDDEN,) * len(state.deck), hands=hands)

    def disclosed(
        self,
        before: DieState,
        resolution: Resolution[DieState, DieOutcome],
        seats: Collection[SeatId] | None,
    ) -> Resolution[DieState, DieOutcome]:
        """Return a step without what others have arranged for the case of their silence."""
        del before
        seen = seats or ()
        outcomes = tuple(
            outcome
            for outcome in resolution.outcomes
            if outcome.seat in seen or not isinstance(outcome.order, SetHabit)
        )
        leftover = {seat: left for seat, left in resolution.leftover.items() if seat in seen}
        return replace(resolution, outcomes=outcomes, leftover=leftover)

    def following(self, state: DieState) -> Stage | None:
        """Return the stage that comes after the open one."""
        if state.over or (state.turn == self.turns and state.step == len(self.seats)):
            return None
        last = state.step == len(self.seats)
        later = replace(state, turn=state.turn + last, step=0 if last else state.step + 1)
        return self.stage(later)

    def amend(self, state: DieState, edits: Sequence[Event]) -> DieState:
        """Give or take points; nobody may have fewer than none."""
        amended = after(state, edits)
        if any(points < 0 for points in amended.points.values()):
            raise ValueError("nobody can have fewer points than none")
        return amended

    def _best(self, state: DieState) -> tuple[SeatId, ...]:
        """Return who has the most points; nobody if the house has."""
        most = max(state.points.values())
        return tuple(seat.id for seat in self.seats if state.points[seat.id] == most)

    @property
    def _players(self) -> tuple[str, ...]:
        """Who has a hand."""
        seats = tuple(seat.id for seat in self.seats)
        return (*seats, HOUSE) if self.alone else seats

    def _asked(self, state: DieState) -> tuple[SeatId, ...]:
        if state.over:
            return ()
        seats = self._order_of_play(state)
        return seats if state.step == 0 else seats[state.step - 1 : state.step]

    def _order_of_play(self, state: DieState) -> tuple[SeatId, ...]:
        """Return who plays first in a turn, and who then; they change about."""
        seats = tuple(seat.id for seat in self.seats)
        return seats if state.turn % 2 else seats[::-1]

    def _fault(self, state: DieState, seat: SeatId, order: Order) -> DieFault | None:
        match order:
            case Guess(number) if not 1 <= number <= FACES:
                return DieFault("no such face")
            case Guess() if state.step != 0:
                return DieFault("not now")
            case Play(card) if card not in state.hands[seat]:
                return DieFault("not in hand")
            case _:
                return None

    def _guess(self, course: _Course, drafts: Drafts, draws: Draws) -> None:
        die = roll(draws, f"turn {course.state.turn}, die")
        course.drew(die.draws)
        course.do(Rolled(die.total))
        for seat in self._asked(course.state):
            for order in drafts.get(seat, ()):
                if isinstance(order, Guess):
                    right = order.number == die.total
                    course.outcomes.append(
                        DieOutcome(seat, order, right, "" if right else "wrong")
                    )
                    course.do(*([PointsWon(seat, 2)] if right else []))
            course.left[seat] = [o for o in drafts.get(seat, ()) if isinstance(o, Play)]
        course.do(StepDone())

    def _play(self, course: _Course, seat: SeatId, drafts: Drafts) -> None:
        """Play the first card of a queue, or the one that is arranged for the case of silence."""
        for other in (other.id for other in self.seats):
            course.left[other] = [o for o in drafts.get(other, ()) if isinstance(o, Play)]
        hand = course.state.hands[seat]
        queue = [order for order in course.left[seat] if order.card in hand]
        if queue:
            course.left[seat] = queue[1:]
            course.outcomes.append(DieOutcome(seat, queue[0], done=True))
        card = queue[0].card if queue else _by_habit(hand, drafts.get(seat, ()))
        course.do(CardPlayed(seat, card))
        if self.alone:
            course.do(CardPlayed(HOUSE, course.state.hands[HOUSE][0]))
        course.do(StepDone())
        if len(course.state.played) == len(self._players):
            self._end_turn(course)

    def _end_turn(self, course: _Course) -> None:
        played = course.state.played
        best = max(played, key=lambda player: CARDS[played[player]])
        course.do(PointsWon(best, 1))
        last = course.state.turn == self.turns
        course.do(DieOver(self._best(course.state)) if last else TurnOver())


def _by_habit(hand: Sequence[str], orders: Sequence[Order]) -> str:
    habits = [order.habit for order in orders if isinstance(order, SetHabit)]
    worth = sorted(hand, key=lambda card: CARDS[card])
    return worth[-1] if habits and habits[-1] is Habit.HIGH else worth[0]


def rules_for(variant: str, options: Mapping[str, str]) -> DieRules:
    """Return the rules of a variant with its settings."""
    return DieRules(alone=variant == "die-alone", turns=int(options.get("turns", MOST_TURNS)))
