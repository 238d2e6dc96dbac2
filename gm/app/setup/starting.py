"""Starting a game: the first position, the seats that nobody fills (Irish 3), the opening mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gm.app.history.game_notes import note_game
from gm.app.mail_out.announcing import announce_begun
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, Person, PhaseRecord
from gm.app.reporting.season_news import tell_opening
from gm.app.services import Services
from gm.app.setup.tournament_entry import entered
from gm.app.table import family_of, rules_of, seat_name
from gm.app.timing.phases import open_phase
from gm.contract.draws import SeededDraws
from gm.contract.rules import Rules
from gm.contract.seats import SeatId
from gm.errors import NotAllowed
from gm.languages import listed


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


@dataclass(frozen=True, slots=True)
class Started:
    """A game that has begun.

    Args:
        game, phase: the game and its first phase.
        empty: the seats nobody plays; closed: those of them whose countries are closed (Irish 3).
    """

    game: GameRecord
    phase: PhaseRecord
    empty: tuple[str, ...]
    closed: tuple[str, ...] = ()


def start_game(
    services: Services,
    game_name: str,
    *,
    with_empty_seats: bool = False,
    close_unfilled: bool = False,
) -> Started:
    """Start a game: set up the first position and mail everybody the opening.

    Args:
        services: the ports.
        game_name: the game's name.
        with_empty_seats: the GM knows that nobody orders for some powers; their units hold.
        close_unfilled: the GM knows that the countries of empty seats are closed, where the
            variant has it so.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has started already, too few seats are filled, or some are empty and that
            was not allowed.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        rules = rules_of(services, game)
        if may_stay_empty(rules):
            empty = _ready_to_close(transaction, game, rules, close_unfilled)
            return _begun(services, transaction, game, empty, empty)
        empty = _ready_to_start(transaction, game, with_empty_seats)
        return _begun(services, transaction, game, empty, ())


def start_full(services: Services, transaction: Transaction, game: GameRecord) -> Started:
    """Start a game in a transaction, every seat of which has its player; NotAllowed otherwise."""
    return _begun(services, transaction, game, _ready_to_start(transaction, game, False), ())


def is_solo(rules: Rules[Any, Any]) -> bool:
    """Tell whether a game has one player only, who may be its master as well."""
    return len(rules.meta.seats) == 1


def start_solo(
    services: Services, transaction: Transaction, game: GameRecord, person: Person
) -> Started:
    """Seat the player of a game that has one only, and begin it; NotAllowed if somebody is seated."""
    (seat,) = transaction.seats(game.id)
    if seat.person is not None:
        raise NotAllowed(f"{seat.person.name} plays {game.name} already.")
    transaction.save_seat(replace(seat, person=person))
    note_game(
        services, transaction, game, JournalKind.PLAYER_SEATED, f"{person.name} plays {game.name}."
    )
    return start_full(services, transaction, game)


def _begun(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    empty: tuple[str, ...],
    closed: tuple[str, ...],
) -> Started:
    rules = rules_of(services, game)
    game = entered(services, transaction, game)
    unplayed = tuple(map(SeatId, closed))
    first = rules.new_game(SeededDraws(bytes.fromhex(game.seed)), unplayed)
    transaction.set_game_status(game.id, GameStatus.RUNNING)
    running = replace(game, status=GameStatus.RUNNING)
    phase = open_phase(services, transaction, running, rules, first.state, number=1)
    text = f"The first phase is {phase.name}."
    text += f" Nobody plays {_names(rules, closed)}: closed." if closed else ""
    note_game(services, transaction, game, JournalKind.GAME_STARTED, text)
    tell_opening(services, transaction, running, phase)
    announce_begun(services, transaction, running, phase)
    return Started(running, phase, empty, closed)


def _ready_to_start(
    transaction: GameTransaction, game: GameRecord, with_empty_seats: bool
) -> tuple[str, ...]:
    empty = _empty_seats(transaction, game)
    if empty and not with_empty_seats:
        raise NotAllowed(
            f"Nobody plays {', '.join(empty)} in {game.name} yet: seat them with `gm player add`, "
            "or say --with-empty-seats."
        )
    return empty


def _empty_seats(transaction: GameTransaction, game: GameRecord) -> tuple[str, ...]:
    if game.status is not GameStatus.FORMING:
        raise NotAllowed(f"Game {game.name} has started already.")
    return tuple(seat.seat for seat in transaction.seats(game.id) if seat.person is None)


def _ready_to_close(
    transaction: GameTransaction, game: GameRecord, rules: Rules[Any, Any], close_unfilled: bool
) -> tuple[str, ...]:
    """Return the empty seats of a game whose rules close their countries."""
    empty = _empty_seats(transaction, game)
    filled = len(rules.meta.seats) - len(empty)
    if filled < rules.meta.seats_min:
        raise NotAllowed(
            f"{rules.meta.title} needs {rules.meta.seats_min} powers that are played; {game.name} "
            f"has {filled}. Seat players with `gm player add`."
        )
    if empty and not close_unfilled:
        raise NotAllowed(
            f"Nobody plays {_names(rules, empty)} in {game.name}. What nobody plays would be closed "
            "for the whole game: say --close-unfilled, or seat players with `gm player add`."
        )
    return empty


def _names(rules: Rules[Any, Any], seats: Sequence[str]) -> str:
    return listed(seat_name(rules, seat) for seat in seats)
