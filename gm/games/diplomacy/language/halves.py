"""Finds the half of a split province by its number: `NTH 1`, `North Sea (2)`, `first half of NTH`.

Only behind the name of a province that is split is a number one of a half (Irish 9).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gm.games.diplomacy.rules.board import Board, ProvinceId

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii")
_NUMBERS = {
    word: number for words in (_WORDS, _ORDINALS, _ROMANS) for number, word in enumerate(words, 1)
}
_STOP = r"(?![^\W_])"
_NO_POINTS = r"(?!\s*(?:victory |points?\b|pts?\b|vps?\b))"
_DIGITS = rf"\d{{1,2}}{_STOP}"
_WORD = rf"(?:{'|'.join(_WORDS)}){_STOP}"
_ROMAN = r"(?-i:[IV]{1,3})(?=\s*(?:$|[-–=>,;:.)\]/]|(?:to|holds|h|s|c|supports|moves|convoys)\b))"
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|1st|2nd|3rd|[4-9]th)"
_MARK = r"(?:half|part|no\.?|nr\.?|number|#)"
_AFTER = (
    re.compile(rf"\s*[(\[]\s*(?:{_MARK}\s*)?({_DIGITS}|{_WORD}|{_ORDINAL}(?=\s+half)|{_ROMAN})"
               rf"(?:\s+half)?\s*[)\]]", re.I),
    re.compile(rf"\s*[/#]\s*({_DIGITS}){_NO_POINTS}", re.I),
    re.compile(rf"[-._]({_DIGITS}){_NO_POINTS}", re.I),
    re.compile(rf"\s+(?:{_MARK}\s*)?({_DIGITS}|{_WORD}|{_ROMAN}){_NO_POINTS}", re.I),
    re.compile(rf",?\s+(?:the\s+)?({_ORDINAL})\s+(?:half|part){_STOP}", re.I),
)  # fmt: skip
_BEFORE = re.compile(
    rf"(?:the\s+)?(?:({_ORDINAL})\s+(?:half|part)|(?:half|part)\s+({_DIGITS}|{_WORD}))"
    r"(?:\s+(?:of|in))?(?:\s+the)?\s+",
    re.I,
)


def half_of(board: Board, place: ProvinceId, number: int) -> ProvinceId | None:
    """Return the half of a gone province that bears a number, if there is one (Irish 9)."""
    half = ProvinceId(f"{place}{number}")
    return half if half in board.gone.get(place, ()) else None


def whole_names(board: Board, places: Iterable[ProvinceId]) -> tuple[ProvinceId, ...]:
    """Return provinces with the gone name in place of halves, each once."""
    whole = {half: name for name, halves in board.gone.items() for half in halves}
    return tuple(dict.fromkeys(whole.get(place, place) for place in places))


def present_names(board: Board, places: Iterable[ProvinceId]) -> tuple[ProvinceId, ...]:
    """Return provinces with the halves in place of a gone name."""
    return tuple(dict.fromkeys(half for place in places for half in board.meant(place)))


def numbers_after(text: str, end: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to read the number of a half behind a name: where it ends, and the number."""
    for pattern in _AFTER:
        if match := pattern.match(text, end):
            yield match.end(), _number(match.group(1))


def number_before(text: str, at: int) -> tuple[int, int] | None:
    """Return where the name begins behind `the first half of`, and the number; None if it is not."""
    match = _BEFORE.match(text, at)
    return (match.end(), _number(match.group(1) or match.group(2))) if match is not None else None


def _number(word: str) -> int:
    digits = "".join(char for char in word if char.isdigit())
    return int(digits) if digits else _NUMBERS[word.casefold()]
