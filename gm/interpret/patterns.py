"""Spells out the words of a simple pattern: `hold(s|ing)?` is hold, holds and holding."""

from __future__ import annotations

from collections.abc import Iterator


def spellings(pattern: str) -> Iterator[str]:
    """Yield every text a pattern of letters, groups, `|`, `?` and classes can match.

    Look-aheads and escapes end the alternative they stand in; nothing is yielded for it.
    """
    yield from _Speller(pattern).choices()


class _Speller:
    """A reader of one pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def choices(self) -> list[str]:
        choices = self._sequence()
        while self._take("|"):
            choices += self._sequence()
        return choices

    def _sequence(self) -> list[str]:
        texts, usable = [""], True
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            parts = self._part()
            usable = usable and parts is not None
            texts = [text + part for text in texts for part in parts or ("",)]
        return texts if usable else []

    def _part(self) -> list[str] | None:
        if self._take("("):
            plain = not self.pattern.startswith("?", self.at)
            self.at += 0 if plain else 2
            inner = self.choices()
            self._take(")")
            return self._maybe(inner) if plain else self._maybe([]) and None
        if self._take("["):
            end = self.pattern.index("]", self.at)
            letters = list(self.pattern[self.at : end])
            self.at = end + 1
            return self._maybe(letters)
        char = self.pattern[self.at]
        self.at += 1
        if char in "\\.*+":
            self.at += char == "\\"
            return None
        return self._maybe([char])

    def _maybe(self, parts: list[str]) -> list[str]:
        return [*parts, ""] if self._take("?") else parts

    def _take(self, sign: str) -> bool:
        if self.pattern.startswith(sign, self.at):
            self.at += 1
            return True
        return False
