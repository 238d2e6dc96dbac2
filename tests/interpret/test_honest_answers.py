"""What a complaint says is true of the game as its reader has it before him."""

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.pages.reply_form import examples
from gm.games.diplomacy.rules.board import BorderKind, PowerId, pair
from gm.games.diplomacy.rules.orders import Build, BuildBridge
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from tests.interpret.conftest import position


def complaint(line: str) -> str:
    """Return what is said of a line of Turkey's, who has units and owns Greece."""
    units = {**dict.fromkeys(("A BUL", "F CON", "A SMY"), "TURKEY"), "F GRE": "ITALY"}
    centres = {"GRE": "TURKEY", "BUL": "TURKEY"}
    context = position("standard", "S1902M", "TURKEY", units, centres=centres)
    (read,) = read_orders([line], context).lines
    assert read.problem is not None
    return read.problem.message


@pytest.mark.parametrize("line", ["All my units move north", "Everybody moves to Vienna"])
def test_a_line_for_all_does_not_say_that_units_with_orders_hold(line: str) -> None:
    """What was ordered earlier stands, so only units without any order hold."""
    told = complaint(line)
    assert "what you have ordered stands" in told
    assert "holds anyway" not in told


@pytest.mark.parametrize(
    "line", ["A Bul - Ser and I think F Con - Aeg", "A Bul - Ser, think F Con - Aeg"]
)
def test_a_word_that_is_no_place_is_not_told_to_lack_an_order(line: str) -> None:
    """It is what the line cannot be read from on."""
    assert complaint(line).startswith("This line cannot be read from “think” on.")


@pytest.mark.parametrize(
    ("line", "name"), [("A Bul, F Con", "Bul"), ("A Bulgari and F Con", "Bulgari")]
)
def test_a_place_without_an_order_is_told_so(line: str, name: str) -> None:
    """Also where its name has a slip."""
    assert complaint(line).startswith(f"“{name}” has no order.")


def test_a_unit_in_ones_own_centre_is_told_to_be_anothers() -> None:
    """“Give orders to your own units” alone says nothing to whom the place belongs."""
    assert complaint("F Gre - Aeg") == (
        "Greece is yours, but the unit in it is Italy's. Give orders to your own units."
    )


REASONS = {
    "Pay 1 to Ulster (für die Brücke)": "für die Brücke",
    "Zahle 1 an Ulster (für Ärger)": "für Ärger",
    "Zahle 1 an Ulster für die Brücke": "die Brücke",
    "Pay 1 to Ulster - für Überfahrt": "für Überfahrt",
    "Pay 1 to Ulster (Straße & „Brücke“ – naïve)": "Straße & „Brücke“ – naïve",
    "Íoc 1 le hUlaidh (dola an droichid sa Ghaillimh, mar a dúradh)": "dola an droichid sa Ghaillimh, mar a dúradh",
    "Pay 1 to Ulster (for the bri\u202edge)": "for the bridge",
}


@pytest.mark.parametrize("line", REASONS)
def test_a_reason_is_kept_as_it_was_written(line: str) -> None:
    """Umlauts, accents and quotes stay; only signs that cannot be seen go."""
    context = position(
        "republic", "W1016A", "MUNSTER", {"A CoC": "MUNSTER"}, centres={"CoC": "MUNSTER"}
    )
    (order,) = read_orders([line], context).orders
    assert getattr(order, "reason") == REASONS[line]  # noqa: B009


RIVERS = tuple(
    sorted(
        {
            pair(place, border.to)
            for place, province in load_board("republic").provinces.items()
            for border in province.ring
            if border.kind is BorderKind.RIVER
        }
    )
)


def winter(unit_at: str, bridges: tuple[str, ...]) -> tuple[GameState, tuple[str, ...]]:
    """Return a winter of Munster's with one army, and the orders that serve it as examples."""
    context = position(
        "republic", "W1016A", "MUNSTER", {f"A {unit_at}": "MUNSTER"}, bridges=bridges
    )
    power = PowerId("MUNSTER")
    return context.state, examples(context.board, context.state, power)


@pytest.mark.parametrize("count", range(0, len(RIVERS), 3))
def test_an_example_of_a_bridge_is_one_that_could_be_built(count: int) -> None:
    """None stands there yet, whosever it is, and a unit is beside it or among the examples."""
    standing = tuple(f"{first}-{second} ULSTER" for first, second in RIVERS[:count])
    state, shown = winter("KkW", standing)
    bridged = {bridge.between for bridge in state.part(BridgePart).standing}
    context = position("republic", "W1016A", "MUNSTER", {"A KkW": "MUNSTER"})
    orders = read_orders(list(shown), context).orders
    beside = {order.unit.at.province for order in orders if isinstance(order, Build)} | {"KkW"}
    for order in orders:
        if isinstance(order, BuildBridge):
            assert order.between not in bridged
            assert beside & {*order.between}
