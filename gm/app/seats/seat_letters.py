"""What the handlers of JOIN, OBSERVE, STANDBY, LEAVE and RETURN share: who came, and the letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gm.app.addresses.question_ids import below_question
from gm.app.mail_out.notices import notify
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.reasons import Words
from gm.app.ports import Transaction
from gm.app.records import GameRecord, InboxMail, Person
from gm.app.seats.wishes import SeatWish
from gm.app.senders.arrival import Arrival
from gm.app.services import Services
from gm.app.settings.game_settings import house_settings_of
from gm.app.table import chosen_options, family_of, rules_of
from gm.app.tongues import speaking_to
from gm.mail.compose import Purpose
from gm.mail.threads import NEW_THREAD, Thread, answer_to
from gm.mail.values import MailReading
from gm.report.pages.letter_page import LetterView, Ways, letter
from gm.report.pages.rules_page import house_page, house_settings, pace, rules_page_of
from gm.report.views import NoticeView


@dataclass(frozen=True, slots=True)
class Coming:
    """Somebody's mail with one of our words, believed to be his.

    Args:
        arrival: the mail. person: whose it is.
        game: the game it is about; None for the whole server. said: what he wishes.
    """

    arrival: Arrival
    person: Person
    game: GameRecord | None
    said: SeatWish

    @property
    def services(self) -> Services:
        """The ports."""
        return self.arrival.services

    @property
    def transaction(self) -> Transaction:
        """The one in which the mail is acted on."""
        return self.arrival.transaction

    @property
    def mail(self) -> InboxMail:
        """The mail as it came."""
        return self.arrival.mail

    @property
    def reading(self) -> MailReading:
        """What it says."""
        return self.arrival.reading


def answer(coming: Coming, view: LetterView) -> None:
    """Answer a mail with a letter, at the registered address."""
    asked, references = coming.arrival.about, coming.reading.references
    if asked is not None:
        references = below_question(coming.services.identity, asked, coming.game, references)
    thread = answer_to(coming.reading.message_id, references)
    send_letter(
        coming.services,
        coming.transaction,
        coming.person,
        f"{coming.said.word.lower()} {coming.mail.id}",
        lambda: view,
        coming.game,
        purpose=Purpose.ANSWER,
        thread=thread,
    )


def send_letter(
    services: Services,
    transaction: Transaction,
    person: Person,
    key: str,
    view: Callable[[], LetterView],
    game: GameRecord | None,
    *,
    purpose: Purpose = Purpose.NEWS,
    thread: Thread = NEW_THREAD,
) -> None:
    """Send a person a letter, written in his language; `key` is what it is, once for him."""
    with speaking_to(services, transaction, person.address, game):
        signed = view()
        if game is not None:
            name, address = game.gm_name, game.gm_address
            signed = replace(signed, game=game.name, gm_name=name, gm_address=address)
        text = letter(signed)
    parcel = Parcel(
        key=f"{key} {person.id}",
        kind=key.replace(" ", "-").lower(),
        label=person.address,
        address=person.address,
        name=person.name,
        text=text,
        purpose=purpose,
        game=game,
        thread=thread,
        person_id=person.id,
        vital=True,
    )
    queue(services, transaction, parcel)


def tell_gm(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    key: str,
    words: Callable[[], Words],
) -> None:
    """Send a game's GM a notice, said in his language."""
    notify(services, transaction, game.gm_address, key, lambda: NoticeView(*words()), game)


def ways_of(services: Services, game: GameRecord) -> Ways:
    """Return how a game is played: its deadlines, how it is run, its settings and rules."""
    rules, family = rules_of(services, game), family_of(services, game)
    chosen = {
        **chosen_options(rules, game.options),
        **house_settings(keep_impossible=game.keep_impossible),
    }
    return Ways(
        pace(family.kinds, game.lengths, family.pages.lead_help(rules)),
        house_page(house_settings_of(game)),
        rules_page_of(rules.meta, family.pages.rules(rules, chosen), chosen),
    )
