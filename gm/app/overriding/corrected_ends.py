"""A correction that ends a game, or takes its end away: the last report, and what all are told."""

from __future__ import annotations

from typing import Any

from gm.app.history.ended import Ended, ended_of
from gm.app.history.resolving import given_in
from gm.app.overriding.corrected_course import Applied
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus
from gm.app.reporting.season_news import tell_season
from gm.app.services import Services
from gm.app.table import table_at
from gm.app.talk.press_mail import release_held
from gm.app.timing.phases import note_phase
from gm.contract.game import Game
from gm.contract.rules import Resolution
from gm.languages import gettext


def end_words(family: Game[Any, Any], game: GameRecord, applied: Applied) -> str:
    """Return what a correction comes to for the game as it was before, as a sentence or two."""
    if applied.open is None:
        return gettext("With that the game is over.")
    orders = gettext("Orders for the phase that is open stand as they did; STATUS shows them.")
    if game.status is not GameStatus.FINISHED:
        return orders
    words = family.pages.stage(family.stage(applied.open.name))
    return gettext(
        "With that the game is not over, as you were told it was: it goes on in {phase}.",
        phase=words,
    )


def tell_new_end(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    before: Ended | None,
    applied: Applied,
    final: Resolution[Any, Any],
) -> None:
    """Mail everybody the last report of a game that a correction has ended, or ended otherwise.

    It is that of an ordinary end, with the seed, the centres by year and the time for statements.

    Args:
        services, transaction: the ports.
        game: as it was before the correction; before: how it had ended, None if it went on.
        applied: the new course; final: what its last phase brought.
    """
    now = transaction.game_by_id(game.id)
    after = ended_of(services, transaction, now)
    if applied.open is not None or (game.status is GameStatus.FINISHED and after == before):
        return
    table = table_at(services, transaction, now, applied.phases[-1])
    note_phase(services, transaction, table, "game over", "The game is over, by a correction.")
    given = given_in(transaction, table)
    tell_season(services, transaction, table, given, final, None, {}, _note)
    release_held(services, transaction, table)


def _note() -> tuple[str, ...]:
    return (
        gettext("The GM has corrected a phase of the past, and this is how the game ended by it."),
    )
