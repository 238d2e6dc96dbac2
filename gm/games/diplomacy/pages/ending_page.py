"""The end of a game: who won and with what, how everybody finished, and the mail that tells of it."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.events import BY_VOTE
from gm.games.diplomacy.pages.charts.figures import FiguresView, Reader, What, figures
from gm.games.diplomacy.pages.charts.sections import (
    FigureSection,
    GridPage,
    grid_page,
    sections_of,
)
from gm.games.diplomacy.pages.facts.tables import Holding, Rows, bridges, holdings
from gm.games.diplomacy.pages.map_pictures import MapPicture, map_pictures
from gm.games.diplomacy.pages.points_page import goal_of, keeps_points, played, ranked, year_charts
from gm.games.diplomacy.pages.supply_points import AccountsPage, accounts_page, accounts_shown
from gm.games.diplomacy.pages.views import Chronicle, EndingView, GameView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import AccountPart
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.wording.happenings import ended_words
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import place_words, power_words
from gm.languages import gettext, listed, ngettext
from gm.report.pages.frame import Frame, frame_of
from gm.report.wording.dates import day_words, moment_words
from gm.report.wording.sentence_parts import counted, full_stop
from gm.report.wording.text import quiet

# The end of a game: who won and with what, how everybody finished, the centres year by year.

_BESIDE = 7
"""So many powers stand beside one another in a chart."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """A power at the end: its name and player, and a line on what it has or when it went out."""

    name: str
    colour: str
    line: str


@dataclass(frozen=True, slots=True)
class Finale:
    """What is said when a game is over.

    Args:
        honour: what a winner is told in his own mail, or "".
        spoils: what each winner has, a sentence each.
        places: every power, winners first and then by centres.
        charts: supply centres by year, a table or several; points: points by year likewise.
        seed: the seed of all draws; seal: its SHA-256. Both "" where nothing was drawn.
        accounts: those of the last winter, `winter`, in a game with supply points.
        figures: what became of the orders, and how many seasons were missed.
        grid: whose the centres were from year to year; None where it is not told.
        course: when and how long the game was played, in a sentence.
        thanks: to whom, in a sentence. last_word: how to send a closing statement, or "".
    """

    honour: str
    spoils: tuple[str, ...]
    places: tuple[Finisher, ...]
    charts: tuple[Rows, ...]
    points: tuple[Rows, ...]
    seed: str
    seal: str
    accounts: AccountsPage | None
    winter: int
    figures: tuple[FigureSection, ...]
    grid: GridPage | None
    course: str
    thanks: str
    last_word: str


def finale(
    game: GameView,
    state: GameState,
    chronicle: Chronicle,
    winners: tuple[PowerId, ...],
    last: Phase,
    readers: tuple[PowerId, ...],
    zone: str,
    *,
    for_gm: bool,
) -> Finale:
    """Return what is said when a game is over.

    Args:
        game: the game.
        state: its last position; chronicle: how it came to be.
        winners: who won or shares the draw.
        last: the phase that was played last.
        readers: the powers of who reads it, if any; zone: the reader's time zone.
        for_gm: the GM reads it.
    """
    return Finale(
        honour=_honour(winners, readers),
        spoils=tuple(_spoils(game, state, power) for power in winners),
        places=_places(game, state, chronicle, winners),
        charts=centre_charts(game.board, chronicle, state),
        points=_points(game.board, chronicle, state),
        seed=chronicle.seed,
        seal=game.commitment if chronicle.seed else "",
        accounts=_accounts(game, state, readers, for_gm=for_gm),
        winter=state.part(AccountPart).year,
        figures=_figures(game, state, chronicle, last, Reader(readers, for_gm)),
        grid=_grid(game, state, chronicle),
        course=_course(chronicle, last, zone),
        thanks=_thanks(game),
        last_word=_last_word(chronicle, readers, zone),
    )


def _figures(
    game: GameView, state: GameState, chronicle: Chronicle, last: Phase, reader: Reader
) -> tuple[FigureSection, ...]:
    """Return the figures of the game that are not told elsewhere in the mail, as bars."""
    if chronicle.annals is None:
        return ()
    powers = played(game.board, state)
    shown = figures(game, powers, chronicle.annals, reader)
    view = FiguresView(game, last, powers, chronicle.annals, shown, reader)
    return sections_of(view, only=(What.ORDERS, What.NMR))


def _grid(game: GameView, state: GameState, chronicle: Chronicle) -> GridPage | None:
    if chronicle.annals is None:
        return None
    return grid_page(game.board, played(game.board, state), chronicle.years)


def _honour(winners: tuple[PowerId, ...], readers: tuple[PowerId, ...]) -> str:
    if not {*winners} & {*readers}:
        return ""
    if {*winners} <= {*readers}:
        return gettext("You have won the game: congratulations!")
    return gettext("You share the game: congratulations!")


def with_player(game: GameView, power: PowerId) -> str:
    """Return a power with its player: `Munster (Brian)`."""
    player = quiet(game.players.get(power, ""))
    name = power_words(power, game.board)
    return f"{name} ({player})" if player else name


def _spoils(game: GameView, state: GameState, power: PowerId) -> str:
    if keeps_points(game.board):
        return _score(game, state, power)
    centres = [place_words(place, game.board) for place in state.centres_of(power)]
    total = game.board.facts.get("total_centres", len(state.centres))
    name = with_player(game, power)
    if not centres:
        return gettext("{power} owns none of the {total} supply centres.", power=name, total=total)
    return ngettext(
        "{power} owns {n} of the {total} supply centres: {places}.",
        "{power} owns {n} of the {total} supply centres: {places}.",
        len(centres),
        power=name,
        n=len(centres),
        total=total,
        places=listed(centres),
    )


def _score(game: GameView, state: GameState, power: PowerId) -> str:
    """Return with what a power has won by points (Irish 16)."""
    held, goal = state.part(PointsPart).of(power), goal_of(game)
    centres, points = _centres(len(state.centres_of(power))), counted(held, "point")
    name = with_player(game, power)
    if held < goal:
        return gettext(
            "{power} has {points}, and {centres}.", power=name, points=points, centres=centres
        )
    return gettext(
        "{power} has {points}, of {goal} needed, and {centres}.",
        power=name,
        points=points,
        goal=goal,
        centres=centres,
    )


def _places(
    game: GameView, state: GameState, chronicle: Chronicle, winners: tuple[PowerId, ...]
) -> tuple[Finisher, ...]:
    closed = state.part(ChangesPart).closed
    powers = sorted(
        (power for power in game.board.powers.values() if power.id not in closed),
        key=lambda power: (
            power.id not in winners,
            power.id in chronicle.gone,
            -state.part(PointsPart).of(power.id),
            -len(state.centres_of(power.id)),
        ),
    )
    return tuple(
        Finisher(
            with_player(game, power.id),
            game.colour(power.id),
            _place(state, chronicle, power.id, winners),
        )
        for power in powers
    )


def _place(
    state: GameState, chronicle: Chronicle, power: PowerId, winners: tuple[PowerId, ...]
) -> str:
    if power in chronicle.gone:
        since = phase_words(chronicle.gone[power])
        return gettext("out of the game since {phase}", phase=since)
    held = state.part(PointsPart)
    has = [counted(held.of(power), "point")] if held.balances else []
    has += [_centres(len(state.centres_of(power))), _units(len(state.units_of(power)))]
    bridges = sum(bridge.owner == power for bridge in state.part(BridgePart).standing)
    has += [counted(bridges, "bridge")] if bridges else []
    what = listed(has)
    if power not in winners:
        return what
    if len(winners) == 1:
        return gettext("wins with {what}", what=what)
    return gettext("shares the game with {what}", what=what)


def _centres(number: int) -> str:
    return counted(number, "supply centre") if number else gettext("no supply centres")


def _units(number: int) -> str:
    return counted(number, "unit") if number else gettext("no units")


def centre_chart(board: Board, chronicle: Chronicle) -> Rows:
    """Return the supply centres of every power by year, the head first."""
    powers = tuple(board.powers)
    head = ("", *(power_words(power, board) for power in powers))
    rows = (
        (str(year.year), *(str(year.counts.get(power, "-")) for power in powers))
        for year in chronicle.years
    )
    return (head, *rows)


def centre_charts(board: Board, chronicle: Chronicle, state: GameState) -> tuple[Rows, ...]:
    """Return the supply centres by year; with many powers a row for each of them."""
    if len(board.powers) <= _BESIDE:
        return (centre_chart(board, chronicle),)
    return year_charts(board, played(board, state), chronicle.years, "counts")


def _points(board: Board, chronicle: Chronicle, state: GameState) -> tuple[Rows, ...]:
    years = [year for year in chronicle.years if year.points]
    return year_charts(board, ranked(board, state), years, "points")


def _accounts(
    game: GameView, state: GameState, readers: tuple[PowerId, ...], *, for_gm: bool
) -> AccountsPage | None:
    """Return the accounts of the last winter, private ones as the winter's report had them."""
    closed = state.part(AccountPart)
    if not closed.accounts:
        return None
    shown = accounts_shown(game, readers, for_gm=for_gm)
    return accounts_page(closed.accounts, game.board, state, shown=shown)


def _last_word(chronicle: Chronicle, readers: tuple[PowerId, ...], zone: str) -> str:
    until = chronicle.statements_until
    if until is None or not readers:
        return ""
    return gettext(
        "What you want to say of the game to everybody: reply with a line STATEMENT and write "
        "below it, until {when}. All statements are then mailed to all, with the record of the game.",
        when=moment_words(until, zone),
    )


def _course(chronicle: Chronicle, last: Phase, zone: str) -> str:
    return ngettext(
        "The game was played from {first} to {last}, in {n} phase. It began on {day}.",
        "The game was played from {first} to {last}, in {n} phases. It began on {day}.",
        chronicle.phases,
        first=phase_words(chronicle.began),
        last=phase_words(last),
        n=chronicle.phases,
        day=day_words(chronicle.began_at, zone),
    )


def _thanks(game: GameView) -> str:
    players = list(dict.fromkeys(quiet(name) for name in game.players.values() if quiet(name)))
    gm = quiet(game.gm_name)
    if not players:
        return gettext("Thank you for the game! {gm} was its game master.", gm=gm)
    return gettext(
        "Thank you for the game, {players}! {gm} was its game master.",
        players=listed(players),
        gm=gm,
    )


# The mail that tells of a game ended by its GM or by a vote, ready for its templates.

"""The author of an end that the players agreed to."""


@dataclass(frozen=True, slots=True)
class EndingPage:
    """All that the mail says.

    Args:
        over: how the game ended, in a sentence.
        reason: why, in the words of who ended it.
        when: at which point of the game, and by whom.
        holdings: where everybody stands; bridges: those that stand.
        pictures: charts of the game.
    """

    frame: Frame
    over: str
    reason: str
    when: str
    finale: Finale
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    pictures: tuple[MapPicture, ...] = ()


def ending_page(view: EndingView) -> EndingPage:
    """Return all that the mail says to its reader."""
    board, phase = view.game.board, view.state.phase
    return EndingPage(
        frame=frame_of(
            view.game, stage_of(phase), view.reader, None, view.zone, view.now, view.hand
        ),
        over=ended_words(view.ended, board),
        reason=full_stop(quiet(view.ended.reason)),
        when=_when(view),
        finale=finale(
            view.game,
            view.state,
            view.chronicle,
            view.ended.powers,
            phase,
            view.mine,
            view.zone,
            for_gm=view.sees_all,
        ),
        holdings=holdings(board, view.state, view.game.colours),
        bridges=bridges(board, view.state),
        pictures=map_pictures(view.pictures, board, view.state, phase),
    )


def _when(view: EndingView) -> str:
    phase, when = phase_words(view.state.phase), moment_words(view.now, view.zone)
    if view.ended.author == BY_VOTE:
        return gettext(
            "The players, by their vote, ended it in {phase}, on {when}. The orders sent for {phase} "
            "are not carried out.",
            phase=phase,
            when=when,
        )
    return gettext(
        "{gm}, the game master, ended it in {phase}, on {when}. The orders sent for {phase} are not "
        "carried out.",
        gm=quiet(view.game.gm_name),
        phase=phase,
        when=when,
    )
