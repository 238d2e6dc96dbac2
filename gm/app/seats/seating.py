"""Seating somebody of those around a game: with a new reply address, and off every bench."""

from __future__ import annotations

import json
from dataclasses import replace

from gm.app.life_records import Role
from gm.app.memberships import end_memberships, own_standing
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person, SeatRecord
from gm.app.seats.coming import note
from gm.app.seats.offer_book import withdraw_all
from gm.app.seats.vacating import forget
from gm.app.senders.tokens import new_token
from gm.app.services import Services

_WITHOUT_SEAT = (Role.APPLICANT, Role.INVITED, Role.OBSERVER, Role.STANDBY)


def seat_person(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    seat: SeatRecord,
    person: Person,
    *,
    author: str = "server",
    for_good: bool = True,
    text: str = "",
) -> SeatRecord:
    """Let a person hold a seat from now on; nobody is mailed.

    Args:
        services, transaction: the ports.
        game, seat: which.
        person: who.
        author: whose act it is, for the journal.
        for_good: he leaves the benches of the game, and whoever had the seat cannot return.
        text: what the journal says; else that he plays the power.
    """
    saved = transaction.save_seat(replace(seat, person=person))
    new_token(services, transaction, game, seat.seat)
    if for_good:
        settle_around(services, transaction, game, seat.seat, person)
    else:
        withdraw_all(services, transaction, game, seat.seat)
    note(
        services,
        transaction,
        game,
        "player seated",
        text or f"{person.name} plays {seat.seat}.",
        author=author,
        public=True,
        data=json.dumps({"seat": seat.seat, "person": person.id}),
    )
    return saved


def settle_around(
    services: Services, transaction: Transaction, game: GameRecord, seat: str, person: Person
) -> None:
    """End what stands against somebody's holding a seat for good: offers, benches, a former player."""
    withdraw_all(services, transaction, game, seat)
    settle_benches(services, transaction, game, person)
    forget(services, transaction, game, seat)


def settle_benches(
    services: Services, transaction: Transaction, game: GameRecord, person: Person
) -> None:
    """End what a person was in a game without a seat, now that he has one."""
    found = own_standing(transaction, game.id, person, *_WITHOUT_SEAT)
    end_memberships(services, transaction, found, "seated")
