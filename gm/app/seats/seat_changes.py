"""A seat changes hands: it falls vacant, somebody is seated, and those concerned are told.

It falls vacant because its player resigned, was taken off it, or left before the game began. Whoever
is seated gets a new reply address, and stands on no bench any more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from gm.app.addresses.tokens import new_token
from gm.app.journal import note
from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import Membership, Role
from gm.app.mail_out.reasons import Words
from gm.app.memberships import end_memberships, own_standing
from gm.app.ports import Transaction
from gm.app.records import GameRecord, JournalKind, Person, SeatRecord
from gm.app.seats.as_written import as_written
from gm.app.seats.offer_book import withdraw_all
from gm.app.seats.seat_letters import send_letter, tell_gm
from gm.app.seats.wishes import dump_wishes
from gm.app.services import Services
from gm.app.table import Table
from gm.languages import ENGLISH, gettext, speaking
from gm.report.pages.letter_page import LetterView


def tell_former(
    table: Table, seat: str, person: Person, why: Callable[[], str], *, may_return: bool = True
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

    _send(table, person, "left", seat, view)


def tell_others(
    table: Table, seat: str, words: Callable[[], Words], but: frozenset[int] = frozenset()
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
        _send(table, players[key], "seat", seat, view)


def tell_gm_of_seat(table: Table, seat: str, words: Callable[[], Words]) -> None:
    """Tell the GM about a seat."""
    tell_gm(table.services, table.transaction, table.game, f"seat-gm {_what(table, seat)}", words)


def _send(
    table: Table, person: Person, kind: str, seat: str, view: Callable[[], LetterView]
) -> None:
    key = f"{kind} {_what(table, seat)}"
    send_letter(table.services, table.transaction, person, key, view, table.game)


def _what(table: Table, seat: str) -> str:
    """Return which change of a seat it is: no seat changes twice in one moment."""
    now = table.services.clock.now()
    return f"{table.game.name} {table.phase.number} {seat} {now:%Y%m%dT%H%M%S%f}"


def seated_now(table: Table) -> Table:
    """Return the table with its seats as they are held now."""
    return replace(table, seats=table.transaction.seats(table.game.id))


def gone_words(game: GameRecord, *seats: str) -> str:
    """Return how a GM fills these seats, for his eyes; the commands name the seat if it is one."""
    return gettext(
        "To fill it: `gm seat offer {game} {seat}` asks the next of the bench, or an address; `gm "
        "seat assign {game} {seat} NAME ADDRESS` seats somebody at once.",
        game=game.name,
        seat=seats[0] if len(seats) == 1 else "POWER",
    )


def give_up(
    services: Services, transaction: Transaction, game: GameRecord, person: Person
) -> tuple[str, ...]:
    """Take a person off all seats of a game that has not begun; return which they were."""
    held = [
        seat_record
        for seat_record in transaction.seats(game.id)
        if seat_record.person and seat_record.person.id == person.id
    ]
    for seat in held:
        empty(services, transaction, game, seat, lambda: "left before the game began.", "server")
    return tuple(seat_record.seat for seat_record in held)


def vacate(
    table: Table,
    seat: str,
    why: Callable[[], str],
    *,
    author: str = "server",
    may_return: bool = True,
) -> Table:
    """Take a running game's player off his seat, and tell him, the others and the GM.

    His orders stand until the seat's next player changes them, or the phase is resolved.

    Args:
        table: the game. seat: which; somebody holds it.
        why: returns what stands behind a colon and before nothing, a sentence in the third person,
            in the language of who reads it.
        author: whose act it is, for the journal.
        may_return: he may have it back while nobody else holds it.

    Returns:
        The game as it is seated then.
    """
    transaction = table.transaction
    record = next(seat_record for seat_record in table.seats if seat_record.seat == seat)
    person = record.person
    if person is None:
        return table
    shown = as_written(transaction, table.game).of(seat, person)
    empty(table.services, transaction, table.game, record, why, author)
    if may_return:
        remember(table.services, transaction, table.game, seat, person)
    now = seated_now(table)
    name = table.seat_words(seat)
    tell_former(table, seat, person, why, may_return=may_return)
    tell_others(
        now,
        seat,
        lambda: (gettext("{power} has no player", power=name), (_vacant(name, why()),)),
        frozenset({person.id}),
    )
    tell_gm_of_seat(now, seat, lambda: _for_gm(now.game, seat, name, shown, why()))
    return now


def _for_gm(game: GameRecord, seat: str, name: str, person: Person, why: str) -> Words:
    gone = gettext(
        "{person} <{address}> no longer plays {power}: {why}",
        person=person.name,
        address=person.address,
        power=name,
        why=why,
    )
    return gettext("{power} has no player", power=name), (gone, gone_words(game, seat))


def _vacant(name: str, why: str) -> str:
    return gettext(
        "{power} has no player now: {why} Until somebody takes it over its orders are those that "
        "stand, and then its units do as the rules say of units without orders.",
        power=name,
        why=why,
    )


def empty(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    seat: SeatRecord,
    why: Callable[[], str],
    author: str,
) -> None:
    """Let nobody hold a seat; whoever did is told nothing by this."""
    transaction.save_seat(replace(seat, person=None))
    new_token(services, transaction, game, seat.seat)
    shown = as_written(transaction, game)
    who = shown.of(seat.seat, seat.person).name if seat.person is not None else "nobody"
    with speaking(ENGLISH):  # as all of the journal
        text = f"{who} no longer plays {seat.seat}: {why()}"
    now, kind = services.clock.now(), JournalKind.SEAT_VACATED
    data = {"seat": seat.seat, "person": seat.person.id if seat.person else None}
    note(transaction, now, kind, text, game_id=game.id, author=author, public=True, data=data)


def remember(
    services: Services,
    transaction: MembershipTransaction,
    game: GameRecord,
    seat: str,
    person: Person,
) -> None:
    """Note that a person may have a seat back while nobody else holds it."""
    forget(services, transaction, game, seat)
    now = services.clock.now()
    wishes = dump_wishes(((seat,),))
    transaction.add_membership(Membership(0, game.id, person.id, Role.FORMER, now, wishes))


def forget(
    services: Services, transaction: MembershipTransaction, game: GameRecord, seat: str
) -> None:
    """Let nobody have a seat back any more that he once held."""
    wishes = dump_wishes(((seat,),))
    memberships = [
        membership
        for membership in transaction.memberships(game.id)
        if membership.role is Role.FORMER
        and membership.ended_at is None
        and membership.wishes == wishes
    ]
    end_memberships(services, transaction, memberships, "taken")


def former_of(transaction: Transaction, game: GameRecord, seat: str) -> Person | None:
    """Return who may have a seat back."""
    wishes = dump_wishes(((seat,),))
    memberships = [
        membership
        for membership in transaction.memberships(game.id)
        if membership.role is Role.FORMER
        and membership.ended_at is None
        and membership.wishes == wishes
    ]
    return transaction.person_by_id(memberships[-1].person_id) if memberships else None


def lost_by(
    transaction: MembershipTransaction, game: GameRecord, person: Person
) -> tuple[str, ...]:
    """Return the seats that a person may have back."""
    memberships = own_standing(transaction, game.id, person, Role.FORMER)
    return tuple(json.loads(membership.wishes)[0][0] for membership in memberships)


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
        transaction,
        services.clock.now(),
        JournalKind.PLAYER_SEATED,
        text or f"{person.name} plays {seat.seat}.",
        game_id=game.id,
        author=author,
        public=True,
        data={"seat": seat.seat, "person": person.id},
    )
    return saved


def settle_around(
    services: Services,
    transaction: MembershipTransaction,
    game: GameRecord,
    seat: str,
    person: Person,
) -> None:
    """End what stands against somebody's holding a seat for good: offers, benches, a former player."""
    withdraw_all(services, transaction, game, seat)
    settle_benches(services, transaction, game, person)
    forget(services, transaction, game, seat)


def settle_benches(
    services: Services, transaction: MembershipTransaction, game: GameRecord, person: Person
) -> None:
    """End what a person was in a game without a seat, now that he has one."""
    memberships = own_standing(transaction, game.id, person, *_WITHOUT_SEAT)
    end_memberships(services, transaction, memberships, "seated")
