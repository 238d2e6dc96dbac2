"""The charts of a game for its page in the archive."""

from __future__ import annotations

import re
from typing import Final

from gm.contract.archive import DrawnChart
from gm.report.site.site_views import Charted

_BOX: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def charted(chart: DrawnChart) -> Charted:
    """Return a chart as the page of its game shows it, its drawing beside it."""
    box = _BOX.search(chart.svg)
    assert box is not None  # noqa: S101 - every chart says how large it is
    width, height = (round(float(group)) for group in box.groups())
    return Charted(chart.file, chart.title, chart.note, width, height, chart.tables)
