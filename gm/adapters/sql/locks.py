"""What a transaction on PostgreSQL holds against those that write beside it.

Every lock is one of the server's advisory locks, or a row's, and is let go when the transaction
ends, however it ends. `docs/adr/0031` says why these suffice.

- **A game**: who asks for a game in a writing transaction holds it. Whatever changes a game asks
  for it first, so that a mail is read, a season resolved, a deadline moved one after the other.
- **The intake**: a transaction that takes a mail in shares it from before the mail has its moment
  until it is stored. Who decides by what came until a deadline takes it alone for an instant, in
  a transaction of its own: after that every mail of that time is stored, and the table
  `watermark` says that mail taken in later has a later moment, whatever that machine's clock says.
- **A row** that is read in order to be changed.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import select

from gm.adapters.sql.database import Queue
from gm.adapters.sql.tables import WatermarkRow
from gm.errors import StoreBusy

# The first half of an advisory lock's key says what kind of thing the second half numbers.
GAMES, INTAKE, MIGRATING, LONE = 0x676D01, 0x676D02, 0x676D03, 0x676D04

INTAKE_SECONDS = 2
"""How long mail that comes in may have to wait behind somebody who waits for a stuck receiver."""

_THE_ONE = 1
_JUST_AFTER = timedelta(microseconds=1)
_DECIDED = select(WatermarkRow.moment).where(WatermarkRow.id == _THE_ONE)


class PostgresLocks:
    """The locks of one writing transaction."""

    rows = True

    def __init__(self, connection: Connection, engine: Engine) -> None:
        self._connection = connection
        self._engine = engine
        self._games: set[int] = set()
        self._woken: set[Queue] = set()

    def game(self, game_id: int) -> bool:
        """Hold a game until the transaction ends; True if it is held only now.

        Two that want two games never wait for each other in a circle: who has one waits only for
        one with a higher number.
        """
        if game_id in self._games:
            return False
        if self._games and game_id < max(self._games):
            if not self._ask("SELECT pg_try_advisory_xact_lock(%s, %s)", GAMES, game_id):
                raise StoreBusy("another process works on a game that this one needs as well")
        else:
            self._ask("SELECT pg_advisory_xact_lock(%s, %s)", GAMES, game_id)
        self._games.add(game_id)
        return True

    def receive(self, now: datetime) -> datetime:
        """Share the intake; the moment of a mail is now, or just after what is decided upon."""
        self._ask("SELECT pg_advisory_xact_lock_shared(%s, 0)", INTAKE)
        # A statement of its own, so that it sees what was committed while we waited.
        decided = self._connection.execute(_DECIDED).scalar()
        return now if decided is None or decided < now else decided + _JUST_AFTER

    def wait_for_intake(self, until: datetime) -> None:
        """Take the intake alone for an instant, unless that was done for this moment before.

        The transaction is one of its own, so that mail need not wait until ours ends.
        """
        decided = self._connection.execute(_DECIDED).scalar()
        if decided is not None and decided >= until:
            return
        with self._engine.begin() as connection:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{INTAKE_SECONDS}s'")
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, 0)", (INTAKE,))
            decide = insert(WatermarkRow).values(id=_THE_ONE, moment=until)
            later = decide.excluded.moment > WatermarkRow.moment
            connection.execute(
                decide.on_conflict_do_update(
                    index_elements=["id"], set_={"moment": decide.excluded.moment}, where=later
                )
            )

    def wake(self, queue: Queue) -> None:
        """Have the server tell whoever listens, when it commits."""
        if queue not in self._woken:
            self._woken.add(queue)
            self._ask("SELECT pg_notify(%s, '')", queue.value)

    def _ask(self, question: str, *values: object) -> Any:
        return self._connection.exec_driver_sql(question, values).scalar()


def number_of(name: str) -> int:
    """Return the number by which a name is locked: 31 bits of its digest."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") >> 1
