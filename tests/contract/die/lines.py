"""The order lines of the Die: read by the kit, and written so that they are read again."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gm.contract.orders import Order
from gm.interpret.keyword_lines import KeywordLines, KeywordPhrase
from gm.interpret.name_index import name_index
from gm.interpret.numbers import number_of
from tests.contract.die.rules.cards import CARDS, card_name
from tests.contract.die.rules.orders import Guess, Habit, Play, SetHabit


def _guess(phrase: KeywordPhrase) -> Guess:
    return Guess(number_of(phrase.texts("NUMBER")[0]))


def _play(phrase: KeywordPhrase) -> Play:
    return Play(phrase.named("CARD")[0])


def _habit(phrase: KeywordPhrase) -> SetHabit:
    high = phrase.texts("LEVEL")[0].casefold().startswith("high")
    return SetHabit(Habit.HIGH if high else Habit.LOW)


def order_line(order: Order) -> str:
    """Return an order as a line that is read again."""
    match order:
        case Guess(number):
            return f"GUESS {number}"
        case Play(card):
            return f"PLAY {card_name(card)}"
        case SetHabit(habit):
            return f"SET HABIT {habit.value.upper()}"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of the Die")


CARD_NAMES: Final = name_index({card: (card_name(card),) for card in CARDS})

LINES: Final[KeywordLines[Order]] = KeywordLines(
    Path(__file__).parent / "orders.lark",
    {"guess": _guess, "play": _play, "habit": _habit},
    order_line,
    {"CARD": CARD_NAMES},
    {"CARD": "a card", "NUMBER": "a number"},
)
"""Reads a line as an order, or says what it may have meant."""
