"""Draws that the GM enters by hand."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import select

from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import HandDrawRow
from gm.app.records import HandDraw


class DrawTables(SqlTables):
    """The part of a transaction that knows what the GM drew with a hat of his own."""

    def hand_draws(self, game_id: int) -> tuple[HandDraw, ...]:
        return self._records(
            HandDraw,
            select(HandDrawRow)
            .where(HandDrawRow.game_id == game_id, HandDrawRow.taken_back_at.is_(None))
            .order_by(HandDrawRow.id),
        )

    def add_hand_draw(self, draw: HandDraw) -> HandDraw:
        self._hold_game(draw.game_id)
        for hand_draw in self.hand_draws(draw.game_id):
            if hand_draw.label == draw.label:
                self.take_back_draw(hand_draw, draw.entered_at)
        return self._insert(HandDrawRow, draw)

    def take_back_draw(self, draw: HandDraw, moment: datetime) -> None:
        self._hold_game(draw.game_id)
        row = self._row(HandDrawRow, draw.id)
        row.taken_back_at = moment
        self._add(row)
