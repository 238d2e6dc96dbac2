"""What the GM does with seats: assign one, whoever holds it; offer one, for as long as he says."""

from __future__ import annotations

from datetime import timedelta

from gm.app.seats.as_written import shown_to_gm
from gm.app.seats.offers import Offered, offer_by_gm
from gm.app.seats.players import add_player, replace_player
from gm.app.services import Services
from gm.app.settings.setting_texts import seconds
from gm.app.table import family_of, rules_of
from gm.errors import InputError
from gm.languages import gettext


def assign_seat(
    services: Services,
    game_name: str,
    power: str,
    name: str,
    address: str,
    zone: str | None = None,
    reason: str = "",
) -> tuple[str, str]:
    """Seat somebody, whether the seat is free or not; return the seat and who held it, "" for nobody.

    Raises:
        NoSuchGame, NoSuchSeat, AlreadyThere, NotAllowed: as adding or replacing a player does.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        rules = rules_of(services, game)
        wanted = family_of(services, game).language.seat(power, rules)
        seats = {
            seat_record.seat: seat_record.person for seat_record in transaction.seats(game.id)
        }
        former = seats.get(wanted) if wanted is not None else None
        if wanted is not None and former is not None:
            former = shown_to_gm(services, transaction, game).of(wanted, former)
    if former is None:
        seat = add_player(services, game_name, power, name, address, zone)
        return seat.seat, ""
    seat = replace_player(services, game_name, power, name, address, zone, reason)
    return seat.seat, former.name


def offer_seat(
    services: Services, game_name: str, power: str, address: str, name: str, within: str
) -> Offered:
    """Offer a seat for a length of time such as `2d`; it raises what `offer_by_gm` does, InputError."""
    length = timedelta(seconds=seconds(within)) if within.strip() else None
    if length is not None and not length:
        raise InputError(gettext("An offer lasts some time, such as 2d."))
    return offer_by_gm(services, game_name, power, address, name, length)
