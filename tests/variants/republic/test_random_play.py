"""What must hold in every game of Republic, whatever is ordered."""

from __future__ import annotations

from random import Random

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules import conditions as c
from gm.games.diplomacy.rules import orders as o
from gm.games.diplomacy.rules.board import BorderKind, Location, PowerId, pair
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.variants import ruleset_for
from gm.games.diplomacy.wording.explain import sentence
from gm.games.diplomacy.wording.notation import in_words, order_text
from tests.adjudicate.comparing import boards

BOARD = boards("republic")
PLACES = list(BOARD.provinces)
POWERS = list(BOARD.powers)
RIVERS = sorted(
    {
        pair(here, border.to)
        for here in PLACES
        for border in BOARD.province(here).ring
        if border.kind is BorderKind.RIVER
    }
)


def condition(chance: Random, state: GameState, depth: int = 0) -> c.Condition:
    """Return a condition about something on the board."""
    if depth < 2 and chance.random() < 0.3:
        inner = condition(chance, state, depth + 1)
        other = condition(chance, state, depth + 1)
        return chance.choice([c.Not(inner), c.And((inner, other)), c.Or((inner, other))])
    unit = chance.choice(
        [one.ref for one in state.units] or [UnitRef(UnitKind.ARMY, Location(PLACES[0]))]
    )
    place, power = chance.choice(PLACES), chance.choice(POWERS)
    return chance.choice(
        [
            c.WasDislodged(unit),
            c.Succeeded(unit),
            c.Failed(unit),
            c.IsIn(power, place),
            c.IsVacant(place),
            c.Owns(power, place),
            c.BridgeStands(chance.choice(RIVERS), chance.choice([None, power])),
        ]
    )


def winter_order(chance: Random, state: GameState, power: PowerId, depth: int = 0) -> Order:
    """Return a winter order, sensible or not."""
    if depth < 2 and chance.random() < 0.12:
        then = winter_order(chance, state, power, depth + 1)
        otherwise = winter_order(chance, state, power, depth + 1)
        return o.Conditional(condition(chance, state), (then,), chance.choice([(), (otherwise,)]))
    site = chance.choice([*BOARD.powers[power].home * 3, chance.choice(PLACES)])
    standing = [one.between for one in state.part(BridgePart).standing]
    other, amount = chance.choice(POWERS), chance.randint(0, 9)
    choices: list[Order] = [
        *[o.Build(UnitRef(kind, Location(site))) for kind in UnitKind],
        o.BuildBridge(chance.choice(RIVERS)),
        o.RemoveBridge(chance.choice(standing or RIVERS)),
        *[o.Disband(chance.choice(own).ref) for own in [state.units_of(power)] if own],
        o.Pay(amount, other),
        o.Receive(amount, other),
        o.Waive(),
    ]
    return chance.choice(choices)


def move_order(chance: Random, state: GameState, unit: Unit) -> Order:
    """Return an order to a unit, sensible or not."""
    near = BOARD.neighbours(unit.at.province)
    there = Location(chance.choice([*near * 3, chance.choice(PLACES)]))
    friend = chance.choice(state.units).ref
    beside = [one.between for one in state.part(BridgePart).standing]
    whose = chance.choice([None, *POWERS])
    return chance.choice(
        [
            o.Move(unit.ref, there),
            o.Move(unit.ref, there),
            o.Move(unit.ref, there, via_convoy=True),
            o.Support(unit.ref, friend, chance.choice([None, there])),
            o.Convoy(unit.ref, friend, there),
            o.AttackBridge(unit.ref, chance.choice(beside or RIVERS), whose),
            o.Convert(unit.ref),
            o.Hold(unit.ref),
        ]
    )


def drafts(chance: Random, state: GameState) -> dict[SeatId, list[Order]]:
    """Return orders for everybody; payments often find their other half."""
    found: dict[SeatId, list[Order]] = {SeatId(power): [] for power in POWERS}
    for power in POWERS:
        own = found[SeatId(power)]
        if state.phase.kind is PhaseKind.ADJUSTMENT:
            own += [winter_order(chance, state, power) for _ in range(chance.randint(0, 7))]
        elif state.phase.kind is PhaseKind.MOVEMENT:
            own += [move_order(chance, state, unit) for unit in state.units_of(power)]
        own += [
            o.Retreat(one.unit.ref, chance.choice(one.retreats))
            for one in state.dislodged
            if one.unit.power == power and one.retreats and chance.random() < 0.8
        ]
    for who, own in list(found.items()):
        for order in own:
            if isinstance(order, o.Pay) and chance.random() < 0.8:
                found[SeatId(order.to)].append(o.Receive(order.amount, PowerId(who)))
    return found


def check_winter(
    made: SeasonResolution, state: GameState, given: dict[SeatId, list[Order]]
) -> None:
    """One outcome per order; nobody spends what he has not; what was refused did not come off."""
    rules = ruleset_for("republic", BOARD, {})
    for seat, own in given.items():
        told = [one for one in made.outcomes if one.power == seat]
        assert [one.order for one in told] == own
        for check, outcome in zip(rules.check(state, seat, own), told, strict=True):
            if check.refused is not None and own.count(check.order) == 1:
                plain = not isinstance(check.order, o.Conditional)
                assert not plain or outcome.reason is not None
    (closed,) = (event for event in made.events if isinstance(event, AccountsClosed))
    assert sum(one.received for one in closed.accounts) == sum(
        one.given for one in closed.accounts
    )
    for account in closed.accounts:
        units = made.state.units_of(account.power)
        bridges = made.state.part(BridgePart).of(account.power)
        assert account.upkeep == 7 * len(units) + 6 * len(bridges)
        assert account.left >= 0 or not (units or bridges)


def check_any(made: SeasonResolution, state: GameState) -> None:
    """Facts lead to the state, no province is crowded, every failure has a sentence."""
    assert replay(state, made.events) == made.state
    places = [unit.at.province for unit in made.state.units]
    assert len(places) == len(set(places))
    spans = [(one.between, one.owner) for one in made.state.part(BridgePart).standing]
    assert len(spans) == len(set(spans))
    for outcome in made.outcomes:
        assert order_text(outcome.order, BOARD)
        assert in_words(outcome.order, BOARD)
        if outcome.result.value not in {"ok", "disband"}:
            assert sentence(outcome, BOARD)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_of_random_orders(seed: int) -> None:
    """Thirty phases of any orders at all keep every promise, in whatever sequence they come."""
    chance = Random(seed)
    rules = ruleset_for("republic", BOARD, {})
    state = rules.new_game(ScriptedDraws()).state
    for _ in range(30):
        given = drafts(chance, state)
        made = rules.resolve(state, given, ScriptedDraws())
        shuffled = dict(sorted(given.items(), key=lambda _: chance.random()))
        assert rules.resolve(state, shuffled, ScriptedDraws()) == made
        check_any(made, state)
        if state.phase.kind is PhaseKind.ADJUSTMENT:
            check_winter(made, state, given)
        state = made.state
