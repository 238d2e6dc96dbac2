"""What players and masters of Diplomacy can ask and order by mail beside what every game has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from gm.app.history.past_stages import past_of
from gm.app.orders.sitting import Sitting, game_of
from gm.app.ports import Transaction
from gm.app.records import GameRecord, PhaseRecord
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import desk_for, named_seats
from gm.app.services import Services
from gm.app.words.gm_mail import filled_in
from gm.app.words.past_answers import copies_of, resolved_stages
from gm.contract.draws import SeededDraws
from gm.contract.events import Drawn, Event
from gm.contract.facts import Part, Viewer
from gm.contract.game import Acts
from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.contract.past import Past, PastStage
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine
from gm.errors import InputError, NotAllowed
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.desk.language import contexts_at
from gm.games.diplomacy.desk.several import Shared, share_out
from gm.games.diplomacy.desk.walks import WALKS, foresee_walk_command, take_walks
from gm.games.diplomacy.language.choices import name_alone, names_like
from gm.games.diplomacy.map.shown.enclosed import chart_pictures
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.answers import (
    BordersView,
    ForecastView,
    HistoryView,
    MapView,
    PhaseTold,
    PointsView,
)
from gm.games.diplomacy.pages.charts.figures import (
    PUBLIC,
    Figure,
    FiguresView,
    GameFigures,
    Reader,
    figure_named,
    figures_of,
)
from gm.games.diplomacy.pages.facts.course import Course, board_story_in, points_story_in
from gm.games.diplomacy.readings import Context, Reading
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.board_split import place_name
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import CentreTaken, UnitDisbanded, UnitDislodged
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.walks import GM
from gm.games.diplomacy.rules.narrowed import board_of, rules_in
from gm.games.diplomacy.rules.orders import Walk, key_of
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, quoted
from gm.report import mails
from gm.report.views import MailText

# A game in figures, gathered from its course: who owned, tried, missed and paid what, and when.


def game_figures(services: Services, name: str, reader: Reader = PUBLIC) -> GameFigures:
    """Return a game's figures.

    Args:
        services: the ports.
        name: the game's name; reader: who they are for.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game has not begun.
    """
    with services.store.read() as transaction:
        return figures_in(services, transaction, transaction.game(name), reader)


def figures_in(
    services: Services, transaction: Transaction, game: GameRecord, reader: Reader = PUBLIC
) -> GameFigures:
    """Return a game's figures; NotAllowed if the game has not begun.

    Args:
        services, transaction: the ports.
        game: the game; reader: who they are for.
    """
    past = past_of(services, transaction, game, reader.viewer)
    if not past.stages:
        raise NotAllowed(f"{game.name} has not begun, so it has no figures yet.")
    return figures_of(past, reader)


# MAP, BORDERS and POINTS: what a player asks of his game's board.

_BETWEEN = re.compile(r"(?:(?<!\s)\s*+)?(?:[,;&/]|\band\b)\s*", re.I)
_OF = re.compile(r"(?:(?:of|for|from)\s+)?(?:the\s+)?", re.I)


def _past(sitting: Sitting) -> Course:
    """Return the course of the game as everybody may know it."""
    return past_of(sitting.services, sitting.transaction, sitting.table.game)


def map_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Answer MAP: the position, with whom each province borders."""
    sitting = sittings[0]
    view = MapView(
        plain_game(game_of(sitting), sitting.table.position),
        sitting.power,
        sitting.table.state,
        board_story_in(_past(sitting)),
        sitting.letter.person.time_zone,
        sitting.services.clock.now(),
    )
    return mails.written(view.game, season_mails.map_answer(view))


def points_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Answer POINTS: the accounts of the game."""
    sitting = sittings[0]
    view = PointsView(
        plain_game(game_of(sitting), sitting.table.position),
        sitting.power,
        sitting.table.state,
        points_story_in(_past(sitting)),
        sitting.letter.person.time_zone,
        sitting.services.clock.now(),
    )
    return mails.written(view.game, season_mails.points_answer(view))


def borders_page(sittings: Sequence[Sitting], asked: str) -> MailText:
    """Answer BORDERS: with whom the provinces border that are named."""
    sitting = sittings[0]
    board = board_of(sitting.table.position)
    names = [_OF.sub("", name, count=1) for name in _BETWEEN.split(asked) if name.strip()]
    named: list[ProvinceId] = []
    near: list[ProvinceId] = []
    lacking: list[str] = []
    for name in names:
        places = [half for place in name_alone(board, name) for half in board.meant(place)]
        clear = len(name_alone(board, name)) == 1
        named += places if clear else []
        if not clear:
            lacking.append(name)
            near += places or names_like(board, name)
    view = BordersView(
        game=plain_game(game_of(sitting), sitting.table.position),
        power=sitting.power,
        state=sitting.table.state,
        asked=asked,
        places=tuple(dict.fromkeys(named)),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        candidates=tuple(place_name(board, place) for place in dict.fromkeys(near)),
        lacking=tuple(lacking),
        story=board_story_in(_past(sitting)),
    )
    return mails.written(view.game, season_mails.borders_answer(view))


# CHART and SUMMARY: the figures of a whole game, for a player of it.


def chart_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer CHART: the figures that were asked for, or all there are."""
    wanted, statistics = figure_named(rest), _found(sittings)
    shown = tuple(figure for figure in statistics.figures if wanted in (None, figure.what))
    return mails.written(
        statistics.game, season_mails.chart(_view(sittings[0], statistics, shown))
    )


def summary_page(sittings: Sequence[Sitting], _rest: str) -> MailText:
    """Answer SUMMARY: who plays, and whose the centres were from year to year."""
    statistics = _found(sittings)
    view = _view(sittings[0], statistics, statistics.figures)
    return mails.written(statistics.game, season_mails.summary(view))


def _found(sittings: Sequence[Sitting]) -> GameFigures:
    first = sittings[0]
    reader = Reader(tuple(sitting.power for sitting in sittings))
    return figures_in(first.services, first.transaction, first.table.game, reader)


def _view(sitting: Sitting, statistics: GameFigures, figures: tuple[Figure, ...]) -> FiguresView:
    return FiguresView(
        game=statistics.game,
        phase=statistics.state.phase,
        powers=statistics.powers,
        annals=statistics.annals,
        figures=figures,
        reader=statistics.reader,
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        pictures=chart_pictures(statistics, [figure.what for figure in figures]),
    )


# HISTORY and REPORT: what the resolved phases of a game brought, told again.
#
# Both are made from what is stored of a phase, so that whoever plays the power today can have them.

MOST_PHASES = 60
"""Phases of one answer to HISTORY, the newest of those that were asked for."""

_TOKEN = re.compile(
    r"(?:(?P<season>spring|autumn|fall|winter|[SFAW])[\s,]*)?'?(?P<year>\d{2,4})\s*(?P<kind>[a-z]*)",
    re.I,
)
_WORD = re.compile(
    r"(?:(?:spring|autumn|fall|winter|[SFAW])[\s,]*)?'?\d{2,4}"
    r"(?:\s*[MRAB](?![^\W_])|\s+(?:moves|movement|retreats|builds|adjustments)(?![^\W_]))?",
    re.I,
)
_KINDS = {
    "m": PhaseKind.MOVEMENT,
    "r": PhaseKind.RETREAT,
    "a": PhaseKind.ADJUSTMENT,
    "b": PhaseKind.ADJUSTMENT,
}
_SEASONS = {
    "s": Season.SPRING,
    "f": Season.AUTUMN,
    "a": Season.AUTUMN,
    "w": Season.WINTER,
}


@dataclass(frozen=True, slots=True)
class _Name:
    """A phase, a season or a year as a player names it; None for what he leaves open."""

    year: int
    season: Season | None
    kind: PhaseKind | None

    def fits(self, phase: Phase) -> bool:
        return (
            self.year in {phase.year, phase.year % 100}
            and self.season in {None, phase.season}
            and self.kind in {None, phase.kind}
        )


def _name(text: str) -> _Name:
    match = _TOKEN.fullmatch(text.strip())
    if match is None:
        raise InputError(gettext("{text} names no phase.", text=quoted(text)))
    season, kind = (match["season"] or "").casefold(), match["kind"].casefold()
    return _Name(int(match["year"]), _SEASONS.get(season[:1]), _KINDS.get(kind[:1]))


def history_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer HISTORY: the results of the phases asked for, in the zines' manner."""
    first = sittings[0]
    person, powers = first.letter.person, tuple(sitting.power for sitting in sittings)
    viewer = Viewer(Part.PLAYER, powers, person.time_zone)
    past = past_of(first.services, first.transaction, first.table.game, viewer)
    stages = {stage.number: stage for stage in past.resolved}
    phases = _between(resolved_stages(first), rest)
    view = HistoryView(
        game=plain_game(game_of(first), first.table.position),
        powers=powers,
        phase=first.table.state.phase,
        asked=rest,
        chapters=tuple(_chapter(past, stages[phase.number]) for phase in phases[-MOST_PHASES:]),
        left_out=max(0, len(phases) - MOST_PHASES),
        zone=person.time_zone,
        now=first.services.clock.now(),
    )
    return mails.written(view.game, season_mails.history(view))


def _between(phases: Sequence[PhaseRecord], rest: str) -> list[PhaseRecord]:
    names = [_name(entry) for entry in _WORD.findall(rest)]
    if not names:
        return [*phases]
    at = [
        [number for number, phase in enumerate(phases) if name.fits(Phase.parse(phase.name))]
        for name in names
    ]
    if len(names) == 1 or not at[0] or not at[-1]:
        return [phases[number] for number in sorted({*at[0], *at[-1]})]
    return [*phases[min(at[0]) : max(at[-1]) + 1]]


def _chapter(past: Past[GameState, Outcome], stage: PastStage[GameState, Outcome]) -> PhaseTold:
    return PhaseTold(
        phase=stage.before.phase,
        before=stage.before,
        after=stage.after,
        board=rules_in(past.rules).board_in(stage.before),
        outcomes=stage.outcomes,
        events=stage.events,
    )


def report_page(sittings: Sequence[Sitting], rest: str) -> MailText:
    """Answer REPORT: the reports of the phases asked for, the newest where none is named."""
    first = sittings[0]
    phases = resolved_stages(first)
    names = [_name(entry) for entry in _WORD.findall(rest)]
    if names:
        phases = [phase for phase in phases if names[0].fits(Phase.parse(phase.name))]
    else:
        phases = phases[-1:]
    copies = copies_of(sittings, phases)
    if copies is not None:
        return copies
    nothing = _nothing(first, rest)
    return mails.written(nothing.game, season_mails.history(nothing))


def _nothing(sitting: Sitting, rest: str) -> HistoryView:
    return HistoryView(
        game=plain_game(game_of(sitting), sitting.table.position),
        powers=(sitting.power,),
        phase=sitting.table.state.phase,
        asked=rest,
        chapters=(),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
    )


# FORECAST: what a season would bring by orders of one's own and such as one makes up for others.
#
# It is played on the position that all may see. Of what the others have sent nothing enters it, nor
# of the draws to come: the hat it uses is its own, and what that draws is not told.

_PAPER_HAT: Final = SeededDraws(b"a forecast")


def forecast_page(sitting: Sitting, undone: Sequence[ReadLine] = ()) -> MailText:
    """Answer FORECAST: what the open phase would bring; see `forecast`."""
    shown = forecast(sitting, undone)
    return mails.written(shown.game, season_mails.forecast(shown))


def forecast(sitting: Sitting, undone: Sequence[ReadLine] = ()) -> ForecastView:
    """Return what the open phase would bring if the others did what a mail makes up, or held.

    Args:
        sitting: the mail at one of its writer's powers.
        undone: other lines of it that are told to have done nothing.
    """
    table, mine = sitting.table, sitting.table.seats_of(sitting.letter.person)
    rules = rules_in(table.rules)
    powers = (*mine, *(power_id for power_id in rules.board.powers if power_id not in mine))
    contexts = tuple(contexts_at(desk_for(table, powers)).items())
    lines = sitting.letter.reading.lines
    named = named_seats(sitting.letter, table) or mine
    shared = read_beforehand(_shared, lines, contexts, named)
    readings = dict(shared.readings)
    given = {
        SeatId(power): _orders(sitting, power, readings[power], is_own=power in mine)
        for power in powers
    }
    made_up = tuple(
        power_id for power_id in powers if power_id not in mine and given[SeatId(power_id)]
    )
    state = rules.view(table.state, mine[:1])
    resolution = read_beforehand(_played, rules, state, tuple(given.items()))
    return ForecastView(
        game=plain_game(game_of(sitting), sitting.table.position),
        powers=mine,
        others=made_up,
        before=state,
        after=resolution.state,
        board=rules.board_in(state),
        outcomes=tuple(
            outcome
            for outcome in resolution.outcomes
            if outcome.power in (*mine, *made_up) and not isinstance(outcome.order, Walk)
        ),
        events=_public(resolution),
        problems=(*shared.loose, *_problems(readings.values()), *undone),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
    )


def _shared(
    lines: tuple[str, ...],
    contexts: tuple[tuple[SeatId, Context], ...],
    named: tuple[SeatId, ...],
) -> Shared:
    return share_out(lines, dict(contexts), named)


def _played(
    rules: DiplomacyRules, state: GameState, given: tuple[tuple[SeatId, tuple[Order, ...]], ...]
) -> SeasonResolution:
    """Play a season out; that takes as long as reading does, so nobody is to wait for it either."""
    return rules.resolve(state, dict(given), _PAPER_HAT)


def _orders(sitting: Sitting, power: SeatId, read: Reading, *, is_own: bool) -> tuple[Order, ...]:
    """Return a power's orders: one's own as they stand, with those of the mail in their places."""
    kind = sitting.table.state.phase.kind
    written = {key_of(order, kind) for order in read.orders}
    standing: Mapping[SeatId, tuple[Order, ...]] = {}
    if is_own:
        records = sitting.transaction.active_orders(sitting.table.phase.id, power)
        standing = sitting.table.codec.drafts(records)
    kept = (
        candidate
        for candidate in standing.get(SeatId(power), ())
        if key_of(candidate, kind) not in written
    )
    return (*kept, *read.orders)


def _problems(readings: Iterable[Reading]) -> tuple[ReadLine, ...]:
    problems: dict[str, ReadLine] = {}
    for read in readings:
        for line in read.lines:
            if line.problem is not None and line.verdict is not Verdict.ACCEPTED:
                complaint = ReadLine(
                    line.text, line.problem.message, line.problem.further_candidates
                )
                problems.setdefault(line.text, complaint)
    return tuple(problems.values())


def _public(resolution: SeasonResolution) -> tuple[Event, ...]:
    """Return the facts that follow from the orders alone, whatever is drawn."""
    drawn = any(isinstance(event, Drawn) for event in resolution.events)
    kinds = (
        (UnitDislodged, UnitDisbanded) if drawn else (UnitDislodged, UnitDisbanded, CentreTaken)
    )
    return tuple(event for event in resolution.events if isinstance(event, kinds))


# What a correction that a game master asks for by mail would do, in a sentence.

_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unit add": "{} would have {}.",
        "unit move": "{} would stand in {}.",
        "unit remove": "{} would be taken off the board.",
        "unit convert": "{} would be an army if it is a fleet, and a fleet if it is an army.",
        "centre set": "{} would belong to {}.",
        "bridge add": "{} would have a bridge {}.",
        "bridge remove": "The bridge of {} over {} would be gone.",
        "points set": "{} would have {} points.",
        "board hole": "{} would be a black hole.",
        "board reopen": "{} would be a black hole no more.",
        "board split": "{} would be split, by the line {}.",
        "outcome set": "In {} the order {} would be told as: {}.",
    }
)
"""By the first words of a command, with what stands behind the game's name in its places."""


def _foreseen(
    sentence: str,
    services: Services,
    transaction: Transaction,
    game_name: str,
    behind: Sequence[str],
) -> tuple[str, ...]:
    del services, transaction, game_name
    return filled_in(sentence, behind)


FORESEEN: Final[Mapping[str, Callable[..., tuple[str, ...]]]] = MappingProxyType(
    {words: partial(_foreseen, sentence) for words, sentence in _SENTENCES.items()}
)
"""Says what each would do."""


ACTS_OF_DIPLOMACY: Final = Acts(
    pages={
        "MAP": map_page,
        "BORDERS": borders_page,
        "POINTS": points_page,
        "HISTORY": history_page,
        "REPORT": report_page,
        "SUMMARY": summary_page,
        "CHART": chart_page,
    },
    joined=frozenset({"BORDERS"}),
    trials={"FORECAST": forecast_page},
    takes=take_walks,
    foresees={"walk": foresee_walk_command, **FORESEEN},
    receipts={GM: WALKS},
)
"""The words of Diplomacy."""
