"""The mails about an offered seat: the offer with the position, and that it is over."""

from __future__ import annotations

from dataclasses import replace

from gm.app.life_records import Offer
from gm.app.mail_out.post import Parcel, queue
from gm.app.ports import Transaction
from gm.app.records import Person
from gm.app.seats.coming import send_letter, ways_of
from gm.app.senders.asking import code_path
from gm.app.services import Services
from gm.app.table import Table
from gm.app.tongues import speaking_to
from gm.contract.seats import SeatId
from gm.languages import gettext
from gm.mail.compose import Purpose
from gm.report.pages.letter_page import LetterView, letter
from gm.report.wording.dates import moment_words, time_left

KIND = "offer"
"""The kind of an offer in its Message-ID, before its number."""


def mail_offer(
    services: Services, transaction: Transaction, table: Table, offer: Offer, person: Person
) -> None:
    """Mail somebody a seat's position and the rules, and how to take it; no orders of anybody."""
    with speaking_to(services, transaction, person.address, table.game):
        queue(services, transaction, _offer(services, table, offer, person))


def _offer(services: Services, table: Table, offer: Offer, person: Person) -> Parcel:
    game, now, zone = table.game, services.clock.now(), person.time_zone
    name, phase = table.seat_words(offer.seat), table.phase
    until = f"{moment_words(offer.expires_at, zone)}, {time_left(now, offer.expires_at)}"
    words = table.stage_words()
    view = LetterView(
        title=gettext("Will you play {name}?", name=name),
        paragraphs=(
            (
                gettext(
                    "Dear {person}, {title} is played here by mail, in the game {game}, and {why}",
                    person=person.name,
                    title=table.rules.meta.title,
                    game=game.name,
                    why=_why(table, offer, name),
                )
            ),
            (
                gettext(
                    "Orders for {words} are due on {when}. If you say yes, you get the "
                    "game's mail at once, and at least enough time to write orders.",
                    words=words,
                    when=moment_words(phase.deadline, zone),
                )
            ),
            gettext("This offer stands until {until}. Then somebody else is asked.", until=until),
        ),
        steps=(
            gettext(
                "To take it: reply with the word YES on the first line. You may write your orders below "
                "it at once."
            ),
            gettext(
                "If you would rather not: reply with the word NO, so that the next can be asked."
            ),
        ),
        shown=table.family.pages.placed(table.position, SeatId(offer.seat)),
        ways=ways_of(services, game),
        phase=table.phase.name,
    )
    return Parcel(
        key=f"offer {game.name} {offer.id}",
        kind=f"{KIND}-{offer.id}",
        label=offer.code,
        address=person.address,
        name=person.name,
        text=letter(
            replace(view, game=game.name, gm_name=game.gm_name, gm_address=game.gm_address)
        ),
        purpose=Purpose.NEWS,
        number=phase.number,
        game=game,
        reply=code_path(services, offer.code),
        person_id=person.id,
        vital=True,
    )


def _why(table: Table, offer: Offer, name: str) -> str:
    if offer.for_phase is None:
        return gettext("{name} has no player. Will you play it, to the end?", name=name)
    words = table.stage_words()
    return gettext(
        "the player of {name} sent no orders for {words}. Will you stand in for this "
        "phase? The seat goes back afterwards, or sooner if its player returns.",
        name=name,
        words=words,
    )


def tell_over(
    services: Services, transaction: Transaction, table: Table, offer: Offer, person: Person
) -> None:
    """Tell somebody that an offer cannot be taken any more."""
    name = table.seat_words(offer.seat)

    def view() -> LetterView:
        return LetterView(
            gettext("The offer of {name} is over", name=name),
            (
                gettext(
                    "{name} in {game} can be taken no more. You stay on the bench.",
                    name=name,
                    game=table.game.name,
                ),
            ),
            phase=table.phase.name,
        )

    send_letter(services, transaction, person, f"offer-over {offer.id}", view, table.game)
