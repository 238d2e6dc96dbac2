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

from gm.adapters import worker
from gm.adapters.maps.picture_folder import KEPT_SECONDS, PictureFolder
from gm.adapters.worker import Bounds, Worker
from gm.drawing.scene import DrawnSpot, Piece, PieceKind
from gm.errors import PictureError
from gm.games.diplomacy.map.files import studio as studio_module
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.studio import MAIL_WIDTH, Studio
from gm.games.diplomacy.map.files.studio_wire import PICTURE_BYTES
from gm.games.diplomacy.map.shown.showing import MapShown, empty_board

FOLDERS = MapFolders(None)


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    """A studio, its process ended afterwards."""
    opened = Studio(FOLDERS)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def republic() -> MapShown:
    """A board on which nobody stands."""
    return empty_board(FOLDERS("republic"))


@pytest.mark.slow
def test_a_picture_is_drawn_the_same_each_time(studio: Studio, republic: MapShown) -> None:
    """A PNG as wide as was asked, small, without a see-through ground, the same bytes each time."""
    png = studio.draw(republic)
    assert png == studio.draw(republic)
    assert len(png) < 400_000
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG"
        assert image.width == MAIL_WIDTH
        assert "transparency" not in image.info


def test_what_cannot_be_drawn_costs_no_other(studio: Studio, republic: MapShown) -> None:
    """A scene that names what is not on the board is refused in words, and the next is drawn."""
    assert studio.draw(republic)  # the process begins with its first picture
    before = studio.worker._process
    lost = Piece("MUNSTER", PieceKind.ARMY, DrawnSpot("NOWHERE"))
    with pytest.raises(PictureError, match="NOWHERE"):
        studio.draw(replace(republic, scene=replace(republic.scene, pieces=(lost,))))
    assert studio.draw(republic)
    assert studio.worker._process is before


@pytest.mark.slow
def test_a_process_that_died_is_replaced(studio: Studio, republic: MapShown) -> None:
    """The picture in hand is drawn by the next one."""
    png = studio.draw(republic)
    assert studio.worker._process is not None
    os.kill(studio.worker._process._child.pid, signal.SIGKILL)
    assert studio.draw(republic) == png


@pytest.mark.slow
def test_a_picture_that_takes_too_long_is_given_up(republic: MapShown) -> None:
    """That is said, and so is it when there is too little memory; the server goes on."""
    hasty = Studio(FOLDERS, bounds=Bounds(seconds=0.02, patience=60, answer=PICTURE_BYTES))
    with pytest.raises(PictureError, match="too much of a processor's time"):
        hasty.draw(republic)
    hasty.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"d\0\0\0\0\0\0\0\4gif!", "no picture"),
        (b"d\0\0\0\0\0\0\0\0", "no picture"),
        (b"d\xff\xff\xff\xff\xff\xff\xff\xff", "bytes"),
        (b"Segmentation fault", "bytes"),
        (b"f\0\0\0\0\0\0\0\6I quit", "I quit"),
    ],
)
def test_what_is_no_picture_is_none(
    studio: Studio,
    republic: MapShown,
    monkeypatch: pytest.MonkeyPatch,
    answer: bytes,
    words: str,
) -> None:
    """Whatever the process answers, it is a picture or a fault of this picture only."""
    bounds = Bounds(seconds=60, patience=60, answer=PICTURE_BYTES)
    taken = Worker("tests.adapters.parrot_worker", bounds)
    with monkeypatch.context() as patched:
        patched.setattr(studio, "worker", taken)
        patched.setattr(studio_module.REQUESTS, "encode", lambda _: b"-" + answer)
        with pytest.raises(PictureError, match=words):
            studio.draw(republic)
    taken.close()
    assert studio.draw(republic)


def test_without_a_process_nothing_is_drawn(
    republic: MapShown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be started the fault is a picture's, which mails can do without."""
    monkeypatch.setattr(worker.sys, "executable", "/no/such/program")
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


@pytest.mark.slow
def test_a_part_is_drawn_where_names_are_too_small(studio: Studio, republic: MapShown) -> None:
    """It is as wide as others, the same each time; where there is nothing to show, nothing is drawn."""
    near = replace(republic, near=("CoC", "CoS"))
    png = studio.draw(near)
    assert png == studio.draw(near)
    assert png != studio.draw(republic)
    assert len(png) < 400_000
    with Image.open(BytesIO(png)) as image:
        assert image.width == MAIL_WIDTH
    assert studio.draw(replace(republic, near=())) == b""
