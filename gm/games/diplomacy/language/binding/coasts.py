"""Finds the coast written behind a province: `StP/sc`, `Spa (nc)`, `Bul e`, `StPsc`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from gm.games.diplomacy.language.binding.names import (
    Bound,
    half_of,
    numbers_after,
    places_of,
    present_names,
    split_words,
)
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.wording.complaints.line_words import Remark
from gm.interpret.folding import squeeze
from gm.interpret.grammars import Found

_SIDE = r"north(?:ern)?|south(?:ern)?|east(?:ern)?|west(?:ern)?"
_FULL = rf"(?:{_SIDE}|[nsew])\.? ?coast|[nsew]\. ?c\.?|[nsew]cs?|[ns]k"
_ANY = rf"{_FULL}|{_SIDE}|[nsewc]"
_STOP = r"(?![^\W_])"
_AFTER_SLASH = re.compile(rf"\s*[/\\]\s*({_ANY}){_STOP}\.?", re.I)
_SLASH_BRACKETS = re.compile(rf"\s*[/\\]\s*\(({_ANY}){_STOP}\.?\)", re.I)
_IN_BRACKETS = re.compile(rf"\s*[(\[]\s*({_ANY}|central)\.?\s*[)\]]", re.I)
_PLAIN = (_AFTER_SLASH, _SLASH_BRACKETS, _IN_BRACKETS)
"""The ways that can mean nothing else."""
_BEHIND = re.compile(rf"(?:\s+|\s*[-.]\s*(?=[nsew]c{_STOP}))({_FULL}){_STOP}", re.I)
_SIDE_LAST = re.compile(rf"\s+({_SIDE}){_STOP}(?=\s*(?:$|[,;.)\]]))", re.I)
_LETTER = re.compile(rf"\s+([nsew]){_STOP}(?=\s*(?:$|[,;.)\]]|-))", re.I)
_AFTER_COMMA = re.compile(rf"\s*,\s*((?:{_SIDE}|[nsew])\.? ?coast){_STOP}", re.I)
_BEFORE = re.compile(rf"((?:{_SIDE}|[nsew])\.? ?coast|[nsew]c)\.? of (?:the )?", re.I)


def coast_before(text: str, at: int) -> tuple[str, int] | None:
    """Return the coast of `north coast of Spain` and where its province begins, or None."""
    match = _BEFORE.match(text, at)
    return (squeeze(match.group(1)), match.end()) if match is not None else None


def coast_after(
    board: Board,
    places: tuple[ProvinceId, ...],
    words: tuple[str, ...],
    text: str,
    end: int,
) -> Iterator[tuple[int, str | None, tuple[ProvinceId, ...]]]:
    """Yield the ways to read a coast behind a province that ends at `end`.

    Args:
        places: what the province may be.
        words: its words, for names such as `Cork (S)` where the side is part of the name.

    Yields:
        Where the coast ends, its id (or the words as written where the province has no such
        coast), and the provinces it leaves.
    """
    has_coasts = any(place_named(board, place).coasts for place in places)
    for pattern in (*_PLAIN, _BEHIND, _SIDE_LAST, _LETTER, _AFTER_COMMA):
        match = pattern.match(text, end)
        if match is None:
            continue
        side = squeeze(match.group(1))
        if not has_coasts:
            yield from _part_of_name(board, words, side, match.end())
        if places and (has_coasts or (pattern in _PLAIN and len(side) > 1)):
            coast = coast_of(board, places, side)
            yield match.end(), coast if coast is not None else side, places
        return


def _part_of_name(
    board: Board, words: tuple[str, ...], side: str, end: int
) -> Iterator[tuple[int, str | None, tuple[ProvinceId, ...]]]:
    named = places_of(board, (*words, side))
    if len(named) == 1:
        yield end, None, named


@lru_cache(maxsize=4096)
def glued_coast(board: Board, word: str) -> tuple[tuple[ProvinceId, ...], str] | None:
    """Return the province and coast of a word such as `StPsc`, or None."""
    if len(word) < 5 or word[-2:].casefold() not in {"nc", "sc", "ec", "wc"}:
        return None
    places = places_of(board, split_words(word[:-2]))
    with_coasts = tuple(place for place in places if place_named(board, place).coasts)
    if not with_coasts:
        return None
    side = word[-2:].casefold()
    return with_coasts, coast_of(board, with_coasts, side) or side


_COAST_WORDS = {
    "nc": "nc", "sc": "sc", "ec": "ec", "wc": "wc",
    "ncs": "nc", "scs": "sc", "ecs": "ec", "wcs": "wc",
    "nk": "nc", "sk": "sc",
    "n": "nc", "s": "sc", "e": "ec", "w": "wc",
    "north": "nc", "south": "sc", "east": "ec", "west": "wc",
    "northcoast": "nc", "southcoast": "sc", "eastcoast": "ec", "westcoast": "wc",
    "ncoast": "nc", "scoast": "sc", "ecoast": "ec", "wcoast": "wc",
    "northern": "nc", "southern": "sc", "eastern": "ec", "western": "wc",
    "northerncoast": "nc", "southerncoast": "sc", "easterncoast": "ec", "westerncoast": "wc",
}  # fmt: skip


def coast_of(board: Board, places: Iterable[ProvinceId], word: str) -> str | None:
    """Return the id of the coast a word names, a province's own aliases first; None if none."""
    for place in places:
        for coast in place_named(board, place).coasts:
            names = (coast.id, coast.name, *coast.aliases)
            if any(squeeze(name) == word for name in names):
                return coast.id
    return _COAST_WORDS.get(word)


# The ways to read a half of a split province in a line, for the scanner (Irish 9).


def halves_named(
    board: Board,
    text: str,
    span: tuple[int, int],
    places: tuple[ProvinceId, ...],
    remark: Remark | None = None,
    *,
    coast: str | None = None,
) -> Iterator[Found]:
    """Yield the halves whose numbers stand behind a name: `NTH 1`, `Spain 2 (sc)`.

    A number that no half has is a name that fits nothing, near to all the halves there are.

    Args:
        board: the board in force.
        text: the folded line.
        span: where the name begins and ends.
        places: what it may be, gone names among them.
        remark: on how the name itself was read.
        coast: that stands between name and number: `Spain/nc 1`.
    """
    at, end = span
    gone = [place for place in places if place in board.gone]
    for stop, number in numbers_after(text, end):
        written = text[at:stop]
        halves = tuple(filter(None, (half_of(board, province, number) for province in gone)))
        if not halves:
            near = present_names(board, places)
            yield Found("PLACE", stop, written, Bound(written, near, doubtful=True))
            continue
        for further, side, more in coast_after(board, halves, split_words(written), text, stop):
            longer = text[at:further]
            yield Found("PLACE", further, longer, Bound(longer, more, coast=side), remark)
        yield Found("PLACE", stop, written, Bound(written, halves, coast=coast), remark)


def half_of_the_whole(
    board: Board, text: str, at: int, number: int, runs: Iterable[tuple[int, tuple[str, ...]]]
) -> Iterator[Found]:
    """Yield `the first half of the North Sea`.

    Args:
        board: the board in force.
        text: the folded line.
        at: where the words for the number begin; number: what they say.
        runs: the runs of words behind them, each with its end.
    """
    for end, words in runs:
        candidates = (half_of(board, province, number) for province in places_of(board, words))
        if halves := tuple(filter(None, candidates)):
            written = text[at:end]
            yield Found("PLACE", end, written, Bound(written, halves))
