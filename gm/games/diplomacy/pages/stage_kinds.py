"""The kinds of phases, and what is said of how long they last."""

from __future__ import annotations

from typing import Final

from gm.contract.stages import StageKind
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.pages.wording.money import has_points
from gm.games.diplomacy.rules.board import Board
from gm.languages import gettext, gettext_noop
from gm.report.pages.rules_page import USUAL_LEAD, Setting, pace

_DAY = 86400

KINDS: Final = (
    StageKind(
        "movement",
        7 * _DAY,
        gettext_noop("How long a spring or an autumn is open for orders."),
    ),
    StageKind(
        "retreat", 3 * _DAY, gettext_noop("How long a retreat phase is open."), counts=False
    ),
    StageKind("adjustment", 4 * _DAY, gettext_noop("How long a winter is open."), counts=False),
    StageKind(
        "setup",
        7 * _DAY,
        gettext_noop("How long the choice of first pieces is open."),
        counts=False,
        opening=True,
    ),
)
"""The kinds of phases; retreats, builds and first pieces may be left to the rules."""

_WITH_PAYMENTS: Final = gettext_noop(
    "How long before a deadline a power is reminded that lacks orders, or whose payment has no "
    "other half. In a short phase that is when half of it is over."
)


def lead_help(board: Board) -> str:
    """Return in a sentence what the lead of reminders decides: who pays is reminded of that, too."""
    return gettext(_WITH_PAYMENTS if has_points(board) else USUAL_LEAD)


def season_pace(game: GameView, *, setup: bool = False) -> tuple[Setting, ...]:
    """Return the settings of time of a game; `setup` if it begins with a choice of first pieces."""
    return pace(KINDS, game.lengths, lead_help(game.board), opening=setup)
