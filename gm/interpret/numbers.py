"""Reads the numbers that orders hold, and those that answer a question."""

from __future__ import annotations

import re

from gm.interpret.folding import fold

_NUMBERS = re.compile(
    r"\W*(?:(?:my |the )?(?:answers?|choices?|options?|numbers?|no)\b[\s.:]*(?:is|are)?\s*)?"
    r"((?:#?\d{1,2}(?:[.)!]|\b))(?:\s*(?:[,;&+/]|\band\b)?\s*#?\d{1,2}[.)!]?)*)\W*",
    re.I,
)

_WORDS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
} | {"both": 2}


def number_words() -> tuple[str, ...]:
    """Return the words that are numbers up to ten."""
    return tuple(word for word in _WORDS if word != "both")


def number_of(text: str) -> int:
    """Return a number written in digits or as a word up to ten."""
    return int(text) if text.isdigit() else _WORDS[text.casefold()]


def numbers_alone(text: str) -> tuple[int, ...]:
    """Return the numbers of a line that holds nothing else; none if it holds more."""
    match = _NUMBERS.fullmatch(fold(text[:100]))
    return tuple(int(number) for number in re.findall(r"\d+", match.group(1))) if match else ()
