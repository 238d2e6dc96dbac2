"""The siege of each step, as mails, the archive and the GM's command line show it."""

from __future__ import annotations

from gm.contract.past import Past
from gm.drawing.tile_picture import TilePicture
from gm.errors import NotAllowed
from gm.games.freedom.map.siege import siege_picture
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.outcomes import SiegeOutcome
from gm.games.freedom.rules.state import SiegeState
from gm.mail.board_pictures import board_shown


def step_picture(
    past: Past[SiegeState, SiegeOutcome], number: int, *, begins: bool = False
) -> TilePicture:
    """Return the siege after a step with what moved in it; or as it was before, where it `begins`.

    Raises:
        NotAllowed: the step is not over, or there was none of that number.
    """
    shown = board_shown(past, number, begins=begins)
    if not isinstance(past.rules, MailedSiege):
        raise NotAllowed("these are the rules of another game")
    return siege_picture(past.rules, shown.title, shown.state, shown.before, shown.events)
