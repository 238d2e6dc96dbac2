"""Incoming mail: what is to be read, by whom, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, exists, func, update
from sqlalchemy.orm import aliased
from sqlmodel import col, or_, select

from gm.adapters.database import Queue
from gm.adapters.rows import record_of
from gm.adapters.table_base import Tables
from gm.adapters.tables import InboxRow, OutboxRow
from gm.app.records import InboxMail, InboxState

_FIRST = select(InboxRow.id).where(
    InboxRow.dedupe_key == bindparam("key"), col(InboxRow.duplicate_of).is_(None)
)


class InboxTables(Tables):
    """The part of a transaction that knows incoming mail."""

    def moment_of_receipt(self, now: datetime) -> datetime:
        """Return the moment at which mail taken in by this transaction was received: now.

        Where a phase has been decided by mail until a later moment, which another machine's clock
        showed, it is just after that: what was not there cannot have been in time.
        """
        self._check_may_write()
        return self._locks.receive(now)

    def add_inbox(self, mail: InboxMail) -> InboxMail:
        """Store an incoming mail; one with a known key is stored as a duplicate of the first.

        One with a known `source_key` is not stored again: the first is returned as it is.
        """
        while True:
            if (known := self._from_same_place(mail)) is not None:
                return known
            # None where somebody stored its like while we looked; then we find that next.
            stored = self._insert_new(InboxRow, self._or_duplicate(mail))
            if stored is not None:
                if stored.state is InboxState.NEW:
                    self._locks.wake(Queue.INBOX)
                return stored

    def _from_same_place(self, mail: InboxMail) -> InboxMail | None:
        if mail.source_key is None:
            return None
        query = select(InboxRow).where(InboxRow.source_key == mail.source_key)
        return self._record(InboxMail, query)

    def _or_duplicate(self, mail: InboxMail) -> InboxMail:
        first = self._connection.execute(_FIRST, {"key": mail.dedupe_key}).scalar()
        if first is None:
            return mail
        return replace(
            mail, state=InboxState.DUPLICATE, duplicate_of=first, settled_at=mail.stored_at
        )

    def is_known(self, dedupe_key: str) -> bool:
        """Tell whether a mail with this key was ever stored."""
        return self._connection.execute(_FIRST, {"key": dedupe_key}).scalar() is not None

    def inbox_mail(self, mail_id: int) -> InboxMail:
        """Return one incoming mail, and hold it; StoreError if there is none."""
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
        )
        if self._locks.rows:
            # What another process is about to take is none of ours; see also `_held`.
            query = query.with_for_update(key_share=True, skip_locked=True)
            query = query.execution_options(populate_existing=True)
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
        if state is InboxState.NEW:
            self._locks.wake(Queue.INBOX)

    def confirm_inbox(self, mail_id: int, moment: datetime) -> None:
        """Believe a mail that was held: it is to be read again, as from its sender."""
        row = self._row(InboxRow, mail_id)
        row.confirmed, row.attempts = True, 0
        self.settle_inbox(mail_id, InboxState.NEW, moment, note="confirmed by its sender")

    def wait_for_intake(self, until: datetime) -> None:
        """Wait until every mail received at or before a moment, which is past, can be seen here.

        After that no mail is taken in with such a moment of ours, whatever a machine's clock says.
        On SQLite that is so anyhow: one writes at a time, and a mail's moment is taken by then.
        """
        self._check_may_write()
        self._locks.wait_for_intake(until)
