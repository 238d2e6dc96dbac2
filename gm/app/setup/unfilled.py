"""Seats that nobody fills when a game starts, where the rules say what becomes of them (Irish 3)."""

from __future__ import annotations

from typing import Any

from gm.app.records import GameStatus
from gm.app.services import Services
from gm.app.table import family_of, rules_of
from gm.contract.rules import Rules
from gm.contract.seats import SeatId


def may_stay_empty(rules: Rules[Any, Any]) -> bool:
    """Tell whether the rules say what becomes of a seat that nobody plays."""
    return rules.meta.seats_min < len(rules.meta.seats)


def closings_of_game(services: Services, name: str) -> tuple[str, ...]:
    """Return what each empty seat of a game would close, a line each; nothing in other variants.

    Raises:
        NoSuchGame: there is none of that name.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        empty = [seat.seat for seat in transaction.seats(game.id) if seat.person is None]
    rules, pages = rules_of(services, game), family_of(services, game).pages
    if game.status is not GameStatus.FORMING or not may_stay_empty(rules):
        return ()
    return tuple(pages.unplayed(SeatId(seat), rules) for seat in empty)
