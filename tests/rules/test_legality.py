"""Single orders: which are illegal, and why."""

from __future__ import annotations

import pytest

from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import PowerId, pair, with_crossings
from gm.games.diplomacy.rules.legality import (
    check_movement,
    check_retreat,
    normalise,
    units_by_place,
)
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.phases import PhaseKind
from tests.rules.positions import position

STANDARD = load_board("standard")
REPUBLIC = load_board("republic")


def why(order: str, units: list[str], *, of: str = "RED", board: object = STANDARD) -> Why | None:
    """Return why an order of RED's is illegal among these units, or None."""
    state = position("S1901M", {of: units})
    read = read_canonical(order, board, PhaseKind.MOVEMENT)
    fault = check_movement(board, units_by_place(state), PowerId("RED"), read)
    return fault.why if fault is not None else None


@pytest.mark.parametrize(
    ("order", "units", "expected"),
    [
        ("A MUN - TYR", ["A MUN"], None),
        ("A MUN - MUN", ["A MUN"], Why.SAME_PLACE),
        ("A MUN - PAR", ["A MUN"], Why.NOT_ADJACENT),
        ("A LVP - IRI", ["A LVP"], Why.WRONG_TERRAIN),
        ("F KIE - MUN", ["F KIE"], Why.WRONG_TERRAIN),
        ("F ROM - VEN", ["F ROM"], Why.NOT_ADJACENT),
        ("A LON - NWY", ["A LON"], None),
        ("A SMY - LON", ["A SMY"], None),
        ("A ANK - LON", ["A ANK"], Why.NO_WAY_BY_SEA),
        ("A MUN - LON", ["A MUN"], Why.NOT_ADJACENT),
        ("F MAO - SPA", ["F MAO"], Why.COAST_MISSING),
        ("F GAS - SPA", ["F GAS"], None),
        ("F GAS - SPA/SC", ["F GAS"], Why.COAST_WRONG),
        ("F STP/NC - BOT", ["F STP/NC"], Why.NOT_ADJACENT),
        ("F LON - NTH", ["A LON"], Why.NO_SUCH_UNIT),
        ("A MUN H", [], Why.NO_SUCH_UNIT),
        ("A MUN S A BER", ["A MUN", "A BER"], None),
        ("A MUN S A MUN", ["A MUN"], Why.SAME_PLACE),
        ("A MUN S A PAR", ["A MUN", "A PAR"], Why.CANNOT_REACH),
        ("A MUN S A KIE - BER", ["A MUN", "A KIE"], None),
        ("A MUN S A KIE - MUN", ["A MUN", "A KIE"], Why.SAME_PLACE),
        ("A MUN S F KIE - BUR", ["A MUN", "F KIE"], Why.WRONG_TERRAIN),
        ("A MUN S A PAR - KIE", ["A MUN", "A PAR"], Why.NOT_ADJACENT),
        ("F MAR S F MAO - SPA", ["F MAR", "F MAO"], None),
        ("F MAR S F MAO - SPA/NC", ["F MAR", "F MAO"], None),
        ("F SPA/NC S F MAR - LYO", ["F SPA/NC", "F MAR"], Why.CANNOT_REACH),
        ("F BLA S A RUM - ARM", ["F BLA", "A RUM"], Why.NO_WAY_BY_SEA),
        ("F NTH C A LON - NWY", ["F NTH", "A LON"], None),
        ("A YOR C A LON - NWY", ["A YOR", "A LON"], Why.NOT_A_FLEET),
        ("F LON C A YOR - NWY", ["F LON", "A YOR"], Why.WRONG_TERRAIN),
        ("F NTH C F LON - NWY", ["F NTH", "F LON"], Why.CANNOT_CONVOY),
        ("F NTH C A MUN - NWY", ["F NTH", "A MUN"], Why.WRONG_TERRAIN),
        ("F IRI C A LON - BEL", ["F IRI", "A LON"], Why.NO_WAY_BY_SEA),
        ("F WES C A MAR - SPA", ["F WES", "A MAR"], Why.NO_WAY_BY_SEA),
        ("A MUN R TYR", ["A MUN"], Why.WRONG_PHASE),
        ("B A MUN", ["A MUN"], Why.WRONG_PHASE),
    ],
)
def test_standard_orders(order: str, units: list[str], expected: Why | None) -> None:
    """The order is legal, or illegal for just this reason."""
    assert why(order, units) is expected


def test_foreign_unit() -> None:
    """Another power's unit takes no orders (DATC 6.A.6)."""
    assert why("A MUN H", ["A MUN"], of="BLUE") is Why.NOT_YOUR_UNIT


@pytest.mark.parametrize(
    ("order", "units"),
    [
        ("A KkW - Wat", ["A KkW"]),
        ("A KkW S A Wat", ["A KkW", "A Wat"]),
        ("A KkW S A WxS - Wat", ["A KkW", "A WxS"]),
    ],
)
def test_river_without_a_bridge(order: str, units: list[str]) -> None:
    """A river stops moves and supports unless a bridge links just these two (Republic 9a)."""
    bridged = with_crossings(REPUBLIC, frozenset({pair("KkW", "Wat")}))
    assert why(order, units, board=REPUBLIC) is Why.RIVER
    assert why(order, units, board=bridged) is None


@pytest.mark.parametrize(
    ("order", "unit", "carried_out"),
    [
        ("A GAS - SPA/NC", "A GAS", "A GAS - SPA"),
        ("F GAS - SPA", "F GAS", "F GAS - SPA/NC"),
        ("F SPA/NC - LYO", "F SPA/SC", "F SPA/SC - LYO"),
        ("F MAO - SPA/SC", "F MAO", "F MAO - SPA/SC"),
    ],
)
def test_coasts_are_put_right(order: str, unit: str, carried_out: str) -> None:
    """Coasts are filled in or dropped where that leaves no choice (DATC 6.B)."""
    (standing,) = position("S1901M", {"RED": [unit]}).units
    read = read_canonical(order, STANDARD, PhaseKind.MOVEMENT)
    assert isinstance(read, UnitOrder)
    expected = read_canonical(carried_out, STANDARD, PhaseKind.MOVEMENT)
    assert normalise(STANDARD, standing, read) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("F POR R SPA/NC", None),
        ("F POR R SPA", None),
        ("F POR R SPA/SC", Why.COAST_WRONG),
        ("F POR R MAO", Why.NOT_A_RETREAT),
        ("F POR D", None),
        ("F POR H", Why.WRONG_PHASE),
        ("A MUN R BOH", Why.NOT_DISLODGED),
        ("A PAR R BUR", Why.NO_SUCH_UNIT),
    ],
)
def test_retreats(order: str, expected: Why | None) -> None:
    """A retreat goes to one of the places left open when the unit was dislodged."""
    beaten = {"unit": "F POR", "attacker_from": "MAO", "options": ["SPA/NC"]}
    state = position("S1901R", {"RED": ["A MUN"]}, None, {"RED": [beaten]})
    read = read_canonical(order, STANDARD, PhaseKind.RETREAT)
    fault = check_retreat(STANDARD, state, PowerId("RED"), read)
    assert (fault.why if fault is not None else None) is expected
