"""Tables made from records, and rows into records and back: what is stored is defined once.

A table has a column for each field of its record, by the same name and of the same type, an enum as
its value. Its class says what a record cannot: its keys, its indexes, and the columns that only the
store needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_origin, get_type_hints

from sqlalchemy import JSON, CursorResult, Index, TextClause
from sqlmodel import Field, SQLModel
from sqlmodel.main import SQLModelMetaclass

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from sqlalchemy.orm import InstrumentedAttribute

RecordT = TypeVar("RecordT", bound="DataclassInstance")

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

REFERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game_id": "games.id",
        "person_id": "persons.id",
        "phase_id": "phases.id",
        "for_phase": "phases.id",
        "replaced_by": "orders.id",
        "proposal_id": "proposals.id",
        "inbox_id": "inbox.id",
        "duplicate_of": "inbox.id",
        "outbox_id": "outbox.id",
        "raw_id": "raws.id",
    }
)
"""What a column refers to, by its name, in whatever table it stands."""


class _FromRecord(SQLModelMetaclass):
    """Makes the columns of a table from the fields of a record."""

    if TYPE_CHECKING:  # mypy sees no columns where they are made

        def __getattr__(self, name: str) -> InstrumentedAttribute[Any]: ...

    def __new__(
        cls,
        name: str,
        bases: tuple[type[Any], ...],
        members: dict[str, Any],
        *,
        record: type[DataclassInstance] | None = None,
        omit: tuple[str, ...] = (),
        **settings: Any,
    ) -> Any:
        """Make a table.

        Args:
            name, bases, members, settings: of the class, as SQLModel takes them.
            record: whose fields are its columns, beside those of its own.
            omit: the fields that are kept elsewhere.
        """
        annotated: dict[str, Any] = members.get("__annotations__", {})
        kinds = {name: kind for name, kind in _kinds(record) if name not in (*omit, *annotated)}
        columns = {column: _field(column, kinds.get(column)) for column in (*kinds, *annotated)}
        given = {column: made for column, made in columns.items() if made is not None}
        types = {"__annotations__": {**kinds, **annotated}}
        return super().__new__(cls, name, bases, {**given, **members, **types}, **settings)

    def __init__(
        self,
        name: str,
        bases: tuple[type[Any], ...],
        members: dict[str, Any],
        *,
        record: object = None,
        omit: object = (),
        **settings: Any,
    ) -> None:
        del record, omit  # the columns are there
        super().__init__(name, bases, members, **settings)


def _kinds(record: type[DataclassInstance] | None) -> Iterator[tuple[str, Any]]:
    """Yield each field of a record with the type of its column."""
    if record is None:
        return
    hints = get_type_hints(record)
    for field in fields(record):
        kind = hints[field.name]
        if field.name == "id":
            yield "id", int | None
        else:
            yield field.name, str if isinstance(kind, type) and issubclass(kind, Enum) else kind


def _field(name: str, kind: Any) -> Any:
    """Return what a column is beside its type; None for one that is nothing but a value."""
    if name == "id":
        return Field(default=None, primary_key=True)
    if name in REFERS:
        return Field(foreign_key=REFERS[name])
    return Field(sa_type=JSON) if get_origin(kind) is dict else None


class Row(SQLModel, metaclass=_FromRecord):
    """The base of the tables."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...


def index_where(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """Return an index over the rows of which something holds, on either database."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


@lru_cache(maxsize=32)
def kinds_of(record: type[DataclassInstance]) -> Mapping[str, type[Enum] | None]:
    """Return a record's fields, each with its enum if it has one."""
    hints = get_type_hints(record)
    return {
        field.name: hints[field.name]
        if isinstance(hints[field.name], type) and issubclass(hints[field.name], Enum)
        else None
        for field in fields(record)
    }


def record_of(record: type[RecordT], row: object) -> RecordT:
    """Return the record that a row keeps."""
    values = {
        name: getattr(row, name) if kind is None else kind(getattr(row, name))
        for name, kind in kinds_of(record).items()
    }
    return record(**values)


def values_of(record: DataclassInstance) -> dict[str, Any]:
    """Return the columns of a record; a key of 0 is left for the database to choose."""
    values = {
        name: getattr(record, name) if kind is None else getattr(record, name).value
        for name, kind in kinds_of(type(record)).items()
    }
    if values.get("id") == 0:
        del values["id"]
    return values


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
