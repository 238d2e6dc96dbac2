"""Which facts of a season its orders tell, so that a report tells each of them once.

A build, a bridge, a payment or a gift that an order brought about stands with that order; what
came by a rule or by the GM has no order, and is told by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import Board, Power, PowerId
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven, is_promise
from gm.games.diplomacy.rules.orders import (
    BuildBridge,
    Convert,
    Disband,
    Give,
    Hold,
    Pay,
    Receive,
    RemoveBridge,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.bridges import BridgeBuilt, BridgeDemolished
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from gm.games.diplomacy.wording.order_lines import ResultLine, result_line
from gm.games.diplomacy.wording.words import unit_words
from gm.languages import gettext, listed
from gm.report.wording.text import quiet


def carried_out(outcomes: Iterable[Outcome]) -> Iterator[tuple[PowerId, Order]]:
    """Yield the orders that came off, with whose they were; of a conditional one what it came to."""
    for outcome in outcomes:
        if outcome.parts:
            yield from carried_out(outcome.parts)
        elif outcome.ordered and outcome.result is Result.OK:
            yield outcome.power, outcome.order


def is_told_by(event: Event, done: Collection[tuple[PowerId, Order]]) -> bool:
    """Tell whether one of the orders that came off says all that a fact says."""
    return any(_tells(power, order, event) for power, order in done)


def _tells(power: PowerId, order: Order, event: Event) -> bool:
    match event, order:
        case BridgeBuilt(bridge), BuildBridge(between):
            return (power, between) == (bridge.owner, bridge.between)
        case BridgeDemolished(bridge, by_civil_disorder=False), RemoveBridge(between):
            return (power, between) == (bridge.owner, bridge.between)
        case PointsPaid(payer, payee, amount), Pay(paid, to):
            return (power, to, paid) == (payer, payee, amount)
        case PointsGiven(giver, to, amount), Give(given, receiver):
            return (power, receiver, given) == (giver, to, amount)
        case UnitConverted(unit), Convert(ref):
            return (power, ref) == (unit.power, unit.ref)
        case _:
            return False


def without_receipts(
    outcomes: Iterable[Outcome], readers: Collection[PowerId] = ()
) -> tuple[Outcome, ...]:
    """Return outcomes without the receipts that a payment among them tells already (Republic 8).

    A receipt with a reason that the payment lacks stays, and so does the reader's own.

    Args:
        outcomes: those a reader may see. readers: his powers.
    """
    every = tuple(outcomes)
    done = [*carried_out(every)]
    return tuple(
        outcome
        for outcome in every
        if outcome.power in readers or not _is_told_receipt(outcome, done)
    )


def _is_told_receipt(outcome: Outcome, done: Collection[tuple[PowerId, Order]]) -> bool:
    order = outcome.order
    if not isinstance(order, Receive) or outcome.result is not Result.OK:
        return False
    return any(
        isinstance(paid, Pay)
        and (payer, paid.to, paid.amount) == (order.sender, outcome.power, order.amount)
        and order.reason in ("", paid.reason)
        for payer, paid in done
    )


# Results of one power that are alike, in one line: holds, moves that came off, builds, payments.


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
    groups: dict[Still | type[Order] | int, list[tuple[Outcome, ResultLine]]] = {}
    for outcome in outcomes:
        result = line(outcome)
        kind = _kind(outcome, result, state, only_holds=only_holds)
        groups.setdefault(kind or id(outcome), []).append((outcome, result))
    return tuple(
        _together(kind, alike, board) if len(alike) > 1 else alike[0][1]
        for kind, alike in groups.items()
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
    outcome: Outcome, line: ResultLine, state: GameState, *, only_holds: bool
) -> Still | type[Order] | None:
    """Return what results are alike by; None for one that stands alone."""
    stood = still(outcome, state)
    if stood is not None:
        return stood
    if only_holds or line.failed or line.why or line.parts:
        return None
    return type(outcome.order)


def _together(
    kind: Still | type[Order] | int, alike: Sequence[tuple[Outcome, ResultLine]], board: Board
) -> ResultLine:
    short = ", ".join(line.short for _, line in alike)
    if not isinstance(kind, Still):
        first, *others = alike
        words = "; ".join(
            (first[1].words, *(_inside(outcome, line.words) for outcome, line in others))
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


# What became of everybody's orders: the reader's own one by one, the others' as short as can be.


@dataclass(frozen=True, slots=True)
class PowerResults:
    """What became of one power's orders."""

    name: str
    player: str
    colour: str
    lines: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class AlikePowers:
    """Powers whose units all stood for the same reason.

    Args:
        title: what they did: "Powers all of whose units hold:". powers: each with its units.
    """

    title: str
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherPowers:
    """What became of the orders of several powers.

    Args:
        apart: each by itself. alike: the powers of which no more is to be told than that their
            units stood, by the reason for that.
    """

    apart: tuple[PowerResults, ...]
    alike: tuple[AlikePowers, ...]


def lines_of(
    view: SeasonView, outcomes: Iterable[Outcome], *, is_own: bool = False
) -> tuple[ResultLine, ...]:
    """Return one power's results, alike ones in a line; of the reader's own only those that held."""
    return lines_together(
        outcomes,
        view.board,
        view.before,
        lambda outcome: line_of(view, outcome),
        only_holds=is_own,
    )


def line_of(view: SeasonView, outcome: Outcome) -> ResultLine:
    """Return one order and what became of it, made once for all readers."""

    def make() -> tuple[Outcome, ResultLine]:
        line = result_line(outcome, view.board, view.before, view.outcomes, capitals=True)
        return outcome, line

    # Kept with its outcome, so that no other outcome ever has the same id.
    return view.once(("line", id(outcome)), make)[1]


def other_powers(view: SeasonView, outcomes: tuple[Outcome, ...]) -> OtherPowers:
    """Return what became of the orders of those whom the reader does not play.

    Args:
        view: the season. outcomes: those that the reader may see.
    """
    shown = without_receipts(outcomes)
    still_alike = view.once("powers alike", lambda: _still_alike(view, shown))
    by_reason: dict[Still, list[PowerId]] = {}
    for power, why in still_alike.items():
        if power not in view.mine:
            by_reason.setdefault(why, []).append(power)
    together = {why: powers for why, powers in by_reason.items() if len(powers) > 1}
    hidden = {*view.mine, *(power for powers in together.values() for power in powers)}
    every = view.once("every power", lambda: _every_power(view, shown))
    return OtherPowers(
        tuple(results for power, results in every if power not in hidden),
        tuple(_alike(view, shown, why, together[why]) for why in Still if why in together),
    )


def promises(view: SeasonView, outcomes: tuple[Outcome, ...]) -> tuple[PowerResults, ...]:
    """Return the promises that came to nothing, which those who print only what was done leave out.

    Args:
        view: the season. outcomes: those that the reader may see.
    """
    unmet = tuple(
        outcome for outcome in outcomes if is_promise(outcome.order) and not outcome.parts
    )
    return tuple(results for _, results in _every_power(view, unmet))


def _still_alike(view: SeasonView, outcomes: tuple[Outcome, ...]) -> dict[PowerId, Still]:
    """Return the powers of which no more is told than that their units stood, each with why."""
    reasons: dict[PowerId, set[Still | None]] = {}
    for outcome in outcomes:
        reasons.setdefault(outcome.power, set()).add(still(outcome, view.before))
    return {
        power: why for power in view.board.powers for why in Still if reasons.get(power) == {why}
    }


def _alike(
    view: SeasonView, outcomes: tuple[Outcome, ...], why: Still, powers: Iterable[PowerId]
) -> AlikePowers:
    units = tuple(_units(view, outcomes, view.board.powers[power]) for power in powers)
    return AlikePowers(_alike_title(why), units)


def _alike_title(why: Still) -> str:
    match why:
        case Still.HELD:
            return gettext("Powers all of whose units hold:")
        case Still.LAWLESS:
            return gettext("Powers all of whose units stand in anarchy:")
        case Still.IDLE:
            return gettext("Powers all of whose units hold, no orders received:")


def _units(view: SeasonView, outcomes: tuple[Outcome, ...], power: Power) -> str:
    """Return a power with its units: `Spain (Pilar Ortega), Fleet GASCONY`."""
    player = quiet(view.game.players.get(power.id, ""))
    name = f"{power.name} ({player})" if player else power.name
    given = (outcome for outcome in outcomes if outcome.power == power.id)
    return f"{name}, {units_named(given, view.board)}"


def _every_power(
    view: SeasonView, outcomes: tuple[Outcome, ...]
) -> tuple[tuple[PowerId, PowerResults], ...]:
    results: list[tuple[PowerId, PowerResults]] = []
    for power in view.board.powers.values():
        lines = lines_of(view, [outcome for outcome in outcomes if outcome.power == power.id])
        if lines:
            player = quiet(view.game.players.get(power.id, ""))
            results.append(
                (power.id, PowerResults(power.name, player, view.game.colour(power.id), lines))
            )
    return tuple(results)
