"""Games at a glance, and what is looked up by its name; nothing here changes anything.

Half of all commands begin here, so it imports nothing of how a season is resolved or told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gm.app.history.ended import ending_words
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import GameRecord, Person, PhaseRecord
from gm.app.services import Services
from gm.app.table import due_view, is_sealed_to_gm, rules_of, table_at
from gm.contract.seats import SeatId
from gm.errors import NotAllowed

SEALED: Final = "sealed"
"""What is said of orders to a GM who plays and may not know of them."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat in a summary; `orders` says in words what has come in, or that it is sealed."""

    seat: str
    player: str | None
    address: str | None
    orders: str


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game at a glance; `ended` says in a sentence how it ended, if it has."""

    name: str
    title: str
    variant: str
    status: str
    gm_name: str
    gm_address: str
    order_address: str
    list_address: str | None
    time_zone: str
    phase: str | None
    deadline: datetime | None
    held_because: str
    seats: tuple[SeatSummary, ...]
    ended: str = ""


def summaries(services: Services) -> tuple[GameSummary, ...]:
    """Return all games, by name."""
    with services.store.read() as transaction:
        return tuple(_summary(services, transaction, game) for game in transaction.games())


def summary(services: Services, name: str) -> GameSummary:
    """Return one game; NoSuchGame if there is none of that name."""
    with services.store.read() as transaction:
        return _summary(services, transaction, transaction.game(name))


def zones(services: Services) -> dict[str, str]:
    """Return the time zone of each game, by the game's name."""
    with services.store.read() as transaction:
        return {game.name: game.time_zone for game in transaction.games()}


def _summary(services: Services, transaction: Transaction, game: GameRecord) -> GameSummary:
    phase = transaction.open_phase(game.id)
    meta = rules_of(services, game).meta
    return GameSummary(
        name=game.name,
        title=meta.title,
        variant=game.variant,
        status=game.status.value,
        gm_name=game.gm_name,
        gm_address=game.gm_address,
        order_address=services.identity.game_address(game.name),
        list_address=game.list_address,
        time_zone=game.time_zone,
        phase=phase.name if phase else None,
        deadline=phase.deadline if phase else None,
        held_because=phase.held_because if phase else "",
        seats=_seats(services, transaction, game, phase),
        ended=ending_words(services, transaction, game),
    )


def _seats(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord | None
) -> tuple[SeatSummary, ...]:
    words = _words(services, transaction, game, phase) if phase else {}
    return tuple(
        SeatSummary(
            seat.seat,
            seat.person.name if seat.person else None,
            seat.person.address if seat.person else None,
            words.get(seat.seat, ""),
        )
        for seat in transaction.seats(game.id)
    )


def _words(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> dict[str, str]:
    table = table_at(services, transaction, game, phase)
    given = table.codec.drafts(transaction.active_orders(phase.id))
    due = due_view(table, given)
    return {
        power: SEALED
        if is_sealed_to_gm(table, power)
        else _word(len(given.get(SeatId(power), ())), len(due.open_slots[power]))
        for power in due.asked
    }


def _word(given: int, lacking: int) -> str:
    if not given:
        return "no orders"
    return f"{given} orders, {lacking} lacking" if lacking else f"{given} orders, complete"


def find_phase(transaction: PhaseTransaction, game: GameRecord, name: str | None) -> PhaseRecord:
    """Return a phase by its short name, else the youngest; NotAllowed if there is none."""
    phases = transaction.phases(game.id)
    wanted = [phase for phase in phases if name is None or phase.name == name.upper()]
    if not wanted:
        known = ", ".join(phase.name for phase in phases) or "none yet"
        raise NotAllowed(f"{game.name} has no such phase; it has {known}.")
    return wanted[-1]


def known_player(services: Services, address: str) -> Person | None:
    """Return who is known by a mail address, from any game; None if nobody is."""
    with services.store.read() as transaction:
        return transaction.person(address.strip())
