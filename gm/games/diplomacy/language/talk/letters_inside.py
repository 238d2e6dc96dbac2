"""Finds words to another player in a mail of orders: `To Germany: I'll move ... so you can relax`.

What stands in them is told to him and not ordered. A message between PRESS and ENDPRESS is none of
these: it is carried, and never read for orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from gm.games.diplomacy.language.binding.names import names_on
from gm.games.diplomacy.readings import Context, LineReading
from gm.interpret.folding import fold, squeeze
from gm.interpret.reservations import turn_at
from gm.interpret.seat_names import seats_in_any_language
from gm.interpret.tongues import words_of

_HEAD = re.compile(r"[^:,;]*[:,;]?|.*")
_ENDED = re.compile(r"[.!?)]\s*$")

_MOST_WORDS = 8
"""Words of the longest address."""

_SHORTEST = 4
"""Letters of a power's name that stands alone, without a word that addresses it."""


@dataclass(frozen=True, slots=True)
class LetterInside:
    """Words to another player: the places of their first and last line among those read."""

    first: int
    last: int


def letters_in(
    lines: Sequence[LineReading],
    texts: Sequence[str],
    talk: Collection[int],
    context: Context,
    heads: Callable[[int], bool],
) -> Iterator[LetterInside]:
    """Yield the words to other players that stand among the lines of a mail.

    They end with their paragraph; below an address alone on its line, or one whose sentence goes
    on, with the first paragraph of orders. A line that heads the writer's own orders ends them too.

    Args:
        lines: as read. texts: of the mail. talk: the places of lines that order nothing.
        context: the position. heads: tells of a line whether it heads orders that count.
    """
    last = -1
    for at, line in enumerate(lines):
        if at <= last or at not in talk:
            continue
        rest = _addressed(line.text, context)
        if rest is None:
            continue
        last = _end(lines, texts, at, heads, open_ended=not _ENDED.search(rest))
        yield LetterInside(at, last)


def _end(
    lines: Sequence[LineReading],
    texts: Sequence[str],
    first: int,
    heads: Callable[[int], bool],
    *,
    open_ended: bool,
) -> int:
    last = first
    for at in range(first + 1, len(lines)):
        above = texts[lines[at].number - 2] if lines[at].number > 1 else ""
        if heads(at) or (not above.strip() and not open_ended):
            break
        last = at
        open_ended = open_ended and not lines[at].orders
    return last


def _addressed(text: str, context: Context) -> str | None:
    """Return what stands behind an address to other powers; None if a line is none."""
    head = fold(text[:200]).strip("*_=#> @")
    match = re.match(r"[^:,;!-]+", head)
    if match is None:
        return None
    words, sign = words_of(match.group()), head[match.end() : match.end() + 1]
    start = turn_at("to", words, 0) if words else 0
    names = words[start:]
    if not names or len(words) > _MOST_WORDS or (not sign and not start):
        return None
    powers = [*_powers(names, context)] if start or len(names[0]) >= _SHORTEST else []
    if not powers or None in powers or context.power in powers:
        return None
    rest = head[match.end() + 1 :].strip()
    return None if not start and sign != ":" and rest else rest


def _powers(names: Sequence[str], context: Context) -> Iterator[str | None]:
    """Yield the powers that words name, None for words that name none."""
    at = 0
    while at < len(names):
        if (end := turn_at("and", tuple(names), at)) > at:
            at = end
            continue
        for count in (3, 2, 1):
            run = names[at : at + count]
            seats = seats_in_any_language(names_on(context.board), squeeze(" ".join(run)))
            if len(run) == count and len(seats) == 1 and len("".join(run)) > 2:
                yield seats[0]
                at += count
                break
        else:
            yield None
            return
