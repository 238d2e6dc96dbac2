"""A disputed order decided by the GM: of the open phase, or of one of the past."""

from __future__ import annotations

from gm.app.overriding.amending import OverrideMade
from gm.app.overriding.correcting import Correction
from gm.app.overriding.editing import edit
from gm.app.services import Services
from gm.games.diplomacy.desk.overriding.corrections import OUTCOME


def decide(
    services: Services,
    game_name: str,
    phase_name: str,
    order: str,
    word: str,
    *,
    reason: str = "",
    sure: bool = False,
    author: str = "gm",
) -> OverrideMade | Correction:
    """Decide an order against the rules' word: in the open phase when it is resolved, else at once.

    Args:
        services: the ports.
        game_name: the game's name.
        phase_name: short name of the phase in which it was given.
        order: in short form, or its unit alone.
        word: `succeeds` or `fails`.
        reason: why; everybody is told with the results.
        sure: of a phase of the past: make it so; else only show what it changes.
        author: who says so.

    Returns:
        What was decided; of a phase of the past, what it makes different.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no such order or no reason.
        NotAllowed: there is no such phase, or that cannot be decided.
    """
    return edit(
        services,
        game_name,
        (OUTCOME, order, word),
        phase_name=phase_name,
        reason=reason,
        sure=sure,
        author=author,
    )
