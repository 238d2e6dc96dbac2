"""Which province a point lies in, looked up on a fine grid that is filled once for a sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from math import ceil

from gm.drawing.sheet import Area, Point, Ring, Sheet

_CELLS = 480
"""So many cells across a sheet; a cell is then smaller than a supply centre."""


class Whose:
    """The provinces of a sheet on a grid.

    Args:
        sheet: whose provinces.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._grain = sheet.width / _CELLS
        self._columns = _CELLS
        self._rows = ceil(sheet.height / self._grain)
        self._cells = [-1] * (self._columns * self._rows)
        self._names = [area.id for area in sheet.areas]
        for index, area in enumerate(sheet.areas):
            for ring in area.rings:
                self._fill(ring, index)

    def at(self, point: Point) -> str:
        """Return the province at a point, "" where there is none."""
        column, row = int(point[0] / self._grain), int(point[1] / self._grain)
        if point[0] < 0 or point[1] < 0 or column >= self._columns or row >= self._rows:
            return ""
        index = self._cells[row * self._columns + column]
        return self._names[index] if index >= 0 else ""

    def inside(self, area: Area, number: int) -> Iterator[Point]:
        """Yield points of a province, `number` to a side of the box around its main outline."""
        across, down = [x for x, _ in area.rings[0]], [y for _, y in area.rings[0]]
        left, top = min(across), min(down)
        wide, high = (max(across) - left) / number, (max(down) - top) / number
        for row in range(number):
            for column in range(number):
                point = left + wide * (column + 0.5), top + high * (row + 0.5)
                if self.at(point) == area.id:
                    yield point

    def _fill(self, ring: Ring, index: int) -> None:
        """Fill the cells whose middle lies in an outline, row by row."""
        crossings: defaultdict[int, list[float]] = defaultdict(list)
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if y1 == y2:
                continue
            (x, y), (to_x, to_y) = sorted(((x1, y1), (x2, y2)), key=lambda it: it[1])
            slope = (to_x - x) / (to_y - y)
            first, last = ceil(y / self._grain - 0.5), ceil(to_y / self._grain - 0.5)
            for row in range(max(0, first), min(self._rows, last)):
                crossings[row].append(x + slope * ((row + 0.5) * self._grain - y))
        for row, found in crossings.items():
            found.sort()
            for start, end in zip(found[::2], found[1::2], strict=False):
                self._run(row, start, end, index)

    def _run(self, row: int, start: float, end: float, index: int) -> None:
        first = max(0, ceil(start / self._grain - 0.5))
        last = min(self._columns, ceil(end / self._grain - 0.5))
        if last > first:
            begin = row * self._columns
            self._cells[begin + first : begin + last] = [index] * (last - first)
