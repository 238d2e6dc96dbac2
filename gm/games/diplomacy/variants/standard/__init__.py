"""Standard Diplomacy: seven powers on the standard board, 18 centres win.

It holds the choices of the standard game and nothing that another variant could share.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.games.diplomacy.rules.adjustments import CentreAdjustments
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.ownership import CentreVictory
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.policies import DATC
from gm.games.diplomacy.variants.rulebook import QUESTIONS, rulebook, rulebook_option
from gm.games.diplomacy.variants.variant import Variant, meta_of


def build(board: Board, settings: Mapping[str, str]) -> DiplomacyRules:
    """Return the rules of one standard game.

    The map file says in which year it begins and how many centres win.
    """
    profile = rulebook(settings)
    year = int(board.facts.get("first_year", 1901))
    return DiplomacyRules(
        meta=meta_of(STANDARD, board),
        board=board,
        profile=profile,
        first=Phase(year, Season.SPRING, PhaseKind.MOVEMENT),
        adjustments=CentreAdjustments(profile.removal),
        victory=CentreVictory(int(board.facts.get("victory_centres", 18))),
    )


STANDARD = Variant(
    id="standard",
    board_id="standard",
    title="Diplomacy",
    designer="Allan B. Calhamer",
    version="1",
    build=build,
    options=(rulebook_option(DATC, with_questions=True), *QUESTIONS),
)
"""The game everybody knows."""
