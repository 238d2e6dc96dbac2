"""The figures of a game as its course tells them, for one reader."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.rules import Position
from gm.games.diplomacy.pages.charts.figures import PUBLIC, Figure, Reader, figures
from gm.games.diplomacy.pages.facts.annals import Annals
from gm.games.diplomacy.pages.facts.course import Course, annals_in
from gm.games.diplomacy.pages.points_page import played
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.narrowed import board_of, rules_in
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A game's figures for one reader.

    Args:
        game: the game; state: its position now.
        powers: those that are played, in the order of the board.
        annals: all there is, also what the reader may not know.
        reader: who they are for.
    """

    game: GameView
    state: GameState
    powers: tuple[PowerId, ...]
    annals: Annals
    reader: Reader

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What he may know, in the language that is spoken."""
        return figures(self.game, self.powers, self.annals, self.reader)


def figures_of(past: Course, reader: Reader = PUBLIC) -> GameFigures:
    """Return a game's figures, as far as its course goes.

    Args:
        past: the course, which has a stage at least. reader: who they are for.
    """
    rules, last = rules_in(past.rules), past.stages[-1]
    game = GameView.on(board_of(Position(rules, last.before)), past.game)
    return GameFigures(game, last.after, played(rules.board, last.after), annals_in(past), reader)
