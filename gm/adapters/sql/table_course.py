"""The course of a game: phases put aside, positions amended, seasons that wait to be signed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, update
from sqlmodel import select

from gm.adapters.sql.rows import record_of
from gm.adapters.sql.table_phases import PhaseTables
from gm.adapters.sql.tables import GameRow, MarkRow, PhaseRow
from gm.app.life_records import Word
from gm.app.records import GameStatus, PhaseRecord, PhaseStatus


class CourseTables(PhaseTables):
    """The part of a transaction that can change the course of a game."""

    def every_phase(self, game_id: int) -> tuple[PhaseRecord, ...]:
        self._hold_game(game_id)
        return self._records(
            PhaseRecord,
            select(PhaseRow).where(PhaseRow.game_id == game_id).order_by(PhaseRow.number),
        )

    def next_number(self, game_id: int) -> int:
        self._hold_game(game_id)
        numbers = select(func.max(PhaseRow.number)).where(PhaseRow.game_id == game_id)
        last: int | None = self._connection.execute(numbers).scalar()
        return 1 + (last or 0)

    def amend_phase(self, phase: PhaseRecord, state: str) -> PhaseRecord:
        row = self._newest(phase)
        row.state = state
        self._add(row)
        return record_of(PhaseRecord, row)

    def await_release(self, phase: PhaseRecord, moment: datetime | None) -> PhaseRecord:
        row = self._newest(phase)
        row.status = (PhaseStatus.OPEN if moment is None else PhaseStatus.PROOF).value
        row.release_at = moment
        self._add(row)
        return record_of(PhaseRecord, row)

    def due_releases(self, moment: datetime) -> tuple[PhaseRecord, ...]:
        due = (
            select(PhaseRow)
            .join(GameRow, PhaseRow.game_id == GameRow.id)
            .where(PhaseRow.status == PhaseStatus.PROOF.value)
            .where(PhaseRow.release_at <= moment)
            .where(GameRow.status == GameStatus.RUNNING.value)
            .order_by(PhaseRow.release_at, PhaseRow.id)
        )
        return self._records(PhaseRecord, due)

    def all_in(self) -> tuple[PhaseRecord, ...]:
        query = (
            select(PhaseRow)
            .join(GameRow, PhaseRow.game_id == GameRow.id)
            .join(MarkRow, MarkRow.phase_id == PhaseRow.id)
            .where(PhaseRow.status == PhaseStatus.OPEN.value)
            .where(MarkRow.word == Word.READY.value, MarkRow.taken_back_at.is_(None))
            .where(GameRow.status == GameStatus.RUNNING.value)
            .order_by(PhaseRow.id)
        )
        return self._records(PhaseRecord, query)

    def supersede(self, phase_ids: Collection[int]) -> None:
        self._check_may_write()
        for phase_id in phase_ids:
            self._hold_game(self._row(PhaseRow, phase_id).game_id)
        changed = {"status": PhaseStatus.SUPERSEDED.value, "version": PhaseRow.version + 1}
        self._connection.execute(
            update(PhaseRow).where(PhaseRow.id.in_(phase_ids)).values(changed)
        )
