"""Taking mail in on SQLite, by the bare driver: whoever sends us mail waits for just this.

What a transaction for all uses brings along costs more than SQLite takes to store the mail. So
here are the few statements it takes, ready as text, with the conversions that the library above
the driver would make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any

from sqlalchemy import ClauseElement, bindparam, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from gm.adapters.sql.inbox_rows import mails
from gm.adapters.sql.quota_rows import QUOTAS, using
from gm.adapters.sql.rows import kinds_of
from gm.adapters.sql.tables import METADATA
from gm.app.mail_records import QuotaUse
from gm.app.records import InboxMail, InboxState, raw_digest
from gm.errors import StoreError

INBOX, RAWS = METADATA.tables["inbox"], METADATA.tables["raws"]
_DIALECT = SQLiteDialect_pysqlite()
_KINDS = kinds_of(InboxMail)
_COLUMNS = [column.name for column in INBOX.c]
_KEY = _COLUMNS.index("raw_id")
_NAMES = [name for name in _COLUMNS if name != "raw_id"]

# What is done to a column on its way, by its place; to most nothing is.
_ENUMS = {name: kind for name, kind in _KINDS.items() if kind}
_TYPES = {name: INBOX.c[name].type.dialect_impl(_DIALECT) for name in _NAMES}
_IN = [
    (at, done) for at, name in enumerate(_NAMES) if (done := _TYPES[name].bind_processor(_DIALECT))
]
_OUT = [
    (name, done)
    for name, kind in _TYPES.items()
    if (done := kind.result_processor(_DIALECT, None))
]


def _text(statement: ClauseElement) -> str:
    return str(statement.compile(dialect=_DIALECT))


_INSERT = _text(
    insert(INBOX)
    .values({name: bindparam(name) for name in _COLUMNS})
    .on_conflict_do_nothing()
    .returning(INBOX.c.id)
)
_KEEP = _text(
    insert(RAWS)
    .values(digest=bindparam("digest"), raw=bindparam("raw"))
    .on_conflict_do_nothing()
    .returning(RAWS.c.id)
)
_KEPT = _text(select(RAWS.c.id).where(RAWS.c.digest == bindparam("digest")))
_FIRST = _text(
    select(INBOX.c.id, INBOX.c.raw_id).where(
        INBOX.c.dedupe_key == bindparam("key"), INBOX.c.duplicate_of.is_(None)
    )
)
_FETCHED = _text(mails(INBOX.c.source_key == bindparam("key")))

_USE = _text(using(insert(QUOTAS)))
_of_day: Any = lru_cache(maxsize=4)(
    QUOTAS.c.day.type.dialect_impl(_DIALECT).bind_processor(_DIALECT) or str
)

_fields_of = attrgetter(*_NAMES)
_ID = _NAMES.index("id")
_ENUM_PLACES = [_NAMES.index(name) for name in _ENUMS]


def _row_of(mail: InboxMail, raw_id: int) -> list[Any]:
    row: list[Any] = [*_fields_of(mail)]
    row[_ID] = None  # the database chooses it
    for at in _ENUM_PLACES:
        row[at] = row[at].value
    for at, change in _IN:
        row[at] = change(row[at])
    row.insert(_KEY, raw_id)
    return row


def _mail_of(row: Sequence[Any]) -> InboxMail:
    values = dict(zip(_KINDS, row, strict=True))
    for name, change in _OUT:
        values[name] = change(values[name])
    for name, kind in _ENUMS.items():
        values[name] = kind(values[name])
    return InboxMail(**values)


class SqliteIntake:
    """A transaction that takes mail in, with the lock in hand: nobody else writes until it ends.

    Args:
        driver: a connection of the driver's own, in that transaction.
    """

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def moment_of_receipt(self, now: datetime) -> datetime:
        return now

    def add_inbox(self, mail: InboxMail) -> InboxMail:
        if mail.source_key is not None and (known := self._ask(_FETCHED, mail.source_key)):
            return _mail_of(known)
        if (first := self._ask(_FIRST, mail.dedupe_key)) is None:
            return self._insert(mail, self._keep(mail))
        id_, raw_id = first
        duplicate = replace(
            mail, state=InboxState.DUPLICATE, duplicate_of=id_, settled_at=mail.stored_at
        )
        return self._insert(duplicate, raw_id)

    def use_quota(self, use: QuotaUse) -> QuotaUse:
        day = _of_day(use.day)
        used = self._ask(_USE, day, use.name, use.stranger, use.mails, use.size)
        if used is None:
            raise StoreError("what a sender uses of a day cannot be noted")
        return replace(use, mails=used[0], size=used[1])

    def _keep(self, mail: InboxMail) -> int:
        """Keep the bytes of a mail, if they are not kept yet, and return their key."""
        digest = mail.digest or raw_digest(mail.raw)
        kept = self._ask(_KEEP, digest, mail.raw) or self._ask(_KEPT, digest)
        if kept is None:
            raise StoreError("the bytes of a mail can neither be kept nor found")
        return int(kept[0])

    def _insert(self, mail: InboxMail, raw_id: int) -> InboxMail:
        """Store what is known of a mail beside its bytes."""
        stored = self._ask(_INSERT, *_row_of(mail, raw_id))
        if stored is None:
            raise StoreError("a mail can be stored neither as new nor as a duplicate")
        return replace(mail, id=stored[0])

    def _ask(self, statement: str, *values: object) -> Sequence[Any] | None:
        row: Sequence[Any] | None = self._driver.execute(statement, values).fetchone()
        return row
