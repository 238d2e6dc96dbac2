"""The figures of a game as sections of a page, ready for `templates/figures.*`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from gm.contract.pages import PictureView
from gm.games.diplomacy.pages.charts.bars import bar_lines
from gm.games.diplomacy.pages.charts.figures import Curves, Figure, What
from gm.games.diplomacy.pages.charts.grid import (
    centre_grid,
    grid_blocks,
    grid_table,
    never_owned,
    shown_in_text,
)
from gm.games.diplomacy.pages.charts.said import said
from gm.games.diplomacy.pages.charts.tables import Table, brief_rows, tables_of
from gm.games.diplomacy.pages.charts.views import FiguresView
from gm.games.diplomacy.pages.facts.stories import YearOfCentres
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.pages.map_pictures import MapPicture
from gm.games.diplomacy.rules.board import Board, PowerId


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
class Section:
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
    tables: tuple[Table, ...]
    grid: GridPage | None
    pictures: tuple[MapPicture, ...]
    what: str


def sections_of(
    view: FiguresView, *, whole: bool = False, only: Collection[What] = frozenset(What)
) -> tuple[Section, ...]:
    """Return the figures of a view as sections of a page.

    Args:
        view: the figures.
        whole: with all of their tables; only: those of them.
    """
    return tuple(
        Section(
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
