"""The catalogues: read from the `.po` files of a language's folder when it is first spoken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Protocol

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import Translations

from gm.errors import LanguageError
from gm.resources import languages_dir

ENGLISH = "en"
"""The language the sentences are written in; it needs no catalogue."""


class Catalogue(Protocol):
    """The sentences of one language, by the English ones."""

    @property
    def code(self) -> str:
        """Its language, as in BCP 47: `de`."""
        ...

    def find(self, message: str, context: str | None = None) -> str:
        """Return a sentence, or the English one if it is not there."""
        ...

    def find_counted(self, one: str, many: str, count: int, context: str | None = None) -> str:
        """Return the form of a sentence that goes with a number."""
        ...


class English:
    """What stands in the code, as it stands there."""

    code = ENGLISH

    def find(self, message: str, context: str | None = None) -> str:
        """Return the message itself."""
        return message

    def find_counted(
        self,
        one: str,
        many: str,
        count: int,
        context: str | None = None,
    ) -> str:
        """Return the one form for 1, the other for all else."""
        return one if count == 1 else many


Phrases = Mapping[str, Mapping[str, str]]
"""By context: English sentences with what they are in a language."""


class Translated:
    """A language read from its files."""

    def __init__(self, code: str, translations: Translations, phrases: Phrases) -> None:
        self.code = code
        self.phrases = phrases
        self._translations = translations

    def find(self, message: str, context: str | None = None) -> str:
        """Return a sentence, or the English one if it is not there."""
        if context is None:
            return str(self._translations.gettext(message))
        return str(self._translations.pgettext(context, message))

    def find_counted(self, one: str, many: str, count: int, context: str | None = None) -> str:
        """Return the form of a sentence that goes with a number."""
        if context is None:
            return str(self._translations.ngettext(one, many, count))
        return str(self._translations.npgettext(context, one, many, count))


@cache
def catalogue(code: str) -> Catalogue:
    """Return the catalogue of a language.

    Args:
        code: as in `known`.

    Raises:
        LanguageError: there is no such language, or one of its files cannot be read.
    """
    if code == ENGLISH:
        return English()
    if code not in known():
        raise LanguageError(
            f"{code!r} is not a language gm speaks; it speaks {', '.join(known())}"
        )
    return Translated(code, *_read(languages_dir() / code))


def phrases(code: str, context: str) -> Mapping[str, str]:
    """Return what a language says for the English sentences of a context; nothing for English.

    Raises:
        LanguageError: as `catalogue`.
    """
    translated = catalogue(code)
    return translated.phrases.get(context, {}) if isinstance(translated, Translated) else {}


def _read(folder: Path) -> tuple[Translations, Phrases]:
    """Return all files of a folder as one; what stands in several is of the first."""
    in_context: dict[str, dict[str, str]] = defaultdict(dict)
    whole = Catalog(locale=folder.name)
    for file in sorted(folder.glob("*.po")):
        try:
            with file.open("rb") as lines:
                part = read_po(lines, locale=folder.name, abort_invalid=True)
        except (OSError, PoFileError, ValueError) as fault:
            raise LanguageError(f"{file}: {fault}") from fault
        for message in part:
            said = message.id and message.string and not message.fuzzy
            if said and whole.get(message.id, message.context) is None:
                whole[message.id] = message
                if isinstance(message.id, str) and message.context:
                    in_context[message.context][message.id] = str(message.string)
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return Translations(compiled), in_context


@cache
def known() -> tuple[str, ...]:
    """Return the codes of all languages, English first: `en`, `de`, `ga`."""
    folders = (path for path in languages_dir().iterdir() if any(path.glob("*.po")))
    return (ENGLISH, *sorted(path.name for path in folders))


def own_name(code: str) -> str:
    """Return what a language calls itself: `Deutsch`.

    Raises:
        LanguageError: nobody knows such a language.
    """
    try:
        name = Locale.parse(code, sep="-").get_language_name(code)
    except (UnknownLocaleError, ValueError) as fault:
        raise LanguageError(f"{code!r} is the code of no language") from fault
    return name or code
