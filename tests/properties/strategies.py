"""Boards, positions and orders made up for the properties.

Hypothesis chooses a number; everything else follows from it, so that a failing season can be made
again and thousands are made in a few seconds. Orders are biased towards trouble: few destinations,
many supports and convoys.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from hypothesis import strategies as st

from gm.adapters.boards import load_board
from gm.rules.board import (
    Board,
    Border,
    BorderKind,
    Location,
    Power,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.rules.legality import check_movement
from gm.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.rules.units import Unit, UnitKind

POWERS = [PowerId(name) for name in ("BLUE", "GREEN", "RED")]
STANDARD = load_board("standard")


@dataclass(frozen=True)
class Season:
    """A board with units and an order for some of them."""

    board: Board
    units: dict[ProvinceId, Unit]
    orders: dict[ProvinceId, UnitOrder]


def seasons() -> st.SearchStrategy[Season]:
    """Seasons on small made-up boards and in crowded corners of the standard one."""
    return st.integers(0, 2**40).map(make_season)


def make_season(seed: int) -> Season:
    """Return the season that belongs to a number."""
    chance = Random(seed)
    board = STANDARD if chance.random() < 0.4 else make_board(chance)
    near = _corner(chance) if board is STANDARD else sorted(board.provinces)
    count = chance.randint(3, min(11, len(near)))
    units = {place: _make_unit(chance, board, place) for place in chance.sample(near, count)}
    return Season(board, units, _make_orders(chance, board, units))


def make_board(chance: Random) -> Board:
    """Return a connected board of six to ten provinces, some of them sea, one inland perhaps."""
    ids = [ProvinceId(chr(ord("A") + number) * 3) for number in range(chance.randint(6, 10))]
    kinds = [Terrain.COASTAL, Terrain.COASTAL, Terrain.SEA]
    terrain = {place: chance.choice(kinds) for place in ids}
    terrain[ids[0]], terrain[ids[1]] = Terrain.SEA, Terrain.COASTAL
    pairs = set(pairwise(ids)) | {pair for pair in combinations(ids, 2) if chance.random() < 0.35}
    borders = {
        pair: _border_kind(chance, terrain[pair[0]], terrain[pair[1]]) for pair in sorted(pairs)
    }
    provinces = {
        place: Province(place, place, terrain[place], tuple(_ring(place, borders)))
        for place in ids
    }
    powers = {power: Power(power, power.title(), power.title()) for power in POWERS}
    return Board("made-up", "Made up", provinces, powers)


def _border_kind(chance: Random, one: Terrain, other: Terrain) -> BorderKind:
    if Terrain.SEA in (one, other):
        return BorderKind.SEA
    return chance.choice([BorderKind.LAND, BorderKind.COAST])


def _ring(
    place: ProvinceId, borders: dict[tuple[ProvinceId, ProvinceId], BorderKind]
) -> list[Border]:
    return [
        Border(two if one == place else one, kind)
        for (one, two), kind in borders.items()
        if place in (one, two)
    ]


def _corner(chance: Random) -> list[ProvinceId]:
    heart = ProvinceId(chance.choice(["NTH", "ENG", "TYS", "BLA", "BAL", "MUN", "AEG", "SKA"]))
    return sorted({heart, *STANDARD.neighbours(heart)})


def _make_unit(chance: Random, board: Board, place: ProvinceId) -> Unit:
    province = board.province(place)
    kind = {
        Terrain.SEA: UnitKind.FLEET,
        Terrain.INLAND: UnitKind.ARMY,
        Terrain.COASTAL: chance.choice([UnitKind.ARMY, UnitKind.FLEET]),
    }[province.terrain]
    coasts = [coast.id for coast in province.coasts]
    coast = chance.choice(coasts) if coasts and kind is UnitKind.FLEET else None
    powers = list(board.powers)[:3]
    return Unit(chance.choice(powers), kind, Location(place, coast))


def _make_orders(
    chance: Random, board: Board, units: dict[ProvinceId, Unit]
) -> dict[ProvinceId, UnitOrder]:
    orders = _make_convoys(chance, board, units) if chance.random() < 0.6 else {}
    ships = [place for place, order in orders.items() if isinstance(order, Convoy)]
    wanted = chance.sample(sorted(board.provinces), 2) + chance.sample(sorted(units), 2) + ships
    for place, unit in units.items():
        if place not in orders and chance.random() < 0.45:
            orders[place] = _make_move(chance, board, unit, wanted)
    for place, unit in units.items():
        if place not in orders:
            movers = [order for order in orders.values() if isinstance(order, Move)]
            orders[place] = _make_help(chance, board, unit, movers, units)
    return {place: order for place, order in orders.items() if chance.random() < 0.97}


def _make_convoys(
    chance: Random, board: Board, units: dict[ProvinceId, Unit]
) -> dict[ProvinceId, UnitOrder]:
    """Return orders of armies to sail, mostly to where a unit stands, and of fleets to carry."""
    orders: dict[ProvinceId, UnitOrder] = {}
    shores = [p.id for p in board.provinces.values() if p.terrain is Terrain.COASTAL]
    taken = [place for place in shores if place in units]
    for place, unit in units.items():
        goal = chance.choice((taken or shores) if chance.random() < 0.7 else shores)
        if unit.kind is not UnitKind.ARMY or chance.random() < 0.4:
            continue
        for sea, fleet in units.items():
            convoy = Convoy(fleet.ref, unit.ref, Location(goal))
            legal = check_movement(board, units, fleet.power, convoy) is None
            if sea not in orders and legal and chance.random() < 0.8:
                orders[sea] = convoy
                orders[place] = Move(unit.ref, Location(goal), chance.random() < 0.2)
    return orders


def _make_move(chance: Random, board: Board, unit: Unit, wanted: list[ProvinceId]) -> UnitOrder:
    if unit.kind is UnitKind.FLEET:
        goals = sorted(fleet_moves(board, unit.at), key=str)
    else:
        goals = [Location(place) for place in sorted(army_moves(board, unit.at.province))]
        goals += [
            Location(place.id)
            for place in board.provinces.values()
            if place.terrain is Terrain.COASTAL and place.id in wanted
        ]
    liked = [goal for goal in goals if goal.province in wanted]
    if not goals:
        return Hold(unit.ref)
    return Move(unit.ref, chance.choice(liked or goals), chance.random() < 0.15)


def _make_help(
    chance: Random,
    board: Board,
    unit: Unit,
    movers: list[Move],
    units: dict[ProvinceId, Unit],
) -> UnitOrder:
    """Return a support or convoy that is legal, if a few tries find one."""
    for _ in range(8):
        if movers and chance.random() < 0.8:
            move = chance.choice(movers)
            order: UnitOrder = Support(unit.ref, move.unit, move.to)
            if move.unit.kind is UnitKind.ARMY and chance.random() < 0.6:
                order = Convoy(unit.ref, move.unit, move.to)
        else:
            order = Support(unit.ref, chance.choice(sorted(units.values(), key=str)).ref)
        if check_movement(board, units, unit.power, order) is None:
            return order
    return Hold(unit.ref)


def make_tangle(seed: int) -> Season:
    """Return the standard board with a fleet in every sea and as many convoys as will go."""
    chance = Random(seed)
    seas = [p.id for p in STANDARD.provinces.values() if p.terrain is Terrain.SEA]
    shores = [p.id for p in STANDARD.provinces.values() if p.terrain is Terrain.COASTAL]
    places = seas + chance.sample(shores, chance.randint(15, len(shores)))
    units = {place: _make_unit(chance, STANDARD, place) for place in places}
    orders = _make_convoys(chance, STANDARD, units)
    ships = [place for place, order in orders.items() if isinstance(order, Convoy)]
    for place, unit in units.items():
        if place not in orders and chance.random() < 0.5:
            orders[place] = _make_move(chance, STANDARD, unit, ships)
    movers = [order for order in orders.values() if isinstance(order, Move)]
    for place, unit in units.items():
        if place not in orders:
            orders[place] = _make_help(chance, STANDARD, unit, movers, units)
    return Season(STANDARD, units, orders)
