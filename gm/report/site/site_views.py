"""What the pages of the archive are made from, as values; all of it is public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from gm.contract.archive import ChartTable, GameStanding, SitePicture
from gm.contract.facts import Due, GameFacts, PressView
from gm.contract.rules import Rules
from gm.contract.stages import Stage, StageKind
from gm.report.pages.plain_pages import ScoreTable


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


class LifeStage(Enum):
    """Where a game is in its life, for the index."""

    PLAYED = "played"
    JOINED = "joined"
    OVER = "over"


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
    tables: tuple[ChartTable, ...] = ()


@dataclass(frozen=True, slots=True)
class StageOnSite:
    """What the other pages and the feeds tell of a stage; it is kept, so that it is made once.

    Args:
        name: its short name; title: in words; group: under which it stands in lists, "" for none.
        headline: the stage in a sentence.
        body: what is new by it, as HTML for feeds.
        at: when it was resolved. pictures: those there are.
    """

    name: str
    title: str
    group: str
    headline: str
    body: str
    at: datetime
    pictures: tuple[SitePicture, ...]


@dataclass(frozen=True, slots=True)
class TournamentOnSite:
    """What a tournament came to: its name, the table of results, and the sentences below it."""

    name: str
    results: ScoreTable
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A game as it stands in the archive.

    Args:
        game: what is said of it; rules: those it is played by; kinds: of its stages.
        life: where it is in its life.
        created_at: when it was made; free: how many seats nobody has.
        can_join, can_watch: others can, by mail.
        due: what is asked next; None before it begins and when it is over.
        ended: how it ended, in a sentence, or "".
        first: its first stage; None before it begins.
        now: the position after its newest resolved stage; None before it begins.
        standing: how it stands, as its room tells it.
        stages: the resolved ones, oldest first.
        journal: what everybody may read of it, oldest first, each with its moment.
        press: the messages to all, oldest first.
        statements: the closing ones, once published, each with who made it.
        charts: those there are.
        tournament: what the one came to that it was played in; None where it was in none that is over.
    """

    game: GameFacts
    rules: Rules[Any, Any]
    kinds: Sequence[StageKind]
    life: LifeStage
    created_at: datetime
    free: int
    can_join: bool
    can_watch: bool
    due: Due | None
    ended: str
    first: Stage | None = None
    now: Any = None
    standing: GameStanding = field(default_factory=GameStanding)
    stages: tuple[StageOnSite, ...] = ()
    journal: tuple[tuple[datetime, str], ...] = ()
    press: tuple[PressView, ...] = ()
    statements: tuple[tuple[str, str], ...] = ()
    charts: tuple[Charted, ...] = ()
    tournament: TournamentOnSite | None = None

    @property
    def updated_at(self) -> datetime:
        """When something last happened in it that everybody may know."""
        moments = [self.created_at, *(stage.at for stage in self.stages)]
        return max(moments + [at for at, _ in self.journal])
