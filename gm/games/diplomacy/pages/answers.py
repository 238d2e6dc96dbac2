"""The answers to MAP, BORDERS and POINTS, ready for their templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gm.games.diplomacy.pages.answer_views import BordersView, MapView, PointsView
from gm.games.diplomacy.pages.facts.borders import border_text, border_words, entry_words
from gm.games.diplomacy.pages.facts.changed_board import (
    LEGEND,
    ChangedBoard,
    changed_board,
    where_since,
)
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.pages.hat_page import kind_of_place
from gm.games.diplomacy.pages.points_page import (
    gift_words,
    goal_words,
    keeps_points,
    ranked,
    standing_rows,
    year_charts,
)
from gm.games.diplomacy.pages.wording.change_words import specials_words
from gm.games.diplomacy.pages.wording.phrases import season_words
from gm.games.diplomacy.pages.wording.words import place_words, power_words, unit_words
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.phases import stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, listed, ngettext, quoted
from gm.report.pages.frame import Frame, frame_of
from gm.report.wording.sentence_parts import joined
from gm.report.wording.text import quiet


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
        frame_of(view.game, stage_of(view.state.phase), view.power, None, view.zone, view.now),
        replace(changed_board(board, view.state, view.story), legend=""),
        tuple(_province(board, view.state, place) for place in sorted(board.provinces)),
        joined((gettext("A star is a supply centre, its owner behind it."), gettext(LEGEND))),
    )


def _province(board: Board, state: GameState, place: ProvinceId) -> str:
    province = board.province(place)
    star = f" * {_owner(board, state, place)}" if province.is_centre else ""
    barred = entry_words(province)
    note = f" ({barred})" if barred else ""
    return f"{place} {province.name}{note}{star}: {border_text(board, place)}."


def _owner(board: Board, state: GameState, place: ProvinceId) -> str:
    owner = state.centres.get(place)
    return power_words(owner, board) if owner is not None else gettext("nobody")


def borders_page(view: BordersView) -> BordersPage:
    """Return what a player asked about one province, or about the halves of one."""
    return BordersPage(
        frame_of(view.game, stage_of(view.state.phase), view.power, None, view.zone, view.now),
        quiet(view.asked),
        _news(view),
        tuple(_place(view, place) for place in view.places),
    )


def _news(view: BordersView) -> str:
    board, asked = view.game.board, quiet(view.asked)
    if view.places:
        split = [
            gettext(
                "{place} was split: there are {halves} now.",
                place=place_words(gone, board),
                halves=listed(place_words(half, board) for half in halves),
            )
            for gone, halves in board.gone.items()
            if set(halves) <= set(view.places)
        ]
        lacking = listed((quoted(quiet(text)) for text in view.lacking), "or")
        return joined([*split, *([_no_such(view, lacking)] if lacking else [])])
    if not asked:
        return gettext("Write the province behind the word, for instance: BORDERS North Sea")
    return _no_such(view, quoted(asked))


def _no_such(view: BordersView, words: str) -> str:
    guess = listed((quiet(candidate) for candidate in view.candidates), "or")
    hint = (
        gettext("Did you mean {names}?", names=guess)
        if guess
        else gettext("Mail the word MAP for the whole list.")
    )
    told = gettext("There is no province {name} on this board.", name=words)
    return f"{told} {hint}"


def _place(view: BordersView, place: ProvinceId) -> Place:
    board = view.game.board
    title = f"{place_words(place, board)} ({place}), {kind_of_place(place, board)}"
    return Place(title, tuple(_facts(view, place)), border_words(board, place))


def _facts(view: BordersView, place: ProvinceId) -> Iterable[str]:
    board, state, province = view.game.board, view.state, view.game.board.province(place)
    if barred := where_since(board, place, view.story):
        yield barred
    if (when := view.story.split.get(place)) is not None:
        yield gettext(
            "A half of a province that was split in {season}.", season=season_words(when)
        )
    if province.is_centre:
        yield gettext("Supply centre, owned by {power}.", power=_owner(board, state, place))
    if province.home is not None:
        yield gettext("A home of {power}.", power=power_words(province.home, board))
    yield _unit(board, state, place)
    if specials := state.part(WanderersPart).standing_in(place):
        yield ngettext(
            "{specials} is there.",
            "{specials} are there.",
            len(specials),
            specials=specials_words(specials),
        )


def _unit(board: Board, state: GameState, place: ProvinceId) -> str:
    unit = state.unit_in(place)
    if unit is None:
        return gettext("No unit stands there.")
    power, words = power_words(unit.power, board), unit_words(unit, board)
    if unit in in_anarchy(state):
        return gettext("{power}'s {unit}, in anarchy, stands there.", power=power, unit=words)
    return gettext("{power}'s {unit} stands there.", power=power, unit=words)


def points_answer_page(view: PointsView) -> PointsAnswer:
    """Return everybody's points, this year's gifts and the balances year by year."""
    game, state = view.game, view.state
    frame = frame_of(game, stage_of(state.phase), view.power, None, view.zone, view.now)
    year = state.phase.year
    if not keeps_points(game.board):
        news = gettext("Nobody keeps points in this game.")
        return PointsAnswer(frame, news, (), "", year, (), ())
    any_yet = any(state.part(PointsPart).balances.values())
    years = [year_of_centres for year_of_centres in view.story.years if year_of_centres.points]
    return PointsAnswer(
        frame,
        ""
        if any_yet
        else gettext("Nobody has any points yet: the first come with the first winter."),
        standing_rows(game, state),
        goal_words(game),
        year,
        gift_words(view.story, game.board, year),
        year_charts(game.board, ranked(game.board, state), years, "points"),
    )
