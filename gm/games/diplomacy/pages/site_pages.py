"""A game in the archive: the page of a season, its pictures, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from gm.contract.archive import Around, PageLink, SitePicture
from gm.contract.events import GameEnded
from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.ending_page import EndingPage, Finale, ending_page, finale
from gm.games.diplomacy.pages.facts.course import Course, chronicle_of, end_of
from gm.games.diplomacy.pages.facts.tables import Holding, Rows, bridges, centre_rows, holdings
from gm.games.diplomacy.pages.facts.unrest import specials_now
from gm.games.diplomacy.pages.opening_page import Player, players_of
from gm.games.diplomacy.pages.points_page import keeps_points, standing_rows
from gm.games.diplomacy.pages.season.season_page import SeasonPage, season_page
from gm.games.diplomacy.pages.views import EndingView, GameView, SeasonView
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import Phase, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import AccountPart
from gm.games.diplomacy.wording.phrases import phase_words
from gm.languages import gettext

# The pictures of a phase in the archive: their files, and what stands beside them in words.


class PictureKind(Enum):
    """Which picture of a phase; its value ends the name of the file."""

    ORDERS = "orders"
    POSITION = "position"


START = "start.svg"
"""The picture of the position in which a game begins."""


def file_of(name: str, kind: PictureKind) -> str:
    """Return the file of a picture in its game's folder."""
    return f"{name}-{kind.value}.svg"


def shown_of(phase: Phase, kind: PictureKind) -> SitePicture:
    """Return a picture of a phase."""
    when, key = phase_words(phase), f"{phase}-{kind.value}"
    if kind is PictureKind.ORDERS:
        return SitePicture(
            file_of(str(phase), kind),
            key,
            gettext("{phase}: the orders", phase=when),
            gettext("the orders"),
            gettext("Map with the orders of {phase}, told in words below.", phase=when),
        )
    return SitePicture(
        file_of(str(phase), kind),
        key,
        gettext("{phase}: the position after it", phase=when),
        gettext("the position"),
        gettext("Map with the position after {phase}, told in words below.", phase=when),
    )


def start_shown(phase: Phase) -> SitePicture:
    """Return the picture of the position in which a game begins."""
    when = phase_words(phase)
    return SitePicture(
        START,
        "start",
        gettext("The position at the start"),
        gettext("the position at the start"),
        gettext("Map with the position before {phase}.", phase=when),
    )


# How a game stands, for its page in the archive: position, players, and its end.


@dataclass(frozen=True, slots=True)
class SitePosition:
    """How a game stands.

    Args:
        after: after which phase, in words; "" at the start.
        centres: the table of centres and units; points: who has how many, the head first.
        holdings: where everybody stands; bridges: those that stand; specials: where they are.
    """

    after: str
    centres: Rows
    points: Rows
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    specials: str


@dataclass(frozen=True, slots=True)
class SiteStanding:
    """What the page of a game tells beside what every game has.

    Args:
        position: how it stands; players: of its powers.
        finale: what is said of a game that is over. colours: of each power, by its name.
    """

    position: SitePosition
    players: tuple[Player, ...]
    finale: Finale | None
    colours: dict[str, str]


def site_standing(game: GameView, past: Course) -> SiteStanding:
    """Return how a game stands after its newest resolved phase, or at its beginning.

    What the GM changes while a phase is open stands in its report and not before.

    Args:
        game: the game, with the board then. past: its course.
    """
    resolved = past.resolved
    newest = resolved[-1] if resolved else past.stages[0]
    before, now = newest.before, newest.after
    powers = game.board.powers
    return SiteStanding(
        position=SitePosition(
            after=phase_words(phase_of(newest.stage)) if resolved else "",
            centres=centre_rows(game.board, before, now),
            points=standing_rows(game, now) if _is_scored(game, now) else (),
            holdings=holdings(game.board, now),
            bridges=bridges(game.board, now),
            specials=specials_now(game.board, now),
        ),
        players=players_of(game, now),
        finale=_finale(game, past, now) if past.over and resolved else None,
        colours={powers[power].name: colour for power, colour in game.colours.items()},
    )


def _is_scored(game: GameView, now: GameState) -> bool:
    return keeps_points(game.board) and any(now.part(PointsPart).balances.values())


def _finale(game: GameView, past: Course, now: GameState) -> Finale:
    end, last = end_of(past), phase_of(past.resolved[-1].stage)
    winners = end.powers if isinstance(end, GameEnded) else now.winners
    zone = game.time_zone
    return finale(game, now, chronicle_of(past, now), winners, last, (), zone, for_gm=False)


# The page of one season in the archive: the public report, with its pictures and its neighbours.


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
