"""Grace: how long after a deadline orders are still taken, and marked late.

Everybody is told the deadline; grace is a rule of the game for those who miss it. A phase is
resolved when it closes, which is the deadline where a game has no grace.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.app.records import GameRecord, PhaseRecord
from gm.report.wording.pace import GRACE


def grace_of(game: GameRecord) -> timedelta:
    """Return how long after a deadline a game's orders are still taken; zero for not at all."""
    return timedelta(seconds=game.lengths.get(GRACE, 0))


def closes_at(game: GameRecord, deadline: datetime) -> datetime | None:
    """Return when a phase with this deadline is resolved; None where that is the deadline."""
    grace = grace_of(game)
    return deadline + grace if grace else None


def closing(phase: PhaseRecord) -> datetime:
    """Return when a phase takes no more orders and is resolved."""
    return phase.deadline if phase.closes_at is None else phase.closes_at
