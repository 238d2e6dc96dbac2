"""Who belongs to a game: those who play it, its observers, its bench, who asked to play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import Membership, Role
from gm.app.mail_ports import IdentityTransaction
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, Person, SeatRecord
from gm.app.services import Services


def plays(transaction: GameTransaction, game: GameRecord, person: Person) -> bool:
    """Tell whether a person holds a seat in a game."""
    return holds_one(transaction.seats(game.id), person)


def holds_one(seats: Iterable[SeatRecord], person: Person) -> bool:
    """Tell whether a person holds one of some seats."""
    return any(seat.person is not None and seat.person.id == person.id for seat in seats)


def standing(
    transaction: MembershipTransaction, game_id: int | None, role: Role
) -> list[Membership]:
    """Return who belongs to a game in a role now, in the order they came."""
    memberships = transaction.memberships(game_id)
    return [
        membership
        for membership in memberships
        if membership.role is role and membership.ended_at is None
    ]


def own_standing(
    transaction: MembershipTransaction, game_id: int | None, person: Person, *roles: Role
) -> list[Membership]:
    """Return how a person belongs to a game now, in one of some roles, or in any."""
    return [
        membership
        for membership in transaction.memberships(game_id)
        if membership.person_id == person.id
        and membership.ended_at is None
        and (not roles or membership.role in roles)
    ]


def end_memberships(
    services: Services,
    transaction: MembershipTransaction,
    memberships: Sequence[Membership],
    outcome: str,
) -> None:
    """End memberships; how is the outcome."""
    for membership in memberships:
        transaction.save_membership(
            replace(membership, ended_at=services.clock.now(), outcome=outcome)
        )


def person_of(transaction: IdentityTransaction, membership: Membership) -> Person:
    """Return whose membership it is."""
    person = transaction.person_by_id(membership.person_id)
    if person is None:
        raise LookupError(f"membership {membership.id} is nobody's")
    return person


def observers_of(transaction: Transaction, game: GameRecord) -> list[tuple[Membership, Person]]:
    """Return who gets a game's public reports without playing in it."""
    memberships = standing(transaction, game.id, Role.OBSERVER)
    people = [(membership, person_of(transaction, membership)) for membership in memberships]
    return [(person, who) for person, who in people if not plays(transaction, game, who)]


def bench_of(transaction: Transaction, game: GameRecord) -> Iterator[tuple[Membership, Person]]:
    """Yield who would take over in a game, in the order of asking: its own bench, the server's."""
    seen: set[int] = set()
    for membership in (
        *standing(transaction, game.id, Role.STANDBY),
        *standing(transaction, None, Role.STANDBY),
    ):
        if membership.person_id not in seen:
            seen.add(membership.person_id)
            yield membership, person_of(transaction, membership)
