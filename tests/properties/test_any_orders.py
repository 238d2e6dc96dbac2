"""Whatever orders come, the rules answer them: no order of any kind, however wrong, breaks a phase."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    UnitOrder,
    Waive,
)
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef, unit_key
from gm.games.diplomacy.variants import ruleset_for

GAMES = {name: ruleset_for(name, load_board(name), {}) for name in ("standard", "republic")}


class Scribbler:
    """Writes orders of any kind about anything on a board, and things that are not on it."""

    def __init__(self, rules: DiplomacyRules, chance: Random) -> None:
        self.rules = rules
        self.pick = chance.choice
        self.places = [*list(rules.board.provinces)[:12], ProvinceId("Atlantis")]
        self.powers = [*rules.board.powers, PowerId("NOBODY")]

    def spot(self) -> Location:
        """Return a location, perhaps on a coast that is not there."""
        return Location(self.pick(self.places), self.pick([None, None, None, "nc", "xx"]))

    def ref(self) -> UnitRef:
        """Return the name of a unit, which mostly does not exist."""
        return UnitRef(self.pick(list(UnitKind)), self.spot())

    def order(self) -> Order:
        """Return an order."""
        pair = (self.pick(self.places), self.pick(self.places))
        power, amount = self.pick(self.powers), self.pick([-1, 0, 1, 7, 99])
        return self.pick(
            [
                Hold(self.ref()),
                Move(self.ref(), self.spot(), self.pick([True, False])),
                Support(self.ref(), self.ref(), self.pick([None, self.spot()])),
                Convoy(self.ref(), self.ref(), self.spot()),
                Convert(self.ref()),
                AttackBridge(self.ref(), pair, self.pick([None, power])),
                Retreat(self.ref(), self.spot()),
                Disband(self.ref()),
                Build(self.ref()),
                Waive(),
                BuildBridge(pair),
                RemoveBridge(pair),
                Pay(amount, power),
                Receive(amount, power),
            ]
        )

    def state(self, phase: str) -> GameState:
        """Return a position with a few armies, some of them dislodged in a retreat phase."""
        board = self.rules.board
        units = [
            Unit(self.pick(list(board.powers)), UnitKind.ARMY, Location(place))
            for place in self.places[:-1]
            if board.province(place).terrain is not Terrain.SEA and self.pick([True, False])
        ]
        beaten = units[:2] if phase.endswith("R") else []
        standing = sorted((unit for unit in units if unit not in beaten), key=unit_key)
        return replace(
            self.rules.new_game(ScriptedDraws()).state,
            phase=Phase.parse(phase),
            units=tuple(standing),
            dislodged=tuple(Dislodged(unit, None, (self.spot(),)) for unit in beaten),
        )


@pytest.mark.parametrize("phase", ["S1017M", "F1017R", "W1017A"])
@pytest.mark.parametrize("name", sorted(GAMES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=150)
def test_any_orders_are_answered(name: str, phase: str, seed: int) -> None:
    """Each order is judged, the phase is resolved, and its facts lead to the next state."""
    rules = GAMES[name]
    scribbler = Scribbler(rules, Random(seed))
    state = scribbler.state(phase)
    given_ = {
        SeatId(power): [scribbler.order() for _ in range(scribbler.pick(range(9)))]
        for power in rules.board.powers
    }
    for seat, listed in given_.items():
        assert len(rules.check(state, seat, listed)) == len(listed)
        rules.open_slots(state, seat, listed)
    resolution = rules.resolve(state, given_, ScriptedDraws())
    assert replay(state, resolution.events) == resolution.state
    for unit in state.units if phase.endswith("M") else ():
        mine = [
            outcome
            for outcome in resolution.outcomes
            if isinstance(outcome.order, UnitOrder)
            and outcome.order.unit.at.province == unit.at.province
            and outcome.order.unit.kind is unit.kind
        ]
        assert len(mine) == 1
