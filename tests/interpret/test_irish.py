"""Lines of Irish Diplomacy: gifts, promises and first pieces, read without its rules."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from gm.contract.orders import Order
from gm.contract.rules import Meta
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.filled_in import SeasonCheck
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.wording.notation import order_text


@dataclass(frozen=True)
class AllowsAll:
    """Rules that refuse nothing: only the reading is under test."""

    meta: Meta
    grammar: str

    def check(
        self, state: GameState, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[SeasonCheck, ...]:
        """Every order is legal."""
        return tuple(map(SeasonCheck, orders))


def read(line: str, power: str, phase: str) -> list[str]:
    """Return the orders of a line; three armies stand on the board."""
    board = load_board("irish")
    homes = {"VEN": "ITALY", "NWY": "NORWAY", "SPA": "SPAIN"}
    state = GameState(Phase.parse(phase)).with_units(
        Unit(PowerId(owner), UnitKind.ARMY, Location(ProvinceId(place)))
        for place, owner in homes.items()
    )
    meta = Meta("irish", "Irish", "Colin Walsh", "1", board.id, "", (), 1)
    context = Context(AllowsAll(meta, "diplomacy/irish"), state, board, PowerId(power))  # type: ignore[arg-type]
    reading = read_orders([line], context, strict=True)
    assert bool(reading.orders) != bool(reading.problems)
    return [order_text(order) for order in reading.orders]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Give France 2 points", ["GIVE FRANCE 2"]),
        ("Give 2 points to North Africa", ["GIVE NORTH_AFRICA 2"]),
        (
            "If France doesn't enter (PIE), give him 2 points",
            ["IF NOT FRANCE ENTERS PIE THEN GIVE FRANCE 2"],
        ),
        (
            "If France doesn't attack Pie give them 3 points",
            ["IF NOT FRANCE ATTACKS PIE THEN GIVE FRANCE 3"],
        ),
        ("If Norway is in Sweden, give Norway 1", ["IF NORWAY IN SWE THEN GIVE NORWAY 1"]),
        (
            "If France supports Venice to Tyrolia, give France two points",
            ["IF FRANCE SUPPORTS A VEN - TYR THEN GIVE FRANCE 2"],
        ),
        ("A Ven S Norwegian A Nwy", ["A VEN S A NWY"]),
        ("A Ven S Spanish A Spa", ["A VEN S A SPA"]),
        (
            "If Albania is in Western Mediterranean then give Albania 1",
            ["IF ALBANIA IN WES THEN GIVE ALBANIA 1"],
        ),
        ("If French army Spain then give France 1", ["IF FRANCE IN SPA THEN GIVE FRANCE 1"]),
        ("Give him 2 points", []),
        ("Give Narnia 2 points", []),
    ],
)
def test_gifts_and_promises(line: str, orders: list[str]) -> None:
    """A gift may hang on what its receiver does; a pronoun needs a power before it."""
    assert read(line, "ITALY", "S1974M") == orders


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("Norway: A Nwy - Swe", ["A NWY - SWE"]),
        ("Norway holds", ["A NWY H"]),
        ("A Norway - Sweden", ["A NWY - SWE"]),
        ("Norway - Sweden", ["A NWY - SWE"]),
        ("Norwegian Army Norway to Sweden", ["A NWY - SWE"]),
    ],
)
def test_a_power_and_its_province_of_one_name(line: str, orders: list[str]) -> None:
    """What stands behind the name tells the power from the province."""
    assert read(line, "NORWAY", "S1974M") == orders


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A Den", ["A DEN"]),
        ("Fleet Denmark", ["F DEN"]),
        ("Start with F Den", ["F DEN"]),
        ("Start with Fleet Denmark.", ["F DEN"]),
    ],
)
def test_the_first_piece_of_a_minor_power(line: str, orders: list[str]) -> None:
    """In the setup phase a unit alone is the choice (Irish 2)."""
    assert read(line, "DENMARK", "S1974P") == orders
