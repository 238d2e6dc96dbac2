"""What the moves of a season led to, so that orders sent with them may depend on it."""

from __future__ import annotations

from gm.contract.reading import Steps
from gm.games.diplomacy.rules.mechanics.season_facts import AutumnPart, fared
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState


def moves_before(phase: Phase) -> Phase:
    """Return the movement phase whose results a retreat or a winter follows on."""
    season = Season.AUTUMN if phase.season is Season.WINTER else phase.season
    return Phase(phase.year, season, PhaseKind.MOVEMENT)


def fared_before(steps: Steps[GameState], state: GameState) -> AutumnPart:
    """Return how the units fared in the moves that a position follows on."""
    step = steps(str(moves_before(state.phase)))
    return state.part(AutumnPart) if step is None else fared(step.before, step.outcomes)
