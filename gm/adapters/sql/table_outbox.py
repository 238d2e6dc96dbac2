"""Outgoing mail: what waits, who is sending it, and what became of it.

A season writes thousands of mails and as many marks; no statement here loads the text of a mail that
it only marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Update,
    and_,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from gm.adapters.sql.database import Queue
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import OutboxRow, SuspensionRow
from gm.app.records import OutboxMail, OutboxState
from gm.errors import StoreError
from gm.mail.addresses import address_key

_PENDING = OutboxRow.state == OutboxState.PENDING.value
_SUSPENDED = exists().where(
    col(SuspensionRow.address_key) == col(OutboxRow.recipient_key),
    SuspensionRow.lifted_at.is_(None),
)
_ASKS = OutboxRow.key.like("question %")


_EARLIER = aliased(OutboxRow)
_OVERTAKES = exists().where(
    col(_EARLIER.recipient_key) == col(OutboxRow.recipient_key),
    _EARLIER.game_id == OutboxRow.game_id,
    _EARLIER.id < OutboxRow.id,
    # Written out, for the index holds only these.
    _EARLIER.state == literal(OutboxState.PENDING.value, literal_execute=True),
    _EARLIER.attempts == 0,
)
"""An earlier mail of the same game to the same address waits for its first try."""


def _due(now: datetime) -> ColumnElement[bool]:
    """Say what is to be sent and nobody sends.

    What waits for a suspended address is not, but for questions. A mail in its owner's name asked for
    a question just now; without it nobody would tell him what proves that he is there again.

    A report that waits for its pictures is not overtaken by the receipt that speaks of it. What was
    tried in vain holds nothing up: nobody knows when it will be taken.
    """
    return and_(
        _PENDING,
        OutboxRow.next_at <= now,
        or_(OutboxRow.claimed_until.is_(None), OutboxRow.claimed_until <= now),
        or_(and_(not_(_SUSPENDED), not_(_OVERTAKES)), and_(_SUSPENDED, _ASKS)),
    )


_COUNT = select(func.count()).select_from(OutboxRow)
_OLDEST_FIRST = (OutboxRow.next_at, OutboxRow.id)
"""How what is due is sorted, so that the index is used."""


class OutboxTables(SqlTables):
    """The part of a transaction that knows outgoing mail."""

    def add_outbox(self, mail: OutboxMail) -> bool:
        key = address_key(mail.recipient)
        if self._insert_new(OutboxRow, mail, recipient_key=key) is None:
            return False
        self._locks.wake(Queue.OUTBOX)
        return True

    def outbox_mail(self, mail_id: int) -> OutboxMail | None:
        return self._record(OutboxMail, select(OutboxRow).where(OutboxRow.id == mail_id))

    def outbox_by_tag(self, bounce_tag: str) -> OutboxMail | None:
        if not bounce_tag:
            return None
        return self._record(
            OutboxMail, select(OutboxRow).where(OutboxRow.bounce_tag == bounce_tag)
        )

    def outbox_by_message(self, message_id: str, recipient: str) -> OutboxMail | None:
        to_him = col(OutboxRow.recipient_key) == address_key(recipient)
        return self._record(
            OutboxMail, select(OutboxRow).where(to_him, OutboxRow.message_id == message_id)
        )

    def is_mail_due(self, now: datetime) -> bool:
        due = select(OutboxRow.id).where(_due(now)).order_by(*_OLDEST_FIRST).limit(1)
        return self._connection.execute(due).first() is not None

    def claim_outbox(self, now: datetime, until: datetime, limit: int) -> tuple[OutboxMail, ...]:
        self._check_may_write()
        due = select(OutboxRow).where(_due(now)).order_by(*_OLDEST_FIRST).limit(limit)
        held = due.with_for_update(key_share=True, skip_locked=True, of=OutboxRow)
        mails = self._records(OutboxMail, held)
        if mails:
            self._change([mail.id for mail in mails], claimed_until=until)
        return mails

    def release_outbox(self, mail_ids: Sequence[int]) -> None:
        if mail_ids:
            self._change(mail_ids, claimed_until=None)

    def put_off_outbox(self, mail_id: int, moment: datetime) -> None:
        self._change([mail_id], claimed_until=None, next_at=moment)

    def postpone_outbox(self, moment: datetime) -> None:
        self._check_may_write()
        sooner = and_(_PENDING, OutboxRow.next_at < moment, OutboxRow.claimed_until.is_(None))
        self._connection.execute(update(OutboxRow).where(sooner).values(next_at=moment))

    def late_outbox(self, moment: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Return mails written by a moment, tried in vain and still waiting, oldest first.

        What waits for a suspended address waits for another reason and is not among them.
        """
        tried = and_(_PENDING, OutboxRow.attempts > 0, OutboxRow.created_at <= moment)
        late = select(OutboxRow).where(tried, not_(_SUSPENDED))
        return self._records(
            OutboxMail, (late.order_by(OutboxRow.created_at, OutboxRow.id).limit(limit))
        )

    def unsent_outbox(self, since: datetime) -> tuple[OutboxMail, ...]:
        failed = and_(OutboxRow.state == OutboxState.FAILED.value, OutboxRow.created_at >= since)
        query = select(OutboxRow).where(or_(_PENDING, failed)).order_by(OutboxRow.id)
        return self._records(OutboxMail, (query))

    def outbox(self, game_id: int | None = None) -> tuple[OutboxMail, ...]:
        query = select(OutboxRow).order_by(OutboxRow.id)
        if game_id is not None:
            query = query.where(OutboxRow.game_id == game_id)
        return self._records(OutboxMail, (query))

    def count_outbox(self, key_prefix: str) -> int:
        # LIKE knows no case on SQLite; a range is exact and uses the index.
        after = key_prefix + "\U0010ffff"
        return self._count(OutboxRow.key >= key_prefix, OutboxRow.key < after)

    def count_answers(self, address: str, since: datetime) -> int:
        return self._count(
            col(OutboxRow.recipient_key) == address_key(address),
            OutboxRow.created_at >= since,
            OutboxRow.purpose == "answer",
        )

    def keys_written(self, address: str, since: datetime) -> tuple[str, ...]:
        to_him = col(OutboxRow.recipient_key) == address_key(address)
        query = select(OutboxRow.key).where(to_him, OutboxRow.created_at >= since)
        return tuple(self._connection.execute(query.order_by(OutboxRow.id)).scalars())

    def latest_written(self, address: str, most: int) -> tuple[OutboxMail, ...]:
        to_him = col(OutboxRow.recipient_key) == address_key(address)
        latest = select(OutboxRow).where(to_him).order_by(col(OutboxRow.id).desc()).limit(most)
        return tuple(self._records(OutboxMail, latest))

    def readdress_outbox(self, person_id: int, address: str) -> int:
        self._check_may_write()
        waits = and_(OutboxRow.person_id == person_id, _PENDING)
        done = self._connection.execute(
            update(OutboxRow)
            .where(waits)
            .values(recipient=address, recipient_key=address_key(address))
        )
        return done.rowcount

    def mark_sent(self, mail_id: int, moment: datetime, reply: str) -> None:
        self._mark(mail_id, reply, state=OutboxState.SENT.value, sent_at=moment)

    def mark_retry(self, mail_id: int, next_at: datetime, reply: str) -> None:
        self._mark(mail_id, reply, next_at=next_at)

    def mark_failed(self, mail_id: int, reply: str) -> None:
        self._mark(mail_id, reply, state=OutboxState.FAILED.value)

    def retry_outbox(self, mail_id: int, moment: datetime) -> None:
        self._change(
            [mail_id],
            state=OutboxState.PENDING.value,
            next_at=moment,
            attempts=0,
            claimed_until=None,
        )

    def _mark(self, mail_id: int, reply: str, **values: object) -> None:
        """Record a try. A mail that another sender has had taken meanwhile stays taken."""
        done = self._connection.execute(
            self._changing([mail_id])
            .where(OutboxRow.state != OutboxState.SENT.value)
            .values(
                attempts=OutboxRow.attempts + 1, last_reply=reply, claimed_until=None, **values
            )
        )
        if not done.rowcount and self.outbox_mail(mail_id) is None:
            raise StoreError(f"There is no mail {mail_id}.")

    def _change(self, mail_ids: Sequence[int], **values: object) -> None:
        self._connection.execute(self._changing(mail_ids).values(**values))

    def _changing(self, mail_ids: Sequence[int]) -> Update:
        self._check_may_write()
        return update(OutboxRow).where(OutboxRow.id.in_(mail_ids))

    def _count(self, *where: ColumnElement[bool]) -> int:
        return self._connection.execute(_COUNT.where(*where)).scalar_one()
