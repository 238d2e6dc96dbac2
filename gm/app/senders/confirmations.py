"""Answers to the questions that were sent to a registered address: yes, no, and what follows.

Whoever writes to a question's code has read it at the registered address, so it does not matter from
where he writes; only a machine's answer is no answer.
"""

from __future__ import annotations

import re
from functools import partial

from gm.app.mail_in.beforehand import read_beforehand
from gm.app.mail_in.destinations import DestinationKind, destination
from gm.app.mail_in.letters import Turned, question_in
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Words
from gm.app.mail_records import Asked, Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, InboxMail, InboxState, Person
from gm.app.seats.resigning import answer_resign, says_yes
from gm.app.senders import held
from gm.app.senders.addresses import add_known, change_address
from gm.app.senders.held import DENIED, EXPIRED, confirm_held, drop, is_over
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.words.gm_mail import answer_wishes
from gm.app.words.new_game_mail import answer_new_game, wants_another
from gm.interpret.folding import fold
from gm.languages import gettext
from gm.mail.values import MailKind, MailReading
from gm.report.views import NoticeView

_NO = re.compile(
    r"\W*(?:no|nope|nein|non|never|drop|reject|not|i (?:did not|didn't|have not|haven't)|"
    r"(?:it|this|that)(?:'s| is| was) not|(?:it|this|that) (?:isn't|wasn't))\b(?!\s+problem)",
    re.I,
)
_BARE = re.compile(
    r"\W*(?:yes|yep|yeah|ok(?:ay)?|sure|confirm(?:ed)?|add|no|(?:that|it)(?:'s| is| was) (?:me|mine))\W*",
    re.I,
)
_DO = re.compile(r"\W*(?:yes|yep|yeah|ok(?:ay)?|do it|go ahead)\b", re.I)
_ADD = "ADD"


def _words_of(lines: tuple[str, ...]) -> list[str]:
    """Return the lines of a mail that are not empty, folded."""
    return [line for line in map(fold, lines) if line.strip()]


def take_answer(
    services: Services, transaction: Transaction, mail: InboxMail, reading: MailReading
) -> bool:
    """Do what an answer to a question says, and settle it.

    Returns:
        False if the mail answers none, or has orders beside its yes, which are to be read now.

    Raises:
        Turned: the question is not known, or cannot be answered any more.
    """
    asked = question_in(services, transaction, mail, reading)
    at_code = destination(services.identity, mail.recipient).kind is DestinationKind.CONFIRM
    if asked is None and at_code:
        raise Turned(
            gettext("The question that your mail answers is not known here."),
            gettext("Reply to the mail that asked it, so that the address is right."),
        )
    if asked is None or mail.confirmed or wants_another(asked, reading):
        return False
    words = read_beforehand(_words_of, reading.lines)
    if asked.settled_at is not None and not at_code and not _says_no_more(words):
        return False  # another mail in the same thread
    game = transaction.game_by_id(asked.game_id) if asked.game_id is not None else None
    if reading.kind is not MailKind.HUMAN or mail.envelope_from == "<>":
        _settle(services, transaction, mail, InboxState.SUPPRESSED, asked, "no person's answer")
        return True
    _must_be_open(services, transaction, asked, game)
    if asked.asked is Asked.RESIGN:
        answer_resign(services, transaction, asked, yes=says_yes(words))
        _settle(services, transaction, mail, InboxState.DONE, asked, "whether a player resigns")
        return True
    if asked.asked is Asked.DESK:
        answer_wishes(services, transaction, asked, yes=bool(words) and bool(_DO.match(words[0])))
        _settle(services, transaction, mail, InboxState.DONE, asked, "whether to do it")
        return True
    no = bool(words) and _NO.match(words[0]) is not None
    if asked.asked is Asked.GAME:
        answer_new_game(services, transaction, asked, reading, yes=not no)
        _settle(services, transaction, mail, InboxState.DONE, asked, "whether to create a game")
        return True
    if no:
        _deny(services, transaction, asked, game)
        _settle(services, transaction, mail, InboxState.DONE, asked, "said no to a question")
        return True
    return _agree(services, transaction, mail, asked, words)


def _says_no_more(words: list[str]) -> bool:
    """Tell whether a mail is nothing but an answer to a question."""
    return all(map(_BARE.fullmatch, words))


def _must_be_open(
    services: Services, transaction: Transaction, asked: Confirmation, game: GameRecord | None
) -> None:
    """Turn away the answer to a question that is settled; Turned."""
    remedy = gettext(
        "If something is still to be done, write a new mail: reply to a mail of the game."
    )
    if asked.settled_at is not None:
        raise Turned(_became(asked), remedy, game)
    if is_over(transaction, asked, services.clock.now()):
        drop(services, transaction, asked, EXPIRED, "was not confirmed in time")
        raise Turned(
            gettext("That question can be answered no more: its time is over."), remedy, game
        )


def _became(asked: Confirmation) -> str:
    """Return in a sentence what came of a question."""
    match asked.outcome:
        case held.CONFIRMED:
            return gettext("That question is settled already: you said yes.")
        case held.DENIED:
            return gettext("That question is settled already: the answer was no.")
        case held.EXPIRED if asked.asked is Asked.MAIL:
            return gettext(
                "That question is settled already: the mail was not confirmed in time, so nothing "
                "in it was used."
            )
        case held.EXPIRED:
            return gettext("That question is settled already: it was not answered in time.")
        case _:
            return gettext("That question is settled already: it was taken back.")


def _agree(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    asked: Confirmation,
    words: list[str],
) -> bool:
    """Do what was asked about; what else the answer says is read after that, as just as proved."""
    if asked.asked is Asked.ADDRESS:
        change_address(services, transaction, asked)
        _settle(services, transaction, mail, InboxState.DONE, asked, "agreed to a new address")
        return True
    if any(one.strip().upper().rstrip(".!") == _ADD for one in words):
        add_known(services, transaction, asked)
    confirm_held(services, transaction, asked)
    _settle(services, transaction, mail, InboxState.DONE, asked, "confirmed held mail")
    if any(one.strip().upper().rstrip(".!") != _ADD for one in words):
        # Read again, behind the mails that it confirms, for what it says itself.
        transaction.confirm_inbox(mail.id, services.clock.now())
    return True


def _settle(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    state: InboxState,
    asked: Confirmation,
    note: str,
) -> None:
    now = services.clock.now()
    transaction.settle_inbox(mail.id, state, now, game_id=asked.game_id, note=note)


def _deny(
    services: Services, transaction: Transaction, asked: Confirmation, game: GameRecord | None
) -> None:
    """Drop what was asked about, tell its owner so, and the GM that somebody tried."""
    drop(services, transaction, asked, DENIED, "its supposed sender says that it is not his")
    person = transaction.person_by_id(asked.person_id)
    if person is None or game is None:
        return
    key = f"denied {asked.id}"
    tell_person(services, transaction, person, key, _dropped, game)
    view = partial(_not_his, asked, person, game)
    notify(services, transaction, game.gm_address, f"denied-gm {asked.id}", view, game)


def _dropped() -> Words:
    text = gettext(
        "What we asked you about has been dropped, as you said. Nothing in your game changed."
    )
    return gettext("Dropped, as you said"), (text,)


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
