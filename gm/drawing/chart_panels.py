"""A small panel for each side, with all the others behind its line: for games of many powers."""

from __future__ import annotations

from collections.abc import Iterator

from gm.drawing.chart_frame import EDGE, FAINT, LETTERS, PALE, SMALL, WIDE, Part, rule, text
from gm.drawing.chart_lines import living
from gm.drawing.charts import Line, LineChart, Scale, scale_of
from gm.drawing.letters import width_of
from gm.drawing.palette import INK, dresses
from gm.drawing.sheet import Point
from gm.drawing.svg import element, group, key, number, polyline, words

_COLUMNS = 3
_BETWEEN = 18.0
_PANEL = (WIDE - 2 * EDGE - (_COLUMNS - 1) * _BETWEEN) / _COLUMNS
_HIGH = 92.0
_NAME = LETTERS * 1.5
_TIMES = SMALL * 1.45
_ROW = _NAME + _HIGH + _TIMES + 12
_OTHERS = "others"
_BEHIND = "#bcc3cd"


class Panels:
    """The panels of a chart, all with the same scales."""

    def __init__(self, chart: LineChart) -> None:
        told = [value for line in chart.lines for value in line.values if value is not None]
        self._chart = chart
        self._names = {side.id: side.name for side in chart.sides}
        self._looks = dresses(chart.sides)
        self._high = scale_of(told, _HIGH, 0.0, 4)
        left = max(width_of(str(mark), SMALL) for mark in self._high.marks) + 8
        self._across = Scale(0, max(1, len(chart.times) - 1), left + 4, _PANEL - 7)

    def definitions(self) -> str:
        """Return what all panels have in common: the lines of everybody, drawn once."""
        lines = (self._points(line) for line in self._chart.lines)
        data = "".join(polyline(points) for points in lines if len(points) > 1)
        path = element("path", d=data, fill="none", stroke=_BEHIND, stroke_width=1.4)
        return element("g", *self._ground(), path, id=key(_OTHERS))

    def drawn(self) -> Part:
        """Return the panels, row by row."""
        shown = []
        for at, line in enumerate(self._chart.lines):
            row, column = divmod(at, _COLUMNS)
            x, y = EDGE + column * (_PANEL + _BETWEEN), row * _ROW + _NAME
            shown.append(group(self._panel(line), transform=f"translate({number(x)} {number(y)})"))
        return Part(group(shown), -(-len(shown) // _COLUMNS) * _ROW)

    def _ground(self) -> Iterator[str]:
        """Yield what lies under every panel: the marks of its values, its first and last moment."""
        start, end = self._across.start - 4, _PANEL
        for value in self._high.marks:
            y = self._high.at(value)
            yield rule(start, y, end, y, PALE if value == 0 else FAINT)
            yield text(str(value), start - 5, y + SMALL * 0.35, SMALL, anchor="end", fill=PALE)
        times, below = self._chart.times, _HIGH + SMALL * 1.3
        if sum(width_of(piece, SMALL) for piece in (times[0], times[-1])) + SMALL < end - start:
            yield text(times[0], start, below, SMALL, fill=PALE)
        if len(times) > 1:
            yield text(times[-1], end, below, SMALL, anchor="end", fill=PALE)

    def _panel(self, line: Line) -> Iterator[str]:
        name, hue = self._names.get(line.side, line.side), self._looks[line.side].hue
        told = [value for value in line.values if value is not None]
        last = str(told[-1]) if told else ""
        yield element("title", words(line.words or f"{name} {last}".strip()))
        yield element("use", href=f"#{key(_OTHERS)}")
        room = _PANEL - width_of(last, LETTERS, bold=True) - 10
        size = min(LETTERS, LETTERS * room / max(1.0, width_of(name, LETTERS, bold=True)))
        yield text(name, 0, -13, size, bold=True)
        yield text(last, _PANEL, -13, anchor="end", bold=True)
        points = self._points(line)
        if len(points) > 1:
            for colour, wide in ((INK, 5.6), (hue, 3.4)):
                yield element(
                    "path",
                    d=polyline(points),
                    fill="none",
                    stroke=colour,
                    stroke_width=wide,
                    stroke_linejoin="round",
                    stroke_linecap="round",
                )
        if points:
            x, y = points[-1]
            yield element("circle", cx=x, cy=y, r=5.2, fill=hue, stroke=INK, stroke_width=1.6)

    def _points(self, line: Line) -> tuple[Point, ...]:
        values = line.values[: living(line.values)]
        return tuple(
            (self._across.at(at), self._high.at(value))
            for at, value in enumerate(values)
            if value is not None
        )
