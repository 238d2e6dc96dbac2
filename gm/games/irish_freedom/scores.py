"""What a game was worth, for the table of a tournament (9, 10)."""

from __future__ import annotations

from typing import Any

from gm.contract.rules import Rules
from gm.contract.scores import Score
from gm.games.irish_freedom.rules.state import LOST, FreedomState
from gm.games.irish_freedom.rules.tables import SECOND_WAR


class FreedomScores:
    """Keeps the contract's `Scores`."""

    def score(self, rules: Rules[Any, Any], state: FreedomState) -> Score:
        """Return the victory points of both wars; a war that is lost, or broken off, leaves none (10).

        Of equal points the game ranks before that came to the Civil War.
        """
        del rules
        won = state.result is not None and state.result not in LOST
        points = state.vp_woi + state.vp_cw if won else 0
        return Score(points, (int(state.war == SECOND_WAR),))
