"""A kit for reading: what stands beside the orders of a mail of keyword lines and may change what they mean.

Words that take back, doubt, suppose or put off leave the orders of their mail open: they wait, and their writer
is asked. Where a mail is carried out at once, and nothing can be sent after it, whatever was not read or not taken
leaves them open as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Final, TypeAlias

from gm.contract.complaints import Complaint, ComplaintKind
from gm.contract.language import LineRead, Problem, UnreadLine, Verdict
from gm.contract.language import Talk as TalkKind
from gm.contract.orders import Order
from gm.interpret.folding import fold
from gm.interpret.reservations import Kind, saying_of
from gm.interpret.tongues import Words, tongues, words_of

_SAYS_SO: Final = frozenset({Kind.REAL, Kind.HEADING})
"""What leaves nothing open: these are the orders that count."""

_UNDOES: Final = frozenset({Kind.TAKE_BACK, Kind.TAKE_BACK_ONE})
"""What is said of orders that shall not be."""

_DOUBTS: Final = re.compile(
    r"\b(?:not|no|never|don'?t|do not|n't|yet|wait|until|unless|if|maybe|perhaps|instead|forget|ignore|cancel|undo"
    r"|draft|rather|except|hold on|later|tomorrow|meant?|mistake|wrong|actually|change|only|or)\b|n't\b|n’t\b",
    re.I,
)
"""Words that may take back or put off what stands beside them."""

_LONGEST: Final = 400
_MOST_CHOICES: Final = 5


def doubts(text: str) -> bool:
    """Tell whether a line holds a word that denies, doubts, changes or puts off something, in any language."""
    plain = fold(text[:_LONGEST])
    words = words_of(plain)
    return bool(_DOUBTS.search(plain)) or any(_has_turn(words, turns) for turns in _turns())


def with_orders_asked(
    lines: Sequence[LineRead],
    unread: Sequence[UnreadLine],
    plays: Callable[[Sequence[Order]], bool],
    words: ComplaintWords,
) -> tuple[LineRead, ...]:
    """Return the lines of a mail, their orders asked about where others leave them open.

    Args:
        lines: of one seat; unread: those of the mail of which nothing came.
        plays: tells whether a mail with these orders would be carried out at once, for good.
        words: says a complaint.
    """
    ordering = [line for line in lines if line.verdict is Verdict.ACCEPTED and line.orders]
    said = {unread_line.number: unread_line for unread_line in unread}
    if not ordering:
        return tuple(lines)
    opened = [
        line
        for line in lines
        if (line.number in said and _leaves_open(line.text)) or _takes_back(line)
    ]
    if not opened and plays([order for line in ordering for order in line.orders]):
        opened = [line for line in lines if _is_trouble(line, said)]
    if not opened:
        return tuple(lines)
    several = [line for line in lines if line.choices]
    asked = several[0] if len(several) == 1 and opened == several else opened[0]
    choices = _choices(lines, ordering, several)
    return tuple(_set_aside(line, asked, ordering, choices, words) for line in lines)


class Rest(Enum):
    """What the orders of a mail are to the list that stands: its rest, perhaps its rest, or another list."""

    ADDS = "adds"
    MAY_ADD = "may add"
    REPLACES = "replaces"


ComplaintWords: TypeAlias = Callable[[Complaint], str]
"""Says a complaint in a sentence: the pages of a game have it."""

RestOfList: TypeAlias = Callable[[Sequence[Order], Sequence[Order]], Rest]
"""Tells of the orders that stand, and those of a mail, which of these it is."""


def with_standing_asked(
    lines: Sequence[LineRead],
    standing: Sequence[Order],
    rest: RestOfList,
    words: ComplaintWords,
) -> tuple[LineRead, ...]:
    """Return the lines of a mail that may be the rest of the list that stands, and not take its place.

    What only ends the list is added to it; of others their writer is asked.

    Args:
        lines: of one seat. standing: its list. rest: tells what the mail is to that.
        words: says a complaint.
    """
    ordering = [line for line in lines if line.verdict is Verdict.ACCEPTED and line.orders]
    orders = [order for line in ordering for order in line.orders]
    if not standing or not ordering or [*standing] == orders:
        return tuple(lines)
    match rest(standing, orders):
        case Rest.ADDS:
            return tuple(replace(line, adds=True) if line in ordering else line for line in lines)
        case Rest.REPLACES:
            return tuple(lines)
        case Rest.MAY_ADD:
            first = ordering[0]
            problem = Problem(words(Complaint(ComplaintKind.REST_OR_ALL, choices=2)))
            asked = _asked_of(first, problem, ((*standing, *orders), tuple(orders)))
            return tuple(
                asked if line is first else _waiting(line) if line in ordering else line
                for line in lines
            )


def _asked_of(
    line: LineRead, problem: Problem, choices: tuple[tuple[Order, ...], ...]
) -> LineRead:
    return LineRead(
        line.number, line.text, Verdict.AMBIGUOUS, problem=problem, choices=choices, reserves=True
    )


def _waiting(line: LineRead) -> LineRead:
    return replace(line, verdict=Verdict.AMBIGUOUS, orders=(), remarks=(), waits=True)


def _leaves_open(text: str) -> bool:
    return bool(saying_of(text).kinds - _SAYS_SO)


def _takes_back(line: LineRead) -> bool:
    """Tell whether a line that may be an order takes another back: `scrap that, move to Feakle`."""
    return bool(line.choices and saying_of(line.text).kinds & _UNDOES)


def _is_trouble(line: LineRead, said: Mapping[int, UnreadLine]) -> bool:
    """Tell whether a line may be a part of what its writer wants, and was not carried out."""
    if line.problem is not None:
        return True
    if line.number not in said:
        return False
    talk = said[line.number]
    return talk.of_board or talk.talk is not TalkKind.REMARK or doubts(line.text)


def _choices(
    lines: Sequence[LineRead], ordering: Sequence[LineRead], several: Sequence[LineRead]
) -> tuple[tuple[Order, ...], ...]:
    """Return what a mail may have meant: its orders with each choice of a line in its place, and without it."""
    if len(several) != 1:
        return (tuple(order for line in ordering for order in line.orders),)
    (open_line,) = several
    choices = list[tuple[Order, ...]]()
    if _takes_back(open_line):
        choices += open_line.choices[: _MOST_CHOICES - 1]
    for choice in (*open_line.choices[: _MOST_CHOICES - 1], ()):
        whole = [choice if line is open_line else line.orders for line in lines]
        choices.append(tuple(order for orders in whole for order in orders))
    return tuple(dict.fromkeys(filter(None, choices)))


def _set_aside(
    line: LineRead,
    asked: LineRead,
    ordering: Sequence[LineRead],
    choices: tuple[tuple[Order, ...], ...],
    words: ComplaintWords,
) -> LineRead:
    if line is asked:
        before = line.problem or Problem("")
        complaint = Complaint(ComplaintKind.MAY_CHANGE, why=before.message, choices=len(choices))
        return _asked_of(line, Problem(words(complaint), before.piece), choices)
    if line in ordering:
        return _waiting(line)
    return replace(line, choices=()) if line.choices else line


@lru_cache(maxsize=1)
def _turns() -> tuple[frozenset[Words], ...]:
    return tuple(frozenset(tongue.doubts) for tongue in tongues())


def _has_turn(words: Words, turns: frozenset[Words]) -> bool:
    return any(
        words[at:end] in turns
        for at in range(len(words))
        for end in range(at + 1, min(len(words), at + 5) + 1)
    )
