"""What the writer of a mail says below its signature, or behind what programs and companies put there.

`gm.mail.tails` tells such tails by how they begin. A sentence in one that is no part of it is read as a
line below the others: a postscript, what doubts or takes back orders, what speaks of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gm.app.senders.subject_words import reserves
from gm.mail.tails import CLIENT_LINE
from gm.mail.values import DropReason, MailReading

_TAILS: Final = frozenset({DropReason.SIGNATURE, DropReason.FOOTER})

_POSTSCRIPT: Final = re.compile(
    r"\W{0,3}(?:p\.? ?p?\.? ?s\b|n\.? ?b\b|nachtrag|postscript|i\.? ?s\b\.|iarscríbhinn|addendum)[\s.:,-]",
    re.I,
)
"""How words begin that are written when a letter has been signed."""

_SENTENCES: Final = re.compile(r"(?<=[.!?;])\s+|\s[-–—]\s|\n")

_LINKED: Final = re.compile(r"@|://|\bwww\.")

_MOST: Final = 30
"""Sentences that are looked at."""

_SHORTEST: Final = 3
"""Words of the shortest sentence behind another that may speak of orders."""


def words_below(reading: MailReading) -> tuple[tuple[str, bool], ...]:
    """Return sentences of a mail's tails that may be its writer's, each with whether it surely says something."""
    return tuple(_sentences(reading))[:_MOST]


def _sentences(reading: MailReading) -> Iterator[tuple[str, bool]]:
    for dropped in reading.dropped:
        if dropped.reason not in _TAILS:
            continue
        parts = [part.strip() for part in _SENTENCES.split(dropped.text) if part.strip()]
        post = False
        for at, part in enumerate(parts[:_MOST]):
            post = post or _POSTSCRIPT.match(part) is not None
            if _LINKED.search(part):
                continue
            if post or reserves(part):
                yield part, True
            elif at and "\n" not in dropped.text and len(part.split()) >= _SHORTEST:
                # Behind `Sent from my iPhone` nothing else but more of its kind is put by a program.
                yield part, dropped.reason is DropReason.SIGNATURE and not CLIENT_LINE.match(part)
