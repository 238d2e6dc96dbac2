"""What the shell hands on without a look inside, as the room knows it: rules, and their boards."""

from __future__ import annotations

from typing import Any

from gm.contract.rules import Position, Rules
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.state import GameState


def rules_in(rules: Rules[Any, Any]) -> DiplomacyRules:
    """Return the rules of a game of Diplomacy; TypeError if it is another game."""
    if not isinstance(rules, DiplomacyRules):
        raise TypeError(f"{rules.meta.id} is no game of Diplomacy")
    return rules


def board_of(at: Position[GameState]) -> Board:
    """Return the board in force in a position."""
    return rules_in(at.rules).board_in(at.state)
