"""Whose each supply centre was from year to year, as the mail judges' summaries have it.

In the text a centre is a column and a year a line of letters, one for each power, under names that
are set on steps. On a small screen, which is high and narrow, a centre is a row and a year a letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from gm.games.diplomacy.pages.facts.stories import YearOfCentres
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.pages.wording.words import place_words, power_words
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.report.wording.text import WIDTH

NOBODY: Final = "."
_YEAR: Final = 5
_EACH: Final = (WIDTH - _YEAR + 1) // 2
"""So many centres stand beside one another in the text."""


@dataclass(frozen=True, slots=True)
class CentreGrid:
    """The supply centres of a game by year.

    Args:
        board: the board in force, for the names.
        letters: the letter that stands for each power.
        places: the centres; by first owner, those first owned earlier before others.
        years: oldest first.
    """

    board: Board
    letters: Mapping[PowerId, str]
    places: tuple[ProvinceId, ...]
    years: tuple[YearOfCentres, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """Which letter is which power's: `A Austria`."""
        return tuple(
            f"{letter} {power_words(power, self.board)}" for power, letter in self.letters.items()
        )

    def letter(self, year: YearOfCentres, place: ProvinceId) -> str:
        """Return whose a centre was when a year was over."""
        owner = year.owners.get(place)
        return NOBODY if owner is None else self.letters.get(owner, "?")


def centre_grid(
    board: Board, powers: Iterable[PowerId], years: Sequence[YearOfCentres]
) -> CentreGrid:
    """Return the grid of a game.

    Args:
        board: the board in force; powers: those that are or were played.
        years: oldest first.
    """
    chosen = tuple(powers)
    return CentreGrid(
        board, letters_of(board, chosen), _places(board, chosen, years), tuple(years)
    )


def letters_of(board: Board, powers: Iterable[PowerId]) -> dict[PowerId, str]:
    """Return a letter for each power: of its name, as long as one is free; capitals first."""
    found: dict[PowerId, str] = {}
    for power in powers:
        own = [letter for letter in power_words(power, board) if letter.isalnum()]
        wished = [own[0].upper(), *map(str.lower, own[:1]), *map(str.upper, own[1:])]
        wished += [*map(str.lower, own[1:]), *ascii_uppercase, *ascii_lowercase, *digits]
        taken = set(found.values())
        found[power] = next((letter for letter in wished if letter not in taken), "?")
    return found


def _places(
    board: Board, powers: Sequence[PowerId], years: Sequence[YearOfCentres]
) -> tuple[ProvinceId, ...]:
    printed = [place for place, province in board.provinces.items() if province.is_centre]
    owned = [place for year in years for place in year.owners]
    every = [*dict.fromkeys([*printed, *owned])]
    first: dict[ProvinceId, tuple[int, int]] = {}
    for year in years:
        for place, owner in year.owners.items():
            if owner in powers:
                first.setdefault(place, (powers.index(owner), year.year))
    return tuple(sorted(every, key=lambda place: first.get(place, (len(powers), 0))))


def grid_blocks(grid: CentreGrid) -> tuple[tuple[str, ...], ...]:
    """Return the grid as text, in as many blocks of lines as it takes to fit the width."""
    places = shown_in_text(grid)
    return tuple(
        tuple(_block(grid, places[start : start + _EACH]))
        for start in range(0, len(places), _EACH)
    )


def shown_in_text(grid: CentreGrid) -> tuple[ProvinceId, ...]:
    """Return the centres of the text: all where they fit one block, else those somebody owned."""
    if len(grid.places) <= _EACH:
        return grid.places
    return tuple(place for place in grid.places if _was_owned(grid, place))


def _block(grid: CentreGrid, places: Sequence[ProvinceId]) -> Iterator[str]:
    names = [str(place) for place in places]
    # A letter and a blank to each centre: names, which end above it, stand in turn on some lines.
    steps = -(-(max(map(len, names)) + 1) // 2)
    for step in range(steps):
        line = ""
        for at in range(step, len(names), steps):
            line = line.ljust(_YEAR + 2 * at + 1 - len(names[at])) + names[at]
        yield line
    for year in grid.years:
        yield f"{year.year:<{_YEAR}}" + " ".join(grid.letter(year, place) for place in places)


def grid_table(grid: CentreGrid) -> Rows:
    """Return the grid as a table, without the centres that nobody ever owned.

    It has a row for each centre, with a letter for each year.
    """
    head = ("", f"{grid.years[0].year}-{grid.years[-1].year}")
    rows = (
        (_named(grid, place), "".join(grid.letter(year, place) for year in grid.years))
        for place in grid.places
        if _was_owned(grid, place)
    )
    return (head, *rows)


def never_owned(grid: CentreGrid) -> tuple[str, ...]:
    """Return the centres that nobody owned in any of the years, by name.

    Those of countries that nobody plays are left out: nobody could (Irish 3).
    """
    return tuple(
        _named(grid, place)
        for place in grid.places
        if not _was_owned(grid, place) and not _is_closed(grid, place)
    )


def _is_closed(grid: CentreGrid, place: ProvinceId) -> bool:
    return grid.board.province(place).entry is Entry.CLOSED


def _was_owned(grid: CentreGrid, place: ProvinceId) -> bool:
    return any(place in year.owners for year in grid.years)


def _named(grid: CentreGrid, place: ProvinceId) -> str:
    return f"{place_words(place, grid.board)} ({place})"
