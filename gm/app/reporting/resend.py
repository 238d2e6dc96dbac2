"""Mails sent again, because their reader has lost them or never had them.

The words are those of the first mail; Message-ID and date are new, so that no mail system takes it
for one it has, and the answer goes where answers go now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gm.app.addresses.destinations import bounce_address
from gm.app.addresses.tokens import reply_path
from gm.app.audit_ports import ERASED
from gm.app.mail_out.readers import GM, NewsReader, everybody
from gm.app.records import JournalKind, OutboxMail, PhaseRecord
from gm.app.services import Services
from gm.app.table import Table, table_at
from gm.app.timing.phases import note_phase
from gm.errors import InputError, NotAllowed
from gm.languages import listed
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose, again
from gm.mail.threads import LIST, message_id, own_id

KINDS: Final = ("opening", "report", "receipt")
ALL: Final = "all"
_REPORTS: Final = ("report", "ended", "corrected", "rolled-back")
"""What the keys of mails begin with that tell what became of a phase."""


@dataclass(frozen=True, slots=True)
class SentAgain:
    """The mails that are sent again: what, and to whom."""

    game: str
    what: str
    addresses: tuple[str, ...]


def resend(
    services: Services, game_name: str, what: str, who: str, phase: str | None = None
) -> SentAgain:
    """Send a mail of a game again.

    Args:
        services: the ports.
        game_name: the game's name.
        what: "opening", "report" or "receipt"; of each the newest.
        who: a power, the address of a player or an observer, "gm", "list" or "all"; a receipt is
            one power's.
        phase: of that phase: the report of what it brought, a receipt for orders to it.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: that is no kind of mail, or nobody.
        NotAllowed: there is no such mail, or it was erased.
    """
    kind = what.strip().casefold()
    if kind not in KINDS:
        raise InputError(f"{what!r} cannot be sent again; {listed(KINDS, 'or')} can.")
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        phases = transaction.phases(game.id)
        if not phases:
            raise NotAllowed(f"{game.name} has not begun: there is nothing to send again.")
        table = table_at(services, transaction, game, phases[-1])
        wanted = _numbers(table, phase) if phase else None
        sent = [
            reader.address for reader in _readers(table, who) if _send(table, reader, kind, wanted)
        ]
        if not sent:
            of = f" of {phase.upper()}" if phase else ""
            raise NotAllowed(f"There is no {kind}{of} in {game.name} that went to {who}.")
        text = f"The {kind} was sent again to {who}."
        note_phase(table, JournalKind.MAIL_SENT_AGAIN, text, author="gm", public=False)
    return SentAgain(game.name, kind, tuple(sent))


def _numbers(table: Table, name: str) -> frozenset[int]:
    """Return the numbers that a phase had, also where it was rolled back."""
    every: tuple[PhaseRecord, ...] = table.transaction.every_phase(table.game.id)
    numbers = frozenset(phase.number for phase in every if phase.name == name.strip().upper())
    if not numbers:
        known = ", ".join(dict.fromkeys(phase.name for phase in every))
        raise NotAllowed(f"{table.game.name} has no such phase; it has {known}.")
    return numbers


def _readers(table: Table, who: str) -> tuple[NewsReader, ...]:
    game, word = table.game, who.strip()
    everyone = tuple(everybody(table))
    label = word.casefold()
    if label == ALL:
        return everyone
    if label in (LIST, GM):
        readers = tuple(
            reader
            for reader in everyone
            if reader.label == label or (label == GM and reader.is_gm)
        )
        if not readers:
            raise NotAllowed(f"{game.name} has no mailing list.")
        return readers
    power = table.seat_named(word)
    for recipient in everyone:
        if address_key(recipient.address) == address_key(word) or power in recipient.powers:
            return (recipient,)
    if power is not None:
        raise NotAllowed(f"Nobody plays {table.seat_name(power)}.")
    names = listed(seat.name for seat in table.rules.seats)
    raise InputError(f"{who!r} is nobody: write a power ({names}), an address, gm, list or all.")


def _send(table: Table, reader: NewsReader, kind: str, wanted: frozenset[int] | None) -> bool:
    """Queue the newest mail of a kind to a reader once more; False if there is none."""
    services, transaction = table.services, table.transaction
    mails = transaction.outbox(table.game.id)
    fitting = [
        outbox_mail for outbox_mail in mails if _is_meant(table, reader, kind, wanted, outbox_mail)
    ]
    if not fitting:
        return False
    first = max(fitting, key=lambda outbox_mail: outbox_mail.id)
    if first.raw == ERASED:
        raise NotAllowed(f"The {kind} to {reader.address} was erased at its reader's wish.")
    number = 1 + sum(
        outbox_mail.key.startswith("resend ") and outbox_mail.key.endswith(f" {first.key}")
        for outbox_mail in mails
    )
    game, now, host = table.game, services.clock.now(), services.identity.host
    known_id = own_id(first.message_id)
    number_of, of = (known_id.number, known_id.kind) if known_id is not None else (0, kind)
    label = first.key.rpartition(" ")[2]
    id_ = message_id(host, game.name, number_of, f"{of}-again-{number}", label)
    to_list = reader.label == LIST
    purpose = Purpose.LIST if to_list else Purpose.NEWS
    path = reply_path(services, transaction, game, reader.address, purpose, reader.seat)
    moved = address_key(reader.address) != address_key(first.recipient)
    raw = again(first.raw, id_, now, path.address, reader.address if moved else None)
    tag = services.make_token()
    mail = OutboxMail(
        0,
        f"resend {number} {first.key}",
        id_,
        bounce_address(services.identity, tag),
        reader.address,
        raw,
        now,
        now,
        game_id=game.id,
        purpose=purpose.value,
        person_id=reader.person_id,
        bounce_tag=tag,
    )
    return transaction.add_outbox(mail)


def _is_meant(
    table: Table, reader: NewsReader, kind: str, wanted: frozenset[int] | None, mail: OutboxMail
) -> bool:
    """Tell whether an outgoing mail is of a kind, for a reader, and about a phase."""
    head, *rest = mail.key.split(" ")
    labels = (reader.label, *reader.powers)
    if head == "opening" or kind == "opening":
        return head == kind and rest[-1] in labels
    if len(rest) < 3 or rest[0] != table.game.name or not rest[1].isdecimal():
        return False
    if wanted is not None and int(rest[1]) not in wanted:
        return False
    if kind == "receipt":
        return head == "receipt" and rest[2] in labels
    return head in _REPORTS and rest[2] in labels
