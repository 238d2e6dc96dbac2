"""The mails about held mails: the question to the registered address, and what the GM is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gm.app.addresses.destinations import keys_in_body
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Words
from gm.app.mail_ports import MailTransaction
from gm.app.mail_records import Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, Person, PhaseRecord
from gm.app.senders.asking import mail_question, reply_with_yes
from gm.app.senders.held_text import HeldText, held_text_of
from gm.app.senders.identity import SenderStanding
from gm.app.senders.letters import Letter
from gm.app.services import Services
from gm.languages import gettext, gettext_noop, listed
from gm.mail.addresses import address_key, domain_key
from gm.mail.threads import NEW_THREAD, Thread
from gm.report.pages.questions_page import QUESTION, QuestionView, WaitingMail
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words

_WHY = {
    SenderStanding.NO_PROOF: (
        gettext_noop(
            "It did not go to your own reply address, and nothing but its From line says "
            "who sent it. Anybody can write a From line."
        )
    ),
    SenderStanding.OLD_REPLY: gettext_noop(
        "It went to a reply address of yours that has been replaced since."
    ),
    SenderStanding.WRONG_REPLY: gettext_noop("It went to a reply address that is not yours."),
    SenderStanding.NEW_SENDER: (
        gettext_noop(
            "It went to your own reply address, but from an address that we do not know as yours."
        )
    ),
    SenderStanding.FAILED: (
        gettext_noop(
            "Its sender's domain says that mail like this one is not its own (DMARC), so "
            "the From line is probably forged."
        )
    ),
}
"""Why a mail is not believed, to the person it claims to be from."""

_NO_KEY = gettext_noop(
    "The line “Reply key” that ends your mails of the game is not in it, and nothing "
    "but its From line says who sent it. Anybody can write a From line."
)
_QUOTE = gettext_noop(
    "To be believed at once, reply to a mail of the game and leave its text below your "
    "answer, with the line “Reply key”."
)
"""The same where our addresses carry no secrets."""

_AGAIN = gettext_noop(
    "If you are asked once more all the same, write the line “Reply key” that ends this "
    "mail into your answer."
)
"""Where nothing but the mail that is replied to, which some systems change, tells what is answered."""

_LEAKED = gettext_noop(
    "Somebody may know your reply address then: ask the game master for another one."
)


def ask_about_mail(letter: Letter, asked: Confirmation, phase: PhaseRecord | None) -> None:
    """Ask a registered address whether a held mail is from there.

    Args:
        letter: the mail; asked: the question, which knows what is quoted and listed.
        phase: the one that is open.
    """
    text = held_text_of(asked)
    view = QuestionView(
        title=gettext(QUESTION),
        told=_told(letter),
        quoted=text.lines,
        if_yes=_if_yes(letter, asked) if text.whole else (too_long(),),
        if_no=_if_no(letter),
        phase=phase.name if phase is not None else "",
        waiting=tuple(_waiting(letter.transaction, text, letter.person)),
        choose=_choose(text),
    )
    number = phase.number if phase is not None else 0
    person, reading, game = letter.person, letter.reading, letter.game
    mail_question(letter.services, letter.transaction, asked, person, view, reading, game, number)


def too_long() -> str:
    """Return what is to be done about a mail that is too long to be quoted whole."""
    return gettext(
        "It is too long to be quoted whole here, and a YES covers no more than you have read. Send "
        "it anew in reply to a mail of the game, or shorter; or ask the game master to confirm it."
    )


def _waiting(
    transaction: MailTransaction, text: HeldText, person: Person
) -> Iterator[WaitingMail]:
    """Yield the earlier mails that a question lists, as it shows them."""
    for number, part in text.numbered():
        mail, asked = transaction.inbox_mail(part.mail), transaction.confirmation_about(part.mail)
        shown = held_text_of(asked) if asked is not None else HeldText("")
        when = moment_words(mail.received_at, person.time_zone)
        sender = shown.sender or gettext("nobody")
        lines = [
            gettext("It came in on {when}. Its From line says {sender}.", when=when, sender=sender)
        ]
        if shown.stranger:
            lines.append(
                gettext("We do not know that address as yours, so YES ALL leaves it out.")
            )
        if not part.whole:
            lines.append(
                gettext("Its text is too long for this mail, so it cannot be chosen here.")
            )
        yield WaitingMail(number, tuple(lines), shown.lines if part.whole else ())


def _choose(text: HeldText) -> tuple[str, ...]:
    """Return how earlier mails are chosen, with an example; nothing if none can be."""
    able = [number for number, part in text.numbered() if part.whole]
    if not able:
        return ()
    return (
        gettext(
            "Neither a YES nor a NO alone touches these: they wait on. Choose them by their numbers; "
            "the mail above is 1."
        ),
        gettext(
            "YES {first} confirms number {first} alone, YES 1 {first} the mail above as well, "
            "YES ALL all of them.",
            first=able[0],
        ),
        gettext("NO {first} drops number {first}, NO ALL all of them.", first=able[0]),
    )


def _told(letter: Letter) -> tuple[str, ...]:
    came = moment_words(letter.mail.received_at, letter.person.time_zone)
    sender = letter.reading.sender or gettext("nobody")
    in_body = keys_in_body(letter.services.identity) and letter.standing is SenderStanding.NO_PROOF
    why = gettext(_NO_KEY if in_body else _WHY[letter.standing])
    waits = gettext("So nothing in it has been recorded, and it waits for your word.")
    return (
        gettext(
            "A mail for {game} came in on {came}. Its From line says {sender}.",
            game=letter.game.name,
            came=came,
            sender=sender,
        ),
        f"{why} {waits}",
    )


def _if_yes(letter: Letter, asked: Confirmation) -> tuple[str, ...]:
    until = moment_words(asked.expires_at, letter.person.time_zone)
    in_body = keys_in_body(letter.services.identity)
    lines = [
        reply_with_yes(until),
        gettext(
            "It is then read as yours, with the moment at which it came in, and you get its "
            "receipt. Orders that you write below the YES are read as well."
        ),
    ]
    if letter.standing is SenderStanding.NEW_SENDER:
        lines.append(
            gettext(
                "If {sender} shall count as yours from now on, write the word ADD on a line "
                "of its own.",
                sender=letter.reading.sender,
            )
        )
    elif in_body:
        lines += [gettext(_AGAIN), gettext(_QUOTE)]
    else:
        lines.append(
            gettext(
                "To be believed at once, reply to a mail of the game: its reply address is "
                "yours alone."
            )
        )
    return tuple(lines)


def _if_no(letter: Letter) -> tuple[str, ...]:
    sentence = gettext(
        "Do nothing, and nothing happens; or reply with the word NO on the first line, and it is "
        "dropped at once."
    )
    return (
        (sentence, gettext(_LEAKED))
        if letter.standing is SenderStanding.NEW_SENDER
        else (sentence,)
    )


def tell_many_held(letter: Letter) -> None:
    """Tell the GM, once a day, that many mails in a player's name wait to be confirmed."""
    game, person, now = letter.game, letter.person, letter.services.clock.now()

    def view() -> NoticeView:
        text = (
            gettext(
                "Many mails in the name of {person} have come in that nothing proves, so the "
                "player is not asked about each of them any more.",
                person=person.name,
            ),
            gettext(
                "See them with `gm inbox list --state held`, and decide with `gm inbox confirm` "
                "or `gm inbox reject`. What goes to the player's own reply address counts as "
                "always."
            ),
        )
        title = gettext("Many unproved mails in the name of {person}", person=person.name)
        return NoticeView(title, text)

    key = f"many-held {game.name} {person.id} {now:%F}"
    notify(letter.services, letter.transaction, game.gm_address, key, view, game)


def warn_of_readers(letter: Letter) -> None:
    """Tell the GM that a player's mail to the game went to other players as well.

    The player's own receipt says so, too. His secret reply address may be known to them now.
    """
    reading, game, person = letter.reading, letter.game, letter.person
    host = f"@{domain_key(letter.services.identity.host)}"
    seen = {address_key(address) for address in (*reading.to, *reading.cc)} - {
        address_key(person.address)
    }
    open_to = {piece for piece in seen if not piece.endswith(host)}
    if not open_to:
        return
    players = (
        seat.person for seat in letter.transaction.seats(game.id) if seat.person is not None
    )
    others = {
        player.name for player in players if player.id != person.id and _is_in(player, open_to)
    }
    if game.list_address and address_key(game.list_address) in open_to:
        others.add(game.list_address)
    if not others:
        return

    def view() -> NoticeView:
        text = (
            gettext(
                "A mail of {person} to the game was addressed to {names} as well. They may know "
                "the player's reply address now, by which mail is believed.",
                person=person.name,
                names=listed(sorted(others)),
            ),
            gettext("To give the player another one: gm token rotate."),
        )
        title = gettext("Other players were sent a mail of {person}", person=person.name)
        return NoticeView(title, text)

    notify(
        letter.services,
        letter.transaction,
        game.gm_address,
        f"readers {letter.mail.id}",
        view,
        game,
    )


def _is_in(person: Person, addresses: set[str]) -> bool:
    return address_key(person.address) in addresses


def tell_person(
    services: Services,
    transaction: Transaction,
    person: Person,
    key: str,
    words: Callable[[], Words],
    game: GameRecord | None,
    thread: Thread = NEW_THREAD,
) -> None:
    """Send a person a short notice at his registered address: its title, and its sentences.

    Args:
        services, transaction: the ports. person: who is told.
        key: unique in the outbox with his address. words: what says it.
        game: what it is about, if about one. thread: of the mail that it answers, if it answers one.
    """

    def view() -> NoticeView:
        title, paragraphs = words()
        return NoticeView(title, paragraphs, zone=person.time_zone, now=services.clock.now())

    notify(services, transaction, person.address, key, view, game, thread)
