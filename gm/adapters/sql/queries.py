"""Questions that are asked again and again, each with its statement built once.

Building a statement anew through the classes of the tables, and keeping track of the rows it
brings, takes five times as long as asking the database; reading one mail asks two dozen times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import ColumnElement, CursorResult, Select, Table, select
from sqlmodel import SQLModel

from gm.adapters.sql.rows import kinds_of
from gm.adapters.sql.tables import METADATA

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RecordT = TypeVar("RecordT", bound="DataclassInstance")


def table_of(row: type[SQLModel]) -> Table:
    """Return the table that a class describes."""
    return METADATA.tables[str(row.__tablename__)]


@dataclass(frozen=True, slots=True)
class Query(Generic[RecordT]):
    """A question whose answers are records.

    Args:
        record: what each row becomes.
        statement: with a `bindparam` for what changes from asking to asking.
    """

    record: type[RecordT]
    statement: Select[Any]


def query(
    record: type[RecordT],
    table: Table,
    *where: ColumnElement[bool],
    order: Sequence[ColumnElement[Any]] = (),
    most: int | None = None,
) -> Query[RecordT]:
    """Return the question for the rows of one table of which something holds.

    Args:
        record: what each row becomes; table: where they are.
        where: what holds, all of it.
        order: by what they are sorted; most: how many at most.
    """
    columns = [table.c[name] for name in kinds_of(record)]
    return Query(record, select(*columns).where(*where).order_by(*order).limit(most))


def records_of(record: type[RecordT], result: CursorResult[Any]) -> tuple[RecordT, ...]:
    """Return the records that rows keep, whatever the sequence of their columns."""
    make = _maker(record, tuple(result.keys()))
    return tuple([make(row) for row in result])


@lru_cache(maxsize=256)
def _maker(record: type[RecordT], columns: tuple[str, ...]) -> Callable[[Sequence[Any]], RecordT]:
    kinds = kinds_of(record)
    pick = itemgetter(*(columns.index(name) for name in kinds))
    enums: list[tuple[int, type[Enum]]] = [
        (at, kind) for at, kind in enumerate(kinds.values()) if kind is not None
    ]

    def make(row: Sequence[Any]) -> RecordT:
        values = pick(row)
        if not enums:
            return record(*values)
        changed = [*values]
        for at, kind in enums:
            changed[at] = kind(changed[at])
        return record(*changed)

    return make
