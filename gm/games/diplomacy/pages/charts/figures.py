"""The figures of a whole game, as each reader may know them: courses over time, shares, and the same in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final

from gm.contract.facts import Part, Viewer
from gm.contract.pages import PictureView
from gm.contract.rules import Position
from gm.games.diplomacy.pages.facts.annals import Annals, Fared, YearOfCentres, tried_by
from gm.games.diplomacy.pages.facts.course import Course, annals_in
from gm.games.diplomacy.pages.points_page import goal_of, keeps_points, played
from gm.games.diplomacy.pages.supply_points import payments_are_private
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.narrowed import board_of, rules_in
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.words import power_words
from gm.languages import gettext

# What of a game's figures can be drawn, as each reader may know it: courses over time, and shares.
#
# A figure is made for a reader. What a setting keeps from him is not in it, so nothing that is
# drawn or printed from it can tell (Republic 8; `gm.games.diplomacy.pages.supply_points`).


class What(Enum):
    """What a figure is about; the value is the word players and GMs write."""

    CENTRES = "centres"
    UNITS = "units"
    POINTS = "points"
    ACCOUNTS = "accounts"
    ORDERS = "orders"
    NMR = "nmr"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who a figure is for.

    Args:
        powers: his; none for the list, observers and the archive.
        for_gm: he is the GM, from whom nothing is kept.
    """

    powers: tuple[PowerId, ...] = ()
    for_gm: bool = False

    @property
    def viewer(self) -> Viewer:
        """The reader as the shell knows him."""
        if self.for_gm:
            return Viewer(Part.GM)
        return Viewer(Part.PLAYER, self.powers) if self.powers else Viewer(Part.ARCHIVE)

    def may_know(self, power: PowerId) -> bool:
        """Tell whether he may know what is private to a power."""
        return self.for_gm or power in self.powers


PUBLIC: Final = Reader()
"""The list, observers and the archive."""

_ALSO: Final = {"centers": What.CENTRES, "center": What.CENTRES}
"""Further spellings of figures."""


def figure_named(text: str) -> What | None:
    """Return the figure that the last word of a text names, also in the singular."""
    word = text.split()[-1].casefold() if text.split() else ""
    fits = (
        what for what in What if word and what.value in (word, f"{word}s", word.removesuffix("s"))
    )
    return _ALSO.get(word) or next(fits, None)


@dataclass(frozen=True, slots=True)
class Curves:
    """A figure over time, one line for each power.

    Args:
        title: what it tells.
        times: its moments, oldest first, as they are written below it.
        lines: the value of each power at each of them; None where it has none.
        goal: the value that wins, 0 for none; goal_words: that in words.
        note: what else is to be known of it, in a sentence, or "".
    """

    what: What
    title: str
    times: tuple[str, ...]
    lines: Mapping[PowerId, tuple[int | None, ...]]
    goal: int = 0
    goal_words: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StackedBars:
    """A figure in parts: what a number of each power's is made up of.

    Args:
        title: what it tells.
        parts: what the parts are, the best first; bars: how many of each there are, by power.
        note: what else is to be known of it, in a sentence, or "".
    """

    what: What
    title: str
    parts: tuple[str, ...]
    bars: Mapping[PowerId, tuple[int, ...]]
    note: str = ""


Figure = Curves | StackedBars


def figures(
    game: GameView, powers: Sequence[PowerId], annals: Annals, reader: Reader = PUBLIC
) -> tuple[Figure, ...]:
    """Return every figure of a game that has something to show, in the order of `What`.

    Args:
        game: the game.
        powers: whose lines and bars they have, in that order.
        annals: the game in figures.
        reader: who they are for.
    """
    made = (
        _centres(game, powers, annals),
        _units(powers, annals),
        _points(game, powers, annals),
        _accounts(game, powers, annals, reader),
        _orders(powers, annals),
        _missed(powers, annals, reader),
    )
    return tuple(figure for figure in made if figure is not None)


def _centres(game: GameView, powers: Sequence[PowerId], annals: Annals) -> Curves:
    goal = 0 if keeps_points(game.board) else int(game.board.facts.get("victory_centres", 0))
    return Curves(
        What.CENTRES,
        gettext("Supply centres by year"),
        _names(annals.years),
        _lines(powers, [year.counts for year in annals.years]),
        goal,
        gettext("{count} centres win", count=goal),
        gettext("Counted when the autumn of each year was over."),
    )


def _units(powers: Sequence[PowerId], annals: Annals) -> Curves:
    return Curves(
        What.UNITS,
        gettext("Units by year"),
        _names(annals.years),
        _lines(powers, [year.units for year in annals.years]),
        note=gettext("Counted when the winter of each year was over."),
    )


def _points(game: GameView, powers: Sequence[PowerId], annals: Annals) -> Curves | None:
    if not annals.balances:
        return None
    return Curves(
        What.POINTS,
        gettext("Points by season"),
        tuple(f"{phase.season.value}{phase.year}" for phase, _ in annals.balances),
        _lines(powers, [points for _, points in annals.balances]),
        goal_of(game),
        gettext("{count} points win", count=goal_of(game)),
    )


def _accounts(
    game: GameView, powers: Sequence[PowerId], annals: Annals, reader: Reader
) -> Curves | None:
    """Return what the powers could spend; where payments are private, what they had of their own."""
    if not annals.winters:
        return None
    private = payments_are_private(game) and not reader.for_gm
    had = [
        {
            account.power: account.income if private else account.budget
            for account in winter.accounts
        }
        for winter in annals.winters
    ]
    return Curves(
        What.ACCOUNTS,
        gettext("Income by winter") if private else gettext("Supply points to spend by winter"),
        tuple(str(winter.year) for winter in annals.winters),
        _lines(powers, had, none=None),
        note=(
            gettext("Payments are private in this game, so they are not counted.")
            if private
            else gettext("Income and what was received, less what was given away.")
        ),
    )


FAILED: Final = (Fared.BEATEN, Fared.CUT, Fared.DISLODGED, Fared.NO_CONVOY)
"""What is shown as an order that failed."""


def _orders(powers: Sequence[PowerId], annals: Annals) -> StackedBars | None:
    tried = tried_by(annals)
    if not tried:
        return None
    groups = {
        gettext("came off"): (Fared.DONE,),
        gettext("failed"): FAILED,
        gettext("not possible"): (Fared.VOID,),
        gettext("in anarchy"): (Fared.LAWLESS,),
        gettext("no order"): (Fared.NONE,),
    }
    if not any(tried[power][Fared.LAWLESS] for power in tried):
        del groups[gettext("in anarchy")]
    counts = {
        power: tuple(sum(tried[power][fared] for fared in group) for group in groups.values())
        for power in powers
        if power in tried
    }
    return StackedBars(
        What.ORDERS,
        gettext("What became of the orders"),
        tuple(groups),
        counts,
        gettext("Moves and retreats are counted, an order for each unit; winters are not."),
    )


def _missed(powers: Sequence[PowerId], annals: Annals, reader: Reader) -> StackedBars | None:
    if not any(roll.asked for roll in annals.rolls):
        return None
    knows_late = all(reader.may_know(power) for power in powers)
    parts = [gettext("orders received"), gettext("received late"), gettext("nothing received")]
    columns = [0, 1, 2] if knows_late else [0, 2]
    attended = {power: _attended(annals, power, reader) for power in powers}
    return StackedBars(
        What.NMR,
        gettext("Orders received and missed"),
        tuple(parts[at] for at in columns),
        {
            who: tuple(values[at] for at in columns)
            for who, values in attended.items()
            if any(values)
        },
        gettext("Counted are the phases in which something was asked of a power."),
    )


def _attended(annals: Annals, power: PowerId, reader: Reader) -> tuple[int, int, int]:
    """Return in how many phases a power's orders came in time, too late, and not at all.

    Which came late is told to that power and to the GM: a report names only those that did not come.
    """
    asked = [roll for roll in annals.rolls if power in roll.asked]
    silent = sum(power in roll.silent for roll in asked)
    late = sum(power in roll.late for roll in asked) if reader.may_know(power) else 0
    return len(asked) - silent - late, late, silent


def _names(years: Iterable[YearOfCentres]) -> tuple[str, ...]:
    return tuple(str(year.year) for year in years)


def _lines(
    powers: Iterable[PowerId],
    columns: Sequence[Mapping[PowerId, int]],
    none: int | None = 0,
) -> dict[PowerId, tuple[int | None, ...]]:
    return {power: tuple(entry.get(power, none) for entry in columns) for power in powers}


# The figures of a game as its course tells them, for one reader.


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A game's figures for one reader.

    Args:
        game: the game; state: its position now.
        powers: those that are played, in the order of the board.
        annals: all there is, also what the reader may not know.
        reader: who they are for.
    """

    game: GameView
    state: GameState
    powers: tuple[PowerId, ...]
    annals: Annals
    reader: Reader

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What he may know, in the language that is spoken."""
        return figures(self.game, self.powers, self.annals, self.reader)


def figures_of(past: Course, reader: Reader = PUBLIC) -> GameFigures:
    """Return a game's figures, as far as its course goes.

    Args:
        past: the course, which has a stage at least. reader: who they are for.
    """
    rules, last = rules_in(past.rules), past.stages[-1]
    game = GameView.on(board_of(Position(rules, last.before)), past.game)
    return GameFigures(game, last.after, played(rules.board, last.after), annals_in(past), reader)


# A figure in sentences, one for each power: for those who do not see a chart, and for small screens.


def said(figure: Figure, board: Board) -> dict[PowerId, str]:
    """Return a sentence on each power of a figure, as `France: 1900 3, 1901 5`.

    Of shares only the parts are named that there are any of.
    """
    match figure:
        case Curves():
            return {
                power: _told(power, board, zip(figure.times, values, strict=True))
                for power, values in figure.lines.items()
            }
        case StackedBars():
            return {
                power: _told(
                    power,
                    board,
                    (
                        (part, value or None)
                        for part, value in zip(figure.parts, values, strict=True)
                    ),
                )
                for power, values in figure.bars.items()
            }


def _told(power: PowerId, board: Board, values: Iterable[tuple[str, int | None]]) -> str:
    parts = ", ".join(f"{what} {value}" for what, value in values if value is not None)
    return f"{power_words(power, board)}: {parts}."


# The view of the answers to CHART and SUMMARY.


@dataclass(frozen=True, slots=True)
class FiguresView:
    """A game's figures, told to one reader.

    Args:
        game: the game; phase: the one that is open, or was last.
        powers: those that are played.
        annals: the game in figures; figures: what of them is shown.
        reader: who reads it.
        zone: the reader's time zone; now: UTC.
        pictures: of the figures.
    """

    game: GameView
    phase: Phase
    powers: tuple[PowerId, ...]
    annals: Annals
    figures: tuple[Figure, ...]
    reader: Reader
    zone: str = "UTC"
    now: datetime | None = None
    pictures: tuple[PictureView, ...] = ()
