"""What is said when a seat changes hands: to who had it, to the other players, to the GM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gm.app.mail_out.reasons import Words
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person
from gm.app.seats.coming import send_letter, tell_gm
from gm.app.services import Services
from gm.app.table import Table
from gm.languages import gettext
from gm.report.pages.letter_page import LetterView


def tell_former(
    services: Services,
    transaction: Transaction,
    table: Table,
    seat: str,
    person: Person,
    why: Callable[[], str],
    *,
    may_return: bool = True,
) -> None:
    """Tell a player that he holds a seat no more, why, and how he may have it back."""
    name, game = table.seat_words(seat), table.game

    def view() -> LetterView:
        text = (
            gettext(
                "You no longer play {power} in {game}: {why}",
                power=name,
                game=game.name,
                why=why(),
            ),
            gettext(
                "Orders for it are not taken from you any more; those that you sent stand until "
                "they are changed. You get no more mail of the game."
            ),
        )
        back = gettext(
            "To have it back while nobody else plays it: reply with RETURN {game}, on a line of "
            "its own.",
            game=game.name,
        )
        title = gettext("You no longer play {power}", power=name)
        return LetterView(title, text, phase=table.phase.name, steps=(back,) * may_return)

    _send(services, transaction, table, person, "left", seat, view)


def tell_others(
    services: Services,
    transaction: Transaction,
    table: Table,
    seat: str,
    words: Callable[[], Words],
    but: frozenset[int] = frozenset(),
) -> None:
    """Tell the other players about a seat, each once in his language, but for some people."""
    players = {
        seat_record.person.id: seat_record.person
        for seat_record in table.seats
        if seat_record.person is not None
    }

    def view() -> LetterView:
        return LetterView(*words(), phase=table.phase.name)

    for key in sorted(players.keys() - but):
        _send(services, transaction, table, players[key], "seat", seat, view)


def tell_gm_of_seat(
    services: Services,
    transaction: Transaction,
    table: Table,
    seat: str,
    words: Callable[[], Words],
) -> None:
    """Tell the GM about a seat."""
    tell_gm(services, transaction, table.game, f"seat-gm {_what(services, table, seat)}", words)


def _send(
    services: Services,
    transaction: Transaction,
    table: Table,
    person: Person,
    kind: str,
    seat: str,
    view: Callable[[], LetterView],
) -> None:
    key = f"{kind} {_what(services, table, seat)}"
    send_letter(services, transaction, person, key, view, table.game)


def _what(services: Services, table: Table, seat: str) -> str:
    """Return which change of a seat it is: no seat changes twice in one moment."""
    now = services.clock.now()
    return f"{table.game.name} {table.phase.number} {seat} {now:%Y%m%dT%H%M%S%f}"


def seated_now(transaction: Transaction, table: Table) -> Table:
    """Return the table with its seats as they are held now."""
    return replace(table, seats=transaction.seats(table.game.id))


def gone_words(game: GameRecord, *seats: str) -> str:
    """Return how a GM fills these seats, for his eyes; the commands name the seat if it is one."""
    return gettext(
        "To fill it: `gm seat offer {game} {seat}` asks the next of the bench, or an address; `gm "
        "seat assign {game} {seat} NAME ADDRESS` seats somebody at once.",
        game=game.name,
        seat=seats[0] if len(seats) == 1 else "POWER",
    )
