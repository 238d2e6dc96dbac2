"""Phases, their orders and what they brought."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, update
from sqlmodel import or_, select

from gm.adapters.sql.rows import record_of
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import DrawRow, GameRow, OrderRow, PhaseRow, QuestionRow, ResultRow
from gm.app.codec import load_draws
from gm.app.records import (
    GameStatus,
    OrderRecord,
    PhaseRecord,
    PhaseStatus,
    QuestionRecord,
    ResultRecord,
)
from gm.errors import StoreConflict, StoreError


class PhaseTables(SqlTables):
    """The part of a transaction that knows phases and orders."""

    def add_phase(self, phase: PhaseRecord) -> PhaseRecord:
        """Store a new phase; StoreError if the game has one that is not resolved."""
        self._hold_game(phase.game_id)
        return self._insert(PhaseRow, phase)

    def open_phase(self, game_id: int) -> PhaseRecord | None:
        """Return the phase that is not over, if any; its game is held."""
        self._hold_game(game_id)
        return self._record(
            PhaseRecord,
            select(PhaseRow).where(
                PhaseRow.game_id == game_id,
                # As the index says it, so that it is used.
                PhaseRow.status != PhaseStatus.RESOLVED.value,
                PhaseRow.status != PhaseStatus.SUPERSEDED.value,
            ),
        )

    def phases(self, game_id: int) -> tuple[PhaseRecord, ...]:
        self._hold_game(game_id)
        return self._records(
            PhaseRecord,
            select(PhaseRow)
            .where(PhaseRow.game_id == game_id, PhaseRow.status != PhaseStatus.SUPERSEDED.value)
            .order_by(PhaseRow.number),
        )

    def due_phases(self, moment: datetime) -> tuple[PhaseRecord, ...]:
        # No phase closes before its deadline, and there is an index over deadlines.
        due = (
            select(PhaseRow)
            .join(GameRow, PhaseRow.game_id == GameRow.id)
            .where(PhaseRow.status == PhaseStatus.OPEN.value, PhaseRow.deadline <= moment)
            .where(or_(PhaseRow.closes_at.is_(None), PhaseRow.closes_at <= moment))
            .where(GameRow.status == GameStatus.RUNNING.value)
            .order_by(PhaseRow.deadline, PhaseRow.id)
        )
        return self._records(PhaseRecord, due)

    def change_phase(
        self,
        phase: PhaseRecord,
        *,
        status: PhaseStatus | None = None,
        deadline: datetime | None = None,
        resolved_at: datetime | None = None,
        held_because: str | None = None,
        held_for_orders: bool | None = None,
        board_digest: str | None = None,
        closes_at: datetime | None = None,
    ) -> PhaseRecord:
        """Change a phase and raise its version.

        Raises:
            StoreConflict: it changed since it was read.
            StoreError: there is no such phase.
        """
        row = self._newest(phase)
        row.status = row.status if status is None else status.value
        row.deadline = row.deadline if deadline is None else deadline
        row.closes_at = row.closes_at if closes_at is None else closes_at
        row.resolved_at = row.resolved_at if resolved_at is None else resolved_at
        row.held_because = row.held_because if held_because is None else held_because
        row.held_for_orders = row.held_for_orders if held_for_orders is None else held_for_orders
        row.board_digest = row.board_digest if board_digest is None else board_digest
        self._add(row)
        return record_of(PhaseRecord, row)

    def due_reminders(self, moment: datetime) -> tuple[PhaseRecord, ...]:
        due = (
            select(PhaseRow)
            .join(GameRow, PhaseRow.game_id == GameRow.id)
            .where(PhaseRow.status == PhaseStatus.OPEN.value, PhaseRow.deadline > moment)
            .where(PhaseRow.remind_at <= moment)
            .where(GameRow.status == GameStatus.RUNNING.value)
            .order_by(PhaseRow.deadline, PhaseRow.id)
        )
        return self._records(PhaseRecord, due)

    def set_reminder(self, phase: PhaseRecord, moment: datetime | None) -> PhaseRecord:
        """Say when a phase's players are reminded, or that nobody is any more.

        Raises:
            StoreConflict: the phase changed since it was read.
            StoreError: there is no such phase.
        """
        row = self._newest(phase)
        row.remind_at = moment
        self._add(row)
        return record_of(PhaseRecord, row)

    def _newest(self, phase: PhaseRecord) -> PhaseRow:
        """Return a phase's row with its version raised, if it is as it was read."""
        self._hold_game(phase.game_id)
        row = self._row(PhaseRow, phase.id)
        if row.version != phase.version:
            raise StoreConflict(f"{phase.name} was changed by somebody else in the meantime")
        row.version += 1
        return row

    def active_orders(self, phase_id: int, seat: str | None = None) -> tuple[OrderRecord, ...]:
        of_phase = OrderRow.phase_id == phase_id
        return self._standing_orders(of_phase, "", seat)

    def orders_ahead(
        self, game_id: int, phase: str, seat: str | None = None
    ) -> tuple[OrderRecord, ...]:
        of_game = OrderRow.phase_id.in_(select(PhaseRow.id).where(PhaseRow.game_id == game_id))
        return self._standing_orders(of_game, phase, seat)

    def _standing_orders(
        self, whose: ColumnElement[bool], ahead: str, seat: str | None
    ) -> tuple[OrderRecord, ...]:
        """Return the orders of some phases that stand, sent ahead for one or for none."""
        query = select(OrderRow).where(
            whose, OrderRow.replaced_at.is_(None), OrderRow.ahead == ahead
        )
        if seat is not None:
            query = query.where(OrderRow.seat == seat)
        return self._records(OrderRecord, query.order_by(OrderRow.id))

    def order_history(self, phase_id: int) -> tuple[OrderRecord, ...]:
        return self._records(
            OrderRecord,
            select(OrderRow).where(OrderRow.phase_id == phase_id).order_by(OrderRow.id),
        )

    def add_order(self, order: OrderRecord) -> OrderRecord:
        return self._insert(OrderRow, order)

    def replace_orders(
        self, order_ids: Sequence[int], moment: datetime, replaced_by: int | None
    ) -> None:
        self._check_may_write()
        if not order_ids:
            return
        gone = update(OrderRow).where(OrderRow.id.in_(order_ids))
        done = self._connection.execute(gone.values(replaced_at=moment, replaced_by=replaced_by))
        if done.rowcount != len({*order_ids}):
            raise StoreError(f"of the orders {order_ids} {done.rowcount} are there")

    def renew_orders(self, order_ids: Sequence[int], moment: datetime) -> None:
        self._check_may_write()
        again = update(OrderRow).where(OrderRow.id.in_(order_ids), OrderRow.given_at < moment)
        self._connection.execute(again.values(given_at=moment))

    def add_question(self, question: QuestionRecord) -> QuestionRecord:
        return self._insert(QuestionRow, question)

    def questions(self, phase_id: int) -> tuple[QuestionRecord, ...]:
        return self._records(
            QuestionRecord,
            select(QuestionRow).where(QuestionRow.phase_id == phase_id).order_by(QuestionRow.id),
        )

    def settle_question(self, question_id: int, moment: datetime, answer: int | None) -> None:
        row = self._row(QuestionRow, question_id)
        row.settled_at, row.answer = moment, answer
        self._add(row)

    def add_result(self, result: ResultRecord) -> None:
        """Store what a phase brought, and each of its draws; StoreError if it has a result."""
        if self.result(result.phase_id) is not None:
            raise StoreError(f"phase {result.phase_id} has a result already")
        self._insert(ResultRow, result)
        game_id = self._row(PhaseRow, result.phase_id).game_id
        for number, draw in enumerate(load_draws(result.draws), start=1):
            row = DrawRow(
                game_id=game_id,
                phase_id=result.phase_id,
                number=number,
                label=draw.label,
                candidates=list(draw.candidates),
                chosen=draw.chosen,
                by_hand=draw.by_hand,
            )
            self._add(row)

    def result(self, phase_id: int) -> ResultRecord | None:
        return self._record(ResultRecord, select(ResultRow).where(ResultRow.phase_id == phase_id))
