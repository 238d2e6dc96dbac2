"""Answers to the questions that were sent to a registered address: yes, no, and what follows.

Whoever writes to a question's code has read it at the registered address, so it does not matter from
where he writes. Only an explicit yes does what was asked about, and for held mails only for those that
the question quoted whole. What is neither a yes nor a no leaves everything as it is: its own orders
are read as proved, talk goes to the GM, and the writer is told what would be a yes. A machine's answer
is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from gm.app.addresses.destinations import DestinationKind, destination
from gm.app.answering.new_game_mail import answer_new_game, wants_another
from gm.app.answering.no_answers import OF_THE_DESK, answer_neither, without_our_words
from gm.app.mail_in.silence import NO_SENDER
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Words
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import ASKED_AGAIN, ASSIGNED, Asked, Confirmation
from gm.app.orders.sitting import Done
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, InboxState, Person
from gm.app.seats.resigning import answer_resign
from gm.app.senders import held
from gm.app.senders.arrival import Arrival, Became, question_in
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held import DENIED, EXPIRED, confirm_held, drop, is_over
from gm.app.senders.held_text import HeldText, held_text_of
from gm.app.senders.known_addresses import add_known, change_address
from gm.app.senders.letters import Letter, Turned, own_subject
from gm.app.senders.proof_mails import tell_person
from gm.app.senders.signature_words import doubt_in_tails
from gm.app.senders.subject_words import sets_aside
from gm.app.services import Services
from gm.app.table import names_of
from gm.app.words import gm_mail
from gm.app.words.gm_mail import answer_wishes
from gm.contract.language import People, Talk
from gm.contract.told import Deed
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn, leaves_open, unsays, without_turns
from gm.interpret.seat_names import SeatNames
from gm.interpret.tongues import words_of
from gm.interpret.unread import GameWords, talk_of
from gm.interpret.yes_no import Answer, Said, read_answer
from gm.languages import gettext, gettext_noop, listed
from gm.mail.threads import answer_to
from gm.mail.values import MailKind, MailReading
from gm.report.views import NoticeView

_ASKED_NO_MORE: Final = gettext_noop("That question is settled already: it is asked no more.")
_CAME_OF_IT: Final = gettext_noop(
    "That question is settled already: you said yes, and a mail told what came of it."
)
_BECAME: Final[Mapping[str, str]] = MappingProxyType(
    {
        held.CONFIRMED: gettext_noop("That question is settled already: you said yes."),
        held.DENIED: gettext_noop("That question is settled already: the answer was no."),
        held.EXPIRED: gettext_noop(
            "That question is settled already: it was not answered in time."
        ),
        ASKED_AGAIN: gettext_noop(
            "That question is settled already: a newer one of ours took its place."
        ),
        ASSIGNED: gettext_noop(
            "That question is settled already: the game master said whose the mail is."
        ),
        gm_mail.AGREED: gettext_noop(
            "That question is settled already: you said yes. A mail with what came of it follows."
        ),
        gm_mail.BEGUN: gettext_noop(
            "That question is settled already: you said yes. A mail with what came of it follows."
        ),
        gm_mail.DONE: _CAME_OF_IT,
        gm_mail.UNKNOWN: _CAME_OF_IT,
        gm_mail.OVERTAKEN: gettext_noop(
            "That question is settled already: your yes came when another phase had opened, so "
            "nothing was done."
        ),
    }
)
"""What came of a question, by its outcome."""

_SAID_NO: Final = "said no to a question"

_OWN = 1
"""The number of the mail that a question is about, among those it lists."""


def take_answer(arrival: Arrival) -> Became | None:
    """Do what an answer to a question says, and return what became of it; None if it answers none.

    Raises:
        Turned: the question is not known, or cannot be answered so any more.
    """
    services, transaction = arrival.services, arrival.transaction
    mail, asked = arrival.mail, arrival.question
    at_code = arrival.destination.kind is DestinationKind.CONFIRM
    if asked is None and at_code:
        raise Turned(
            gettext("The question that your mail answers is not known here."),
            gettext("Reply to the mail that asked it, so that the address is right."),
        )
    if asked is None or mail.confirmed or wants_another(asked, arrival.reading):
        return None
    reading = read_beforehand(without_our_words, arrival.reading)
    answer = _read(asked, reading)
    if _is_settled(transaction, asked) and not at_code and not _is_all(answer, reading):
        return None  # another mail in the same thread
    game = transaction.game_by_id(asked.game_id) if asked.game_id is not None else None
    if reading.kind is not MailKind.HUMAN or mail.envelope_from == NO_SENDER:
        return Became("no person's answer", asked.game_id, InboxState.SUPPRESSED)
    arrival = arrival.with_rest(reading)
    if answer.said is Said.YES and (above := _doubt_above(arrival, asked, game)):
        return answer_neither(arrival, asked, game, above)
    if asked.asked is Asked.MAIL:
        return _answer_held(arrival, asked, answer, game)
    _must_be_open(services, transaction, [asked], game)
    if answer.said is Said.NEITHER:
        return answer_neither(arrival, asked, game)
    below = _said_below(arrival, asked, answer, game)
    commands = any(map(OF_THE_DESK.match, below))
    if below and answer.said is Said.YES and asked.asked is Asked.DESK and not commands:
        return answer_neither(arrival, asked, game, below[0])
    note = _answer_wish(arrival, asked, game, below, yes=answer.said is Said.YES)
    # Whoever asks for a game writes his settings below his yes, which go with it.
    again = bool(below) and asked.asked is not Asked.GAME
    return Became(note, asked.game_id, again=again)


def _read(asked: Confirmation, reading: MailReading) -> Answer:
    """Return what a mail says to a question."""
    answer = read_beforehand(read_answer, reading.lines)
    numbers = bool(answer.numbers or answer.everything)
    if asked.asked is not Asked.MAIL and (numbers or answer.said is Said.ADD):
        return Answer(Said.NEITHER)
    if answer.said is Said.YES and (
        read_beforehand(_unsaid, reading.lines, max(answer.places))
        or read_beforehand(doubt_in_tails, reading)
    ):
        return Answer(Said.NEITHER)
    if answer.said is Said.NO and read_beforehand(
        _agreed_below, reading.lines, max(answer.places)
    ):
        return Answer(Said.NEITHER)
    return answer


def _agreed_below(lines: tuple[str, ...], at: int) -> bool:
    """Tell whether what stands below a no says yes after all: `Oh wait, yes, that was me`, `I mean yes`."""
    written = [line for line in lines[at + 1 :] if line.strip()][:_MOST_BELOW_NO]
    parts = (part for line in written for part in _CLAUSES.split(line[:_LONGEST_BELOW_NO]))
    return any(map(_agrees, parts))


def _agrees(clause: str) -> bool:
    """Tell whether a clause is a yes, or ends in one behind words that deny nothing."""
    words = words_of(fold(clause))
    if not words or read_answer((clause,)).said is Said.NO:
        return False
    ends = range(max(0, len(words) - _LONGEST_YES), len(words))
    return any(
        read_answer((" ".join(words[at:]),)).said is Said.YES
        and not has_turn("denial", without_turns("lead", words[:at]))
        for at in ends
    )


_CLAUSES: Final = re.compile(r"[,.;:!]|\s[-–—]\s")
_LONGEST_YES: Final = 5
_MOST_BELOW_NO: Final = 20
_LONGEST_BELOW_NO: Final = 300
"""Words of the longest yes that ends a clause; lines below a no that are looked at, and letters of each."""


def _unsaid(lines: tuple[str, ...], at: int) -> bool:
    """Tell whether what stands below a yes takes it back or doubts it: `thanks, but that was a draft`."""
    below, *others = [line for line in lines[at + 1 :] if line.strip()] or [""]
    denied = leaves_open(below) or read_answer((below,)).said is Said.NO
    denied = denied and not OF_THE_DESK.match(below)
    return denied or any(map(unsays, (below, *_BUT.split(below)[1:], *others[:_MOST_BELOW])))


_MOST_BELOW: Final = 20
"""Lines below a yes that are looked at."""

_BUT: Final = re.compile(r"\b(?:but|aber|ach)\b", re.I)


def _doubt_above(arrival: Arrival, asked: Confirmation, game: GameRecord | None) -> str:
    """Return the words in the subject of a yes that leave open whether it counts; "" if none do."""
    person = arrival.transaction.person_by_id(asked.person_id)
    if person is None or game is None:
        return ""
    words = own_subject(arrival.transaction, arrival.reading, person, game)
    return words if words and read_beforehand(sets_aside, words) else ""


def _said_below(
    arrival: Arrival, asked: Confirmation, answer: Answer, game: GameRecord | None
) -> tuple[str, ...]:
    """Return the lines beside an answer that say something, and are no second answer of its kind."""
    person = arrival.transaction.person_by_id(asked.person_id)
    if game is None or person is None or not answer.places:
        return ()
    rest = _rest(answer, arrival.reading)
    names = names_of(arrival.services, game)
    return read_beforehand(_lines_said, rest.lines, names, person.name, game.gm_name)


def _lines_said(
    lines: tuple[str, ...], names: SeatNames, writer: str, gm_name: str
) -> tuple[str, ...]:
    """Return the lines that say something to somebody: no greeting, no yes or no, nobody's name."""
    game, people = GameWords(names), People((writer,), (gm_name,))
    return tuple(
        line.strip()
        for line in lines
        if talk_of(line, game, people) is not Talk.NOTHING
        and read_answer((line,)).said is Said.NEITHER
    )


def _is_all(answer: Answer, reading: MailReading) -> bool:
    """Tell whether a mail is nothing but a yes or a no."""
    return answer.said is not Said.NEITHER and not any(_rest(answer, reading).lines)


def _rest(answer: Answer, reading: MailReading) -> MailReading:
    """Return what a mail says beside its answer."""
    lines = tuple(
        "" if at in answer.places else line.strip() and line
        for at, line in enumerate(reading.lines)
    )
    return replace(reading, lines=lines)


def rest_of_answer(arrival: Arrival) -> Arrival:
    """Return a mail with what is read of it: beside the yes to a question of ours, if it was one."""
    asked = arrival.question
    if not arrival.mail.confirmed or arrival.about is not None or asked is None:
        return arrival
    return arrival.with_rest(_beside_answer(asked, arrival.reading))


def _beside_answer(asked: Confirmation, reading: MailReading) -> MailReading:
    """Return what a mail says beside its answer to a question, and beside the question that it quotes."""
    reading = read_beforehand(without_our_words, reading)
    return _rest(_read(asked, reading), reading)


def told_below_yes(arrival: Arrival, letter: Letter) -> Done:
    """Return what the receipt of a mail that was held says of words below the yes that confirmed it.

    They are read after it, as a mail of their own; whoever reads this receipt alone shall know of them.
    """
    services, transaction, about = arrival.services, arrival.transaction, arrival.about
    if about is None or about.outcome != held.CONFIRMED:
        return Done()
    below = gettext(
        "You wrote this below your YES. It is read next; what it orders or asks is answered in a mail of "
        "its own."
    )
    game = letter.game
    for mail in transaction.inbox(InboxState.NEW):
        if not mail.confirmed or mail.id <= letter.mail.id:
            continue
        reading = read_beforehand(services.reader.read, mail.raw)
        place = destination(services.identity, mail.recipient)
        if (asked := question_in(services, transaction, place, reading)) is None:
            continue
        if about.id in {confirmation.id for confirmation in _all_in(transaction, asked)}:
            held_itself = transaction.confirmation_about(mail.id) is not None
            left = (reading if held_itself else _beside_answer(asked, reading)).lines
            names, writer = names_of(services, game), letter.person.name
            said = read_beforehand(_lines_said, left, names, writer, game.gm_name)
            if said:
                return Done((Deed(said[0], (below,), plain=True),))
    return Done()


def _answer_wish(
    arrival: Arrival,
    asked: Confirmation,
    game: GameRecord | None,
    below: Sequence[str],
    *,
    yes: bool,
) -> str:
    """Do or drop what was asked about that is no held mail; return in short what that was.

    Args:
        arrival: the answer. asked: the question; game: what it is about, if about one.
        below: what the answer says besides. yes: what it says.
    """
    services, transaction = arrival.services, arrival.transaction
    match asked.asked:
        case Asked.RESIGN:
            answer_resign(services, transaction, asked, yes=yes)
            return "whether a player resigns"
        case Asked.DESK:
            answer_wishes(arrival, asked, yes=yes)
            return "whether to do it"
        case Asked.GAME:
            answer_new_game(services, transaction, asked, arrival.reading, yes=yes)
            return "whether to create a game"
        case Asked.ADDRESS if yes:
            change_address(services, transaction, asked)
            return "agreed to a new address"
        case _:
            _deny(arrival, [asked], asked, game, below)
            return _SAID_NO


def _answer_held(
    arrival: Arrival, asked: Confirmation, answer: Answer, game: GameRecord | None
) -> Became:
    """Do what an answer says of the held mails that its question quotes; Turned if it cannot be."""
    services, transaction = arrival.services, arrival.transaction
    if answer.said is Said.NEITHER:
        _must_be_open(services, transaction, _all_in(transaction, asked), game)
        return answer_neither(arrival, asked, game)
    chosen = _chosen(transaction, asked, answer, game)
    chosen = _must_be_open(services, transaction, chosen, game)
    if answer.said is Said.NO:
        below = _said_below(arrival, asked, answer, game)
        _deny(arrival, chosen, asked, game, below)
        return Became(_SAID_NO, asked.game_id, again=bool(below))
    for confirmation in chosen if answer.add else ():
        add_known(services, transaction, confirmation)
    confirm_held(services, transaction, chosen)
    over = game is not None and game.status is GameStatus.FINISHED
    # For what it says itself; behind the mails that it confirms, which are older.
    again = any(_rest(answer, arrival.reading).lines) and not over
    return Became("confirmed held mail", asked.game_id, again=again)


def _chosen(
    transaction: IdentityTransaction, asked: Confirmation, answer: Answer, game: GameRecord | None
) -> list[Confirmation]:
    """Return the questions about the mails that an answer is for; Turned if it cannot be."""
    text, yes = held_text_of(asked), answer.said is not Said.NO
    able = {_OWN: text.whole, **{number: part.whole for number, part in text.numbered()}}
    numbers = answer.numbers or (_OWN,)
    if answer.everything:
        along = [
            number for number, part in text.numbered() if part.along or (part.whole and not yes)
        ]
        numbers = (*((_OWN,) if text.whole or not yes else ()), *along) or (_OWN,)
    if unknown := [position for position in numbers if position not in able]:
        raise _not_listed(unknown, text, game)
    if yes and (cut := [position for position in numbers if not able[position]]):
        raise Turned(
            gettext(
                "Not all of mail {numbers} was quoted in our question, so a YES cannot confirm it.",
                numbers=_figures(cut),
            ),
            gettext(
                "Send it anew in reply to a mail of the game, or ask the game master to confirm it."
            ),
            game,
        )
    return [
        confirmation
        for number in numbers
        if (confirmation := _numbered(transaction, asked, text, number))
    ]


def _not_listed(unknown: Sequence[int], text: HeldText, game: GameRecord | None) -> Turned:
    known = [_OWN, *(number for number, _ in text.numbered())]
    return Turned(
        gettext(
            "Our question lists no mail {numbers}, so nothing has changed.",
            numbers=_figures(unknown),
        ),
        gettext("Its mails are {numbers}; answer the question again.", numbers=_figures(known)),
        game,
    )


def _figures(numbers: Sequence[int]) -> str:
    return listed(str(number) for number in numbers)


def _numbered(
    transaction: IdentityTransaction, asked: Confirmation, text: HeldText, number: int
) -> Confirmation | None:
    """Return the question about the mail that has a number in another."""
    if number == _OWN:
        return asked
    about = transaction.confirmation_about(dict(text.numbered())[number].mail)
    if about is None or (about.person_id, about.game_id) != (asked.person_id, asked.game_id):
        return None  # the GM has said since that it is somebody else's
    return about


def _all_in(transaction: IdentityTransaction, asked: Confirmation) -> list[Confirmation]:
    """Return a question with those about the mails that it lists."""
    if asked.asked is not Asked.MAIL:
        return [asked]
    text = held_text_of(asked)
    numbers = (_OWN, *(number for number, _ in text.numbered()))
    return [
        confirmation
        for number in numbers
        if (confirmation := _numbered(transaction, asked, text, number))
    ]


def _is_settled(transaction: IdentityTransaction, asked: Confirmation) -> bool:
    """Tell whether an answer to a question can do nothing any more."""
    return all(confirmation.settled_at is not None for confirmation in _all_in(transaction, asked))


def _must_be_open(
    services: Services,
    transaction: Transaction,
    chosen: Sequence[Confirmation],
    game: GameRecord | None,
) -> list[Confirmation]:
    """Return the questions that can be answered still; Turned if none of them can."""
    remedy = gettext(
        "If something is still to be done, write a new mail: reply to a mail of the game."
    )
    unsettled = [confirmation for confirmation in chosen if confirmation.settled_at is None]
    now = services.clock.now()
    late = [confirmation for confirmation in unsettled if is_over(transaction, confirmation, now)]
    for confirmation in late:
        drop(services, transaction, confirmation, EXPIRED, "was not confirmed in time")
    left = [confirmation for confirmation in unsettled if confirmation not in late]
    if left:
        return left
    if late:
        raise Turned(
            gettext("That question can be answered no more: its time is over."), remedy, game
        )
    # None is left where the GM has said since whose the mails are.
    outcome = chosen[0].outcome if chosen else ASSIGNED
    of_mail = bool(chosen) and chosen[0].asked is Asked.MAIL
    raise Turned(_became(outcome, mail=of_mail), remedy, game)


def _became(outcome: str, *, mail: bool) -> str:
    """Return in a sentence what came of a question; of one about a held mail, of that as well."""
    if outcome == EXPIRED and mail:
        return gettext(
            "That question is settled already: the mail was not confirmed in time, so nothing "
            "in it was used."
        )
    return gettext(_BECAME.get(outcome, _ASKED_NO_MORE))


def _deny(
    arrival: Arrival,
    chosen: Sequence[Confirmation],
    asked: Confirmation,
    game: GameRecord | None,
    below: Sequence[str],
) -> None:
    """Drop what a no is for, tell its owner so, and the GM that somebody tried.

    Args:
        arrival: the answer; chosen: the questions that it says no to.
        asked: the one it answers; game: of all of them.
        below: what the answer says besides.
    """
    services, transaction = arrival.services, arrival.transaction
    for confirmation in chosen:
        drop(
            services,
            transaction,
            confirmation,
            DENIED,
            "its supposed sender says that it is not his",
        )
    person = transaction.person_by_id(asked.person_id)
    if person is None or game is None:
        return
    thread = answer_to(arrival.reading.message_id, arrival.reading.references)
    key, words = f"denied {arrival.mail.id}", partial(_dropped, below)
    tell_person(services, transaction, person, key, words, game, thread)
    if asked.asked is Asked.MAIL:
        for confirmation in chosen:
            view = partial(_not_his, confirmation, person, game)
            notify(
                services, transaction, game.gm_address, f"denied-gm {confirmation.id}", view, game
            )


def _dropped(below: Sequence[str]) -> Words:
    text = gettext(
        "What we asked you about has been dropped, as you said. Nothing in your game changed."
    )
    besides = [
        gettext(
            "You wrote “{words}” below your NO. It is read next; what it orders or asks is answered in a "
            "mail of its own.",
            words=" / ".join(line[:_LONGEST_SHOWN] for line in below[:_MOST_SHOWN]),
        )
    ]
    return gettext("Dropped, as you said"), (text, *(besides if below else ()))


_LONGEST_SHOWN: Final = 200
_MOST_SHOWN: Final = 8
"""What is shown of words below a no: letters of a line, and lines."""


def _not_his(asked: Confirmation, person: Person, game: GameRecord) -> NoticeView:
    text = (
        gettext(
            "Mail {number} to {game} came in the name of {person}, who was asked and says no: it "
            "is somebody else's. It was dropped, and nothing in it was recorded. `gm inbox show "
            "{number}` shows it.",
            number=asked.inbox_id,
            game=game.name,
            person=person.name,
        ),
        gettext(
            "If it went to the player's own reply address, give the seat another: `gm token "
            "rotate {game} POWER`.",
            game=game.name,
        ),
    )
    title = gettext("A mail in the name of {person} was somebody else's", person=person.name)
    return NoticeView(title, text)
