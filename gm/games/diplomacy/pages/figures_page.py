"""The answers to CHART and SUMMARY, ready for their templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gm.games.diplomacy.pages.charts.figures import Curves, Figure, FiguresView, What
from gm.games.diplomacy.pages.charts.sections import (
    FigureSection,
    GridPage,
    grid_page,
    sections_of,
)
from gm.games.diplomacy.pages.charts.tables import FigureTable, course_parts, newest, tables_of
from gm.games.diplomacy.pages.ending_page import with_player
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import stage_of
from gm.games.diplomacy.wording.phrases import phase_words
from gm.languages import gettext
from gm.report.pages.frame import Frame, frame_of
from gm.report.wording.dates import day_words
from gm.report.wording.sentence_parts import counted


@dataclass(frozen=True, slots=True)
class ChartPage:
    """Figures of a game.

    Args:
        news: why there are none, or "".
        others: which words show more, or "".
    """

    frame: Frame
    title: str
    news: str
    sections: tuple[FigureSection, ...]
    others: str


@dataclass(frozen=True, slots=True)
class SummaryPage:
    """A game at a glance, as mail judges sum it up.

    Args:
        course: when it was played and how long, in a sentence.
        players: every power with its player.
        grid: whose the centres were by year.
        counts: centres by year, of a long game of many powers the last years; the last row is the
            index, how far the game had come.
        more: the further figures, a table or several each.
        others: which words show more.
    """

    frame: Frame
    course: str
    players: tuple[str, ...]
    grid: GridPage
    counts: tuple[Rows, ...]
    more: tuple[FigureTable, ...]
    others: str


def chart_page(view: FiguresView) -> ChartPage:
    """Return the figures that were asked for."""
    title = gettext("The game in figures")
    if len(view.figures) == 1:
        return ChartPage(_frame(view), title, "", sections_of(view, whole=True), "")
    news = "" if view.figures else gettext("This game has nothing to show of that yet.")
    more = words_for(view.figures) if view.figures else ""
    return ChartPage(_frame(view), title, news, sections_of(view), more)


def words_for(figures: Sequence[Figure]) -> str:
    """Return the commands that show each of some figures by itself."""
    return ", ".join(f"CHART {figure.what.value.upper()}" for figure in figures)


def _frame(view: FiguresView) -> Frame:
    reader = view.reader.powers
    first = reader[0] if reader else None
    return frame_of(view.game, stage_of(view.phase), first, None, view.zone, view.now, reader)


def summary_page(view: FiguresView) -> SummaryPage:
    """Return a game at a glance."""
    courses = {course.what: course for course in view.figures if isinstance(course, Curves)}
    centres = courses[What.CENTRES]
    of_each = {
        figure.what: tables_of(figure, view.game, view.annals, view.reader)
        for figure in view.figures
    }
    scores = [of_each[what][0] for what in (What.POINTS, What.ACCOUNTS) if what in of_each]
    missed = [of_each[what][-1] for what in (What.NMR,) if what in of_each]
    return SummaryPage(
        frame=_frame(view),
        course=_course(view),
        players=tuple(with_player(view.game, power) for power in view.powers),
        grid=grid_page(view.game.board, view.powers, view.annals.years),
        counts=newest(_with_index(view, course_parts(centres, view.game.board))),
        more=(*(replace(table, parts=newest(table.parts)) for table in scores), *missed),
        others=words_for(view.figures),
    )


def _course(view: FiguresView) -> str:
    annals = view.annals
    values = {
        "first": phase_words(annals.began),
        "day": day_words(annals.began_at, view.zone),
        "phases": counted(annals.phases, "phase"),
    }
    if annals.until is None:
        return gettext("The game began on {day} with {first}.", **values)
    values["last"] = phase_words(annals.until)
    if annals.over:
        return gettext(
            "The game began on {day}. It was played from {first} to {last}, in {phases}.", **values
        )
    return gettext(
        "The game began on {day}. It has been played from {first} to {last}, in {phases}.",
        **values,
    )


def _with_index(view: FiguresView, tables: tuple[Rows, ...]) -> tuple[Rows, ...]:
    """Return the counts by year with the index of each as a last row."""
    indices = {
        str(year_of_centres.year): index_of(year_of_centres.counts, len(view.powers))
        for year_of_centres in view.annals.years
    }
    return tuple(
        (*table, (gettext("Index"), *(str(indices[year]) for year in table[0][1:])))
        for table in tables
    )


def index_of(counts: Mapping[PowerId, int], powers: int) -> int:
    """Return how far a game has come, as the judges count it.

    It is the sum of the squares of the powers' centres divided by how many powers there are.
    """
    return sum(count * count for count in counts.values()) // max(1, powers)
