"""Supply points as plain values for JSON: closed accounts, and the bridges whose loss they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gm.contract.events import Drawn, Event
from gm.contract.orders import Order
from gm.contract.past import Past, PastStage
from gm.contract.rules import Drafts, Position, Rules
from gm.contract.seats import SeatId
from gm.contract.summaries import OrderResult, PositionSummary, StepSummary
from gm.contract.told import Step
from gm.games.diplomacy.desk.laid import rules_in
from gm.games.diplomacy.pages.ending_page import centre_charts
from gm.games.diplomacy.pages.facts.board_facts import changed_board
from gm.games.diplomacy.pages.facts.course import board_story_in, chronicle_of
from gm.games.diplomacy.pages.facts.tables import bridges, holdings
from gm.games.diplomacy.pages.facts.unrest import present_words, specials_now
from gm.games.diplomacy.pages.points_page import balances_line
from gm.games.diplomacy.pages.supply_points import accounts_page
from gm.games.diplomacy.pages.views import Chronicle
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    GameWon,
    PowerEliminated,
    UnitDisbanded,
    UnitDislodged,
)
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy, in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven, PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersMet, WanderersPart
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import unit_key
from gm.games.diplomacy.rules.winter.accounts import (
    Account,
    AccountPart,
    AccountsClosed,
    account_figures,
)
from gm.games.diplomacy.rules.winter.bridges import BridgePart, LostBridge
from gm.games.diplomacy.rules.winter.payments import halves
from gm.games.diplomacy.wording.draw_words import draw_words
from gm.games.diplomacy.wording.explain import sentence
from gm.games.diplomacy.wording.happenings import event_words
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import listed
from gm.report.wording.text import columns


def points_of(state: GameState) -> dict[str, Any] | None:
    """Return the accounts of the last winter and all lost bridges; None where there are neither.

    `bridges_lost` has for each power their number, and what is known of when and how.
    """
    closed, part = state.part(AccountPart), state.part(BridgePart)
    if not closed.accounts and not part.lost:
        return None
    return {
        "year": closed.year or None,
        "accounts": accounts_of(closed.accounts),
        "bridges_lost": {
            power: {
                "number": part.lost[power],
                "known": [_loss(bridge) for bridge in part.losses_of(power)],
            }
            for power in sorted(part.lost)
        },
    }


def closed_accounts(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    """Return the accounts that a phase closed, by power; empty for any but a winter with points."""
    closed = [event for event in events if isinstance(event, AccountsClosed)]
    return accounts_of(closed[-1].accounts) if closed else {}


def accounts_of(accounts: Iterable[Account]) -> dict[str, dict[str, int]]:
    """Return accounts by power, the upkeep of units and of bridges apart where that is known."""
    by_power = {}
    for account in accounts:
        by_power[str(account.power)] = account_figures(account)
        if account.unit_upkeep is not None and account.bridge_upkeep is not None:
            parts = {"unit_upkeep": account.unit_upkeep, "bridge_upkeep": account.bridge_upkeep}
            by_power[str(account.power)] |= parts
    return by_power


def _loss(gone: LostBridge) -> dict[str, Any]:
    return {
        "between": list(gone.bridge.between),
        "phase": str(gone.phase),
        "how": gone.how.value,
        "by": list(gone.by),
    }


# Which payments of a winter have no other half yet, for its GM.


def payments_waiting(
    rules: DiplomacyRules, state: GameState, lists: Mapping[SeatId, Sequence[Order]]
) -> dict[PowerId, tuple[Pay | Receive, ...]]:
    """Return what has no other half yet and could be paid if it had, by whose it is.

    Args:
        rules, state: of the game.
        lists: the orders of its winter that stand, sent in it or ahead of it.
    """
    payments: dict[PowerId, tuple[Pay | Receive, ...]] = {}
    for power, known in halves(state, lists).items():
        seat = SeatId(power)
        outlook = rules.outlook(state, seat, lists[seat])
        payable = outlook.payable(known) if outlook is not None else known
        if waiting := tuple(half.order for half in payable if not half.matched):
            payments[power] = waiting
    return payments


# A game of Diplomacy as its master sees it at a glance: for people, and for programs.
#
# Programs read powers by id and provinces by short name.


class SeasonSummaries:
    """Keeps the contract's `Summaries`."""

    def step(
        self,
        rules: Rules[GameState, Outcome],
        step: Step[GameState, Outcome],
        *,
        draws: bool = True,
    ) -> StepSummary:
        """Return what a phase brought: results, units lost, centres taken, the end of the game."""
        board = rules_in(rules).board_in(step.before)
        return StepSummary(
            tuple(
                OrderResult(
                    outcome.power,
                    order_text(outcome.order, board),
                    outcome.result.value + ("+dislodged" if outcome.dislodged else ""),
                    sentence(outcome, board, step.outcomes),
                )
                for outcome in step.outcomes
            ),
            _news(rules_in(rules), step, draws=draws),
            {"accounts": closed_accounts(step.events)},
        )

    def position(
        self,
        past: Past[GameState, Outcome],
        at: PastStage[GameState, Outcome] | None,
        *,
        after: bool = False,
    ) -> PositionSummary:
        """Return units, centres, bridges and points, and how the board came to differ from print."""
        if at is None:
            return PositionSummary(facts=_accounts_facts(None, ()) | {"centres_by_year": {}})
        state = at.after if after else at.before
        year, accounts = _accounts(at.before, at.events)
        own_powers = _own(past)
        board = rules_in(past.rules).board_in(state)
        won = any(isinstance(event, GameWon) for event in at.events)
        chronicle = chronicle_of(past, at.after if won else at.before)
        lines = [
            *_position_lines(past, board, state),
            *_account_lines(board, state, accounts, year, own_powers),
        ]
        return PositionSummary(
            (*lines, *_chart_lines(chronicle, board, state)),
            {
                **_position(board, state),
                **_changes(board, state),
                "points": points_of(state),
                **_accounts_facts(
                    year,
                    [
                        account
                        for account in accounts
                        if own_powers is None or account.power in own_powers
                    ],
                ),
                "centres_by_year": _chart(chronicle),
            },
        )

    def unmatched(self, at: Position[GameState], drafts: Drafts) -> str:
        """Return whose payments have no other half yet."""
        waiting = payments_waiting(rules_in(at.rules), at.state, drafts)
        board = rules_in(at.rules).board
        names = [power.name for power in board.powers.values() if waiting.get(power.id)]
        return f"Payments have no other half yet: {listed(names)}." if names else ""


def _news(
    rules: DiplomacyRules, step: Step[GameState, Outcome], *, draws: bool
) -> tuple[str, ...]:
    """Return what no order tells; without the draws, what follows from the moves alone."""
    if not draws and any(isinstance(event, Drawn) for event in step.events):
        board = rules.board_in(step.before)
        news = [event_words(event, board) for event in step.events if _is_of_moves(event)]
        return tuple(words for words in news if words)
    return tuple(_as_it_went(rules, step.before, step.events))


def _as_it_went(rules: DiplomacyRules, state: GameState, events: Sequence[Event]) -> Iterator[str]:
    """Yield what the events tell, each on the board as it was then."""
    for event in events:
        after = rules.replay(state, (event,))
        if _is_news(event):
            # A split's halves are names of the board after it, all others of the one before.
            board = rules.board_in(after if isinstance(event, ProvinceSplit) else state)
            words = event_words(event, board)
            if words:
                yield words
        elif isinstance(event, Drawn):
            yield draw_words(event.draw, rules.board_in(state))
        state = after


def _is_of_moves(event: Event) -> bool:
    """Tell whether a fact follows from the moves alone, whatever is drawn."""
    return isinstance(event, UnitDislodged | UnitDisbanded)


_NEWS = (
    UnitDislodged,
    CentreTaken,
    PowerEliminated,
    GameWon,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
    WanderersMet,
    FellIntoAnarchy,
    Cured,
    PointsGiven,
)


def _is_news(event: Event) -> bool:
    if isinstance(event, UnitDisbanded):
        return event.by_civil_disorder
    return isinstance(event, _NEWS)


def _accounts(
    state: GameState, events: tuple[Event, ...]
) -> tuple[int | None, tuple[Account, ...]]:
    """Return the year and the accounts of the last winter, by a phase or before it."""
    for event in reversed(events):
        if isinstance(event, AccountsClosed):
            return event.year, event.accounts
    part = state.part(AccountPart)
    return (part.year, part.accounts) if part.accounts else (None, ())


def _own(past: Past[GameState, Outcome]) -> frozenset[PowerId] | None:
    """Return whose accounts a GM may see whole who plays where payments are private; None for all."""
    viewer = past.viewer
    if viewer.sees_all or not rules_in(past.rules).adjustments.keeps_payments():
        return None
    return frozenset(viewer.seats)


def _accounts_facts(year: int | None, accounts: Sequence[Account]) -> dict[str, object]:
    return {"accounts_of": year, "accounts": accounts_of(accounts)}


def _position(board: Board, state: GameState) -> dict[str, Any]:
    standing = state.part(BridgePart)
    return {
        "units": {power: [str(unit) for unit in state.units_of(power)] for power in board.powers},
        "dislodged": [
            {
                "power": dislodged.unit.power,
                "unit": str(dislodged.unit),
                "retreats": [str(place) for place in dislodged.retreats],
            }
            for dislodged in state.dislodged
        ],
        "centres": {power: [*state.centres_of(power)] for power in board.powers},
        "bridges": [
            {"between": [*bridge.between], "owner": bridge.owner} for bridge in standing.standing
        ],
        "bridges_lost": {power: standing.lost.get(power, 0) for power in board.powers},
        "eliminated": [*state.eliminated],
    }


def _changes(board: Board, state: GameState) -> dict[str, Any]:
    """Return what Irish Diplomacy adds to a position; nothing in other games."""
    changes, wanderers = state.part(ChangesPart), state.part(WanderersPart)
    if not wanderers.places and not changes.holes:
        return {}
    return {
        "holes": [*changes.holes],
        "reopened": [*changes.opened],
        "splits": [
            {"province": split.province, "line": [*split.line], "halves": [*split.halves]}
            for split in changes.splits
        ],
        "halves": {name: [*halves] for name, halves in board.gone.items()},
        "specials": dict(wanderers.places),
        "anarchy": [str(unit) for unit in sorted(in_anarchy(state), key=unit_key)],
        "victory_points": dict(state.part(PointsPart).balances),
    }


def _chart(chronicle: Chronicle) -> dict[str, Mapping[SeatId, int]]:
    return {str(year.year): dict(year.counts) for year in chronicle.years}


def _position_lines(
    past: Past[GameState, Outcome], board: Board, state: GameState
) -> Iterator[str]:
    yield ""
    for holding in holdings(board, state):
        units = holding.units if holding.units != "none" else "no units"
        yield f"  {holding.name}: {units}; centres {holding.centres}"
    for line in bridges(board, state):
        yield f"  {line}"
    if past.rules.meta.chance:
        yield from _changed_lines(past, board, state)


def _changed_lines(
    past: Past[GameState, Outcome], board: Board, state: GameState
) -> Iterator[str]:
    """Yield how the board has changed, where the special units are, and who has how many points."""
    changed = changed_board(board, state, board_story_in(past))
    yield from (f"  Closed: {line}" for line in changed.closed)
    yield from (f"  Black hole: {line}" for line in changed.holes)
    yield from (f"  Reopened: {line}" for line in changed.reopened)
    yield from (f"  {line}" for line in changed.halves)
    if anarchy := present_words(board, state):
        yield f"  In anarchy: {anarchy}"
    if specials := specials_now(board, state):
        yield f"  Special units: {specials}"
    if points := balances_line(board, state):
        yield f"  Points: {points}"


def _account_lines(
    board: Board,
    state: GameState,
    accounts: tuple[Account, ...],
    year: int | None,
    own_powers: frozenset[PowerId] | None,
) -> Iterator[str]:
    if not accounts:
        return
    page = accounts_page(accounts, board, state, shown=own_powers)
    yield ""
    yield f"  The accounts of Winter {year}"
    yield from columns(page.income)
    yield from columns(page.spending)
    yield from (f"  Lost: {line}" for line in page.losses)


def _chart_lines(chronicle: Chronicle, board: Board, state: GameState) -> Iterator[str]:
    yield ""
    yield "  Supply centres by year"
    for chart in centre_charts(board, chronicle, state):
        yield from columns(chart)
