"""CHART and SUMMARY: the figures of a whole game, for a player of it."""

from __future__ import annotations

from collections.abc import Sequence

from gm.app.orders.sitting import Sitting
from gm.games.diplomacy.desk.overviews.annals import figures_in
from gm.games.diplomacy.map.shown.enclosed_charts import chart_pictures
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.charts.figures import Figure, Reader, figure_named
from gm.games.diplomacy.pages.charts.of_course import GameFigures
from gm.games.diplomacy.pages.charts.views import FiguresView
from gm.report import mails
from gm.report.views import MailText


def chart_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer CHART: the figures that were asked for, or all there are."""
    wanted, found = figure_named(rest), _found(sittings)
    shown = tuple(figure for figure in found.figures if wanted in (None, figure.what))
    return mails.written(found.game, season_mails.chart(_view(sittings[0], found, shown)))


def summary_page(sittings: Sequence[Sitting], _rest: str) -> MailText:
    """Answer SUMMARY: who plays, and whose the centres were from year to year."""
    found = _found(sittings)
    view = _view(sittings[0], found, found.figures)
    return mails.written(found.game, season_mails.summary(view))


def _found(sittings: Sequence[Sitting]) -> GameFigures:
    first = sittings[0]
    reader = Reader(tuple(sitting.power for sitting in sittings))
    return figures_in(first.services, first.transaction, first.table.game, reader)


def _view(sitting: Sitting, found: GameFigures, figures: tuple[Figure, ...]) -> FiguresView:
    return FiguresView(
        game=found.game,
        phase=found.state.phase,
        powers=found.powers,
        annals=found.annals,
        figures=figures,
        reader=found.reader,
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        pictures=chart_pictures(found, [figure.what for figure in figures]),
    )
