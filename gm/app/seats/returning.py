"""RETURN: a former player takes his seat back, while nobody else holds it or somebody stands in."""

from __future__ import annotations

from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import Role
from gm.app.mail_out.reasons import Words
from gm.app.memberships import end_memberships, own_standing, plays
from gm.app.records import IN_PLAY, Person
from gm.app.seats.offer_book import stand_in
from gm.app.seats.seat_changes import (
    lost_by,
    seat_person,
    seated_now,
    tell_gm_of_seat,
    tell_others,
)
from gm.app.seats.seat_letters import Coming, answer, send_letter
from gm.app.seats.welcome import send_position
from gm.app.senders.letters import Turned
from gm.app.services import Services
from gm.app.table import Table, lay, rules_of, seat_name
from gm.contract.seats import SeatId
from gm.languages import gettext, listed
from gm.report.pages.letter_page import LetterView
from gm.report.wording.dates import moment_words


def come_back(coming: Coming) -> None:
    """Give a former player his seats back, as far as nobody else plays them for good.

    Raises:
        Turned: he had none, or others hold them.
    """
    services, transaction = coming.services, coming.transaction
    game, person = coming.game, coming.person
    if game is None or game.status not in IN_PLAY:
        raise Turned(
            gettext("No game is being played that you could come back to."),
            gettext("Write GAMES for a list."),
        )
    table = lay(services, transaction, game)
    lost = lost_by(transaction, game, person)
    free = [seat for seat in lost if _is_free(table, seat)]
    if not lost and plays(transaction, game, person):
        raise Turned(
            gettext("You play in {game} already.", game=game.name),
            gettext("There is nothing you need to do."),
            game,
        )
    if not free or (plays(transaction, game, person) and not game.several_seats):
        raise Turned(
            gettext("You have no seat in {game} that you could come back to.", game=game.name),
            gettext(
                "To take over if a player drops out, write STANDBY {game}. What is meant "
                "for the GM goes to {gm}.",
                game=game.name,
                gm=game.gm_address,
            ),
        )
    back = free if game.several_seats else free[:1]
    for seat in back:
        table = give_back(table, seat, person)
    names = listed(table.seat_words(seat) for seat in back)
    due = moment_words(table.phase.deadline, person.time_zone)
    text = gettext(
        "You play {names} in {game} again. Orders are due on {due}; those that stand, stand.",
        names=names,
        game=game.name,
        due=due,
    )
    answer(
        coming,
        LetterView(
            gettext("You play {names} again", names=names), (text,), phase=table.phase.name
        ),
    )


def _is_free(table: Table, seat: str) -> bool:
    holder = table.player(seat)
    return holder is None or stand_in(table.transaction, table.game, seat, holder.id) is not None


def give_back(table: Table, seat: str, person: Person, *, at_end: bool = False) -> Table:
    """Seat a player again, thank whoever stood in for him, and tell the others and the GM.

    Args:
        table: the game. seat: which; person: who had it.
        at_end: the phase is being resolved, so that its report tells him the position.

    Returns:
        The game as it is seated then.
    """
    transaction = table.transaction
    game, holder, name = table.game, table.player(seat), table.seat_words(seat)
    record = next(seat_record for seat_record in table.seats if seat_record.seat == seat)
    seat_person(
        table.services,
        transaction,
        game,
        record,
        person,
        text=f"{person.name} plays {seat} again.",
    )
    end_memberships(
        table.services,
        transaction,
        own_standing(transaction, game.id, person, Role.FORMER),
        "seated",
    )
    now = seated_now(table)
    if at_end:
        _tell_back(now, seat, person)
    else:
        send_position(now, SeatId(seat), person)
    if holder is not None:
        thank(now, seat, holder, person)

    def words() -> Words:
        text = gettext("{person} plays {power} again.", person=person.name, power=name)
        if holder is not None:
            text = gettext(
                "{person} plays {power} again, after {holder} stood in.",
                person=person.name,
                power=name,
                holder=holder.name,
            )
        return gettext("{person} is back", person=person.name), (text,)

    known = frozenset({person.id} | ({holder.id} if holder is not None else set()))
    tell_others(now, seat, words, known)
    tell_gm_of_seat(now, seat, words)
    return now


def _tell_back(table: Table, seat: str, person: Person) -> None:
    name, game = table.seat_words(seat), table.game
    words = table.stage_words()

    def view() -> LetterView:
        return LetterView(
            gettext("You play {name} again", name=name),
            (
                (
                    gettext(
                        "{words} of {game} is over, and with it the time in which somebody "
                        "stood in for you. You play {name} again; the report that comes with "
                        "this mail says how it stands and what is asked for next.",
                        words=words,
                        game=game.name,
                        name=name,
                    )
                ),
            ),
            phase=table.phase.name,
        )

    key = f"back {game.name} {table.phase.number} {seat}"
    send_letter(table.services, table.transaction, person, key, view, game)


def thank(table: Table, seat: str, holder: Person, back: Person) -> None:
    """Tell who stood in for a player that he need not any more."""
    name, game = table.seat_words(seat), table.game

    def view() -> LetterView:
        return LetterView(
            gettext("Thank you for playing {name}", name=name),
            (
                (
                    gettext(
                        "{back} plays {name} in {game} again, so you need send no more orders "
                        "for it. You stay on the bench.",
                        back=back.name,
                        name=name,
                        game=game.name,
                    )
                ),
            ),
            steps=(
                gettext(
                    "To be asked no more: reply with LEAVE {game}, on a line of its own.",
                    game=game.name,
                ),
            ),
            phase=table.phase.name,
        )

    key = f"thanks {game.name} {table.phase.number} {seat}"
    send_letter(table.services, table.transaction, holder, key, view, game)


def if_former(
    services: Services, transaction: MembershipTransaction, turned: Turned, person: Person
) -> Turned:
    """Return why a mail of a former player counts no more, with how he comes back; else `turned`.

    What it says is for nobody else's eyes, as a stranger's orders are for the power's player.
    """
    game = turned.game
    lost = lost_by(transaction, game, person) if game is not None else ()
    if game is None or not lost:
        return turned
    rules = rules_of(services, game)
    names = listed(seat_name(rules, seat) for seat in lost)
    return Turned(
        gettext(
            "You do not play {names} in {game} now, so no orders of yours are taken.",
            names=names,
            game=game.name,
        ),
        gettext(
            "To have it back, write RETURN {game} on a line of its own, and then send them again.",
            game=game.name,
        ),
        game,
    )
