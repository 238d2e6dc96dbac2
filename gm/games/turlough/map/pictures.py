"""The land of each war turn, as mails, the archive and the GM's command line show it."""

from __future__ import annotations

from gm.contract.past import Past
from gm.drawing.tile_picture import TilePicture
from gm.errors import NotAllowed
from gm.games.turlough.map.thomond import thomond_picture
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from gm.mail.board_pictures import board_shown


def turn_picture(
    past: Past[TurloughState, TurloughOutcome], number: int, *, begins: bool = False
) -> TilePicture:
    """Return the land after a war turn with what moved in it; or as it was before, where it `begins`.

    Raises:
        NotAllowed: the turn is not over, or there was none of that number.
    """
    shown = board_shown(past, number, begins=begins)
    if not isinstance(past.rules, TurloughRules):
        raise NotAllowed("these are the rules of another game")
    return thomond_picture(past.rules, shown.title, shown.state, shown.before, shown.events)
