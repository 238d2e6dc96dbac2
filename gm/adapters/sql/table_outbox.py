"""Outgoing mail: what waits, who is sending it, and what became of it.

A season writes thousands of mails and as many marks; the statements here go past the session's
bookkeeping, and none loads the text of a mail that it only marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    Integer,
    Select,
    Update,
    and_,
    bindparam,
    exists,
    func,
    literal,
    not_,
    or_,
    select,
    update,
)

from gm.adapters.sql.database import Queue
from gm.adapters.sql.queries import records_of
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import METADATA, OutboxRow, SuspensionRow
from gm.app.records import OutboxMail, OutboxState
from gm.errors import StoreError
from gm.mail.addresses import address_key

_OUTBOX = METADATA.tables[str(OutboxRow.__tablename__)]
_SUSPENSIONS = METADATA.tables[str(SuspensionRow.__tablename__)]
_COLUMN = _OUTBOX.c
_PENDING = _COLUMN.state == OutboxState.PENDING.value
_SUSPENDED = exists().where(
    _SUSPENSIONS.c.address_key == _COLUMN.recipient_key,
    _SUSPENSIONS.c.lifted_at.is_(None),
)
_ASKS = _COLUMN.key.like("question %")


_EARLIER = _OUTBOX.alias("earlier")
_OVERTAKES = exists().where(
    _EARLIER.c.recipient_key == _COLUMN.recipient_key,
    _EARLIER.c.game_id == _COLUMN.game_id,
    _EARLIER.c.id < _COLUMN.id,
    # Written out, for the index holds only these.
    _EARLIER.c.state == literal(OutboxState.PENDING.value, literal_execute=True),
    _EARLIER.c.attempts == 0,
)
"""An earlier mail of the same game to the same address waits for its first try."""

_NOW: BindParameter[datetime] = bindparam("now")
_DUE = and_(
    _PENDING,
    _COLUMN.next_at <= _NOW,
    or_(_COLUMN.claimed_until.is_(None), _COLUMN.claimed_until <= _NOW),
    or_(and_(not_(_SUSPENDED), not_(_OVERTAKES)), and_(_SUSPENDED, _ASKS)),
)
"""What is to be sent and nobody sends; what waits for a suspended address is not, but for questions.

A mail in its owner's name asked for a question just now; without it nobody would tell him what proves
that he is there again.

A report that waits for its pictures is not overtaken by the receipt that speaks of it. What was
tried in vain holds nothing up: nobody knows when it will be taken.
"""

# Sorted, so that the index is used.
_ANY_DUE = select(_COLUMN.id).where(_DUE).order_by(_COLUMN.next_at, _COLUMN.id).limit(1)
_CLAIMED = (
    select(_OUTBOX)
    .where(_DUE)
    .order_by(_COLUMN.next_at, _COLUMN.id)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(key_share=True, skip_locked=True, of=_OUTBOX)
)
_COUNT = select(func.count()).select_from(_OUTBOX)
_WITH_PREFIX = _COUNT.where(_COLUMN.key >= bindparam("begins"), _COLUMN.key < bindparam("after"))
_ANSWERS = _COUNT.where(
    _COLUMN.recipient_key == bindparam("address"),
    _COLUMN.created_at >= bindparam("since"),
    _COLUMN.purpose == "answer",
)


class OutboxTables(SqlTables):
    """The part of a transaction that knows outgoing mail."""

    def add_outbox(self, mail: OutboxMail) -> bool:
        key = address_key(mail.recipient)
        if self._insert_new(OutboxRow, mail, recipient_key=key) is None:
            return False
        self._locks.wake(Queue.OUTBOX)
        return True

    def outbox_mail(self, mail_id: int) -> OutboxMail | None:
        return self._first(select(_OUTBOX).where(_COLUMN.id == mail_id))

    def outbox_by_tag(self, bounce_tag: str) -> OutboxMail | None:
        if not bounce_tag:
            return None
        return self._first(select(_OUTBOX).where(_COLUMN.bounce_tag == bounce_tag))

    def outbox_by_message(self, message_id: str, recipient: str) -> OutboxMail | None:
        to_him = _COLUMN.recipient_key == address_key(recipient)
        return self._first(select(_OUTBOX).where(to_him, _COLUMN.message_id == message_id))

    def is_mail_due(self, now: datetime) -> bool:
        return self._connection.execute(_ANY_DUE, {"now": now}).first() is not None

    def claim_outbox(self, now: datetime, until: datetime, limit: int) -> tuple[OutboxMail, ...]:
        self._check_may_write()
        rows = self._connection.execute(_CLAIMED, {"now": now, "most": limit})
        found = records_of(OutboxMail, rows)
        if found:
            self._change([mail.id for mail in found], claimed_until=until)
        return found

    def release_outbox(self, mail_ids: Sequence[int]) -> None:
        if mail_ids:
            self._change(mail_ids, claimed_until=None)

    def put_off_outbox(self, mail_id: int, moment: datetime) -> None:
        self._change([mail_id], claimed_until=None, next_at=moment)

    def postpone_outbox(self, moment: datetime) -> None:
        self._check_may_write()
        sooner = and_(_PENDING, _COLUMN.next_at < moment, _COLUMN.claimed_until.is_(None))
        self._connection.execute(update(_OUTBOX).where(sooner).values(next_at=moment))

    def late_outbox(self, moment: datetime, limit: int) -> tuple[OutboxMail, ...]:
        """Return mails written by a moment, tried in vain and still waiting, oldest first.

        What waits for a suspended address waits for another reason and is not among them.
        """
        tried = and_(_PENDING, _COLUMN.attempts > 0, _COLUMN.created_at <= moment)
        late = select(_OUTBOX).where(tried, not_(_SUSPENDED))
        return tuple(self._all(late.order_by(_COLUMN.created_at, _COLUMN.id).limit(limit)))

    def unsent_outbox(self, since: datetime) -> tuple[OutboxMail, ...]:
        failed = and_(_COLUMN.state == OutboxState.FAILED.value, _COLUMN.created_at >= since)
        query = select(_OUTBOX).where(or_(_PENDING, failed)).order_by(_COLUMN.id)
        return tuple(self._all(query))

    def outbox(self, game_id: int | None = None) -> tuple[OutboxMail, ...]:
        query = select(_OUTBOX).order_by(_COLUMN.id)
        if game_id is not None:
            query = query.where(_COLUMN.game_id == game_id)
        return tuple(self._all(query))

    def count_outbox(self, key_prefix: str) -> int:
        # LIKE knows no case on SQLite; a range is exact and uses the index.
        return self._count(_WITH_PREFIX, begins=key_prefix, after=key_prefix + "\U0010ffff")

    def count_answers(self, address: str, since: datetime) -> int:
        return self._count(_ANSWERS, address=address_key(address), since=since)

    def keys_written(self, address: str, since: datetime) -> tuple[str, ...]:
        to_him = _COLUMN.recipient_key == address_key(address)
        query = select(_COLUMN.key).where(to_him, _COLUMN.created_at >= since)
        return tuple(self._connection.execute(query.order_by(_COLUMN.id)).scalars())

    def readdress_outbox(self, person_id: int, address: str) -> int:
        self._check_may_write()
        waits = and_(_COLUMN.person_id == person_id, _PENDING)
        done = self._connection.execute(
            update(_OUTBOX)
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
            .where(_COLUMN.state != OutboxState.SENT.value)
            .values(attempts=_COLUMN.attempts + 1, last_reply=reply, claimed_until=None, **values)
        )
        if not done.rowcount and self.outbox_mail(mail_id) is None:
            raise StoreError(f"There is no mail {mail_id}.")

    def _change(self, mail_ids: Sequence[int], **values: object) -> None:
        self._connection.execute(self._changing(mail_ids).values(**values))

    def _changing(self, mail_ids: Sequence[int]) -> Update:
        self._check_may_write()
        return update(_OUTBOX).where(_COLUMN.id.in_(mail_ids))

    def _count(self, query: Select[int], **values: object) -> int:
        return self._connection.execute(query, values).scalar_one()

    def _all(self, query: Select[tuple[object, ...]]) -> list[OutboxMail]:
        return [*records_of(OutboxMail, self._connection.execute(query))]

    def _first(self, query: Select[tuple[object, ...]]) -> OutboxMail | None:
        return next(iter(self._all(query.limit(1))), None)
