"""What each picture that goes with a mail shows."""

from __future__ import annotations

from gm.contract.facts import Part, Viewer
from gm.contract.past import Past
from gm.contract.pictures import MarkedPicture
from gm.drawing.tile_picture import TilePicture
from gm.errors import NotAllowed
from gm.games.turlough.map.thomond import thomond_picture
from gm.games.turlough.pages.pictured import BEFORE, read_mark
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from gm.languages import gettext, known


class TurloughPictures:
    """Keeps the contract's `Pictures`. All that is drawn is public."""

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says."""
        _, number, language = read_mark(text)
        code = language if language in known() else ""
        return MarkedPicture(number, code, Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Past[TurloughState, TurloughOutcome]) -> TilePicture:
        """Return the land before a war turn, or after it with what moved and fought."""
        shows, number, _ = read_mark(text)
        return turn_picture(past, number, begins=shows == BEFORE)


def turn_picture(
    past: Past[TurloughState, TurloughOutcome], number: int, *, begins: bool = False
) -> TilePicture:
    """Return the land after a war turn with what moved in it; or as it was before, where it `begins`.

    Raises:
        NotAllowed: the turn is not over, or there was none of that number.
    """
    try:
        at = past.at(number)
    except KeyError as fault:
        raise NotAllowed(f"{past.game.name} never had a turn {number}.") from fault
    if at.resolved_at is None and not begins:
        raise NotAllowed("the turn is not over")
    if not isinstance(past.rules, TurloughRules):
        raise NotAllowed("these are the rules of another game")
    state = at.before if begins else at.after
    stage = past.game.stage_words(past.rules.stage(state))
    title = gettext("{game}: {stage}", game=past.game.name, stage=stage)
    if begins:
        return thomond_picture(past.rules, title, state)
    return thomond_picture(past.rules, title, state, at.before, at.events)
