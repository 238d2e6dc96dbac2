"""The land of each war turn, as mails, the archive and the GM's command line show it."""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.past import Past
from gm.contract.seats import SeatId
from gm.drawing.tile_picture import TilePicture
from gm.errors import NotAllowed
from gm.games.turlough.map.thomond import thomond_picture
from gm.games.turlough.pages.land_parts import part_of_land
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from gm.languages import gettext
from gm.mail.board_pictures import board_shown


def turn_picture(
    past: Past[TurloughState, TurloughOutcome], number: int, *, begins: bool = False
) -> TilePicture:
    """Return the land after a war turn with what moved in it; or as it was before, where it `begins`.

    Raises:
        NotAllowed: the turn is not over, or there was none of that number.
    """
    shown = board_shown(past, number, begins=begins)
    return thomond_picture(_rules(past), shown.title, shown.state, shown.before, shown.events)


def part_picture(
    past: Past[TurloughState, TurloughOutcome], number: int, seats: Sequence[SeatId]
) -> TilePicture:
    """Return the part of the land where seats' factions are after a war turn, larger.

    Raises:
        NotAllowed: the turn is not over, or there was none of that number.
    """
    shown, rules = board_shown(past, number), _rules(past)
    title = gettext("{title}, where you are", title=shown.title)
    before = shown.before or shown.state
    part = part_of_land(rules.tables, shown.state, before, seats)
    return thomond_picture(rules, title, shown.state, before, shown.events, part)


def _rules(past: Past[TurloughState, TurloughOutcome]) -> TurloughRules:
    if not isinstance(past.rules, TurloughRules):
        raise NotAllowed("these are the rules of another game")
    return past.rules
