"""What receipts, reports and zines print of Republic is read back as the same order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from gm.contract.orders import Order
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.manners.zine import zine_lines
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Conditional, Move, Pay, Receive, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.order_lines import order_line
from tests.interpret.any_orders import Orders, context

BOARD = load_board("republic")
ANY = Orders(BOARD)
OWN = next(iter(BOARD.powers))
OTHER = PowerId("MUNSTER")


def told_with_owners(where: Context, order: Order) -> Context:
    """Return the position with the units a support or convoy is for in another power's hands."""
    targets = {getattr(order, "target", None)} - {getattr(order, "unit", None)}
    state: GameState = where.state
    units = [replace(unit, power=OTHER) if unit.ref in targets else unit for unit in state.units]
    return replace(where, state=state.with_units(units))


@settings(max_examples=150)
@given(order=ANY.movement())
def test_receipts_of_a_season_read_back(order: Order) -> None:
    """In words and short, with the owners of foreign units told."""
    where = told_with_owners(context(BOARD, "S1016M"), order)
    line = order_line(order, BOARD, where.state, OWN)
    for text in (line.words, line.short, f"{line.words} [{line.short}]"):
        assert read_orders([text], where, strict=True).orders in {(order,), (order, order)}, text


@settings(max_examples=150)
@given(order=ANY.adjustment())
def test_receipts_of_a_winter_read_back(order: Order) -> None:
    """Builds, bridges, payments, and conditions within conditions."""
    where = context(BOARD, "W1016A")
    line = order_line(order, BOARD, where.state, OWN)
    for text in (line.words, line.short):
        assert read_orders([text], where, strict=True).orders == (order,), text


@settings(max_examples=100)
@given(
    orders=st.lists(
        ANY.movement(),
        min_size=1,
        max_size=4,
        unique_by=lambda order: order.unit if isinstance(order, UnitOrder) else order,
    ),
    result=st.sampled_from((Result.OK, Result.BOUNCE, Result.VOID, Result.CUT, Result.FAILED)),
)
@example(orders=[read_canonical("F Cor - NOR", BOARD, PhaseKind.MOVEMENT)], result=Result.OK)
def test_zines_of_a_season_read_back(orders: Sequence[Order], result: Result) -> None:
    """A power's line in a zine is its orders again, whatever became of them."""
    assert read_zine("S1016M", orders, result) == [as_zines_tell(order) for order in orders]


@settings(max_examples=100)
@given(
    orders=st.lists(ANY.adjustment(), min_size=1, max_size=3),
    result=st.sampled_from((Result.OK, Result.VOID, Result.UNMATCHED)),
)
def test_zines_of_a_winter_read_back(orders: Sequence[Order], result: Result) -> None:
    """Without the reasons of payments, which zines leave out; conditions each on its own."""
    plain = [order for order in orders if not isinstance(order, Conditional)]
    for order in (one for one in orders if isinstance(one, Conditional)):
        assert read_zine("W1016A", [order], Result.OK) == [order]
    if plain:
        assert read_zine("W1016A", plain, result) == [as_zines_tell(order) for order in plain]


def as_zines_tell(order: Order) -> Order:
    """Return an order without what zines leave out: VIA, and the reasons of payments."""
    match order:
        case Move():
            return replace(order, via_convoy=False)
        case Pay() | Receive():
            return replace(order, reason="")
        case _:
            return order


def read_zine(phase: str, orders: Sequence[Order], result: Result) -> list[Order]:
    """Return what the zine's line of these orders is read as."""
    where = context(BOARD, phase)
    outcomes = [Outcome(OWN, order, result) for order in orders]
    (line,) = zine_lines(outcomes, BOARD, ())
    return [order for one in read_orders([line], where, strict=True).lines for order in one.orders]
