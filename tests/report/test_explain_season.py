"""What is said of orders in whole seasons: true, and in the words of the hobby."""

from __future__ import annotations

import pytest

from gm.contract.draws import ScriptedDraws
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.variants import ruleset_for
from gm.games.diplomacy.wording.explain import sentence
from gm.games.diplomacy.wording.order_lines import result_line
from tests.rules.positions import drafts, position

BOARD = load_board("standard")

Orders = dict[str, list[str]]


def played(orders: Orders, idle: dict[str, list[str]] | None = None) -> SeasonResolution:
    """Resolve a season of standard Diplomacy in which each unit has one order, or is idle."""
    units = {
        power: [" ".join(one.split()[:2]) for one in texts] for power, texts in orders.items()
    }
    units |= idle or {}
    rules = ruleset_for("standard", BOARD, {})
    return rules.resolve(position("S1901M", units), drafts(BOARD, orders), ScriptedDraws())


def outcome_of(made: SeasonResolution, unit: str) -> Outcome:
    """Return what became of a unit's order."""
    return next(
        one
        for one in made.outcomes
        if isinstance(one.order, UnitOrder) and str(one.order.unit) == unit
    )


def why(unit: str, orders: Orders) -> str:
    """Return what is said of a unit's order."""
    made = played(orders)
    return sentence(outcome_of(made, unit), BOARD, made.outcomes)


def test_a_convoy_that_no_route_needs_says_so() -> None:
    """DATC 6.F.12: the seas do lead there, but past this fleet."""
    orders = {"ITALY": ["F BOT C A PRU - SWE", "A PRU - SWE", "F BAL C A PRU - SWE"]}
    assert why("F BOT", orders) == "No route from Prussia to Sweden needs this fleet."


def test_a_convoy_where_no_seas_lead_says_so() -> None:
    """DATC 6.F.1: no fleets anywhere could carry the army."""
    orders = {"TURKEY": ["F BLA C A RUM - SWE", "A RUM H"]}
    assert why("F BLA", orders) == "No chain of seas leads from Rumania to Sweden."


def test_a_fleet_cannot_support_the_army_that_it_must_carry() -> None:
    """DATC 6.D.31: the move is possible by this fleet's own convoy only."""
    orders = {"AUSTRIA": ["A RUM - ARM", "F BLA S A RUM - ARM"]}
    assert why("F BLA", orders) == "Army Rumania could go there only by this fleet's own convoy."


def test_a_coast_is_not_asked_for_where_there_are_none() -> None:
    """DATC 6.B.12: a sea has no coasts to choose between."""
    assert why("F ENG", {"ENGLAND": ["F ENG - NTH/NC"]}) == "North Sea has no named coasts."


def test_a_coast_that_cannot_be_reached_names_those_that_can() -> None:
    """DATC 6.B.3: the other coast of the province is open."""
    assert why("F LYO", {"FRANCE": ["F LYO - SPA/NC"]}) == (
        "That coast of Spain cannot be reached; SC can."
    )


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("F ROM - VEN", "No coast that a fleet could follow leads from Rome to Venice."),
        (
            "F STP/NC - LVN",
            "No coast that a fleet could follow leads from St Petersburg (north coast) to Livonia.",
        ),
        ("F ROM - GRE", "Rome does not border Greece."),
        ("A ROM - MUN", "Rome does not border Munich."),
    ],
)
def test_neighbours_are_not_said_to_lie_apart(order: str, words: str) -> None:
    """DATC 6.A.9: provinces may border each other, and yet not along one coast."""
    unit = " ".join(order.split()[:2])
    assert why(unit, {"ITALY": [order]}) == words


def test_support_for_a_fleet_that_no_coast_leads() -> None:
    """What is impossible is the supported fleet's move."""
    orders = {"ITALY": ["F ROM H", "A TUS S F ROM - VEN"]}
    assert why("A TUS", orders) == (
        "No coast that a fleet could follow leads from Rome to Venice."
    )


def test_the_weakest_of_three_was_kept_out_and_stood_off_with_nobody() -> None:
    """Two equal moves stand off; the third was weaker than either."""
    orders = {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "ITALY": ["A BEL - BUR"],
    }
    assert why("A BEL", orders) == (
        "It was kept out by Army Munich, supported by Army Ruhr: strength 1 against 2."
    )
    assert why("A PAR", orders) == (
        "It stood off with Army Munich, supported by Army Ruhr: strength 2 against 2."
    )


STRIKE = ["A TYR - MUN", "A BOH S A TYR - MUN"]


FELL = "was dislodged by Army Tyrolia, supported by Army Bohemia."


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("A MUN - SPA", f"Munich does not border Spain. The unit {FELL}"),
        ("A MUN - BUR", f"It was stopped by Army Burgundy: strength 1 against 1. It {FELL}"),
        ("A MUN S A BUR - RUH", f"Army Burgundy was not ordered to do that. The unit {FELL}"),
        ("A MUN S A PAR - BUR", f"No such unit stands in Paris. The unit {FELL}"),
    ],
)
def test_who_dislodged_the_unit_is_told_besides(order: str, words: str) -> None:
    """The order failed for a reason of its own, and its unit was beaten out as well."""
    assert why("A MUN", {"GERMANY": [order], "FRANCE": ["A BUR H"], "AUSTRIA": STRIKE}) == words


def test_who_dislodged_the_unit_is_told_once() -> None:
    """Neither his supporters nor he are named again where the order failed by him."""
    meeting = {"GERMANY": ["A MUN - TYR"], "AUSTRIA": STRIKE}
    assert why("A MUN", meeting) == (
        "It met Army Tyrolia head to head, supported by Army Bohemia: strength 1 against 2."
        " It was dislodged by Army Tyrolia."
    )
    assert why("A MUN", {"GERMANY": ["A MUN H"], "AUSTRIA": STRIKE}) == (
        "It was dislodged by Army Tyrolia, supported by Army Bohemia: strength 1 against 2."
    )


def test_an_army_left_ashore_and_dislodged_hears_of_both() -> None:
    """Its fleets were not ordered to carry it, and its province was taken."""
    orders = {
        "ENGLAND": ["A LON - NWY", "F NTH H"],
        "FRANCE": ["A WAL - LON", "A YOR S A WAL - LON"],
    }
    assert why("A LON", orders) == (
        "It cannot walk there, and no fleet was ordered to convoy it. It was dislodged by Army"
        " Wales, supported by Army Yorkshire."
    )


def test_support_that_its_own_power_gave_is_not_named() -> None:
    """DATC 6.D.12: a support does not count against a unit of the power that gives it."""
    orders = {
        "GERMANY": ["A MUN - SPA", "A SIL S A TYR - MUN"],
        "AUSTRIA": STRIKE,
    }
    assert why("A MUN", orders).endswith("by Army Tyrolia, supported by Army Bohemia.")


@pytest.mark.parametrize("help_", ["F ENG C A WAL - SPA", "F LYO S A WAL - SPA"])
@pytest.mark.parametrize("move", ["A WAL - SPA", "A WAL - SPA VIA"])
def test_help_for_an_army_that_no_fleets_can_take(move: str, help_: str) -> None:
    """DATC 6.D.32: it was ordered there, but with those fleets at sea it makes no move."""
    orders = {"ENGLAND": [move, help_]}
    unit = " ".join(help_.split()[:2])
    assert why(unit, orders) == "No fleets on the board could carry Army Wales there."


def test_help_for_another_move_matches_nothing() -> None:
    """The army could not sail either, but it was to go elsewhere."""
    orders = {"ENGLAND": ["A WAL - SPA", "F ENG C A WAL - PIC"]}
    assert why("F ENG", orders) == "Army Wales was not ordered to do that."


def test_without_the_season_only_the_order_is_explained() -> None:
    """One outcome alone does not know who came in."""
    made = played({"GERMANY": ["A MUN - SPA"], "AUSTRIA": STRIKE})
    assert sentence(outcome_of(made, "A MUN"), BOARD) == "Munich does not border Spain."


def test_a_unit_without_an_order_hears_who_dislodged_it() -> None:
    """Nobody wrote its order, so nothing is said of that, but of its attacker."""
    made = played({"AUSTRIA": STRIKE}, idle={"GERMANY": ["A MUN", "A BER"]})
    state = position("S1901M", {"GERMANY": ["A MUN", "A BER"]})
    lines = [
        result_line(outcome_of(made, unit), BOARD, state, made.outcomes)
        for unit in ("A MUN", "A BER")
    ]
    assert [line.why for line in lines] == [
        "It was dislodged by Army Tyrolia, supported by Army Bohemia: strength 1 against 2.",
        "",
    ]
