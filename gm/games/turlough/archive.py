"""The game in the public archive: the map of each war turn, the first one, and charts of its course."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from gm.contract.archive import Around, DrawnChart, GameStanding, Leaf
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
from gm.report.site.board_pages import board_leaf, board_standing, chart_with_figures

Course = Past[TurloughState, TurloughOutcome]

_FEWEST: Final = 2
"""How many positions make a line."""

_HUES: Final = {str(seat.id): seat.colour for seat in SEATS}


class TurloughArchive:
    """Keeps the contract's `Archive`."""

    def leaf(self, news: Told[TurloughState, TurloughOutcome], around: Around) -> Leaf:
        """Return the page of a war turn: the public report, with its map."""
        stage = news.game.stage_words(news.stage)
        words = gettext("Map of Thomond after {stage}, told in words below.", stage=stage)

        def shows() -> object:
            return turn_picture(news.past(), news.occasion.number)

        return board_leaf(news, around, words, shows)

    def standing(self, past: Course) -> GameStanding:
        """Return what stands where, and the map of the beginning."""
        shows = partial(turn_picture, past, past.stages[0].number, begins=True)
        return board_standing(past, gettext("Map of Thomond at the start."), shows)

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
    columns = {group_words(group): values for group, values in lines.items()}
    return chart_with_figures(name, title, draw_chart(chart), times, columns)
