"""The first page of the archive: all its games, by where they are in their lives and by variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from gm.languages import gettext, ngettext
from gm.report.site.game_page import state_words
from gm.report.site.site_views import LifeStage, SiteGame, SiteView


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: its name, where it is in its life, and how much of it has been played."""

    name: str
    state: str
    played: str


@dataclass(frozen=True, slots=True)
class VariantGames:
    """The games of one variant."""

    title: str
    rows: tuple[GameRow, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games that are in one stage of their lives, by variant."""

    id: str
    title: str
    variants: tuple[VariantGames, ...]


@dataclass(frozen=True, slots=True)
class IndexPage:
    """All the first page says; address: where mails to the server go."""

    title: str
    address: str
    shelves: tuple[Shelf, ...]


def index_page(site: SiteView, games: Sequence[SiteGame]) -> IndexPage:
    """Return the first page."""
    titles = (
        (LifeStage.PLAYED, gettext("Games that are being played")),
        (LifeStage.JOINED, gettext("Games that look for players")),
        (LifeStage.OVER, gettext("Games that are over")),
    )
    shelves = (
        Shelf(life.value, title, _by_variant([game for game in games if game.life is life]))
        for life, title in titles
    )
    return IndexPage(
        gettext("{server}: games by mail", server=site.title),
        site.address,
        tuple(shelf for shelf in shelves if shelf.variants),
    )


def _by_variant(games: Sequence[SiteGame]) -> tuple[VariantGames, ...]:
    def variant(one: SiteGame) -> str:
        return one.game.meta.title

    by_title = sorted(games, key=lambda game: (variant(game), game.game.name))
    return tuple(
        VariantGames(title, tuple(_row(game) for game in found))
        for title, found in groupby(by_title, variant)
    )


def _row(view: SiteGame) -> GameRow:
    count = len(view.stages)
    played = ngettext("{count} phase played", "{count} phases played", count, count=count)
    return GameRow(view.game.name, state_words(view), played if count else "")
