"""The archive's pages of a game that shows its board a stage: plain pages, each with its picture and charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm.contract.archive import (
    Around,
    ChartTable,
    Drawing,
    DrawnChart,
    GameStanding,
    Leaf,
    SitePicture,
)
from gm.contract.past import Past
from gm.contract.told import Told
from gm.languages import gettext
from gm.report.site.site_pages import plain_leaf, plain_standing


def board_leaf(
    news: Told[Any, Any],
    around: Around,
    words: str,
    shows: Callable[[], object],
    headline: str = "",
) -> Leaf:
    """Return the page of a stage: the public report, with the board after it.

    Args:
        news: the stage. around: what stands around its page.
        words: what is read aloud in the picture's place. shows: what the picture shows.
        headline: the stage in a sentence; "" for the report's subject.
    """
    stage = str(news.stage)
    picture = SitePicture(
        f"{stage}-map.svg",
        f"{stage}-map",
        gettext("{stage}: what came of it", stage=news.game.stage_words(news.stage)),
        gettext("what came of it"),
        words,
    )
    return plain_leaf(news, around, (Drawing(picture, shows),), headline)


def board_standing(past: Past[Any, Any], words: str, shows: Callable[[], object]) -> GameStanding:
    """Return what stands where, and the board of the beginning.

    Args:
        past: the course of the game.
        words: what is read aloud in the picture's place. shows: what the picture shows.
    """
    resolved, first = past.resolved, past.stages[0]
    plain = plain_standing(past, resolved[-1].after if resolved else first.before)
    picture = SitePicture(
        "start.svg",
        "start",
        gettext("The position at the start"),
        gettext("the position at the start"),
        words,
    )
    return GameStanding(plain.template, values=plain.values, start=Drawing(picture, shows))


def chart_with_figures(
    name: str,
    title: str,
    drawn: str,
    times: Sequence[str],
    lines: Mapping[str, Sequence[int | None]],
) -> DrawnChart:
    """Return a chart of lines, and the same in figures.

    Args:
        name: in the name of its file. title: over both. drawn: the chart as SVG.
        times: the heads of the rows. lines: by its words the figures of each, one for each time.
    """
    rows = [
        (when, *("" if figure is None else str(figure) for figure in row))
        for when, row in zip(times, zip(*lines.values(), strict=True), strict=True)
    ]
    head = (gettext("Turn"), *lines)
    return DrawnChart(
        f"chart-{name}.svg", drawn, title, tables=(ChartTable(title, ((head, *rows),)),)
    )
