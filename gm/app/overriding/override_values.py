"""An override as a value: the position it is read against, its facts, and the position after it."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.table import Table
from gm.contract.events import Event
from gm.contract.seats import SeatId
from gm.errors import NotAllowed
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Position:
    """What an override is read against: the rules, a position, and the board in force in it."""

    rules: DiplomacyRules
    state: GameState

    @property
    def board(self) -> Board:
        """The board in force."""
        return self.rules.board_in(self.state)


def position_of(table: Table) -> Position:
    """Return the position that lies on a table."""
    return Position(table.rules, table.state)


@dataclass(frozen=True, slots=True)
class Override:
    """What a GM wants of a position.

    Args:
        kind: "unit", "centre", "bridge", "points", "board", "outcome".
        events: the facts, in their order.
        words: what is done, as a sentence with the GM as its subject.
        powers: whom it concerns, sorted.
    """

    kind: str
    events: tuple[Event, ...]
    words: str
    powers: tuple[SeatId, ...]


def amended(at: Position, override: Override) -> GameState:
    """Return the position after an override; NotAllowed says why it could not stand."""
    try:
        return at.rules.amend(at.state, override.events)
    except ValueError as fault:
        raise NotAllowed(f"That position could not stand: {fault}.") from fault


def must_have(at: Position, kind: type[object], what: str) -> None:
    """Refuse what a game has no mechanism for; NotAllowed.

    Args:
        at: the position; kind: the mechanism that is needed.
        what: it is about, as players call it: "bridges".
    """
    if not any(isinstance(mechanism, kind) for mechanism in at.rules.mechanisms):
        raise NotAllowed(f"{at.rules.meta.title} has no {what}.")
