"""The language in which somebody is written to, as the keeper of the server sets it for him."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gm.app.keeping.people import find_anybody
from gm.app.records import JournalEntry
from gm.app.services import Services
from gm.app.settings.setting_kinds import LANGUAGE
from gm.app.tongues import own_language
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
        told = f"in {own_name(code)}" if code else "in the language of each game"
        text = f"{person.name} is written to {told}."
        entry = JournalEntry(0, None, services.clock.now(), "language changed", "gm", text)
        transaction.add_journal(entry)
    return code
