"""The pages of Diplomacy in the public archive."""

from __future__ import annotations

from functools import partial

from gm.contract.archive import Around, ChartTable, Drawing, DrawnChart, GameStanding, Leaf
from gm.contract.rules import Position
from gm.games.diplomacy.desk.laid import season_game
from gm.games.diplomacy.desk.pages import SeasonTold, season_view
from gm.games.diplomacy.map.shown.charts import chart_svg
from gm.games.diplomacy.map.shown.position import colours
from gm.games.diplomacy.map.shown.showing import (
    MapShown,
    after_shown,
    beginning,
    next_words,
    orders_shown,
)
from gm.games.diplomacy.pages.charts.figures import PUBLIC, figures_of
from gm.games.diplomacy.pages.charts.tables import tables_of
from gm.games.diplomacy.pages.facts.course import Course
from gm.games.diplomacy.pages.site_pages import (
    PictureKind,
    headline_of,
    season_leaf,
    shown_of,
    site_standing,
    start_shown,
)
from gm.games.diplomacy.rules.phases import PhaseKind, phase_of
from gm.languages import gettext


class SeasonArchive:
    """Keeps the contract's `Archive`."""

    def leaf(self, news: SeasonTold, around: Around) -> Leaf:
        """Return the page of a season: the public report, with its maps."""
        season = season_view(news)
        pictures = tuple(_drawing(news, kind) for kind in _kinds(news))
        shown = colours(season.board, season.before)
        leaf = season_leaf(season, around, tuple(picture.picture for picture in pictures), shown)
        return Leaf(
            group=str(season.phase.year),
            headline=headline_of(leaf),
            template="diplomacy/site/season.html",
            entry="diplomacy/site/entry.html",
            values=leaf,
            pictures=pictures,
        )

    def standing(self, past: Course) -> GameStanding:
        """Return units, centres and players, and how they finished."""
        resolved = past.resolved
        now = resolved[-1].after if resolved else past.stages[0].before
        game = season_game(past.game, Position(past.rules, now))
        values = site_standing(game, past)
        return GameStanding(
            template="diplomacy/site/standing.html",
            ending="diplomacy/site/finish.html" if values.finale is not None else "",
            values=values,
            spoils=values.finale.spoils if values.finale is not None else (),
            start=Drawing(start_shown(phase_of(past.stages[0].stage)), partial(beginning, past)),
        )

    def charts(self, past: Course) -> tuple[DrawnChart, ...]:
        """Return the figures of a game."""
        statistics = figures_of(past)
        return tuple(
            DrawnChart(
                file=f"chart-{figure.what.value}.svg",
                svg=chart_svg(statistics.game, statistics.state, figure),
                title=figure.title,
                note=figure.note,
                tables=tuple(
                    ChartTable(table.title, table.parts, table.lines)
                    for table in tables_of(figure, statistics.game, statistics.annals, PUBLIC)
                ),
            )
            for figure in statistics.figures
        )


def _kinds(news: SeasonTold) -> tuple[PictureKind, ...]:
    """Return which pictures a season has: its orders too where units moved."""
    moved = phase_of(news.stage).kind is PhaseKind.MOVEMENT and news.step.outcomes
    return (PictureKind.ORDERS, PictureKind.POSITION) if moved else (PictureKind.POSITION,)


def _drawing(news: SeasonTold, kind: PictureKind) -> Drawing:
    return Drawing(shown_of(phase_of(news.stage), kind), partial(_shown, news, kind))


def _shown(news: SeasonTold, kind: PictureKind) -> MapShown:
    past = news.past()
    at = past.at(news.occasion.number)
    if kind is PictureKind.ORDERS:
        return orders_shown(past, at)
    return after_shown(past, at, _then(news))


def _then(news: SeasonTold) -> str:
    """Return what comes after a season, and when it is due."""
    if news.due is None:
        return gettext("The game is over") if news.occasion.over else ""
    return next_words(news.game.time_zone, phase_of(news.due.stage), news.due.deadline)
