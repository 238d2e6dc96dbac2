"""How long the phases of a game are open, and when their deadlines fall."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from gm.app.clock.schedule import Away, Schedule
from gm.app.records import GameRecord
from gm.app.settings.game_settings import settings_of
from gm.contract.stages import Stage


def length_of(game: GameRecord, stage: Stage) -> timedelta:
    """Return how long a stage of its kind is open in a game."""
    return timedelta(seconds=game.lengths[stage.kind])


def schedule_of(game: GameRecord, away: Sequence[Away] = ()) -> Schedule:
    """Return when a game's deadlines fall, while these players are away."""
    chosen = settings_of(game)
    return Schedule(
        game.time_zone, chosen.at, chosen.days, chosen.holidays, chosen.begins, tuple(away)
    )
