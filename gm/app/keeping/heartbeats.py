"""What a running process leaves in the database to say that it lives, and what it finds of the dead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gm.app.mail_in.reading_attempts import LEASE as READ_LEASE
from gm.app.mail_out.outbox import LEASE as SEND_LEASE
from gm.app.mail_records import Beat
from gm.app.ports import Clock, Store
from gm.app.services import Services

_READERS: Final = frozenset({"all", "work"})
_SENDERS: Final = frozenset({"all", "send"})

_TRUSTED: Final = max(READ_LEASE, SEND_LEASE)
"""Who gave no sign for longer has no claim left, whether he lives or not."""


class Life:
    """The life of one process, from its start to its last sign.

    Each has a row of its own, also that of a process that was started again: the gap between two
    rows is a time in which nobody did the work.

    Args:
        role: "all", "receive", "work" or "send".
        host, pid: which process it is.
    """

    def __init__(self, store: Store, clock: Clock, role: str, host: str, pid: int) -> None:
        self._store = store
        self._clock = clock
        self._role = role
        self._started = clock.now()
        self._name = f"{role} {host} {self._started:%Y%m%dT%H%M%S.%fZ} {pid}"

    def beat(self) -> None:
        """Give a sign of life.

        Raises:
            StoreBusy, StoreError: nobody can know that we live.
        """
        with self._store.write() as transaction:
            transaction.beat(Beat(0, self._name, self._role, self._started, self._clock.now()))


@dataclass(frozen=True, slots=True)
class Here:
    """The machine we are on, and ourselves.

    Args:
        is_running: whether a process of this machine runs, by its number.
    """

    host: str
    pid: int
    is_running: Callable[[int], bool]


def take_back_claims(services: Services, here: Here) -> None:
    """Give back the mails that servers which died had in hand, where nobody alive can have them.

    A claim does not say whose it is. So mails in come back if no other process that reads can be
    alive, and mails out if none that sends can: on this machine one whose number still runs, on
    others one that gave a sign within the longest lease. What is claimed after we looked stays.

    Raises:
        StoreBusy, StoreError: as `Store.write`.
    """
    now = services.clock.now()
    with services.store.write() as transaction:
        alive = {beat.role for beat in _perhaps_alive(transaction.beats(), here, now)}
        transaction.release_claims_until(
            inbox=None if alive & _READERS else now + READ_LEASE,
            outbox=None if alive & _SENDERS else now + SEND_LEASE,
        )


def _perhaps_alive(beats: Iterable[Beat], here: Here, now: datetime) -> Iterable[Beat]:
    return (beat for beat in beats if now - beat.at <= _TRUSTED and not _is_dead(beat, here))


def _is_dead(beat: Beat, here: Here) -> bool:
    """Tell whether a process of this machine has ended; of another machine's nobody knows."""
    *_, host, _, number = ("", "", "", *beat.name.split(" "))
    if host != here.host or not number.isdecimal():
        return False
    # Whoever had our own number before us is dead: in a container every server has the number 1.
    return int(number) == here.pid or not here.is_running(int(number))
