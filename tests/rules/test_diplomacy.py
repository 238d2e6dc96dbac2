"""A whole game: phases, ownership, victory, eliminations, and what the shell asks of the rules."""

from __future__ import annotations

from random import Random

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import VariantError
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.events import (
    GameWon,
    PowerEliminated,
    UnitBuilt,
    UnitDisbanded,
    replay,
)
from gm.games.diplomacy.rules.legality import check_movement, units_by_place
from gm.games.diplomacy.rules.orders import Build, Disband, Hold, Move, Retreat, Support
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from tests.rules.positions import by_power, drafts, location, position, unit

BOARD = load_board("standard")
RULES = ruleset_for("standard", BOARD, {})


def start() -> GameState:
    """Return the first state of a game."""
    return RULES.new_game(ScriptedDraws()).state


def resolve(state: GameState, orders: dict[str, list[str]]) -> GameState:
    """Return the next state."""
    read = drafts(BOARD, orders, state.phase.kind)
    return RULES.resolve(state, read, ScriptedDraws()).state


def test_a_game_begins_with_every_unit_at_home() -> None:
    """22 units and their centres; the facts of the set-up lead to the first state."""
    made = RULES.new_game(ScriptedDraws())
    assert (str(made.state.phase), len(made.state.units), len(made.state.centres)) == (
        "S1901M",
        22,
        22,
    )
    assert replay(GameState(RULES.first), made.events) == made.state


def test_phases_nobody_needs_are_left_out() -> None:
    """Without dislodged units there is no retreat phase, without changes no winter."""
    state = start()
    seen = []
    for _ in range(4):
        state = resolve(state, {})
        seen.append(str(state.phase))
    assert seen == ["F1901M", "S1902M", "F1902M", "S1903M"]


def test_seasons_without_units_are_left_out() -> None:
    """Where no unit stands but one may be built, the next thing asked for is the winter."""
    state = position("S1901M", {}, {"GERMANY": ["MUN"]})
    assert str(resolve(state, {}).phase) == "W1901A"


def test_an_empty_board_still_has_a_next_phase() -> None:
    """Without units and centres a game does not run on for ever."""
    assert str(resolve(position("S1901M", {}), {}).phase) == "S1903M"


def test_centres_change_hands_in_autumn_only() -> None:
    """A centre entered in spring and left in autumn is nobody's; one held in autumn is taken."""
    state = resolve(start(), {"GERMANY": ["F KIE - DEN", "A MUN - RUH"]})
    assert "DEN" not in state.centres
    state = resolve(state, {"GERMANY": ["A RUH - HOL"]})
    assert [state.centres[place] for place in ("DEN", "HOL")] == ["GERMANY", "GERMANY"]
    assert str(state.phase) == "W1901A"
    assert [request.seat for request in RULES.pending(state)] == ["GERMANY"]
    assert RULES.open_slots(state, SeatId("GERMANY"), ()) == ("build", "build")


def test_retreats_count_for_ownership() -> None:
    """A unit that retreats onto a centre in autumn owns it."""
    beaten = {"unit": "A TRI", "attacker_from": "VEN", "options": ["SER", "BUD"]}
    state = position("F1901R", {"ITALY": ["A TRI"]}, {"AUSTRIA": ["TRI"]}, {"AUSTRIA": [beaten]})
    after = resolve(state, {"AUSTRIA": ["A TRI R SER"]})
    assert dict(after.centres) == {"TRI": "ITALY", "SER": "AUSTRIA"}


def test_units_without_retreat_are_destroyed_at_once() -> None:
    """A dislodged unit with nowhere to go is off the board, and nobody is asked to retreat."""
    state = position("S1901M", {"ENGLAND": ["F POR"], "FRANCE": ["F SPA/SC", "F MAO", "A GAS"]})
    orders = {"FRANCE": ["F SPA/SC - POR", "F MAO S F SPA/SC - POR", "A GAS - SPA"]}
    resolution = RULES.resolve(state, drafts(BOARD, orders), ScriptedDraws())
    assert UnitDisbanded(unit("ENGLAND", "F POR")) in resolution.events
    assert str(resolution.state.phase) == "F1901M"


def test_eighteen_centres_win() -> None:
    """The game is over when an autumn's ownership gives a power 18 centres; nobody is asked."""
    mine = [place for place in sorted(BOARD.centres()) if place not in ("MUN", "BER")][:17]
    state = position("F1910M", {"RUSSIA": ["A MUN"]}, {"RUSSIA": mine})
    resolution = RULES.resolve(state, {}, ScriptedDraws())
    assert GameWon(("RUSSIA",)) in resolution.events
    assert resolution.state.winners == ("RUSSIA",)
    assert RULES.pending(resolution.state) == ()


def test_seventeen_centres_do_not_win() -> None:
    """The game goes on."""
    mine = [place for place in sorted(BOARD.centres()) if place not in ("MUN", "BER")][:16]
    state = position("F1910M", {"RUSSIA": ["A MUN"]}, {"RUSSIA": mine})
    assert RULES.resolve(state, {}, ScriptedDraws()).state.winners == ()


def test_a_power_without_units_and_centres_is_out() -> None:
    """It is out when the winter is over, also one that nobody had to order."""
    state = position("F1901M", {"RUSSIA": ["A MUN"], "TURKEY": ["A CON"]}, {"GERMANY": ["MUN"]})
    resolution = RULES.resolve(state, {}, ScriptedDraws())
    out = {event.power for event in resolution.events if isinstance(event, PowerEliminated)}
    assert "GERMANY" in out
    assert not out & {"RUSSIA", "TURKEY"}


def test_the_last_order_for_a_unit_counts() -> None:
    """An earlier order to the same unit is dropped; one to a foreign unit is ignored."""
    orders = {"GERMANY": ["A MUN - BOH", "A MUN - TYR"], "RUSSIA": ["A MUN - SIL"]}
    after = resolve(start(), orders)
    assert "A TYR" in by_power(after.units)["GERMANY"]


def test_orders_that_fit_no_unit_have_an_outcome() -> None:
    """They are void, and say why."""
    orders = drafts(BOARD, {"GERMANY": ["A PAR - BUR", "B A BER"]})
    outcomes = RULES.resolve(position("S1901M", {"GERMANY": ["A MUN"]}), orders, ScriptedDraws())
    found = [(o.result, o.reason.why) for o in outcomes.outcomes if o.reason is not None]
    assert found == [(Result.VOID, Why.NO_SUCH_UNIT), (Result.VOID, Why.WRONG_PHASE)]


def test_open_slots_are_the_units_without_an_order() -> None:
    """What still lacks an order, by its canonical text."""
    state = start()
    orders = (Hold(UnitRef(UnitKind.ARMY, location("MOS"))),)
    left = RULES.open_slots(state, SeatId("RUSSIA"), orders)
    assert left == ("F SEV", "F STP/SC", "A WAR")


def test_who_has_not_ordered_every_unit_lacks_an_order() -> None:
    """What one power has ordered says nothing of what another lacks."""
    state = position("S1901M", {"RUSSIA": ["A MOS"], "TURKEY": ["A CON"]})
    drafts = {SeatId("RUSSIA"): (Hold(UnitRef(UnitKind.ARMY, location("MOS"))),)}
    assert RULES.lacking(state, SeatId("RUSSIA"), drafts) == ()
    assert RULES.lacking(state, SeatId("TURKEY"), drafts) == ("A CON",)


def test_check_tells_orders_as_they_will_be_done() -> None:
    """Legal orders come back whole, illegal ones with their reason."""
    state = position("S1901M", {"FRANCE": ["F GAS", "A PAR"]})
    orders = drafts(BOARD, {"FRANCE": ["F GAS - SPA", "A PAR - MUN"]})[SeatId("FRANCE")]
    good, bad = RULES.check(state, SeatId("FRANCE"), orders)
    assert isinstance(good.order, Move)
    assert good.order.to.coast == "nc"
    assert bad.refused is not None
    assert bad.refused.why is Why.NOT_ADJACENT


@pytest.mark.parametrize(
    ("phase", "order"), [("S1901R", "A MUN - BER"), ("W1901A", "A MUN - BER")]
)
def test_orders_of_another_phase_are_refused(phase: str, order: str) -> None:
    """A move is no retreat and no build."""
    state = position(phase, {"GERMANY": ["A MUN"]}, {"GERMANY": ["MUN", "KIE"]})
    orders = drafts(BOARD, {"GERMANY": [order]})[SeatId("GERMANY")]
    (check,) = RULES.check(state, SeatId("GERMANY"), orders)
    assert check.refused is not None
    assert check.refused.why is Why.WRONG_PHASE


def test_a_gm_may_amend_the_position() -> None:
    """A correction is applied as a fact; an impossible position is refused."""
    state = start()
    amended = RULES.amend(state, (UnitBuilt(unit("GERMANY", "A RUH")),))
    assert "A RUH" in by_power(amended.units)["GERMANY"]
    for wrong in ("A BER", "A NTH", "F STP", "F MUN"):
        with pytest.raises(ValueError, match="stand"):
            RULES.amend(state, (UnitBuilt(unit("GERMANY", wrong)),))


@pytest.mark.parametrize("options", [{"profile": "2050"}, {"colour": "blue"}])
def test_unknown_settings_are_refused(options: dict[str, str]) -> None:
    """A setting or value that does not exist names those that do."""
    with pytest.raises(VariantError, match="profile"):
        ruleset_for("standard", BOARD, options)


def test_unknown_variants_are_refused() -> None:
    """The answer names the variants there are."""
    with pytest.raises(VariantError, match="standard"):
        ruleset_for("chess", BOARD, {})


def test_every_variant_finds_its_board() -> None:
    """Each variant builds its rules from the board it names."""
    for name, variant in VARIANTS.items():
        rules = ruleset_for(name, load_board(variant.board_id), {})
        assert rules.meta.id == name
        assert rules.new_game(ScriptedDraws()).state.phase == rules.first


def random_orders(chance: Random, state: GameState) -> dict[SeatId, tuple[Order, ...]]:
    """Return orders for every power, most of them possible."""
    found: dict[SeatId, list[Order]] = {}
    for one in state.dislodged:
        goal = chance.choice([*one.retreats, None])
        order = Retreat(one.unit.ref, goal) if goal else Disband(one.unit.ref)
        found.setdefault(SeatId(one.unit.power), []).append(order)
    if state.phase.kind is PhaseKind.ADJUSTMENT:
        for power in BOARD.powers.values():
            builds: list[Order] = [
                Build(UnitRef(UnitKind.ARMY, location(home))) for home in power.home
            ]
            gone = [Disband(one.ref) for one in state.units_of(power.id)][:1]
            found[SeatId(power.id)] = [*builds, *gone]
    if state.phase.kind is PhaseKind.MOVEMENT:
        units = units_by_place(state)
        for one in state.units:
            goals = [location(place) for place in BOARD.neighbours(one.at.province)]
            move = Move(one.ref, chance.choice(goals))
            other = chance.choice(state.units)
            order = chance.choice([move, move, Support(one.ref, other.ref)])
            legal = check_movement(BOARD, units, one.power, order) is None
            found.setdefault(SeatId(one.power), []).append(order if legal else Hold(one.ref))
    return {seat: tuple(orders) for seat, orders in found.items()}


@pytest.mark.parametrize("seed", range(6))
def test_replayed_events_give_the_next_state(seed: int) -> None:
    """Through years of play the facts alone lead from state to state, one outcome per order."""
    chance, state = Random(seed), start()
    for _ in range(60):
        if state.winners:
            break
        orders = random_orders(chance, state)
        resolution = RULES.resolve(state, orders, ScriptedDraws())
        assert replay(state, resolution.events) == resolution.state
        assert len({one.at.province for one in resolution.state.units}) == len(
            resolution.state.units
        )
        if state.phase.kind is PhaseKind.MOVEMENT:
            assert len(resolution.outcomes) == len(state.units)
        state = resolution.state
    assert state.phase.year > 1905
