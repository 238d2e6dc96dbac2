"""Hostile texts for a pattern, made of the pattern itself, and how its cost grows with their length."""

from __future__ import annotations

import re
import re._constants as codes
import re._parser as parser
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice, product
from time import perf_counter, process_time

MANY = 2048
"""Characters of a hostile text: as long as the longest line that is read as orders."""

_AT_FIRST = MANY // 2
"""Characters with which the dearest texts are sought."""

FEW = MANY // 4

MOST_GROWTH = 2.5
"""So many times as much for a character may a text cost that is four times as long.

A cost in line with the length gives 1, one that grows with the square 4. Between them lies what looks
a few hundred characters ahead from everywhere.
"""

MOST_OF_A_TEXT = 1500.0
"""So many times the cost of a plain search may one pattern have; some hundredths of a second."""

_CHEAP = 24.0
"""Plain searches that need no second look: even the square of it would be cheap on a whole mail."""

_LOOKED_AT_AGAIN = 4
"""The dearest texts of each pattern, which are looked at twice."""

GIVEN_UP = 1.0
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
        """Return it so long, or a little longer."""
        return self.head + self.unit * (length // len(self.unit)) + self.end


_BLANKS = re.compile(r"\s+")


def hostile_texts(source: str, flags: int, *, folded: bool = False) -> Iterator[Hostile]:
    """Yield the texts to try on a pattern: of its own making first, then of everybody's.

    Args:
        source: the pattern; flags: as given to `re`.
        folded: it searches folded lines, in which no two blanks stand together.
    """
    flags &= ~re.DEBUG
    seen: set[tuple[str, str]] = set()
    own = (*_pumped(parser.parse(source, flags), ""),)
    every = (*own, *(("", unit) for unit in _UNITS))
    for head, unit in ((_folded(one), _folded(two)) for one, two in every) if folded else every:
        if unit and len(unit) < FEW // 8 and (head, unit) not in seen:
            seen.add((head, unit))
            yield from (Hostile(head, unit, end) for end in _ENDS)


def _folded(text: str) -> str:
    """Return a text so that it may stand behind itself with no two blanks together; "" if blank."""
    text = _BLANKS.sub(" ", text)
    return text[1:] if text[:1] == " " and text[-1:] == " " else text


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


def processor_time(run: Callable[[], object]) -> float:
    """Return the seconds of processor of one run, from so many that its clock can tell them."""
    times, begun = 0, process_time()
    while (spent := process_time() - begun) < _TOLD:
        run()
        times += 1
    return spent / times


_TOLD = 0.05
"""Seconds that the clock of a processor tells well; it may tick some hundred times a second."""


@cache
def plain_search() -> float:
    """Return the seconds of a search that looks at each letter of such a text once."""
    plain, text = re.compile(r"(?:a|b)c"), "a" * MANY
    return processor_time(lambda: plain.search(text))


def dearest(run: Callable[[str], object], texts: Iterable[Hostile]) -> list[Hostile]:
    """Return the texts that cost a pattern most, of those that cost it much; one without an end alone."""
    costs: list[tuple[float, int, Hostile]] = []
    for number, text in enumerate(texts):
        price = cost(partial(run, text.of(_AT_FIRST)))
        if price >= GIVEN_UP:
            return [text]
        if price >= _CHEAP / 2 * plain_search():
            costs.append((price, number, text))
    return [text for *_, text in sorted(costs)[-_LOOKED_AT_AGAIN:]]


def grows(run: Callable[[str], object], text: Hostile) -> str:
    """Tell how the cost of a text grows with its length, or how high it is; "" if as it may be.

    A look at the clock on the wall acquits, if need be a second one; only that of the processor, which
    does not care how busy the machine is, accuses.
    """
    short, long = partial(run, text.of(FEW)), partial(run, text.of(MANY))
    many = cost(long)
    if many >= GIVEN_UP:
        return f"no end within {GIVEN_UP} s"
    for clock in (_least_of_three, _least_of_three, processor_time):
        many, few = clock(long), clock(short)
        growth, price = many / few / (MANY / FEW), many / plain_search()
        if growth < MOST_GROWTH and price < MOST_OF_A_TEXT:
            return ""
    return f"{price:.0f} plain searches of {MANY} characters, {growth:.1f} for each as of {FEW}"


def _least_of_three(run: Callable[[], object]) -> float:
    return min(cost(run) for _ in range(3))
