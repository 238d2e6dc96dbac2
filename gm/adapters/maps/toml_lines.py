"""Tells on which line of a TOML file each key and each item of a list stands.

The standard library reads TOML but forgets where. This walks over a text that `tomllib` has
accepted already, so it checks nothing; a test holds it to finding just the keys `tomllib` finds.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping

Path = tuple[str | int, ...]
"""The way to a value: keys, and numbers in a list counted from 0."""

_BLANKS = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]+")


def line_numbers(text: str) -> Mapping[Path, int]:
    r"""Return the line of every key, table and list item, counted from 1.

    Args:
        text: what `tomllib.loads` accepts, with line ends as `\n`.
    """
    walk = _Walk(text)
    walk.document()
    return walk.lines


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._ends = [newline.start() for newline in re.finditer("\n", text)]
        self._lists: dict[Path, int] = {}

    def document(self) -> None:
        """Walk over the whole text."""
        table: Path = ()
        while not self._at_end():
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _at_end(self) -> bool:
        self._skip()
        return self.at >= len(self.text)

    def _skip(self) -> None:
        self._take(_BLANKS)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ValueError(f"no TOML that tomllib accepts, at {self.at}")
        self.at = match.end()
        return match[0]

    def _note(self, path: Path, start: int) -> None:
        """Remember where a path begins; a table that is opened again began before."""
        line = bisect_right(self._ends, start - 1) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _header(self) -> Path:
        start = self.at
        is_list = self.text.startswith("[[", self.at)
        self.at += 2 if is_list else 1
        path: Path = ()
        for word in self._key():
            path += (word,)
            if path in self._lists:
                path += (self._lists[path],)
        self.at = self.text.index("]", self.at) + (2 if is_list else 1)
        if is_list:
            path = self._next_of_list(path)
        self._note(path, start)
        return path

    def _next_of_list(self, path: Path) -> Path:
        name = path[:-1] if isinstance(path[-1], int) else path
        self._lists[name] = self._lists.get(name, -1) + 1
        return (*name, self._lists[name])

    def _key(self) -> list[str]:
        words = [self._key_word()]
        while (dot := _DOT.match(self.text, self.at)) is not None:
            self.at = dot.end()
            words.append(self._key_word())
        return words

    def _key_word(self) -> str:
        while self.text[self.at] in " \t":
            self.at += 1
        word = self._take(_KEY)
        return str(tomllib.loads(f"key = {word}")["key"]) if word[0] in "\"'" else word

    def _pair(self, table: Path) -> None:
        start = self.at
        path = (*table, *self._key())
        self._note(path, start)
        self.at = self.text.index("=", self.at) + 1
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip()
        char = self.text[self.at]
        if char == "[":
            self._list(path)
        elif char == "{":
            self._inline_table(path)
        else:
            self._take(_STRING if char in "\"'" else _PLAIN)

    def _list(self, path: Path) -> None:
        self.at += 1
        number = 0
        while not self._closes("]"):
            self._note((*path, number), self.at)
            self._value((*path, number))
            number += 1

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        while not self._closes("}"):
            self._pair(path)

    def _closes(self, sign: str) -> bool:
        """Step over a comma; then over the closing sign, if it follows."""
        self._skip()
        if self.text[self.at] == ",":
            self.at += 1
            self._skip()
        if self.text[self.at] != sign:
            return False
        self.at += 1
        return True
