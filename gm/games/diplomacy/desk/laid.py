"""What the shell hands on without a look inside, as the room knows it: rules, and their boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gm.contract.facts import GameFacts
from gm.contract.rules import Position
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.position import colours
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.narrowed import board_of, rules_in
from gm.games.diplomacy.rules.state import GameState

__all__ = ["Laid", "board_of", "laid", "must_have", "plain_game", "rules_in", "season_game"]


def season_game(facts: GameFacts, at: Position[Any]) -> GameView:
    """Return what mails say of a game, with the board in force and the colours on it."""
    board = board_of(at)
    return GameView.on(board, facts, colours(board, at.state))


def plain_game(facts: GameFacts, at: Position[Any]) -> GameView:
    """Return the same with the colours that the board has itself."""
    return GameView.on(board_of(at), facts)


@dataclass(frozen=True, slots=True)
class Laid:
    """A position of Diplomacy with its rules, and the board in force in it."""

    rules: DiplomacyRules
    state: GameState

    @property
    def board(self) -> Board:
        """The board in force."""
        return self.rules.board_in(self.state)


def laid(at: Position[GameState]) -> Laid:
    """Return a position as the room knows it."""
    return Laid(rules_in(at.rules), at.state)


def must_have(at: Laid, kind: type[object], what: str) -> None:
    """Refuse what a game has no mechanism for; NotAllowed.

    Args:
        at: the position; kind: the mechanism that is needed.
        what: it is about, as players call it: "bridges".
    """
    if not any(isinstance(mechanism, kind) for mechanism in at.rules.mechanisms):
        raise NotAllowed(f"{at.rules.meta.title} has no {what}.")
