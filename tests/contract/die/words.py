"""The sentences of the Die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from tests.contract.die.rules.cards import HIDDEN, card_name
from tests.contract.die.rules.events import (
    CardPlayed,
    DieOver,
    HandDealt,
    PointsWon,
    Rolled,
    TurnOver,
)
from tests.contract.die.rules.orders import Guess, Play, SetHabit
from tests.contract.die.rules.rules import FACES, SEATS, DieFault
from tests.contract.die.rules.state import HOUSE, DieState

_NAMES = {**{str(seat.id): seat.name for seat in SEATS}, HOUSE: "The house"}


def player_name(player: str) -> str:
    """Return a player's name, or that of the house."""
    return _NAMES[player]


def happenings(events: Iterable[Event]) -> Iterator[str]:
    """Yield a sentence for each fact of which there is something to say."""
    for event in events:
        match event:
            case Rolled(shown):
                yield f"The die has shown {shown}."
            case CardPlayed(by, card):
                yield f"{player_name(by)} has played the {card_name(card)}."
            case PointsWon(by, points):
                yield f"{player_name(by)} has {points:+} points."
            case HandDealt(to, cards):
                yield f"{player_name(to)} has got {', '.join(map(card_name, cards))}."
            case TurnOver():
                yield "The next turn begins."
            case DieOver():
                yield "That was the last turn."
            case _:
                pass


def in_order(state: DieState) -> Iterator[tuple[str, int]]:
    """Yield the players in the order of reports, each with his points."""
    yield from ((player, state.points[player]) for player in _NAMES if player in state.points)


def standings(state: DieState) -> Iterator[str]:
    """Yield how each player stands, as far as may be seen."""
    for player, points in in_order(state):
        hand = state.hands[player]
        held = "no cards" if not hand else f"{len(hand)} cards"
        if hand and HIDDEN not in hand:
            held = ", ".join(map(card_name, hand))
        yield f"{player_name(player)}: {points} points; {held}"


def victory(winners: Iterable[SeatId]) -> str:
    """Return who has won, in a sentence."""
    names = [player_name(winner) for winner in winners]
    return f"{' and '.join(names)} {'have' if len(names) > 1 else 'has'} won." if names else ""


def why_refused(fault: DieFault) -> str:
    """Return in a sentence why an order is refused."""
    match fault.code:
        case "no such face":
            return f"The die has the faces 1 to {FACES}."
        case "not now":
            return "The die is not guessed now."
        case _:
            return "That card is not in your hand."


def order_words(order: Order) -> str:
    """Return an order in full words."""
    match order:
        case Guess(number):
            return f"The die shows {number}"
        case Play(card):
            return f"Play the {card_name(card)}"
        case SetHabit(habit):
            return f"In silence the {habit.value}est card is played"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of the Die")
