"""The order language of Diplomacy as the shell knows it."""

from __future__ import annotations

from typing import Any

from gm.contract.orders import Order
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.laid import board_of, rules_in
from gm.games.diplomacy.language.names import find_power
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState


class OrderLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[GameState]) -> str:
        """Return an order in its short form, which can be read back: `A Par - Bur`."""
        return order_text(order, board_of(at))

    def words(self, order: Order, at: Position[GameState]) -> str:
        """Return an order in full words, in the language that is spoken."""
        retreat = at.state.phase.kind is PhaseKind.RETREAT
        return in_words(order, board_of(at), retreat=retreat)

    def seat(self, text: str, rules: Rules[GameState, Any]) -> SeatId | None:
        """Return which power somebody means by a name, however it is written; None if none."""
        return find_power(rules_in(rules).board, text)
