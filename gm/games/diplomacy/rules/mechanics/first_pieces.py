"""The choice of first pieces: each minor power begins with an army or a fleet (Irish 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.adjustments import fit_fault
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.events import UnitBuilt
from gm.games.diplomacy.rules.mechanics import Adjusted, Setup
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.orders import Choose
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef


def places_of_choice(board: Board) -> dict[PowerId, tuple[ProvinceId, ...]]:
    """Return where each power chooses a piece: the start of a power says `? DEN`."""
    choices = {
        power.id: tuple(ProvinceId(text[2:]) for text in power.start if text.startswith("? "))
        for power in board.powers.values()
    }
    return {power: places for power, places in choices.items() if places}


@value
class FirstPieces(Setup):
    """Pieces of a player's choice.

    An army stands where nothing was ordered, or a fleet that is impossible; a fleet that names no
    coast where it should stands on the first in the alphabet (Irish 2, ruling).

    Args:
        choices: the provinces in which each power chooses a piece.
    """

    choices: Mapping[PowerId, tuple[ProvinceId, ...]] = field(default_factory=dict)

    def due(self, state: GameState, power: PowerId) -> bool:
        """Tell whether the power has a piece to choose; a country nobody plays has none."""
        return bool(self._open(state, power))

    def open_slots(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[str, ...]:
        """Return the pieces not chosen yet, as the map writes them: `? DEN`."""
        faults = self.check(board, state, power, orders)
        done = {
            order.unit.at.province
            for order, fault in zip(orders, faults, strict=True)
            if isinstance(order, Choose) and fault is None
        }
        return tuple(f"? {place}" for place in self._open(state, power) if place not in done)

    def check(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[Reason | None, ...]:
        """Judge each choice; the last one for a province counts."""
        last = _last(orders)
        return tuple(
            self._fault(board, state, power, order)
            if not isinstance(order, Choose) or last[order.unit.at.province] == index
            else Reason(Why.DUPLICATE, place=(order.unit.at.province,))
            for index, order in enumerate(orders)
        )

    def resolve(
        self, board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
    ) -> Adjusted:
        """Set up every piece that is to be chosen."""
        outcomes: list[Outcome] = []
        events: list[Event] = []
        for power in sorted({*self.choices, *orders}):
            listed = orders.get(power, ())
            faults = self.check(board, state, power, listed)
            chosen: dict[ProvinceId, UnitRef] = {}
            for order, fault in zip(listed, faults, strict=True):
                result = Result.OK if fault is None else Result.VOID
                outcomes.append(Outcome(power, order, result, fault))
                if isinstance(order, Choose) and fault is None:
                    chosen[order.unit.at.province] = order.unit
            for place in self._open(state, power):
                ref = _settled(board, place, chosen.get(place))
                events.append(UnitBuilt(Unit(power, ref.kind, ref.at)))
                outcomes += _unasked(power, place, ref, listed)
        return Adjusted(tuple(outcomes), tuple(events))

    def _open(self, state: GameState, power: PowerId) -> tuple[ProvinceId, ...]:
        if power not in self.choices or power in state.part(ChangesPart).closed:
            return ()
        return tuple(place for place in self.choices[power] if state.unit_in(place) is None)

    def _fault(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        if not isinstance(order, Choose):
            return Reason(Why.WRONG_PHASE)
        place = order.unit.at.province
        if place not in self._open(state, power):
            return Reason(Why.NOT_A_HOME, place=(place,))
        fault = fit_fault(board, order.unit)
        return None if fault is not None and fault.why is Why.COAST_MISSING else fault


def _last(orders: tuple[Order, ...]) -> dict[ProvinceId, int]:
    """Return the place in the list of the last choice for each province."""
    return {
        order.unit.at.province: index
        for index, order in enumerate(orders)
        if isinstance(order, Choose)
    }


def _settled(board: Board, place: ProvinceId, chosen: UnitRef | None) -> UnitRef:
    """Return the piece that stands in a province: the choice, or an army."""
    home = board.province(place)
    if chosen is None:
        kind = UnitKind.FLEET if home.terrain is Terrain.SEA else UnitKind.ARMY
        return UnitRef(kind, Location(place))
    if chosen.kind is UnitKind.ARMY or not home.coasts:
        return UnitRef(chosen.kind, Location(place))
    coast = chosen.at.coast or min(coast.id for coast in home.coasts)
    return UnitRef(chosen.kind, Location(place, coast))


def _unasked(
    power: PowerId, place: ProvinceId, ref: UnitRef, listed: tuple[Order, ...]
) -> Iterator[Outcome]:
    """Yield the army of a power that ordered nothing for a province."""
    if not any(isinstance(order, Choose) and order.unit.at.province == place for order in listed):
        yield Outcome(power, Choose(ref), Result.OK, Reason(Why.UNORDERED), ordered=False)
