"""Short notices to a GM or the server's keeper: what was set aside, what could not be delivered."""

from __future__ import annotations

from gm.app.ports import Transaction
from gm.app.post import Parcel, queue
from gm.app.records import GameRecord, InboxMail, OutboxMail
from gm.app.services import Services
from gm.mail.compose import Purpose
from gm.report import mails
from gm.report.views import NoticeView


def notify(
    services: Services,
    transaction: Transaction,
    address: str | None,
    key: str,
    view: NoticeView,
    game: GameRecord | None = None,
) -> None:
    """Send a short notice to somebody; nothing if there is no address."""
    if address is None:
        return
    parcel = Parcel(
        key=f"{key} {address.casefold()}",
        kind=key.replace(" ", "-"),
        label=address,
        address=address,
        text=mails.notice(view),
        purpose=Purpose.NEWS,
        game=game,
    )
    queue(services, transaction, parcel)


def tell_shunted(services: Services, transaction: Transaction, mail: InboxMail, why: str) -> None:
    """Tell the server's keeper of a mail that was set aside."""
    who = mail.envelope_from or "an unknown sender"
    view = NoticeView(
        f"Mail {mail.id} was set aside",
        (
            f"A mail from {who} to {mail.recipient} was set aside. {why}",
            (
                "It is kept in the database, byte for byte. Nothing in it was recorded and nobody "
                "was answered."
            ),
        ),
    )
    notify(services, transaction, services.identity.admin_address, f"shunted {mail.id}", view)


def tell_failed(
    services: Services, transaction: Transaction, mail: OutboxMail, reply: str
) -> None:
    """Tell a game's GM, or the server's keeper, of a mail that nobody takes."""
    if mail.key.startswith("undelivered "):
        return  # a notice that fails has no notice of its own
    game = transaction.game_by_id(mail.game_id) if mail.game_id is not None else None
    address = game.gm_address if game else services.identity.admin_address
    view = NoticeView(
        "A mail could not be delivered",
        (
            f"A mail to {mail.recipient} could not be delivered and will not be tried again.",
            f"The answer was: {reply}",
            (
                "The player is not late because of it: his orders count as before. Ask him for "
                "another address."
            ),
        ),
    )
    notify(services, transaction, address, f"undelivered {mail.id}", view, game)
