"""Saved games: a whole game as one JSON object, in the form of the Python package `diplomacy`.

Other programs read it for standard Diplomacy. What only our games have (bridges, points, black
holes) stands under keys that begin with `x_`, which they pass over. Sealed orders of the open phase
are never in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gm.app.ports import Transaction
from gm.app.records import GameRecord, OrderRecord, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.table import rules_of
from gm.contract.events import GameEnded
from gm.contract.orders import Order
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import GameWon, replay
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.orders import Build, Disband, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import dump, load_events, load_order, load_outcomes, load_state

COMPLETED: Final = "COMPLETED"
"""The name of the phase after the last one."""

_CODES: Final[Mapping[Result, tuple[str, ...]]] = {
    Result.OK: (),
    Result.BOUNCE: ("bounce",),
    Result.NO_CONVOY: ("no convoy",),
    Result.CUT: ("cut",),
    Result.VOID: ("void",),
    Result.FAILED: ("bounce",),
    Result.DISBAND: ("disband",),
    Result.BOUNCE_DISBAND: ("bounce", "disband"),
    Result.UNMATCHED: ("void",),
    Result.NOT_MET: ("void",),
    Result.ERROR: ("void",),
}

Plain = dict[str, Any]
"""A JSON object."""


def saved_game(services: Services, name: str) -> Plain:
    """Return a game as a saved game of the package `diplomacy`; NoSuchGame if there is none."""
    with services.store.read() as transaction:
        game = transaction.game(name)
        rules = rules_in(rules_of(services, game))
        phases = transaction.phases(game.id)
        told = _Phases(transaction, game, rules)
        return {
            "id": game.name,
            "map": rules.board.id,
            "rules": list(_RULES),
            "phases": [*told.of(phases)],
            "x_gm": {"variant": game.variant, "options": dict(sorted(game.options.items()))},
        }


_RULES: Final = ("NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")


@dataclass(slots=True)
class _Phases:
    """Tells the phases of a game, one after the other; who last stood where grows with them."""

    transaction: Transaction
    game: GameRecord
    rules: DiplomacyRules
    influence: dict[ProvinceId, PowerId] = field(default_factory=dict)

    def of(self, phases: Sequence[PhaseRecord]) -> Iterator[Plain]:
        """Yield the phases, and the position at the end of a game that is over."""
        last: GameState | None = None
        for phase in phases:
            state = load_state(phase.state)
            yield self._one(phase, state)
            last = self._after(phase, state)
        if last is not None and (not phases or phases[-1].status is PhaseStatus.RESOLVED):
            yield self._bare(COMPLETED, last, phases[-1].resolved_at or phases[-1].deadline)

    def _after(self, phase: PhaseRecord, state: GameState) -> GameState:
        result = self.transaction.result(phase.id)
        events = load_events(result.events) if result is not None else ()
        return replay(state, events)

    def _one(self, phase: PhaseRecord, state: GameState) -> Plain:
        told = self._bare(phase.name, state, phase.opened_at)
        result = self.transaction.result(phase.id)
        if result is None:
            return told
        standing = self.transaction.active_orders(phase.id)
        outcomes = load_outcomes(result.outcomes)
        events = load_events(result.events)
        told["orders"] = _orders(self.rules.board, state, standing)
        told["results"] = _results(state, outcomes)
        told["x_events"] = [
            _words(event) for event in events if isinstance(event, GameWon | GameEnded)
        ]
        return told

    def _bare(self, name: str, state: GameState, at: Any) -> Plain:
        self._note_influence(state)
        board = self.rules.board
        powers = tuple(board.powers)
        standing: Plain = {
            "timestamp": int(at.timestamp() * 1_000_000),
            "zobrist_hash": "0",
            "note": "",
            "name": name,
            "units": {who: _units(state, who) for who in powers},
            "retreats": {who: _retreats(state, who) for who in powers},
            "centers": {who: [*state.centres_of(who)] for who in powers},
            "homes": {who: [*board.powers[who].home] for who in powers},
            "influence": {
                who: sorted(place for place, by in self.influence.items() if by == who)
                for who in powers
            },
            "civil_disorder": dict.fromkeys(powers, 0),
            "builds": {who: _builds(self.rules, state, who) for who in powers},
            "game_id": self.game.name,
            "map": board.id,
            "rules": list(_RULES),
        }
        if state.parts:
            standing["x_state"] = dump(state)
        return {
            "name": name,
            "state": standing,
            "orders": dict.fromkeys(powers),
            "results": {},
            "messages": [],
        }

    def _note_influence(self, state: GameState) -> None:
        self.influence |= state.centres
        self.influence |= {unit.at.province: unit.power for unit in state.units}


def _words(event: GameWon | GameEnded) -> Plain:
    if isinstance(event, GameWon):
        return {"how": "won", "powers": [*event.winners]}
    return {"how": event.how.value, "powers": [*event.powers]}


def _units(state: GameState, power: PowerId) -> list[str]:
    """Return a power's units; those that must retreat are marked with a star."""
    waiting = [
        f"*{dislodged.unit}" for dislodged in state.dislodged if dislodged.unit.power == power
    ]
    return [*map(str, state.units_of(power)), *waiting]


def _retreats(state: GameState, power: PowerId) -> dict[str, list[str]]:
    own = [dislodged for dislodged in state.dislodged if dislodged.unit.power == power]
    return {str(dislodged.unit): sorted(map(str, dislodged.retreats)) for dislodged in own}


def _builds(rules: DiplomacyRules, state: GameState, power: PowerId) -> Plain:
    """Return how many units a power may build, or must remove, and where."""
    if state.phase.kind is not PhaseKind.ADJUSTMENT or state.winners:
        return {"count": 0, "homes": []}
    count = len(state.centres_of(power)) - len(state.units_of(power))
    taken = {unit.at.province for unit in state.units}
    homes = [
        place
        for place in rules.board.powers[power].home
        if state.centres.get(place) == power and place not in taken
    ]
    return {"count": min(count, len(homes)), "homes": homes if count > 0 else []}


def _orders(
    board: Board, state: GameState, records: Iterable[OrderRecord]
) -> dict[str, list[str] | None]:
    """Return the orders by power; None for a power that gave none."""
    found: dict[str, list[str] | None] = dict.fromkeys(board.powers)
    for record in records:
        own = found.get(record.seat) or []
        found[record.seat] = [*own, theirs(load_order(record.order, record.seat), state)]
    return found


def theirs(order: Order, state: GameState) -> str:
    """Return an order as the package writes it: in winter the verb stands behind the unit."""
    match order:
        case Build(unit):
            return f"{unit} B"
        case Disband(unit):
            return f"{unit} D"
        case _:
            return order_text(order, retreat=state.phase.kind is PhaseKind.RETREAT)


def _results(state: GameState, outcomes: Iterable[Outcome]) -> dict[str, list[str]]:
    """Return the result codes by unit, as it stood before; of several orders the last."""
    standing = {unit.at.province: unit for unit in state.units}
    if state.phase.kind is PhaseKind.RETREAT:
        standing = {dislodged.unit.at.province: dislodged.unit for dislodged in state.dislodged}
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        if isinstance(outcome.order, UnitOrder | Build):
            unit = standing.get(outcome.order.unit.at.province)
            codes = [*_CODES[outcome.result], *(("dislodged",) if outcome.dislodged else ())]
            found[str(unit or outcome.order.unit)] = codes
    return found
