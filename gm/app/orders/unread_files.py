"""Files that came with a mail and were not read: whoever put his orders into one must know it.

A signature may bring a picture with every mail, so beside orders that were read only files that
hold text are named; where nothing else was found, all are.
"""

from __future__ import annotations

import re
from typing import Final

from gm.languages import gettext, listed, ngettext, quoted
from gm.mail.values import DropReason, MailReading

_TEXTS: Final = re.compile(
    r".*\.(?:pdf|docx?|odt|rtf|pages|xlsx?|ods|pptx?|odp|zip|gz|7z|rar)"
    r"|application/(?:pdf|rtf|zip|msword|vnd\.(?!ms-tnef).*)",
    re.I,
)
"""The names of files that may hold a text, or the types of those that have no name."""

_MOST: Final = 3
"""Names of files that a refusal tells, whose writer knows what he sent."""


def unread_texts(reading: MailReading) -> tuple[str, ...]:
    """Return a sentence on the files of a mail that may hold text and were not read, if any."""
    names = [file for file in _files(reading) if _TEXTS.fullmatch(file)]
    return (_not_read(names),) if names else ()


def unread_files(reading: MailReading) -> str:
    """Return a sentence on all files of a mail that were not read; "" if none came with it."""
    names = _files(reading)
    return _not_read(names) if names else ""


def _files(reading: MailReading) -> list[str]:
    return [dropped.text for dropped in reading.dropped if dropped.reason is DropReason.ATTACHMENT]


def _not_read(names: list[str]) -> str:
    every = [quoted(name[:60]) for name in dict.fromkeys(names)]
    shown = every[:_MOST] + ([gettext("others")] if len(every) > _MOST else [])
    return ngettext(
        "The file {names} that came with your mail was not read: orders count only in the text of "
        "a mail.",
        "The files {names} that came with your mail were not read: orders count only in the text "
        "of a mail.",
        len(shown),
        names=listed(shown),
    )
