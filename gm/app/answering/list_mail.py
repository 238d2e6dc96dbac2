"""Mail that comes over a mailing list, or from the program that runs one.

Nobody who writes over a list is answered there. What a list's program writes to us, a posting that is
held or refused, a wish to confirm something, is kept and never answered; the GM hears of it, for he
alone can talk to the list's owner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from gm.app.addresses.answer_limits import day_of
from gm.app.addresses.destinations import Destination, DestinationKind, redacted
from gm.app.mail_out.notices import notify
from gm.app.mail_out.reasons import Words
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, InboxMail
from gm.app.senders.arrival import ReadMail
from gm.app.senders.letters import Letter, read_letter
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.table import lay
from gm.languages import gettext
from gm.mail.addresses import address_key, domain_key
from gm.mail.compose import clean
from gm.mail.values import MailReading
from gm.report.views import NoticeView

_FIRST_LINES: Final = 4
"""What a list's program wants is said at the top; below follow the posting and its rules."""

_LONGEST: Final = 300
"""So many letters of those lines are shown: some programs write a paragraph as one line."""


def list_mail_counts(letter: Letter) -> bool:
    """Tell whether orders that came over a list count: only where the game's address is named too.

    In To or Cc, that is. The list's own copy of a mail that its writer sent to us as well names a
    secret address or none.
    """
    address = address_key(letter.services.identity.game_address(letter.game.name))
    return address in {address_key(text) for text in (*letter.reading.to, *letter.reading.cc)}


def warn_of_list_orders(letter: Letter) -> None:
    """Tell a player privately that orders he sent to a list alone were read by all and do not count.

    Once a day, at his registered address, whoever wrote them.
    """
    services = letter.services
    table = lay(services, letter.transaction, letter.game)
    shared = read_letter(letter, table, letter.reading.lines)
    if not any(read.orders_for() for read in shared.seats):
        return
    game, person = letter.game, letter.person

    def words() -> Words:
        paragraphs = (
            gettext(
                "A mail with orders in your name came to the game {game} over a mailing list alone. "
                "Nothing in it was recorded, and everybody who reads the list may have read it.",
                game=game.name,
            ),
            gettext(
                "To order, reply to a mail of the game that came to you: its reply address is yours "
                "alone. If others should not know what you meant, order something else."
            ),
        )
        return gettext("Your orders went to a mailing list and do not count"), paragraphs

    key = f"list-orders {game.name} {day_of(services.clock.now()):%F}"
    tell_person(services, letter.transaction, person, key, words, game)


def tell_of_list(services: Services, transaction: Transaction, read: ReadMail) -> None:
    """Tell the GM of a game what the program of its mailing list wrote to us; once a day for a list.

    A digest or a copy of a posting is addressed to the list, and is nobody's concern.
    """
    mail, reading = read.mail, read.reading
    sender, host = reading.sender or "", domain_key(services.identity.host)
    named = {domain_key(text.rpartition("@")[2]) for text in (*reading.to, *reading.cc)}
    if host not in named:
        return
    day = day_of(services.clock.now())
    for address, game in _lists(services, transaction, read.destination):
        if not _runs(sender, address):
            continue
        whom = game.gm_address if game is not None else services.identity.admin_address
        key, view = (
            f"list-wrote {address_key(address)} {day:%F}",
            partial(_view, address, mail, reading),
        )
        notify(services, transaction, whom, key, view, game)
        return


def _lists(
    services: Services, transaction: GameTransaction, place: Destination
) -> Iterator[tuple[str, GameRecord | None]]:
    """Yield the lists that we post to, each with a game of it: that which the mail names first."""
    named = place.game if place.kind is DestinationKind.GAME else ""
    games = [
        game_record for game_record in transaction.games() if game_record.list_address is not None
    ]
    order = sorted(
        games,
        key=lambda game_record: (
            game_record.name != named,
            game_record.status is GameStatus.FINISHED,
        ),
    )
    for game in order:
        yield game.list_address or "", game
    if services.identity.announce_address is not None:
        yield services.identity.announce_address, None


def _runs(sender: str, address: str) -> bool:
    """Tell whether an address is that of the program, or the owner, of a list."""
    name, _, domain = address_key(address).rpartition("@")
    pattern = (
        rf"(?:owner-{re.escape(name)}|{re.escape(name)}-[a-z]+(?:[+=].*)?)@{re.escape(domain)}"
    )
    return re.fullmatch(pattern, address_key(sender)) is not None


def _view(address: str, mail: InboxMail, reading: MailReading) -> NoticeView:
    said = [line.strip() for line in reading.lines if line.strip()][:_FIRST_LINES]
    words = [
        gettext(
            "The program that runs the list {list} wrote to {address}: “{subject}”",
            list=address,
            address=redacted(mail.recipient),
            subject=reading.subject,
        ),
        gettext("It begins: “{words}”", words=redacted(clean(" ".join(said), _LONGEST))),
        gettext(
            "It was not answered. If the list holds or refuses the reports, its owner can let mail "
            "from the game through. `gm mail show {number}` shows the whole mail; of others of today "
            "you are not told.",
            number=mail.id,
        ),
    ]
    shown = tuple(words) if said else (words[0], words[2])
    return NoticeView(gettext("The list {list} wrote to the game", list=address), shown)
