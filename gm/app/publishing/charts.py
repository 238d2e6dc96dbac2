"""The charts of a game for its page in the archive."""

from __future__ import annotations

from gm.app.overviews.annals import figures_in
from gm.app.pictures.charts import chart_svg
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.report.site.site_views import Charted


def charts_of(
    services: Services, transaction: Transaction, game: GameRecord
) -> tuple[tuple[Charted, str], ...]:
    """Return the charts that everybody may see of a game that has begun, each as SVG text."""
    found = figures_in(services, transaction, game)
    return tuple(
        (
            Charted(f"chart-{figure.what.value}.svg", figure.title, figure.note),
            chart_svg(found.game, found.state, figure),
        )
        for figure in found.figures
    )
