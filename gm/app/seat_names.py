"""Which seat of a game somebody means."""

from __future__ import annotations

from collections.abc import Iterable

from gm.app.records import GameRecord, Person, SeatRecord
from gm.app.services import Services
from gm.app.table import family_of, rules_of
from gm.errors import NoSuchSeat, NotAllowed
from gm.languages import gettext


def seat_in(
    services: Services,
    game: GameRecord,
    seats: Iterable[SeatRecord],
    power: str,
    also: tuple[str, ...] = (),
) -> SeatRecord:
    """Return the seat of a power by its name.

    Args:
        services: for the names of the seats.
        game, seats: the game, and its seats.
        power: as somebody wrote it.
        also: what else could have been written in its place.

    Raises:
        NoSuchSeat: no seat is meant by that; it says which there are.
    """
    known = {seat.seat: seat for seat in seats}
    wanted = family_of(services, game).language.seat(power, rules_of(services, game))
    if wanted is None or wanted not in known:
        raise NoSuchSeat(
            gettext(
                "{power} is no power of this game; there are {powers}.",
                power=repr(power),
                powers=", ".join((*known, *also)),
            )
        )
    return known[wanted]


def held_seat_in(
    services: Services,
    game: GameRecord,
    seats: Iterable[SeatRecord],
    power: str,
    also: tuple[str, ...] = (),
) -> tuple[SeatRecord, Person]:
    """Return the seat of a power by its name, and who plays it.

    Args:
        services, game, seats, power, also: as for `seat_in`.

    Raises:
        NoSuchSeat: no seat is meant by that.
        NotAllowed: nobody plays it.
    """
    seat = seat_in(services, game, seats, power, also)
    if seat.person is None:
        raise NotAllowed(
            gettext("Nobody plays {power} in {game}.", power=seat.seat, game=game.name)
        )
    return seat, seat.person
