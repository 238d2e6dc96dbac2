"""The game in the public archive: the map of each war turn, the first one, and charts of its course."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

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
from gm.drawing.chart_svg import draw_chart
from gm.drawing.charts import ChartLine, LineChart
from gm.drawing.scene import DrawnSide as Owner
from gm.games.turlough.map.pictures import turn_picture
from gm.games.turlough.pages.words import group_words
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.setup import SEATS
from gm.games.turlough.rules.state import TurloughState
from gm.languages import gettext
from gm.report.site.site_pages import plain_leaf, plain_standing

Course = Past[TurloughState, TurloughOutcome]

_FEWEST: Final = 2
"""How many positions make a line."""

_HUES: Final = {str(seat.id): seat.colour for seat in SEATS}


class TurloughArchive:
    """Keeps the contract's `Archive`."""

    def leaf(self, told: Told[TurloughState, TurloughOutcome], around: Around) -> Leaf:
        """Return the page of a war turn: the public report, with its map."""
        number, stage = told.occasion.number, str(told.stage)
        words = told.game.stage_words(told.stage)
        picture = SitePicture(
            f"{stage}-map.svg",
            f"{stage}-map",
            gettext("{stage}: what came of it", stage=words),
            gettext("what came of it"),
            gettext("Map of Thomond after {stage}, told in words below.", stage=words),
        )

        def shows() -> object:
            return turn_picture(told.past(), number)

        return plain_leaf(told, around, (Drawing(picture, shows),))

    def standing(self, past: Course) -> GameStanding:
        """Return what stands where, and the map of the beginning."""
        resolved, first = past.resolved, past.stages[0]
        plain = plain_standing(past, resolved[-1].after if resolved else first.before)
        picture = SitePicture(
            "start.svg",
            "start",
            gettext("The position at the start"),
            gettext("the position at the start"),
            gettext("Map of Thomond at the start."),
        )
        start = Drawing(picture, partial(turn_picture, past, first.number, begins=True))
        return GameStanding(plain.template, values=plain.values, start=start)

    def charts(self, past: Course) -> tuple[DrawnChart, ...]:
        """Return the febas of each stack and the cattle of each side, war turn by war turn."""
        states = [past.stages[0].before, *(stage.after for stage in past.resolved)]
        if len(states) < _FEWEST:
            return ()
        times = tuple(str(past.rules.stage(state)) for state in states)
        febas = {
            group: tuple(state.febas.get(group) for state in states)
            for group, _ in states[0].stacks()
        }
        cattle = {
            group: tuple(_cattle(state, group) for state in states)
            for group, _ in states[0].stacks()
        }
        return (
            _chart(past, "febas", gettext("Febas"), times, febas),
            _chart(past, "cattle", gettext("Cattle"), times, cattle),
        )


def _cattle(state: TurloughState, group: str) -> int:
    return sum(f.cattle for f in state.factions.values() if f.group == group and not f.out)


def _chart(
    past: Course,
    name: str,
    title: str,
    times: tuple[str, ...],
    lines: Mapping[str, tuple[int | None, ...]],
) -> DrawnChart:
    """Return lines as a chart, and the same in figures."""
    chart = LineChart(
        gettext("{game}: {stage}", game=past.game.name, stage=title),
        times,
        tuple(Owner(group, group_words(group), _HUES[group]) for group in lines),
        tuple(ChartLine(group, values) for group, values in lines.items()),
    )
    head = (gettext("Turn"), *map(group_words, lines))
    rows = [
        (when, *("" if value is None else str(value) for value in row))
        for when, row in zip(times, zip(*lines.values(), strict=True), strict=True)
    ]
    return DrawnChart(
        f"chart-{name}.svg",
        draw_chart(chart),
        title,
        tables=(ChartTable(title, ((head, *rows),)),),
    )
