"""Tells of talk below orders whether it may be meant to unsettle them, in whatever words.

`wife says no`, `Nie im Leben!`, `wäre ein Traum`. Nobody writes by a list of what takes back, so what is known
to be about something else is listed instead (`[lists] topics` of `languages/reservations.toml`), and a
word that denies, doubts, supposes or puts off is heard further down than any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from gm.contract.seats import SeatId
from gm.games.diplomacy.language.talk.harmless import changes_nothing, holds_only
from gm.games.diplomacy.language.talk.spoken_of import names_in, things_named
from gm.games.diplomacy.rules.board import Board
from gm.interpret.reservations import (
    Saying,
    has_turn,
    is_turn,
    places_of_turns,
    turn_at,
    without_turns,
)
from gm.interpret.talk_words import begins, has, is_little, turns
from gm.interpret.tongues import Words

_DENIAL: Final = "denial"
_PRESSED: Final = "pressed"
_PAYMENT: Final = "payment"
_TELLS: Final = "tells"
_TOPICS: Final = "topics"
_IF: Final = "if"
_CHANGES: Final = "changes"
_HAPPENED: Final = "happened"
_REFUSALS: Final = "refusals"
_HOPES: Final = "hopes"
"""The lists of turns that this looks for; `languages/reservations.toml` says what each holds."""

_HERE: Final = "here"
"""Turns that say that something stands in the mail itself, which is no topic: `the orders in this message`."""

_LOUD: Final = (_DENIAL, "unreal", "drops", _IF)
"""The lists of turns that deny, doubt, suppose or put off."""

_QUIET: Final = ("plain", "idioms", _TOPICS)
"""The lists of turns that change nothing, whatever words are in them."""

_HARMLESS: Final = ("plain", "idioms", "moving", "number")
"""The lists of words of which a sentence right below an order may be, if it denies nothing."""

_SHORT: Final = 6
"""Words of the longest heading that names something, and of a letter's end with its writer's name."""

_OF_ONE: Final = 10
"""Words of a sentence that is about the thing it names, and no more."""

_LONGEST: Final = 18
"""Words of the longest sentence that may speak of orders without naming them."""

_HEADS_OTHERS: Final = (_DENIAL, "unreal", "tells", "from_others", "stale", _PRESSED)
"""The lists of turns by which a heading says that the orders below it are no orders of now."""

_HEADING: Final = ("heading", "frame", "whose", "date", "gm")
"""The lists of talk of which headings are made."""

_LATIN: Final = re.compile(r"[a-z]")

_PHASE: Final = re.compile(r"[sfw]\d{4}[mrab]?")
"""A phase's name, as subjects of reports have it."""

_ASKING: Final = ("request", "matter", "gm")
"""The lists of talk that is for the game master."""


def unsettles(
    sentences: Sequence[Words],
    board: Board,
    writer: SeatId,
    ordered: AbstractSet[str],
    *,
    near: bool,
    mute: AbstractSet[str] = frozenset(),
    above: bool = False,
) -> bool:
    """Tell whether one of some sentences below orders may be meant to unsettle them.

    Args:
        sentences: what a line says, the words of each, without those that say nothing.
        board: the board in force. writer: whose orders they are.
        ordered: what kinds of things the orders are about.
        near: the line stands right below an order.
        above: the line stands above the orders, where people speak of what has happened.
        mute: words that would deny or suppose something if they had their accents.
    """
    said = (without_turns(_HERE, words) for words in sentences)
    short = [words for words in said if words and len(words) <= _LONGEST]
    if above:
        short = [words for words in short if not has_turn(_HAPPENED, words)]
    if any(has_turn(_TOPICS, words) for words in short):
        near, ordered = False, ordered - {_PAYMENT}
    return any(
        _speaks_against(words, left, board, writer)
        if left != words
        else (near or _is_of_payee(words, ordered, above=above)) and _is_open(words, board, writer)
        for words in short
        for left in [_without_loud(words, mute)]
        if not _is_of_others(words, left, ordered)
    )


def unsettles_outright(words: Words, board: Board) -> bool:
    """Tell whether a line says that orders are not to be used or another's wish, whatever else it says."""
    # `Germany told me to move A Mar - Spa` tells of another order; German `war` is no Warsaw.
    return has_turn(_PRESSED, words) and not any(
        places and turn_at("plain", words, begin) == begin
        for begin, _, places, _ in names_in(words, board)
    )


def heads_plainly(saying: Saying, board: Board) -> bool:
    """Tell whether a line that heads orders says only what they are: `My moves`, `In the west`, `Here we go`."""
    words = saying.meant[-1] if saying.meant else ()
    if has_turn("introduces", words) or has_turn("valid", words):
        return True
    if places_of_turns(_HEADS_OTHERS, words) - places_of_turns(("of_self",), words):
        return False
    if len(words) > _SHORT:
        return True  # it explains what comes: `Of course, the Lagan runs between the two:`
    named = {place for begin, end, *_ in names_in(words, board) for place in range(begin, end)}
    known = places_of_turns((*_HARMLESS, "remark", "lead", "headings", "orders"), words)
    return all(at in named or at in known or _is_of_heading(word) for at, word in enumerate(words))


def _is_of_heading(word: str) -> bool:
    """Tell whether a word stands in headings: what they are about, a date, a little word; or in no Latin script."""
    if not _LATIN.search(word) or _PHASE.fullmatch(word):
        return True
    return any((word,) in turns()[kind] for kind in _HEADING)


def _is_of_payee(words: Words, ordered: AbstractSet[str], *, above: bool) -> bool:
    """Tell whether a sentence below payments may speak of whom they are for: `He can have them in hell`."""
    return _PAYMENT in ordered and not above and has_turn("payee", words)


def _is_of_others(words: Words, left: Words, ordered: AbstractSet[str]) -> bool:
    """Tell whether a sentence speaks of things that none of the orders is about: `no bridge after all`."""
    if len(words) <= _OF_ONE and {*things_named(left)} - ordered:
        return True
    # `4 instead of 5` speaks of points.
    numbers = any(map(str.isdecimal, words)) and _PAYMENT not in ordered
    return numbers and all(word.isdecimal() or is_little((word,)) for word in words)


def _speaks_against(words: Words, left: Words, board: Board, writer: SeatId) -> bool:
    """Tell whether what a sentence denies, doubts, supposes or puts off may be the orders."""
    if _refuses(words):
        return True
    if _has_topic(words) or turn_at(_HOPES, words, 0) or _praises(words, board, writer):
        return False
    if begins(words, "question") and not has_turn(_DENIAL, words):
        return False  # `What happens if two of us are tied?`
    # What somebody else never does is no word on one's own orders; what hangs on him is.
    return has_turn(_IF, words) or not _names_others(left, board, writer)


def _praises(words: Words, board: Board, writer: SeatId) -> bool:
    """Tell whether a sentence says of something how it is, and no more: `Actually a fine plan`."""
    changes = turn_at(_CHANGES, words, 0)
    return changes > 0 and changes_nothing(words[changes:], board, writer)


def _without_loud(words: Words, mute: AbstractSet[str]) -> Words:
    """Return words with nothing in the places of those that deny or doubt, but in a turn that does not."""
    left = [*words]
    quiet = [(at, _longest(_QUIET, words, at)) for at in range(len(words))]
    for at in range(len(words)):
        end = _longest(_LOUD, words, at)
        idle = any(
            first <= at and last >= end and last - first > end - at for first, last in quiet
        )
        if end > at and not idle and (end > at + 1 or words[at] not in mute):
            left[at:end] = [""] * (end - at)
    return tuple(left)


def _has_topic(words: Words) -> bool:
    """Tell whether a sentence is about something else; `on holiday` is, `ask first` is not about questions."""
    for at in range(len(words)):
        end = turn_at(_TOPICS, words, at)
        if end > at and not any(
            _longest(_LOUD, words, first) >= end
            and _longest(_LOUD, words, first) - first > end - at
            for first in range(at + 1)
        ):
            return True
    return False


def _longest(lists: Sequence[str], words: Words, at: int) -> int:
    return max(turn_at(name, words, at) for name in lists)


def _thanks(words: Words) -> bool:
    """Tell whether a sentence thanks, and does not go on to speak of what is undone."""
    return has(words, "thanks") and not has_turn("undoing", words) and not has_turn("and", words)


def _names_others(words: Words, board: Board, writer: SeatId) -> bool:
    """Tell whether a sentence names another power; `hasn't it` does not name Italy."""
    return any(
        {*powers} - {writer}
        for begin, end, _, powers in names_in(words, board)
        if all(len(word) != 1 for word in words[begin:end])
    )


def _refuses(words: Words) -> bool:
    """Tell whether a sentence ends in a plain no: `wife says no`."""
    return any(
        turn_at(_REFUSALS, words, at) == len(words)
        for at in range(max(0, len(words) - 3), len(words))
    )


def _is_open(words: Words, board: Board, writer: SeatId) -> bool:
    """Tell whether a sentence is neither known to be about something else nor talk to the game master."""
    if changes_nothing(words, board, writer) or holds_only(words, _HARMLESS, board):
        return False
    if has(words, "chatter") or _thanks(words):
        return False
    if any(places for *_, places, _ in names_in(words, board)):
        return False  # whether it means the orders there is told by `mentions`
    if (
        turn_at("opinions", words, 0)
        or begins(words, "question")
        or (_names_others(words, board, writer) and not has_turn(_TELLS, words))
    ):
        return False  # `Italy will hate me`, but `says Germany`
    if all(len(word) == 1 for word in words):
        return False  # `p.s.`
    return not any(has(words, kind) for kind in _ASKING) and not is_turn("lead", words)
