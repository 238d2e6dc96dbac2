"""A line can take back a whole list of winter orders."""

from collections.abc import Callable

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.talk.withdrawals import lists_withdrawn
from gm.games.diplomacy.readings import Context

EVERY = ("payment", "receipt", "build", "removal", "conditional")


@pytest.mark.parametrize(
    ("line", "lists"),
    [
        ("No payments", ("payment",)),
        ("no more payments please.", ("payment",)),
        ("Cancel my payments", ("payment",)),
        ("please withdraw all my removals and demolitions!", ("removal",)),
        ("Cancel payments, receipts and builds", ("payment", "receipt", "build")),
        ("Cancel builds", ("build",)),
        ("Drop the conditional orders", ("conditional",)),
        ("Cancel all my winter orders", EVERY),
    ],
)
def test_lists_are_named_in_the_players_words(line: str, lists: tuple[str, ...]) -> None:
    """Each kind of list has its name, and several may be named."""
    assert lists_withdrawn(line) == lists


@pytest.mark.parametrize(
    "line",
    [
        "No builds",
        "No payments were agreed, so build A CoS",
        "Pay 3 to Ulster",
        "Cancel payment to Leinster",
        "Withdraw A Ker",
        "Payments",
    ],
)
def test_other_lines_take_nothing_back(line: str) -> None:
    """Only a line that says nothing else empties a list; `No builds` waives them."""
    assert lists_withdrawn(line) == ()


def test_nothing_is_taken_back_in_spring(position: Callable[..., Context]) -> None:
    """Where no winter orders are taken the line is talk."""
    context = position("republic", "S1016M", "MUNSTER", {"A Ker": "MUNSTER"})
    (line,) = read_orders(["No payments"], context).lines
    assert line.verdict is Verdict.CHATTER
    assert not line.withdraws


@pytest.mark.parametrize(
    "line", ["Cancel payment to Leinster", "withdraw my payment of 5", "drop the build in CoS"]
)
def test_who_takes_back_one_order_of_a_list_is_told_how(
    position: Callable[..., Context], line: str
) -> None:
    """Lists are replaced or emptied as a whole."""
    context = position("republic", "W1016A", "MUNSTER", {"A Ker": "MUNSTER"})
    (problem,) = read_orders([line], context).problems
    assert "A list is taken back as a whole." in problem.message
