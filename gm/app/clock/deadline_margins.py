"""What lies around a deadline: when players are reminded of it, and how long after it orders are taken.

Everybody is told the deadline; grace is a rule of the game for those who miss it: their orders are
marked late. A phase is resolved when it closes, which is the deadline where a game has no grace.
Players are reminded once, so long before as the game says.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.app.records import GameRecord, PhaseRecord
from gm.report.pages.rules_page import GRACE, REMIND


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


WARNING = timedelta(days=30)
"""How long before a game is abandoned its player is warned."""


def warning_moment(since: datetime, until: datetime) -> datetime:
    """Return when it is told that a game which has waited since then will be abandoned."""
    return until - min(WARNING, (until - since) / 2)


def waiting_reminder(
    since: datetime, until: datetime, game: GameRecord, now: datetime, *, warned: bool
) -> datetime | None:
    """Return when a player is next reminded of a stage in which nothing falls due; None for never again.

    Args:
        since: when he was last asked, or heard. until: when the game is abandoned, if it is.
        game: which one. now: what has passed by then is no reminder. warned: he is warned before the end.
    """
    wait = lead_of(game)
    moments = [since + wait] if wait else []
    if warned:
        moments.append(warning_moment(since, until))
    return min((moment for moment in moments if moment > now), default=None)


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
