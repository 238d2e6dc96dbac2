"""The facts of the Die, and how each leads from one position to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.contract.events import Drawn, Event
from gm.contract.seats import SeatId
from gm.contract.values import value
from tests.contract.die.rules.state import DieState


@value
class DeckLaid(Event):
    """The deck lies face down in an order that nobody knows."""

    cards: tuple[str, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """Nobody may read of it."""
        return frozenset()


@value
class HandDealt(Event):
    """Somebody has got cards from the top of the deck."""

    to: str
    cards: tuple[str, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """A hand is its owner's alone."""
        return frozenset({SeatId(self.to)})


@value
class Rolled(Event):
    """The die has shown a number."""

    shown: int


@value
class CardPlayed(Event):
    """Somebody has played a card."""

    by: str
    card: str


@value
class PointsWon(Event):
    """Somebody has won points, or a game master has given or taken some."""

    by: str
    points: int


@value
class StepDone(Event):
    """The next one is asked."""


@value
class TurnOver(Event):
    """The next turn begins."""


@value
class DieOver(Event):
    """The last turn is over, and who has won."""

    winners: tuple[SeatId, ...]


def after(state: DieState, events: Sequence[Event]) -> DieState:
    """Return the position that facts lead to."""
    for event in events:
        state = _after(state, event)
    return state


def _after(state: DieState, event: Event) -> DieState:
    match event:
        case DeckLaid(cards):
            return replace(state, turn=1, deck=cards)
        case HandDealt(to, cards):
            hand = (*state.hands.get(to, ()), *cards)
            points = {to: 0, **state.points}
            rest = state.deck[len(cards) :]
            return replace(state, deck=rest, hands={**state.hands, to: hand}, points=points)
        case CardPlayed(by, card):
            left = tuple(held for held in state.hands[by] if held != card)
            hands = {**state.hands, by: left}
            return replace(state, hands=hands, played={**state.played, by: card})
        case PointsWon(by, points):
            return replace(state, points={**state.points, by: state.points[by] + points})
        case StepDone():
            return replace(state, step=state.step + 1)
        case TurnOver():
            gone = (*state.discards, *state.played.values())
            return replace(state, turn=state.turn + 1, step=0, played={}, discards=gone)
        case DieOver():
            return replace(state, over=True)
        case Rolled() | Drawn():
            return state
        case _:
            raise TypeError(f"{type(event).__name__} is no fact of the Die")
