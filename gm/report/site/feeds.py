"""The Atom feeds of the archive: one of each game, and one of all (RFC 4287).

An entry keeps its id for ever, also where its season is decided anew: readers then show it as
changed. Ids are tags (RFC 4151) of the server's domain, so that the archive can move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from heapq import nlargest
from typing import Final

from gm.languages import gettext
from gm.report.site.site_views import SiteGame, SiteView, StageOnSite
from gm.report.wording.text import quiet

FEED: Final = "feed.xml"

_MOST: Final = 60
"""Entries of a feed; readers keep what they have seen."""

_SINCE: Final = "2026"
"""The year in the tags: from then on programs made them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a season, its page, and what is new by it."""

    id: str
    title: str
    link: str
    updated: str
    body: str


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed.

    Args:
        own: where the feed itself is found, "" where that is not known; page: its HTML.
        author: who makes it.
    """

    id: str
    title: str
    own: str
    page: str
    updated: str
    author: str
    entries: tuple[Entry, ...]


def game_feed(site: SiteView, view: SiteGame) -> Feed:
    """Return the feed of a game, the newest season first."""
    name = view.game.name
    root = f"{site.url}{name}/" if site.url else ""
    return Feed(
        id=_tag(site, name),
        title=f"{name}: {view.game.meta.title}",
        own=f"{root}{FEED}" if root else "",
        page=f"{root}index.html",
        updated=_stamp(view.updated_at),
        author=quiet(view.game.gm_name),
        entries=_newest(_entry(site, view, stage, root) for stage in view.stages),
    )


def whole_feed(site: SiteView, games: Sequence[SiteGame]) -> Feed:
    """Return the feed of all games, the newest season first."""
    entries = (entry for view in games for entry in _entries(site, view))
    latest = max(
        (game.updated_at for game in games), default=datetime(int(_SINCE), 1, 1, tzinfo=UTC)
    )
    return Feed(
        id=_tag(site, "games"),
        title=gettext("{server}: games by mail", server=site.title),
        own=f"{site.url}{FEED}" if site.url else "",
        page=f"{site.url}index.html",
        updated=_stamp(latest),
        author=site.title,
        entries=_newest(entries),
    )


def _entries(site: SiteView, view: SiteGame) -> Iterator[Entry]:
    for stage in view.stages:
        yield _entry(site, view, stage, f"{site.url}{view.game.name}/")


def _entry(site: SiteView, view: SiteGame, one: StageOnSite, root: str) -> Entry:
    name = view.game.name
    return Entry(
        id=_tag(site, f"{name}/{one.name}"),
        title=f"{name}: {one.title}",
        link=f"{root}{one.name}.html",
        updated=_stamp(one.at),
        body=one.body,
    )


def _newest(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(nlargest(_MOST, entries, key=lambda entry: (entry.updated, entry.id)))


def _tag(site: SiteView, what: str) -> str:
    return f"tag:{site.host},{_SINCE}:gm/{what}"


def _stamp(moment: datetime) -> str:
    """Return a moment as RFC 3339 has it, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
