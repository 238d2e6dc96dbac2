"""Reads what a board's places and powers are called in other languages: `names.de.toml`.

Such a file stands beside `board.toml` and may be left out. It decides nothing but which words of a
player are read, so it is no part of the board's digest and may be changed while games run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gm.errors import MapError
from gm.games.diplomacy.map.files.board_files import BoardFiles, read_toml
from gm.games.diplomacy.rules.board import Board, Names, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_faults import near

_PREFIX, _SUFFIX = "names.", ".toml"
_TABLES = ("provinces", "powers", "ambiguous")


def with_other_names(board: Board, files: BoardFiles) -> tuple[Board, tuple[MapError, ...]]:
    """Return a board with the names of its folder, and what is wrong with the files of those.

    What a folder extends gives its names too; the folder's own stand in their place. A name of a
    place that the board has not is left out; `unknown_names` tells of it.
    """
    names: dict[str, Names] = {}
    faults: list[MapError] = []
    for code, file in _files(files):
        try:
            names[code] = _laid_over(names.get(code, Names()), _read(file), board)
        except MapError as error:
            faults.append(error)
    return replace(board, names=names), tuple(faults)


def unknown_names(board: Board, files: BoardFiles) -> tuple[MapError, ...]:
    """Return what the names of a board's own folder say of places and powers that it has not."""
    found: list[MapError] = []
    for _, file in _files(files):
        if file.parent == files.folder:
            try:
                found += _unknown_in(file, _read(file), board)
            except MapError:
                continue  # told as a fault
    return tuple(found)


def _files(files: BoardFiles) -> Iterator[tuple[str, Path]]:
    """Yield the files of names, each with its language; those of the base first."""
    for folder in files.chain:
        for file in sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}")):
            yield file.name.removeprefix(_PREFIX).removesuffix(_SUFFIX), file


_Table = dict[str, dict[str, list[str]]]


def _read(file: Path) -> _Table:
    table: _Table = {}
    for key, value in read_toml(file).items():
        if key not in _TABLES or not isinstance(value, dict):
            known = ", ".join(f"[{name}]" for name in _TABLES)
            raise MapError(str(file), key, "is no table of names", remedy=f"they are {known}")
        for name, words in value.items():
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                entry, remedy = f"{key}.{name}", f'write for example {name} = ["München"]'
                raise MapError(str(file), entry, "is a list of names", remedy=remedy)
        table[key] = value
    return table


def _unknown_in(file: Path, table: _Table, board: Board) -> Iterator[MapError]:
    provinces: Sequence[str] = [*board.provinces]
    named: Mapping[str, Sequence[str]] = {"provinces": provinces, "powers": [*board.powers]}
    for key, known in named.items():
        for name in table.get(key, {}):
            if name not in known:
                yield _unknown(file, f"{key}.{name}", name, known)
    for word, places in table.get("ambiguous", {}).items():
        for name in places:
            if name not in provinces:
                yield _unknown(file, f"ambiguous.{word}", name, provinces)


def _unknown(file: Path, entry: str, name: str, known: Sequence[str]) -> MapError:
    remedy = near(name, known) or "name one of the board, or take it out"
    return MapError(str(file), entry, f"the board has no {name}", remedy=remedy)


def _laid_over(base: Names, table: _Table, board: Board) -> Names:
    provinces = {ProvinceId(key): tuple(it) for key, it in table.get("provinces", {}).items()}
    powers = {PowerId(key): tuple(it) for key, it in table.get("powers", {}).items()}
    ambiguous = {
        word.casefold(): tuple(ProvinceId(place) for place in places if place in board.provinces)
        for word, places in table.get("ambiguous", {}).items()
    }
    return Names(
        {**base.provinces, **{key: it for key, it in provinces.items() if key in board.provinces}},
        {**base.powers, **{key: it for key, it in powers.items() if key in board.powers}},
        {**base.ambiguous, **{word: places for word, places in ambiguous.items() if places}},
    )
