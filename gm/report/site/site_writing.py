"""The files of the archive as text: a view goes in, a page, a feed (RFC 4287) or a style sheet comes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from heapq import nlargest
from typing import Final

from gm.contract.archive import Leaf
from gm.languages import gettext
from gm.report.environment import Templates, current
from gm.report.site.site_pages import game_page, index_page, journal_leaf, press_leaf, rules_leaf
from gm.report.site.site_views import SiteGame, SiteView, StageOnSite
from gm.report.wording.text import quiet

# The Atom feeds of the archive: one of each game, and one of all (RFC 4287).
#
# An entry keeps its id for ever, also where its season is decided anew: readers then show it as
# changed. Ids are tags (RFC 4151) of the server's domain, so that the archive can move.

FEED: Final = "feed.xml"

_MOST: Final = 60
"""Entries of a feed; readers keep what they have seen."""

_SINCE: Final = "2026"
"""The year in the tags: from then on programs made them."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry: a season, its page, and what is new by it."""

    id: str
    title: str
    link: str
    updated: str
    body: str


@dataclass(frozen=True, slots=True)
class AtomFeed:
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
    entries: tuple[FeedEntry, ...]


def game_feed(site: SiteView, view: SiteGame) -> AtomFeed:
    """Return the feed of a game, the newest season first."""
    name = view.game.name
    root = f"{site.url}{name}/" if site.url else ""
    return AtomFeed(
        id=_tag(site, name),
        title=f"{name}: {view.game.meta.title}",
        own=f"{root}{FEED}" if root else "",
        page=f"{root}index.html",
        updated=_stamp(view.updated_at),
        author=quiet(view.game.gm_name),
        entries=_newest(_entry(site, view, stage, root) for stage in view.stages),
    )


def whole_feed(site: SiteView, games: Sequence[SiteGame]) -> AtomFeed:
    """Return the feed of all games, the newest season first."""
    entries = (entry for view in games for entry in _entries(site, view))
    latest = max(
        (game.updated_at for game in games), default=datetime(int(_SINCE), 1, 1, tzinfo=UTC)
    )
    return AtomFeed(
        id=_tag(site, "games"),
        title=gettext("{server}: games by mail", server=site.title),
        own=f"{site.url}{FEED}" if site.url else "",
        page=f"{site.url}index.html",
        updated=_stamp(latest),
        author=site.title,
        entries=_newest(entries),
    )


def _entries(site: SiteView, view: SiteGame) -> Iterator[FeedEntry]:
    for stage in view.stages:
        yield _entry(site, view, stage, f"{site.url}{view.game.name}/")


def _entry(site: SiteView, view: SiteGame, stage: StageOnSite, root: str) -> FeedEntry:
    name = view.game.name
    return FeedEntry(
        id=_tag(site, f"{name}/{stage.name}"),
        title=f"{name}: {stage.title}",
        link=f"{root}{stage.name}.html",
        updated=_stamp(stage.at),
        body=stage.body,
    )


def _newest(entries: Iterable[FeedEntry]) -> tuple[FeedEntry, ...]:
    return tuple(nlargest(_MOST, entries, key=lambda entry: (entry.updated, entry.id)))


def _tag(site: SiteView, what: str) -> str:
    return f"tag:{site.host},{_SINCE}:gm/{what}"


def _stamp(moment: datetime) -> str:
    """Return a moment as RFC 3339 has it, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# The files of the archive as text: a view goes in, a page, a feed or a style sheet comes out.
#
# All functions are pure and take the templates last; without them those in force are used.
#
# Raises:
#     TemplateError: a GM's own template asks for a value nobody gives it.

AS_THEY_STAND: Final = ("style.css", "maps.js", "icon.svg")
"""The files of `templates/site` that every page uses, and that are no templates."""

_UP: Final = "../"
"""From a game's folder to the archive's."""


def plain_file(name: str, templates: Templates | None = None) -> str:
    """Return a file that is used as it stands."""
    return (templates or current()).source(f"site/{name}")


def stage_page(leaf: Leaf, templates: Templates | None = None) -> str:
    """Return the page of a stage."""
    return (templates or current()).page(leaf.template, leaf=leaf.values, root=_UP)


def stage_entry(leaf: Leaf, templates: Templates | None = None) -> str:
    """Return what is new by a stage, for feeds."""
    return (templates or current()).page(leaf.entry, leaf=leaf.values)


def game_files(
    site: SiteView, view: SiteGame, templates: Templates | None = None
) -> dict[str, str]:
    """Return the pages of a game but for its stages, by their names in its folder."""
    chosen, page = templates or current(), game_page(view)
    files = {
        "index.html": chosen.page("site/game.html", page=page, root=_UP),
        "rules.html": chosen.page("site/rules.html", leaf=rules_leaf(view), root=_UP),
        "feed.xml": chosen.page("site/feed.xml", feed=game_feed(site, view)),
    }
    if page.has_journal:
        leaf = journal_leaf(view)
        files["journal.html"] = chosen.page("site/journal.html", leaf=leaf, root=_UP)
    if page.has_press:
        files["press.html"] = chosen.page("site/press.html", leaf=press_leaf(view), root=_UP)
    return files


def index_files(
    site: SiteView, games: Sequence[SiteGame], templates: Templates | None = None
) -> dict[str, str]:
    """Return the files of the whole archive, by their names in its folder."""
    chosen = templates or current()
    return {
        "index.html": chosen.page("site/index.html", page=index_page(site, games), root=""),
        "feed.xml": chosen.page("site/feed.xml", feed=whole_feed(site, games)),
        **{name: plain_file(name, chosen) for name in AS_THEY_STAND},
    }
