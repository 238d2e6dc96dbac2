"""Until when the players of a game that is over can send closing statements."""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus
from gm.app.settings.game_settings import settings_of


def statements_until(transaction: Transaction, game: GameRecord) -> datetime | None:
    """Return until when closing statements are taken, a moment that may be past.

    None while the game goes on, and where it takes none.
    """
    if game.status is not GameStatus.FINISHED:
        return None
    phases = transaction.phases(game.id)
    ended = phases[-1].resolved_at if phases else None
    return until_from(game, ended) if ended is not None else None


def until_from(game: GameRecord, ended: datetime) -> datetime | None:
    """Return until when they are taken in a game that ends at a moment; None where none are."""
    length = settings_of(game).statements
    return ended + length if length > timedelta() else None
