"""Finds in what looks quoted the lines that nobody is quoted with: they are the mail's own writer's.

Mail programs mark quotes by ">", by a bar, or not at all, and people type such marks, frame words in a box,
and write between the lines of an answered mail. What we have sent is known, so that whatever stands in a
quote of it and not in it was typed there. A quote of somebody else, named above it, stays one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from gm.mail import client_words
from gm.mail.addresses import address_key, addresses
from gm.mail.bodies import text_of
from gm.mail.bounds import header_of, with_line_feeds
from gm.mail.client_words import CLOCK, DAY
from gm.mail.known_text import QUOTE_MARKS, KnownText, known_text
from gm.mail.markup import html_to_text
from gm.mail.mime import TooComplexError, take_apart
from gm.mail.quotes import is_bare_attribution
from gm.mail.values import DEFAULT_LIMITS, Dropped, DropReason, MailReading

_NESTED: Final = re.compile(r"^\s*>\s?>")
_LINKED: Final = re.compile(r"@|://|\bwww\.")
_BROKEN_OVER: Final = 6
_LONGEST_HEAD: Final = 12
"""Lines over which an attribution may be broken, and those of a header that are looked at."""

_MOST_FIELDS: Final = 60
"""Lines of the longest header of a stored mail that is quoted with all its fields."""

_MBOX: Final = re.compile(
    r"From \S{1,320} +[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} [\d:]{5,8}(?: \S{1,6})? \d{4}"
)
"""The line above a mail in a file of mails, which some programs quote with it (RFC 4155)."""

_LABELS: Final = 2
"""Lines of the shortest header above a quote."""

_FEW: Final = 3
"""Lines below a bare name that are shown all the same; more are somebody's."""

_OURS: Final = 0.3
"""The part of a quote's lines that must stand in a mail of ours for it to be one."""

_MOST: Final = 30
_LONGEST: Final = 400
"""Typed lines of one mail that are told, and the letters of the longest."""


def texts_of(raw: bytes) -> tuple[str, ...]:
    """Return what somebody sees of a mail that we have sent: its text, and that of its HTML."""
    try:
        root = take_apart(with_line_feeds(raw), DEFAULT_LIMITS)
    except TooComplexError:
        return ()
    texts: list[str] = []
    for part in root.leaves():
        if part.type in {"text/plain", "text/html"} and part.disposition != "attachment":
            text = text_of(part, DEFAULT_LIMITS)[0]
            is_page = part.type == "text/html"
            texts.append("\n".join(html_to_text(text).lines) if is_page else text)
    return tuple(texts)


class _Named(Enum):
    """How surely it is said above a quote who wrote it."""

    NOT = "not"
    BARELY = "barely"
    SURELY = "surely"
    ANOTHER = "another"


@dataclass(slots=True)
class _Section:
    """Lines of a quote below what says who wrote them, or below nothing of the kind."""

    named: _Named = _Named.NOT
    lines: list[str] = field(default_factory=list)


def with_typed_lines(reading: MailReading, sent: tuple[bytes, ...]) -> MailReading:
    """Return a mail with the lines of its quotes apart that it does not quote.

    Args:
        reading: the mail. sent: mails of ours that it may quote.
    """
    known = known_text(tuple(text for raw in sent for text in texts_of(raw)))
    ours = frozenset(address for raw in sent for address in _senders_of(raw))
    quotes = (each.text for each in reading.dropped if each.reason is DropReason.QUOTE)
    sections = _sections(quotes, ours, known)
    typed = [line for section in sections for line in _typed_in(section, known)]
    if not typed:
        return reading
    typed_lines = [Dropped(DropReason.TYPED, line[:_LONGEST]) for line in dict.fromkeys(typed)]
    return replace(reading, dropped=(*reading.dropped, *typed_lines[:_MOST]))


def _senders_of(raw: bytes) -> Iterator[str]:
    """Yield the addresses that a mail of ours is from, and that answers go to."""
    headers = header_of(raw, DEFAULT_LIMITS)
    if headers is None:
        return
    for field_name in ("from", "reply-to"):
        yield from map(address_key, addresses(headers, field_name))


def _typed_in(section: _Section, known: KnownText) -> Iterator[str]:
    """Yield the lines of a part of a quote that are its reader's own."""
    written = [text for line in section.lines if (text := QUOTE_MARKS.sub("", line).strip())]
    around = zip(["", *written], written, [*written[1:], ""], strict=False)
    typed = [text for above, text, below in around if not known.has(text, above, below)]
    known_lines = len(written) - len(typed)
    match section.named:
        case _Named.NOT:
            counts = True
        case _Named.BARELY:
            counts = len(typed) <= _FEW or known_lines >= _OURS * len(written)
        case _Named.SURELY:
            counts = known_lines >= _OURS * len(written)
        case _Named.ANOTHER:
            counts = False
    if counts:
        yield from typed


def _sections(
    quotes: Iterable[str], ours: AbstractSet[str], known: KnownText
) -> Iterator[_Section]:
    """Yield the parts of a mail's quotes, each with who wrote it as far as that is said.

    What is quoted in one is somebody's, unless it is all there is. What looks as if it said who wrote, and
    stands in a mail of ours, is a part of that.
    """
    section = _Section()
    for quote in quotes:
        # The line that says who wrote it may have been left out by itself.
        section = _Section(_Named.NOT if section.lines else section.named)
        lines, at = quote.split("\n"), 0
        inner = [_NESTED.match(line) is not None for line in lines]
        while at < len(lines):
            end, named = (at, _Named.NOT) if inner[at] else _head_at(lines, at, ours)
            if all(known.has(QUOTE_MARKS.sub("", line)) for line in lines[at:end]):
                end = at
            if end > at:
                yield section
                section = _Section(named)
            elif all(inner) or not inner[at]:
                section.lines.append(lines[at])
            at = max(end, at + 1)
        yield section


def _head_at(lines: Sequence[str], at: int, ours: AbstractSet[str]) -> tuple[int, _Named]:
    """Return where the lines end that say who wrote what stands below, and how surely; `at` where none do."""
    bare = [QUOTE_MARKS.sub("", line).strip() for line in lines[at : at + _LONGEST_HEAD]]
    if client_words.ORIGINAL.match(bare[0]):
        return at + 1, _Named.NOT
    if _MBOX.fullmatch(bare[0]):
        return _end_of_fields(lines, at), _named_by(bare[0], ours) or _Named.SURELY
    labels = 0
    while labels < len(bare) and client_words.ANY_LABEL.match(bare[labels]) is not None:
        labels += 1
    if labels >= _LABELS:
        return at + labels, _named_by(bare[0], ours) or _Named.SURELY
    for count in range(1, min(_BROKEN_OVER, len(bare)) + 1):
        text = " ".join(bare[:count])
        if not bare[count - 1] or len(text) > _LONGEST:
            break
        if count > 1 and not (_LINKED.search(bare[0]) or DAY.search(bare[0])):
            break
        if text.endswith((":", "：")):
            named = _named_by(text, ours) or _how_named(text)
            return (at, named) if named is _Named.NOT else (at + count, named)
    return at, _Named.NOT


def _end_of_fields(lines: Sequence[str], at: int) -> int:
    """Return where the header ends that begins at a line; its fields are whatever stands above an empty line."""
    fields = lines[at : at + _MOST_FIELDS]
    empty = (n for n, line in enumerate(fields) if not QUOTE_MARKS.sub("", line).strip())
    return at + next(empty, 1)


def _named_by(text: str, ours: AbstractSet[str]) -> _Named | None:
    """Return whether the addresses in a line say that we wrote what stands below, or another; None without any."""
    named = {address_key(match) for match in client_words.EMAIL.findall(text)}
    return (_Named.SURELY if named & ours else _Named.ANOTHER) if named else None


def _how_named(text: str) -> _Named:
    """Return how surely a line says who wrote what stands below: by an address, day and clock, or a name."""
    dated = DAY.search(text) is not None and CLOCK.search(text) is not None
    if dated or _LINKED.search(text) is not None:
        return _Named.SURELY
    return _Named.BARELY if is_bare_attribution(text) else _Named.NOT
