"""Taking mail in on SQLite, by the bare driver: whoever sends us mail waits for just this.

What a transaction for all uses brings along costs more than SQLite takes to store the mail. So
here are the few statements it takes, ready as text, with the conversions that the library above
the driver would make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import ClauseElement, bindparam, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from gm.adapters.sql.queries import table_of
from gm.adapters.sql.rows import kinds_of
from gm.adapters.sql.tables import InboxRow
from gm.app.records import InboxMail, InboxState
from gm.errors import StoreError

_DIALECT = SQLiteDialect_pysqlite()
_INBOX = table_of(InboxRow)
_NAMES = [column.name for column in _INBOX.c]
_TYPES = [column.type.dialect_impl(_DIALECT) for column in _INBOX.c]

# What is done to a column on its way, by its place; to most nothing is.
_ENUMS = [(_NAMES.index(name), kind) for name, kind in kinds_of(InboxMail).items() if kind]
_IN = [(at, done) for at, kind in enumerate(_TYPES) if (done := kind.bind_processor(_DIALECT))]
_OUT = [
    (at, done) for at, kind in enumerate(_TYPES) if (done := kind.result_processor(_DIALECT, None))
]


def _text(statement: ClauseElement) -> str:
    return str(statement.compile(dialect=_DIALECT))


_INSERT = _text(
    insert(_INBOX)
    .values({name: bindparam(name) for name in _NAMES})
    .on_conflict_do_nothing()
    .returning(_INBOX.c.id)
)
_FIRST = _text(
    select(_INBOX.c.id).where(
        _INBOX.c.dedupe_key == bindparam("key"), _INBOX.c.duplicate_of.is_(None)
    )
)
_FETCHED = _text(select(*_INBOX.c).where(_INBOX.c.source_key == bindparam("key")))

_fields_of = attrgetter(*_NAMES)
_ID = _NAMES.index("id")


def _row_of(mail: InboxMail) -> list[Any]:
    row: list[Any] = [*_fields_of(mail)]
    row[_ID] = None  # the database chooses it
    for at, _ in _ENUMS:
        row[at] = row[at].value
    for at, change in _IN:
        row[at] = change(row[at])
    return row


def _mail_of(row: Sequence[Any]) -> InboxMail:
    values = [*row]
    for at, change in _OUT:
        values[at] = change(values[at])
    for at, kind in _ENUMS:
        values[at] = kind(values[at])
    return InboxMail(**dict(zip(_NAMES, values, strict=True)))


class SqliteIntake:
    """A transaction that takes mail in, with the lock in hand: nobody else writes until it ends.

    Args:
        driver: a connection of the driver's own, in that transaction.
    """

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def moment_of_receipt(self, now: datetime) -> datetime:
        """Return the moment of mail that this transaction takes in: now."""
        return now

    def add_inbox(self, mail: InboxMail) -> InboxMail:
        """Store an incoming mail; one with a known key is stored as a duplicate of the first.

        One with a known `source_key` is not stored again: the first is returned as it is.
        """
        if (stored := self._insert(mail)) is not None:
            return stored
        if known := self._ask(_FETCHED, mail.source_key):
            return _mail_of(known)
        first = self._ask(_FIRST, mail.dedupe_key)
        duplicate = replace(
            mail,
            state=InboxState.DUPLICATE,
            duplicate_of=first[0] if first else None,
            settled_at=mail.stored_at,
        )
        stored = self._insert(duplicate)
        if stored is None:
            raise StoreError("a mail can be stored neither as new nor as a duplicate")
        return stored

    def _insert(self, mail: InboxMail) -> InboxMail | None:
        """Store a mail; None if another is in its way."""
        found = self._ask(_INSERT, *_row_of(mail))
        return None if found is None else replace(mail, id=found[0])

    def _ask(self, statement: str, *values: object) -> Sequence[Any] | None:
        row: Sequence[Any] | None = self._driver.execute(statement, values).fetchone()
        return row
