"""What the pages of the archive are made from, as values; all of it is public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from gm.contract.facts import Due, PressView
from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.charts.tables import Table
from gm.games.diplomacy.pages.closing_page import Statement
from gm.games.diplomacy.pages.views import Chronicle, EndingView, GameView, SeasonView
from gm.games.diplomacy.rules.phases import Phase, phase_of
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class SiteView:
    """The archive itself.

    Args:
        title: the server's name.
        host: the domain that the ids of feeds are made from.
        url: where it will be found, ending in "/"; "" where that is not known.
        address: where mails to the server go.
    """

    title: str
    host: str
    url: str
    address: str


class Stage(Enum):
    """Where a game is in its life, for the index."""

    PLAYED = "played"
    JOINED = "joined"
    OVER = "over"


class PictureKind(Enum):
    """Which picture of a phase; its value ends the name of the file."""

    ORDERS = "orders"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class Charted:
    """A chart of a game.

    Args:
        file: where it is drawn. title: what it shows; note: how to read it, or "".
        width, height: of its drawing, so that a page keeps its place for it.
        tables: the same in figures.
    """

    file: str
    title: str
    note: str
    width: int
    height: int
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonDone:
    """A phase that is resolved, to be written.

    Args:
        season: what all were told of it. ending: how the game was ended in it, by hand or vote.
        pictures: those there are. colours: the colour of each power on them.
        before, after: the short names of the phases beside it; "" at either end.
    """

    season: SeasonView
    ending: EndingView | None
    pictures: tuple[PictureKind, ...]
    colours: Mapping[SeatId, str]
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class SeasonTold:
    """What the other pages and the feeds tell of a phase; it is kept, so that it is made once.

    Args:
        name: its short name; title: in words; year: of the game.
        headline: the season in a sentence.
        body: what is new by it, as HTML for feeds.
        at: when it was resolved. pictures: those there are.
    """

    name: str
    title: str
    year: int
    headline: str
    body: str
    at: datetime
    pictures: tuple[PictureKind, ...]


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A game as it stands in the archive.

    Args:
        game: what mails say of it. stage: where it is in its life.
        created_at: when it was made; free: how many seats nobody has.
        can_join, can_watch: others can, by mail.
        before, now: the positions before and after its newest resolved phase, both the first one
            where there is none yet; None before it begins.
        due: what is asked next; None before it begins and when it is over.
        ended: how it ended, in a sentence, or ""; winners: who won or shares the draw.
        seasons: the resolved phases, oldest first. start: the short name of its first phase, of
            whose position there is a picture; "" before it begins.
        journal: what everybody may read of it, oldest first, each with its moment.
        press: the messages to all, oldest first. statements: the closing ones, once published.
        chronicle: the centres by year, so far. colours: of each power on the pictures.
        charts: those there are.
    """

    game: GameView
    stage: Stage
    created_at: datetime
    free: int
    can_join: bool
    can_watch: bool
    before: GameState | None
    now: GameState | None
    due: Due | None
    ended: str
    winners: tuple[SeatId, ...] = ()
    seasons: tuple[SeasonTold, ...] = ()
    start: str = ""
    journal: tuple[tuple[datetime, str], ...] = ()
    press: tuple[PressView, ...] = ()
    statements: tuple[Statement, ...] = ()
    chronicle: Chronicle | None = None
    colours: Mapping[SeatId, str] = field(default_factory=dict)
    charts: tuple[Charted, ...] = ()

    @property
    def phase(self) -> Phase | None:
        """The phase that is open, or was last."""
        if self.due is not None:
            return phase_of(self.due.stage)
        return self.now.phase if self.now is not None else None

    @property
    def updated_at(self) -> datetime:
        """When something last happened in it that everybody may know."""
        moments = [self.created_at, *(season.at for season in self.seasons)]
        return max(moments + [at for at, _ in self.journal])
