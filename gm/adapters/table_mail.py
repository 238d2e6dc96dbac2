"""Incoming and outgoing mail."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, func
from sqlmodel import col, select

from gm.adapters.rows import record_of
from gm.adapters.table_base import Tables
from gm.adapters.tables import InboxRow, OutboxRow
from gm.app.records import InboxMail, InboxState, OutboxMail, OutboxState

_FIRST = select(InboxRow.id).where(
    InboxRow.dedupe_key == bindparam("key"), col(InboxRow.duplicate_of).is_(None)
)


class MailTables(Tables):
    """The part of a transaction that knows mail."""

    def add_inbox(self, mail: InboxMail) -> InboxMail:
        """Store an incoming mail; one with a known key is stored as a duplicate of the first."""
        first = self._connection.execute(_FIRST, {"key": mail.dedupe_key}).scalar()
        if first is not None:
            mail = replace(mail, state=InboxState.DUPLICATE, duplicate_of=first)
        return self._insert(InboxRow, mail)

    def inbox_mail(self, mail_id: int) -> InboxMail:
        """Return one incoming mail; StoreError if there is none."""
        return record_of(InboxMail, self._row(InboxRow, mail_id))

    def inbox(self, state: InboxState | None = None) -> tuple[InboxMail, ...]:
        """Return incoming mails, oldest first."""
        query = select(InboxRow).order_by(col(InboxRow.id))
        if state is not None:
            query = query.where(InboxRow.state == state.value)
        return self._records(InboxMail, query)

    def next_inbox(self) -> InboxMail | None:
        """Return the oldest mail that still has to be read."""
        query = select(InboxRow).where(InboxRow.state == InboxState.NEW.value)
        return self._record(InboxMail, query.order_by(col(InboxRow.received_at), col(InboxRow.id)))

    def unread_before(self, moment: datetime) -> int:
        """Count mails received at or before the moment that are still to be read."""
        query = (
            select(func.count())
            .select_from(InboxRow)
            .where(InboxRow.state == InboxState.NEW.value, InboxRow.received_at <= moment)
        )
        return self._session.exec(query).one()

    def settle_inbox(
        self,
        mail_id: int,
        state: InboxState,
        *,
        game_id: int | None = None,
        note: str = "",
    ) -> None:
        """Say what became of an incoming mail; StoreError if there is none."""
        row = self._row(InboxRow, mail_id)
        row.state, row.note = state.value, note
        row.game_id = row.game_id if game_id is None else game_id
        self._add(row)

    def count_attempt(self, mail_id: int, note: str) -> int:
        """Record a failed try at reading a mail and return how many there were."""
        row = self._row(InboxRow, mail_id)
        row.attempts, row.note = row.attempts + 1, note
        self._add(row)
        return row.attempts

    def add_outbox(self, mail: OutboxMail) -> bool:
        """Store an outgoing mail; False if its key is known already (nothing is stored)."""
        known = self._session.exec(select(OutboxRow.id).where(OutboxRow.key == mail.key)).first()
        if known is None:
            self._insert(OutboxRow, mail)
        return known is None

    def outbox_mail(self, mail_id: int) -> OutboxMail | None:
        """Return one outgoing mail."""
        return self._record(OutboxMail, select(OutboxRow).where(OutboxRow.id == mail_id))

    def due_outbox(self, moment: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Return mails to be sent at or before the moment, oldest first."""
        query = (
            select(OutboxRow)
            .where(OutboxRow.state == OutboxState.PENDING.value, OutboxRow.next_at <= moment)
            .order_by(col(OutboxRow.next_at), col(OutboxRow.id))
            .limit(limit)
        )
        return self._records(OutboxMail, query)

    def outbox(self, game_id: int | None = None) -> tuple[OutboxMail, ...]:
        """Return outgoing mails, oldest first."""
        query = select(OutboxRow).order_by(col(OutboxRow.id))
        if game_id is not None:
            query = query.where(OutboxRow.game_id == game_id)
        return self._records(OutboxMail, query)

    def count_outbox(self, key_prefix: str) -> int:
        """Count outgoing mails whose key begins so."""
        # LIKE knows no case on SQLite; a range is exact and uses the index.
        query = (
            select(func.count())
            .select_from(OutboxRow)
            .where(OutboxRow.key >= key_prefix, OutboxRow.key < key_prefix + "\U0010ffff")
        )
        return self._session.exec(query).one()

    def mark_sent(self, mail_id: int, moment: datetime, reply: str) -> None:
        """Record that the next server took a mail."""
        row = self._row(OutboxRow, mail_id)
        row.state, row.sent_at = OutboxState.SENT.value, moment
        self._record_try(row, reply)

    def mark_retry(self, mail_id: int, next_at: datetime, reply: str) -> None:
        """Record a temporary failure and when to try again."""
        row = self._row(OutboxRow, mail_id)
        row.next_at = next_at
        self._record_try(row, reply)

    def mark_failed(self, mail_id: int, reply: str) -> None:
        """Record that a mail will never be taken."""
        row = self._row(OutboxRow, mail_id)
        row.state = OutboxState.FAILED.value
        self._record_try(row, reply)

    def _record_try(self, row: OutboxRow, reply: str) -> None:
        row.attempts, row.last_reply = row.attempts + 1, reply
        self._add(row)
