"""What a game of Diplomacy has been through, taken from its course: years, stories, figures, its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from gm.contract.events import Event, GameEnded
from gm.contract.past import Past, PastStage
from gm.games.diplomacy.pages.facts.annals import (
    Annals,
    BoardStory,
    PlayedPhase,
    PointsStory,
    annals_of,
    board_story_of,
    years_of,
)
from gm.games.diplomacy.pages.views import Chronicle
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed

Course: TypeAlias = Past[GameState, Outcome]
CoursePhase: TypeAlias = PastStage[GameState, Outcome]


def end_of(past: Course) -> GameWon | GameEnded | None:
    """Return the fact that ended a game; None while it goes on."""
    resolved = past.resolved
    return _end_among(resolved[-1].events) if past.over and resolved else None


def chronicle_of(past: Course, final: GameState | None = None) -> Chronicle:
    """Return what a game looked like from year to year.

    Args:
        past: its course.
        final: the position it ends with, the newest if not said; where the GM ended the game, as he
            found it.
    """
    first = past.stages[0]
    states = [*(stage.before for stage in past.stages), final or past.stages[-1].after]
    return Chronicle(
        began=first.before.phase,
        began_at=first.opened_at,
        phases=len(past.stages),
        years=years_of(states),
        gone=_gone(states),
        seed=past.seed,
    )


def board_story_in(past: Course) -> BoardStory:
    """Return when the board came to differ from the printed one, by the hat and the GM.

    Where none ever does, nothing of the game is looked through.
    """
    changing = any(mechanism.part is ChangesPart for mechanism in rules_in(past.rules).mechanisms)
    facts = past.facts(HoleReopened, ProvinceHoled, ProvinceSplit) if changing else ()
    return board_story_of((phase_of(stage), event) for stage, event in facts)


def points_story_in(past: Course) -> PointsStory:
    """Return how the powers came by their points, by the phases resolved so far."""
    gifts = tuple(
        (phase_of(stage), event)
        for stage, event in past.facts(PointsGiven)
        if isinstance(event, PointsGiven)
    )
    return PointsStory(years_of([stage.before for stage in past.stages]), gifts)


def annals_in(past: Course) -> Annals:
    """Return a game in figures, as far as its course goes.

    All is in it that its viewer may know; what is private besides, `figures` keeps from a reader.
    """
    resolved, newest = past.resolved, past.stages[-1]
    phases = [_called(past, stage) for stage in resolved]
    began_at = past.stages[0].opened_at
    annals = annals_of(phases, newest.after, began_at, over=past.over)
    return replace(annals, upto=resolved[-1].number if resolved else 0)


def _called(past: Course, stage: CoursePhase) -> PlayedPhase:
    """Return a stage with who was asked, and who sent nothing or too late, where that is told.

    A winter whose payments are private is left out: who sent nothing but a payment would be seen.
    The orders of a phase in which the game was ended by hand or vote were never due.
    """
    played_phase = PlayedPhase(stage.before, stage.after, stage.outcomes)
    private = rules_in(past.rules).adjustments.keeps_payments()
    if private and not past.viewer.sees_all:
        played_phase = replace(played_phase, closed=_closed(stage))
    winter = played_phase.phase.kind is PhaseKind.ADJUSTMENT
    ended = any(isinstance(event, GameEnded) for event in stage.events)
    if ended or (winter and private):
        return played_phase
    return replace(played_phase, asked=stage.asked, silent=stage.silent, late=stage.late)


def _closed(stage: CoursePhase) -> AccountsClosed | None:
    """Return the accounts that a phase closed; None if it closed none."""
    closed = [event for event in stage.events if isinstance(event, AccountsClosed)]
    return closed[-1] if closed else None


def _end_among(events: Sequence[Event]) -> GameWon | GameEnded | None:
    ends = [event for event in events if isinstance(event, GameWon | GameEnded)]
    return ends[-1] if ends else None


def _gone(states: Sequence[GameState]) -> dict[PowerId, Phase]:
    """Return with which phase each power went out that is out."""
    gone: dict[PowerId, Phase] = {}
    for before, after in pairwise(states):
        for power in after.eliminated:
            gone.setdefault(power, before.phase)
    return gone
