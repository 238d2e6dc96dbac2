"""Incoming mail: what is to be read, by whom, and what became of it."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime

from sqlalchemy import Integer, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from gm.adapters.sql.database import Queue
from gm.adapters.sql.inbox_rows import INBOX as _INBOX
from gm.adapters.sql.inbox_rows import mails, values_beside_bytes
from gm.adapters.sql.queries import Query
from gm.adapters.sql.quota_rows import QUOTAS, using
from gm.adapters.sql.table_raws import RawTables
from gm.adapters.sql.tables import InboxRow, OutboxRow
from gm.app.mail_records import QuotaUse
from gm.app.records import InboxMail, InboxState
from gm.errors import StoreError

_OLDER = _INBOX.alias("older")
_FIRST = select(_INBOX.c.id, _INBOX.c.raw_id).where(
    _INBOX.c.dedupe_key == bindparam("key"), _INBOX.c.duplicate_of.is_(None)
)
_UNREAD = (
    select(func.count())
    .select_from(_INBOX)
    .where(_INBOX.c.state == InboxState.NEW.value, _INBOX.c.received_at <= bindparam("moment"))
)
_STRANGERS = select(func.coalesce(func.sum(QUOTAS.c.size), 0)).where(
    QUOTAS.c.day == bindparam("day"), QUOTAS.c.stranger
)
_MAIL = mails(_INBOX.c.id == bindparam("mail"))
_COPIES = mails(
    _INBOX.c.raw_id.in_(select(_OLDER.c.raw_id).where(_OLDER.c.id == bindparam("mail"))),
    _INBOX.c.id != bindparam("mail"),
    order=(_INBOX.c.id,),
)
_SAME_PLACE = mails(_INBOX.c.source_key == bindparam("key"))
_NEXT = mails(
    _INBOX.c.state == InboxState.NEW.value,
    or_(_INBOX.c.claimed_until.is_(None), _INBOX.c.claimed_until <= bindparam("now")),
    ~exists().where(
        _OLDER.c.state == InboxState.NEW.value,
        _OLDER.c.sender_key == _INBOX.c.sender_key,
        _OLDER.c.sender_key != "",
        _OLDER.c.id < _INBOX.c.id,
    ),
    order=(_INBOX.c.received_at, _INBOX.c.id),
    most=1,
)
# What another process is about to take is none of ours; see also `Tables._held`. SQLite, which
# knows no locks of rows, leaves these words out.
_CLAIMED = Query(
    InboxMail, _NEXT.statement.with_for_update(key_share=True, skip_locked=True, of=_INBOX)
)
_HELD = Query(InboxMail, _MAIL.statement.with_for_update(key_share=True, of=_INBOX))
_CHANGED = update(_INBOX).where(_INBOX.c.id == bindparam("mail"))
_CLAIMING = _CHANGED.values(claimed_until=bindparam("until"), attempts=bindparam("tries"))
_AFRESH = _CHANGED.values(attempts=0)
_SETTLING = _CHANGED.values(
    state=bindparam("became"),
    note=bindparam("why"),
    settled_at=bindparam("moment"),
    game_id=func.coalesce(bindparam("game", type_=Integer), _INBOX.c.game_id),
    claimed_until=None,
)


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
        return int(self._connection.execute(_STRANGERS, {"day": day}).scalar_one())

    def forget_quotas(self, before: datetime) -> None:
        self._check_may_write()
        self._connection.execute(delete(QUOTAS).where(QUOTAS.c.day < before))

    def _from_same_place(self, mail: InboxMail) -> InboxMail | None:
        return None if mail.source_key is None else self._ask_one(_SAME_PLACE, key=mail.source_key)

    def _store_new(self, mail: InboxMail) -> InboxMail | None:
        """Store a mail, a duplicate with the bytes of the first; None if another came between."""
        first = self._connection.execute(_FIRST, {"key": mail.dedupe_key}).one_or_none()
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
        return self._connection.execute(_FIRST, {"key": dedupe_key}).scalar() is not None

    def inbox_mail(self, mail_id: int) -> InboxMail:
        """Return one incoming mail, and hold it; StoreError if there is none."""
        found = self._ask_one(_HELD if self._locks.rows else _MAIL, mail=mail_id)
        if found is None:
            raise StoreError(f"There is no mail {mail_id}.")
        return found

    def copies_of(self, mail_id: int) -> tuple[InboxMail, ...]:
        return self._ask(_COPIES, mail=mail_id)

    def inbox(self, state: InboxState | None = None) -> tuple[InboxMail, ...]:
        where = () if state is None else (_INBOX.c.state == state.value,)
        return self._ask(mails(*where, order=(_INBOX.c.id,)))

    def claim_inbox(self, now: datetime, until: datetime) -> InboxMail | None:
        self._check_may_write()
        mail = self._ask_one(_CLAIMED if self._locks.rows else _NEXT, now=now)
        if mail is None:
            return None
        taken = replace(mail, claimed_until=until, attempts=mail.attempts + 1)
        values = {"mail": mail.id, "until": until, "tries": taken.attempts}
        self._connection.execute(_CLAIMING, values)
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
        return int(self._connection.execute(_UNREAD, {"moment": moment}).scalar_one())

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
        values = {
            "mail": mail_id,
            "became": state.value,
            "why": note,
            "moment": None if state is InboxState.NEW else moment,
            "game": game_id,
        }
        if not self._connection.execute(_SETTLING, values).rowcount:
            raise StoreError(f"There is no mail {mail_id}.")
        if state is InboxState.NEW:
            self._connection.execute(_AFRESH, {"mail": mail_id})
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
