"""Orders of any kind on any board, and positions in which they can be read."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from gm.contract.orders import Order
from gm.contract.rules import Meta
from gm.contract.seats import SeatId
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Location,
    Pair,
    PowerId,
    Province,
    Terrain,
    pair,
)
from gm.games.diplomacy.rules.conditions import (
    And,
    Attacks,
    BridgeStands,
    Condition,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Not,
    Or,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.games.diplomacy.rules.filled_in import SeasonCheck
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    Waive,
)
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef

GRAMMARS = {
    "standard": "diplomacy/orders",
    "republic": "diplomacy/republic",
    "irish": "diplomacy/irish",
}
REASONS = ("", "toll", "for you and me", "the Nore bridge, as agreed", "it's yours")


@dataclass(frozen=True)
class AllowsAll:
    """Rules that refuse nothing: only the reading is under test."""

    meta: Meta
    grammar: str

    def check(
        self, state: GameState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[SeasonCheck, ...]:
        """Every order is legal."""
        return tuple(map(SeasonCheck, orders))


def units_on(board: Board) -> list[Unit]:
    """One unit in every province, all of the first power's."""
    power = next(iter(board.powers))
    return [Unit(power, kind, _at(place, kind)) for place, kind in _kinds(board)]


def _kinds(board: Board) -> list[tuple[Province, UnitKind]]:
    fleet = {Terrain.SEA: True, Terrain.INLAND: False}
    return [
        (place, UnitKind.FLEET if fleet.get(place.terrain, number % 2 == 0) else UnitKind.ARMY)
        for number, place in enumerate(board.provinces.values())
    ]


def _rivers(board: Board) -> list[Pair]:
    """The pairs that a bridge can link; conditions name no others."""
    return [
        pair(place.id, border.to)
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.RIVER
    ]


def _at(place: Province, kind: UnitKind) -> Location:
    coast = place.coasts[-1].id if place.coasts and kind is UnitKind.FLEET else None
    return Location(place.id, coast)


class Orders:
    """Strategies for the orders of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        units = [unit.ref for unit in units_on(board)]
        self.unit = st.sampled_from(units)
        self.army = st.sampled_from([unit for unit in units if unit.kind is UnitKind.ARMY])
        self.fleet = st.sampled_from([unit for unit in units if unit.kind is UnitKind.FLEET])
        self.place = st.sampled_from(list(board.provinces))
        self.power = st.sampled_from(list(board.powers)[1:])
        self.points = st.integers(1, 99)
        self.reason = st.sampled_from(REASONS)
        pairs = st.lists(self.place, min_size=2, max_size=2, unique=True)
        self.pair = pairs.map(lambda two: pair(*two))
        rivers = sorted({*_rivers(board)}) or [pair(*list(board.provinces)[:2])]
        self.river = st.sampled_from(rivers)

    def aim(self, unit: UnitRef) -> st.SearchStrategy[Location]:
        """Somewhere else, with a coast where a fleet has one."""
        places = [p for p in self.board.provinces.values() if p.id != unit.at.province]
        return st.sampled_from(places).map(lambda place: _at(place, unit.kind))

    def movement(self) -> st.SearchStrategy[Order]:
        """Any movement order of the game."""
        kinds: list[st.SearchStrategy[Order]] = [
            self.unit.map(Hold),
            self.unit.flatmap(lambda unit: st.builds(Move, st.just(unit), self.aim(unit))),
            self.army.flatmap(
                lambda unit: st.builds(Move, st.just(unit), self.aim(unit), st.just(True))
            ),
            self.unit.flatmap(self._support),
            self.army.flatmap(
                lambda army: st.builds(Convoy, self.fleet, st.just(army), self.aim(army))
            ),
        ]
        if self.board.id == "republic":
            owner = st.none() | self.power
            kinds += [
                self.fleet.map(Convert),
                st.builds(AttackBridge, self.unit, self.pair, owner),
            ]
        return st.one_of(kinds)

    def _support(self, target: UnitRef) -> st.SearchStrategy[Order]:
        return st.builds(Support, self.unit, st.just(target), st.none() | self.aim(target))

    def retreat(self) -> st.SearchStrategy[Order]:
        """Any retreat order."""
        retreats = self.unit.flatmap(
            lambda unit: st.builds(Retreat, st.just(unit), self.aim(unit))
        )
        return retreats | self.unit.map(Disband)

    def adjustment(self) -> st.SearchStrategy[Order]:
        """Any winter order of the game."""
        kinds: list[st.SearchStrategy[Order]] = [
            self.unit.map(Disband),
            self.unit.map(Build),
            st.just(Waive()),
        ]
        if self.board.id == "republic":
            kinds += [
                self.pair.map(BuildBridge),
                self.pair.map(RemoveBridge),
                st.builds(Pay, self.points, self.power, self.reason),
                st.builds(Receive, self.points, self.power, self.reason),
            ]
        if self.board.id == "irish":
            kinds.append(st.builds(Give, self.points, self.power))
        return st.recursive(st.one_of(kinds), self._conditional, max_leaves=4)

    def _conditional(self, inner: st.SearchStrategy[Order]) -> st.SearchStrategy[Order]:
        then = st.lists(inner, min_size=1, max_size=2).map(tuple)
        otherwise = st.lists(inner, max_size=2).map(tuple)
        return st.builds(Conditional, self.condition(), then, otherwise)

    def condition(self) -> st.SearchStrategy[Condition]:
        """Any condition; what printing simplifies is left out."""
        atoms: list[st.SearchStrategy[Condition]] = [
            self.unit.map(WasDislodged),
            self.unit.map(Succeeded),
            self.unit.map(Failed),
            self.place.map(IsVacant),
            *(st.builds(kind, self.power, self.place) for kind in (IsIn, Owns, Enters, Attacks)),
            st.builds(Supports, self.power, self.unit, st.none() | self.place),
        ]
        if self.board.id == "republic":
            atoms.append(st.builds(BridgeStands, self.river, st.none() | self.power))
        return st.recursive(st.one_of(atoms), _joined, max_leaves=4)


def _joined(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    def of(kind: type[And] | type[Or]) -> st.SearchStrategy[Condition]:
        parts = inner.filter(lambda one: not isinstance(one, kind))
        return st.lists(parts, min_size=2, max_size=3).map(lambda many: kind(tuple(many)))

    return of(And) | of(Or) | inner.filter(lambda one: not isinstance(one, Not)).map(Not)


def context(board: Board, phase: str) -> Context:
    """A position in which every unit of the board stands, or retreats."""
    meta = Meta("any", "Any", "nobody", "1", board.id, "", (), 1)
    units = tuple(units_on(board))
    if phase.endswith("R"):
        state = GameState(
            Phase.parse(phase), dislodged=tuple(Dislodged(unit, None, ()) for unit in units)
        )
    else:
        state = GameState(Phase.parse(phase)).with_units(units)
    return Context(
        AllowsAll(meta, GRAMMARS[board.id]), state, board, PowerId(next(iter(board.powers)))
    )  # type: ignore[arg-type]
