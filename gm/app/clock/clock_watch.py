"""Whether the time of day can be believed: what is decided by a wrong clock cannot be undone.

A clock that is set shows itself in two ways: against the steady clock of a running process, which
nobody can set, and against the signs of life in the database, which are never of the future.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from gm.app.mail_ports import LifeSignTransaction
from gm.app.mail_records import Beat
from gm.report.wording.dates import length_words

JUMP: Final = timedelta(minutes=5)
"""A clock that moves by more than this is not believed, unless the settings say otherwise."""

GM_ROLE: Final = "gm"
"""The role under which the GM's word that the clock is right is kept among the signs of life."""

_WORD: Final = "clock is right"


class ClockWatch:
    """Compares the time of day with the steady clock, for as long as a process runs.

    Args:
        limit: how far the two may part at once.
    """

    def __init__(self, limit: timedelta = JUMP) -> None:
        self._limit = limit
        self._right: tuple[datetime, float] | None = None
        self._word: datetime | None = None

    def fault(self, now: datetime, steady: float, beats: Iterable[Beat]) -> str | None:
        """Return in a sentence why the time of day is not believed; None if it is.

        It is believed again when it is back where it should be, or by the GM's word.

        Args:
            now: the time of day; steady: seconds of the steady clock at the same moment.
            beats: every process's sign of life.
        """
        signs = tuple(beats)
        self._heed(signs, now, steady)
        moved = self._moved(now, steady)
        if abs(moved) > self._limit:
            way = "forward" if moved > timedelta() else "back"
            return f"The clock of this machine jumped {way} by {length_words(abs(moved))}."
        self._right = (now, steady)  # a slow drift is no jump
        ahead = max((beat.at - now for beat in signs if beat.role != GM_ROLE), default=timedelta())
        if ahead > self._limit:
            return (
                f"The clock of this machine is {length_words(ahead)} behind the last sign of life "
                "in the database."
            )
        return None

    def _moved(self, now: datetime, steady: float) -> timedelta:
        if self._right is None:
            return timedelta()
        moment, at = self._right
        return now - moment - timedelta(seconds=steady - at)

    def _heed(self, beats: tuple[Beat, ...], now: datetime, steady: float) -> None:
        """Begin anew where the GM has said since the last look that the clock is right."""
        word = next((beat.at for beat in beats if beat.name == _WORD), None)
        if self._right is not None and word != self._word:
            self._right = (now, steady)
        self._word = word


def trust_clock(transaction: LifeSignTransaction, now: datetime) -> int:
    """Keep the GM's word that the clock is right now; signs of life of the future are set to it.

    Returns:
        How many of those there were.
    """
    ahead = [beat for beat in transaction.beats() if beat.at > now]
    for beat in ahead:
        transaction.beat(replace(beat, started_at=min(beat.started_at, now), at=now))
    transaction.beat(Beat(0, _WORD, GM_ROLE, now, now))
    return len(ahead)
