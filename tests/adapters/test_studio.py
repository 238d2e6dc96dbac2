"""Pictures drawn in a process of their own, and the folder in which they are kept."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from gm.adapters import child
from gm.adapters.maps.boards import MapFolders
from gm.adapters.maps.picture_folder import KEPT_SECONDS, PictureFolder
from gm.adapters.maps.studio import MAIL_WIDTH, Studio
from gm.app.pictures.showing import Pictured, empty_board
from gm.drawing.scene import Kind, Piece, Spot
from gm.errors import PictureError

FOLDERS = MapFolders(None)


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    """A studio, its process ended afterwards."""
    opened = Studio(FOLDERS)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def republic() -> Pictured:
    """A board on which nobody stands."""
    return empty_board(FOLDERS("republic"))


def test_a_picture_is_drawn_the_same_each_time(studio: Studio, republic: Pictured) -> None:
    """A PNG as wide as was asked, small, without a see-through ground, the same bytes each time."""
    png = studio.draw(republic)
    assert png == studio.draw(republic)
    assert len(png) < 400_000
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG"
        assert image.width == MAIL_WIDTH
        assert "transparency" not in image.info


def test_what_cannot_be_drawn_costs_no_other(studio: Studio, republic: Pictured) -> None:
    """A scene that names what is not on the board is refused in words, and the next is drawn."""
    before = studio._process
    lost = Piece("MUNSTER", Kind.ARMY, Spot("NOWHERE"))
    with pytest.raises(PictureError, match="NOWHERE"):
        studio.draw(replace(republic, scene=replace(republic.scene, pieces=(lost,))))
    assert studio.draw(republic)
    assert studio._process is before


def test_a_process_that_died_is_replaced(studio: Studio, republic: Pictured) -> None:
    """The picture in hand is lost, and the next one is drawn by another process."""
    studio.draw(republic)
    assert studio._process is not None
    os.kill(studio._process._child.pid, signal.SIGKILL)
    with pytest.raises(PictureError, match="took too long, or ended"):
        studio.draw(republic)
    assert studio.draw(republic)


def test_without_a_process_nothing_is_drawn(
    republic: Pictured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be started the fault is a picture's, which mails can do without."""
    monkeypatch.setattr(child.sys, "executable", "/no/such/program")
    with pytest.raises(PictureError, match="no process"):
        Studio(FOLDERS).draw(republic)


def test_a_folder_keeps_pictures(tmp_path: Path) -> None:
    """What was put in comes back, under any name; what was not is not there."""
    folder = PictureFolder(tmp_path / "pictures")
    assert folder.get("1-3/orders") is None
    folder.put("1-3/orders", b"one")
    folder.put("1-3/position/F1901R/2026-11-26T20:00:00+00:00", b"two")
    assert folder.get("1-3/orders") == b"one"
    assert folder.get("1-3/position/F1901R/2026-11-26T20:00:00+00:00") == b"two"
    assert folder.get("1-3/position/F1901R/2026-11-27T20:00:00+00:00") is None
    assert (tmp_path / "pictures").stat().st_mode & 0o77 == 0


def test_old_pictures_go(tmp_path: Path) -> None:
    """After a month a picture goes, when another one is put in."""
    PictureFolder(tmp_path).put("old", b"old")
    long_ago = time.time() - KEPT_SECONDS - 1
    os.utime(tmp_path / "old.png", (long_ago, long_ago))
    folder = PictureFolder(tmp_path)
    folder.put("new", b"new")
    assert folder.get("old") is None
    assert folder.get("new") == b"new"
