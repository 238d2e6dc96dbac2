"""The position in which a game began, as a picture."""

from __future__ import annotations

from gm.games.diplomacy.map.shown.showing import MapShown, position_shown
from gm.games.diplomacy.pages.facts.course import Course
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.phases import phase_of
from gm.languages import gettext


def beginning(past: Course) -> MapShown:
    """Return the position with which a game began, of which there is a phase at least."""
    stage = past.stages[0]
    title = gettext("{game}: the position at the start", game=past.game.name)
    first = gettext("It began with {phase}", phase=phase_words(phase_of(stage.stage)))
    return position_shown(past, [stage.before], title, first)
