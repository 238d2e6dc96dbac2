"""Why an order is refused is told truly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.variants import ruleset_for


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("F ION C A RUM - SWE", "No chain of seas leads there."),
        ("F BLA C A PRU - SWE", "The fleet in Black Sea lies on no route to Sweden"),
        (
            "F BLA S A RUM - ARM",
            "could go there only by convoy of the fleet in Black Sea, not with its support.",
        ),
        ("F KIE C A PRU - DEN", "Only a fleet at sea can convoy, and Kiel is on the coast."),
        (
            "A PRU C A RUM - SWE",
            "Only a fleet at sea can convoy, and the unit in Prussia is an army.",
        ),
        ("F ENG C A BUR - LON", "A convoy goes from coast to coast, and Burgundy is not on one."),
        ("F ENG - NTH/NC", "North Sea has one coast only"),
        ("F LYO - SPA/NC", "That coast cannot be reached. Did you mean Spain (south coast)?"),
    ],
)
def test_what_is_at_fault_is_said(position: Callable[..., Context], line: str, words: str) -> None:
    """DATC 6.D.31, 6.F.1, 6.F.12, 6.B.3: who lies on no route, and which coasts there are."""
    texts = ("F ION", "F BLA", "F ENG", "F LYO", "F KIE", "A RUM", "A PRU", "A BUR")
    where = position("standard", "S1901M", "TURKEY", dict.fromkeys(texts, "TURKEY"))
    (problem,) = read_orders((line,), where).problems
    assert words in str(problem)


def test_a_refused_retreat_is_not_asked_about() -> None:
    """Nor is another place of a like name, unless the unit may retreat there."""
    board = load_board("standard")
    fleet = Unit(PowerId("ENGLAND"), UnitKind.FLEET, Location(ProvinceId("NTH")))
    places = (Location(ProvinceId("BEL")), Location(ProvinceId("YOR")))
    state = GameState(
        Phase.parse("S1901R"), dislodged=(Dislodged(fleet, ProvinceId("EDI"), places),)
    )
    where = Context(ruleset_for("standard", board, {}), state, board, fleet.power)
    (problem,) = read_orders(("F NTH R EDI",), where).problems
    assert "It can retreat to Belgium or Yorkshire." in str(problem)
    assert "Did you mean" not in str(problem)
