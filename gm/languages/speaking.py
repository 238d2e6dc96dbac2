"""Says sentences in the language that is being spoken.

The language is a matter of who reads, not of what is told; so it is no argument of every function
that makes words, but is set around them (`speaking`). It holds for the thread or task that set it.
The names are gettext's own, so that every tool of translators finds the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gm.languages.catalogues import ENGLISH, Catalogue, catalogue
from gm.languages.joins import joined

_ENGLISH = catalogue(ENGLISH)
_SPOKEN: ContextVar[Catalogue] = ContextVar("spoken", default=_ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language inside a `with`.

    Args:
        code: as in `known`; "" goes on with the one that is spoken.

    Raises:
        LanguageError: there is no such language, or its catalogue cannot be read.
    """
    with speaking_from(catalogue(code) if code else _SPOKEN.get()):
        yield


@contextmanager
def speaking_from(found: Catalogue) -> Iterator[None]:
    """Speak from a catalogue of one's own inside a `with`."""
    token = _SPOKEN.set(found)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def spoken() -> str:
    """Return the code of the language that is being spoken; English where nobody said."""
    return _SPOKEN.get().code


def gettext(message: str, /, **values: object) -> str:
    """Return a sentence in the language that is being spoken.

    Args:
        message: the English sentence, whole; its places are names in braces.
        values: what goes into the places, by name.
    """
    return _filled(_SPOKEN.get().find(message), message, values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a sentence or word that means different things; the context says which."""
    return _filled(_SPOKEN.get().find(message, context), message, values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the form of a sentence that goes with a number.

    Args:
        one: the English form for 1; many: for any other number.
        count: the number; it is not filled in by itself.
        values: what goes into the places, by name.
    """
    found = _SPOKEN.get().find_counted(one, many, count)
    return _filled(found, one if count == 1 else many, values)


def npgettext(context: str, one: str, many: str, count: int, /, **values: object) -> str:
    """Return the form that goes with a number, of a sentence that means different things."""
    found = _SPOKEN.get().find_counted(one, many, count, context)
    return _filled(found, one if count == 1 else many, values)


def gettext_noop(message: str, /) -> str:
    """Mark a sentence that is said later, by `gettext`; return it as it is."""
    return message


def pgettext_noop(_context: str, message: str, /) -> str:
    """Mark a sentence that is said later, by `pgettext`; return it as it is."""
    return message


def ngettext_noop(one: str, many: str, /) -> tuple[str, str]:
    """Mark the forms of a sentence that is said later, by `ngettext`; return them as they are."""
    return one, many


def _filled(found: str, english: str, values: dict[str, object]) -> str:
    if not values:
        return found
    try:
        return joined(spoken(), found, values).format(**values)
    except (KeyError, IndexError, ValueError):
        # A slip in a translation must not cost a player his mail.
        return english.format(**values)
