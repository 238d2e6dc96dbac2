"""The offers of seats as they are stored: which are open, which were made, how they end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from gm.app.audit_ports import AuditTransaction
from gm.app.journal import NO_DATA
from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import Offer
from gm.app.records import GameRecord, JournalKind
from gm.app.services import Services

TAKEN: Final = "taken"
DECLINED: Final = "declined"
EXPIRED: Final = "expired"
WITHDRAWN: Final = "withdrawn"


def asked_at(services: Services, key: int, address: str) -> Mapping[str, object]:
    """Return the data of a note in the journal: where the GM asked somebody; none if no mail did.

    What the GM of one game asks by mail tells him nothing of who it is: until that person answers,
    he is shown by the address that the GM wrote.

    Args:
        services: the ports.
        key: of the membership or offer. address: as the GM wrote it, "" for none.
    """
    return {"key": key, "asked": address} if services.by_mail and address else NO_DATA


def asked_by_mail(
    transaction: AuditTransaction, game: GameRecord, kind: JournalKind
) -> Mapping[int, str]:
    """Return the addresses at which the GM asked by mail, by the key of the membership or offer.

    Args:
        transaction: the port.
        game: in which. kind: of the notes in the journal.
    """
    notes = (json.loads(entry.data or "{}") for entry in transaction.journal_of(kind, game.id))
    return {note["key"]: note["asked"] for note in notes if "asked" in note}


def settle(
    services: Services, transaction: MembershipTransaction, offer: Offer, outcome: str
) -> Offer:
    """Say what came of an offer, and return it."""
    settled = replace(offer, settled_at=services.clock.now(), outcome=outcome)
    transaction.save_offer(settled)
    return settled


def open_of(transaction: MembershipTransaction, game: GameRecord, seat: str) -> list[Offer]:
    """Return the offers of a seat that are open."""
    offers = transaction.offers(game.id)
    return [offer for offer in offers if offer.seat == seat and offer.settled_at is None]


def withdraw_all(
    services: Services, transaction: MembershipTransaction, game: GameRecord, seat: str
) -> list[Offer]:
    """Withdraw the open offers of a seat, and return them."""
    offers = open_of(transaction, game, seat)
    return [settle(services, transaction, offer, WITHDRAWN) for offer in offers]


def stand_in(
    transaction: MembershipTransaction, game: GameRecord, seat: str, person_id: int
) -> Offer | None:
    """Return the offer by which a person plays a seat for one phase only; None if he does not."""
    offers = [
        offer
        for offer in transaction.offers(game.id)
        if offer.seat == seat and offer.person_id == person_id and offer.outcome == TAKEN
    ]
    return offers[-1] if offers and offers[-1].for_phase is not None else None
