"""A game that begins by itself once so many ask to play as it has free seats, if it is set so."""

from __future__ import annotations

from gm.app.mail_out.reasons import Words
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus
from gm.app.seats.allocating import allocate_in
from gm.app.seats.coming import tell_gm
from gm.app.seats.joining import applicants_of
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Allocation, Start
from gm.app.setup.starting import start_full
from gm.languages import gettext


def begin_if_full(services: Services, transaction: Transaction, game: GameRecord) -> bool:
    """Give out the seats and begin a game that is full; False if it is not, or its GM begins it."""
    settings = settings_of(game)
    if game.status is not GameStatus.FORMING or settings.start is not Start.FULL:
        return False
    free = sum(seat.person is None for seat in transaction.seats(game.id))
    waiting = len(applicants_of(services, transaction, game))
    if settings.allocation is Allocation.GM or not waiting or waiting < free:
        return False
    plan = allocate_in(services, transaction, game)
    begun = start_full(services, transaction, game)
    given = "; ".join(f"{entry.seat}: {entry.name}" for entry in plan.given)

    def words() -> Words:
        text = gettext(
            "Every seat is filled, so the seats were given out and {phase} is open. {seats}.",
            phase=begun.phase.name,
            seats=given,
        )
        return gettext("the game has begun"), (text,)

    tell_gm(services, transaction, game, f"full {game.name}", words)
    return True
