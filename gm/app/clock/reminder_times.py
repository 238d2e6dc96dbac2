"""When players are reminded of a deadline: so long before it as the game says, once."""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.app.records import GameRecord, PhaseRecord
from gm.report.wording.pace import REMIND

LEAD = 86400
"""Seconds before the deadline at which players are reminded unless the GM says otherwise."""

LEAST = timedelta(minutes=1)
"""Nobody is reminded of a deadline that is nearer than this: he could not answer any more."""


def lead_of(game: GameRecord) -> timedelta:
    """Return how long before a deadline a game's players are reminded; zero for never."""
    return timedelta(seconds=game.lengths.get(REMIND, LEAD))


def reminder_moment(opened: datetime, deadline: datetime, lead: timedelta) -> datetime | None:
    """Return when players are reminded of a deadline; None for never.

    That is the lead before the deadline, but never while the first half of the phase lasts: a
    short phase is reminded of when half of it is over, and one of seconds never.
    """
    if not lead:
        return None
    moment = max(deadline - lead, opened + (deadline - opened) / 2)
    return moment if deadline - moment >= LEAST else None


def moved_reminder(
    game: GameRecord, phase: PhaseRecord, deadline: datetime, now: datetime
) -> datetime | None:
    """Return when players are reminded of a deadline that has been moved; None for not again.

    A reminder still to come moves with the deadline. One that was sent comes again only if the
    new deadline is so far off that its own moment is still to come.
    """
    moment = reminder_moment(phase.opened_at, deadline, lead_of(game))
    if phase.remind_at is None and moment is not None and moment <= now:
        return None
    return moment
