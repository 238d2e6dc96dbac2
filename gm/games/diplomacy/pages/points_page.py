"""Points for people: balances, this winter's income and gifts, how far it is to the goal (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gm.contract.events import Event
from gm.games.diplomacy.pages.facts.annals import PointsStory, YearOfCentres
from gm.games.diplomacy.pages.facts.tables import Rows, by_time
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsGiven, PointsPart
from gm.games.diplomacy.rules.mechanics.victory_points import PointRates
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import points_words, power_words
from gm.languages import gettext, listed, pgettext

_FACT, _GOAL, _LAST = "minor_points_per_centre", "goal", "final_year"


@dataclass(frozen=True, slots=True)
class PointsPage:
    """The points of all powers.

    Args:
        table: what a winter brought, to whom it brought anything; its head first. Empty for none.
        line: the balances in a sentence, of those that the table does not tell.
        goal: what wins.
    """

    table: Rows
    line: str
    goal: str


def keeps_points(board: Board) -> bool:
    """Tell whether the powers of this game keep points from winter to winter."""
    return _FACT in board.facts


def played(board: Board, state: GameState) -> tuple[PowerId, ...]:
    """Return the powers that somebody plays."""
    closed = state.part(ChangesPart).closed
    return tuple(power for power in board.powers if power not in closed)


def goal_of(game: GameView) -> int:
    """Return how many points win; 0 where no number does."""
    chosen = game.settings().get(_GOAL, "")
    return int(chosen) if chosen.isdecimal() else 0


def goal_words(game: GameView) -> str:
    """Return what wins, in a sentence or two."""
    goal, last = goal_of(game), game.settings().get(_LAST, "")
    sentence = gettext(
        "Whoever has {goal} points after a winter wins; of several the one with the most, and "
        "equals share the win.",
        goal=goal,
    )
    if not last.isdecimal():
        return sentence
    end = gettext(
        "The game ends with Winter {year} at the latest: then the most points win.", year=last
    )
    return f"{sentence} {end}"


def points_page(game: GameView, events: Sequence[Event], state: GameState) -> PointsPage | None:
    """Return the points after a phase; None in a game without, and while nobody has any.

    Args:
        game: the game; events: the facts of the phase; state: the position after it.
    """
    part = state.part(PointsPart)
    if not keeps_points(game.board) or not any(part.balances.values()):
        return None
    incomes = next((event.incomes for event in events if isinstance(event, IncomePaid)), None)
    if incomes is None:
        return PointsPage((), balances_line(game.board, state), goal_words(game))
    gifts = [points_given for points_given in events if isinstance(points_given, PointsGiven)]
    busy = {power for gift in gifts for power in (gift.giver, gift.to)}
    shown = [
        power_id
        for power_id in ranked(game.board, state)
        if incomes.get(power_id) or power_id in busy
    ]
    rest = [power_id for power_id in ranked(game.board, state) if power_id not in shown]
    rows = _winter_rows(game, state, incomes, gifts, shown) if shown else ()
    return PointsPage(rows, _unpaid(game.board, state, rest), goal_words(game))


def _unpaid(board: Board, state: GameState, powers: Sequence[PowerId]) -> str:
    """Return what those have whom a winter brought nothing, as a sentence; "" for nobody."""
    part = state.part(PointsPart)
    names = (f"{power_words(power, board)} {part.of(power)}" for power in powers)
    # Translators: {balances} is "Spain 7 and Norway 0".
    return gettext("Without income: {balances}.", balances=listed(names)) if powers else ""


def ranked(board: Board, state: GameState) -> list[PowerId]:
    """Return the powers in play, those with the most points first."""
    part = state.part(PointsPart)
    return sorted(played(board, state), key=lambda power: -part.of(power))


def balances_line(board: Board, state: GameState) -> str:
    """Return who has how many points, the most first, as one sentence."""
    part = state.part(PointsPart)
    holders = [power for power in ranked(board, state) if part.of(power)]
    names = ", ".join(f"{power_words(power, board)} {part.of(power)}" for power in holders)
    if not names:
        return gettext("Nobody has any points yet.")
    rest = [power for power in played(board, state) if power not in holders]
    if not rest:
        return f"{names}."
    if len(rest) == 1:
        only = power_words(rest[0], board)
        # Translators: {balances} is "Austria 12, Turkey 7".
        return gettext("{balances}; {power} none.", balances=names, power=only)
    # Translators: {balances} is "Austria 12, Turkey 7".
    return gettext("{balances}; the others none.", balances=names)


def _winter_rows(
    game: GameView,
    state: GameState,
    paid: Mapping[PowerId, int],
    gifts: Sequence[PointsGiven],
    powers: Sequence[PowerId],
) -> Rows:
    board, part, goal = game.board, state.part(PointsPart), goal_of(game)
    rates = PointRates.of(board.facts)
    rows: list[tuple[str, ...]] = []
    for power in powers:
        got = sum(gift.amount for gift in gifts if gift.to == power)
        gave = sum(gift.amount for gift in gifts if gift.giver == power)
        income, now = paid.get(power, 0), part.of(power)
        rate = rates.a_centre(board, power)
        rows.append(
            (
                power_words(power, board),
                str(now - income - got + gave),
                *((str(-gave), str(got)) if gifts else ()),
                str(income // rate if rate else 0),
                str(rate),
                str(income),
                str(now),
                str(max(goal - now, 0)),
            )
        )
    given = (pgettext("points", "given"), pgettext("points", "got")) if gifts else ()
    head = (
        "",
        pgettext("points", "before"),
        *given,
        pgettext("points", "centres"),
        pgettext("points", "each"),
        pgettext("points", "income"),
        pgettext("points", "now"),
        pgettext("points", "to go"),
    )
    return (head, *rows)


def standing_rows(game: GameView, state: GameState) -> Rows:
    """Return who has how many points, what a winter would bring now, and how far the goal is."""
    board, part, goal = game.board, state.part(PointsPart), goal_of(game)
    rates = PointRates.of(board.facts)
    rows = (
        (
            power_words(power, board),
            str(part.of(power)),
            str(max(goal - part.of(power), 0)),
            str(len(state.centres_of(power))),
            str(rates.a_centre(board, power)),
            str(len(state.centres_of(power)) * rates.a_centre(board, power)),
        )
        for power in ranked(board, state)
    )
    head = (
        "",
        pgettext("points", "points"),
        pgettext("points", "to go"),
        pgettext("points", "centres"),
        pgettext("points", "each"),
        pgettext("points", "a winter"),
    )
    return (head, *rows)


def year_charts(
    board: Board, powers: Iterable[PowerId], years: Sequence[YearOfCentres], what: str
) -> tuple[Rows, ...]:
    """Return a table for every few years, a row for each power.

    Args:
        board: for the names; powers: whose rows.
        years: oldest first.
        what: `points` or `counts`.
    """
    columns = [year.points if what == "points" else year.counts for year in years]
    rows = {
        power_words(power, board): [str(values.get(power, "-")) for values in columns]
        for power in powers
    }
    return by_time([str(year.year) for year in years], rows)


def gift_words(story: PointsStory, board: Board, year: int) -> tuple[str, ...]:
    """Return the gifts of a year, a sentence each, in their order."""
    return tuple(
        gettext(
            "{phase}: {giver} gave {power} {points}.",
            phase=phase_words(phase),
            giver=power_words(gift.giver, board),
            power=power_words(gift.to, board),
            points=points_words(gift.amount),
        )
        for phase, gift in story.gifts
        if phase.year == year
    )
