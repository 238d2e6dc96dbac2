"""Incoming and outgoing mail."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, exists, func, update
from sqlalchemy.orm import aliased
from sqlmodel import col, or_, select

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
        """Store an incoming mail; one with a known key is stored as a duplicate of the first.

        One with a known `source_key` is not stored again: the first is returned as it is.
        """
        if mail.source_key is not None:
            query = select(InboxRow).where(InboxRow.source_key == mail.source_key)
            if (known := self._record(InboxMail, query)) is not None:
                return known
        first = self._connection.execute(_FIRST, {"key": mail.dedupe_key}).scalar()
        if first is not None:
            mail = replace(
                mail,
                state=InboxState.DUPLICATE,
                duplicate_of=first,
                settled_at=mail.stored_at,
            )
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

    def claim_inbox(self, now: datetime, until: datetime) -> InboxMail | None:
        """Take the oldest mail that still has to be read and nobody reads, until a moment.

        One whose sender has an older mail still to be read waits for that. The claim counts as
        an attempt.
        """
        older = aliased(InboxRow)
        first_of_sender = ~exists().where(
            col(older.state) == InboxState.NEW.value,
            col(older.sender_key) == InboxRow.sender_key,
            col(older.sender_key) != "",
            col(older.id) < InboxRow.id,
        )
        query = (
            select(InboxRow)
            .where(
                InboxRow.state == InboxState.NEW.value,
                or_(
                    col(InboxRow.claimed_until).is_(None),
                    col(InboxRow.claimed_until) <= now,
                ),
                first_of_sender,
            )
            .order_by(col(InboxRow.received_at), col(InboxRow.id))
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        row = self._session.exec(query).first()
        if row is None:
            return None
        row.claimed_until, row.attempts = until, row.attempts + 1
        self._add(row)
        return record_of(InboxMail, row)

    def release_inbox(self, mail_id: int, note: str) -> None:
        """Give a claimed mail back, to be read again, and note why."""
        row = self._row(InboxRow, mail_id)
        row.claimed_until, row.note = None, note
        self._add(row)

    def release_claims(self) -> None:
        """Give back every mail in and out that was claimed: whoever claimed it is dead."""
        self._check_may_write()
        for table in (InboxRow, OutboxRow):
            claimed = col(table.claimed_until).is_not(None)
            self._session.exec(update(table).where(claimed).values(claimed_until=None))

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
        moment: datetime,
        *,
        game_id: int | None = None,
        note: str = "",
    ) -> None:
        """Say what became of an incoming mail, and when; NEW has it read (again)."""
        row = self._row(InboxRow, mail_id)
        row.state, row.note, row.claimed_until = state.value, note, None
        row.settled_at = None if state is InboxState.NEW else moment
        row.game_id = row.game_id if game_id is None else game_id
        self._add(row)

    def confirm_inbox(self, mail_id: int, moment: datetime) -> None:
        """Believe a mail that was held: it is to be read again, as from its sender."""
        row = self._row(InboxRow, mail_id)
        row.confirmed, row.attempts = True, 0
        self.settle_inbox(mail_id, InboxState.NEW, moment, note="confirmed by its sender")

    def wait_for_intake(self) -> None:
        """Wait until every mail whose moment was taken before now can be seen here.

        SQLite has one writer at a time, and a mail's moment is taken with the lock in hand.
        """

    def add_outbox(self, mail: OutboxMail) -> bool:
        """Store an outgoing mail; False if its key is known already (nothing is stored)."""
        known = self._session.exec(select(OutboxRow.id).where(OutboxRow.key == mail.key)).first()
        if known is None:
            self._insert(OutboxRow, mail)
        return known is None

    def outbox_mail(self, mail_id: int) -> OutboxMail | None:
        """Return one outgoing mail."""
        return self._record(OutboxMail, select(OutboxRow).where(OutboxRow.id == mail_id))

    def outbox_by_tag(self, bounce_tag: str) -> OutboxMail | None:
        """Return the outgoing mail whose return path holds this tag."""
        if not bounce_tag:
            return None
        return self._record(
            OutboxMail, select(OutboxRow).where(OutboxRow.bounce_tag == bounce_tag)
        )

    def claim_outbox(self, now: datetime, until: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Take mails that are due and nobody sends, oldest first, until a moment."""
        query = (
            select(OutboxRow)
            .where(
                OutboxRow.state == OutboxState.PENDING.value,
                OutboxRow.next_at <= now,
                or_(
                    col(OutboxRow.claimed_until).is_(None),
                    col(OutboxRow.claimed_until) <= now,
                ),
            )
            .order_by(col(OutboxRow.next_at), col(OutboxRow.id))
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        rows = self._session.exec(query).all()
        for row in rows:
            row.claimed_until = until
        self._check_may_write()
        self._session.flush()
        return tuple(record_of(OutboxMail, row) for row in rows)

    def due_outbox(self, moment: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Return mails to be sent at or before the moment, oldest first, claimed or not."""
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

    def count_answers(self, address: str, since: datetime) -> int:
        """Count the answers written to an address since a moment."""
        query = (
            select(func.count())
            .select_from(OutboxRow)
            .where(
                func.lower(OutboxRow.recipient) == address.strip().lower(),
                OutboxRow.created_at >= since,
                OutboxRow.purpose == "answer",
            )
        )
        return self._session.exec(query).one()

    def readdress_outbox(self, person_id: int, address: str) -> int:
        """Send what waits for a person to another address; return how many mails that are."""
        query = select(OutboxRow).where(
            OutboxRow.person_id == person_id, OutboxRow.state == OutboxState.PENDING.value
        )
        rows = self._session.exec(query).all()
        for row in rows:
            row.recipient = address
            self._add(row)
        return len(rows)

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
        row.attempts, row.last_reply, row.claimed_until = row.attempts + 1, reply, None
        self._add(row)
