"""Whole games of Irish Diplomacy made up from a number: any orders at all, sensible or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import (
    Board,
    Location,
    PowerId,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.conditions import IsIn, Not
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.orders import (
    Build,
    Choose,
    Conditional,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Retreat,
    Support,
    Waive,
    Walk,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.variants import ruleset_for

PRINTED = load_board("irish")
GM_SEAT = SeatId("GM")

Drafts = dict[SeatId, list[Order]]


@dataclass
class Game:
    """A game that plays itself.

    Args:
        seed: from it follow the orders, the draws and who does not play.
        settings: of the game.
    """

    seed: int
    settings: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.rules: DiplomacyRules = ruleset_for("irish", PRINTED, self.settings)
        self.draws = SeededDraws(str(self.seed).encode())
        seats = list(self.rules.meta.seats)
        absent = self.chance.choice([0, 0, 3, 8, 15])
        self.unplayed = tuple(self.chance.sample(seats, absent))
        self.first = self.rules.new_game(self.draws, self.unplayed)

    def phases(self, seasons: int) -> Iterator[tuple[GameState, Drafts, SeasonResolution]]:
        """Play so many movement seasons, and yield each phase: before, orders, what became."""
        state = self.first.state
        while seasons and not state.winners:
            given = self.orders(state)
            made = self.rules.resolve(state, given, self.draws)
            yield state, given, made
            seasons -= state.phase.kind is PhaseKind.MOVEMENT
            state = made.state

    def orders(self, state: GameState) -> Drafts:
        """Return orders for everybody who is asked, and for the GM's special units."""
        board = self.rules.board_in(state)
        found: Drafts = {}
        for power in board.powers:
            if SeatId(power) not in self.unplayed:
                found[SeatId(power)] = list(orders_of(self.chance, board, state, power))
        if state.phase.kind is PhaseKind.MOVEMENT and self.chance.random() < 0.4:
            found[GM_SEAT] = list(_walks(self.chance, board, state))
        return found


def orders_of(
    chance: Random, board: Board, state: GameState, power: PowerId, *, gifts: bool = True
) -> Iterator[Order]:
    """Yield orders of a power, sensible or not; gifts are those of Irish Diplomacy."""
    match state.phase.kind:
        case PhaseKind.SETUP:
            home = chance.choice([*board.powers[power].home, chance.choice(list(board.provinces))])
            coast = chance.choice([None, None, "nc", "ec"])
            yield Choose(UnitRef(chance.choice([*UnitKind]), Location(home, coast)))
        case PhaseKind.MOVEMENT:
            for unit in state.units_of(power):
                if chance.random() < 0.95:
                    yield _move(chance, board, state, unit)
            if gifts:
                yield from _gifts(chance, board)
        case PhaseKind.RETREAT:
            for one in state.dislodged:
                if one.unit.power == power and chance.random() < 0.8:
                    yield Retreat(one.unit.ref, chance.choice(one.retreats))
        case PhaseKind.ADJUSTMENT:
            yield from _winter(chance, board, state, power)
            if gifts:
                yield from _gifts(chance, board)


def _move(chance: Random, board: Board, state: GameState, unit: Unit) -> Order:
    near = _steps(board, unit) or [unit.at]
    there = chance.choice([*near * 4, Location(chance.choice(list(board.provinces)))])
    friend = chance.choice(state.units)
    goal = chance.choice(_steps(board, friend) or [friend.at])
    kinds: list[Order] = [
        *[Move(unit.ref, there)] * 4,
        Move(unit.ref, there, via_convoy=True),
        Support(unit.ref, friend.ref, chance.choice([None, goal])),
        Convoy(unit.ref, friend.ref, goal),
        Hold(unit.ref),
    ]
    return chance.choice(kinds)


def _steps(board: Board, unit: Unit) -> list[Location]:
    """Return where a unit could go, closed countries and holes too."""
    if unit.kind is UnitKind.FLEET:
        return sorted(fleet_moves(board, unit.at), key=str)
    return [
        Location(to)
        for to in sorted(army_moves(board, unit.at.province))
        if board.province(to).terrain is not Terrain.SEA
    ]


def _winter(chance: Random, board: Board, state: GameState, power: PowerId) -> Iterator[Order]:
    for home in board.powers[power].home:
        coasts = [None, *(coast.id for coast in board.province(home).coasts)]
        yield Build(UnitRef(chance.choice([*UnitKind]), Location(home, chance.choice(coasts))))
    own = state.units_of(power)
    if own and chance.random() < 0.5:
        yield Disband(chance.choice(own).ref)
    if chance.random() < 0.2:
        yield Waive()


def _gifts(chance: Random, board: Board) -> Iterator[Order]:
    if chance.random() < 0.2:
        gift = Give(chance.randint(1, 9), chance.choice(list(board.powers)))
        condition = IsIn(chance.choice(list(board.powers)), _place(chance, board))
        yield chance.choice([gift, Conditional(Not(condition), (gift,))])


def _walks(chance: Random, board: Board, state: GameState) -> Iterator[Order]:
    for special, place in state.part(WanderersPart).places.items():
        to = chance.choice([*board.neighbours(place), _place(chance, board)])
        yield Walk(special, to)


def _place(chance: Random, board: Board) -> ProvinceId:
    return chance.choice([*board.provinces, *board.gone])
