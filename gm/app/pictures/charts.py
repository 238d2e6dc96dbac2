"""The figures of a game as charts to be drawn, with the same in words for those who do not see them."""

from __future__ import annotations

from gm.app.pictures.position import sides
from gm.drawing.chart import draw_chart
from gm.drawing.charts import Bar, BarChart, Chart, Line, LineChart
from gm.report.charts.figures import Course, Figure, Shares
from gm.report.views import GameView
from gm.report.wording.words import power_words
from gm.rules.state import GameState


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
        case Course():
            return _lines(game, state, figure)
        case Shares():
            return _bars(game, state, figure)


def _subtitle(game: GameView, figure: Figure) -> str:
    return f"{game.meta.title}. {figure.note}".strip()


def _lines(game: GameView, state: GameState, figure: Course) -> LineChart:
    lines = []
    for power, values in figure.lines.items():
        told = ", ".join(
            f"{time} {value}"
            for time, value in zip(figure.times, values, strict=True)
            if value is not None
        )
        lines.append(Line(str(power), values, f"{power_words(power, game.board)}: {told}."))
    return LineChart(
        title=f"{game.name}: {figure.title}",
        subtitle=_subtitle(game, figure),
        description=" ".join([figure.title + ".", *(line.words for line in lines)]),
        times=figure.times,
        sides=sides(game.board, state),
        lines=tuple(lines),
        goal=(figure.goal, figure.goal_words) if figure.goal else None,
    )


def _bars(game: GameView, state: GameState, figure: Shares) -> BarChart:
    bars = []
    for power, values in figure.bars.items():
        told = ", ".join(
            f"{part} {value}" for part, value in zip(figure.parts, values, strict=True) if value
        )
        bars.append(Bar(str(power), values, f"{power_words(power, game.board)}: {told}."))
    return BarChart(
        title=f"{game.name}: {figure.title}",
        subtitle=_subtitle(game, figure),
        description=" ".join([figure.title + ".", *(bar.words for bar in bars)]),
        parts=figure.parts,
        sides=sides(game.board, state),
        bars=tuple(bars),
    )
