"""The figures of a game in tables, each as far as its reader may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from gm.games.diplomacy.pages.charts.figures import (
    FAILED,
    Curves,
    Figure,
    Reader,
    StackedBars,
    What,
)
from gm.games.diplomacy.pages.facts.annals import Annals, Fared, tried_by
from gm.games.diplomacy.pages.facts.tables import Rows, by_time
from gm.games.diplomacy.pages.supply_points import payments_are_private
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.winter.accounts import Account
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import power_words
from gm.languages import gettext, listed
from gm.report.wording.dates import length_words

UNKNOWN: Final = "-"
"""Stands for what a reader may not know, and for what is not there."""

_CELLS: Final = 300
"""So many figures by year there are in what does not tell of them alone; some programs cut off a
mail of more than 102 kB."""


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table under its title, in parts that a phone can show; a list of sentences where it is one."""

    title: str
    parts: tuple[Rows, ...] = ()
    lines: tuple[str, ...] = ()


def tables_of(
    figure: Figure, game: GameView, annals: Annals, reader: Reader
) -> tuple[FigureTable, ...]:
    """Return the tables that belong to a figure.

    Args:
        figure: made for the same reader.
        game: the game; annals: its figures; reader: who they are for.
    """
    match figure:
        case Curves(what=What.ACCOUNTS):
            more = tuple(_accounts(figure, game, annals, reader))
        case Curves(what=What.UNITS):
            more = tuple(_bridges(figure, game, annals))
        case Curves(what=What.POINTS):
            return (_points(figure, game, annals),)
        case Curves():
            more = ()
        case StackedBars(what=What.ORDERS):
            return (*_fates(figure, game, annals), _came_off(figure, game, annals))
        case StackedBars():
            return (_attendance(figure, game, annals, reader), _missed(game, annals))
    return (FigureTable(figure.title, course_parts(figure, game.board)), *more)


def brief_rows(figure: Figure, board: Board) -> Rows:
    """Return the newest values of a course, or the parts of shares, as one table."""
    match figure:
        case Curves():
            rows = [(power, (_cell(line[-1]),)) for power, line in figure.lines.items()]
            head: tuple[str, ...] = (figure.times[-1],)
            return (("", *head), *((power_words(power, board), *cells) for power, cells in rows))
        case StackedBars():
            bars = figure.bars.items()
            bar_rows = ((power_words(power, board), *map(str, values)) for power, values in bars)
            return (("", *figure.parts), *bar_rows)


def _points(course: Curves, game: GameView, annals: Annals) -> FigureTable:
    """Return the points after each winter: by season they would fill a book."""
    years = [year for year in annals.years if year.points]
    rows = {
        power_words(power, game.board): [str(year.points.get(power, 0)) for year in years]
        for power in course.lines
    }
    return FigureTable(
        gettext("Points by year"), by_time([str(year.year) for year in years], rows)
    )


def course_parts(course: Curves, board: Board) -> tuple[Rows, ...]:
    """Return a course in tables: a row for each power, and so many moments as a phone can show."""
    return by_time(
        course.times,
        {power_words(power, board): [*map(_cell, line)] for power, line in course.lines.items()},
    )


def _cell(value: int | None) -> str:
    return UNKNOWN if value is None else str(value)


def _accounts(
    course: Curves, game: GameView, annals: Annals, reader: Reader
) -> Iterator[FigureTable]:
    """Yield what the accounts of all winters are made up of, whatever is anything but nought."""
    private = payments_are_private(game)
    parts: tuple[tuple[str, bool, Callable[[Account], int | None]], ...] = (
        (gettext("Income"), False, lambda account: account.income),
        (gettext("Received from others"), True, lambda account: account.received),
        (gettext("Given to others"), True, lambda account: account.given),
        (gettext("Spent on units"), False, lambda account: account.unit_upkeep),
        (gettext("Spent on bridges"), False, lambda account: account.bridge_upkeep),
        (gettext("Forfeited"), True, lambda account: account.forfeited),
    )
    for title, is_private, figure in parts:
        rows: dict[str, list[str]] = {}
        for power in course.lines:
            hidden = private and is_private and not reader.may_know(power)
            cells = [UNKNOWN if hidden else _cell(value) for value in _each(annals, power, figure)]
            rows[power_words(power, game.board)] = cells
        if any(cell not in {"0", UNKNOWN} for cells in rows.values() for cell in cells):
            yield FigureTable(title, by_time(course.times, rows))


def _each(
    annals: Annals, power: PowerId, figure: Callable[[Account], int | None]
) -> Iterator[int | None]:
    for winter in annals.winters:
        account = next((account for account in winter.accounts if account.power == power), None)
        yield None if account is None else figure(account)


def _bridges(course: Curves, game: GameView, annals: Annals) -> Iterator[FigureTable]:
    if any(year.bridges for year in annals.years):
        rows = {
            power_words(power, game.board): [
                str(year.bridges.get(power, 0)) for year in annals.years
            ]
            for power in course.lines
        }
        yield FigureTable(gettext("Bridges by year"), by_time(course.times, rows))


Column = tuple[str, tuple[Fared, ...]]
"""A column: its head, and what it counts."""


def _fates(figure: StackedBars, game: GameView, annals: Annals) -> Iterator[FigureTable]:
    """Yield what became of each power's orders, and then by what reasons they failed."""
    words = fared_words()
    every: Column = (gettext("all"), tuple(Fared))
    ends: tuple[Column, ...] = (
        (words[Fared.DONE], (Fared.DONE,)),
        (gettext("failed"), FAILED),
        (words[Fared.VOID], (Fared.VOID,)),
        (words[Fared.LAWLESS], (Fared.LAWLESS,)),
        (words[Fared.NONE], (Fared.NONE,)),
    )
    tried = tried_by(annals)
    by_power = {power: tried[power] for power in figure.bars}
    rows = _counted(by_power, game.board, (every, *_any(by_power, ends)))
    shares = ("%", *(_percent([counts]) for counts in by_power.values()))
    with_share = tuple((*row, share) for row, share in zip(rows, shares, strict=True))
    yield FigureTable(figure.title, (with_share,))
    if reasons := _any(by_power, [(words[fared], (fared,)) for fared in FAILED]):
        yield FigureTable(gettext("Why orders failed"), (_counted(by_power, game.board, reasons),))


def _any(by_power: Mapping[PowerId, Counter[Fared]], columns: Iterable[Column]) -> list[Column]:
    """Return the columns in which there is anything but noughts."""
    return [
        (head, fates)
        for head, fates in columns
        if any(counts[fared] for counts in by_power.values() for fared in fates)
    ]


def _counted(
    by_power: Mapping[PowerId, Counter[Fared]], board: Board, columns: Sequence[Column]
) -> Rows:
    rows = (
        (
            power_words(power, board),
            *(str(sum(counts[fared] for fared in fates)) for _, fates in columns),
        )
        for power, counts in by_power.items()
    )
    return (("", *(head for head, _ in columns)), *rows)


def fared_words() -> dict[Fared, str]:
    """Return the head of the column for each way an order may fare."""
    return {
        Fared.DONE: gettext("done"),
        Fared.BEATEN: gettext("beaten"),
        Fared.CUT: gettext("cut"),
        Fared.DISLODGED: gettext("dislodged"),
        Fared.NO_CONVOY: gettext("no convoy"),
        Fared.LAWLESS: gettext("anarchy"),
        Fared.VOID: gettext("void"),
        Fared.NONE: gettext("none"),
    }


def _percent(counts: Iterable[Mapping[Fared, int]]) -> str:
    """Return how many of a hundred orders came off; units in anarchy have none (Irish 10)."""
    entries = [*counts]
    given = sum(sum(entry.values()) - entry.get(Fared.LAWLESS, 0) for entry in entries)
    done = sum(entry.get(Fared.DONE, 0) for entry in entries)
    return str(round(100 * done / given)) if given else UNKNOWN


def _came_off(figure: StackedBars, game: GameView, annals: Annals) -> FigureTable:
    """Return of how many orders in a hundred each power's came off, by year."""
    years = [*dict.fromkeys(tried.phase.year for tried in annals.tried)]
    rows = {}
    for power in figure.bars:
        rows[power_words(power, game.board)] = [
            _percent(
                tried.counts[power]
                for tried in annals.tried
                if tried.phase.year == year and power in tried.counts
            )
            for year in years
        ]
    title = gettext("Orders that came off, of a hundred")
    return FigureTable(title, newest(by_time([*map(str, years)], rows)))


def newest(tables: tuple[Rows, ...]) -> tuple[Rows, ...]:
    """Return as many of the last tables as have no more figures than a mail can hold, one at least."""
    while len(tables) > 1 and sum(len(table) * len(table[0]) for table in tables) > _CELLS:
        tables = tables[1:]
    return tables


def _attendance(
    figure: StackedBars, game: GameView, annals: Annals, reader: Reader
) -> FigureTable:
    """Return in how many phases each power was asked, and what came, as the reader may know it."""
    head = (gettext("asked"), gettext("missed"), gettext("late"), gettext("late by"))
    rows = []
    for power in figure.bars:
        asked = [roll for roll in annals.rolls if power in roll.asked]
        missed = sum(power in roll.silent for roll in asked)
        late = [roll.late[power] for roll in asked if power in roll.late]
        known = reader.may_know(power)
        cells = (str(len(asked)), str(missed), str(len(late)) if known else UNKNOWN)
        longest = length_words(max(late, default=timedelta(0))) if known and late else UNKNOWN
        rows.append((power_words(power, game.board), *cells, longest))
    # Whose orders came late is told to nobody else, so the public's table has no such column.
    wide = len(head) if any(reader.may_know(power) for power in figure.bars) else 2
    parts = (("", *head[:wide]), *(row[: wide + 1] for row in rows))
    return FigureTable(figure.title, (parts,))


def _missed(game: GameView, annals: Annals) -> FigureTable:
    """Return the phases in which nothing was received from some, each in a line."""
    lines = tuple(
        f"{phase_words(roll.phase)}: "
        f"{listed(power_words(power, game.board) for power in roll.silent)}."
        for roll in annals.rolls
        if roll.silent
    )
    return FigureTable(gettext("Nothing was received"), lines=lines or (gettext("Never."),))


# The figures of a game as plain records, for tables of other programs.

COLUMNS: Final = ("figure", "power", "moment", "part", "value")
"""The columns of the records."""


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a figure.

    Args:
        figure: what it is about: "centres", or "owners" for whose a centre was.
        power: whose it is, by id.
        moment: the year, the season as S1975, or the phase as S1975M.
        part: what of it: the fate of orders, a line of an account, a centre; "" for the whole.
        value: the number; of `owners` always 1.
    """

    figure: str
    power: str
    moment: str
    part: str
    value: int

    def cells(self) -> tuple[str, ...]:
        """Return its values in the sequence of `COLUMNS`."""
        return self.figure, self.power, self.moment, self.part, str(self.value)


def records_of(
    figure: Figure, game: GameView, annals: Annals, reader: Reader
) -> tuple[Record, ...]:
    """Return a figure as records, season by season, with what the reader may know.

    Args:
        figure: made for the same reader.
        game: the game; annals: its figures; reader: who they are for.
    """
    match figure:
        case Curves(what=What.ACCOUNTS):
            return tuple(_account_records(game, annals, reader))
        case Curves(what=What.CENTRES):
            return (*_curve_records(figure), *_owners(annals))
        case Curves():
            return tuple(_curve_records(figure))
        case StackedBars(what=What.ORDERS):
            return tuple(_orders(annals))
        case StackedBars():
            return tuple(_attendance_records(annals, reader))


def _curve_records(figure: Curves) -> Iterator[Record]:
    for power, values in figure.lines.items():
        for time, value in zip(figure.times, values, strict=True):
            if value is not None:
                yield Record(figure.what.value, power, time, "", value)


def _owners(annals: Annals) -> Iterator[Record]:
    for year in annals.years:
        for place, owner in year.owners.items():
            yield Record("owners", owner, str(year.year), place, 1)


def _account_records(game: GameView, annals: Annals, reader: Reader) -> Iterator[Record]:
    private = payments_are_private(game)
    for winter in annals.winters:
        for account in winter.accounts:
            known = not private or reader.may_know(account.power)
            for part, value in _lines(account, known=known):
                if value is not None:
                    yield Record("accounts", account.power, str(winter.year), part, value)


def _lines(account: Account, *, known: bool) -> Iterator[tuple[str, int | None]]:
    """Yield the lines of an account; the private ones only where they are known."""
    yield "on board", account.on_board
    yield "off board", account.off_board
    yield "bridge losses", account.bridge_losses
    yield "units", account.unit_upkeep
    yield "bridges", account.bridge_upkeep
    if known:
        yield "received", account.received
        yield "given", account.given
        yield "budget", account.budget
        yield "forfeited", account.forfeited


def _orders(annals: Annals) -> Iterator[Record]:
    for tried in annals.tried:
        for power, counts in tried.counts.items():
            for fate, count in counts.items():
                yield Record("orders", power, str(tried.phase), fate.value, count)


def _attendance_records(annals: Annals, reader: Reader) -> Iterator[Record]:
    for roll in annals.rolls:
        for power in roll.asked:
            yield Record("nmr", power, str(roll.phase), "missed", int(power in roll.silent))
            if power in roll.late and reader.may_know(power):
                seconds = int(roll.late[power].total_seconds())
                yield Record("nmr", power, str(roll.phase), "seconds late", seconds)
