"""A position in a letter about a seat, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.facts.tables import Holding, holdings
from gm.games.diplomacy.pages.reply_form import first_examples
from gm.games.diplomacy.pages.wording.words import place_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """A position as who plays a power is shown it: his home, everybody's units, example orders."""

    power: str
    homes: str
    holdings: tuple[Holding, ...]
    examples: tuple[str, ...]


def placed_page(board: Board, state: GameState, seat: SeatId) -> PlacedPage:
    """Return a position for who plays, or may play, a power."""
    power = board.powers[seat]
    return PlacedPage(
        power.name,
        ", ".join(place_words(home, board) for home in power.home),
        holdings(board, state),
        first_examples(board, state, power.id),
    )
