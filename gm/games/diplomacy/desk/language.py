"""The order language of Diplomacy as the shell knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.orders import Order
from gm.contract.reading import Desk, Given, Read, SeatRead
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING
from gm.games.diplomacy.desk.laid import board_of, rules_in
from gm.games.diplomacy.desk.mail_in.read_mail import read_again, read_mail
from gm.games.diplomacy.language.choices import name_alone, places_in
from gm.games.diplomacy.language.keys_named import key_named
from gm.games.diplomacy.language.names import find_power
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState


class OrderLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[GameState]) -> str:
        """Return an order in its short form, which can be read back: `A Par - Bur`."""
        return order_text(order, board_of(at))

    def words(self, order: Order, at: Position[GameState], stage: str = "") -> str:
        """Return an order in full words, in the language that is spoken."""
        phase = Phase.parse(stage) if stage and stage != STANDING else at.state.phase
        retreat = phase.kind is PhaseKind.RETREAT
        return in_words(order, board_of(at), retreat=retreat)

    def read(self, lines: tuple[str, ...], desk: Desk[GameState]) -> Read:
        """Read the lines of a mail for each power of its writer."""
        return read_mail(lines, desk)

    def again(self, given: Sequence[Given], desk: Desk[GameState]) -> SeatRead:
        """Judge what a power has sent ahead in the position that has come about."""
        return read_again(given, desk)

    def key_named(self, text: str, at: Position[GameState]) -> str:
        """Return what the orders are filed under that somebody means; InputError if it names none."""
        return key_named(board_of(at), text)

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[GameState]
    ) -> tuple[int, ...]:
        """Return which of some choices hold the province that a line names, and nothing else."""
        places = name_alone(board_of(at), line)
        if len(places) != 1:
            return ()
        return tuple(
            number for number, choice in enumerate(choices) if places[0] in places_in(choice)
        )

    def seat(self, text: str, rules: Rules[GameState, Any]) -> SeatId | None:
        """Return which power somebody means by a name, however it is written; None if none."""
        return find_power(rules_in(rules).board, text)
