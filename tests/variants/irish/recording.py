"""Plays games by lot and records every phase as `gm adjudicate` reads it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gm.contract.draws import Draw, SeededDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.adjustments import fit_fault
from gm.games.diplomacy.rules.board import (
    Board,
    Location,
    PowerId,
    ProvinceId,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.conditions import Attacks, Condition, Enters, IsIn, Not, Owns
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.cards import card_rank
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
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
)
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.wording.notation import order_text

Lists = Mapping[SeatId, tuple[Order, ...]]


def some_orders(rules: DiplomacyRules, state: GameState, lot: random.Random) -> Lists:
    """Return orders for everybody who is asked, most of them possible."""
    board = rules.board_in(state)
    lists: dict[SeatId, tuple[Order, ...]] = {}
    for request in rules.pending(state):
        power = PowerId(request.seat)
        orders = [*_of_phase(board, state, power, lot)]
        if state.phase.kind in (PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT):
            orders += _gifts(board, state, power, lot)
        lists[request.seat] = tuple(orders)
    return lists


def _of_phase(
    board: Board, state: GameState, power: PowerId, lot: random.Random
) -> Iterator[Order]:
    match state.phase.kind:
        case PhaseKind.SETUP:
            home = board.powers[power].home[0]
            ways = [one for kind in UnitKind for one in _places(board, kind, home)]
            yield Choose(lot.choice(ways))
        case PhaseKind.MOVEMENT:
            for unit in state.units_of(power):
                yield _order(board, state, unit, lot)
        case PhaseKind.RETREAT:
            for one in state.dislodged:
                if one.unit.power == power and one.retreats and lot.random() < 0.9:
                    yield Retreat(one.unit.ref, lot.choice(one.retreats))
        case PhaseKind.ADJUSTMENT:
            for home in board.powers[power].home:
                kind = lot.choice([*UnitKind])
                yield from map(Build, _places(board, kind, home)[:1])
            for unit in state.units_of(power)[:2]:
                yield Disband(unit.ref)


def _places(board: Board, kind: UnitKind, place: ProvinceId) -> list[UnitRef]:
    coasts = [None, *(coast.id for coast in board.province(place).coasts)]
    refs = [UnitRef(kind, Location(place, coast)) for coast in coasts]
    if kind is UnitKind.ARMY:
        refs = refs[:1]
    return [ref for ref in refs if fit_fault(board, ref) is None]


def _order(board: Board, state: GameState, unit: Unit, lot: random.Random) -> Order:
    goals = _goals(board, unit)
    what = lot.random()
    if what < 0.5 and goals:
        return Move(unit.ref, _goal(goals, unit, lot))
    if what < 0.9:
        return _help(board, state, unit, lot)
    if unit.kind is UnitKind.FLEET:
        armies = [one for one in state.units if one.kind is UnitKind.ARMY]
        goal = Location(lot.choice(sorted(board.provinces)))
        return Convoy(unit.ref, lot.choice(armies or [unit]).ref, goal)
    return Hold(unit.ref)


def _goal(goals: Sequence[Location], unit: Unit, lot: random.Random) -> Location:
    """Return where a unit goes: mostly the way its power has chosen for this season."""
    return goals[0] if lot.random() < 0.6 else lot.choice(goals)


def _help(board: Board, state: GameState, unit: Unit, lot: random.Random) -> Order:
    """Return a support of a neighbour, mostly of the way that it is likely to go."""
    near = {place.province for place in _goals(board, unit)}
    likely = [
        Support(unit.ref, other.ref, goals[0])
        for other in state.units
        if other != unit and (goals := _goals(board, other)) and goals[0].province in near
    ]
    standing = [Support(unit.ref, other.ref) for other in state.units if other.at.province in near]
    ways = likely if likely and lot.random() < 0.8 else standing
    return lot.choice(ways) if ways else Hold(unit.ref)


def _goals(board: Board, unit: Unit) -> list[Location]:
    if unit.kind is UnitKind.ARMY:
        return [Location(place) for place in sorted(army_moves(board, unit.at.province))]
    return sorted(fleet_moves(board, unit.at), key=str)


def _gifts(board: Board, state: GameState, power: PowerId, lot: random.Random) -> Iterator[Order]:
    held = state.part(PointsPart).of(power)
    if not held or lot.random() < 0.5:
        return
    for _ in range(lot.randint(1, 3)):
        other = lot.choice([*board.powers])
        gift = Give(lot.randint(1, held + 1), other)
        if lot.random() < 0.3:
            yield gift
            continue
        place = lot.choice(sorted((*board.provinces, *board.gone)))
        atom: Condition = lot.choice((Enters, Attacks, IsIn, Owns))(other, place)
        yield Conditional(lot.choice((atom, Not(atom))), (gift,))


def record_of(
    number: str, phase: Phase, position: Mapping[str, Any], orders: Lists, draws: Sequence[Draw]
) -> dict[str, Any]:
    """Return a phase as a record.

    Args:
        number: its id.
        phase: what it is.
        position: as an answer's `after`, with `closed`.
        orders: given in it; draws: made in it.
    """
    kept = {key: value for key, value in position.items() if key not in {"contested", "winners"}}
    dislodged: dict[str, list[Any]] = {}
    for one in position.get("dislodged", ()):
        if one["retreats"]:
            dislodged.setdefault(one["power"], []).append(
                {
                    "unit": one["unit"],
                    "attacker_from": one["attacker_from"],
                    "options": one["retreats"],
                }
            )
    return {
        **kept,
        "id": number,
        "variant": "irish",
        "phase": str(phase),
        "dislodged": dislodged if phase.kind is PhaseKind.RETREAT else {},
        "orders": {seat: [order_text(one) for one in own] for seat, own in orders.items()},
        "draws": draws_told(draws),
    }


def draws_told(draws: Sequence[Draw]) -> dict[str, Any]:
    """Return the draws of a phase as a record tells them: of a walk only where it led."""
    told: dict[str, Any] = {}
    packs: dict[str, list[tuple[str, str]]] = {}
    for one in draws:
        _, _, what = one.label.partition(" ")
        kind, _, rest = what.partition(" ")
        match kind:
            case "walk":
                special, _, place = rest.partition(": ")
                packs.setdefault(special, []).append((place, one.chosen))
            case "place" | "lot":
                told.setdefault(kind, {})[rest] = one.chosen
            case "line:":
                told.setdefault("cards", {})[rest] = one.chosen
            case "split" | "split,":
                told.setdefault("split", []).append(one.chosen)
            case _:
                told[kind] = one.chosen
    for special, dealt in packs.items():
        told.setdefault("walk", {})[special] = min(dealt, key=lambda it: card_rank(it[1]))[0]
    return told


def play(
    rules: DiplomacyRules, seed: int, years: int, unplayed: Sequence[str] = ()
) -> Iterator[tuple[GameState, Lists, SeasonResolution]]:
    """Yield every phase of a game played by lot, until somebody wins or the years are over."""
    lot = random.Random(seed)
    draws = SeededDraws(f"a hat {seed}".encode())
    state = rules.new_game(draws, [SeatId(one) for one in unplayed]).state
    last = state.phase.year + years
    while not state.winners and state.phase.year < last:
        orders = some_orders(rules, state, lot)
        made = rules.resolve(state, orders, draws)
        yield state, orders, made
        state = made.state


def position_of(state: GameState) -> dict[str, Any]:
    """Return a position as a record holds it, whatever wrote it."""
    changes, points = state.part(ChangesPart), state.part(PointsPart)
    units: dict[str, list[str]] = {}
    for unit in state.units:
        units.setdefault(unit.power, []).append(str(unit))
    centres: dict[str, list[str]] = {}
    for place, owner in state.centres.items():
        centres.setdefault(owner, []).append(place)
    return {
        "units": {who: sorted(own) for who, own in units.items()},
        "centers": {who: sorted(own) for who, own in centres.items()},
        "closed": [*changes.closed],
        "opened": sorted(changes.opened),
        "holes": [*changes.holes],
        "splits": [
            {"province": one.province, "line": [*one.line], "halves": [*one.halves]}
            for one in changes.splits
        ],
        "specials": dict(state.part(WanderersPart).places),
        "anarchy": sorted(str(unit) for unit in in_anarchy(state)),
        "points": {who: held for who, held in points.balances.items() if held},
    }
