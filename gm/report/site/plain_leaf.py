"""The archive of a game whose room has no pages of its own for it: made of its report and its position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gm.contract.archive import Around, Drawing, Leaf, PageLink, SitePicture, Standing
from gm.contract.past import Past
from gm.contract.rules import Position
from gm.contract.told import Told
from gm.report.pages.plain_page import PlainPage


@dataclass(frozen=True, slots=True)
class PlainLeaf:
    """All the page of a stage says; page: the report, where it is a plain one; pictures: below its headline."""

    game: str
    title: str
    headline: str
    page: PlainPage | None
    before: PageLink | None
    after: PageLink | None
    pictures: tuple[SitePicture, ...] = ()


def plain_leaf(told: Told[Any, Any], around: Around, drawings: Sequence[Drawing] = ()) -> Leaf:
    """Return the page of a stage: its public report, with the pictures that its room has for it."""
    report = told.game.pages.report(told)
    page = report.values if isinstance(report.values, PlainPage) else None
    leaf = PlainLeaf(
        told.game.name,
        around.title,
        report.subject,
        page,
        around.before,
        around.after,
        tuple(drawing.picture for drawing in drawings),
    )
    template, entry = "site/leaf.html", "site/leaf_entry.html"
    return Leaf("", report.subject, template, entry, leaf, tuple(drawings))


def plain_standing(past: Past[Any, Any], now: object) -> Standing:
    """Return how a game stands in a position, in lines."""
    lines = past.game.pages.position(Position(past.rules, now))
    return Standing("site/plain_standing.html" if lines else "", values=lines)
