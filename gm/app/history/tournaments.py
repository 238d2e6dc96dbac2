"""Tournaments: games that are played side by side with the same draws.

A tournament is a name that games bear among their settings. The seed is made by the server for the first of
them that begins, and each that begins later has the same: its name tells nobody anything, and all openings show
one commitment. It is published when the tournament is over, and not when one of its games is.
"""

from __future__ import annotations

import json

from gm.app.audit_ports import AuditTransaction
from gm.app.ports import GameTransaction
from gm.app.records import GameRecord, GameStatus, JournalKind
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_texts import NO_TOURNAMENT


def tournament_of(game: GameRecord) -> str:
    """Return the name of the tournament that a game is one of; "" for none."""
    name = settings_of(game).tournament
    return "" if name == NO_TOURNAMENT else name


def games_of(transaction: GameTransaction, name: str) -> tuple[GameRecord, ...]:
    """Return the games of a tournament that have begun, in the order in which they were created."""
    return tuple(
        game
        for game in transaction.games()
        if game.status is not GameStatus.FORMING and tournament_of(game) == name
    )


def names_of_tournaments(transaction: GameTransaction) -> tuple[str, ...]:
    """Return the names of all tournaments, in the order of their first games."""
    named = (tournament_of(game) for game in transaction.games())
    return tuple(dict.fromkeys(filter(None, named)))


def is_ended(transaction: AuditTransaction, name: str) -> bool:
    """Tell whether a tournament is over: nobody enters it any more, and its seed is public."""
    entries = transaction.journal_of(JournalKind.TOURNAMENT_ENDED)
    return any(json.loads(entry.data)["tournament"] == name for entry in entries)


def has_sealed_seed(transaction: AuditTransaction, game: GameRecord) -> bool:
    """Tell whether others still play with a game's seed, so that it is secret although the game is over."""
    name = tournament_of(game)
    return bool(name) and not is_ended(transaction, name)
