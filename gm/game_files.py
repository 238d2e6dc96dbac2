"""The TOML files that a game is played with: gm's own, or a master's own instead, file by file."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from gm.errors import MapError
from gm.plain_files import plain_file
from gm.resources import maps_dir

F = TypeVar("F", bound=BaseModel)


def game_file(folder: str, name: str, own_folder: Path | None) -> Path:
    """Return where a file of a game lies.

    Args:
        folder: the game's folder among gm's maps.
        own_folder: a master's folder; what it lacks is gm's own.
    """
    if own_folder is not None and (own_folder / name).is_file():
        return own_folder / name
    return maps_dir() / folder / name


@dataclass(frozen=True, slots=True)
class GameFiles(Generic[F]):
    """The files of one game, where a master's folder may hold some of his own.

    Args:
        folder: the game's folder among gm's maps. names: of the files.
        form: a field for each file, named as the file is without ".toml".
        faults: says what is wrong with what they say, entry by entry.
    """

    folder: str
    names: tuple[str, ...]
    form: type[F]
    faults: Callable[[F], tuple[MapError, ...]]

    def paths(self, own_folder: Path | None = None) -> list[Path]:
        """Return where the files lie; what a master's folder lacks is gm's own."""
        return [game_file(self.folder, name, own_folder) for name in self.names]

    def digest(self, own_folder: Path | None = None) -> str:
        """Return the SHA-256 of the files, one behind the other; OSError if one cannot be read."""
        return files_digest(self.paths(own_folder))

    def faults_of(self, own_folder: Path | None = None) -> tuple[MapError, ...]:
        """Return all that is wrong with the files, file by file and entry by entry."""
        read = read_form(self.form, self.paths(own_folder))
        return read if isinstance(read, tuple) else self.faults(read)

    def read(self, own_folder: Path | None = None) -> F:
        """Return what the files say; MapError with the first fault if something in them is wrong."""
        read = read_form(self.form, self.paths(own_folder))
        faults = read if isinstance(read, tuple) else self.faults(read)
        if faults or isinstance(read, tuple):
            raise faults[0]
        return read


def files_digest(paths: Sequence[Path]) -> str:
    """Return the SHA-256 of files, one behind the other; OSError if one cannot be read."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(plain_file(path).read_bytes())
    return whole.hexdigest()


def read_form(form: type[F], paths: Sequence[Path]) -> F | tuple[MapError, ...]:
    """Return what files say, or all that is wrong with how they are written.

    Args:
        form: a field for each file, named as the file is without ".toml".
        paths: the files; a fault that lies in none of them alone is told of the first.
    """
    read: dict[str, Any] = {}
    faults: list[MapError] = []
    for path in paths:
        try:
            read[path.stem] = tomllib.loads(plain_file(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            faults.append(MapError(path.name, "the file", str(error)))
    if faults:
        return tuple(faults)
    try:
        return form.model_validate(read)
    except ValidationError as errors:
        return tuple(
            _form_fault(error["loc"], error["msg"], paths[0].name) for error in errors.errors()
        )


def _form_fault(steps: tuple[int | str, ...], message: str, first: str) -> MapError:
    """Return a fault as a master finds it: the entries of a list are counted from one."""
    file = f"{steps[0]}.toml" if steps else first
    entry = ".".join(str(step + 1) if isinstance(step, int) else step for step in steps[1:])
    return MapError(file, entry, message[:1].lower() + message[1:])
