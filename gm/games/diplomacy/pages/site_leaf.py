"""The page of one season in the archive: the public report, with its pictures and its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gm.contract.archive import Around, PageLink, SitePicture
from gm.contract.events import GameEnded
from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.ending_page import EndingPage, ending_page
from gm.games.diplomacy.pages.season_page import SeasonPage, season_page
from gm.games.diplomacy.pages.views import EndingView, SeasonView
from gm.games.diplomacy.rules.mechanics.accounts import AccountPart


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
    pictures: tuple[SitePicture, ...]
    before: PageLink | None
    after: PageLink | None
    colours: dict[str, str]


def season_leaf(
    season: SeasonView,
    around: Around,
    pictures: tuple[SitePicture, ...],
    colours: Mapping[SeatId, str],
) -> SeasonLeaf:
    """Return the page of a season.

    Args:
        season: what all were told of it. around: what stands around it.
        pictures: those there are; colours: of the powers on them.
    """
    powers, ending = season.game.board.powers, _ending(season)
    return SeasonLeaf(
        game=season.game.name,
        title=around.title,
        page=season_page(replace(season, reader=None, observer=True, zine=True)),
        ending=ending_page(ending) if ending is not None else None,
        pictures=pictures,
        before=around.before,
        after=around.after,
        colours={powers[power].name: colour for power, colour in colours.items()},
    )


def _ending(season: SeasonView) -> EndingView | None:
    """Return how the game was ended in a season, by hand or vote; None if it was not."""
    ended = next((event for event in season.events if isinstance(event, GameEnded)), None)
    if ended is None or season.chronicle is None or season.now is None:
        return None
    return EndingView(
        game=season.game,
        # As it was ended, with the last accounts as everybody may know them.
        state=season.before.with_part(season.after.part(AccountPart)),
        ended=ended,
        chronicle=season.chronicle,
        reader=None,
        zone=season.zone,
        now=season.now,
        observer=True,
    )


def headline_of(leaf: SeasonLeaf) -> str:
    """Return a season in a sentence or two."""
    if leaf.ending is not None:
        return leaf.ending.over
    return " ".join(line for line in (leaf.page.headline, leaf.page.over) if line)
