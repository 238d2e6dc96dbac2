"""What is remembered of a stage's page, as JSON has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from gm.contract.archive import ChartTable, SitePicture
from gm.report.site.site_views import Charted, StageOnSite


def plain(told: StageOnSite) -> dict[str, object]:
    """Return what is told of a stage as JSON has it."""
    return {
        "name": told.name,
        "title": told.title,
        "group": told.group,
        "headline": told.headline,
        "body": told.body,
        "at": told.at.isoformat(),
        "pictures": [asdict(picture) for picture in told.pictures],
    }


def told_of(found: Mapping[str, object]) -> StageOnSite:
    """Return what is told of a stage, from what `plain` made of it."""
    pictures = found["pictures"]
    assert isinstance(pictures, list)  # noqa: S101 - as `plain` wrote it
    return StageOnSite(
        name=str(found["name"]),
        title=str(found["title"]),
        group=str(found["group"]),
        headline=str(found["headline"]),
        body=str(found["body"]),
        at=datetime.fromisoformat(str(found["at"])),
        pictures=tuple(SitePicture(**picture) for picture in pictures),
    )


def plain_charts(charts: Iterable[Charted]) -> dict[str, object]:
    """Return what is told of a game's charts as JSON has it."""
    return {"charts": [asdict(charted) for charted in charts]}


def charted_of(found: Mapping[str, object]) -> tuple[Charted, ...]:
    """Return what is told of a game's charts, from what `plain_charts` made of it."""
    charts = found["charts"]
    assert isinstance(charts, list)  # noqa: S101 - as `plain_charts` wrote it
    return tuple(
        Charted(**{**chart, "tables": tuple(_table(it) for it in chart["tables"])})
        for chart in charts
    )


def _table(found: Mapping[str, Any]) -> ChartTable:
    parts = tuple(tuple(tuple(row) for row in part) for part in found["parts"])
    return ChartTable(found["title"], parts, tuple(found["lines"]))
