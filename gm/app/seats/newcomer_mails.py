"""The mails to those who hold no seat yet: the question whether it is they, and the list of games."""

from __future__ import annotations

from datetime import timedelta

from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_records import Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, InboxMail, Person
from gm.app.senders.asking import mail_question, reply_with_yes
from gm.app.senders.held_text import held_text_of
from gm.app.senders.proof_mails import too_long
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Press, SignUp
from gm.app.setup.creators import may_create
from gm.app.table import rules_of
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report.facts.unconfirmed import NEWCOMERS_QUESTION
from gm.report.pages.letter_page import LetterView, letter
from gm.report.pages.question_page import QuestionView
from gm.report.wording.dates import length_words, moment_words

_PACE = {
    "movement": gettext_noop("{time} for moves"),
    "retreat": gettext_noop("{time} for retreats"),
    "adjustment": gettext_noop("{time} for winters"),
}
"""What a game's lengths are for."""

_PRESS = {
    Press.NONE: gettext_noop("No press."),
    Press.WHITE: gettext_noop("Press is signed."),
    Press.GREY: gettext_noop("Press is anonymous."),
    Press.BOTH: gettext_noop("Press is signed or anonymous."),
}
_TO_CREATE = gettext_noop(
    "To create a game yourself: NEW GAME and its name; HELP in a mail to the server tells more."
)


def ask_newcomer(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    person: Person,
    game: GameRecord | None,
    asked: Confirmation,
) -> None:
    """Ask an address whether a mail with one of our words came from there."""
    came = moment_words(mail.received_at, person.time_zone)
    until = moment_words(asked.expires_at, person.time_zone)
    where = game.name if game is not None else services.identity.server_name
    text = held_text_of(asked)
    view = QuestionView(
        title=gettext(NEWCOMERS_QUESTION),
        told=(
            gettext(
                "A mail for {where} came in on {came}. Its From line says {address}.",
                where=where,
                came=came,
                address=person.address,
            ),
            (
                gettext(
                    "Anybody can write a From line, so nothing in it counts until you say "
                    "that it is from you."
                )
            ),
        ),
        quoted=text.lines,
        if_yes=(reply_with_yes(until),) if text.whole else (too_long(),),
        if_no=(gettext("Do nothing, and nothing happens; or reply with the word NO."),),
    )
    mail_question(services, transaction, asked, person, view, reading, game)


def answer_games(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    person: Person | None,
) -> None:
    """Answer a mail that asked which games there are; a stranger once a day."""
    found = [_line(services, transaction, game) for game in transaction.games()]
    lines = tuple(text for text in found if text)
    address = person.address if person else reading.sender or ""
    more = (gettext(_TO_CREATE),) if may_create(services, transaction, address) else ()
    view = LetterView(
        gettext("The games of this server"),
        lines or (gettext("There is no game here that takes players or is being played."),),
        steps=(
            (
                gettext(
                    "To play: JOIN and the game's name, on a line of its own, in a mail to "
                    "{server_address}. Below it you may write PREFERENCES: and the powers "
                    "that you would like to play, the dearest first.",
                    server_address=services.identity.server_address,
                )
            ),
            gettext("To read a game as it goes on: OBSERVE and its name."),
            (
                gettext(
                    "To take over where a player drops out: STANDBY and its name; STANDBY "
                    "alone for any game."
                )
            ),
            *more,
        ),
    )
    day = f"{services.clock.now():%F}"
    parcel = Parcel(
        key=f"games {mail.id}" if person else f"games {address_key(address)} {day}",
        kind=f"games-{mail.id}",
        label=address,
        address=address,
        name=person.name if person else "",
        text=letter(view),
        purpose=Purpose.ANSWER,
        thread=answer_to(reading.message_id, reading.references),
        person_id=person.id if person else None,
    )
    queue(services, transaction, parcel)


def _line(services: Services, transaction: Transaction, game: GameRecord) -> str:
    """Return a game in a line; "" for one that is over."""
    if game.status is GameStatus.FINISHED:
        return ""
    meta, settings = rules_of(services, game).meta, settings_of(game)
    seats = transaction.seats(game.id)
    count = sum(seat.person is None for seat in seats)
    free = ngettext("{count} free seat", "{count} free seats", count, count=count)
    what = gettext(
        "{game}: {title}, with {count} powers, run by {gm_name}.",
        game=game.name,
        title=meta.title,
        count=len(seats),
        gm_name=game.gm_name,
    )
    if game.status is GameStatus.FORMING:
        how = {
            SignUp.OPEN: gettext("It takes players by mail: {free}.", free=free),
            SignUp.INVITED: gettext("It takes those whom its GM invited: {free}.", free=free),
            SignUp.CLOSED: gettext("Its GM seats the players."),
        }
        return f"{what} {how[settings.sign_up]} {_pace_and_press(game)}"
    phase = transaction.open_phase(game.id)
    playing = gettext("It is being played.")
    if phase is not None:
        playing = gettext("It is being played, in {phase}.", phase=phase.name)
    return f"{what} {playing} {_pace_and_press(game)}"


def _pace_and_press(game: GameRecord) -> str:
    """Return in two sentences how fast a game goes, and what its players may write each other."""
    spans = [
        gettext(told, time=length_words(timedelta(seconds=game.lengths[name])))
        for name, told in _PACE.items()
        if name in game.lengths
    ]
    time = f"{listed(spans)}." if spans else ""
    return f"{time} {gettext(_PRESS[settings_of(game).press])}".strip()
