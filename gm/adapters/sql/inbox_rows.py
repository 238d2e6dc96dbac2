"""Incoming mails out of their rows: what is known of each, and its bytes from where they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, select

from gm.adapters.sql.queries import Query, table_of
from gm.adapters.sql.rows import kinds_of, values_of
from gm.adapters.sql.tables import OF_BYTES, InboxRow, RawRow
from gm.app.records import InboxMail

INBOX, RAWS = table_of(InboxRow), table_of(RawRow)

_COLUMNS = [RAWS.c[name] if name in OF_BYTES else INBOX.c[name] for name in kinds_of(InboxMail)]
_WITH_BYTES = INBOX.join(RAWS, RAWS.c.id == INBOX.c.raw_id)


def mails(
    *where: ColumnElement[bool], order: Sequence[ColumnElement[Any]] = (), most: int | None = None
) -> Query[InboxMail]:
    """Return the question for the mails of which something holds.

    Args:
        where: what holds, all of it.
        order: by what they are sorted; most: how many at most.
    """
    statement = select(*_COLUMNS).select_from(_WITH_BYTES)
    return Query(InboxMail, statement.where(*where).order_by(*order).limit(most))


def values_beside_bytes(mail: InboxMail) -> dict[str, Any]:
    """Return the columns of a mail in the inbox, but for the key of its bytes."""
    values = values_of(mail)
    for name in OF_BYTES:
        del values[name]
    return values
