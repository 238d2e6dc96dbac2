"""What is remembered of a season's page, as JSON has it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from gm.report.site.site_views import PictureKind, SeasonTold


def plain(told: SeasonTold) -> dict[str, object]:
    """Return what is told of a season as JSON has it."""
    return {
        "name": told.name,
        "title": told.title,
        "year": told.year,
        "headline": told.headline,
        "body": told.body,
        "at": told.at.isoformat(),
        "pictures": [one.value for one in told.pictures],
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
        pictures=tuple(PictureKind(one) for one in pictures),
    )
