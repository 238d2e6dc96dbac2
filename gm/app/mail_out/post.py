"""Writing mail into the outbox: who it is from, where it hangs, and the key that makes it once.

Every function here runs inside the transaction of what the mail reports, so that there is never
a report without its result, nor a result without its report.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.app.addresses.answer_limits import (
    Allowance,
    enough,
    for_player,
    for_stranger,
    strangers_key,
)
from gm.app.addresses.destinations import bounce_address
from gm.app.addresses.tokens import ReplyPath, reply_path, with_key
from gm.app.mail_out.preferences import USUAL, Preferences, dressed, preferences_of
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import GM_SEAT
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, OutboxMail
from gm.app.services import Services
from gm.app.tongues import speaking_to
from gm.mail.addresses import address_key
from gm.mail.compose import ListInfo, MailAttachment, OutgoingMail, Purpose, compose, is_sendable
from gm.mail.pictures import PictureMark
from gm.mail.threads import NEW_THREAD, Thread, message_id
from gm.report.mails import notice
from gm.report.views import MailText


@dataclass(frozen=True, slots=True)
class Parcel:
    """A mail about to be written.

    Args:
        key: unique in the outbox: what it is and for whom.
        kind: what it is, in its Message-ID; label: whom it is for, likewise.
        number: the phase whose orders an answer to it would be; 0 for none.
        game: the game it is about, if any.
        seat: the reader's seat where it is known; else it is looked up by his address.
        person_id: the registered person it is for, where he is known; else he is looked up.
        vital: a receipt, or a question to him; of all answers in a day it is the last left out.
        reply: where the answer goes, if not to the secret address of his seat.
        attachments: files that go with it.
        preferences: its reader's, where they are known; else they are looked up by `person_id`.
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
    seat: str = ""
    reply: ReplyPath | None = None
    person_id: int | None = None
    vital: bool = False
    attachments: tuple[MailAttachment, ...] = ()
    preferences: Preferences | None = None


def queue(services: Services, transaction: Transaction, parcel: Parcel) -> bool:
    """Write a mail into the outbox.

    Returns:
        False if it stands there already, cannot be sent at all, or is an answer beyond what its
        reader gets in a day.
    """
    if not is_sendable(parcel.address):
        return False
    known = _with_person(transaction, parcel)
    if known.purpose is Purpose.ANSWER:
        return _queue_answer(services, transaction, known)
    return _write(services, transaction, known)


def _with_person(transaction: GameTransaction, parcel: Parcel) -> Parcel:
    """Return a mail with the person it is for, if he is registered: it follows him if he moves."""
    if parcel.person_id is not None or parcel.purpose is Purpose.LIST or parcel.seat == GM_SEAT:
        return parcel
    person = transaction.person(parcel.address)
    return parcel if person is None else replace(parcel, person_id=person.id)


def _queue_answer(services: Services, transaction: Transaction, parcel: Parcel) -> bool:
    address, now = parcel.address, services.clock.now()
    if not _is_known(services, parcel):
        if for_stranger(services, transaction, address) is not Allowance.ANSWER:
            return False
        key = strangers_key(now) + parcel.key
        return _write(services, transaction, replace(parcel, key=key))
    allowed = for_player(services, transaction, address, vital=parcel.vital)
    if allowed is Allowance.ANSWER:
        return _write(services, transaction, parcel)
    with speaking_to(services, transaction, address, parcel.game):
        end_text = notice(enough(services, transaction, address))
    kind = f"enough-{now:%F}"
    key = f"enough {now:%F} {address_key(address)}"
    end = replace(parcel, key=key, kind=kind, label=address, text=end_text)
    _write(services, transaction, end)
    return False


def _is_known(services: Services, parcel: Parcel) -> bool:
    """Tell whether an answer goes to a player, a GM or the keeper of the server."""
    ours = {services.identity.admin_address, parcel.game and parcel.game.gm_address}
    named = {address_key(address) for address in ours if address}
    return parcel.person_id is not None or address_key(parcel.address) in named


def _write(services: Services, transaction: Transaction, parcel: Parcel) -> bool:
    identity, now = services.identity, services.clock.now()
    game = parcel.game.name if parcel.game else ""
    id_ = message_id(identity.host, game, parcel.number, parcel.kind, parcel.label)
    reply = parcel.reply or reply_path(
        services, transaction, parcel.game, parcel.address, parcel.purpose, parcel.seat
    )
    preferences = parcel.preferences or _preferences(transaction, parcel)
    to_list = parcel.purpose is Purpose.LIST
    text = dressed(with_key(parcel.text, reply.key), parcel.game, preferences, to_list=to_list)
    raw = compose(
        OutgoingMail(
            message_id=id_,
            sender_name=parcel.game.gm_name if parcel.game else identity.server_name,
            sender_address=identity.game_address(game) if game else identity.server_address,
            recipient=parcel.address,
            recipient_name=parcel.name,
            subject=text.subject,
            text=text.text,
            html=text.html,
            date=now,
            purpose=parcel.purpose,
            reply_to=reply.address,
            thread=parcel.thread,
            list=parcel.list,
            attachments=parcel.attachments,
            pictures=tuple(PictureMark(picture.cid, picture.mark) for picture in text.pictures),
        )
    )
    tag, envelope = _return_path(services, parcel.purpose)
    mail = OutboxMail(
        0,
        parcel.key,
        id_,
        envelope,
        parcel.address,
        raw,
        now,
        now,
        game_id=parcel.game.id if parcel.game else None,
        purpose=parcel.purpose.value,
        person_id=parcel.person_id,
        bounce_tag=tag,
    )
    return transaction.add_outbox(mail)


def _preferences(transaction: IdentityTransaction, parcel: Parcel) -> Preferences:
    person = transaction.person_by_id(parcel.person_id) if parcel.person_id is not None else None
    return preferences_of(person.settings) if person is not None else USUAL


def _return_path(services: Services, purpose: Purpose) -> tuple[str, str]:
    """Return the secret by which a bounce names a mail, and the sender on its envelope.

    Nobody wants a bounce of an answer; a bounce of a report tells the GM of a dead address.
    """
    if purpose is Purpose.ANSWER:
        return "", ""
    tag = services.make_token()
    return tag, bounce_address(services.identity, tag)


def receipt_prefix(game: str, number: int, power: str) -> str:
    """Return what the keys of a power's receipts in a phase begin with."""
    return f"receipt {game} {number} {power} "
