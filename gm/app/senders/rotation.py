"""Giving a seat another secret reply address, and telling who has it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.app.addresses.tokens import new_token
from gm.app.journal import note
from gm.app.mail_out.notices import notify
from gm.app.mail_records import GM_SEAT, SeatToken
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, Person
from gm.app.seat_names import held_seat_in
from gm.app.services import Services
from gm.errors import NotAllowed
from gm.languages import gettext
from gm.report.views import NoticeView


@dataclass(frozen=True, slots=True)
class ReplyAddressLine:
    """Whether a seat has a reply address of its own, and since when; never which.

    Args:
        seat: the power, or "gm"; name: who holds it, "" for nobody.
        since: None where none has been made yet.
    """

    seat: str
    name: str
    since: datetime | None


def rotate_token(services: Services, game_name: str, power: str) -> ReplyAddressLine:
    """Give whoever plays a power, or the GM, another reply address, and mail it to him.

    Somebody with several powers gets it for all of them. Mail to the old one is held from now on.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        NotAllowed: the game is over, or nobody plays the power.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is GameStatus.FINISHED:
            raise NotAllowed(gettext("Game {game} is over.", game=game.name))
        if power.casefold() == GM_SEAT:
            token = new_token(services, transaction, game, GM_SEAT)
            _tell(services, transaction, game, game.gm_address, game.time_zone, token)
            return ReplyAddressLine(GM_SEAT, game.gm_name, token.made_at)
        seat, person = _held_by(services, transaction, game, power)
        seats = [
            seat_record.seat
            for seat_record in transaction.seats(game.id)
            if seat_record.person is not None and seat_record.person.id == person.id
        ]
        tokens = [new_token(services, transaction, game, text) for text in seats]
        _tell(services, transaction, game, person.address, person.time_zone, tokens[0])
        return ReplyAddressLine(seat, person.name, tokens[0].made_at)


def reply_addresses(services: Services, game_name: str) -> tuple[ReplyAddressLine, ...]:
    """Return which seats of a game have a reply address of their own; NoSuchGame."""
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        held = [
            (seat_record.seat, seat_record.person.name if seat_record.person else "")
            for seat_record in transaction.seats(game.id)
        ]
        return tuple(
            ReplyAddressLine(seat, name, token.made_at if token else None)
            for seat, name in (*held, (GM_SEAT, game.gm_name))
            for token in (transaction.token(game.id, seat),)
        )


def _held_by(
    services: Services, transaction: GameTransaction, game: GameRecord, power: str
) -> tuple[str, Person]:
    seats = transaction.seats(game.id)
    seat, person = held_seat_in(services, game, seats, power, also=(GM_SEAT,))
    return seat.seat, person


def _tell(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    address: str,
    zone: str,
    token: SeatToken,
) -> None:
    now = services.clock.now()

    def view() -> NoticeView:
        text = (
            gettext(
                "Reply to this mail or to a newer one from now on: they have a new reply address, "
                "which is yours alone."
            ),
            gettext(
                "What goes to the old one is held until you have confirmed it. Orders that stand, "
                "stand."
            ),
        )
        title = gettext("Your reply address in {game} has changed", game=game.name)
        return NoticeView(title, text, zone=zone, now=now)

    notify(services, transaction, address, f"token {game.name} {token.id}", view, game)
    whose = "The GM" if token.seat == GM_SEAT else token.seat
    text = f"{whose} was given a new reply address."
    kind = JournalKind.REPLY_ADDRESS_CHANGED
    note(transaction, now, kind, text, game_id=game.id, author="gm")
