"""Seasons of Irish Diplomacy made up for timing: a board late in the game, and orders for all powers.

Everything follows from the numbers of a game and a season. A game's board has been split forty times
and has six black holes. All 23 powers have pieces, as many as there are supply centres, a third of
them give points, and three special units walk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Entry, Location, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_now import board_now
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_board
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.orders import Convoy, Give, Hold, Move, Support, UnitOrder
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.reach import Reach, Spot, reach_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, unit_key
from gm.games.diplomacy.stored import dump, load_order, load_state

SPLITS = 40
HOLES = 6
SPECIALS = ("IRISH 1", "PSYCHIATRIST 1", "PSYCHIATRIST 2", "IRISH 2", "PSYCHIATRIST 3")
LEFT = 3
"""Of fourteen games of nothing but holds, 2.4 special units were left on average by then."""


@dataclass(frozen=True)
class Made:
    """One season: its position and orders as they are stored, and its chance.

    Args:
        splits, holes: what has happened to the board.
        state: the position, as text.
        orders: each seat's orders, as texts.
    """

    splits: tuple[Split, ...]
    holes: tuple[ProvinceId, ...]
    state: str
    orders: dict[SeatId, list[str]]
    draws: SeededDraws

    def read(self) -> tuple[GameState, dict[SeatId, tuple[Order, ...]], SeededDraws]:
        """Return what `resolve` takes, every value of it new."""
        orders = {
            seat: tuple(load_order(text) for text in texts) for seat, texts in self.orders.items()
        }
        return load_state(self.state), orders, self.draws

    def units(self) -> int:
        """Return how many pieces there are."""
        return len(load_state(self.state).units)


def make_seasons(game: int, count: int, specials: int = LEFT) -> list[Made]:
    """Return so many seasons on the board of a game; the hat has the same seed in all of them."""
    walking = SPECIALS[:specials]
    splits = tuple(make_splits(Random(game), load_board("irish")))
    chances = [Random(game * 1000 + number) for number in range(1, count + 1)]
    return [make_season(splits, walking, chance) for chance in chances]


def make_season(splits: tuple[Split, ...], specials: Sequence[str], chance: Random) -> Made:
    """Return a season on a board that has been split so, on which these special units walk."""
    printed = load_board("irish")
    halves = {half for it in splits for half in it.halves}
    holes = tuple(sorted(halves)[:: len(halves) // HOLES][:HOLES])
    board = board_now(printed, (), splits, (), holes)
    units = tuple(sorted(make_units(chance, board), key=unit_key))
    spaces = sorted(it.id for it in board.provinces.values() if it.entry is Entry.ALL)
    state = GameState(
        Phase.parse("S1994M"),
        units,
        {place: unit.power for place, unit in zip(sorted(board.centres()), units, strict=False)},
        parts={
            part.key: part
            for part in (
                ChangesPart(holes=holes, splits=splits),
                WanderersPart({one: chance.choice(spaces) for one in specials}),
                PointsPart(dict.fromkeys(board.powers, 40)),
            )
        },
    )
    orders: dict[SeatId, list[str]] = {SeatId(power): [] for power in board.powers}
    for unit, order in make_orders(chance, reach_of(board), units):
        orders[SeatId(unit.power)].append(dump(order))
    for giver, taker in list(zip(board.powers, reversed(board.powers), strict=True))[::3]:
        orders[SeatId(giver)].append(dump(Give(2, taker)))
    return Made(splits, holes, dump(state), orders, SeededDraws(bytes(32)))


def make_splits(chance: Random, board: Board) -> list[Split]:
    """Return forty splits of provinces and of their halves, drawn as the hat draws them."""
    found: list[Split] = []
    while len(found) < SPLITS:
        place = chance.choice([it for it in board.provinces if it != "IRE"])
        first, second = chance.sample(line_neighbours(board, place), 2)
        split = Split(place, (first, second), halves_of(board, place))
        board = split_board(board, split)
        found.append(split)
    return found


def make_units(chance: Random, board: Board) -> list[Unit]:
    """Return as many pieces as there are centres, each power having its share."""
    spaces = [it for it in board.provinces.values() if it.entry is Entry.ALL]
    powers = list(board.powers)
    units = []
    for index, place in enumerate(chance.sample(spaces, sum(1 for _ in board.centres()))):
        fleet = place.terrain is Terrain.SEA or (
            place.terrain is Terrain.COASTAL and chance.random() < 0.5
        )
        coast = chance.choice(place.coasts).id if fleet and place.coasts else None
        kind = UnitKind.FLEET if fleet else UnitKind.ARMY
        units.append(Unit(powers[index % len(powers)], kind, Location(place.id, coast)))
    return units


def make_orders(
    chance: Random, reach: Reach, units: tuple[Unit, ...]
) -> list[tuple[Unit, UnitOrder]]:
    """Return an order for each unit: half move, a third support, some convoy, the rest hold."""
    orders: dict[Unit, UnitOrder] = {}
    for unit in units:
        steps = sorted(reach.spot(unit.ref).refuges, key=str)
        if steps and chance.random() < 0.5:
            orders[unit] = Move(unit.ref, chance.choice(steps))
    sailing = [unit for unit in units if unit.kind is UnitKind.FLEET and unit not in orders]
    for unit in units:
        if unit in orders:
            continue
        helped = [it for it in units if it != unit and can_help(reach, unit, orders.get(it), it)]
        spot = reach.spot(unit.ref)
        if spot.ship and unit in sailing and chance.random() < 0.3:
            orders[unit] = convoyed(chance, reach, unit, units) or Hold(unit.ref)
        elif helped and chance.random() < 0.8:
            other = chance.choice(helped)
            going = orders.get(other)
            to = Location(going.to.province) if isinstance(going, Move) else None
            orders[unit] = Support(unit.ref, other.ref, to)
        else:
            orders[unit] = Hold(unit.ref)
    return list(orders.items())


def can_help(reach: Reach, unit: Unit, order: UnitOrder | None, other: Unit) -> bool:
    """Tell whether a unit can support what another is to do."""
    place = order.to.province if isinstance(order, Move) else other.at.province
    return place in reach.spot(unit.ref).supports


def convoyed(chance: Random, reach: Reach, unit: Unit, units: tuple[Unit, ...]) -> Convoy | None:
    """Return the convoy of an army on the fleet's shore to another shore of it."""
    shores = set(shore_of(reach, reach.spot(unit.ref)))
    armies = [it for it in units if it.kind is UnitKind.ARMY and it.at.province in shores]
    if not armies:
        return None
    army = chance.choice(armies)
    goals = sorted(shores - {army.at.province})
    return Convoy(unit.ref, army.ref, Location(chance.choice(goals))) if goals else None


def shore_of(reach: Reach, spot: Spot) -> list[ProvinceId]:
    """Return the open lands beside a fleet's sea."""
    return [place for place in sorted(spot.supports) if not reach.seas >> reach.number[place] & 1]
