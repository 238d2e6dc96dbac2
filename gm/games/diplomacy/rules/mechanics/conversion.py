"""Conversion: a fleet in a coastal province becomes an army (Republic 10b)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Location, ProvinceId, Terrain
from gm.games.diplomacy.rules.events import PositionChange
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.orders import Convert, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind


@value
class UnitConverted(PositionChange):
    """A fleet has become an army."""

    unit: Unit
    to: Unit

    def apply(self, state: GameState) -> GameState:
        staying = [unit for unit in state.units if unit != self.unit]
        return state.with_units([*staying, self.to])


@value
class Conversion(Mechanism):
    """The order to convert. The fleet does nothing else, and may be supported in holding."""

    claims: ClassVar[tuple[type[UnitOrder], ...]] = (Convert,)

    def check(self, board: Board, state: GameState, unit: Unit, order: UnitOrder) -> Reason | None:
        """Judge a conversion: armies do not convert, nor fleets at sea (Republic 10b)."""
        if not isinstance(order, Convert):
            return None
        here = unit.at.province
        if unit.kind is not UnitKind.FLEET:
            return Reason(Why.NOT_A_FLEET, place=(here,))
        if board.province(here).terrain is not Terrain.COASTAL:
            return Reason(Why.WRONG_TERRAIN, place=(here,))
        return None

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Return the fleets that are armies now: those that were not dislodged (10b)."""
        outcomes: dict[ProvinceId, Outcome] = {}
        events: list[Event] = []
        for place, order in sorted(played.orders.items()):
            unit = played.before.unit_in(place)
            if not isinstance(order, Convert) or unit is None:
                continue
            outcome = played.outcomes[place]
            if place in played.dislodged_by:
                reason = outcome.reason or Reason(Why.DISLODGED, place=(place,))
                outcomes[place] = replace(outcome, result=Result.FAILED, reason=reason)
            else:
                outcomes[place] = replace(outcome, result=Result.OK, reason=None)
                army = Unit(unit.power, UnitKind.ARMY, Location(place))
                events.append(UnitConverted(unit, army))
        return Consequences(outcomes, tuple(events))
