"""Answering mail: receipts, how things stand, help, and why nothing in a mail was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gm.app.mail_out.post import Parcel, queue
from gm.app.orders.ahead import later_view, retreats_view
from gm.app.orders.questions import open_questions
from gm.app.records import GameStatus, Person
from gm.app.senders.arrival import Arrival
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, NothingFound, Turned
from gm.app.setup.describing import new_game_help
from gm.app.setup.games import may_create
from gm.app.table import Table, due_view, game_view, lay
from gm.contract.language import Command
from gm.contract.pages import Pages
from gm.contract.told import ReadLine, Taken
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.languages import gettext
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading, lines_below_quote
from gm.report import mails
from gm.report.views import MailText, RefusalView

RECEIPT = "receipt"
"""The kind of an answer that says which orders stand."""

SHOWN_LINES = 8
"""How many lines of a mail its refusal quotes."""


def receipts_text(
    pages: Pages[Any], taken: Sequence[Taken[Any]], loose: Sequence[ReadLine]
) -> MailText:
    """Return what answers an order mail: one text, for however many seats.

    Args:
        pages: of the game.
        taken: what was entered for each seat; loose: lines that were read for none of them.
    """
    return mails.written(taken[0].stand.game, pages.receipt(taken, loose))


def answer_receipts(letter: Letter, key: str, text: MailText, number: int) -> None:
    """Answer an order mail with its receipt.

    Args:
        letter: the mail that is answered.
        key: of the answer in the outbox; text: of the receipt.
        number: of the phase that is open.
    """
    queue(letter.services, letter.transaction, _answer(letter, key, RECEIPT, text, number))


def answer_asked(letter: Letter, kind: str, text: MailText, number: int) -> None:
    """Answer a mail that asked for something: `status`, `map`, several together an `answer`."""
    key = f"{kind} {letter.mail.id}"
    queue(letter.services, letter.transaction, _answer(letter, key, kind, text, number))


def answer_help(letter: Letter, table: Table, key: str = "") -> None:
    """Answer a mail that asked for help; `key` names the answer where the mail's number does not."""
    key, number = key or f"help {letter.mail.id}", table.phase.number
    orders = table.family.pages.orders_help(table.position)
    text = mails.help_text(game_view(table), orders)
    queue(letter.services, letter.transaction, _answer(letter, key, "help", text, number))


def _answer(letter: Letter, key: str, kind: str, text: MailText, number: int) -> Parcel:
    # To the registered address always: what a mail claims of itself is no reason to write there.
    return Parcel(
        key=key,
        kind=f"{kind}-{letter.mail.id}",
        label=letter.person.address,
        address=letter.person.address,
        name=letter.person.name,
        text=text,
        purpose=Purpose.ANSWER,
        number=number,
        game=letter.game,
        thread=answer_to(letter.reading.message_id, letter.reading.references),
        person_id=letter.person.id,
        vital=kind == RECEIPT,
    )


def answer_server_help(arrival: Arrival, person: Person | None) -> None:
    """Answer a mail that asked for help without saying in which game; a stranger once a day."""
    services, transaction = arrival.services, arrival.transaction
    day = f"{services.clock.now():%F}"
    creating = None
    if may_create(services, transaction, person.address if person else arrival.sender):
        creating = new_game_help(services.games, services.identity.server_address)
    orders = services.games.families()[0].pages.orders_help(None)
    text = mails.help_text(None, orders, creating)
    parcel = _to_sender(arrival, person, ("help", day), text)
    queue(services, transaction, parcel)


def asks_help(reading: MailReading) -> bool:
    """Tell whether HELP is all that a mail says, written as in a game, but for its language."""
    return read_beforehand(_is_help, reading.lines)


def _is_help(lines: tuple[str, ...]) -> bool:
    commands = [command_of(fold(line)) for line in lines if line.strip()]
    return [command for command in commands if command is None or command.word != "LANGUAGE"] == [
        Command("HELP")
    ]


def _to_sender(
    arrival: Arrival, person: Person | None, what: tuple[str, str], text: MailText
) -> Parcel:
    """Return an answer to a mail that was taken for no seat's.

    Args:
        arrival: the mail; person: who wrote it, if he is registered.
        what: the kind of answer, and what makes two of them the same to a stranger, who gets
            each once; a registered person gets one to each mail.
        text: of the answer.
    """
    kind, same = what
    mail, reading = arrival.mail, arrival.reading
    address = person.address if person else arrival.sender
    return Parcel(
        key=f"{kind} {mail.id}" if person else f"{kind} {address_key(address)} {same}",
        kind=f"{kind}-{mail.id}",
        label=address,
        address=address,
        name=person.name if person else "",
        text=text,
        purpose=Purpose.ANSWER,
        thread=answer_to(reading.message_id, reading.references),
        person_id=person.id if person else None,
    )


def answer_refusal(arrival: Arrival, turned: Turned, person: Person | None) -> None:
    """Say why nothing in a mail was recorded.

    A registered person gets an answer to each mail; a stranger one a day for the same reason, so
    that two machines can never keep each other busy.
    """
    services, transaction, reading = arrival.services, arrival.transaction, arrival.reading
    view = RefusalView(
        server_address=services.identity.server_address,
        subject=reading.subject,
        reason=turned.reason,
        remedy=turned.remedy,
        quoted=turned.lines or tuple(ReadLine(line, "") for line in _first_lines(reading)),
        zone=person.time_zone if person else services.identity.time_zone,
        now=services.clock.now(),
    )
    number = 0
    if person and turned.game and turned.game.status is GameStatus.RUNNING:
        table = lay(services, transaction, turned.game)
        # Whoever answers it answers the phase whose deadline it tells.
        view, number = _with_game(view, table, person), table.phase.number
        if isinstance(
            turned, NothingFound
        ):  # that is told of nobody's mail but one that is believed
            view = replace(view, standing=_standing(table, person))
    same = f"{services.clock.now():%F} {turned.reason}"
    parcel = _to_sender(arrival, person, ("refusal", same), mails.refusal(view))
    queue(services, transaction, replace(parcel, game=turned.game, number=number))


def _with_game(
    view: RefusalView,
    table: Table,
    person: Person,
) -> RefusalView:
    """Add what a player of the game may know: what is asked of him, and by when."""
    if not (powers := table.seats_of(person)):
        return view
    standing = table.codec.drafts(table.transaction.active_orders(table.phase.id, powers[0]))
    due = due_view(table, standing)
    awaiting = tuple(question for seat in powers for question in open_questions(table, seat))
    return replace(view, game=game_view(table), seat=powers[0], due=due, awaiting=awaiting)


def _standing(table: Table, person: Person) -> tuple[str, ...]:
    """Return in short the orders of somebody that stand, a line each; of several seats a seat in a line."""
    seats = table.seats_of(person)
    standing: list[str] = []
    for seat in seats:
        open_orders = table.codec.drafts(table.transaction.active_orders(table.phase.id, seat))
        later = (view(table, seat) for view in (retreats_view, later_view))
        stages = [
            ("", open_orders.get(seat, ())),
            *(
                (table.stage_words(sent.stage.name), sent.orders)
                for sent in later
                if sent is not None
            ),
        ]
        for stage, orders in stages:
            texts = [table.order_text(order) for order in orders]
            if not texts:
                continue
            of = ", ".join(
                word for word in (table.seat_name(seat) * (len(seats) > 1), stage) if word
            )
            standing += [f"{of}: {'; '.join(texts)}"] if of else texts
    return tuple(standing) or (gettext("No order of yours stands."),)


def _first_lines(reading: MailReading) -> list[str]:
    """Return the lines of a mail that its refusal quotes, or those below a quote that may be its writer's."""
    written = [line for line in reading.lines if line.strip()]
    return (written or lines_below_quote(reading))[:SHOWN_LINES]
