"""What a running process leaves in the database to say that it lives."""

from __future__ import annotations

from gm.app.mail_records import Beat
from gm.app.ports import Clock, Store


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
