"""A whole chart as one SVG."""

from __future__ import annotations

from gm.drawing.chart_bars import bar_definitions, bars
from gm.drawing.chart_frame import framed
from gm.drawing.chart_lines import MOST, line_field
from gm.drawing.chart_panels import Panels
from gm.drawing.charts import BarChart, Chart


def draw_chart(chart: Chart) -> str:
    """Return a chart as SVG text; the same chart gives the same bytes.

    Lines stand in one field while they can be told apart there, and in a panel each where they are
    more.

    Raises:
        ValueError: it has nothing to draw.
        KeyError: a line is that of a side which is not among the sides.
    """
    if isinstance(chart, BarChart):
        if not chart.bars:
            raise ValueError(f"the chart {chart.title!r} has no bars")
        return framed(chart, bars(chart), bar_definitions())
    if not chart.lines or not chart.times:
        raise ValueError(f"the chart {chart.title!r} has no lines")
    if len(chart.lines) <= MOST:
        return framed(chart, line_field(chart))
    panels = Panels(chart)
    return framed(chart, panels.drawn(), panels.definitions())
