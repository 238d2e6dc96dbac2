"""The values of a recorded phase as JSON gave them, each told apart from what it should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.errors import UnreadableInput

Record = Mapping[str, Any]

_LIST = frozenset({list})


def lists_in(record: Record, key: str) -> Mapping[str, list[str]]:
    """Return a table of lists as it stands; TypeError if it is none."""
    table = record.get(key)
    if table is None:
        return {}
    if type(table) is not dict or not _LIST.issuperset(map(type, table.values())):
        raise TypeError(key)
    return table


def table_in(record: Record, key: str) -> Mapping[str, Any]:
    """Return an object; an empty one if there is none, UnreadableInput if it is something else."""
    value = record.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise UnreadableInput(f"{key!r} is no object.", piece=key)
    return value


def entries_of(value: object, key: str) -> list[Mapping[str, Any]]:
    """Return a list of objects; UnreadableInput if it is none."""
    if not isinstance(value, Sequence) or not all(isinstance(entry, Mapping) for entry in value):
        raise UnreadableInput(f"{key!r} is no list of objects.", piece=key)
    return list(value)


def texts_of(value: object, key: str) -> tuple[str, ...]:
    """Return a list of texts; UnreadableInput if it is none."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise UnreadableInput(f"{key!r} is no list of texts.", piece=key)
    return tuple(text_of(entry, key) for entry in value)


def text_of(value: object, key: str) -> str:
    """Return a text; UnreadableInput if it is none."""
    if not isinstance(value, str):
        raise UnreadableInput(f"{key!r} holds {value!r}, which is no text.", piece=key)
    return value
