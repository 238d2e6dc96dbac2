"""The page of one season in the archive: the public report, with its pictures and its neighbours."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.games.diplomacy.pages.ending_page import EndingPage, ending_page
from gm.games.diplomacy.pages.season_page import SeasonPage, season_page
from gm.games.diplomacy.pages.site_pictures import Shown, shown_of
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.rules.phases import Phase
from gm.languages import gettext
from gm.report.site.site_views import SeasonDone


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A link to the phase before or after: its file and its name."""

    file: str
    title: str


@dataclass(frozen=True, slots=True)
class SeasonLeaf:
    """All the page says.

    Args:
        game: the game's name. title: of the page.
        page: the public report. ending: what is told in its place, where the game was ended.
        pictures: those of the season. before, after: the pages beside it.
        colours: of each power, by its name in the report.
    """

    game: str
    title: str
    page: SeasonPage
    ending: EndingPage | None
    pictures: tuple[Shown, ...]
    before: Neighbour | None
    after: Neighbour | None
    colours: dict[str, str]


def season_leaf(done: SeasonDone) -> SeasonLeaf:
    """Return the page of a season."""
    season = done.season
    powers = season.game.board.powers
    words = phase_words(season.phase)
    return SeasonLeaf(
        game=season.game.name,
        title=gettext("{phase} of {game}", phase=words, game=season.game.name),
        page=season_page(replace(season, reader=None, observer=True, zine=True)),
        ending=ending_page(done.ending) if done.ending is not None else None,
        pictures=tuple(shown_of(season.phase, kind) for kind in done.pictures),
        before=_neighbour(done.before),
        after=_neighbour(done.after),
        colours={powers[power].name: colour for power, colour in done.colours.items()},
    )


def _neighbour(name: str) -> Neighbour | None:
    return Neighbour(f"{name}.html", phase_words(Phase.parse(name))) if name else None


def headline_of(leaf: SeasonLeaf) -> str:
    """Return a season in a sentence or two."""
    if leaf.ending is not None:
        return leaf.ending.over
    return " ".join(line for line in (leaf.page.headline, leaf.page.over) if line)
