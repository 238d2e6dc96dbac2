"""Whom the GM of one game seated by mail, as he wrote them: until they write he learns nothing of them.

An address may be another of somebody whom the server knows. By mail the GM sees him under the name and
address that he wrote himself, until that player has shown himself by a mail to this game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gm.app.audit_ports import AuditTransaction
from gm.app.journal import note
from gm.app.records import GameRecord, JournalEntry, JournalKind, Person
from gm.app.senders.letters import Letter
from gm.app.services import Services

_SEATING: Final = (
    JournalKind.PLAYER_SEATED,
    JournalKind.PLAYER_REPLACED,
    JournalKind.PLAYER_WROTE,
)
"""What the journal tells of who was seated, and that he has written since."""


@dataclass(frozen=True, slots=True)
class AsWritten:
    """The names and addresses that a GM wrote of players who have not written to his game.

    Args:
        said: the name and address, by the seat and the key of the person.
    """

    said: Mapping[tuple[str, int], tuple[str, str]]

    def of(self, seat: str, person: Person) -> Person:
        """Return a player of a seat as the GM may see him; never to be stored."""
        name, address = self.said.get((seat, person.id), (person.name, person.address))
        return replace(person, name=name, address=address)


def data_of(
    services: Services, seat: str, person: Person, name: str, address: str
) -> dict[str, Any]:
    """Return what the journal keeps of somebody's being seated; what the GM wrote, if by mail.

    Args:
        services: the ports. seat: which. person: as he is registered.
        name, address: as the GM wrote them.
    """
    data: dict[str, Any] = {"seat": seat, "person": person.id}
    if services.by_mail:
        data |= {"called": " ".join(name.split()) or address, "asked": address}
    return data


def as_written(transaction: AuditTransaction, game: GameRecord) -> AsWritten:
    """Return what the GM wrote of the players whom he seated by mail, and who have not written."""
    said: dict[tuple[str, int], tuple[str, str]] = {}
    for entry in _notes(transaction, game):
        data = json.loads(entry.data or "{}")
        if entry.kind == JournalKind.PLAYER_WROTE:
            said = {key: words for key, words in said.items() if key[1] != data["person"]}
        elif "asked" in data:
            said[data["seat"], data["person"]] = data["called"], data["asked"]
    return AsWritten(said)


def shown_to_gm(services: Services, transaction: AuditTransaction, game: GameRecord) -> AsWritten:
    """Return how a command shows players: as their GM wrote them if he mailed it, else as they are."""
    return as_written(transaction, game) if services.by_mail else AsWritten({})


def note_own_mail(letter: Letter) -> None:
    """Note that a player whom the GM seated by mail has written, and so shown who he is."""
    person, game = letter.person, letter.game
    if not any(key[1] == person.id for key in as_written(letter.transaction, game).said):
        return
    data, now = {"person": person.id}, letter.services.clock.now()
    text = f"{person.name} has written to {game.name}."
    note(letter.transaction, now, JournalKind.PLAYER_WROTE, text, game_id=game.id, data=data)


def _notes(transaction: AuditTransaction, game: GameRecord) -> list[JournalEntry]:
    """Return the notes on who was seated and who wrote, oldest first."""
    seatings = (entry for kind in _SEATING for entry in transaction.journal_of(kind, game.id))
    return sorted(seatings, key=lambda entry: entry.id)
