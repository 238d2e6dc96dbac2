"""Reads the numbers that orders hold."""

from __future__ import annotations

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
