"""The answers to MAP, BORDERS and POINTS, ready for their templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gm.report.answer_views import BordersView, MapView, PointsView
from gm.report.facts.borders import border_text, border_words, entry_words
from gm.report.facts.changed_board import LEGEND, ChangedBoard, changed_board, where_since
from gm.report.facts.tables import Rows
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.hat_page import kind_of_place
from gm.report.pages.points_page import (
    gift_words,
    goal_words,
    keeps_points,
    ranked,
    standing_rows,
    year_charts,
)
from gm.report.wording.change_words import specials_words
from gm.report.wording.phrases import first_upper, joined, listed, season_words
from gm.report.wording.text import quiet
from gm.report.wording.words import place_words, power_words, unit_words
from gm.rules.board import Board, ProvinceId
from gm.rules.mechanics.anarchy import in_anarchy
from gm.rules.mechanics.promises import PointsPart
from gm.rules.mechanics.wanderers import WanderersPart
from gm.rules.state import GameState


@dataclass(frozen=True, slots=True)
class MapPage:
    """The board as it is.

    Args:
        changed: how it differs from the printed one.
        provinces: every province with whom it borders, in short names; legend: how to read that.
    """

    frame: Frame
    changed: ChangedBoard
    provinces: tuple[str, ...]
    legend: str


@dataclass(frozen=True, slots=True)
class Place:
    """A province: its name, what it is and who is in it, whom it borders."""

    title: str
    facts: tuple[str, ...]
    borders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BordersPage:
    """What a player asked about.

    Args:
        news: that the name was split, or fits nothing; "" where all is plain.
    """

    frame: Frame
    asked: str
    news: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PointsAnswer:
    """Everybody's points.

    Args:
        news: that there are none, or "".
        table: who has how many; goal: what wins.
        gifts: those of this year, `year`; charts: the balances by year, a table for a few each.
    """

    frame: Frame
    news: str
    table: Rows
    goal: str
    year: int
    gifts: tuple[str, ...]
    charts: tuple[Rows, ...]


def map_page(view: MapView) -> MapPage:
    """Return the board as it is."""
    board = view.game.board
    return MapPage(
        frame_of(view.game, view.state.phase, view.power, None, view.zone, view.now),
        replace(changed_board(board, view.state, view.story), legend=""),
        tuple(_province(board, view.state, place) for place in sorted(board.provinces)),
        f"A star is a supply centre, its owner behind it. {LEGEND}",
    )


def _province(board: Board, state: GameState, place: ProvinceId) -> str:
    province = board.province(place)
    star = f" * {_owner(board, state, place)}" if province.is_centre else ""
    barred = entry_words(province)
    note = f" ({barred})" if barred else ""
    return f"{place} {province.name}{note}{star}: {border_text(board, place)}."


def _owner(board: Board, state: GameState, place: ProvinceId) -> str:
    owner = state.centres.get(place)
    return power_words(owner, board) if owner is not None else "nobody"


def borders_page(view: BordersView) -> BordersPage:
    """Return what a player asked about one province, or about the halves of one."""
    return BordersPage(
        frame_of(view.game, view.state.phase, view.power, None, view.zone, view.now),
        quiet(view.asked),
        _news(view),
        tuple(_place(view, place) for place in view.places),
    )


def _news(view: BordersView) -> str:
    board, asked = view.game.board, quiet(view.asked)
    if view.places:
        split = [
            f"{place_words(gone, board)} was split: there are "
            f"{listed(place_words(half, board) for half in halves)} now."
            for gone, halves in board.gone.items()
            if set(halves) <= set(view.places)
        ]
        lacking = listed((f"'{quiet(one)}'" for one in view.lacking), "or")
        return joined([*split, *([_no_such(view, lacking)] if lacking else [])])
    if not asked:
        return "Write the province behind the word, for instance: BORDERS North Sea"
    return _no_such(view, f"'{asked}'")


def _no_such(view: BordersView, words: str) -> str:
    guess = listed((quiet(one) for one in view.candidates), "or")
    hint = f" Did you mean {guess}?" if guess else " Mail the word MAP for the whole list."
    return f"There is no province {words} on this board.{hint}"


def _place(view: BordersView, place: ProvinceId) -> Place:
    board = view.game.board
    title = f"{place_words(place, board)} ({place}), {kind_of_place(place, board)}"
    return Place(title, tuple(_facts(view, place)), border_words(board, place))


def _facts(view: BordersView, place: ProvinceId) -> Iterable[str]:
    board, state, province = view.game.board, view.state, view.game.board.province(place)
    if barred := where_since(board, place, view.story):
        yield barred
    if (when := view.story.split.get(place)) is not None:
        yield f"A half of a province that was split in {season_words(when)}."
    if province.is_centre:
        yield f"Supply centre, owned by {_owner(board, state, place)}."
    if province.home is not None:
        yield f"A home of {power_words(province.home, board)}."
    yield first_upper(f"{_unit(board, state, place)} stands there.")
    if specials := state.part(WanderersPart).standing_in(place):
        is_there = "is" if len(specials) == 1 else "are"
        yield f"{specials_words(specials)} {is_there} there."


def _unit(board: Board, state: GameState, place: ProvinceId) -> str:
    unit = state.unit_in(place)
    if unit is None:
        return "no unit"
    lawless = ", in anarchy," if unit in in_anarchy(state) else ""
    return f"{power_words(unit.power, board)}'s {unit_words(unit, board)}{lawless}"


def points_answer_page(view: PointsView) -> PointsAnswer:
    """Return everybody's points, this year's gifts and the balances year by year."""
    game, state = view.game, view.state
    frame = frame_of(game, state.phase, view.power, None, view.zone, view.now)
    year = state.phase.year
    if not keeps_points(game.board):
        return PointsAnswer(frame, "Nobody keeps points in this game.", (), "", year, (), ())
    any_yet = any(state.part(PointsPart).balances.values())
    years = [one for one in view.story.years if one.points]
    return PointsAnswer(
        frame,
        "" if any_yet else "Nobody has any points yet: the first come with the first winter.",
        standing_rows(game, state),
        goal_words(game),
        year,
        gift_words(view.story, game.board, year),
        year_charts(game.board, ranked(game.board, state), years, "points"),
    )
