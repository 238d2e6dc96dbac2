"""Incoming mails out of their rows: what is known of each, and its bytes from where they are kept."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlmodel import col

from gm.adapters.sql.rows import kinds_of, values_of
from gm.adapters.sql.tables import OF_BYTES, InboxRow, RawRow
from gm.app.records import InboxMail

_COLUMNS = [
    getattr(RawRow if name in OF_BYTES else InboxRow, name) for name in kinds_of(InboxMail)
]


def mails(*where: ColumnElement[bool]) -> Select[Any]:
    """Return the question for the mails of which all this holds, with their bytes."""
    return (
        select(*_COLUMNS)
        .join_from(InboxRow, RawRow, col(RawRow.id) == col(InboxRow.raw_id))
        .where(*where)
    )


def values_beside_bytes(mail: InboxMail) -> dict[str, Any]:
    """Return the columns of a mail in the inbox, but for the key of its bytes."""
    values = values_of(mail)
    for name in OF_BYTES:
        del values[name]
    return values
