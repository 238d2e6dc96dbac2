"""Results of one power that are alike, in one line: holds, moves that came off, builds, payments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from gm.contract.orders import Order
from gm.games.diplomacy.pages.wording.order_lines import ResultLine
from gm.games.diplomacy.pages.wording.words import unit_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.orders import Disband, Hold, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, listed


def lines_together(
    outcomes: Iterable[Outcome],
    board: Board,
    state: GameState,
    line: Callable[[Outcome], ResultLine],
    *,
    only_holds: bool = False,
) -> tuple[ResultLine, ...]:
    """Return the lines of one power's results, those that are alike in one.

    What failed, or has a reason to tell, has a line to itself. Lines stand in the sequence of the
    first result of each.

    Args:
        outcomes: of one power. board, state: those in force when it ordered.
        line: makes the line of one outcome.
        only_holds: units that held are told together, and all else has a line each.
    """
    found: dict[Still | type[Order] | int, list[tuple[Outcome, ResultLine]]] = {}
    for outcome in outcomes:
        told = line(outcome)
        kind = _kind(outcome, told, state, only_holds=only_holds)
        found.setdefault(kind or id(outcome), []).append((outcome, told))
    return tuple(
        _together(kind, alike, board) if len(alike) > 1 else alike[0][1]
        for kind, alike in found.items()
    )


class Still(Enum):
    """Why a unit stood where it was, and nothing else is to be told of it."""

    HELD = "ordered to hold"
    LAWLESS = "in anarchy"
    IDLE = "without an order"


def still(outcome: Outcome, state: GameState) -> Still | None:
    """Return why a unit stood where it was; None where it did not, or was dislodged.

    Args:
        outcome: of its order. state: the position in which it was given.
    """
    order = outcome.order
    if not isinstance(order, Hold) or outcome.result is not Result.OK or outcome.dislodged:
        return None
    if outcome.ordered:
        return Still.HELD
    return Still.LAWLESS if state.find(order.unit) in in_anarchy(state) else Still.IDLE


def units_named(outcomes: Iterable[Outcome], board: Board) -> str:
    """Return the units of orders to hold, their places in capitals: `Army PARIS and Fleet BREST`."""
    orders = (outcome.order for outcome in outcomes)
    units = (order.unit for order in orders if isinstance(order, Hold))
    return listed(unit_words(unit, board, final=True) for unit in units)


def _kind(
    outcome: Outcome, told: ResultLine, state: GameState, *, only_holds: bool
) -> Still | type[Order] | None:
    """Return what results are alike by; None for one that stands alone."""
    stood = still(outcome, state)
    if stood is not None:
        return stood
    if only_holds or told.failed or told.why or told.parts:
        return None
    return type(outcome.order)


def _together(
    kind: Still | type[Order] | int, alike: Sequence[tuple[Outcome, ResultLine]], board: Board
) -> ResultLine:
    short = ", ".join(told.short for _, told in alike)
    if not isinstance(kind, Still):
        first, *others = alike
        words = "; ".join(
            (first[1].words, *(_inside(outcome, told.words) for outcome, told in others))
        )
        return ResultLine(words, short, first[1].verdict, "", failed=False)
    units = units_named((outcome for outcome, _ in alike), board)
    match kind:
        case Still.HELD:
            words = gettext("{units} hold", units=units)
        case Still.LAWLESS:
            words = gettext("{units} stand in anarchy", units=units)
        case Still.IDLE:
            words = gettext("{units} hold (no orders received)", units=units)
    return ResultLine(words, short, "", "", failed=kind is Still.IDLE)


def _inside(outcome: Outcome, words: str) -> str:
    """Return an order's words as they stand inside a sentence; a unit's begin with its kind."""
    order = outcome.order
    if isinstance(order, UnitOrder) and not isinstance(order, Disband):
        return words
    return words[:1].lower() + words[1:]
