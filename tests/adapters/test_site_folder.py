"""The folder of the archive: what is remembered, what is taken out, and what a cut-off run leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.adapters.site_folder import STATE, WebFolder
from gm.app.publishing.folder import Note
from gm.errors import AlreadyThere, InputError, NotAllowed


def names(root: Path) -> set[str]:
    """Return what a web server would show."""
    return {
        str(one.relative_to(root))
        for one in root.rglob("*")
        if one.is_file() and not one.name.startswith(".")
    }


def written(root: Path, *paths: str) -> None:
    """Make a run that writes some files."""
    with WebFolder(root) as folder:
        for path in paths:
            folder.write(path, path)
        folder.finish()


def test_what_is_not_written_again_goes(tmp_path: Path) -> None:
    """With the folder it stood in, if nothing else stands there."""
    written(tmp_path, "index.html", "tara/index.html", "meath/index.html")
    (tmp_path / "meath" / "notes.txt").write_text("mine", encoding="utf-8")
    written(tmp_path, "index.html")
    assert names(tmp_path) == {"index.html", "meath/notes.txt"}
    assert not (tmp_path / "tara").exists()


def test_what_was_kept_is_known_the_next_time(tmp_path: Path) -> None:
    """Its digest and what others want to know of it; not if one of its files is gone."""
    note = Note("abc", ("tara/S1901M.html", "tara/S1901M-orders.svg"), {"title": "Spring 1901"})
    for _ in range(2):
        with WebFolder(tmp_path) as folder:
            if folder.noted("tara/S1901M"):
                folder.keep("tara/S1901M")
            else:
                folder.note("tara/S1901M", note)
                for path in note.files:
                    folder.write(path, "x")
            counts = folder.finish()
    assert (counts.written, counts.unchanged, counts.removed) == (0, 2, 0)
    (tmp_path / "tara" / "S1901M-orders.svg").unlink()
    with WebFolder(tmp_path) as folder:
        assert folder.noted("tara/S1901M") is None
    with WebFolder(tmp_path, anew=True) as folder:
        assert folder.noted("tara/S1901M") is None


def test_a_run_that_was_cut_off_leaves_nothing_unknown(tmp_path: Path) -> None:
    """What it wrote is taken out by the next run, if that does not write it."""
    written(tmp_path, "index.html")
    with WebFolder(tmp_path) as folder:
        folder.note("secret/S1901M", Note("1", ("secret/S1901M.html",)))
        folder.write("secret/S1901M.html", "half of it")
    assert "secret/S1901M.html" in names(tmp_path)
    with WebFolder(tmp_path) as folder:
        assert folder.noted("secret/S1901M") is None
    written(tmp_path, "index.html")
    assert names(tmp_path) == {"index.html"}


def test_a_note_of_what_is_being_written_anew_counts_no_more(tmp_path: Path) -> None:
    """Or a season that goes back to what it was would keep the page of what it was between."""
    unit, path = "tara/S1901M", "tara/S1901M.html"
    with WebFolder(tmp_path) as folder:
        folder.note(unit, Note("first", (path,)))
        folder.write(path, "first")
        folder.finish()
    with WebFolder(tmp_path) as folder:
        folder.note(unit, Note("second", (path,)))
        folder.write(path, "second")
    with WebFolder(tmp_path) as folder:
        assert folder.noted(unit) is None


def test_two_runs_never_write_at_once(tmp_path: Path) -> None:
    """The second is told; when the first is done, it may."""
    with WebFolder(tmp_path), pytest.raises(AlreadyThere), WebFolder(tmp_path):
        pass
    written(tmp_path, "index.html")


def test_a_folder_that_nobody_knows_of_is_left_alone(tmp_path: Path) -> None:
    """Without what a run remembered, and with what cannot be read of it."""
    written(tmp_path, "index.html")
    (tmp_path / STATE).write_text("{", encoding="utf-8")
    with pytest.raises(NotAllowed, match="cannot be read"), WebFolder(tmp_path):
        pass
    (tmp_path / STATE).unlink()
    with pytest.raises(NotAllowed, match="not of the archive"), WebFolder(tmp_path):
        pass
    assert names(tmp_path) == {"index.html"}


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    """As where a file stands in its place."""
    (tmp_path / "www").write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"), WebFolder(tmp_path / "www" / "x"):
        pass
