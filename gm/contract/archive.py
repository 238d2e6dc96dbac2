"""A game in the public archive: what its room tells of each stage, and of how it stands.

The shell writes what stands around it: the frame of a page, the way from page to page, press,
journal, rules, feeds and calendar. All that a room is given here everybody may know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from gm.contract.past import Past
from gm.contract.told import Told
from gm.contract.values import value

S = TypeVar("S")
R = TypeVar("R")


@value
class SitePicture:
    """A picture of the archive.

    Args:
        file: its name in the game's folder. key: what stands for it in an address: "S1901M-orders".
        caption: what is written below it; short: the same where its stage is told already.
        words: what is read aloud in its place.
    """

    file: str
    key: str
    caption: str
    short: str
    words: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture with what makes what it shows, as the room's studio draws it."""

    picture: SitePicture
    shows: Callable[[], object]


@value
class PageLink:
    """A page of the game: its file, and its name."""

    file: str
    title: str


@value
class Around:
    """What stands around the page of a stage: its title, and the pages of those beside it."""

    title: str
    before: PageLink | None
    after: PageLink | None


@value
class ChartTable:
    """What a chart shows in figures.

    Args:
        title: of the table. parts: the rows of each part of it, the head first.
        lines: what else is told of it.
    """

    title: str
    parts: tuple[tuple[tuple[str, ...], ...], ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """A chart of a game.

    Args:
        file: where it is drawn; svg: its drawing.
        title: what it shows; note: how to read it, or "".
        tables: the same in figures.
    """

    file: str
    svg: str
    title: str
    note: str = ""
    tables: tuple[ChartTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Leaf:
    """The page of a stage, as its room fills it.

    Args:
        group: under which it stands in lists: "1901"; "" for none.
        headline: the stage in a sentence or two, or "".
        template: of the page, which extends the archive's `site/base.html`; entry: of what is new
            by it, for feeds. values: what both call `leaf`.
        pictures: those it shows.
    """

    group: str
    headline: str
    template: str
    entry: str
    values: object
    pictures: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True)
class GameStanding:
    """What the page of a game tells of how it stands, as its room fills it.

    Args:
        template: of the part that tells it; ending: of the part below the list of stages, when it is
            over; "" for none. values: what both call `page.standing.values`.
        spoils: what is told above all else when it is over, sentences.
        start: the picture of the position it began with; None where there is none.
    """

    template: str = ""
    ending: str = ""
    values: object = None
    spoils: tuple[str, ...] = ()
    start: Drawing | None = None


class Archive(Protocol[S, R]):
    """The pages of a family of games in the archive, in the language that is spoken."""

    def leaf(self, news: Told[S, R], around: Around) -> Leaf:
        """Return the page of a stage that is resolved."""
        ...

    def standing(self, past: Past[S, R]) -> GameStanding:
        """Return how a game stands after the newest stage that is resolved; it has begun."""
        ...

    def charts(self, past: Past[S, R]) -> tuple[DrawnChart, ...]:
        """Return the charts that everybody may see of a game that has begun."""
        ...
