"""Looking through everything, a page at a time, and without the bytes of mails where it can."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from enum import Enum

from sqlalchemy import and_, case, exists, func
from sqlalchemy import select as columns
from sqlalchemy.orm import aliased
from sqlmodel import or_, select

from gm.adapters.sql.inbox_rows import mails
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import (
    BounceRow,
    GameRow,
    InboxRow,
    JournalRow,
    OrderRow,
    OutboxRow,
    PhaseRow,
)
from gm.app.audit_ports import StrayOrder
from gm.app.records import (
    GameStatus,
    InboxMail,
    InboxState,
    JournalEntry,
    JournalKind,
    OutboxState,
    PhaseStatus,
)
from gm.contract.stages import STANDING

_WAITING = (InboxState.HELD.value, InboxState.SHUNTED.value)
_LAST = "\U0010ffff"


def _values(kind: type[Enum]) -> list[str]:
    return [member.value for member in kind]


class AuditTables(SqlTables):
    """The part of a transaction that looks through what is kept."""

    def waiting_mails(self, since: datetime, until: datetime) -> tuple[InboxMail, ...]:
        query = mails(
            InboxRow.state.in_(_WAITING),
            InboxRow.received_at >= since,
            InboxRow.received_at <= until,
        )
        return self._records(InboxMail, query.order_by(InboxRow.id))

    def inbox_page(self, after: int, limit: int) -> tuple[InboxMail, ...]:
        known = mails(InboxRow.id > after, InboxRow.state.in_(_values(InboxState)))
        return self._records(InboxMail, known.order_by(InboxRow.id).limit(limit))

    def strange_states(self) -> dict[str, tuple[int, ...]]:
        strange: dict[str, tuple[int, ...]] = {}
        for name, key, column, known in (
            ("inbox", InboxRow.id, InboxRow.state, InboxState),
            ("outbox", OutboxRow.id, OutboxRow.state, OutboxState),
            ("phases", PhaseRow.id, PhaseRow.status, PhaseStatus),
            ("games", GameRow.id, GameRow.status, GameStatus),
        ):
            query = columns(key, column).where(column.not_in(_values(known))).order_by(key)
            for row, state in self._connection.execute(query):
                strange[f"{name} {state}"] = (*strange.get(f"{name} {state}", ()), int(row or 0))
        return strange

    def known_keys(self, keys: Collection[str]) -> frozenset[str]:
        query = select(OutboxRow.key).where(OutboxRow.key.in_(sorted(keys)))
        return frozenset(self._session.exec(query))

    def outbox_keys(self, prefix: str) -> tuple[str, ...]:
        query = select(OutboxRow.key).where(
            OutboxRow.key >= prefix, OutboxRow.key < prefix + _LAST
        )
        return tuple(sorted(self._session.exec(query)))

    def hidden_failures(self) -> tuple[tuple[int, str], ...]:
        noted = exists().where(BounceRow.outbox_id == OutboxRow.id)
        query = (
            select(OutboxRow.id, OutboxRow.key)
            .where(OutboxRow.state == OutboxState.FAILED.value, ~noted)
            .order_by(OutboxRow.id)
        )
        return tuple((int(key or 0), name) for key, name in self._session.exec(query))

    def mails_with_orders(self, game_id: int) -> frozenset[tuple[int, str]]:
        query = (
            select(OrderRow.inbox_id, OrderRow.seat)
            .join(PhaseRow, PhaseRow.id == OrderRow.phase_id)
            .where(PhaseRow.game_id == game_id, OrderRow.inbox_id.is_not(None))
            .distinct()
        )
        return frozenset(
            (mail, seat) for mail, seat in self._session.exec(query) if mail is not None
        )

    def stray_orders(self) -> tuple[StrayOrder, ...]:
        sent = aliased(OrderRow)
        # An order that was sent ahead is in the book of its phase by a copy; one that stands until
        # it is changed, in the book of every phase.
        ahead = exists().where(
            sent.inbox_id == OrderRow.inbox_id,
            or_(sent.ahead == PhaseRow.name, sent.ahead == STANDING),
        )
        # So is one whose phase is played again, or was recomputed.
        before, undone = aliased(OrderRow), aliased(PhaseRow)
        copied = exists().where(
            before.inbox_id == OrderRow.inbox_id,
            before.id < OrderRow.id,
            undone.id == before.phase_id,
            undone.status == PhaseStatus.SUPERSEDED.value,
        )
        closes = func.coalesce(PhaseRow.closes_at, PhaseRow.deadline)
        early = and_(InboxRow.received_at < PhaseRow.opened_at, ~ahead, ~copied)
        # A paused game takes orders whenever they come; its deadline moves when it goes on.
        paused = exists().where(
            GameRow.id == PhaseRow.game_id, GameRow.status == GameStatus.PAUSED.value
        )
        late = and_(InboxRow.received_at > closes, ~ahead, ~copied, ~paused)
        ended = InboxRow.state != InboxState.DONE.value
        why = case((ended, "state"), (early, "early"), else_="late")
        query = (
            columns(
                OrderRow.id,
                OrderRow.inbox_id,
                PhaseRow.game_id,
                PhaseRow.name,
                why,
            )
            .join(PhaseRow, PhaseRow.id == OrderRow.phase_id)
            .join(InboxRow, InboxRow.id == OrderRow.inbox_id)
            .where(or_(ended, early, late))
            .order_by(OrderRow.id)
        )
        rows = self._connection.execute(query)
        return tuple(StrayOrder(*row) for row in rows)

    def journal_of(
        self, kind: JournalKind, game_id: int | None = None
    ) -> tuple[JournalEntry, ...]:
        query = select(JournalRow).where(JournalRow.kind == kind.value)
        if game_id is not None:
            query = query.where(JournalRow.game_id == game_id)
        return self._records(JournalEntry, query.order_by(JournalRow.id))

    def newest_public(self) -> int:
        query = (
            columns(JournalRow.id)
            .where(or_(JournalRow.public, JournalRow.game_id.is_(None)))
            .order_by(JournalRow.id.desc())
            .limit(1)
        )
        return self._connection.execute(query).scalar() or 0

    def integrity(self) -> tuple[str, ...]:
        if self._connection.dialect.name != "sqlite":
            return ()
        rows = self._connection.exec_driver_sql("PRAGMA integrity_check(20)").all()
        return tuple(str(row[0]) for row in rows if row[0] != "ok")

    def broken_references(self) -> tuple[str, ...]:
        """Return each reference to a row that is not there, in words.

        PostgreSQL never has one; SQLite looks after them as long as it is asked to.
        """
        if self._connection.dialect.name != "sqlite":
            return ()
        rows = self._connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return tuple(f"row {row[1]} of {row[0]} points to a row of {row[2]}" for row in rows)
