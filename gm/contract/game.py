"""What a room exports: one value for its family of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from gm.contract.archive import Archive
from gm.contract.corrections import Corrections
from gm.contract.draw_words import DrawWords
from gm.contract.language import Language
from gm.contract.pages import Pages
from gm.contract.pictures import Pictures
from gm.contract.rules import Option, Rules
from gm.contract.scores import Scores
from gm.contract.stages import Stage, StageKind
from gm.contract.stored import Stored
from gm.contract.summaries import Summaries

# What a game answers and takes by mail beside what every game has.
#
# What is called here gets values of the shell, of which the contract knows nothing: a room stands above
# the shell and may use what that is made of.


@dataclass(frozen=True, slots=True)
class Acts:
    """A game's own words by mail.

    Args:
        pages: who writes the answer to a command that only asks, by its word in capitals: called with
            the mail at each seat that the line is for and with what stands behind the word, it
            returns the page as a mail. It changes nothing.
        joined: those of these words of which several lines are one page, for all that they name.
        trials: who plays out a mail that is to change nothing, by the word in it: called with the
            mail at one of its writer's seats and the lines that are told to have done nothing.
        takes: who takes a mail of a game master that orders what chance would decide, or returns None:
            called with the mail and all that was found out about it.
        foresees: who says what a command of a game master by mail would do, by its first words: called
            with the ports, the name of the game, the words behind it and its options by name.
        receipts: what the keys of the receipts for such mails begin with, by the seat that their
            orders stand under and that nobody plays.
    """

    pages: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    joined: frozenset[str] = frozenset()
    trials: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    takes: Callable[..., Any] | None = None
    foresees: Mapping[str, Callable[..., tuple[str, ...]]] = field(default_factory=dict)
    receipts: Mapping[str, str] = field(default_factory=dict)


NO_ACTS: Final = Acts()
"""Nothing beside what every game has."""


# A game's own types: of its position, and of what became of an order.
S = TypeVar("S")
R = TypeVar("R")


class GameVariant(Protocol):
    """A game of a family that GMs can choose, before one of it is set up."""

    @property
    def id(self) -> str:
        """What a GM writes: "republic"."""
        ...

    @property
    def title(self) -> str:
        """Its name for people."""
        ...

    @property
    def designer(self) -> str:
        """Whose game it is; every opening mail says so."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """The settings a GM can choose."""
        ...

    @property
    def chance(self) -> bool:
        """Whether draws decide something in its games."""
        ...


@dataclass(frozen=True, slots=True)
class SoleVariant:
    """The one game of a family that has no others; keeps `GameVariant`."""

    id: str
    title: str
    designer: str
    options: tuple[Option, ...]
    chance: bool = True


@dataclass(frozen=True, slots=True)
class Game(Generic[S, R]):
    """A family of games that is played by the same code.

    Args:
        id: the name of its room.
        variants: the games of the family, by the names that GMs choose.
        kinds: the kinds of its stages, the usual one first.
        rules: makes the rules of one of them with these settings, defaults filled in; raises
            VariantError or another DataError where they cannot be had.
        stage: returns a stage by its stored name; ValueError if it is none.
        language: text to orders and back.
        pages: events to text.
        stored: how its values are stored.
        summaries: what its masters are told at a glance.
        draw_words: its draws in words; None where their labels say all.
        corrections: how its GMs correct it; None where they cannot but by its orders.
        pictures: what is drawn for its mails; None where nothing is.
        archive: its pages in the public archive; None where only what every game has is there.
        scores: what its games were worth; None where they cannot be compared.
        acts: what it answers and takes by mail beside what every game has.
    """

    id: str
    variants: Mapping[str, GameVariant]
    kinds: tuple[StageKind, ...]
    rules: Callable[[str, Mapping[str, str]], Rules[S, R]]
    stage: Callable[[str], Stage]
    language: Language[S]
    pages: Pages[S]
    stored: Stored[S, R]
    summaries: Summaries[S, R]
    corrections: Corrections[S] | None = None
    draw_words: DrawWords[S] | None = None
    pictures: Pictures[S, R] | None = None
    archive: Archive[S, R] | None = None
    scores: Scores[S] | None = None
    acts: Acts = NO_ACTS

    def kind_of(self, stage: Stage) -> StageKind:
        """Return the kind of a stage."""
        return next(kind for kind in self.kinds if kind.name == stage.kind)


class Games(Protocol):
    """All games that can be played, by the names that GMs choose."""

    def families(self) -> tuple[Game[Any, Any], ...]:
        """Return every family of games."""
        ...

    def family_of(self, variant: str) -> Game[Any, Any]:
        """Return the family a game belongs to; VariantError if there is no such game."""
        ...
