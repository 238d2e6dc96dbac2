"""Charts: the same values give the same bytes, everything stands on the paper, and can be read."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.adapters.maps.map_png import png_of
from gm.drawing.chart_frame import LETTERS, SMALL, WIDE, spread
from gm.drawing.chart_svg import MOST, draw_chart
from gm.drawing.charts import Bar, BarChart, Chart, ChartLine, LineChart, scale_of
from gm.drawing.scene import DrawnSide
from gm.drawing.svg import width_of

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey", "North Africa")


def side(number: int) -> DrawnSide:
    """Return a side, each with another name and colour."""
    name = NAMES[number] if number < len(NAMES) else f"Switzerland {number}"
    return DrawnSide(f"P{number}", name, f"#{(number * 2654435) % 0xFFFFFF:06x}", number < 7)


def lines(sides: int, times: int, seed: int = 1, start: int = 3) -> LineChart:
    """Return a chart of lines that go up and down; some end at nought."""
    steps = random.Random(seed)
    made = []
    for number in range(sides):
        values = [start]
        while len(values) < times:
            values.append(max(0, values[-1] + steps.choice((-1, 0, 1))) if values[-1] else 0)
        made.append(ChartLine(f"P{number}", tuple(values)))
    names = tuple(str(1901 + at) for at in range(times))
    return LineChart(
        "Centres", names, tuple(map(side, range(sides))), tuple(made), goal=(9, "9 win")
    )


def bars(sides: int) -> BarChart:
    """Return a chart of bars; the last has nothing in it."""
    made = [Bar(f"P{at}", (at * 3, at % 4, at % 3, at % 2)) for at in reversed(range(sides))]
    parts = ("came off", "failed", "not possible", "no order")
    return BarChart(
        "Orders & <more>", parts, tuple(map(side, range(sides))), tuple(made), "Of all"
    )


CHARTS: dict[str, Chart] = {
    "one-moment": lines(3, 1),
    "lines": lines(4, 4),
    "goal": replace(lines(2, 5), goal=(4, "4 centres win")),
    "panels": lines(MOST + 1, 3),
    "bars": bars(4),
}


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_drawn_as_it_was_seen(name: str) -> None:
    """Letter by letter the picture that was looked at; UPDATE_GOLDEN=1 writes it anew."""
    path, svg = GOLDEN / f"{name}.svg", draw_chart(CHARTS[name])
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(svg + "\n", encoding="utf-8")
    assert svg + "\n" == path.read_text(encoding="utf-8")


LARGE: dict[str, Chart] = {
    "seven powers": lines(7, 20, start=5),
    "23 powers": lines(23, 20, start=5),
    "a negative one": LineChart(
        "Income",
        ("1", "2"),
        (side(0), side(1)),
        (ChartLine("P0", (-40, 3)), ChartLine("P1", (None, 2))),
    ),
    "bars of 23": bars(23),
} | CHARTS


@pytest.mark.parametrize("name", LARGE)
def test_a_chart_fits_its_paper_and_tells_what_it_is(name: str) -> None:
    """XML of less than 60 kB with title and description; every word on the paper, and large enough."""
    svg = draw_chart(LARGE[name])
    assert len(svg.encode()) < 60_000
    tree = ET.fromstring(svg)  # noqa: S314 - written by ourselves
    space = "{http://www.w3.org/2000/svg}"
    assert tree.attrib["role"] == "img"
    labels = {one.attrib["id"] for one in tree.iter() if "id" in one.attrib}
    assert {*tree.attrib["aria-labelledby"].split()} <= labels
    assert tree.find(f"{space}title") is not None
    assert tree.find(f"{space}desc") is not None
    for word in tree.iter(f"{space}text"):
        size = float(word.attrib["font-size"])
        assert size >= SMALL * 0.8
        assert width_of(word.text or "", size) <= WIDE


@pytest.mark.parametrize("seed", range(8))
def test_names_at_the_ends_of_lines_do_not_lie_on_each_other(seed: int) -> None:
    """Seven powers, most of them with the same few values: each name has a line of its own."""
    chart = lines(7, 6, seed)
    tree = ET.fromstring(draw_chart(chart))  # noqa: S314 - written by ourselves
    names = {one.name for one in chart.sides}
    words = [one for one in tree.iter("{http://www.w3.org/2000/svg}text") if one.text]
    found = sorted(
        float(one.attrib["y"]) for one in words if (one.text or "").rpartition(" ")[0] in names
    )
    assert len(found) == 7
    assert min(b - a for a, b in pairwise(found)) >= LETTERS
    right = [float(one.attrib["x"]) for one in words if (one.text or "").startswith("Germany")]
    assert right[0] + width_of("Germany 3", LETTERS) <= WIDE


def test_a_chart_of_nothing_is_refused() -> None:
    """There is no empty paper."""
    with pytest.raises(ValueError, match="no lines"):
        draw_chart(lines(0, 3))
    with pytest.raises(ValueError, match="no bars"):
        draw_chart(bars(0))


def test_a_chart_becomes_a_small_png() -> None:
    """By the same way as a map."""
    png = png_of(draw_chart(CHARTS["panels"]), 720)
    assert png.startswith(b"\x89PNG")
    assert len(png) < 60_000


@given(st.lists(st.floats(0, 500), max_size=18).map(sorted), st.floats(1, 28))
def test_what_is_spread_keeps_its_order_and_its_distance(wished: list[float], gap: float) -> None:
    """Within the column, in the wished order, a gap apart; where all have room nobody moves."""
    found = spread(wished, gap, 0, 500)
    assert len(found) == len(wished)
    pairs = [b - a for a, b in pairwise(found)]
    assert all(apart >= gap - 1e-6 for apart in pairs)
    assert all(-1e-6 <= place <= 500 + 1e-6 for place in found)
    if all(b - a >= gap for a, b in pairwise(wished)):
        assert found == pytest.approx(wished)


@given(st.lists(st.integers(-300, 5000), max_size=30), st.integers(2, 8))
def test_a_scale_holds_all_values_and_few_marks(values: list[int], most: int) -> None:
    """Nought and every value stand between its ends; the marks are apart and no more than wished."""
    scale = scale_of(values, 100.0, 0.0, most)
    assert 1 <= len(scale.marks) <= most
    for value in (0, *values, *scale.marks):
        assert -1e-6 <= scale.at(value) <= 100 + 1e-6
    assert 0 in scale.marks
