"""The figures of a game as charts to be drawn, with the same in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Mapping

from gm.drawing.chart_svg import draw_chart
from gm.drawing.charts import Bar, BarChart, Chart, ChartLine, LineChart
from gm.games.diplomacy.map.shown.position import sides
from gm.games.diplomacy.pages.charts.figures import Curves, Figure, StackedBars, said
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.state import GameState


def chart_svg(game: GameView, state: GameState, figure: Figure) -> str:
    """Return a figure of a game as SVG text, in the language that is spoken.

    Args:
        game: the game, for its name and the names of its powers.
        state: its position now, which tells who is played; each has the colour of the map.
        figure: what is drawn; it has a line or a bar at least.
    """
    return draw_chart(chart_of(game, state, figure))


def chart_of(game: GameView, state: GameState, figure: Figure) -> Chart:
    """Return a figure of a game as a chart."""
    match figure:
        case Curves():
            return _lines(game, state, figure)
        case StackedBars():
            return _bars(game, state, figure)


def _subtitle(game: GameView, figure: Figure) -> str:
    return f"{game.meta.title}. {figure.note}".strip()


def _lines(game: GameView, state: GameState, figure: Curves) -> LineChart:
    words = said(figure, game.board)
    return LineChart(
        title=f"{game.name}: {figure.title}",
        subtitle=_subtitle(game, figure),
        description=_description(figure, words),
        times=figure.times,
        sides=sides(game.board, state),
        lines=tuple(
            ChartLine(str(power), values, words[power]) for power, values in figure.lines.items()
        ),
        goal=(figure.goal, figure.goal_words) if figure.goal else None,
    )


def _bars(game: GameView, state: GameState, figure: StackedBars) -> BarChart:
    words = said(figure, game.board)
    return BarChart(
        title=f"{game.name}: {figure.title}",
        subtitle=_subtitle(game, figure),
        description=_description(figure, words),
        parts=figure.parts,
        sides=sides(game.board, state),
        bars=tuple(Bar(str(power), values, words[power]) for power, values in figure.bars.items()),
    )


def _description(figure: Figure, words: Mapping[PowerId, str]) -> str:
    return " ".join([f"{figure.title}.", *words.values()])
