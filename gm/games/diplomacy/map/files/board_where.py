"""Finds the line of a map file on which a fault's entry stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from gm.adapters.maps.toml_lines import Path as Way
from gm.adapters.maps.toml_lines import line_numbers
from gm.plain_files import plain_file


class Where:
    """The lines of the entries of one `board.toml`, under the names that faults call them by.

    Args:
        text: the file; one that is no TOML has no entries.
    """

    def __init__(self, text: str) -> None:
        try:
            self._content: Mapping[str, object] = tomllib.loads(text)
            self._lines = line_numbers(text)
        except (ValueError, RecursionError):
            self._content, self._lines = {}, {}
        self._ways: dict[str, Way] = {}
        for way in self._lines:
            for name in _names(way, self._content):
                self._ways.setdefault(name, way)

    @classmethod
    def of(cls, file: Path) -> Where:
        """Read the entries of a file; none if it cannot be read."""
        try:
            return cls(plain_file(file).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return cls("")

    def holds(self, entry: str) -> bool:
        """Tell whether the file gives just this entry, and not only what it belongs to."""
        return entry in self._ways

    def line(self, entry: str, item: str = "") -> int:
        """Return the line of an entry, or of what it would belong to; the first if nothing is there.

        Args:
            entry: as a fault names it.
            item: one of the values of the entry, if it is a list.
        """
        while entry and entry not in self._ways:
            entry = entry.rpartition(".")[0]
        way = self._ways.get(entry)
        if way is None:
            return self._lines.get(("extends",), 1)
        return self._lines[self._item(way, item) if item else way]

    def _item(self, way: Way, item: str) -> Way:
        """Return the way to one of the values of an entry."""
        inside = (it for it in self._lines if len(it) > len(way) and it[: len(way)] == way)
        return next((it for it in inside if item in _texts(_value(self._content, it))), way)


def _names(way: Way, content: Mapping[str, object]) -> Iterator[str]:
    """Yield what a fault may call an entry: things in lists have names besides their numbers."""
    yield _joined(way)
    match way:
        case ("provinces", str(name), "neighbours", int()):
            yield f"provinces.{name}.neighbours.{_key(content, way, 'to')}"
        case ("provinces", str(name), "coasts", str(coast)):
            yield f"provinces.{name}.coasts.{coast.lower()}"
        case ("claims", int(number), *rest):
            rule = _key(content, way[:2], "rule")
            yield _joined((f"claims.{number + 1} (rule {rule})", *rest))
        case ("rivers", int(), *rest):
            yield _joined(("rivers", _key(content, way[:2], "name"), *rest))
        case ("corners", "pairs", int()):
            yield from (f"corners.{text}" for text in _texts(_value(content, way)))


def _joined(way: Way) -> str:
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in way)


def _key(content: Mapping[str, object], way: Way, key: str) -> str:
    thing = _value(content, way)
    return str(thing.get(key, "")) if isinstance(thing, dict) else ""


def _value(content: object, way: Way) -> object:
    for step in way:
        content = content[step]  # type: ignore[index]
    return content


def _texts(value: object) -> tuple[str, ...]:
    """Return how a fault may write a value: a word, or provinces with dashes between them."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(it, str) for it in value):
        return "-".join(value), "-".join(sorted(value))
    return ()
