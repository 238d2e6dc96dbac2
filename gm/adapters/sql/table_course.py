"""The course of a game: phases put aside, positions amended, seasons that wait to be signed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import BindParameter, bindparam, func, update
from sqlalchemy import select as select_columns
from sqlmodel import select

from gm.adapters.sql.queries import query, table_of
from gm.adapters.sql.rows import record_of
from gm.adapters.sql.table_phases import PhaseTables
from gm.adapters.sql.tables import GameRow, MarkRow, PhaseRow
from gm.app.life_records import Word
from gm.app.records import GameStatus, PhaseRecord, PhaseStatus

_PHASES = table_of(PhaseRow)
_KEY: BindParameter[int] = bindparam("key")
_EVERY_PHASE = query(PhaseRecord, _PHASES, _PHASES.c.game_id == _KEY, order=(_PHASES.c.number,))
_LAST_NUMBER = select_columns(func.max(_PHASES.c.number)).where(_PHASES.c.game_id == _KEY)


class CourseTables(PhaseTables):
    """The part of a transaction that can change the course of a game."""

    def every_phase(self, game_id: int) -> tuple[PhaseRecord, ...]:
        self._hold_game(game_id)
        return self._ask(_EVERY_PHASE, key=game_id)

    def next_number(self, game_id: int) -> int:
        self._hold_game(game_id)
        last: int | None = self._connection.execute(_LAST_NUMBER, {"key": game_id}).scalar()
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
        found = (
            select(PhaseRow)
            .join(GameRow, PhaseRow.game_id == GameRow.id)
            .join(MarkRow, MarkRow.phase_id == PhaseRow.id)
            .where(PhaseRow.status == PhaseStatus.OPEN.value)
            .where(MarkRow.word == Word.READY.value, MarkRow.taken_back_at.is_(None))
            .where(GameRow.status == GameStatus.RUNNING.value)
            .order_by(PhaseRow.id)
        )
        return self._records(PhaseRecord, found)

    def supersede(self, phase_ids: Collection[int]) -> None:
        self._check_may_write()
        for phase_id in phase_ids:
            self._hold_game(self._row(PhaseRow, phase_id).game_id)
        changed = {"status": PhaseStatus.SUPERSEDED.value, "version": _PHASES.c.version + 1}
        self._connection.execute(
            update(_PHASES).where(_PHASES.c.id.in_(phase_ids)).values(changed)
        )
