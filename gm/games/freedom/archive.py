"""The game in the public archive: the plan after each step, the first one, and charts of the tracks."""

from __future__ import annotations

from functools import partial
from typing import Final

from gm.contract.archive import Around, DrawnChart, GameStanding, Leaf
from gm.contract.past import Past
from gm.contract.seats import SeatId
from gm.contract.told import Told
from gm.drawing.chart_svg import draw_chart
from gm.drawing.charts import ChartLine, LineChart
from gm.drawing.scene import DrawnSide
from gm.games.freedom.language.lines import tables_of
from gm.games.freedom.map.pictures import step_picture
from gm.games.freedom.pages.story import happenings
from gm.games.freedom.pages.words import side_words
from gm.games.freedom.rules.outcomes import SiegeOutcome
from gm.games.freedom.rules.rules import PLAYERS
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import SEATS
from gm.languages import gettext
from gm.report.site.board_pages import board_leaf, board_standing, chart_with_figures

Course = Past[SiegeState, SiegeOutcome]

_FEWEST: Final = 2
"""How many positions make a line."""


class SiegeArchive:
    """Keeps the contract's `Archive`."""

    def leaf(self, news: Told[SiegeState, SiegeOutcome], around: Around) -> Leaf:
        """Return the page of a step: the public report, with the plan."""
        stage = news.game.stage_words(news.stage)
        words = gettext("Plan of the siege after {stage}, told in words below.", stage=stage)

        def shows() -> object:
            return step_picture(news.past(), news.occasion.number)

        return board_leaf(news, around, words, shows, _deed(news))

    def standing(self, past: Course) -> GameStanding:
        """Return what stands where, and the plan of the beginning."""
        shows = partial(step_picture, past, past.stages[0].number, begins=True)
        return board_standing(past, gettext("Plan of the siege at the start."), shows)

    def charts(self, past: Course) -> tuple[DrawnChart, ...]:
        """Return the morale and the supplies of both sides, step by step."""
        states = [past.stages[0].before, *(stage.after for stage in past.resolved)]
        if len(states) < _FEWEST:
            return ()
        times = tuple(str(past.rules.stage(state)) for state in states)
        morale = {seat: [state.morale[seat] for state in states] for seat in SEATS}
        supplies = {seat: [state.supplies[seat] for state in states] for seat in SEATS}
        return (
            _chart(past, "morale", gettext("Morale"), times, morale),
            _chart(past, "supplies", gettext("Supplies"), times, supplies),
        )


def _deed(news: Told[SiegeState, SiegeOutcome]) -> str:
    """Return what a step is called in lists: what was played in it, or how the game ended."""
    tables, events = tables_of(news.rules), news.step.events
    ended = news.game.pages.how_it_ended(events, news.rules)
    return (ended or next(happenings(tables, events), gettext("Nothing moved."))).rstrip(".")


def _chart(
    past: Course,
    name: str,
    title: str,
    times: tuple[str, ...],
    lines: dict[SeatId, list[int]],
) -> DrawnChart:
    """Return lines as a chart, and the same in figures."""
    chart = LineChart(
        gettext("{game}: {stage}", game=past.game.name, stage=title),
        times,
        tuple(DrawnSide(str(seat.id), side_words(seat.id), seat.colour) for seat in PLAYERS),
        tuple(ChartLine(str(seat), tuple(values)) for seat, values in lines.items()),
    )
    columns = {side_words(seat): values for seat, values in lines.items()}
    return chart_with_figures(name, title, draw_chart(chart), times, columns)
