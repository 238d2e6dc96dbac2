"""Counting what there is, for whoever watches a server; no mail's bytes are read for it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped
from sqlmodel import SQLModel, func, select

from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import GameRow, InboxRow, OutboxRow, PhaseRow, SuspensionRow
from gm.app.mail_records import Tally
from gm.app.records import GameStatus, InboxState, OutboxState, PhaseStatus


class TallyTables(SqlTables):
    """The part of a transaction that counts."""

    def tally(self, due_before: datetime) -> Tally:
        unread = InboxRow.state == InboxState.NEW.value
        waiting = OutboxRow.state == OutboxState.PENDING.value
        phases = self._by(PhaseRow, PhaseRow.status)
        phases.pop(PhaseStatus.RESOLVED.value, None)
        return Tally(
            inbox=self._by(InboxRow, InboxRow.state),
            outbox=self._by(OutboxRow, OutboxRow.state),
            games=self._by(GameRow, GameRow.status),
            phases=phases,
            overdue=self._overdue(due_before),
            suspended=self._session.exec(
                select(func.count())
                .select_from(SuspensionRow)
                .where(SuspensionRow.lifted_at.is_(None))
            ).one(),
            oldest_unread=self._session.exec(
                select(func.min(InboxRow.stored_at)).where(unread)
            ).one(),
            oldest_waiting=self._session.exec(
                select(func.min(OutboxRow.created_at)).where(waiting)
            ).one(),
        )

    def _by(self, table: type[SQLModel], column: Mapped[str]) -> dict[str, int]:
        query = select(column, func.count()).select_from(table).group_by(column).order_by(column)
        return {str(name): int(count) for name, count in self._session.exec(query)}

    def _overdue(self, moment: datetime) -> int:
        closes = func.coalesce(PhaseRow.closes_at, PhaseRow.deadline)
        query = (
            select(func.count())
            .select_from(PhaseRow)
            .join(GameRow, GameRow.id == PhaseRow.game_id)
            .where(
                PhaseRow.status == PhaseStatus.OPEN.value,
                GameRow.status == GameStatus.RUNNING.value,
                closes <= moment,
            )
        )
        return self._session.exec(query).one()
