"""What the parts of a transaction share: a session, locks, and records in and out of it.

What their public methods do is said once, in the ports that they implement (`gm.app.ports`); a
docstring here adds what concerns the store alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Insert, Select, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import Session, SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from gm.adapters.sql.database import Locks, NoLocks
from gm.adapters.sql.rows import records_of, values_of
from gm.adapters.sql.tables import METADATA
from gm.errors import StoreError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RecordT = TypeVar("RecordT", bound="DataclassInstance")
RowT = TypeVar("RowT", bound=SQLModel)


@lru_cache(maxsize=32)
def _inserting_new(table: type[SQLModel], dialect: str) -> ReturningInsert[tuple[int]]:
    target = METADATA.tables[str(table.__tablename__)]
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return make(target).on_conflict_do_nothing().returning(target.c.id)


@lru_cache(maxsize=32)
def _inserting(table: type[SQLModel]) -> Insert:
    return insert(METADATA.tables[str(table.__tablename__)])


class SqlTables:
    """A connection in a transaction, and the helpers over it; rows never leave its subclasses.

    Args:
        connection: in a transaction that whoever made it ends.
        locks: what is held against others who write; None for a transaction that only reads.
    """

    def __init__(self, connection: Connection, locks: Locks | None) -> None:
        self._connection = connection
        self._locks = NoLocks() if locks is None else locks
        self._may_write = locks is not None

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

    def _store_again(self, table: type[SQLModel], record: DataclassInstance) -> None:
        """Store a record in place of the one with the same key; StoreError if there is none."""
        values = values_of(record)
        row = self._row(table, values.pop("id", 0))
        for name, value in values.items():
            setattr(row, name, value)
        self._add(row)

    def _insert_new(
        self, table: type[SQLModel], record: RecordT, **more: object
    ) -> RecordT | None:
        """Store a record and return it with its key; None if another like it is there already.

        "Like it" is what the table's unique columns say. One that somebody else is just storing is
        waited for, and seen afterwards.
        """
        self._check_may_write()
        values = {**values_of(record), **more}
        key = self._insert_values(table, values)
        return None if key is None else replace(record, id=key)

    def _insert_values(self, table: type[SQLModel], values: Mapping[str, Any]) -> int | None:
        """Store a row and return its key; None if another like it is there already."""
        query = _inserting_new(table, self._connection.dialect.name)
        key: Any = self._connection.execute(query, values).scalar()
        return None if key is None else int(key)

    def _held(self, query: SelectOfScalar[RowT]) -> SelectOfScalar[RowT]:
        """Return a query whose rows are held, and as they are now, in a transaction that writes."""
        if not self._locks.rows:
            return query
        held = query.with_for_update(key_share=True)
        return held.execution_options(populate_existing=True)

    def _hold_game(self, game_id: int) -> None:
        """Hold a game against others until we end, and see what they have committed to it."""
        if self._locks.game(game_id) and "_session" in self.__dict__:
            self._session.expire_all()

    def _check_may_write(self) -> None:
        if not self._may_write:
            raise StoreError("a transaction for reading cannot change anything")

    def _row(self, table: type[RowT], key: int) -> RowT:
        """Return a row; in a transaction that writes it is held, and as it is now.

        The lock leaves others free to refer to the row: mail that comes in waits for nobody.
        """
        held = {"key_share": True} if self._locks.rows else None
        # Never as the session remembers it: most reads and writes go past the session.
        row = self._session.get(table, key, with_for_update=held, populate_existing=True)
        if row is None:
            raise StoreError(f"there is no row {key} in {table.__tablename__}")
        return row

    def _records(self, record: type[RecordT], query: Select[Any]) -> tuple[RecordT, ...]:
        return records_of(record, self._connection.execute(query))

    def _record(self, record: type[RecordT], query: Select[Any]) -> RecordT | None:
        return next(iter(self._records(record, query.limit(1))), None)
