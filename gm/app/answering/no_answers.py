"""Answers to our questions that are neither a yes nor a no: nothing is done, and somebody hears.

The question stays open. Orders in such an answer are proved by its code and are read as from any
proved mail; talk goes to the GM, who may know what it means; the writer is told what would be a yes.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gm.app.addresses.question_ids import word_on_question
from gm.app.addresses.tokens import discreet
from gm.app.answering.order_mail import answer_letter
from gm.app.mail_out.notices import notify
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_records import Asked, Confirmation
from gm.app.memberships import plays
from gm.app.ports import GameTransaction
from gm.app.records import IN_PLAY, GameRecord, InboxState, Person
from gm.app.seats.wishes import said_in
from gm.app.senders.arrival import Arrival, Became
from gm.app.senders.asking import code_path
from gm.app.senders.identity import SenderStanding
from gm.app.senders.letters import NothingFound, letter_of, own_subject
from gm.app.tongues import language_for, own_language
from gm.interpret.folding import fold
from gm.interpret.tongues import words_of
from gm.languages import gettext, known, speaking
from gm.mail.addresses import is_same
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report import mails
from gm.report.pages.questions_page import NEWCOMERS_QUESTION, QUESTION
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.text import quiet

_MOST_TOLD: Final = 3
"""So many answers to one question are answered so, and passed on; a machine's might never end."""

OF_THE_DESK: Final = re.compile(r"\W*gm\s+\w", re.I)
"""How a line begins that is a command of the game master."""

_MOST_LINES: Final = 20
_MOST_LETTERS: Final = 1000
"""What the GM reads of an answer at most."""


def answer_neither(
    arrival: Arrival, asked: Confirmation, game: GameRecord | None, doubt: str = ""
) -> Became:
    """Leave a question open to which somebody has said neither yes nor no.

    Args:
        arrival: the answer, without what it quotes of ours.
        asked: the question; game: what it is about, if about one.
        doubt: the line beside a yes that leaves open whether it counts, if that is why.
    """
    reading, again = arrival.reading, False
    person = arrival.transaction.person_by_id(asked.person_id)
    state, talk = InboxState.DONE, any(map(_has_words, reading.lines))
    if person is not None and _asks_anew(arrival.transaction, reading, person, game):
        again = True
    elif person is not None:
        with speaking(language_for(person, game) if game else own_language(person)):
            if talk and (acted := _acted(arrival, person, game)):
                state, talk = acted, False
            _tell(arrival, asked, person, game, doubt, talk=talk)
    return Became("neither yes nor no to a question", asked.game_id, state, again)


def _asks_anew(
    transaction: GameTransaction, reading: MailReading, person: Person, game: GameRecord | None
) -> bool:
    """Tell whether an answer has words of a newcomer or of the GM, which are read as proved then."""
    if game is not None and is_same(person.address, game.gm_address):
        return any(map(OF_THE_DESK.match, reading.lines))
    playing = game is not None and plays(transaction, game, person)
    return not playing and said_in(reading.lines) is not None


def _has_words(line: str) -> bool:
    return any(map(str.isalnum, line))


def _acted(arrival: Arrival, person: Person, game: GameRecord | None) -> InboxState | None:
    """Read an answer for its own orders, and return what became of it; None if it has none."""
    if game is None or game.status not in IN_PLAY or not plays(arrival.transaction, game, person):
        return None
    with suppress(NothingFound):
        letter = letter_of(arrival, game, person, SenderStanding.CONFIRMED)
        words = own_subject(arrival.transaction, arrival.reading, person, game)
        return answer_letter(replace(letter, subject=words))
    return None


def _tell(
    arrival: Arrival,
    asked: Confirmation,
    person: Person,
    game: GameRecord | None,
    doubt: str,
    *,
    talk: bool,
) -> None:
    """Tell the writer what would be a yes, and pass his words on to the GM; a few times at most."""
    services, transaction = arrival.services, arrival.transaction
    mail, reading = arrival.mail, arrival.reading
    key = f"neither {asked.id} "
    if transaction.count_outbox(key) >= _MOST_TOLD:
        return
    passed = talk and game is not None and not is_same(person.address, game.gm_address)
    if game is not None and passed:
        _pass_on(arrival, asked, person, game)
    title, until = gettext("Yes or no?"), moment_words(asked.expires_at, person.time_zone)
    paragraphs = [
        gettext(
            "Your answer to our question said neither yes nor no, so nothing that we asked about "
            "has been done; it can be answered until {until}.",
            until=until,
        ),
        gettext("For a yes, reply with the word YES on the first line and nothing else on it."),
        gettext("For a no, reply with the word NO; or do nothing, and nothing happens."),
    ]
    if doubt:
        paragraphs.insert(
            1, gettext("“{words}” stands below it and leaves open whether it counts.", words=doubt)
        )
    if asked.asked is Asked.MAIL:
        paragraphs.append(
            gettext(
                "A YES confirms the mail that our question is about; a number behind it chooses one "
                "of the others there, as in YES 2."
            )
        )
    if passed:
        paragraphs.append(gettext("What you wrote was passed on to the game master."))
    made = word_on_question(asked, mail)
    view = NoticeView(title, tuple(paragraphs), zone=person.time_zone, now=services.clock.now())
    parcel = Parcel(
        key=f"{key}{mail.id}",
        kind=made.kind,
        label=made.label,
        address=person.address,
        name=person.name,
        text=mails.notice(replace(view, tag=game.name) if game is not None else view),
        purpose=Purpose.ANSWER,
        game=game,
        thread=answer_to(reading.message_id, reading.references),
        reply=code_path(services, asked.code),
        person_id=person.id,
    )
    queue(services, transaction, parcel)


def _pass_on(arrival: Arrival, asked: Confirmation, person: Person, game: GameRecord) -> None:
    """Show the GM what a player wrote in answer to a question, which was no answer to it."""
    services, transaction = arrival.services, arrival.transaction
    mail, reading = arrival.mail, arrival.reading
    text = "\n".join(line for line in reading.lines if line.strip())[:_MOST_LETTERS]
    said = [quiet(discreet(transaction, line)) for line in text.split("\n")[:_MOST_LINES]]

    def view() -> NoticeView:
        sentence = gettext(
            "{person} was asked whether something in {game} is really from there, or really meant, "
            "and answered neither yes nor no. The question is still open (mail {number}). The "
            "answer came from {sender}:",
            person=person.name,
            game=game.name,
            number=asked.inbox_id,
            sender=reading.sender,
        )
        title = gettext("{person} answers a question in other words", person=person.name)
        return NoticeView(title, (sentence,), printed=tuple(said))

    notify(services, transaction, game.gm_address, f"neither-gm {mail.id}", view, game)


def without_our_words(reading: MailReading) -> MailReading:
    """Return a mail without our question below it, where a mail program marks no quotes.

    The question quotes what nothing proves; who answers it has not written that.
    """
    titles = _titles()
    for at, line in enumerate(reading.lines):
        words = words_of(fold(line[:200]))
        if words and any(words[-len(title) :] == title for title in titles):
            return replace(reading, lines=reading.lines[:at])
    return reading


@lru_cache(maxsize=1)
def _titles() -> tuple[tuple[str, ...], ...]:
    titles = []
    for code in known():
        with speaking(code):
            titles += [words_of(fold(gettext(text))) for text in (QUESTION, NEWCOMERS_QUESTION)]
    return tuple(dict.fromkeys(titles))
