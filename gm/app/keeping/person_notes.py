"""The GM's private notes on players. Nobody else reads them, unless a person asks for his data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gm.app.keeping.people import find_anybody
from gm.app.life_records import PersonNote
from gm.app.services import Services
from gm.errors import InputError

LONGEST: Final = 4000
"""Letters that a note may have."""


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note in a list; `game` is its name, "" for one that is about all games."""

    at: datetime
    game: str
    text: str

    def as_dict(self) -> dict[str, str]:
        """Return the line for JSON; the moment is ISO 8601 in UTC."""
        return {"at": self.at.isoformat(), "game": self.game, "text": self.text}


def note_person(services: Services, who: str, text: str, game: str | None = None) -> NoteLine:
    """Note something of a player.

    Args:
        services: the ports.
        who: his name, or any of his addresses. text: what is noted.
        game: the game it is about; None for all.

    Raises:
        NoSuchGame: there is no such game.
        InputError: nobody is known by that, or several; the note is empty, or too long.
    """
    clean = text.strip()
    if not clean or len(clean) > LONGEST:
        raise InputError(f"A note has 1 to {LONGEST} letters, not {len(clean)}.")
    with services.store.write() as transaction:
        person = find_anybody(transaction, who)
        about = transaction.game(game) if game is not None else None
        now = services.clock.now()
        transaction.add_note(PersonNote(0, person.id, about.id if about else None, clean, now))
    return NoteLine(now, about.name if about else "", clean)


def notes_on(services: Services, who: str) -> tuple[NoteLine, ...]:
    """Return the notes on a player, oldest first; InputError if nobody is known so."""
    with services.store.read() as transaction:
        person = find_anybody(transaction, who)
        names = {game.id: game.name for game in transaction.games()}
        return tuple(
            NoteLine(note.at, names.get(note.game_id or 0, ""), note.text)
            for note in transaction.notes(person.id)
        )
