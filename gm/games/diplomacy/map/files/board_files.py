"""The files of a board folder: TOML with its base merged in, shapes, digest, names in other languages; and their copy."""

from __future__ import annotations

import hashlib
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from gm.errors import AlreadyThere, MapError
from gm.games.diplomacy.rules.board import Board, Names, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_check import near
from gm.plain_files import plain_file
from gm.resources import maps_dir

# Reads the files of a board folder: TOML with its base merged in, shapes, digest.
#
# A folder that extends another is laid over it key by key. Nothing here knows what the keys mean,
# except which tables are lists of things and so are merged thing by thing.

BOARD_FILE = "board.toml"
Raw = dict[str, object]

_MERGED_TABLES = ("powers", "provinces")
_MERGED_KEYS = ("map", "facts", "ambiguous")


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """What lies in a board's folder, and in the folders it extends.

    Args:
        folder: the board's own folder.
        raw: the merged content of the TOML files.
        chain: every folder that took part, the base first.
    """

    folder: Path
    raw: Mapping[str, object]
    chain: tuple[Path, ...]

    @property
    def board_file(self) -> Path:
        """The file that faults are reported against."""
        return self.folder / BOARD_FILE

    def board_of(self, folder: Path) -> Path:
        """Return the table of one of the folders that took part."""
        return folder / BOARD_FILE

    def geometry(self, name: str) -> Path:
        """Return the file of shapes, sought in the own folder first, then in its bases."""
        for folder in reversed(self.chain):
            if (folder / name).is_file():
                return folder / name
        return self.folder / name

    def digest(self, geometry: str) -> str:
        """Return the SHA-256 over all files that make the board, hexadecimal."""
        files = [folder / BOARD_FILE for folder in self.chain] + [self.geometry(geometry)]
        total = hashlib.sha256()
        for path in files:
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()


def read_files(folder: Path) -> BoardFiles:
    """Read a board folder and what it extends.

    Raises:
        MapError: a file is missing, is no TOML, or extends what cannot be extended.
    """
    return _read_chain(folder.resolve(), ())


def _read_chain(folder: Path, above: tuple[Path, ...]) -> BoardFiles:
    file = folder / BOARD_FILE
    if folder in above:
        raise MapError(str(file), "extends", "the board extends itself", remedy="name another")
    raw = read_toml(file)
    base_name = raw.pop("extends", None)
    if base_name is None:
        return BoardFiles(folder, raw, (folder,))
    if not isinstance(base_name, str) or not base_name or Path(base_name).name != base_name:
        raise MapError(
            str(file),
            "extends",
            "names another board by its folder",
            remedy='write for example extends = "standard"',
        )
    base = _read_chain(_find_base(file, base_name), (*above, folder))
    return BoardFiles(folder, _merge(file, base.raw, raw), (*base.chain, folder))


_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


_PLAINLY = (
    ("Illegal character '\\n'", "the line ends before its closing quote"),
    ("Unterminated string", "a quote is not closed"),
    ("Unclosed array", "a list is not closed, or a comma lacks before this line"),
    ("Unclosed inline table", "a brace is not closed, or a comma lacks"),
    ("Cannot overwrite a value", "this key stands here already"),
    ("Cannot declare", "this table stands here already"),
    ("Duplicate inline table key", "this key stands in the table already"),
    ("Expected '=' after a key", "an equals sign lacks after the key"),
    ("Expected newline or end of document", "something stands behind the value"),
    ("Invalid value", "the value is none; words stand in quotes"),
    ("Invalid statement", "this is neither a key with a value nor a [table]"),
)
"""What tomllib says, in words of one who is no programmer."""


def read_toml(file: Path) -> Raw:
    """Return a file's content; MapError says in plain words why it cannot be read."""
    raw = b""
    try:
        raw = plain_file(file).read_bytes()
        text = raw.decode("utf-8").replace("\r\n", "\n")
        return tomllib.loads(text)
    except FileNotFoundError:
        raise MapError(
            str(file), "the file", "does not exist", remedy="name a folder with a board.toml in it"
        ) from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise MapError(
            str(file), "the file", "is no text in UTF-8", line=line, remedy="save it as UTF-8"
        ) from error
    except (OSError, RecursionError) as error:
        raise MapError(str(file), "the file", f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(file, text, str(error)) from error


def _no_toml(file: Path, text: str, said: str) -> MapError:
    """Return the error for a text that is no TOML, with the line and column tomllib names."""
    place = _PLACE.search(said)
    named_line = place["line"] if place else None
    line = int(named_line) if named_line else text.rstrip().count("\n") + 1
    what = said[: place.start()] if place else said
    what = next((words for sign, words in _PLAINLY if what.startswith(sign)), what)
    where = f" (column {place['column']})" if place and named_line else " (at the end of the file)"
    return MapError(
        str(file),
        "the file",
        f"is no TOML: {what[:1].lower()}{what[1:]}{where}",
        line=line,
        remedy="look for a missing quote, bracket or equals sign there; the rest is read then",
    )


def _find_base(file: Path, name: str) -> Path:
    """Find the board a folder extends: beside it, or among our own."""
    for parent in (file.parent.parent, maps_dir()):
        if (parent / name / BOARD_FILE).is_file():
            return (parent / name).resolve()
    raise MapError(
        str(file),
        "extends",
        f"there is no board {name!r} to extend",
        remedy="name a folder beside this one, or one of the boards that `gm map list` shows",
    )


def _merge(file: Path, base: Mapping[str, object], over: Raw) -> Raw:
    """Lay an extending board over its base; the README says how each table is treated."""
    merged = dict(base)
    for key, value in over.items():
        if key in _MERGED_TABLES:
            merged[key] = _merge_things(file, key, _table(file, key, base.get(key, {})), value)
        elif key in _MERGED_KEYS:
            merged[key] = _table(file, key, base.get(key, {})) | _table(file, key, value)
        else:
            merged[key] = value
    return merged


def _merge_things(file: Path, key: str, base: Raw, over: object) -> Raw:
    merged = dict(base)
    for name, value in _table(file, key, over).items():
        entry = f"{key}.{name}"
        changes = dict(_table(file, entry, value))
        thing = _table(file, entry, merged.get(name, {}))
        merged[name] = _drop_aliases(file, entry, thing, changes) | changes
    return merged


def _drop_aliases(file: Path, entry: str, thing: Raw, changes: Raw) -> Raw:
    """Take the aliases away that the extending board gives another meaning."""
    dropped = changes.pop("drop_aliases", [])
    aliases = thing.get("aliases", [])
    if not isinstance(dropped, list) or not isinstance(aliases, list):
        raise MapError(
            str(file),
            f"{entry}.drop_aliases",
            "is a list of aliases",
            remedy='write for example drop_aliases = ["irish"]',
        )
    for word in dropped:
        if word not in aliases:
            raise MapError(
                str(file),
                f"{entry}.drop_aliases",
                f"the base has no alias {word!r}",
                remedy=near(str(word), map(str, aliases)) or "take it out",
            )
    return thing | {"aliases": [word for word in aliases if word not in dropped]}


def _table(file: Path, entry: str, value: object) -> Raw:
    if not isinstance(value, dict):
        raise MapError(
            str(file), entry, "is a table of keys and values", remedy=f"write it as [{entry}]"
        )
    return cast("Raw", value)


# Reads what a board's places and powers are called in other languages: `names.de.toml`.
#
# Such a file stands beside `board.toml` and may be left out. It decides nothing but which words of a
# player are read, so it is no part of the board's digest and may be changed while games run.

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
    unknown: list[MapError] = []
    for _, file in _files(files):
        if file.parent == files.folder:
            try:
                unknown += _unknown_in(file, _read(file), board)
            except MapError:
                continue  # told as a fault
    return tuple(unknown)


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
    provinces = {
        ProvinceId(key): tuple(names) for key, names in table.get("provinces", {}).items()
    }
    powers = {PowerId(key): tuple(names) for key, names in table.get("powers", {}).items()}
    ambiguous = {
        word.casefold(): tuple(ProvinceId(place) for place in places if place in board.provinces)
        for word, places in table.get("ambiguous", {}).items()
    }
    return Names(
        {
            **base.provinces,
            **{key: names for key, names in provinces.items() if key in board.provinces},
        },
        {**base.powers, **{key: names for key, names in powers.items() if key in board.powers}},
        {**base.ambiguous, **{word: places for word, places in ambiguous.items() if places}},
    )


# Copies a board folder, with the licence of its shapes, so that a GM can edit the copy.

NOTICE = "NOTICE"


def copy_board(source: Path, target: Path) -> Path:
    """Copy a board folder to a new one and return that.

    Raises:
        AlreadyThere: something lies there already.
        MapError: what is to be copied cannot be read.
    """
    read_files(source)
    if target.exists():
        raise AlreadyThere(f"{target} is there already; name a new folder, such as {target}/NAME.")
    shutil.copytree(source, target)
    notice = maps_dir() / NOTICE
    if source.parent == maps_dir() and notice.is_file():
        shutil.copyfile(notice, target / NOTICE)
    return target
