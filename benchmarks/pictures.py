"""How many pictures of the map are drawn in a second, as SVG and as PNG.

One unit is one picture of the Irish board, the largest, with a unit in every home and an order for each of
them. The first picture of a board, for which its shapes are read and laid out, is told by itself.

    python -m benchmarks.pictures [--pictures N] [--json]
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from benchmarks.machine import describe
from gm.adapters.maps.map_png import WIDTH, png_of
from gm.drawing.scene import Act, DrawnFate, DrawnMark, DrawnSpot, Piece, PieceKind, Scene
from gm.games.diplomacy.map.drawn.picture import draw
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.map.shown.showing import empty_board
from gm.resources import maps_dir

BOARD = "irish"


@dataclass(frozen=True, slots=True)
class Figure:
    """How fast pictures are drawn.

    Args:
        first: seconds for the first SVG of a board in a process.
        svg, png: pictures a second, further ones of the same board.
        svg_bytes, png_bytes: how large one is.
        width: of the PNG, in pixels.
    """

    first: float
    svg: float
    png: float
    svg_bytes: int
    png_bytes: int
    width: int


def busy_scene() -> Scene:
    """Return a scene with a unit and a move for every home of the board."""
    board = load_board(BOARD)
    scene = empty_board(board).scene
    homes = [(str(power.id), home) for power in board.powers.values() for home in power.home]
    pieces = tuple(Piece(power, PieceKind.ARMY, DrawnSpot(str(home))) for power, home in homes)
    marks = tuple(
        DrawnMark(
            Act.MOVE, DrawnFate.DONE, power, DrawnSpot(str(home)), "a move", to=DrawnSpot(str(to))
        )
        for power, home in homes
        for to in board.neighbours(home)[:1]
    )
    return replace(scene, pieces=pieces, marks=marks)


def measure(pictures: int) -> Figure:
    """Draw so many pictures in each form."""
    board, scene = load_board(BOARD), busy_scene()

    def svg() -> str:
        return draw(sheet_of(maps_dir() / BOARD, board, board, ()), scene)

    start = time.perf_counter()
    text = svg()
    first = time.perf_counter() - start
    png = png_of(text)
    return Figure(
        round(first, 2),
        _rate(svg, pictures),
        _rate(lambda: png_of(text), pictures),
        len(text.encode()),
        len(png),
        WIDTH,
    )


def _rate(work: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return round(times / (time.perf_counter() - start), 1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args(arguments)
    found = measure(wish.pictures)
    if wish.json:
        print(json.dumps(asdict(found)))
        return
    print("Pictures of the map")
    print(describe())
    print(f"first SVG of a board  {found.first:6.2f} s")
    print(f"SVG                   {found.svg:6.1f} a second, {found.svg_bytes / 1000:.0f} kB")
    print(
        f"PNG, {found.width} wide        {found.png:6.1f} a second, {found.png_bytes / 1000:.0f} kB"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
