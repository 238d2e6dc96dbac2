"""How a game is told: what its room owes the shell of its words and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from gm.contract.corrections import StageChange
from gm.contract.events import Event
from gm.contract.facts import Viewer
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import ReadLine, SeatStand, Step, Taken, Told
from gm.contract.values import value

# The rules of a game in words, as its room has them and as the shell prints them.


@value
class Paragraph:
    """A rule or ruling as it is played in one game.

    Args:
        id: stable; tests and notes name it.
        text: the sentences, without line breaks.
        rules: the numbers of the printed rules it carries out; none where they have none.
        ruling: it settles what those rules leave open.
        setting, value: which setting decided, and its value in force; "" where none did.
    """

    id: str
    text: str
    rules: tuple[str, ...] = ()
    ruling: bool = False
    setting: str = ""
    value: str = ""


@value
class Chapter:
    """A section as it is played in one game."""

    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@value
class RulesAsPlayed:
    """All that a room says of the rules of one of its games.

    Args:
        chapters: the rules; played_on: the board, with what tells it from others.
        governing: the values of settings that really decide, by name, where a chosen one leaves
            that to another; what is not here decides as it was chosen.
    """

    chapters: tuple[Chapter, ...]
    played_on: str
    governing: Mapping[str, str] = field(default_factory=dict)


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture in a mail: of the map, or a chart.

    Args:
        shows: what it shows, as its room calls it.
        cid: its Content-ID; label: what tells it from others in the same mail.
        mark: by which the outbox finds it.
        words: that stand in its place; "" for a map, whose position is told with it.
        about: the figure that a chart shows; "" for a map.
    """

    shows: str
    cid: str
    label: str
    mark: str
    words: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A mail of a room, before a template puts it into words.

    Args:
        subject: behind the game's tag.
        template: of the room, without its ending: "dice/report".
        values: what the template calls `page`.
        stage: the one that stands in the tag; None for the game's name alone.
        pictures: those that the HTML shows.
        plain: another template for the plain text, where the reader wants another manner.
    """

    subject: str
    template: str
    values: object
    stage: Stage | None = None
    pictures: tuple[PictureView, ...] = ()
    plain: str = ""


@value
class OrderExample:
    """An order as a player may write it, and what it says."""

    write: str
    says: str


@value
class OrdersHelp:
    """What HELP shows of the orders of a game, in the language that is spoken.

    Args:
        orders: to copy; special: those that players of a plainer game do not know, under titles.
        lists: which orders count as lists, so that a new list replaces the old one.
        names: of its own, that stand in examples of commands: {place}, {power}, {year}.
        without: words of commands to which it has nothing to answer.
    """

    orders: tuple[OrderExample, ...]
    special: tuple[tuple[str, tuple[OrderExample, ...]], ...] = ()
    lists: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()


class Pages(Protocol[S]):
    """The words of a family of games. What is said is in the language that is spoken."""

    def stage(self, stage: Stage) -> str:
        """Return a stage as people call it: `Autumn 1016 retreats`."""
        ...

    def stage_open(self, stage: Stage) -> str:
        """Return that a stage is open: `The retreats of Spring 1016 are open`."""
        ...

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a stage: `orders`, `retreats`."""
        ...

    def due(self, stage: Stage) -> str:
        """Return what is due in a stage, as a title: `Spring 1016: orders due`."""
        ...

    def then(self, stage: Stage, following: Stage, when: str) -> str:
        """Return in a sentence which stage follows an open one, and about when it is due."""
        ...

    def seat(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return the name of a seat as it stands in sentences."""
        ...

    def rules(
        self, rules: Rules[S, Any], chosen: Mapping[str, str], state: S | None = None
    ) -> RulesAsPlayed:
        """Return the rules in words, by which a game with these settings is played.

        Args:
            rules: the game's. chosen: the value of every setting.
            state: the position it has come to, where that matters to the words; None before it begins.
        """
        ...

    def lead_help(self, rules: Rules[S, Any]) -> str:
        """Return in a sentence what the time decides by which a reminder comes before a deadline."""
        ...

    def placed(self, at: Position[S], seat: SeatId) -> Page:
        """Return a position as it is shown in a letter to who plays, or may play, a seat of it."""
        ...

    def unplayed(self, seat: SeatId, rules: Rules[S, Any]) -> str:
        """Return in a sentence what becomes of a seat that nobody plays from the start.

        It is asked only of rules whose `seats_min` is fewer than there are.
        """
        ...

    def how_it_ended(self, events: Sequence[Event], rules: Rules[S, Any]) -> str:
        """Return in a sentence how a game ended, by the facts of its last stage; "" if it did not."""
        ...

    def position(self, at: Position[S]) -> tuple[str, ...]:
        """Return what a reader may know of a position, for a notice: `Leinster: A Dub; centres Dub`."""
        ...

    def changes(
        self,
        before: Step[S, Any] | None,
        after: Step[S, Any] | None,
        rules: Rules[S, Any],
        viewer: Viewer,
    ) -> StageChange:
        """Return what a correction has made different in a stage.

        Args:
            before, after: the stage as it was and as it is now, as its reader may know it; None where
                the game's course had, or has, none such; one of them is there.
            rules: the game's. viewer: who reads.
        """
        ...

    def opening(self, news: Told[S, Any]) -> Page:
        """Return the mail that opens a game, or with which somebody takes a seat in it."""
        ...

    def report(self, news: Told[S, Any]) -> Page:
        """Return the report of a stage that was resolved; the last one looks back."""
        ...

    def ended(self, news: Told[S, Any]) -> Page:
        """Return the mail that tells of a game the GM has ended, or a vote."""
        ...

    def receipt(self, taken: Sequence[Taken[S]], loose: Sequence[ReadLine] = ()) -> Page:
        """Return the receipt of a mail of orders, for each seat of its writer that it was for.

        Args:
            taken: what was entered for each; loose: lines of the mail that were read for none.
        """
        ...

    def status(self, stands: Sequence[SeatStand[S]]) -> Page:
        """Return how the seats of a player stand."""
        ...

    def lacks(self, stand: SeatStand[S]) -> str:
        """Return in a sentence what lacks of the orders of a seat; "" where nothing does."""
        ...

    def reminds(self, stand: SeatStand[S]) -> bool:
        """Tell whether there is anything to remind the player of a seat of, before a deadline."""
        ...

    def reminder(self, stands: Sequence[SeatStand[S]]) -> Page:
        """Return the reminder before a deadline, of those seats of a player that lack something."""
        ...

    def orders_help(self, at: Position[S] | None, seat: SeatId | None = None) -> OrdersHelp:
        """Return what HELP shows of orders: of a game, for one of its seats, or of the whole family.

        Args:
            at: the position of the game; None for the family. seat: of who asks.
        """
        ...
