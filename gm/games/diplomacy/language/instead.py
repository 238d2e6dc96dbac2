"""What can be ordered in place of a winter order whose province is no more (Irish 4, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.values import Context
from gm.games.diplomacy.rules.board import Board, Entry, Location, ProvinceId
from gm.games.diplomacy.rules.orders import Build, Disband, Waive
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.units import UnitRef


def is_shut(board: Board, order: Order) -> bool:
    """Tell whether the province of a build or removal cannot be entered any more."""
    if not isinstance(order, Build | Disband):
        return False
    halves = board.meant(order.unit.at.province)
    return not any(board.province(half).entry is Entry.ALL for half in halves)


def others(
    order: Order, given: Sequence[Order], context: Context
) -> tuple[tuple[Order, ...], ...]:
    """Return what a power could order instead, each as an answer to a question.

    Args:
        order: the build or removal that cannot be.
        given: all that the power has ordered; what stands there is not offered again.
        context: the position.
    """
    kind = _builds if isinstance(order, Build) else _removals
    taken = {build.unit.at.province for build in given if isinstance(build, Build)}
    fit = (
        candidate
        for candidate in kind(order, context)
        if candidate not in given and _place(candidate) not in taken
    )
    return tuple((candidate,) for candidate in fit if _check(candidate, context) is None)


def _place(order: Order) -> ProvinceId | None:
    return order.unit.at.province if isinstance(order, Build) else None


def _builds(order: Order, context: Context) -> Iterator[Order]:
    if not isinstance(order, Build):
        return
    for home in sorted(context.board.powers[context.power].home):
        for at in _spots(order, home, context):
            yield Build(UnitRef(order.unit.kind, at))
    yield Waive()


def _spots(order: Build, home: ProvinceId, context: Context) -> Iterator[Location]:
    """Yield a home, or its coasts where the unit has to name one."""
    plain = Location(home)
    reason = _check(Build(UnitRef(order.unit.kind, plain)), context)
    if reason is not None and reason.why is Why.COAST_MISSING:
        for coast in context.board.province(home).coasts:
            yield Location(home, coast.id)
    else:
        yield plain


def _removals(_order: Order, context: Context) -> Iterator[Order]:
    for unit in context.state.units_of(context.power):
        yield Disband(unit.ref)


def _check(order: Order, context: Context) -> Reason | None:
    return context.ruleset.check(context.state, SeatId(context.power), [order])[0].refused
