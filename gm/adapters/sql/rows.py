"""Rows into records and back: the same fields, with enums as their values.

A field a record has and its table lacks, or the other way round, fails at the first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RecordT = TypeVar("RecordT", bound="DataclassInstance")


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
