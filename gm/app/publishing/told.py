"""What is remembered of a season's page, as JSON has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from gm.games.diplomacy.pages.charts.tables import Table
from gm.report.site.site_views import Charted, PictureKind, SeasonTold


def plain(told: SeasonTold) -> dict[str, object]:
    """Return what is told of a season as JSON has it."""
    return {
        "name": told.name,
        "title": told.title,
        "year": told.year,
        "headline": told.headline,
        "body": told.body,
        "at": told.at.isoformat(),
        "pictures": [kind.value for kind in told.pictures],
    }


def told_of(found: Mapping[str, object]) -> SeasonTold:
    """Return what is told of a season, from what `plain` made of it."""
    pictures = found["pictures"]
    assert isinstance(pictures, list)  # noqa: S101 - as `plain` wrote it
    return SeasonTold(
        name=str(found["name"]),
        title=str(found["title"]),
        year=int(str(found["year"])),
        headline=str(found["headline"]),
        body=str(found["body"]),
        at=datetime.fromisoformat(str(found["at"])),
        pictures=tuple(PictureKind(picture) for picture in pictures),
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


def _table(found: Mapping[str, Any]) -> Table:
    parts = tuple(tuple(tuple(row) for row in part) for part in found["parts"])
    return Table(found["title"], parts, tuple(found["lines"]))
