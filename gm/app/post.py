"""Writing mail into the outbox: who it is from, where it hangs, and the key that makes it once.

Every function here runs inside the transaction of what the mail reports, so that there is never
a report without its result, nor a result without its report.
"""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.ports import Transaction
from gm.app.records import GameRecord, OutboxMail
from gm.app.services import Services
from gm.mail.compose import ListInfo, OutgoingMail, Purpose, compose, is_sendable
from gm.mail.threads import NEW_THREAD, Thread, message_id
from gm.report.views import MailText


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail about to be written.

    Args:
        key: unique in the outbox: what it is and for whom.
        kind: what it is, in its Message-ID; label: whom it is for, likewise.
        number: the phase whose orders an answer to it would be; 0 for none.
        game: the game it is about, if any.
    """

    key: str
    kind: str
    label: str
    address: str
    text: MailText
    purpose: Purpose
    name: str = ""
    number: int = 0
    game: GameRecord | None = None
    thread: Thread = NEW_THREAD
    list: ListInfo | None = None


def queue(services: Services, transaction: Transaction, parcel: Parcel) -> bool:
    """Write a mail into the outbox; False if it stands there already or cannot be sent at all."""
    if not is_sendable(parcel.address):
        return False
    identity, now = services.identity, services.clock.now()
    game = parcel.game.name if parcel.game else ""
    id_ = message_id(identity.host, game, parcel.number, parcel.kind, parcel.label)
    raw = compose(
        OutgoingMail(
            message_id=id_,
            sender_name=parcel.game.gm_name if parcel.game else identity.server_name,
            sender_address=identity.game_address(game) if game else identity.server_address,
            recipient=parcel.address,
            recipient_name=parcel.name,
            subject=parcel.text.subject,
            text=parcel.text.text,
            html=parcel.text.html,
            date=now,
            purpose=parcel.purpose,
            reply_to=identity.game_address(game) if game else identity.server_address,
            thread=parcel.thread,
            list=parcel.list,
        )
    )
    # Nobody wants a bounce of an answer; a bounce of a report tells the GM of a dead address.
    envelope = "" if parcel.purpose is Purpose.ANSWER else identity.server_address
    game_id = parcel.game.id if parcel.game else None
    mail = OutboxMail(0, parcel.key, id_, envelope, parcel.address, raw, now, now, game_id=game_id)
    return transaction.add_outbox(mail)


def receipt_prefix(game: str, number: int, power: str) -> str:
    """Return what the keys of a power's receipts in a phase begin with."""
    return f"receipt {game} {number} {power} "
