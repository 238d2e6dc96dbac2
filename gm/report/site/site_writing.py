"""The files of the archive as text: a view goes in, a page, a feed or a style sheet comes out.

All functions are pure and take the templates last; without them those in force are used.

Raises:
    TemplateError: a GM's own template asks for a value nobody gives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.contract.archive import Leaf
from gm.report.environment import Templates, current
from gm.report.site.feeds import game_feed, whole_feed
from gm.report.site.game_page import game_page, journal_leaf, press_leaf, rules_leaf
from gm.report.site.index_page import index_page
from gm.report.site.site_views import SiteGame, SiteView

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
    found = {
        "index.html": chosen.page("site/game.html", page=page, root=_UP),
        "rules.html": chosen.page("site/rules.html", leaf=rules_leaf(view), root=_UP),
        "feed.xml": chosen.page("site/feed.xml", feed=game_feed(site, view)),
    }
    if page.has_journal:
        leaf = journal_leaf(view)
        found["journal.html"] = chosen.page("site/journal.html", leaf=leaf, root=_UP)
    if page.has_press:
        found["press.html"] = chosen.page("site/press.html", leaf=press_leaf(view), root=_UP)
    return found


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
