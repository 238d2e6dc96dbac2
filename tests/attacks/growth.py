"""Hostile texts for a pattern, made of the pattern itself, and whether its cost grows with their square."""

from __future__ import annotations

import re
import re._constants as codes
import re._parser as parser
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, product
from time import perf_counter

MANY = 2048
"""Characters of a hostile text."""

FEW = MANY // 16

AT_ONCE = 0.0015
"""Seconds in which so many are searched, where the cost is in line with the length.

What takes less is linear, whatever it is: the square of it would be four million steps.
"""

_QUICK = 0.004
"""Seconds of a text so long that are never held against a pattern: a step for each pair takes more."""

MOST_GROWTH = 11.0
"""So many times as much for a character may a text cost that is sixteen times as long."""

GIVEN_UP = 2.0
"""Seconds after which a pattern is taken for endless."""

_POOL = " a1A_-.,;:@<>()[]{}'\"/\\=?#+*!|%&\n\t\rä–"
_UNITS = (*" a1-.,:<('\"=\n", "a ", "a@", "- ", "1 ", ", ", "( ", "a: ", "A F ")
_ENDS = ("\x00", " \x00")


class TooLongError(Exception):
    """A run took longer than it may."""


@dataclass(frozen=True, slots=True)
class Hostile:
    """A text that grows: a head, a unit again and again, an end."""

    head: str
    unit: str
    end: str

    def of(self, length: int) -> str:
        """Return it so long."""
        return self.head + self.unit * (length // len(self.unit)) + self.end


def hostile_texts(source: str, flags: int) -> Iterator[Hostile]:
    """Yield the texts to try on a pattern: of its own making first, then of everybody's."""
    flags &= ~re.DEBUG
    seen: set[tuple[str, str]] = set()
    own = (*_pumped(parser.parse(source, flags), ""),)
    for head, unit in (*own, *(("", unit) for unit in _UNITS)):
        if unit and len(unit) < FEW // 2 and (head, unit) not in seen:
            seen.add((head, unit))
            yield from (Hostile(head, unit, end) for end in _ENDS)


def _pumped(parsed: object, before: str) -> Iterator[tuple[str, str]]:
    """Yield what leads to each repetition, and what it repeats; and both again and again."""
    head = before
    items = list(parsed)
    for at, (code, given) in enumerate(items):
        if code in _REPEATS:
            least, most, inner = given
            if most > 8:
                behind = _first(items[at + 1 : at + 2])
                for unit in _samples(inner):
                    yield head, unit
                    yield head, unit + behind
                    if head != before or before:
                        yield "", head + unit
            yield from _pumped(inner, head)
            head += _first(inner) * least
        elif code is codes.BRANCH:
            for branch in given[1]:
                yield from _pumped(branch, head)
            head += _first(given[1][0])
        elif code is codes.SUBPATTERN:
            yield from _pumped(given[-1], head)
            head += _first(given[-1])
        elif code is codes.ATOMIC_GROUP:
            yield from _pumped(given, head)
            head += _first(given)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _pumped(given[1], head)
        else:
            head += _letter(code, given)
    if head != before:
        yield before, head[len(before) :]


_REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}


def _first(parsed: object) -> str:
    """Return a short text that some items take."""
    text = ""
    for code, given in parsed:
        if code in _REPEATS:
            text += _first(given[2]) * given[0]
        elif code is codes.BRANCH:
            text += min(map(_first, given[1]), key=len)
        elif code is codes.SUBPATTERN:
            text += _first(given[-1])
        elif code is codes.ATOMIC_GROUP:
            text += _first(given)
        else:
            text += _letter(code, given)
    return text


def _samples(parsed: object) -> Iterator[str]:
    """Yield a few texts that some items take: several letters for one of a set, every branch."""
    items = list(parsed)
    if len(items) == 1:
        code, given = items[0]
        if code is codes.BRANCH:
            yield from (_first(branch) for branch in given[1][:6])
            return
        if code is codes.SUBPATTERN:
            yield from _samples(given[-1])
            return
        if code in (codes.IN, codes.ANY, codes.NOT_LITERAL):
            yield from _letters(code, given, 5)
            return
    options = [(*_alternatives(item),)[:3] for item in items]
    for count, chosen in enumerate(product(*options)):
        if count == 6:
            return
        yield "".join(chosen)


def _alternatives(item: tuple[object, object]) -> Iterator[str]:
    yield _first([item])
    code, given = item
    if code in _REPEATS and given[0] == 0:
        yield _first(given[2])
    elif code is codes.IN:
        yield from _letters(code, given, 3)


def _letter(code: object, given: object) -> str:
    return next(_letters(code, given, 1), "")


def _letters(code: object, given: object, most: int) -> Iterator[str]:
    if code is codes.LITERAL:
        yield chr(given)
    elif code in (codes.IN, codes.ANY, codes.NOT_LITERAL):
        yield from islice(_preferred(code, given), most)


def _preferred(code: object, given: object) -> Iterator[str]:
    """Yield letters that a set takes, those of the pool first."""
    yield from (letter for letter in _POOL if _takes(code, given, letter))
    if code is codes.IN:
        for kind, what in given:
            if kind is codes.LITERAL and chr(what) not in _POOL:
                yield chr(what)
            elif kind is codes.RANGE and not any(what[0] <= ord(one) <= what[1] for one in _POOL):
                yield chr(what[0])


_CATEGORIES = {
    codes.CATEGORY_DIGIT: str.isdigit,
    codes.CATEGORY_NOT_DIGIT: lambda one: not one.isdigit(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
    codes.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
    codes.CATEGORY_NOT_WORD: lambda one: not (one.isalnum() or one == "_"),
}


def _takes(code: object, given: object, letter: str) -> bool:
    if code is codes.ANY:
        return letter != "\n"
    if code is codes.NOT_LITERAL:
        return ord(letter) != given
    inside = any(
        (kind is codes.LITERAL and ord(letter) == what)
        or (kind is codes.RANGE and what[0] <= ord(letter) <= what[1])
        or (kind is codes.CATEGORY and _CATEGORIES[what](letter))
        for kind, what in given
    )
    return inside is not any(kind is codes.NEGATE for kind, _ in given)


@contextmanager
def given_up_after(seconds: float) -> Iterator[None]:
    """End what runs inside with TooLongError after so much time of this processor."""

    def end(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def cost(run: Callable[[], object]) -> float:
    """Return the seconds of processor that something takes; endless is infinite."""
    begun = perf_counter()
    try:
        with given_up_after(GIVEN_UP):
            run()
    except TooLongError:
        return float("inf")
    return perf_counter() - begun


def grows(run: Callable[[int], Callable[[], object]], at_once: float = AT_ONCE) -> str:
    """Tell how the cost of a text grows with its length, in words; "" if in line with it.

    Nothing is said before it was seen three times, so that a busy machine accuses nobody.

    Args:
        run: makes a run of a text of so many characters.
        at_once: seconds that the longest text may take without a second look.
    """
    long = run(MANY)
    if cost(long) < at_once:
        return ""
    short = run(FEW)
    few, many = min(cost(short) for _ in range(9)), min(cost(long) for _ in range(3))
    growth = many / max(few, 1e-7) / (MANY / FEW)
    if many < _QUICK or growth < MOST_GROWTH:
        return ""
    return f"{many:.3f} s for {MANY} characters, {growth:.0f} times as much for each as of {FEW}"
