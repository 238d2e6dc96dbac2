"""Reasons that each reader reads in his own language and time zone."""

from __future__ import annotations

from collections.abc import Callable

from gm.languages import ENGLISH, gettext, speaking

Words = tuple[str, tuple[str, ...]]
"""A title and paragraphs."""

Said = Callable[[], str]
"""Says something in the language that is spoken."""

Reason = Callable[[str], str]
"""Says why something waits, to stand behind a colon, to a reader in a time zone; in the language
that is spoken."""


def plain(message: str) -> Reason:
    """Return a reason without a moment in it; the message is one of gettext_noop."""
    return lambda _zone: gettext(message)


def on_record(said: Said) -> str:
    """Return words as the journal keeps them: in English, whoever is spoken to."""
    with speaking(ENGLISH):
        return said()


def reason_on_record(why: Reason) -> str:
    """Return a reason as it is kept: in English, its moments in UTC."""
    return on_record(lambda: why("UTC"))
