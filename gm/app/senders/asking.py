"""Questions to a registered address: the row that remembers one, and the mail that puts it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Final

from gm.app.addresses.destinations import confirm_address, keys_in_body
from gm.app.addresses.question_ids import question_id
from gm.app.addresses.tokens import ReplyPath
from gm.app.mail_out.notices import notify
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import Asked, Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, InboxMail, Person
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter
from gm.app.services import Services
from gm.app.table import names_of
from gm.contract.language import People, Talk
from gm.errors import Refused
from gm.interpret.seat_names import SeatNames
from gm.interpret.unread import GameWords, talk_of
from gm.languages import gettext
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report.pages.questions_page import QuestionView, question
from gm.report.views import NoticeView

MOST_OPEN: Final = 3
"""Questions of one class that a person can have open: no mail opens a fourth."""

OF_PROVED: Final = frozenset({Asked.ADDRESS, Asked.RESIGN, Asked.DESK})
"""The kinds that only a mail opens which is believed. They count by themselves, so that whoever
forges a sender cannot use up what its owner is asked when he writes himself."""


def open_to(
    services: Services, transaction: IdentityTransaction, person: Person, kinds: Collection[Asked]
) -> list[Confirmation]:
    """Return the questions of some kinds that a person can still answer, oldest first."""
    now = services.clock.now()
    return [
        confirmation
        for confirmation in transaction.confirmations(person_id=person.id)
        if confirmation.asked in kinds and confirmation.expires_at > now
    ]


def refuse_fourth(
    services: Services, transaction: IdentityTransaction, person: Person, but: Collection[int] = ()
) -> None:
    """Refuse to ask somebody whose mail is believed more than he can have open; Refused.

    Args:
        services, transaction: the ports. person: who would be asked.
        but: the keys of questions that the new one takes the place of.
    """
    waiting = open_to(services, transaction, person, OF_PROVED)
    if len([confirmation for confirmation in waiting if confirmation.id not in but]) >= MOST_OPEN:
        raise Refused(how_to_go_on())


def how_to_go_on() -> str:
    """Return in sentences what somebody does to whom so many questions are open."""
    return gettext(
        "{most} questions that we mailed you are open, and we ask no more of you at a time. Reply "
        "to one of them, with NO if it is not what you want, and then send this again.",
        most=MOST_OPEN,
    )


def tell_enough(
    services: Services, transaction: Transaction, person: Person, waiting: Sequence[Confirmation]
) -> None:
    """Tell somebody, once for the questions that wait for him, that a mail in his name was not asked about.

    Args:
        services, transaction: the ports. person: who.
        waiting: the questions, oldest first.
    """

    def view() -> NoticeView:
        sentence = gettext(
            "Another mail came in your name that needs your word. It is kept, and nothing was done "
            "for it."
        )
        text = (sentence, how_to_go_on())
        title = gettext("Please answer what we asked before")
        return NoticeView(title, text, zone=person.time_zone, now=services.clock.now())

    key = f"asked-enough {person.id} {waiting[-1].id}"
    notify(services, transaction, person.address, key, view)


def new_question(
    services: Services,
    transaction: IdentityTransaction,
    kind: Asked,
    person: Person,
    until: datetime,
    mail: InboxMail,
    game: GameRecord | None,
    wanted: str = "",
) -> Confirmation:
    """Store a question that somebody can answer until a moment.

    Args:
        services, transaction: the ports.
        kind: what is asked; person: who is asked; until: how long.
        mail: what it is about, or what asks for it; game: in which game, if in one.
        wanted: what is done after a yes, as `Asked` says.
    """
    game_id = game.id if game is not None else None
    code, now = services.make_token(), services.clock.now()
    return transaction.add_confirmation(
        Confirmation(0, kind, code, person.id, now, until, game_id, mail.id, wanted)
    )


def mail_question(
    services: Services,
    transaction: Transaction,
    asked: Confirmation,
    person: Person,
    view: QuestionView,
    reading: MailReading,
    game: GameRecord | None,
    number: int = 0,
) -> None:
    """Put a question by mail; whoever answers it has read it at the registered address.

    Args:
        services, transaction: the ports.
        asked: its row; person: who is asked.
        view: its words; the game and its GM are added here.
        reading: of the mail that it answers; game: what it is about, if about one.
        number: of the phase whose orders an answer would be; 0 for none.
    """
    made = question_id(asked)
    if game is not None:
        view = replace(view, game=game.name, gm_name=game.gm_name, gm_address=game.gm_address)
    parcel = Parcel(
        key=f"question {asked.id}",
        kind=made.kind,
        label=made.label,
        address=person.address,
        name=person.name,
        text=question(view),
        purpose=Purpose.ANSWER,
        number=number,
        game=game,
        thread=answer_to(reading.message_id, reading.references),
        reply=code_path(services, asked.code),
        person_id=person.id,
        vital=True,
    )
    queue(services, transaction, parcel)


def reply_with_yes(until: str) -> str:
    """Return what to write for a yes, before a moment in words; every question says so."""
    return gettext(
        "Reply to this mail before {until} with the word YES on its first line.", until=until
    )


def told_below(letter: Letter, at: int) -> tuple[str, ...]:
    """Return in a sentence what stands right below the line of a mail that is asked about; none where nothing does.

    Args:
        letter: the mail. at: the place of the line, from 0.
    """
    names = names_of(letter.services, letter.game)
    people = ((letter.person.name,), (letter.game.gm_name,))
    below = read_beforehand(_said_below, letter.reading.lines, at, names, *people)
    if not below:
        return ()
    words = " / ".join(line[:_LONGEST_SHOWN] for line in below)
    return (
        gettext(
            "Below it your mail says “{words}”. The question does not take that in: where it changes what you "
            "want, reply NO.",
            words=words,
        ),
    )


def _said_below(
    lines: tuple[str, ...],
    at: int,
    names: SeatNames,
    writer: tuple[str, ...],
    gm: tuple[str, ...],
) -> tuple[str, ...]:
    """Return the lines below another, up to an empty one, that say something to somebody."""
    game, people = GameWords(names), People(writer, gm)
    below = (line.strip() for line in lines[at + 1 : at + 1 + _MOST_SHOWN])
    return tuple(
        line for line in takewhile(bool, below) if talk_of(line, game, people) is not Talk.NOTHING
    )


_LONGEST_SHOWN: Final = 200
_MOST_SHOWN: Final = 5
"""Letters of a line, and lines below a command, that the question about it shows."""


def code_path(services: Services, code: str) -> ReplyPath:
    """Return where the answer to a question goes."""
    identity = services.identity
    return ReplyPath(confirm_address(identity, code), code if keys_in_body(identity) else "")
