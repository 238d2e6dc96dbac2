"""Incoming mail: what is to be read, by whom, and what became of it."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, exists, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased
from sqlmodel import col

from gm.adapters.sql.database import Queue
from gm.adapters.sql.inbox_rows import mails, values_beside_bytes
from gm.adapters.sql.quota_rows import QUOTAS, using
from gm.adapters.sql.table_raws import RawTables
from gm.adapters.sql.tables import InboxRow, OutboxRow, QuotaRow
from gm.app.mail_records import QuotaUse
from gm.app.records import InboxMail, InboxState
from gm.errors import StoreError

_OLDER = aliased(InboxRow)
_IS_NEXT = ~exists().where(
    _OLDER.state == InboxState.NEW.value,
    _OLDER.sender_key == InboxRow.sender_key,
    _OLDER.sender_key != "",
    _OLDER.id < InboxRow.id,
)
"""No older mail of its sender is still to be read."""


class InboxTables(RawTables):
    """The part of a transaction that knows incoming mail."""

    def moment_of_receipt(self, now: datetime) -> datetime:
        """Return the moment at which mail taken in by this transaction was received: now.

        Where a phase has been decided by mail until a later moment, which another machine's clock
        showed, it is just after that: what was not there cannot have been in time.
        """
        self._check_may_write()
        return self._locks.receive(now)

    def add_inbox(self, mail: InboxMail) -> InboxMail:
        self._check_may_write()
        while True:
            if (known := self._from_same_place(mail)) is not None:
                return known
            # None where somebody stored its like while we looked; then we find that next.
            if (stored := self._store_new(mail)) is not None:
                if stored.state is InboxState.NEW:
                    self._locks.wake(Queue.INBOX)
                return stored

    def use_quota(self, use: QuotaUse) -> QuotaUse:
        self._check_may_write()
        make = postgresql.insert if self._locks.rows else sqlite.insert
        used = self._connection.execute(using(make(QUOTAS)), asdict(use)).one()
        return replace(use, mails=used.mails, size=used.size)

    def quota_used(self, day: datetime) -> int:
        sizes = select(func.coalesce(func.sum(QuotaRow.size), 0))
        used = sizes.where(QuotaRow.day == day, QuotaRow.stranger)
        return int(self._connection.execute(used).scalar_one())

    def forget_quotas(self, before: datetime) -> None:
        self._check_may_write()
        self._connection.execute(delete(QuotaRow).where(QuotaRow.day < before))

    def _from_same_place(self, mail: InboxMail) -> InboxMail | None:
        if mail.source_key is None:
            return None
        return self._record(InboxMail, mails(InboxRow.source_key == mail.source_key))

    def _store_new(self, mail: InboxMail) -> InboxMail | None:
        """Store a mail, a duplicate with the bytes of the first; None if another came between."""
        first = self._first_delivery(mail.dedupe_key)
        if first is not None:
            again = replace(
                mail, state=InboxState.DUPLICATE, duplicate_of=first.id, settled_at=mail.stored_at
            )
            return self._insert_row(again, first.raw_id)
        raw_id, is_new = self._keep(mail.raw, mail.digest)
        stored = self._insert_row(mail, raw_id)
        if stored is None and is_new:
            self._forget({raw_id})
        return stored

    def _insert_row(self, mail: InboxMail, raw_id: int) -> InboxMail | None:
        values = {**values_beside_bytes(mail), "raw_id": raw_id}
        key = self._insert_values(InboxRow, values)
        return None if key is None else replace(mail, id=key)

    def is_known(self, dedupe_key: str) -> bool:
        return self._first_delivery(dedupe_key) is not None

    def inbox_mail(self, mail_id: int) -> InboxMail:
        """Return one incoming mail, and hold it; StoreError if there is none."""
        query = mails(InboxRow.id == mail_id)
        if self._locks.rows:
            query = query.with_for_update(key_share=True, of=InboxRow)
        mail = self._record(InboxMail, query)
        if mail is None:
            raise StoreError(f"There is no mail {mail_id}.")
        return mail

    def copies_of(self, mail_id: int) -> tuple[InboxMail, ...]:
        bytes_of = select(col(_OLDER.raw_id)).where(_OLDER.id == mail_id)
        copies = mails(col(InboxRow.raw_id).in_(bytes_of), InboxRow.id != mail_id)
        return self._records(InboxMail, copies.order_by(InboxRow.id))

    def inbox(self, state: InboxState | None = None) -> tuple[InboxMail, ...]:
        where = () if state is None else (InboxRow.state == state.value,)
        return self._records(InboxMail, mails(*where).order_by(InboxRow.id))

    def claim_inbox(self, now: datetime, until: datetime) -> InboxMail | None:
        self._check_may_write()
        query = mails(
            InboxRow.state == InboxState.NEW.value,
            or_(InboxRow.claimed_until.is_(None), InboxRow.claimed_until <= now),
            _IS_NEXT,
        ).order_by(InboxRow.received_at, InboxRow.id)
        if self._locks.rows:
            # What another process is about to take is none of ours; see also `SqlTables._held`.
            query = query.with_for_update(key_share=True, skip_locked=True, of=InboxRow)
        mail = self._record(InboxMail, query)
        if mail is None:
            return None
        taken = replace(mail, claimed_until=until, attempts=mail.attempts + 1)
        self._change_mail(mail.id, claimed_until=until, attempts=taken.attempts)
        return taken

    def release_inbox(self, mail_id: int, note: str) -> None:
        row = self._row(InboxRow, mail_id)
        row.claimed_until, row.note = None, note
        self._add(row)

    def unclaim_inbox(self, mail: InboxMail) -> None:
        """Give a claimed mail back that is still to be read, as if its claim had not been.

        The claim of whoever has taken it up since stays his.
        """
        row = self._row(InboxRow, mail.id)
        if row.state != InboxState.NEW.value:
            return
        row.attempts = max(0, row.attempts - 1)
        if row.claimed_until == mail.claimed_until:
            row.claimed_until = None
        self._add(row)

    def release_claims(self) -> None:
        self._check_may_write()
        for table in (InboxRow, OutboxRow):
            claimed = table.claimed_until.is_not(None)
            self._session.exec(update(table).where(claimed).values(claimed_until=None))

    def release_claims_until(self, *, inbox: datetime | None, outbox: datetime | None) -> None:
        self._check_may_write()
        for table, until in ((InboxRow, inbox), (OutboxRow, outbox)):
            if until is not None:
                mine = table.claimed_until <= until
                self._session.exec(update(table).where(mine).values(claimed_until=None))

    def unread_before(self, moment: datetime) -> int:
        unread = InboxRow.state == InboxState.NEW.value, InboxRow.received_at <= moment
        count = select(func.count()).select_from(InboxRow).where(*unread)
        return int(self._connection.execute(count).scalar_one())

    def settle_inbox(
        self,
        mail_id: int,
        state: InboxState,
        moment: datetime,
        *,
        game_id: int | None = None,
        note: str = "",
    ) -> None:
        self._check_may_write()
        self._change_mail(
            mail_id,
            state=state.value,
            note=note,
            settled_at=None if state is InboxState.NEW else moment,
            game_id=func.coalesce(game_id, InboxRow.game_id),
            claimed_until=None,
        )
        if state is InboxState.NEW:
            self._change_mail(mail_id, attempts=0)
            self._locks.wake(Queue.INBOX)

    def confirm_inbox(self, mail_id: int, moment: datetime) -> None:
        row = self._row(InboxRow, mail_id)
        row.confirmed = True
        self._add(row)
        self.settle_inbox(mail_id, InboxState.NEW, moment, note="confirmed by its sender")

    def wait_for_intake(self, until: datetime) -> None:
        """Wait until every mail received at or before a moment, which is past, can be seen here.

        After that no mail is taken in with such a moment of ours, whatever a machine's clock says.
        On SQLite that is so anyhow: one writes at a time, and a mail's moment is taken by then.
        """
        self._check_may_write()
        self._locks.wait_for_intake(until)

    def _first_delivery(self, dedupe_key: str) -> Row[tuple[Any, Any]] | None:
        """Return the key of the first mail of a kind, and that of its bytes."""
        first = InboxRow.dedupe_key == dedupe_key, InboxRow.duplicate_of.is_(None)
        return self._connection.execute(
            select(InboxRow.id, col(InboxRow.raw_id)).where(*first)
        ).one_or_none()

    def _change_mail(self, mail_id: int, **values: object) -> None:
        """Change a mail; StoreError if there is none."""
        changed = update(InboxRow).where(InboxRow.id == mail_id).values(**values)
        if not self._connection.execute(changed).rowcount:
            raise StoreError(f"There is no mail {mail_id}.")
