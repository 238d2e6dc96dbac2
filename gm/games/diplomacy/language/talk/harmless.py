"""Tells what changes no order: sentences of names and words of reasons, hopes and praise, and no others.

Nobody writes by a list of what takes back or doubts. So the words that change nothing are known
instead, in `languages/reservations.toml` and each language's own, and whatever holds others may.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from gm.contract.seats import SeatId
from gm.games.diplomacy.language.talk.spoken_of import names_in
from gm.games.diplomacy.rules.board import Board
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn, places_of_turns, saying_of, turn_at
from gm.interpret.talk_words import begins, has
from gm.interpret.tongues import Words, words_of

_ALTERNATIVE: Final = "alternative"
"""The list of what offers something else; whoever does wants it as well: `fleet also ok`."""

_DOUBTS: Final = ("if", "would", "only", "restricts", "denial")
"""The lists of turns that no mere reason holds."""

_PLAIN: Final = ("plain", "idioms")
"""The lists of words that change nothing wherever they stand."""

_IN_REMARKS: Final = (*_PLAIN, "moving", "remark", "lead", "tail")
"""The lists of words that change nothing beside the order in whose line they stand."""

_IN_REASONS: Final = (*_PLAIN, "deeds", "number")
"""The lists of words by which somebody says what he pays for."""

_SHORT_FORM: Final = 3
"""Letters of a name in short that may be a word as well: `den`, `war`, `gas`."""

_KINDS: Final = ("army", "fleet")
"""The lists of turns that name kinds of units."""

_ARTICLES: Final = frozenset({"the", "die", "den", "der"})

_SHORT: Final = 8
"""Words of the longest sentence that only says why."""


def changes_nothing(words: Words, board: Board, writer: SeatId) -> bool:
    """Tell whether a sentence is another's promise, a reason, or of words that change nothing."""
    if has_turn(_ALTERNATIVE, words):
        return False
    return (
        _is_others_vow(words, board, writer)
        or _is_reason(words)
        or holds_only(words, _PLAIN, board)
    )


def is_known_remark(aside: str, board: Board, writer: SeatId) -> bool:
    """Tell whether a remark beside an order is of the kinds that change nothing.

    Args:
        aside: folded, as it stands in the line. board: the board in force. writer: whose order it is.
    """
    words = words_of(fold(aside))
    if any(begins(words, kind) for kind in ("greeting", "thanks", "closing")) or has(
        words, "chatter"
    ):
        return True
    return _names_owner(words, board) or all(
        changes_nothing(sentence, board, writer)
        or (holds_only(sentence, _IN_REMARKS, board) and not has_turn(_ALTERNATIVE, sentence))
        for sentence in saying_of(aside).meant
    )


def is_known_reason(reason: str, board: Board) -> bool:
    """Tell whether the reason of a payment only says what is paid for: `leaving Wat`, `as agreed`.

    Args:
        reason: folded, as it stands in the line. board: the board in force.
    """
    words = words_of(reason)
    named = sum(end - at for at, end, *_ in names_in(words, board))
    return named == len(words) or all(
        _is_reason(sentence) or holds_only(_without_numbers(sentence, board), _IN_REASONS, board)
        for sentence in saying_of(reason).meant
    )


def _without_numbers(words: Words, board: Board) -> Words:
    """Return words without years, counts and rivers: `the toll of 1016`; amounts are looked at before."""
    rivers = _rivers(board)
    return tuple(word for word in words if not word[0].isdecimal() and word not in rivers)


@lru_cache(maxsize=16)
def _rivers(board: Board) -> frozenset[str]:
    """Return the words of the names of the rivers."""
    borders = (border for place in board.provinces.values() for border in place.ring)
    return frozenset(word for border in borders for word in words_of(fold(border.river or "")))


def _names_owner(words: Words, board: Board) -> bool:
    """Tell whether words name powers alone, as whose unit it is: `A Ruh (GER)`."""
    names = [*names_in(words, board)]
    return all(powers for *_, powers in names) and (
        0 < sum(end - at for at, end, *_ in names) == len(words)
    )


def others_in(words: Words, board: Board, writer: SeatId) -> AbstractSet[SeatId]:
    """Return the powers that words name besides their writer's own."""
    named = names_in(words, board)
    return {SeatId(power) for *_, powers in named for power in powers} - {writer}


def own_names(words: Words, board: Board, writer: SeatId) -> Words:
    """Return a sentence without names that mean other things: common words, and what is another's.

    `The English fleet` and `the English` are no fleet of one's own and no Channel.
    """
    left = [*_without_plain_names(words, board)]
    for start, end, _, powers in names_in(words, board):
        if not powers or writer in powers:
            continue
        if any(has_turn(kind, words[end : end + 1]) for kind in _KINDS):
            left[start : end + 1] = [""] * (end + 1 - start)
        elif start and words[start - 1] in _ARTICLES:
            left[start:end] = [""] * (end - start)
    return tuple(left)


def _without_plain_names(words: Words, board: Board) -> Words:
    """Return a sentence without the short forms of names in it that are common words."""
    plain = {
        start
        for start, end, *_ in names_in(words, board)
        if end == start + 1
        and len(words[start]) <= _SHORT_FORM
        and any(turn_at(name, words, start) > start for name in ("plain", "number"))
    }
    return tuple("" if at in plain else word for at, word in enumerate(words))


def holds_only(words: Words, lists: Sequence[str], board: Board) -> bool:
    """Tell whether a sentence holds names, words of some lists and no others, and not names alone."""
    named = {at for start, end, *_ in names_in(words, board) for at in range(start, end)}
    named |= {at for at, word in enumerate(words) if word in _rivers(board)}
    known = places_of_turns(lists, words)
    return bool(known - named) and len(known | named) == len(words)


def _is_reason(words: Words) -> bool:
    """Tell whether a sentence says why, and no more: `because Ulster helped me`."""
    return (
        len(words) <= _SHORT
        and turn_at("reason", words, 0) > 0
        and not any(map(str.isdecimal, words))
        and not any(has_turn(name, words) for name in _DOUBTS)
    )


def _is_others_vow(words: Words, board: Board, writer: SeatId) -> bool:
    """Tell whether a sentence is what another power has promised: `England promised to stay out`."""
    return bool(others_in(words[:1], board, writer)) and turn_at("vow", words, 1) > 1
