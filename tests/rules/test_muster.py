"""What is looked up of an order once is the same as if it were looked up each time, and bounded."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError, replace

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId, with_crossings
from gm.games.diplomacy.rules.legality import check_movement
from gm.games.diplomacy.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.reach import Spot, reach_of
from gm.games.diplomacy.rules.season.line_up import Muster, muster_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import ARMY, FLEET, Unit, UnitRef
from gm.games.diplomacy.stored import dump, load_order
from gm.games.diplomacy.variants import ruleset_for

BOARD = load_board("standard")
RULES = ruleset_for("standard", BOARD, {})
ENGLAND, FRANCE, GERMANY = map(PowerId, ("ENGLAND", "FRANCE", "GERMANY"))


def army(power: PowerId, place: str) -> Unit:
    """Return an army."""
    return Unit(power, ARMY, Location(ProvinceId(place)))


def to(unit: Unit, place: str) -> Move:
    """Return a move."""
    return Move(unit.ref, Location(ProvinceId(place)))


def resolved(
    units: Sequence[Unit], orders: Mapping[PowerId, Sequence[Order]]
) -> dict[UnitRef, Outcome]:
    """Return what becomes of orders, by unit."""
    state = GameState(Phase.parse("S1901M")).with_units(units)
    drafts = {SeatId(power): given for power, given in orders.items()}
    told = RULES.resolve(state, drafts, ScriptedDraws()).outcomes
    return {one.order.unit: one for one in told if isinstance(one.order, UnitOrder)}


def test_an_order_is_frozen_and_carries_nothing() -> None:
    """Resolving leaves no trace on an order, and nobody can write to it."""
    unit = army(GERMANY, "MUN")
    order, fresh = to(unit, "BOH"), to(unit, "BOH")
    resolved([unit], {GERMANY: [order]})
    assert (order, hash(order), repr(order), dump(order)) == (
        fresh,
        hash(fresh),
        repr(fresh),
        dump(fresh),
    )
    with pytest.raises(FrozenInstanceError):
        order.to = Location(ProvinceId("TYR"))  # type: ignore[misc]
    for name in ("task", "note"):
        with pytest.raises((AttributeError, TypeError)):
            object.__setattr__(order, name, None)
    for copied in (copy.copy(order), copy.deepcopy(order), replace(order)):
        assert copied == order
    assert copy.deepcopy(unit) == unit


def test_an_order_given_again_is_not_looked_up_again() -> None:
    """The same order to one unit has one task, and the same unit one post."""
    unit, muster = army(GERMANY, "MUN"), muster_of(BOARD)
    post, order = muster.post(unit), to(unit, "TYR")
    assert muster.task(post, order) is muster.task(post, order)
    assert muster.task(post, to(unit, "TYR")).step == muster.task(post, order).step
    assert muster.post(army(GERMANY, "MUN")) is post


def test_an_order_counts_only_for_the_power_that_gave_it() -> None:
    """An order that has been carried out for its unit's owner is nothing in another's hand."""
    unit = army(GERMANY, "MUN")
    order = to(unit, "BOH")
    assert resolved([unit], {GERMANY: [order]})[unit.ref].ordered
    stolen = resolved([unit], {FRANCE: [order]})[unit.ref]
    assert (stolen.order, stolen.ordered) == (Hold(unit.ref), False)


def test_an_order_serves_whoever_stands_there() -> None:
    """The same order is given by one power today and by another tomorrow."""
    order = to(army(GERMANY, "MUN"), "BOH")
    for power in (GERMANY, FRANCE, GERMANY):
        told = resolved([army(power, "MUN")], {power: [order]})
        assert told[order.unit] == Outcome(power, order, Result.OK)


@pytest.mark.parametrize("left", [(), (army(ENGLAND, "YOR"),)], ids=["nobody", "another"])
def test_an_order_to_nobody_is_told_so(left: tuple[Unit, ...]) -> None:
    """An order that was carried out yesterday finds its unit gone today, and perhaps all others."""
    gone, helper = army(GERMANY, "MUN"), army(GERMANY, "KIE")
    order = to(gone, "BER")
    support = Support(helper.ref, gone.ref, order.to)
    assert resolved([gone, helper], {GERMANY: [order, support]})[gone.ref].result is Result.OK
    told = resolved(left, {GERMANY: [order, support]})
    assert {told[one.ref].result for one in (gone, helper)} == {Result.VOID}
    assert [told[one.ref].order for one in left] == [Hold(one.ref) for one in left]
    alone = resolved([*left, helper], {GERMANY: [support]})
    assert alone[helper.ref].result is Result.VOID


def test_an_order_fits_the_board_in_force() -> None:
    """A bridge makes another board: an order that crossed it yesterday does not today."""
    dry = load_board("republic")
    bridge = (ProvinceId("KkW"), ProvinceId("Wat"))
    bridged = with_crossings(dry, frozenset({bridge}))
    unit = army(next(iter(dry.powers)), "Wat")
    order = to(unit, "KkW")
    for board, walks in ((bridged, True), (dry, False), (bridged, True)):
        muster = muster_of(board)
        task = muster.task(muster.post(unit), order)
        assert task.walks is walks
        assert task.post.reach.board is board


def test_a_wrong_coast_of_the_unit_itself_is_put_right_each_time() -> None:
    """The coast is right for one fleet and wrong for the next; both orders are carried out."""
    south, north = (
        Unit(FRANCE, FLEET, Location(ProvinceId("SPA"), coast)) for coast in ("sc", "nc")
    )
    order = to(south, "POR")
    for unit in (south, north, south):
        told = resolved([unit], {FRANCE: [order]})[unit.ref]
        assert (told.order, told.result) == (to(unit, "POR"), Result.OK)


def test_what_stood_in_the_way_is_told_anew() -> None:
    """An outcome that was told before is told again only where the same unit decided it."""
    mover, rival, other = army(GERMANY, "MUN"), army(FRANCE, "BUR"), army(ENGLAND, "KIE")
    order, theirs = to(mover, "RUH"), to(rival, "RUH")
    helped = Support(other.ref, rival.ref, theirs.to)
    alone = resolved([mover, rival], {GERMANY: [order], FRANCE: [theirs]})[mover.ref]
    beaten = resolved(
        [mover, rival, army(ENGLAND, "BEL")],
        {
            GERMANY: [order],
            FRANCE: [theirs],
            ENGLAND: [Support(army(ENGLAND, "BEL").ref, rival.ref, theirs.to)],
        },
    )[mover.ref]
    again = resolved([mover, rival], {GERMANY: [order], FRANCE: [theirs]})[mover.ref]
    assert alone.reason is not None
    assert beaten.reason is not None
    assert (alone.reason.strength, alone.reason.against) == (1, 1)
    assert (beaten.reason.strength, beaten.reason.against) == (1, 2)
    assert again == alone
    assert resolved([mover, other], {GERMANY: [order], ENGLAND: [helped]})[mover.ref].result is (
        Result.OK
    )


def test_only_so_many_tasks_are_kept() -> None:
    """Whatever is ordered, the table stays within its room; what it says stays the same."""
    muster = Muster(reach_of(BOARD), room=10)
    unit = army(GERMANY, "MUN")
    post = muster.post(unit)
    for place in (*BOARD.provinces, "NOWHERE"):
        task = muster.task(post, to(unit, place))
        assert task.walks is (place in post.spot.supports)
        assert len(muster) <= 10


def test_a_stored_order_is_read_once() -> None:
    """The same text is the same value, so that what was looked up of it is found again."""
    text = dump(to(army(GERMANY, "MUN"), "BOH"))
    assert load_order(text) is load_order(text)


def test_one_order_serves_two_powers_at_once() -> None:
    """Read once, an order that two powers give is carried out for the one whose unit it is."""
    unit = army(FRANCE, "MUN")
    order = load_order(dump(to(unit, "BOH")))
    told = resolved([unit], {GERMANY: [order], FRANCE: [order], ENGLAND: [order]})
    assert told[unit.ref] == Outcome(FRANCE, order, Result.OK)


@pytest.mark.parametrize("name", ["standard", "republic", "irish"])
def test_what_is_plain_is_legal(name: str) -> None:
    """A support or convoy that needs no judge is one that legality allows, wherever it is given."""
    board = load_board(name)
    muster, power = Muster(reach_of(board)), next(iter(board.powers))
    spots = [*muster.reach.armies.values(), *muster.reach.fleets.values()]
    plain = 0
    for spot in spots:
        post = muster.post(spot.piece(power))
        for order in some_orders(spot, spots):
            task = muster.task(post, order)
            if not task.judged and task.helps is not None:
                plain += 1
                units = {one.at.province: one.piece(power) for one in (task.helps, spot)}
                assert check_movement(board, units, power, order) is None
    assert plain > 1000


def some_orders(spot: Spot, spots: Sequence[Spot]) -> Iterator[Support | Convoy]:
    """Yield supports and convoys of a unit for those around it, possible and impossible ones."""
    near = [one for one in spots if one.at.province in spot.supports]
    for helped in near:
        yield Support(spot.ref, helped.ref)
        for goal in near:
            yield Support(spot.ref, helped.ref, goal.at)
            yield Support(spot.ref, helped.ref, Location(goal.at.province))
            yield Convoy(spot.ref, helped.ref, goal.at)
