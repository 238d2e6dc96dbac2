"""The folder of the archive: writes what changed, takes out what is gone, and remembers both.

What it holds stands in a file of its own, which is written before anything else is, so that no run
that was cut off leaves a page that nobody knows of. A file that has not changed keeps its time, so
that copying the folder elsewhere is quick.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from gm.app.publishing.folder import Note
from gm.errors import AlreadyThere, InputError, NotAllowed

STATE: Final = ".gm-publish.json"
"""What the folder holds; it names nothing that is not in it."""

_LOCK: Final = ".gm-publish.lock"
_FORM: Final = 1


@dataclass(frozen=True, slots=True)
class FilesWritten:
    """How many files a run wrote, left as they were, and took out."""

    written: int
    unchanged: int
    removed: int


class WebFolder:
    """A folder that a web server shows. It is open, and nobody else writes there, inside a `with`.

    Args:
        root: the folder; it is made if it is not there.
        anew: nothing that is remembered counts: everything is made again.

    Raises:
        NotAllowed: it holds files and no run of ours made it.
        AlreadyThere: another run writes there now.
        InputError: it cannot be written to.
    """

    def __init__(self, root: Path, *, anew: bool = False) -> None:
        self._root = root
        self._anew = anew
        self._open = ExitStack()
        self._notes: dict[str, Note] = {}
        self._known: set[str] = set()
        self._kept: set[str] = set()
        self._fresh: dict[str, Note] = {}
        self._written = self._unchanged = 0

    def __enter__(self) -> Self:
        try:
            _make(self._root)
            with ExitStack() as opened:
                self._lock(opened)
                self._read()
                self._open = opened.pop_all()
        except OSError as fault:
            raise InputError(f"{self._root} cannot be written to: {fault.strerror}.") from fault
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _lock(self, opened: ExitStack) -> None:
        if not (self._root / STATE).exists() and any(
            path.name != _LOCK for path in self._root.iterdir()
        ):
            raise NotAllowed(
                f"{self._root} holds files that are not of the archive. Name an empty folder, or "
                "one that does not exist yet."
            )
        handle = opened.enter_context((self._root / _LOCK).open("a"))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise AlreadyThere(f"{self._root} is being written to by another run.") from fault

    def _read(self) -> None:
        try:
            state = json.loads((self._root / STATE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            self._save()
            return
        except ValueError as fault:
            raise NotAllowed(
                f"{self._root / STATE} cannot be read, so nobody knows what the folder holds. "
                "Empty the folder, and publish into it again."
            ) from fault
        self._known = {str(entry) for entry in state["files"]}
        if state["form"] == _FORM and not self._anew:
            self._notes = {unit: _note(note) for unit, note in state["units"].items()}

    def noted(self, unit: str) -> Note | None:
        """Return what was noted of files made together; None if one of them is not there."""
        note = self._notes.get(unit)
        there = note is not None and all((self._root / file).is_file() for file in note.files)
        return note if there else None

    def keep(self, unit: str) -> None:
        """Leave files that were made together as they are."""
        note = self._notes[unit]
        self._fresh[unit] = note
        self._kept.update(note.files)
        self._unchanged += len(note.files)

    def keep_all(self, start: str) -> None:
        """Leave everything as it is whose path begins so."""
        files = {name for name in self._known if name.startswith(start)} - self._kept
        self._kept |= files
        self._unchanged += len(files)
        self._fresh |= {unit: note for unit, note in self._notes.items() if unit.startswith(start)}

    def note(self, unit: str, note: Note) -> None:
        """Remember files that are made together; they are written after that."""
        self._fresh[unit] = note
        # What was noted before is true no more as soon as the first of the files is written.
        self._foresee(note.files, changed=self._notes.pop(unit, None) is not None)

    def write(self, path: str, content: str | bytes) -> None:
        """Put a file there, unless one of that content is there already.

        Raises:
            InputError: it cannot be written.
        """
        raw = content.encode() if isinstance(content, str) else content
        self._kept.add(path)
        try:
            self._put(path, raw)
        except OSError as fault:
            where = self._root / path
            raise InputError(f"{where} cannot be written: {fault.strerror}.") from fault

    def _put(self, path: str, raw: bytes) -> None:
        target = self._root / path
        if target.is_file() and target.read_bytes() == raw:
            self._unchanged += 1
            return
        self._foresee((path,))
        _make(target.parent)
        _replace(target, raw)
        self._written += 1

    def finish(self) -> FilesWritten:
        """Take out what was neither written nor kept, and tell what was done.

        Raises:
            InputError: it cannot be done.
        """
        gone = self._known - self._kept
        try:
            for path in sorted(gone):
                self._take_out(self._root / path)
            self._known, self._notes = self._kept, self._fresh
            self._save()
        except OSError as fault:
            raise InputError(f"{self._root} cannot be written to: {fault.strerror}.") from fault
        return FilesWritten(self._written, self._unchanged, len(gone))

    def _take_out(self, target: Path) -> None:
        target.unlink(missing_ok=True)
        folder = target.parent
        if folder != self._root and folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()

    def _foresee(self, paths: tuple[str, ...], *, changed: bool = False) -> None:
        """Remember files before they are written."""
        if changed or not self._known.issuperset(paths):
            self._known.update(paths)
            self._save()

    def _save(self) -> None:
        """Write down what the folder holds, but for what no run has finished."""
        units = {unit: _plain(note) for unit, note in sorted(self._notes.items())}
        state = {"form": _FORM, "files": sorted(self._known), "units": units}
        raw = json.dumps(state, ensure_ascii=False, indent=0).encode()
        target = self._root / STATE
        if not target.is_file() or target.read_bytes() != raw:
            _replace(target, raw)


def _note(entry: Mapping[str, object]) -> Note:
    files, recorded = entry["files"], entry["told"]
    assert isinstance(files, list)  # noqa: S101 - as `_plain` wrote it
    assert isinstance(recorded, dict)  # noqa: S101 - likewise
    return Note(str(entry["digest"]), tuple(map(str, files)), recorded)


def _plain(note: Note) -> dict[str, object]:
    return {"digest": note.digest, "files": [*note.files], "told": dict(note.told)}


def _make(folder: Path) -> None:
    """Make a folder that a web server may look into, whatever the mask of this process."""
    if not folder.is_dir():
        folder.mkdir(parents=True)
        folder.chmod(0o755)


def _replace(target: Path, raw: bytes) -> None:
    """Put a file in its place whole, for everybody to read."""
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(raw)
        part.chmod(0o644)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
