"""Looking through everything, a page at a time."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from gm.adapters.table_base import Tables
from gm.adapters.tables import InboxRow
from gm.app.records import InboxMail, InboxState

_WAITING = (InboxState.HELD.value, InboxState.SHUNTED.value)


class AuditTables(Tables):
    """The part of a transaction that looks through what is kept."""

    def waiting_mails(self, since: datetime, until: datetime) -> tuple[InboxMail, ...]:
        """Return mails received in a time that are held or set aside, oldest first."""
        query = select(InboxRow).where(
            col(InboxRow.state).in_(_WAITING),
            InboxRow.received_at >= since,
            InboxRow.received_at <= until,
        )
        return self._records(InboxMail, query.order_by(col(InboxRow.id)))
