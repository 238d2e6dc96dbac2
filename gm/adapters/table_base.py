"""What the parts of a transaction share: a session, and records in and out of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, Insert, insert
from sqlmodel import Session, SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from gm.adapters.rows import record_of, values_of
from gm.adapters.tables_mail import METADATA
from gm.errors import StoreError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RecordT = TypeVar("RecordT", bound="DataclassInstance")
RowT = TypeVar("RowT", bound=SQLModel)


@lru_cache(maxsize=32)
def _inserting(table: type[SQLModel]) -> Insert:
    return insert(METADATA.tables[str(table.__tablename__)])


class Tables:
    """A connection in a transaction, and the helpers over it; rows never leave its subclasses."""

    def __init__(self, connection: Connection, *, may_write: bool) -> None:
        self._connection = connection
        self._may_write = may_write

    @cached_property
    def _session(self) -> Session:
        """The session for rows; taking a mail in does without, and is twice as fast for it."""
        return Session(self._connection, expire_on_commit=False)

    def _add(self, row: SQLModel) -> None:
        """Store a row at once, so that the database checks it here and not at some later call."""
        self._check_may_write()
        self._session.add(row)
        self._session.flush()

    def _insert(self, table: type[SQLModel], record: RecordT, **more: object) -> RecordT:
        """Store a record and return it with its key, if the record has one.

        This goes past the session's bookkeeping, which costs more than the insert itself; nobody
        has seen the row yet.
        """
        self._check_may_write()
        values = {**values_of(record), **more}
        done = self._connection.execute(_inserting(table), values)
        key = done.inserted_primary_key
        return replace(record, id=key[0]) if hasattr(record, "id") and key else record

    def _check_may_write(self) -> None:
        if not self._may_write:
            raise StoreError("a transaction for reading cannot change anything")

    def _row(self, table: type[RowT], key: int) -> RowT:
        row = self._session.get(table, key)
        if row is None:
            raise StoreError(f"there is no row {key} in {table.__tablename__}")
        return row

    def _records(self, record: type[RecordT], query: SelectOfScalar[RowT]) -> tuple[RecordT, ...]:
        return tuple(record_of(record, row) for row in self._session.exec(query))

    def _record(self, record: type[RecordT], query: SelectOfScalar[RowT]) -> RecordT | None:
        row = self._session.exec(query.limit(1)).first()
        return None if row is None else record_of(record, row)
