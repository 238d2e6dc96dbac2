"""The order language of the Die as the shell knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.language import Desk, Given, Read, SeatRead
from gm.contract.orders import Order
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.errors import UnknownName
from gm.interpret.keyword_mails import KeywordMails
from gm.interpret.name_index import name_index
from gm.report.wording.complaint_words import complaint_sentence
from tests.contract.die.lines import CARD_NAMES, LINES, order_line
from tests.contract.die.rules.orders import Play, SetHabit
from tests.contract.die.rules.state import DieState
from tests.contract.die.words import order_words, why_refused

MAILS = KeywordMails(
    LINES,
    lambda check: why_refused(check.refused) if check.refused is not None else "",
    complaint_sentence,
    lambda order: isinstance(order, SetHabit),
    lambda line: any(CARD_NAMES.meant(word) for word in line.split()),
)


class DieLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[DieState]) -> str:
        """Return an order in its short form: `GUESS 3`."""
        del at
        return order_line(order)

    def read(self, lines: tuple[str, ...], desk: Desk[DieState]) -> Read:
        """Read the lines of a mail for all seats of its writer."""
        return MAILS.read(lines, desk)

    def again(self, given: Sequence[Given], desk: Desk[DieState]) -> SeatRead:
        """Judge what was left over."""
        return MAILS.again(given, desk)

    def key_named(self, text: str, at: Position[DieState]) -> str:
        """Return what the orders are filed under that somebody means."""
        del at
        if text.casefold() in ("guess", "habit"):
            return f"the {text.casefold()}"
        meant = CARD_NAMES.meant(text)
        if len(meant) != 1:
            raise UnknownName(f"{text!r} is no card, and neither GUESS nor HABIT.")
        return f"play {meant[0]}"

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[DieState]
    ) -> tuple[int, ...]:
        """Return which of some choices hold the card that a line names, and nothing else."""
        del at
        meant = CARD_NAMES.meant(line)
        plays = [Play(card) for card in meant] if len(meant) == 1 else []
        return tuple(at for at, choice in enumerate(choices) if [*choice] == plays)

    def words(self, order: Order, at: Position[DieState], stage: str = "") -> str:
        """Return an order in full words."""
        del at, stage
        return order_words(order)

    def seat(self, text: str, rules: Rules[DieState, Any]) -> SeatId | None:
        """Return which player somebody means."""
        names = name_index({seat.id: (seat.name,) for seat in rules.seats})
        meant = names.meant(text)
        return SeatId(meant[0]) if len(meant) == 1 else None
