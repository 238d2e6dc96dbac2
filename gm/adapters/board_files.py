"""Reads the files of a board folder: TOML with its base merged in, shapes, digest.

A folder that extends another is laid over it key by key. Nothing here knows what the keys mean,
except which tables are lists of things and so are merged thing by thing.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from gm.errors import MapError
from gm.resources import maps_dir

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
        raise MapError(str(file), "extends", "the board extends itself")
    raw = _read_toml(file)
    base_name = raw.pop("extends", None)
    if base_name is None:
        return BoardFiles(folder, raw, (folder,))
    if not isinstance(base_name, str) or not base_name or Path(base_name).name != base_name:
        raise MapError(str(file), "extends", "names another board by its folder")
    base = _read_chain(_find_base(file, base_name), (*above, folder))
    return BoardFiles(folder, _merge(file, base.raw, raw), (*base.chain, folder))


def _read_toml(file: Path) -> Raw:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MapError(str(file), "the file", "does not exist") from None
    except (OSError, UnicodeDecodeError) as error:
        raise MapError(str(file), "the file", f"cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise MapError(str(file), "the file", f"is no TOML: {error}") from error


def _find_base(file: Path, name: str) -> Path:
    """Find the board a folder extends: beside it, or among our own."""
    for parent in (file.parent.parent, maps_dir()):
        if (parent / name / BOARD_FILE).is_file():
            return (parent / name).resolve()
    raise MapError(str(file), "extends", f"there is no board {name!r} to extend")


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
        raise MapError(str(file), f"{entry}.drop_aliases", "is a list of aliases")
    for word in dropped:
        if word not in aliases:
            raise MapError(str(file), f"{entry}.drop_aliases", f"the base has no alias {word!r}")
    return thing | {"aliases": [word for word in aliases if word not in dropped]}


def _table(file: Path, entry: str, value: object) -> Raw:
    if not isinstance(value, dict):
        raise MapError(str(file), entry, "is a table of keys and values")
    return cast("Raw", value)


def shape_names(path: Path) -> frozenset[str]:
    """Return the ids of the provinces that a file of shapes draws.

    Raises:
        MapError: the file is missing or is no GeoJSON.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        shapes = [feature["properties"] for feature in content["features"]]
        return frozenset(str(shape["id"]) for shape in shapes if shape["role"] == "province")
    except FileNotFoundError:
        raise MapError(str(path), "the file", "does not exist") from None
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise MapError(str(path), "the file", f"is no GeoJSON of a board: {error!r}") from error
