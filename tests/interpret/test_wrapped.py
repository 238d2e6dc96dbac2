"""A conditional order may go on in the lines below it."""

from collections.abc import Callable

import pytest

from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.wording.notation import order_text

ELSE = ["IF A CoC SUCCEEDED THEN B BRIDGE CoC-Wat AND B A CoC ELSE B F CoS"]
NESTED = [
    "IF A CoC SUCCEEDED THEN B A CoC ELSE (IF NOT (F CEL DISLODGED OR Wat VACANT) THEN B F CoS)"
]


@pytest.fixture
def winter(position: Callable[..., Context]) -> Context:
    """Munster in Winter 1016; an army of its own has just left Cork Central."""
    units = {"A Wat": "MUNSTER", "F CEL": "MUNSTER"}
    homes = {"CoC": "MUNSTER", "CoS": "MUNSTER", "Wat": "MUNSTER"}
    return position("republic", "W1016A", "MUNSTER", units, centres=homes)


def read(context: Context, text: str) -> list[str]:
    """Return the orders of a text."""
    return [order_text(one) for one in read_orders(text.splitlines(), context).orders]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("If A CoC succeeds then build bridge CoC-Wat and build A CoC else\nbuild F CoS", ELSE),
        ("If A CoC succeeds\nthen bridge CoC-Wat, A CoC\nelse F CoS", ELSE),
        ("- If A CoC succeeds then bridge CoC-Wat and\nbuild A CoC\notherwise build F CoS", ELSE),
        ("If A CoC succeeds then bridge linking Cork\nCentral and Wat, A CoC else F CoS", ELSE),
        ("If A CoC succeeds then (bridge CoC-Wat;\nbuild A CoC) else build F CoS", ELSE),
        ("If A CoC\nsucceeds then bridge\nCoC-Wat and A\nCoC else F\nCoS", ELSE),
        (
            "If A CoC succeeds then A CoC else if not\n(F CEL is dislodged or nobody in Wat) then F CoS",
            NESTED,
        ),
        (
            "Build A CoC if A CoC failed\nelse build F CoS",
            ["IF A CoC FAILED THEN B A CoC ELSE B F CoS"],
        ),
    ],
)
def test_an_order_broken_over_lines_is_one_order(
    winter: Context, text: str, orders: list[str]
) -> None:
    """What follows in the next lines depends on the condition like the rest (Republic 9e)."""
    assert read(winter, text) == orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (
            "If A CoC failed then build A CoC\nBuild F CoS",
            ["IF A CoC FAILED THEN B A CoC", "B F CoS"],
        ),
        (
            "If A CoC failed then build A CoC\nThanks, and see you else",
            ["IF A CoC FAILED THEN B A CoC"],
        ),
        ("If Munster wins I owe you a pint\nBuild F CoS", ["B F CoS"]),
        ("If A CoC failed then build A Tip\nBuild F CoS", ["B F CoS"]),
        (
            "If A CoC failed then build A CoC\nIf F CEL failed then build F CoS else waive",
            ["IF A CoC FAILED THEN B A CoC", "IF F CEL FAILED THEN B F CoS ELSE WAIVE"],
        ),
    ],
)
def test_lines_that_stand_for_themselves_do_so_below_a_condition(
    winter: Context, text: str, orders: list[str]
) -> None:
    """A whole order below a conditional one hangs on nothing."""
    assert read(winter, text) == orders


@pytest.mark.parametrize(
    "text",
    [
        "If A CoC succeeds\nthen build A Tip\nelse build F CoS",
        "If A Foo succeeds then build A CoC\nelse build F CoS",
    ],
)
def test_a_branch_never_counts_without_its_condition(winter: Context, text: str) -> None:
    """An order broken over lines that cannot be taken is refused with all its lines."""
    reading = read_orders(text.splitlines(), winter)
    assert not reading.orders
    assert len(reading.problems) == 1


def test_only_then_and_else_reach_over_an_empty_line(winter: Context) -> None:
    """Any other line below an empty one is an order of its own."""
    assert read(winter, "If A CoC failed then\n\nbuild F CoS") == ["B F CoS"]
    text = "If A CoC succeeds\n\nthen bridge CoC-Wat and A CoC\n\nelse F CoS"
    assert read(winter, text) == ELSE


def test_an_else_without_its_condition_is_not_passed_over(winter: Context) -> None:
    """A branch that stands alone is no talk."""
    reading = read_orders(["Thanks!", "", "else build F CoS"], winter)
    assert not reading.orders
    assert len(reading.problems) == 1


def test_the_winters_order_of_an_autumn_may_be_broken_over_lines(
    position: Callable[..., Context],
) -> None:
    """The lines of a winter order stay together in a movement phase, too."""
    context = position("republic", "F1016M", "MUNSTER", {"A Ker": "MUNSTER"})
    lines = ["A Ker - Lim", "If A Ker succeeds then build A CoC else", "build F CoC"]
    reading = read_orders(lines, context.taking(Phase.parse("W1016A")))
    assert [order_text(one) for one in reading.orders] == ["A Ker - Lim"]
    kept = ["IF A Ker SUCCEEDED THEN B A CoC ELSE B F CoC"]
    assert [order_text(one) for one in reading.ahead] == kept
