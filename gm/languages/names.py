"""Languages as people name them: `Deutsch`, `German`, `Allemand`, `de`."""

from __future__ import annotations

from functools import cache
from unicodedata import combining, normalize

from babel import Locale

from gm.errors import InputError
from gm.languages.catalogues import known, own_name
from gm.languages.little_words import quoted
from gm.languages.speaking import gettext


def language_named(text: str) -> str:
    """Return the code of the language that a text names, in whichever of our languages it does.

    Raises:
        InputError: it is none of ours; the sentence names those that are.
    """
    code = _by_name().get(_plain(text))
    if code is None:
        raise InputError(
            gettext(
                "{language} is not a language that mails are written in here. They are written in "
                "{languages}.",
                language=quoted(text),
                languages=", ".join(own_name(name) for name in known()),
            )
        )
    return code


@cache
def _by_name() -> dict[str, str]:
    """Return the codes of our languages by every name that one of our languages has for them."""
    names: dict[str, str] = {}
    for code in known():
        for other in known():
            name = Locale.parse(code, sep="-").get_language_name(other)
            if name is not None:
                names[_plain(name)] = code
        names[code.casefold()] = code
    return names


def _plain(text: str) -> str:
    """Return a name in small letters without accents, as it may come from a phone."""
    bare = "".join(piece for piece in normalize("NFKD", text) if not combining(piece))
    return " ".join(bare.split()).casefold()
