"""LANGUAGE: the language in which a player's mails are written to him."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gm.app.orders.receipts import Sitting
from gm.app.records import JournalEntry
from gm.app.settings.setting_kinds import LANGUAGE
from gm.app.words.writers import writer_now
from gm.errors import InputError
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.languages import gettext, own_name
from gm.languages.names import language_named

_HINT: Final = re.compile("language|sprache|teanga", re.I)
"""Without one of these in it no line asks for a language."""


def set_language(sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Write to a player in another language from now on; InputError if there is none such."""
    code = language_named(rest)
    person, now = writer_now(sitting), sitting.services.clock.now()
    settings = {**person.settings, LANGUAGE: code}
    sitting.transaction.save_person(replace(person, settings=settings))
    text = f"{person.name} is written to in {own_name(code)}."
    entry = JournalEntry(0, sitting.table.game.id, now, "language changed", sitting.power, text)
    sitting.transaction.add_journal(entry)
    return (
        gettext(
            "Your mails are in {language} from now on, in all your games. Orders can be written "
            "in English as well.",
            language=own_name(code),
        ),
    )


def language_wished(lines: Iterable[str]) -> str:
    """Return the code of the language that a mail asks for, so that its answer is in it; else ""."""
    wished = ""
    for line in filter(_HINT.search, lines):
        command = command_of(fold(line))
        if command is not None and command.word == LANGUAGE.upper():
            with suppress(InputError):
                wished = language_named(" ".join(command.arguments))
    return wished
