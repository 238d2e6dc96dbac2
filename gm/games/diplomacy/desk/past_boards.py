"""The board of a game as it was in one of its phases, to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.overviews.summaries import find_phase
from gm.app.services import Services
from gm.app.table import rules_of
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.board_split import Split
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.stored import load_state


@dataclass(frozen=True, slots=True)
class Shown:
    """A board in force.

    Args:
        game, phase: where, by name.
        printed: the board the game began on.
        board: the board of that phase.
        splits: the provinces that became two since, in their order.
    """

    game: str
    phase: str
    printed: Board
    board: Board
    splits: tuple[Split, ...]


def board_shown(services: Services, game_name: str, phase_name: str | None = None) -> Shown:
    """Return the board at the start of a phase, by default the latest.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game has no such phase.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        phase = find_phase(transaction, game, phase_name)
        rules, state = rules_in(rules_of(services, game)), load_state(phase.state)
    splits = state.part(ChangesPart).splits
    return Shown(game.name, phase.name, rules.board, rules.board_in(state), splits)
