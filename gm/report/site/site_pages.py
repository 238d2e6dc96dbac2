"""The pages of the archive: the first of all, that of a game with its rules and press, and plain leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gm.contract.archive import Around, Drawing, GameStanding, Leaf, PageLink, SitePicture
from gm.contract.past import Past
from gm.contract.rules import Position
from gm.contract.told import Told
from gm.languages import gettext, ngettext
from gm.report.pages.frame import Deadline, deadline_of
from gm.report.pages.plain_pages import PlainPage
from gm.report.pages.press_page import press_said, press_words
from gm.report.pages.rules_page import (
    HousePage,
    RulesPage,
    SettingShown,
    house_page,
    house_settings,
    pace,
    rules_page_of,
)
from gm.report.site.site_views import (
    Charted,
    LifeStage,
    SiteGame,
    SiteView,
    StageOnSite,
    TournamentOnSite,
)
from gm.report.views import PressSaid
from gm.report.wording.dates import clock_words
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet

# The page of a game in the archive, and those of its rules, its journal and its press.


@dataclass(frozen=True, slots=True)
class Listed:
    """A stage in the list of a game: its page, its sentence, its pictures."""

    title: str
    file: str
    headline: str
    pictures: tuple[SitePicture, ...]


@dataclass(frozen=True, slots=True)
class GamePage:
    """All the page of a game says.

    Args:
        state: where it is in its life, in a sentence.
        deadline: of the open stage.
        standing: how it stands, as its room tells it.
        first: the picture that the page shows; None where it has none yet.
        start: the picture of the first position.
        begun: it has begun. years: its stages in groups, the newest first, each oldest first.
        charts: the game in pictures and figures.
        tournament: what the one came to that it was played in, once that is over.
        asked: mails that join and follow the game, each a line with what it does.
    """

    name: str
    title: str
    designer: str
    gm_name: str
    address: str
    state: str
    deadline: Deadline | None
    standing: GameStanding
    first: SitePicture | None
    start: SitePicture | None
    begun: bool
    years: tuple[tuple[str, tuple[Listed, ...]], ...]
    charts: tuple[Charted, ...]
    asked: tuple[tuple[str, str], ...]
    statements: tuple[PressSaid, ...]
    tournament: TournamentOnSite | None
    has_press: bool
    has_journal: bool


def game_page(view: SiteGame) -> GamePage:
    """Return the page of a game."""
    game = view.game
    years = tuple(
        (group, tuple(_listed(stage) for stage in stages))
        for group, stages in groupby(view.stages, lambda stage: stage.group)
    )
    start = view.standing.start.picture if view.standing.start is not None else None
    newest = [entry.pictures[-1] for _, entries in years for entry in entries if entry.pictures]
    return GamePage(
        name=game.name,
        title=game.meta.title,
        designer=game.meta.designer,
        gm_name=quiet(game.gm_name),
        address=game.order_address,
        state=state_words(view),
        deadline=deadline_of(game, view.due, game.time_zone, None)
        if view.due is not None
        else None,
        standing=view.standing,
        first=newest[-1] if newest else start,
        start=start,
        begun=view.first is not None,
        years=years[::-1],
        charts=view.charts,
        asked=tuple(_asked(view)),
        statements=tuple(press_words(quiet(who), text) for who, text in view.statements),
        tournament=view.tournament,
        has_press=bool(view.press),
        has_journal=bool(view.journal),
    )


def state_words(view: SiteGame) -> str:
    """Return where a game is in its life, in a sentence."""
    if view.life is LifeStage.OVER:
        return view.ended or gettext("The game is over.")
    if view.due is None:
        return ngettext(
            "The game has not begun; {count} seat is free.",
            "The game has not begun; {count} seats are free.",
            view.free,
            count=view.free,
        )
    stage, pages = view.due.stage, view.game.pages
    when, what = pages.stage(stage), pages.what_is_ordered(stage)
    if view.due.paused:
        return gettext("{phase} is being played; the game is paused.", phase=when)
    return gettext("{phase} is being played: {orders} are due.", phase=when, orders=what)


def _listed(stage: StageOnSite) -> Listed:
    return Listed(stage.title, f"{stage.name}.html", stage.headline, stage.pictures)


def _asked(view: SiteGame) -> Iterator[tuple[str, str]]:
    """Yield the mails by which others join or follow a game: the word, and what it does."""
    name = view.game.name
    if view.can_join:
        yield f"JOIN {name}", gettext("asks for a seat in it; the answer says how it goes on.")
    if view.can_watch:
        yield f"OBSERVE {name}", gettext("has its public reports mailed to you.")


@dataclass(frozen=True, slots=True)
class RulesLeaf:
    """The page of a game's rules: its deadlines, how it is run, its settings, the rules as played."""

    name: str
    title: str
    deadlines: tuple[SettingShown, ...]
    house: HousePage
    rules: RulesPage


def rules_leaf(view: SiteGame) -> RulesLeaf:
    """Return the page of a game's rules."""
    game = view.game
    first = view.first.kind if view.first is not None else ""
    opening = any(kind.opening and kind.name == first for kind in view.kinds)
    chosen = {**game.settings(), **house_settings(keep_impossible=game.keep_impossible)}
    return RulesLeaf(
        name=game.name,
        title=gettext("The rules of {game}", game=game.name),
        deadlines=pace(
            view.kinds, game.lengths, game.pages.lead_help(view.rules), opening=opening
        ),
        house=house_page(game.house),
        rules=rules_page_of(
            game.meta, game.pages.rules(view.rules, chosen, view.now), chosen, game.precedents
        ),
    )


@dataclass(frozen=True, slots=True)
class JournalLeaf:
    """The page of a game's journal: what happened beside the board; each moment and its sentence."""

    name: str
    title: str
    lines: tuple[tuple[str, str], ...]
    zone: str


def journal_leaf(view: SiteGame) -> JournalLeaf:
    """Return the page of a game's journal, newest first."""
    zone = view.game.time_zone
    lines = (
        (clock_words(at, zone), full_stop(quiet(words))) for at, words in reversed(view.journal)
    )
    title = gettext("The journal of {game}", game=view.game.name)
    return JournalLeaf(view.game.name, title, tuple(lines), zone)


@dataclass(frozen=True, slots=True)
class PressLeaf:
    """The page of a game's press: every message to all, oldest first."""

    name: str
    title: str
    said: tuple[PressSaid, ...]


def press_leaf(view: SiteGame) -> PressLeaf:
    """Return the page of a game's press."""
    game = view.game
    said = tuple(press_said(press_view, game, game.time_zone) for press_view in view.press)
    return PressLeaf(game.name, gettext("The press of {game}", game=game.name), said)


# The first page of the archive: all its games, by where they are in their lives and by variant.


@dataclass(frozen=True, slots=True)
class GameListed:
    """A game: its name, where it is in its life, and how much of it has been played."""

    name: str
    state: str
    played: str


@dataclass(frozen=True, slots=True)
class VariantGames:
    """The games of one variant."""

    title: str
    rows: tuple[GameListed, ...]


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
    def variant(game: SiteGame) -> str:
        return game.game.meta.title

    by_title = sorted(games, key=lambda game: (variant(game), game.game.name))
    return tuple(
        VariantGames(title, tuple(_row(game) for game in games))
        for title, games in groupby(by_title, variant)
    )


def _row(view: SiteGame) -> GameListed:
    count = len(view.stages)
    played = ngettext("{count} phase played", "{count} phases played", count, count=count)
    return GameListed(view.game.name, state_words(view), played if count else "")


# The archive of a game whose room has no pages of its own for it: made of its report and its position.


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


def plain_leaf(
    news: Told[Any, Any], around: Around, drawings: Sequence[Drawing] = (), headline: str = ""
) -> Leaf:
    """Return the page of a stage: its public report, with the pictures that its room has for it.

    Args:
        news: the stage. around: what stands around its page. drawings: the pictures.
        headline: the stage in a sentence; "" for the report's subject, which may tell only who is asked next.
    """
    report = news.game.pages.report(news)
    headline = headline or report.subject
    page = report.values if isinstance(report.values, PlainPage) else None
    leaf = PlainLeaf(
        news.game.name,
        around.title,
        headline,
        page,
        around.before,
        around.after,
        tuple(drawing.picture for drawing in drawings),
    )
    template, entry = "site/leaf.html", "site/leaf_entry.html"
    return Leaf("", headline, template, entry, leaf, tuple(drawings))


def plain_standing(past: Past[Any, Any], now: object) -> GameStanding:
    """Return how a game stands in a position, in lines."""
    lines = past.game.pages.position(Position(past.rules, now))
    return GameStanding("site/plain_standing.html" if lines else "", values=lines)
