"""Who is around a game, for its GM: seats, who asks to play, the invited, observers, bench, offers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.app.life_records import Role
from gm.app.memberships import bench_of, observers_of, person_of, standing
from gm.app.ports import Transaction
from gm.app.records import GameRecord, JournalKind, SeatRecord
from gm.app.seats.as_written import AsWritten, shown_to_gm
from gm.app.seats.joining import applicants_of
from gm.app.seats.offer_book import asked_by_mail, stand_in
from gm.app.seats.offers import person_asked
from gm.app.seats.seat_changes import former_of
from gm.app.seats.wishes import load_wishes, wishes_words
from gm.app.services import Services
from gm.app.table import names_of


@dataclass(frozen=True, slots=True)
class GamePerson:
    """Somebody around a game.

    Args:
        what: "seat", "applicant", "invited", "standby", "observer" or "offer".
        seat: the power, "" for none; name, address: who, "" for nobody.
        since: since when, None where that is not known. detail: what else there is to say.
    """

    what: str
    seat: str
    name: str
    address: str
    since: datetime | None = None
    detail: str = ""


def around(services: Services, game_name: str) -> tuple[GamePerson, ...]:
    """Return who is around a game, its seats first; NoSuchGame if there is none of that name."""
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        shown = shown_to_gm(services, transaction, game)
        people = [_seat(transaction, game, seat, shown) for seat in transaction.seats(game.id)]
        for applicant in applicants_of(services, transaction, game):
            since = applicant.membership.since
            people.append(
                GamePerson(
                    "applicant",
                    "",
                    applicant.person.name,
                    applicant.person.address,
                    since,
                    applicant.words,
                )
            )
        asked = (
            asked_by_mail(transaction, game, JournalKind.PLAYER_INVITED)
            if services.by_mail
            else {}
        )
        for member in standing(transaction, game.id, Role.INVITED):
            who, at = person_of(transaction, member), asked.get(member.id)
            people.append(
                GamePerson("invited", "", at or who.name, at or who.address, member.since)
            )
        names = names_of(services, game)
        for member, who in bench_of(transaction, game):
            words = wishes_words(load_wishes(member.wishes), names)
            where = words if member.game_id is not None else "of the server's bench"
            people.append(GamePerson("standby", "", who.name, who.address, member.since, where))
        for member, who in observers_of(transaction, game):
            people.append(GamePerson("observer", "", who.name, who.address, member.since))
        asked = (
            asked_by_mail(transaction, game, JournalKind.SEAT_OFFERED) if services.by_mail else {}
        )
        for offer in transaction.offers(game.id):
            if offer.settled_at is None:
                who, at = person_asked(transaction, offer), asked.get(offer.id)
                name, address = at or who.name, at or who.address
                until = f"until {offer.expires_at:%F %R} UTC"
                people.append(
                    GamePerson("offer", offer.seat, name, address, offer.offered_at, until)
                )
    return tuple(people)


def _seat(
    transaction: Transaction, game: GameRecord, record: SeatRecord, shown: AsWritten
) -> GamePerson:
    person, former = record.person, former_of(transaction, game, record.seat)
    former = shown.of(record.seat, former) if former is not None else None
    if person is None:
        detail = f"{former.name} may return" if former is not None else ""
        return GamePerson("seat", record.seat, "", "", None, detail)
    offer = stand_in(transaction, game, record.seat, person.id)
    detail = f"stands in for {former.name}" if offer is not None and former is not None else ""
    person = shown.of(record.seat, person)
    return GamePerson("seat", record.seat, person.name, person.address, None, detail)
