"""The figures of a game as sections of a page, with charts of characters in plain text of 72 columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from gm.contract.pages import PictureView
from gm.games.diplomacy.pages.charts.figures import (
    Curves,
    Figure,
    FiguresView,
    StackedBars,
    What,
    said,
)
from gm.games.diplomacy.pages.charts.tables import FigureTable, brief_rows, tables_of
from gm.games.diplomacy.pages.facts.annals import YearOfCentres
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.pages.map_pictures import MapPicture
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.wording.words import place_words, power_words
from gm.report.wording.text import WIDTH

# Charts of characters: a bar for each power, in plain text of 72 columns.

MARKS: Final = "#-x=."
"""What the parts of a bar are made of, the best first."""

_INDENT: Final = 2


def bar_lines(figure: Figure, board: Board) -> tuple[str, ...]:
    """Return a figure as bars of characters, the key to them first; of a course its last values."""
    match figure:
        case Curves():
            last = {power: values[-1] for power, values in figure.lines.items() if values}
            known = {power: value for power, value in last.items() if value is not None}
            rows = [(power_words(power, board), (known[power],)) for power in known]
            return tuple(_lines(rows))
        case StackedBars():
            rows_ = [(power_words(power, board), values) for power, values in figure.bars.items()]
            marks = marks_of(figure)
            key = ", ".join(
                f"{mark} {part}" for mark, part in zip(marks, figure.parts, strict=True)
            )
            return (f"  {key}", "", *_lines(rows_, marks))


def marks_of(figure: StackedBars) -> str:
    """Return the mark of each part; what is last is empty ground, however many there are."""
    return MARKS[: len(figure.parts) - 1] + MARKS[-1]


def _lines(rows: Sequence[tuple[str, tuple[int, ...]]], marks: str = MARKS) -> list[str]:
    if not rows:
        return []
    name = max(len(name) for name, _ in rows)
    figure = max(len(str(sum(values))) for _, values in rows)
    room = WIDTH - _INDENT - name - figure - 4
    most = max(1, *(sum(values) for _, values in rows))
    lines = []
    for who, values in rows:
        bar = "".join(
            mark * count for mark, count in zip(marks, lengths(values, most, room), strict=False)
        )
        lines.append(f"{'':{_INDENT}}{who:<{name}}  {sum(values):>{figure}}  {bar}".rstrip())
    return lines


def lengths(values: Sequence[int], most: int, room: int) -> tuple[int, ...]:
    """Return how many characters each part of a bar has; one at least, where it is not nought.

    Args:
        values: the parts; less than nought has no length.
        most: the longest bar's sum; room: the characters that the longest bar may have.
    """
    scale = min(1.0, room / most)
    widths = [max(round(value * scale), 1) if value > 0 else 0 for value in values]
    while sum(widths) > room:
        longest = max(range(len(widths)), key=lambda at: widths[at])
        widths[longest] -= 1
    return tuple(widths)


# Whose each supply centre was from year to year, as the mail judges' summaries have it.
#
# In the text a centre is a column and a year a line of letters, one for each power, under names that
# are set on steps. On a small screen, which is high and narrow, a centre is a row and a year a letter.

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
    letters: dict[PowerId, str] = {}
    for power in powers:
        name_letters = [letter for letter in power_words(power, board) if letter.isalnum()]
        wished = [
            name_letters[0].upper(),
            *map(str.lower, name_letters[:1]),
            *map(str.upper, name_letters[1:]),
        ]
        wished += [*map(str.lower, name_letters[1:]), *ascii_uppercase, *ascii_lowercase, *digits]
        taken = set(letters.values())
        letters[power] = next((letter for letter in wished if letter not in taken), "?")
    return letters


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


# The figures of a game as sections of a page, ready for `templates/figures.*`.


@dataclass(frozen=True, slots=True)
class GridPage:
    """Whose the centres were by year: lines of letters for text, a table for a small screen.

    Args:
        key: which letter is which power's.
        never: the centres that nobody ever owned, which the table leaves out; `short`: so does
            the text.
    """

    key: tuple[str, ...]
    blocks: tuple[tuple[str, ...], ...]
    table: Rows
    never: tuple[str, ...]
    short: bool


@dataclass(frozen=True, slots=True)
class FigureSection:
    """A figure of a game.

    Args:
        title, note: what it tells.
        latest: the moment that its bars show, "" where they show all of it.
        bars: it as a chart of characters; brief: the same in figures; said: in sentences.
        tables: its tables; none where several figures are shown.
        grid: whose the centres were, where it is about them alone.
        pictures: of it, as `parts.pictures` takes them; what: by which they are called.
    """

    title: str
    note: str
    latest: str
    bars: tuple[str, ...]
    brief: Rows
    said: tuple[str, ...]
    tables: tuple[FigureTable, ...]
    grid: GridPage | None
    pictures: tuple[MapPicture, ...]
    what: str


def sections_of(
    view: FiguresView, *, whole: bool = False, only: Collection[What] = frozenset(What)
) -> tuple[FigureSection, ...]:
    """Return the figures of a view as sections of a page.

    Args:
        view: the figures.
        whole: with all of their tables; only: those of them.
    """
    return tuple(
        FigureSection(
            title=figure.title,
            note=figure.note,
            latest=figure.times[-1] if isinstance(figure, Curves) else "",
            bars=bar_lines(figure, view.game.board),
            brief=brief_rows(figure, view.game.board),
            said=tuple(said(figure, view.game.board).values()),
            tables=tables_of(figure, view.game, view.annals, view.reader) if whole else (),
            grid=(
                grid_page(view.game.board, view.powers, view.annals.years)
                if whole and figure.what is What.CENTRES
                else None
            ),
            pictures=_pictures(figure, view.pictures),
            what=figure.what.value,
        )
        for figure in view.figures
        if figure.what in only
    )


def _pictures(figure: Figure, pictures: Iterable[PictureView]) -> tuple[MapPicture, ...]:
    what = figure.what.value
    return tuple(
        MapPicture(what, picture.cid, picture.label, picture.words)
        for picture in pictures
        if picture.about == what
    )


def grid_page(board: Board, powers: Sequence[PowerId], years: Sequence[YearOfCentres]) -> GridPage:
    """Return whose the centres were from year to year.

    Args:
        board: the board in force; powers: those that are played.
        years: oldest first.
    """
    grid = centre_grid(board, powers, years)
    short = len(shown_in_text(grid)) < len(grid.places)
    return GridPage(grid.key, grid_blocks(grid), grid_table(grid), never_owned(grid), short)
