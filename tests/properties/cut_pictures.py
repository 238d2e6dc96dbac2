"""What must hold of a picture that was cut along with its board, used by the tests and the soak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import isclose

from gm.games.diplomacy.map.drawn.inside import is_inside, places
from gm.games.diplomacy.map.files.board_fit import crossing
from gm.games.diplomacy.map.files.board_picture import read_picture
from gm.games.diplomacy.map.files.boards import geometry_path, load_board
from gm.games.diplomacy.map.files.picture_cut import Name, Ring, cut_shapes, stretches
from gm.games.diplomacy.map.files.picture_drawn import cuts_of
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_board

Pick = tuple[int, int, int]
"""Any three numbers: which province is split, and between which of its neighbours."""

Shapes = Mapping[Name, Ring]


def printed() -> tuple[Board, Shapes]:
    """Return the Irish board and its shapes."""
    picture = read_picture(geometry_path("irish"))
    return load_board("irish"), {it.id: it.lines[0][:-1] for it in picture.provinces()}


def split_by(board: Board, pick: Pick) -> Split:
    """Return the split that three numbers choose; every second one falls on a half, if any is."""
    places_ = [it for it in board.provinces if len(line_neighbours(board, it)) > 1]
    halves = [it for it in places_ if board.province(it).whole is not None]
    among = halves if halves and pick[0] % 2 else places_
    place = among[pick[0] // 2 % len(among)]
    around = [*line_neighbours(board, place)]
    first = around.pop(pick[1] % len(around))
    second = around[pick[2] % len(around)]
    return Split(place, (first, second), halves_of(board, place))


def cut_along(board: Board, shapes: Shapes, split: Split) -> tuple[Board, Shapes]:
    """Split a province on the board and in the picture."""
    return split_board(board, split), cut_shapes(shapes, cuts_of(board, [split]))


def cut_faults(before: Shapes, after: Shapes, split: Split) -> Iterator[str]:
    """Yield what is wrong with one cut."""
    whole, halves = before[split.province], [after[half] for half in split.halves]
    if not isclose(area(whole), sum(map(area, halves)), rel_tol=1e-9):
        yield f"the halves of {split.province} do not fill it"
    for half, ring in zip(split.halves, halves, strict=True):
        if crossing((*ring, ring[0])) is not None:
            yield f"the outline of {half} crosses itself"
        at = places(ring, 15)
        if not all(is_inside(point, ring) for point in (at.label, at.unit, at.centre)):
            yield f"what is drawn in {half} lies outside"
    for name, ring in before.items():
        if name != split.province and not is_kept(ring, after[name]):
            yield f"{name} did not keep its shape"


def fit_faults(board: Board, shapes: Shapes) -> Iterator[str]:
    """Yield where the picture and the board differ in who is round a province, clockwise."""
    drawn = stretches(shapes)
    for place in board.provinces.values():
        listed = [str(border.to) for border in place.ring]
        found = [stretch.to for stretch in drawn[place.id]]
        if not is_turned(listed, found):
            yield f"{place.id} lists {listed} and touches {found}"


def is_turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two lists are the same circle."""
    if len(one) != len(other):
        return False
    return not one or any([*one[at:], *one[:at]] == [*other] for at in range(len(one)))


def area(ring: Ring) -> float:
    """Return the area in an outline, above 0 if it runs clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*ring, ring[0]))) / 2


def is_kept(before: Ring, after: Ring) -> bool:
    """Tell whether an outline has the points it had, in their order, and only more of them."""
    had = {*before}
    return before == after or before == tuple(point for point in after if point in had)
