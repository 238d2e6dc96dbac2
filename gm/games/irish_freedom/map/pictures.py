"""What each picture that goes with a mail shows."""

from __future__ import annotations

from gm.contract.facts import Part, Viewer
from gm.contract.past import Past
from gm.contract.pictures import MarkedPicture
from gm.drawing.tile_picture import TilePicture
from gm.errors import NotAllowed
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.map.turn_shown import island_picture
from gm.games.irish_freedom.pages.pictured import BEFORE, read_mark
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.languages import gettext, known


class FreedomPictures:
    """Keeps the contract's `Pictures`. All that is drawn is public."""

    def marked(self, text: str) -> MarkedPicture:
        """Return what a mark says."""
        _, number, language = read_mark(text)
        code = language if language in known() else ""
        return MarkedPicture(number, code, Viewer(Part.ARCHIVE))

    def shown(self, text: str, past: Past[FreedomState, FreedomOutcome]) -> TilePicture:
        """Return the island before a turn, or after it with what the turn has moved."""
        shows, number, _ = read_mark(text)
        return turn_picture(past, number, begins=shows == BEFORE)


def turn_picture(
    past: Past[FreedomState, FreedomOutcome], number: int, *, begins: bool = False
) -> TilePicture:
    """Return the island after a turn with what moved in it; or as it was before, where it `begins`.

    Raises:
        NotAllowed: the turn is not over, or there was none of that number.
    """
    try:
        at = past.at(number)
    except KeyError as fault:
        raise NotAllowed(f"{past.game.name} never had a turn {number}.") from fault
    if at.resolved_at is None and not begins:
        raise NotAllowed("the turn is not over")
    rules = past.rules if isinstance(past.rules, FreedomRules) else FreedomRules(load_tables())
    state = at.before if begins else at.after
    stage = past.game.stage_words(rules.stage(state))
    title = gettext("{game}: {stage}", game=past.game.name, stage=stage)
    if begins:
        return island_picture(rules, title, state)
    return island_picture(rules, title, state, at.before, at.events)
