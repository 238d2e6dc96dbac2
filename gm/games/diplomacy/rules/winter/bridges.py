"""Bridges: river crossings that a power builds and anybody uses (Republic 9, 12).

A bridge opens one river border to all units. It can be attacked in a season and demolished by its
owner in winter; either costs its owner points for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from enum import Enum
from typing import ClassVar

from gm.contract.values import value
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Pair,
    PowerId,
    ProvinceId,
    with_crossings,
)
from gm.games.diplomacy.rules.events import PositionChange
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.orders import AttackBridge, Move, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import Unit, UnitRef, unit_key


@value
class Bridge:
    """A bridge between exactly two provinces (Republic 9i), and who pays for it."""

    between: Pair
    owner: PowerId


class Fall(Enum):
    """How a bridge was lost (Republic 9e, 9f, 6)."""

    DESTROYED = "destroyed"
    DEMOLISHED = "demolished"
    ABANDONED = "abandoned"


@value
class LostBridge:
    """A bridge that is gone and still costs its owner points (Republic 9g).

    Args:
        bridge: which, and whose.
        phase: when it was lost.
        how: by attack, by its owner's order, or in civil disorder.
        by: the powers whose units destroyed it; none unless it was attacked.
    """

    bridge: Bridge
    phase: Phase
    how: Fall
    by: tuple[PowerId, ...] = ()


@value
class BridgePart(StatePart):
    """The bridges of a position.

    Args:
        standing: oldest first; those of one winter by owner's name, then as listed.
        lost: bridges each power has lost so far, powers without losses left out (Republic 9g).
        ledger: when and how bridges were lost, oldest first. It may tell of fewer than are
            counted: recorded positions and old games have the count alone.
    """

    key: ClassVar[str] = "bridges"

    standing: tuple[Bridge, ...] = ()
    lost: Mapping[PowerId, int] = field(default_factory=dict)
    ledger: tuple[LostBridge, ...] = ()

    def over(self, between: Pair) -> tuple[Bridge, ...]:
        """Return the bridges over one pair, oldest first; two powers may each have one (9h)."""
        return tuple(bridge for bridge in self.standing if bridge.between == between)

    def of(self, power: PowerId) -> tuple[Bridge, ...]:
        """Return a power's bridges, oldest first."""
        return tuple(bridge for bridge in self.standing if bridge.owner == power)

    def meant(self, between: Pair, owner: PowerId | None) -> Bridge | None:
        """Return the bridge an order means: the named owner's, or without a name the oldest."""
        fitting = (
            bridge for bridge in self.over(between) if owner is None or bridge.owner == owner
        )
        return next(fitting, None)

    def losses_of(self, power: PowerId) -> tuple[LostBridge, ...]:
        """Return what is known of a power's lost bridges, oldest first."""
        return tuple(bridge for bridge in self.ledger if bridge.bridge.owner == power)

    def without(self, gone: LostBridge) -> BridgePart:
        """Return the part with one bridge gone and its owner's loss counted (Republic 9g)."""
        owner = gone.bridge.owner
        staying = tuple(bridge for bridge in self.standing if bridge != gone.bridge)
        losses = {**self.lost, owner: self.lost.get(owner, 0) + 1}
        return BridgePart(staying, losses, (*self.ledger, gone))


@value
class BridgeBuilt(PositionChange):
    """A new bridge stands, the youngest of all."""

    bridge: Bridge

    def apply(self, state: GameState) -> GameState:
        part = state.part(BridgePart)
        return state.with_part(replace(part, standing=(*part.standing, self.bridge)))


@value
class BridgeDestroyed(PositionChange):
    """A bridge fell to the attacks of these units."""

    bridge: Bridge
    by: tuple[Unit, ...]

    def apply(self, state: GameState) -> GameState:
        powers = tuple(sorted({unit.power for unit in self.by}))
        gone = LostBridge(self.bridge, state.phase, Fall.DESTROYED, powers)
        return state.with_part(state.part(BridgePart).without(gone))


@value
class BridgeDemolished(PositionChange):
    """A bridge was taken down by its owner, or in civil disorder because he could not keep it."""

    bridge: Bridge
    by_civil_disorder: bool = False

    def apply(self, state: GameState) -> GameState:
        how = Fall.ABANDONED if self.by_civil_disorder else Fall.DEMOLISHED
        gone = LostBridge(self.bridge, state.phase, how)
        return state.with_part(state.part(BridgePart).without(gone))


@value
class BridgeWithdrawn(PositionChange):
    """A bridge was taken out of the position by the GM; it was not lost, so it costs nothing."""

    bridge: Bridge

    def apply(self, state: GameState) -> GameState:
        part = state.part(BridgePart)
        standing = list(part.standing)
        standing.remove(self.bridge)
        return state.with_part(replace(part, standing=tuple(standing)))


def has_river(board: Board, between: Pair) -> bool:
    """Tell whether two provinces share a river border, the only kind to be bridged (9b)."""
    here, there = between
    place = board.provinces.get(here)
    ring = place.ring if place is not None else ()
    return any(border.to == there and border.kind is BorderKind.RIVER for border in ring)


@value
class Bridges(Mechanism):
    """Bridges in a season of moves: they open rivers, and units attack them."""

    part: ClassVar[type[StatePart] | None] = BridgePart
    claims: ClassVar[tuple[type[UnitOrder], ...]] = (AttackBridge,)

    def board_in_force(self, board: Board, state: GameState) -> Board:
        """Return the board with the bridged rivers open, to everybody (Republic 9a, 9d)."""
        standing = state.part(BridgePart).standing
        return with_crossings(board, frozenset(bridge.between for bridge in standing))

    def check(self, board: Board, state: GameState, unit: Unit, order: UnitOrder) -> Reason | None:
        """Judge an attack on a bridge: a unit in one of the two provinces, an existing bridge.

        Republic 9f, 12.
        """
        if not isinstance(order, AttackBridge):
            return None
        if unit.at.province not in order.between:
            return Reason(Why.NOT_BESIDE, place=order.between)
        if not has_river(board, order.between):
            return Reason(Why.NO_RIVER, place=order.between)
        if state.part(BridgePart).meant(order.between, order.owner) is None:
            named = (("owner", str(order.owner)),) if order.owner is not None else ()
            return Reason(Why.NO_BRIDGE, place=order.between, detail=named)
        return None

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Return which attacks on bridges came off, and the bridges that fall (Republic 9f).

        Each order is judged alone, with the bridges that stood when the season began; what falls
        is gone before the retreats.
        """
        outcomes: dict[ProvinceId, Outcome] = {}
        hits: dict[Bridge, list[Unit]] = {}
        part = played.before.part(BridgePart)
        for place, order in played.orders.items():
            if not isinstance(order, AttackBridge):
                continue
            reason = _disturbance(played, place)
            result = Result.OK if reason is None else Result.FAILED
            outcomes[place] = replace(played.outcomes[place], result=result, reason=reason)
            target = part.meant(order.between, order.owner)
            attacker = played.before.unit_in(place)
            if reason is None and target is not None and attacker is not None:
                hits.setdefault(target, []).append(attacker)
        falling = (
            BridgeDestroyed(bridge, tuple(sorted(hits[bridge], key=unit_key)))
            for bridge in part.standing
            if bridge in hits
        )
        return Consequences(outcomes, tuple(falling))


def _disturbance(played: MovesPlayed, place: ProvinceId) -> Reason | None:
    """Return why a unit in that province cannot break a bridge, or None.

    Under attack is any legal move order into its province by another power's unit, successful or
    not, except a convoyed one whose convoy fails; being dislodged always counts (Republic 9f).
    """
    attackers = tuple(sorted(_attackers(played, place), key=str))
    if place in played.dislodged_by:
        return played.outcomes[place].reason or Reason(Why.DISLODGED, by=attackers, place=(place,))
    return Reason(Why.ATTACKED, by=attackers, place=(place,)) if attackers else None


def _attackers(played: MovesPlayed, place: ProvinceId) -> list[UnitRef]:
    defender = played.before.unit_in(place)
    attackers: list[UnitRef] = []
    for start, order in played.orders.items():
        if not isinstance(order, Move) or order.to.province != place:
            continue
        unit = played.before.unit_in(start)
        # A legal move is void only where no fleet was ordered to carry it.
        arrives = played.outcomes[start].result not in {Result.NO_CONVOY, Result.VOID}
        if arrives and unit is not None and defender is not None and unit.power != defender.power:
            attackers.append(unit.ref)
    return attackers
