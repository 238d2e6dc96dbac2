"""What is remembered of an autumn, so that winter orders may depend on it (Republic 9e)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import ClassVar

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.conditions import (
    Atom,
    Attacks,
    BridgeStands,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.games.diplomacy.rules.events import PositionChange
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.mechanics.deeds import WinterDeeds
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Season
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.rules.winter.bridges import BridgePart


@value
class AutumnPart(StatePart):
    """How the units fared in the last autumn, each as it stood before the moves.

    Args:
        year: of that autumn; a later winter knows nothing of it.
        succeeded, failed: the units whose outcome was plainly ok, and all others.
        dislodged: the units that were dislodged.
    """

    key: ClassVar[str] = "autumn"

    year: int = 0
    succeeded: tuple[UnitRef, ...] = ()
    failed: tuple[UnitRef, ...] = ()
    dislodged: tuple[UnitRef, ...] = ()


@value
class AutumnRemembered(PositionChange):
    """The results of an autumn were noted for its winter."""

    facts: AutumnPart

    def apply(self, state: GameState) -> GameState:
        return state.with_part(self.facts)


@value
class AutumnMemory(Mechanism):
    """Notes the results of every autumn. It comes last, when all outcomes are final."""

    part: ClassVar[type[StatePart] | None] = AutumnPart

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Return the note, in autumn."""
        phase = played.before.phase
        if phase.season is not Season.AUTUMN:
            return Consequences({})
        fine = {place for place, outcome in played.outcomes.items() if outcome.result is Result.OK}
        note = _noted(played.before, fine, played.dislodged_by)
        return Consequences({}, (AutumnRemembered(note),))


def fared(before: GameState, outcomes: Iterable[Outcome]) -> AutumnPart:
    """Return how the units of a movement season fared, as its recorded outcomes tell it.

    Args:
        before: the position in which the moves were ordered.
        outcomes: what became of all orders.
    """
    owners = {unit.at.province: unit.power for unit in before.units}
    fine: set[ProvinceId] = set()
    beaten: set[ProvinceId] = set()
    for outcome in outcomes:
        place = outcome.order.unit.at.province if isinstance(outcome.order, UnitOrder) else None
        if place is None or owners.get(place) != outcome.power:
            continue
        if outcome.result is Result.OK:
            fine.add(place)
        if outcome.dislodged:
            beaten.add(place)
    return _noted(before, fine, beaten)


def _noted(
    before: GameState, fine: Container[ProvinceId], beaten: Container[ProvinceId]
) -> AutumnPart:
    """Return the note on a season; who was dislodged did not succeed, whatever it did."""
    good: list[UnitRef] = []
    bad: list[UnitRef] = []
    gone: list[UnitRef] = []
    for unit in before.units:
        place = unit.at.province
        (good if place in fine and place not in beaten else bad).append(unit.ref)
        if place in beaten:
            gone.append(unit.ref)
    return AutumnPart(before.phase.year, tuple(good), tuple(bad), tuple(gone))


@value
class WinterFacts:
    """The facts that winter orders are judged by.

    The board after the autumn and its retreats, before any winter order (Republic 9e, ruling);
    and the autumn's results. What never was is not met.
    """

    state: GameState

    def holds(self, atom: Atom) -> bool:
        """Tell whether the atom is true."""
        autumn = self.state.part(AutumnPart)
        known = autumn.year == self.state.phase.year
        match atom:
            case WasDislodged(unit):
                return known and unit in autumn.dislodged
            case Succeeded(unit):
                return known and unit in autumn.succeeded
            case Failed(unit):
                return known and unit in autumn.failed
            case IsIn(power, place):
                standing = self.state.unit_in(place)
                return standing is not None and standing.power == power
            case IsVacant(place):
                return self.state.unit_in(place) is None
            case Owns(power, place):
                return self.state.centres.get(place) == power
            case BridgeStands(between, owner):
                return self.state.part(BridgePart).meant(between, owner) is not None
            case Enters() | Attacks() | Supports():
                # These speak of a season that is being played; in winter none is.
                return False


@value
class PositionFacts:
    """The facts that orders sent ahead are judged by when their phase opens.

    As those of a winter; but of a province that was split meanwhile its halves are meant (Irish 9).

    Args:
        board: in force in that position.
        state: the position, with what is remembered of the moves that led to it.
    """

    board: Board
    state: GameState

    def holds(self, atom: Atom) -> bool:
        """Tell whether the atom is true."""
        if isinstance(atom, IsIn | IsVacant | Owns):
            return WinterDeeds(self.board, self.state).holds(atom)
        return WinterFacts(self.state).holds(atom)
