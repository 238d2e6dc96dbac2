"""Charts as values: lines over time, and bars made of parts; and what makes SVG of them.

A chart is drawn on paper of its own, so that it reads alike on a light and on a dark page, and
wide enough that its letters can be read where it is shown on a phone. Colours help and are never
needed: a line has its own dashes, marks and name, or a panel to itself; a part has its pattern.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gm.drawing.scene import DrawnSide

Values = tuple[int | None, ...]
"""A value for each moment of a chart; None where there is none."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The values of one side; `words` say them to those who do not see the line."""

    side: str
    values: Values
    words: str = ""


@dataclass(frozen=True, slots=True)
class LineChart:
    """Values over time.

    Args:
        title, subtitle: what is written over it.
        description: the same for those who do not see it, with what can be read from it.
        times: its moments, oldest first, as they are written below it.
        sides: all sides of the game, so that each has the colour it has on the map.
        lines: one for each side that is drawn.
        goal: a value that is marked, with its words; None for none.
    """

    title: str
    times: tuple[str, ...]
    sides: tuple[DrawnSide, ...]
    lines: tuple[ChartLine, ...]
    subtitle: str = ""
    description: str = ""
    goal: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """What a side's number is made up of, a value for each part of the chart."""

    side: str
    values: tuple[int, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class BarChart:
    """Numbers made up of parts, a bar for each side.

    Args:
        title, subtitle, description: as for a `LineChart`.
        parts: what the parts are, the best first; four at most.
        sides: for the names; bars: one for each side that is drawn.
    """

    title: str
    parts: tuple[str, ...]
    sides: tuple[DrawnSide, ...]
    bars: tuple[Bar, ...]
    subtitle: str = ""
    description: str = ""


Chart = LineChart | BarChart


@dataclass(frozen=True, slots=True)
class Scale:
    """Where values stand along a line of the picture, and which of them are marked.

    Args:
        low, high: the values at its ends; start, end: where these are.
        marks: the values that are marked.
    """

    low: float
    high: float
    start: float
    end: float
    marks: tuple[int, ...] = field(default=())

    def at(self, value: float) -> float:
        """Return where a value stands."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


_STEPS = (1, 2, 5)


def scale_of(values: list[int], start: float, end: float, most_marks: int = 7) -> Scale:
    """Return a scale that holds nought and all of some values, with round marks between them.

    Args:
        values: what it must hold.
        start, end: where its ends are.
        most_marks: so many values are marked at most.
    """
    low, high = min([0, *values]), max([1, *values])
    factor = 1
    while True:
        for step in (number * factor for number in _STEPS):
            first, last = -(-low // step), high // step
            if last - first + 1 <= most_marks:
                marks = tuple(step * count for count in range(first, last + 1))
                return Scale(low, high, start, end, marks)
        factor *= 10
