"""The process in which pictures are drawn: scenes in, PNG out, over its standard pipes.

Run as a module by `gm.adapters.maps.studio`. A picture takes a second of a processor, in which
nothing else could be done by the threads of the server.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from gm.adapters.frames import LENGTH, READY
from gm.adapters.maps.map_png import png_of
from gm.adapters.maps.map_sheet import sheet_of
from gm.adapters.maps.studio_frames import DRAWN, FAULT, Wanted
from gm.app.pictures.showing import Pictured
from gm.drawing.chart import draw_chart
from gm.drawing.picture import draw
from gm.rules.board import Board

NICENESS = 10
"""How far it steps back behind the server, which has players waiting."""

_KEPT = 64
"""Boards that are kept; each split of a province makes another one."""


class Easel:
    """Draws, and keeps the boards it has drawn on: their sheets are known by the board."""

    def __init__(self) -> None:
        self._boards: dict[bytes, Board] = {}

    def draw(self, wanted: Wanted) -> bytes:
        """Return a picture as PNG; GmError if the board's shapes cannot be used."""
        if not isinstance(wanted.shown, Pictured):
            return png_of(draw_chart(wanted.shown), wanted.width)
        shown = self._known(wanted.shown)
        sheet = sheet_of(Path(wanted.folder), shown.printed, shown.board, shown.splits)
        return png_of(draw(sheet, shown.scene), wanted.width)

    def _known(self, shown: Pictured) -> Pictured:
        """Return the same with boards that are the same objects as before, if they are equal."""
        if len(self._boards) > _KEPT:
            self._boards.clear()
        printed, board = (self._same(one) for one in (shown.printed, shown.board))
        return replace(shown, printed=printed, board=board)

    def _same(self, board: Board) -> Board:
        # A board that was cut in play has the digest of the printed one.
        told = hashlib.sha256(pickle.dumps(board)).digest()
        return self._boards.setdefault(told, board)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests one after another until there are no more.

    Args:
        requests: pickled, the length of each before it.
        answers: where pictures go, or what was wrong, their length before them.
    """
    easel = Easel()
    _answer(answers, READY)
    while len(head := requests.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        wanted: Wanted = pickle.loads(requests.read(length))  # noqa: S301 - from the server itself
        _answer(answers, _drawn(easel, wanted))


def _drawn(easel: Easel, wanted: Wanted) -> bytes:
    try:
        return DRAWN + easel.draw(wanted)
    except Exception as fault:  # one scene that cannot be drawn must not cost the next
        return FAULT + f"{type(fault).__name__}: {fault}".encode()


def _answer(answers: BinaryIO, data: bytes) -> None:
    answers.write(LENGTH.pack(len(data)) + data)
    answers.flush()


def main(arguments: list[str]) -> None:
    """Set the limit, bytes of memory altogether, and serve."""
    memory = int(arguments[0])
    # The server says when to end; a Ctrl-C at the terminal is for it alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ValueError, OSError):  # not every system limits the address space
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(OSError):
        os.nice(NICENESS)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(sys.argv[1:])
