"""The game in the public archive: the map of each turn, the first one, and charts of its course."""

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
from gm.games.irish_freedom.map.pictures import turn_picture
from gm.games.irish_freedom.map.turn_shown import HUES
from gm.games.irish_freedom.pages.words import side_words
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.rules.tables import Colour, Side, side_of
from gm.languages import gettext
from gm.report.site.board_pages import board_leaf, board_standing, chart_with_figures

Course = Past[FreedomState, FreedomOutcome]

_FEWEST: Final = 2
"""How many positions make a line."""

_OF_SIDES: Final = {
    Side.BRITISH: Colour.RED,
    Side.IRISH: Colour.GREEN,
    Side.FREESTATE: Colour.BLUE,
    Side.REPUBLICAN: Colour.GREEN,
}


class FreedomArchive:
    """Keeps the contract's `Archive`."""

    def leaf(self, news: Told[FreedomState, FreedomOutcome], around: Around) -> Leaf:
        """Return the page of a turn: the public report, with its map."""
        stage = news.game.stage_words(news.stage)
        words = gettext("Map of the island after {stage}, told in words below.", stage=stage)

        def shows() -> object:
            return turn_picture(news.past(), news.occasion.number)

        return board_leaf(news, around, words, shows)

    def standing(self, past: Course) -> GameStanding:
        """Return what stands where, and the map of the beginning."""
        shows = partial(turn_picture, past, past.stages[0].number, begins=True)
        return board_standing(past, gettext("Map of the island at the start."), shows)

    def charts(self, past: Course) -> tuple[DrawnChart, ...]:
        """Return the enemy's morale, the units of each side and the victory points, turn by turn."""
        states = [past.stages[0].before, *(stage.after for stage in past.resolved)]
        if len(states) < _FEWEST or not isinstance(past.rules, FreedomRules):
            return ()
        times = tuple(str(past.rules.stage(state)) for state in states)
        morale = [past.rules.morale(state) for state in states]
        enemy = gettext("Enemy's morale")
        return (
            _chart(past, "morale", enemy, times, {enemy: (Colour.RED, tuple(morale))}),
            _chart(past, "units", gettext("Units"), times, _units(states)),
            _chart(past, "points", gettext("Victory points"), times, _points(past.rules, states)),
        )


def _units(states: list[FreedomState]) -> dict[str, tuple[Colour, tuple[int | None, ...]]]:
    """Return by its name how many units each side had, where it was in the war that was fought."""
    lines: dict[str, tuple[Colour, tuple[int | None, ...]]] = {}
    for side, colour in _OF_SIDES.items():
        counts = tuple(_count(state, side) for state in states)
        if any(count is not None for count in counts):
            lines[side_words(side)] = (colour, counts)
    return lines


def _points(
    rules: FreedomRules, states: list[FreedomState]
) -> dict[str, tuple[Colour, tuple[int | None, ...]]]:
    """Return the points that were awarded so far, and those there would be if the war were won then."""
    awarded = tuple(state.vp_woi + state.vp_cw for state in states)
    at_once = tuple(rules.points_now(state) for state in states)
    return {
        gettext("awarded so far"): (Colour.BLUE, awarded),
        gettext("if the war were won then"): (Colour.ORANGE, at_once),
    }


def _count(state: FreedomState, side: Side) -> int | None:
    fighting = {side_of(state.war, colour) for colour in Colour}
    if side not in fighting:
        return None
    return sum(side_of(state.war, unit.colour) is side for unit in state.units)


def _chart(
    past: Course,
    name: str,
    title: str,
    times: tuple[str, ...],
    lines: Mapping[str, tuple[Colour, tuple[int | None, ...]]],
) -> DrawnChart:
    """Return lines as a chart, and the same in figures."""
    chart = LineChart(
        gettext("{game}: {stage}", game=past.game.name, stage=title),
        times,
        tuple(Owner(words, words, HUES[colour]) for words, (colour, _) in lines.items()),
        tuple(ChartLine(words, values) for words, (_, values) in lines.items()),
    )
    columns = {words: values for words, (_, values) in lines.items()}
    return chart_with_figures(name, title, draw_chart(chart), times, columns)
