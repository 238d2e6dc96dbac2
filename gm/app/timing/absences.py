"""Absences: times in which a player cannot order, and past which deadlines move.

A player says so by mail. What lies within the game's limit is granted at once; anything longer
waits for the GM. A deadline moves only for those who have something to order by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from gm.app.clock.schedule import Away
from gm.app.life_records import Absence, AbsenceState
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.contract.rules import Rules

# A game's own type of positions.
S = TypeVar("S")

TO_READ: Final = timedelta(days=1)
"""Who comes back has a day to read and to write, in a phase that is no shorter than that."""


def away_of(
    transaction: Transaction,
    game: GameRecord,
    rules: Rules[S, Any],
    state: S,
    length: timedelta,
) -> tuple[Away, ...]:
    """Return when no deadline falls for the sake of players who are away.

    Args:
        transaction: of the store.
        game, rules: whose deadline it is.
        state: the position that it is about: who has nothing to order is not waited for.
        length: how long the phase is open.
    """
    absences = [absence for absence in transaction.absences(game.id) if counts(absence)]
    if not absences:
        return ()
    asked = {str(request.seat) for request in rules.pending(state)}
    people = {
        seat.person.id for seat in transaction.seats(game.id) if seat.person and seat.seat in asked
    }
    back = min(TO_READ, length)
    return tuple(
        Away(absence.first, absence.last + back)
        for absence in absences
        if absence.person_id in people
    )


def counts(absence: Absence) -> bool:
    """Tell whether an absence moves deadlines."""
    return absence.state is AbsenceState.GRANTED and absence.taken_back_at is None


def stands(absence: Absence, now: datetime) -> bool:
    """Tell whether an absence is still to be heeded: granted or asked for, and not over."""
    gone = absence.taken_back_at is not None or absence.state is AbsenceState.REFUSED
    return not gone and absence.last > now


def at_a_stretch(
    absences: Iterable[Absence], first: datetime, last: datetime
) -> tuple[datetime, datetime]:
    """Return the whole time that an absence makes with those that it touches.

    Between two that are less than two days apart there is no time to play.
    """
    near, rest = timedelta(days=2), list(absences)
    while touched := [
        absence for absence in rest if absence.first - near < last and first - near < absence.last
    ]:
        first = min(first, *(absence.first for absence in touched))
        last = max(last, *(absence.last for absence in touched))
        rest = [absence for absence in rest if absence not in touched]
    return first, last
