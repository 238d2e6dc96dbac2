"""The answers to MAP, BORDERS, POINTS, FORECAST and HISTORY, ready for their templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from gm.contract.events import Event
from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.facts.annals import BoardStory, PointsStory
from gm.games.diplomacy.pages.facts.board_facts import (
    LEGEND,
    ChangedBoard,
    border_text,
    border_words,
    changed_board,
    entry_words,
    where_since,
)
from gm.games.diplomacy.pages.facts.tables import Rows
from gm.games.diplomacy.pages.manners.zine import upheaval_lines, zine_lines
from gm.games.diplomacy.pages.points_page import (
    gift_words,
    goal_words,
    keeps_points,
    ranked,
    standing_rows,
    year_charts,
)
from gm.games.diplomacy.pages.season.hat_page import kind_of_place
from gm.games.diplomacy.pages.supply_points import payments_are_private
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.events import CentreTaken, GameWon, PowerEliminated
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.happenings import event_words, specials_words
from gm.games.diplomacy.wording.order_lines import ResultLine, result_line
from gm.games.diplomacy.wording.phrases import phase_words, season_words
from gm.games.diplomacy.wording.words import place_words, power_words, unit_words
from gm.languages import gettext, listed, ngettext, quoted
from gm.report.pages.answer_page import ProblemShown, problems
from gm.report.pages.frame import Frame, frame_of
from gm.report.wording.sentence_parts import joined
from gm.report.wording.text import quiet

# View models of the answers to MAP, BORDERS and POINTS.


@dataclass(frozen=True, slots=True)
class MapView:
    """The answer to MAP: how the board has changed, and every province with what it borders."""

    game: GameView
    power: PowerId
    state: GameState
    story: BoardStory
    zone: str
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class BordersView:
    """The answer to BORDERS: a province's neighbours, and who is there.

    Args:
        asked: the player's words, "" where he named nothing.
        places: the provinces they mean: a name that a split has ended means its halves.
        lacking: those of his words that mean none, or more than one.
        candidates: names that these may have meant.
        story: when the board changed.
    """

    game: GameView
    power: PowerId
    state: GameState
    asked: str
    places: tuple[ProvinceId, ...]
    zone: str
    now: datetime | None = None
    candidates: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    story: BoardStory = field(default_factory=BoardStory)


@dataclass(frozen=True, slots=True)
class PointsView:
    """The answer to POINTS: everybody's points, how they came about, and this year's gifts."""

    game: GameView
    power: PowerId
    state: GameState
    story: PointsStory
    zone: str
    now: datetime | None = None


# The answers to MAP, BORDERS and POINTS, ready for their templates.


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
    sentence = gettext("There is no province {name} on this board.", name=words)
    return f"{sentence} {hint}"


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


# The answer to FORECAST, ready for its templates.


@dataclass(frozen=True, slots=True)
class ForecastView:
    """What a phase would bring by made-up orders.

    Args:
        powers: those of the reader; others: those whose orders he made up.
        before, after: the positions around it; board: the one in force before.
        outcomes: of the orders of all these powers; events: what else follows from them.
        problems: lines that were not understood.
    """

    game: GameView
    powers: tuple[PowerId, ...]
    others: tuple[PowerId, ...]
    before: GameState
    after: GameState
    board: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]
    problems: tuple[ReadLine, ...]
    zone: str = "UTC"
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class ForecastPower:
    """A power and what would become of its orders."""

    name: str
    lines: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """What a phase would bring.

    Args:
        supposed: by whose orders, in a sentence.
        powers: what would become of them; news: what else would happen, as sentences.
    """

    frame: Frame
    supposed: str
    powers: tuple[ForecastPower, ...]
    news: tuple[str, ...]
    problems: tuple[ProblemShown, ...]


def forecast_page(view: ForecastView) -> ForecastPage:
    """Return what a phase would bring."""
    frame = frame_of(
        view.game, stage_of(view.before.phase), view.powers[0], None, view.zone, view.now
    )
    names = [view.board.powers[power].name for power in view.powers]
    news = (event_words(event, view.board) for event in view.events)
    return ForecastPage(
        frame=replace(frame, reader=listed(names)),
        supposed=_supposed(view, names),
        powers=tuple(
            foreseen
            for power in (*view.powers, *view.others)
            if (foreseen := _power(view, power)).lines
        ),
        news=tuple(words for words in news if words),
        problems=problems(view.problems),
    )


def _power(view: ForecastView, power: PowerId) -> ForecastPower:
    outcomes = (outcome for outcome in view.outcomes if outcome.power == power)
    lines = tuple(
        result_line(outcome, view.board, view.before, view.outcomes) for outcome in outcomes
    )
    return ForecastPower(view.board.powers[power].name, lines)


def _supposed(view: ForecastView, names: list[str]) -> str:
    others = [view.board.powers[power].name for power in view.others]
    mine = listed(names)
    if others:
        return gettext(
            "Supposed are the orders of {powers} that stand, with those of your mail in their place, "
            "those you wrote for {others}, and no others: all other units hold.",
            powers=mine,
            others=listed(others),
        )
    return gettext(
        "Supposed are the orders of {powers} that stand, with those of your mail in their place, and "
        "no others: all other units hold.",
        powers=mine,
    )


# The answer to HISTORY, ready for its templates: resolved phases in the zines' manner.


@dataclass(frozen=True, slots=True)
class PhaseTold:
    """A resolved phase: the positions around it, its board, and what it brought."""

    phase: Phase
    before: GameState
    after: GameState
    board: Board
    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class HistoryView:
    """Phases of a game, told to one player.

    Args:
        powers: his; he reads of them what he read in their reports.
        phase: the phase that is open.
        asked: which phases he named; "" for all.
        chapters: those there are, oldest first; left_out: how many older ones are not among them.
    """

    game: GameView
    powers: tuple[PowerId, ...]
    phase: Phase
    asked: str
    chapters: tuple[PhaseTold, ...]
    left_out: int = 0
    zone: str = "UTC"
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class ChapterPage:
    """A phase: its name, a line for each power, and what else happened in sentences."""

    title: str
    lines: tuple[str, ...]
    news: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Phases of a game; note: what is left out, or that nothing fits; or ""."""

    frame: Frame
    chapters: tuple[ChapterPage, ...]
    note: str


def history_page(view: HistoryView) -> HistoryPage:
    """Return the phases of a game that were asked for."""
    frame = frame_of(view.game, stage_of(view.phase), view.powers[0], None, view.zone, view.now)
    names = listed(view.game.board.powers[power].name for power in view.powers)
    return HistoryPage(
        replace(frame, reader=names),
        tuple(_chapter(view, chapter) for chapter in view.chapters),
        _note(view),
    )


def _note(view: HistoryView) -> str:
    if not view.chapters and view.asked:
        return gettext(
            "No phase of {asked} has been resolved. Name one as S1901M, Spring 1901 or 1901, or two "
            "of them with two dots between.",
            asked=quiet(view.asked),
        )
    if not view.chapters:
        return gettext("No phase has been resolved yet.")
    if view.left_out:
        return ngettext(
            "{n} older phase left out: name the years you want.",
            "{n} older phases left out: name the years you want.",
            view.left_out,
            n=view.left_out,
        )
    return ""


def _chapter(view: HistoryView, chapter: PhaseTold) -> ChapterPage:
    secret = chapter.phase.kind is PhaseKind.ADJUSTMENT and payments_are_private(view.game)
    curtain = Curtain(view.powers, secret)
    outcomes = [
        part
        for outcome in curtain.outcomes(chapter.outcomes)
        for part in (outcome.parts or (outcome,))
    ]
    events = curtain.events(chapter.events)
    lawless = in_anarchy(chapter.before)
    lines = zine_lines(outcomes, chapter.board, chapter.after.dislodged, lawless, events)
    news = tuple(_story_news(view, events))
    return ChapterPage(phase_words(chapter.phase), (*lines, *upheaval_lines(events)), news)


def _story_news(view: HistoryView, events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        if isinstance(event, CentreTaken | PowerEliminated | GameWon):
            words = event_words(event, view.game.board)
            if words:
                yield words
