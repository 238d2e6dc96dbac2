"""Draws that the GM enters by hand."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from gm.adapters.table_base import Tables
from gm.adapters.tables import HandDrawRow
from gm.app.records import HandDraw


class DrawTables(Tables):
    """The part of a transaction that knows what the GM drew with a hat of his own."""

    def hand_draws(self, game_id: int) -> tuple[HandDraw, ...]:
        """Return the draws that the GM entered by hand and did not take back, oldest first."""
        query = (
            select(HandDrawRow)
            .where(HandDrawRow.game_id == game_id, col(HandDrawRow.taken_back_at).is_(None))
            .order_by(col(HandDrawRow.id))
        )
        return self._records(HandDraw, query)

    def add_hand_draw(self, draw: HandDraw) -> HandDraw:
        """Store a draw entered by hand; it takes the place of one with the same label."""
        self._hold_game(draw.game_id)
        for one in self.hand_draws(draw.game_id):
            if one.label == draw.label:
                self.take_back_draw(one, draw.entered_at)
        return self._insert(HandDrawRow, draw)

    def take_back_draw(self, draw: HandDraw, moment: datetime) -> None:
        """Mark a draw entered by hand as taken back; StoreError if there is none."""
        self._hold_game(draw.game_id)
        row = self._row(HandDrawRow, draw.id)
        row.taken_back_at = moment
        self._add(row)
