"""The charts of a game for its page in the archive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.games.diplomacy.desk.overviews.annals import figures_in
from gm.games.diplomacy.map.shown.charts import chart_svg
from gm.games.diplomacy.pages.charts.figures import PUBLIC
from gm.games.diplomacy.pages.charts.tables import tables_of
from gm.report.site.site_views import Charted

_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def charts_of(
    services: Services, transaction: Transaction, game: GameRecord
) -> Iterator[tuple[Charted, str]]:
    """Yield the charts that everybody may see of a game that has begun, each as SVG text."""
    found = figures_in(services, transaction, game)
    for figure in found.figures:
        svg = chart_svg(found.game, found.state, figure)
        box = _BOX.search(svg)
        assert box is not None  # noqa: S101 - every chart says how large it is
        width, height = (round(float(group)) for group in box.groups())
        file = f"chart-{figure.what.value}.svg"
        tables = tables_of(figure, found.game, found.annals, PUBLIC)
        yield Charted(file, figure.title, figure.note, width, height, tables), svg
