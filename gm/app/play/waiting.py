"""Games in which nothing falls due: how long their players are waited for, and what comes then.

A year is looked back upon when it is over: whoever has written meanwhile, were it only to ask, is waited
for again from then on.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from gm.app.clock.deadline_margins import WARNING, lead_of, waiting_reminder, warning_moment
from gm.app.mail_out.news import tell_all
from gm.app.mail_out.reasons import Words
from gm.app.play.endings import close_game
from gm.app.table import Table
from gm.app.timing.outage import why_overdue
from gm.app.timing.phases import length_of
from gm.contract.events import Ending, GameEnded
from gm.contract.rules import Silence
from gm.languages import gettext
from gm.report.wording.dates import day_words, length_words

_LOOK: Final = timedelta(days=30)
"""In steps of so many days it is looked back for the last mail of a player."""

_ANSWERED: Final = timedelta(minutes=1)
"""So long after a mail its answer has been written; the mail that opened a stage is no sign of life in it."""


def is_untimed(table: Table) -> bool:
    """Tell whether nothing falls due in the stage that a game is at."""
    return table.silence is not Silence.DUE


def last_order_at(table: Table) -> datetime:
    """Return when the last order came for the stage that is open; when it was opened, if none has."""
    given = [order.given_at for order in table.transaction.order_history(table.phase.id)]
    return max([table.phase.opened_at, *given])


def wait_or_abandon(table: Table, now: datetime) -> None:
    """Abandon a game that nobody has written to for as long as it waits, or wait for longer.

    Where no mail could be taken in at the end of that time, it waits for a month more.
    """
    until = _waits_until(table, now)
    if until <= now and why_overdue(table.services, table.transaction.beats(), table.phase, now):
        until = now + WARNING
    if until > now:
        _put_off(table, until, now)
        return
    length = length_words(length_of(table.game, table.stage))
    ended = GameEnded(Ending.ABANDONED, (), "server", f"Nobody has written for {length}")
    close_game(table, ended)


def remind_waiting(table: Table, now: datetime) -> bool:
    """Do what comes before a reminder of a stage in which nothing falls due.

    Near the end of the wait it is a warning that the game will be abandoned.

    Returns:
        Whether its players are to be reminded now of what they lack.
    """
    phase = table.phase
    since, until = last_order_at(table), phase.deadline
    warned = table.silence is Silence.ABANDONS
    if warned and warning_moment(since, until) <= now:
        until = _waits_until(table, now)
        if until > phase.deadline:
            _put_off(table, until, now)
        else:
            _warn(table)
        return False
    after = waiting_reminder(since, until, table.game, now, warned=warned)
    table.transaction.set_reminder(phase, after)
    return since + lead_of(table.game) <= now


def _waits_until(table: Table, now: datetime) -> datetime:
    length = length_of(table.game, table.stage)
    if table.silence is Silence.WAITS:
        return now + length
    return max(table.phase.deadline, _heard_at(table, now) + length)


def _heard_at(table: Table, now: datetime) -> datetime:
    """Return when a mail of those who are asked last came, about: to the month where it held no orders."""
    ordered = last_order_at(table)
    first = ordered + _ANSWERED
    people = (table.player(request.seat) for request in table.rules.pending(table.state))
    addresses = [person.address for person in people if person is not None]
    at = now
    while at > first:
        before = max(at - _LOOK, first)
        if any(table.transaction.count_answers(address, before) for address in addresses):
            return at
        at = before
    return ordered


def _put_off(table: Table, until: datetime, now: datetime) -> None:
    warned = table.silence is Silence.ABANDONS
    reminder = waiting_reminder(now, until, table.game, now, warned=warned)
    table.transaction.change_phase(
        table.transaction.set_reminder(table.phase, reminder), deadline=until
    )


def _warn(table: Table) -> None:
    """Tell everybody that the game will be abandoned, and when."""
    game, until = table.game, table.phase.deadline

    def words(zone: str) -> Words:
        day = day_words(until, zone)
        return gettext("The game will be abandoned on {day}", day=day), (
            gettext(
                "{game} has waited for a mail since {day}.",
                game=game.name,
                day=day_words(last_order_at(table), zone),
            ),
            gettext(
                "If none comes until {day}, the game is abandoned: it ends, and nobody has won. "
                "Any mail to it keeps it open, STATUS for one.",
                day=day,
            ),
        )

    table.transaction.set_reminder(table.phase, None)
    tell_all(table, f"abandoning {game.name} {until:%Y%m%d}", words)
