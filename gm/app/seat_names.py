"""Which seat of a game somebody means."""

from __future__ import annotations

from collections.abc import Iterable

from gm.app.records import GameRecord, Person, SeatRecord
from gm.errors import NoSuchSeat, NotAllowed
from gm.games.diplomacy.language.names import find_power
from gm.games.diplomacy.rules.board import Board
from gm.languages import gettext


def seat_in(
    board: Board, seats: Iterable[SeatRecord], power: str, also: tuple[str, ...] = ()
) -> SeatRecord:
    """Return the seat of a power by its name.

    Args:
        board: for the names of the powers.
        seats: those of the game.
        power: as somebody wrote it.
        also: what else could have been written in its place.

    Raises:
        NoSuchSeat: no seat is meant by that; it says which there are.
    """
    known = {seat.seat: seat for seat in seats}
    wanted = find_power(board, power)
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
    board: Board,
    game: GameRecord,
    seats: Iterable[SeatRecord],
    power: str,
    also: tuple[str, ...] = (),
) -> tuple[SeatRecord, Person]:
    """Return the seat of a power by its name, and who plays it.

    Args:
        board, seats, power, also: as for `seat_in`. game: whose seats they are.

    Raises:
        NoSuchSeat: no seat is meant by that.
        NotAllowed: nobody plays it.
    """
    seat = seat_in(board, seats, power, also)
    if seat.person is None:
        raise NotAllowed(
            gettext("Nobody plays {power} in {game}.", power=seat.seat, game=game.name)
        )
    return seat, seat.person
