"""The island of each turn, as mails, the archive and the GM's command line show it."""

from __future__ import annotations

from gm.contract.past import Past
from gm.drawing.tile_picture import TilePicture
from gm.errors import NotAllowed
from gm.games.irish_freedom.map.turn_shown import island_picture
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.mail.board_pictures import board_shown


def turn_picture(
    past: Past[FreedomState, FreedomOutcome], number: int, *, begins: bool = False
) -> TilePicture:
    """Return the island after a turn with what moved in it; or as it was before, where it `begins`.

    Raises:
        NotAllowed: the turn is not over, or there was none of that number.
    """
    shown = board_shown(past, number, begins=begins)
    if not isinstance(past.rules, FreedomRules):
        raise NotAllowed("these are the rules of another game")
    return island_picture(past.rules, shown.title, shown.state, shown.before, shown.events)
