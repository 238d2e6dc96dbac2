"""What the keeper of the server sets for a person: his language, how his mails come, and notes on him.

Nobody else reads the notes, unless a person asks for his data.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gm.app.journal import note
from gm.app.keeping.people import find_anybody
from gm.app.life_records import PersonNote
from gm.app.mail_out.preferences import preferences_of, with_preferences
from gm.app.records import JournalKind
from gm.app.services import Services
from gm.app.settings.setting_kinds import LANGUAGE
from gm.app.tongues import own_language
from gm.errors import InputError
from gm.languages import own_name
from gm.languages.names import language_named

USUAL: Final = "usual"
"""Said of somebody who is to be written to in the language of each game."""


def language_of(services: Services, who: str, wish: str = "") -> str:
    """Return the code of a person's language, once it is as wished; "" for that of each game.

    Args:
        services: the ports.
        who: his name, or any address of his.
        wish: a language, or `usual`; "" changes nothing.

    Raises:
        InputError: there is no such person, or no such language.
    """
    wanted = wish.strip()
    if not wanted:
        with services.store.read() as transaction:
            return own_language(find_anybody(transaction, who))
    code = "" if wanted.casefold() == USUAL else language_named(wanted)
    with services.store.write() as transaction:
        person = find_anybody(transaction, who)
        settings = {name: text for name, text in person.settings.items() if name != LANGUAGE}
        settings |= {LANGUAGE: code} if code else {}
        transaction.save_person(replace(person, settings=settings))
        language = f"in {own_name(code)}" if code else "in the language of each game"
        text = f"{person.name} is written to {language}."
        now = services.clock.now()
        note(transaction, now, JournalKind.LANGUAGE_CHANGED, text, author="gm")
    return code


def mails_of(services: Services, who: str, wish: str = "") -> dict[str, str | bool | None]:
    """Return how a person's mails come, once they come as wished.

    Args:
        services: the ports.
        who: his name, or any address of his.
        wish: "text only", "judge, no pictures"; "" changes nothing.

    Raises:
        InputError: there is no such person, or mails cannot come so.
    """
    if not wish.strip():
        with services.store.read() as transaction:
            return _facts(find_anybody(transaction, who).settings)
    with services.store.write() as transaction:
        person = find_anybody(transaction, who)
        settings = with_preferences(person.settings, wish)
        transaction.save_person(replace(person, settings=settings))
        text = f"{person.name} gets his mails: {' '.join(wish.split())}."
        note(transaction, services.clock.now(), JournalKind.MAILS_WANTED, text, author="gm")
    return _facts(settings)


def _facts(settings: dict[str, str]) -> dict[str, str | bool | None]:
    preferences = preferences_of(settings)
    manner = preferences.manner.value if preferences.manner is not None else None
    return {
        "html": preferences.html,
        "pictures": preferences.html and preferences.pictures,
        "manner": manner,
    }


LONGEST: Final = 4000
"""Letters that a note may have."""


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note in a list; `game` is its name, "" for one that is about all games."""

    at: datetime
    game: str
    text: str


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
