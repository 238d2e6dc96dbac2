"""What the writer of a mail says below its signature, or behind what programs and companies put there.

`gm.mail.client_words` tells such tails by how they begin. A sentence in one that is no part of it is read as a
line below the others: a postscript, what doubts or takes back orders, what speaks of the board.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Final

from gm.app.senders.subject_words import reserves
from gm.interpret.folding import fold
from gm.interpret.reservations import (
    Kind,
    leaves_open,
    limits,
    names_orders,
    saying_of,
    unsays,
)
from gm.interpret.tail_words import has_others, written_words
from gm.interpret.tongues import words_of
from gm.mail.client_words import BEHIND_CLIENT, CLIENT_LINE, DEVICE
from gm.mail.values import Dropped, DropReason, MailReading

_APART: Final = frozenset({DropReason.BELOW_QUOTE, DropReason.TYPED, DropReason.OTHER_VERSION})
"""Why lines are left out that nobody but their writer can have put where they stand."""

_LOOKED_AT: Final = _APART | {DropReason.SIGNATURE, DropReason.FOOTER}

_POSTSCRIPT: Final = re.compile(
    r"\W{0,3}(?:p\.? ?p?\.? ?s\b|n\.? ?b\b|nachtrag|postscript|i\.? ?s\b\.|iarscríbhinn|addendum)[\s.:,-]",
    re.I,
)
"""How words begin that are written when a letter has been signed."""

_SENTENCES: Final = re.compile(r"(?<=[.!?;])\s+|\s[-–—]\s")

_GOES_ON: Final = re.compile(r"(?:and|but|also|so|und|aber|also|agus|ach)\b", re.I)
"""How a sentence begins that no company writes behind its notice."""

_EXCUSES: Final = re.compile(
    r"\b(?:typos?|brevity|mistakes?|errors?|spelling|auto ?correct\w*|short|smartphone|device|network|app|e?mail|encrypted|secure|get it|"
    r"tippfehler|kürze|schreibfehler|gerät|botúin|earráidí|ghairide)\b",
    re.I,
)
"""What programs and their owners put behind such a line once and for all."""

_QUOTED: Final = re.compile(r"^\W*[\"“„«»‚‘'].*[\"”“«»’']\W*$", re.S)
"""A saying that somebody bears in his signature."""

_OF_ALL: Final = frozenset(
    {
        Kind.TAKE_BACK,
        Kind.SECOND_THOUGHTS,
        Kind.NOT_THESE,
        Kind.DRAFT,
        Kind.DOUBT,
        Kind.CONDITION,
    }
)
"""What a line in a signature says of the orders above it; `if you can` and `never give up` are sayings."""

_LINKED: Final = re.compile(r"@|://|\bwww\.")

_MOST: Final = 30
"""Sentences that are looked at."""

_SHORTEST: Final = 3
"""Words of the shortest sentence behind another that may speak of orders."""


_FIRST: Final = 12
_LONGEST_ORDER: Final = 120
"""Lines of a signature that may be orders: how many are looked at, and the letters of the longest."""


_LONGEST_SIGNED: Final = 160
_MOST_SIGNED: Final = 12
"""Letters of a line of a tail that is remembered, and how many of one mail are."""


class Below(Enum):
    """How surely a sentence of a mail's tail is its writer's own."""

    OF_ORDERS = "of orders"
    OWN = "own"
    SAID = "said"
    PERHAPS = "perhaps"


def words_below(reading: MailReading) -> tuple[tuple[str, Below], ...]:
    """Return sentences of a mail's tails that may be its writer's, each with how surely."""
    tails = (dropped for dropped in reading.dropped if dropped.reason in _LOOKED_AT)
    return tuple(words for dropped in tails for words in _words_in(dropped))[:_MOST]


def lines_below(reading: MailReading) -> tuple[str, ...]:
    """Return the first lines of a mail's signature that may be orders: whoever reads them says which are."""
    lines = [
        " ".join(line.split())
        for dropped in reading.dropped
        if dropped.reason is DropReason.SIGNATURE
        for line in dropped.text.split("\n")
    ]
    short = (line for line in lines if line and len(line) <= _LONGEST_ORDER)
    marks = (_LINKED, _QUOTED, _POSTSCRIPT)
    return tuple(line for line in short if not any(mark.search(line) for mark in marks))[:_FIRST]


def lines_signed(reading: MailReading) -> tuple[str, ...]:
    """Return the lines of a mail's signature that say something, whatever it is.

    Names, offices, addresses, what somebody quotes, and the lines of programs do not. What stands there in every
    mail is nobody's word on one of them; what stands there for the first time may be.
    """
    signatures = (d.text for d in reading.dropped if d.reason is DropReason.SIGNATURE)
    said = (line for text in signatures for line in _signed_in(text))
    return tuple(dict.fromkeys(said))[:_MOST_SIGNED]


def lines_of_notices(reading: MailReading) -> tuple[str, ...]:
    """Return the sentences of a mail's notices that have words which are in none of a company, list or scanner."""
    footers = (d.text for d in reading.dropped if d.reason is DropReason.FOOTER)
    lines = ([line for line in text.split("\n") if not _LINKED.search(line)] for text in footers)
    joined = (" ".join(" ".join(kept).split()) for kept in lines)
    sentences = (part[:_LONGEST_SIGNED] for text in joined for part in _parts(_SENTENCES, text))
    said = (part for part in sentences if has_others(part, "notices"))
    return tuple(dict.fromkeys(said))[:_MOST_SIGNED]


def lines_apart(reading: MailReading) -> tuple[str, ...]:
    """Return the lines of a mail that its writer typed among those he quotes, or wrote in its HTML alone."""
    apart = (d.text for d in reading.dropped if d.reason in _APART - {DropReason.BELOW_QUOTE})
    lines = (" ".join(line.split()) for text in apart for line in text.split("\n"))
    return tuple(dict.fromkeys(filter(None, lines)))


def doubt_in_tails(reading: MailReading, known: Collection[str] = ()) -> str:
    """Return what a mail's signature, notice or quote says so that its YES or command is not sure; mostly nothing.

    `YES`, `--`, `not really`.

    Args:
        reading: the mail. known: lines that say nothing, as they stood in mails before.
    """
    tails = (*lines_apart(reading), *lines_signed(reading), *lines_of_notices(reading))
    said = (line for line in tails if line not in known)
    return next((line for line in said if any(map(_unsettles, (line, *line.split(","))))), "")


def _unsettles(words: str) -> bool:
    return unsays(words) or leaves_open(words) or limits(words)


def _signed_in(text: str) -> Iterator[str]:
    """Yield the lines of a signature, or of a program's line, that say something of their own."""
    lines = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
    for line in lines:
        if len(line) > _LONGEST_SIGNED or _LINKED.search(line) or _QUOTED.match(line):
            continue
        program = len(lines) == 1 and (CLIENT_LINE.match(line) or DEVICE.match(line))
        if has_others(line, "programs") if program else _says(line):
            yield line


def _says(line: str) -> bool:
    """Tell whether a line of a signature has words that are in no name, no address and no program's line."""
    words = written_words(line)
    small = (word for word in words if word.islower())
    framed = line.startswith(("(", "[")) and line.endswith((")", "]"))
    return (
        any(has_others(word, "little", "programs") for word in small)
        or (len(words) == 1 and reserves(line))
        or (framed and len(words) > 1)  # `(Fassung 1 von 2)`
    )


def _words_in(dropped: Dropped) -> Iterator[tuple[str, Below]]:
    """Yield what a tail says: its lines from a postscript on, and sentences above that."""
    lines = [" ".join(line.split()) for line in dropped.text.split("\n") if line.strip()]
    if dropped.reason in _APART:
        yield from ((line, Below.SAID) for line in lines)
        return
    marks = (at for at, line in enumerate(lines) if _POSTSCRIPT.match(line))
    post = next(marks, len(lines))
    if dropped.reason is DropReason.FOOTER:
        yield from _in_notice(" ".join(lines[:post]))
    elif len(lines) > 1:
        yield from _in_signature(lines[:post])
    else:
        yield from _behind_client(" ".join(lines[:post]))
    yield from ((line, Below.OWN) for line in lines[post:] if not _LINKED.search(line))


def _in_signature(lines: Sequence[str]) -> Iterator[tuple[str, Below]]:
    """Yield the lines of a signature that say something of the orders above it."""
    for line in lines:
        if _LINKED.search(line) or _QUOTED.match(line):
            continue
        saying = saying_of(line)
        of_some = Kind.TAKE_BACK_ONE in saying.kinds and names_orders(saying.words)
        if saying.kinds & _OF_ALL or of_some:
            yield line, Below.SAID


def _behind_client(text: str) -> Iterator[tuple[str, Below]]:
    """Yield what goes on behind the line that a program puts below a text."""
    first, *others = _parts(_SENTENCES, text)
    _, *behind = _parts(BEHIND_CLIENT, first)
    if behind:
        others.insert(0, first[first.index(behind[0]) :])
    elif reserves(first):
        others.insert(0, first)
    for part in others:
        if not _LINKED.search(part) and (reserves(part) or _is_own(part)):
            yield part, Below.OWN


def _is_own(part: str) -> bool:
    """Tell whether words behind a program's line are no more of its kind."""
    program = CLIENT_LINE.match(part) or DEVICE.match(part) or _EXCUSES.search(part)
    return len(part.split()) >= _SHORTEST and not program


def _in_notice(text: str) -> Iterator[tuple[str, Below]]:
    """Yield the sentences that somebody has written behind a company's notice, or instead of it."""
    for at, part in enumerate(_parts(_SENTENCES, text)):
        if _LINKED.search(part):
            continue
        if _names_orders(part):
            yield part, Below.OF_ORDERS
        elif reserves(part) or (at and _GOES_ON.match(part)):
            yield part, Below.SAID
        elif at and len(part.split()) >= _SHORTEST:
            yield part, Below.PERHAPS


def _names_orders(part: str) -> bool:
    """Tell whether a sentence of a notice speaks of orders, which no company does: `before carrying out the second`."""
    return names_orders(words_of(fold(_IN_ORDER_TO.sub(" ", part))))


_IN_ORDER_TO: Final = re.compile(r"\bin order (?:to|that)\b", re.I)


def _parts(between: re.Pattern[str], text: str) -> list[str]:
    return [part.strip() for part in between.split(text)[:_MOST] if part.strip()] or [""]
