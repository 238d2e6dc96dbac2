"""What a GM decides of an order, in the middle of a season that is otherwise adjudicated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.decreed import Decreed, OutcomeDecreed, as_carried_out
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards
from tests.rules.positions import position

BOARD = boards("standard")
RULES = ruleset_for("standard", BOARD, {})


def resolve(
    state: GameState, orders: dict[str, list[str]], decided: dict[str, bool]
) -> SeasonResolution:
    """Resolve a season with some of its orders decided."""
    drafts: dict[SeatId, tuple[Order, ...]] = {
        SeatId(power): tuple(read_canonical(text, BOARD, state.phase.kind) for text in own)
        for power, own in orders.items()
    }
    decrees: list[OutcomeDecreed] = []
    for text, succeeds in decided.items():
        order = read_canonical(text, BOARD, state.phase.kind)
        assert isinstance(order, UnitOrder)
        decrees.append(OutcomeDecreed(order, succeeds))
    ruled = replace(RULES, mechanisms=(Decreed(tuple(decrees)), *RULES.mechanisms))
    return ruled.resolve(state, as_carried_out(drafts, decrees), ScriptedDraws())


def units(state: GameState) -> set[str]:
    """Return who stands where."""
    return {f"{unit.power} {unit}" for unit in state.units}


def test_a_support_that_fails_supports_nothing() -> None:
    """Carried out as a hold it gives no strength, and its outcome says who decided that."""
    state = position("S1901M", {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]})
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}
    assert "FRANCE A BUR" in units(resolve(state, orders, {}).state)
    made = resolve(state, orders, {"A MAR S A PAR - BUR": False})
    assert units(made.state) == {"FRANCE A PAR", "FRANCE A MAR", "GERMANY A BUR"}
    (support,) = [one for one in made.outcomes if str(one.order.unit) == "A MAR"]  # type: ignore[attr-defined]
    assert support.result is Result.VOID
    assert support.reason is not None
    assert support.reason.why is Why.DECREED


def test_a_move_that_succeeds_destroys_who_has_no_retreat() -> None:
    """Whoever stands where it leads, with nowhere to go, is off the board at once."""
    around = ["A PIC", "A PAR", "A GAS", "A MAR", "A MUN", "A RUH", "A BEL"]
    state = position("S1901M", {"FRANCE": around, "GERMANY": ["A BUR"]})
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H"]}
    made = resolve(state, orders, {"A PAR - BUR": True})
    assert "FRANCE A BUR" in units(made.state)
    assert not made.state.dislodged
    assert not any(one.startswith("GERMANY") for one in units(made.state))


def test_who_is_dislodged_by_a_decided_move_keeps_out_of_standoffs() -> None:
    """A province left empty by a standoff is closed to that retreat, too (DATC 6.H.6)."""
    state = position("S1901M", {"FRANCE": ["A PAR", "A SPA", "F BRE"], "GERMANY": ["A BUR"]})
    orders = {"FRANCE": ["A PAR - BUR", "A SPA - GAS", "F BRE - GAS"], "GERMANY": ["A BUR H"]}
    (waiting,) = resolve(state, orders, {"A PAR - BUR": True}).state.dislodged
    assert {at.province for at in waiting.retreats} == {"PIC", "BEL", "MAR", "MUN", "RUH"}


def test_a_move_that_succeeds_closes_its_goal_to_retreats() -> None:
    """Two units never come to stand in one province."""
    state = position(
        "S1901M", {"FRANCE": ["A PAR", "A MAR", "A SPA"], "GERMANY": ["A BUR"], "ITALY": ["A VEN"]}
    )
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A SPA - GAS"],
        "GERMANY": ["A BUR - GAS"],
    }
    made = resolve(state, orders, {"A SPA - GAS": True})
    (waiting,) = made.state.dislodged
    assert "GAS" not in {at.province for at in waiting.retreats}
    assert {"FRANCE A GAS", "FRANCE A BUR"} <= units(made.state)


@pytest.mark.parametrize(
    ("order", "why"),
    [("A BUR - MUN", "was dislodged itself"), ("A VEN - TYR", "another unit has moved to TYR")],
)
def test_what_cannot_come_about(order: str, why: str) -> None:
    """The attack on the mover, or the move of the other, would have to fail first."""
    state = position(
        "S1901M",
        {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A MUN"], "ITALY": ["A VEN", "A PIE"]}
        | {"AUSTRIA": ["A VIE", "A BOH"]},
    )
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR - MUN", "A MUN H"],
        "ITALY": ["A VEN - TYR", "A PIE H"],
        "AUSTRIA": ["A VIE - TYR", "A BOH S A VIE - TYR"],
    }
    with pytest.raises(ValueError, match=why):
        resolve(state, orders, {order: True})


def test_what_came_off_anyway_is_left_as_it_is() -> None:
    """A decision that agrees with the rules changes nothing."""
    state = position("S1901M", {"FRANCE": ["A PAR"]})
    orders = {"FRANCE": ["A PAR - BUR"]}
    assert resolve(state, orders, {"A PAR - BUR": True}) == resolve(state, orders, {})
