"""The choice of a first piece in a player's own words, and what is asked about it (Irish 2)."""

from __future__ import annotations

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Reading
from gm.games.diplomacy.wording.notation import order_text
from tests.interpret.conftest import position

BELGIUM = position("irish", "S1974P", "BELGIUM", {})
SPAIN = position("irish", "S1974P", "SPAIN", {})


def chosen(read: Reading) -> list[str]:
    """Return what was chosen, in canonical text."""
    return [order_text(order) for order in read.orders]


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("Make it a fleet.", "F BEL"),
        ("a fleet, please", "F BEL"),
        ("I'd like an army in Bel", "A BEL"),
        ("I'd rather have a fleet", "F BEL"),
        ("My choice is an army", "A BEL"),
        ("My first piece will be a fleet", "F BEL"),
        ("Let's have an army!", "A BEL"),
        ("Put a fleet in Belgium", "F BEL"),
        ("Belgium starts with a fleet", "F BEL"),
        ("fleet for Belgium", "F BEL"),
        ("Belgium: F", "F BEL"),
        ("Change it to a fleet", "F BEL"),
        ("Fleet, thank you very much", "F BEL"),
        ("Ich hätte gern eine Flotte", "F BEL"),
        ("Mach eine Flotte daraus", "F BEL"),
        ("Meine erste Einheit ist eine Armee", "A BEL"),
        ("Lieber eine Armee", "A BEL"),
        ("Ba mhaith liom arm sa Bheilg", "A BEL"),
        ("Déan cabhlach de", "F BEL"),
        ("Roghnaím cabhlach", "F BEL"),
    ],
)
def test_a_piece_is_chosen_in_plain_words(text: str, piece: str) -> None:
    """Every word around it is one that says nothing else."""
    assert chosen(read_orders([text], BELGIUM)) == [piece]


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("F SPA/NC", "F SPA/NC"),
        ("fleet, south coast", "F SPA/SC"),
        ("Make it a fleet on the south coast", "F SPA/SC"),
        ("I'd like an army", "A SPA"),
    ],
)
def test_a_coast_is_chosen_with_it(text: str, piece: str) -> None:
    """Where the home has several."""
    assert chosen(read_orders([text], SPAIN)) == [piece]


@pytest.mark.parametrize(
    "text",
    [
        "Army, not fleet",
        "not a fleet but an army",
        "No fleet",
        "I don't want a fleet",
        "Fleet or army?",
        "Can I have a fleet?",
        "Fleet instead of army",
        "What about an army for a change of pace",
    ],
)
def test_what_speaks_of_a_piece_in_other_words_is_asked_about(text: str) -> None:
    """Both pieces are offered, for no word says which is meant for sure."""
    read = read_orders([text], BELGIUM)
    assert not read.orders
    (line,) = (line for line in read.lines if line.problem is not None)
    assert [order_text(order) for choice in line.choices for order in choice] == ["A BEL", "F BEL"]


@pytest.mark.parametrize(
    "lines",
    [
        ["A BEL", "F BEL"],
        ["F BEL", "", "A BEL"],
        ["A BEL / F BEL"],
        ["A BEL", "Make it a fleet."],
    ],
)
def test_two_pieces_for_one_home_are_asked_about(lines: list[str]) -> None:
    """As they stand in the opening mail: none is taken, the question offers both."""
    read = read_orders(lines, BELGIUM)
    assert not read.orders
    (line,) = (line for line in read.lines if line.choices)
    assert line.verdict is Verdict.AMBIGUOUS
    assert {order_text(order) for choice in line.choices for order in choice} == {"A BEL", "F BEL"}


@pytest.mark.parametrize("lines", [["A BEL", "a bel"], ["A BEL", "I hope it goes well."]])
def test_one_piece_is_taken(lines: list[str]) -> None:
    """It may be said twice, and talk beside it asks nothing."""
    assert {*chosen(read_orders(lines, BELGIUM))} == {"A BEL"}
    assert not read_orders(lines, BELGIUM).problems


def test_who_chooses_nothing_is_not_asked() -> None:
    """A great power's pieces stand already."""
    france = position("irish", "S1974P", "FRANCE", {"A PAR": "FRANCE"})
    assert not read_orders(["Make it a fleet."], france).problems


@pytest.mark.parametrize("text", ["F Spa", "Fleet"])
def test_a_fleet_without_its_coast_is_taken_and_told_of(text: str) -> None:
    """It stands on the first one, and beside an army for the same home it is asked about."""
    read = read_orders([text], SPAIN)
    assert chosen(read) == ["F SPA"]
    (line,) = read.lines
    assert line.verdict is Verdict.ACCEPTED
    assert " ".join(line.remarks) == (
        "Spain has several coasts. Write F SPA/NC or F SPA/SC; as it is the fleet starts in Spain "
        "(north coast)."
    )
    assert not read_orders(["A Spa", text], SPAIN).orders


def test_of_two_coasts_the_last_counts() -> None:
    """As of two orders to one unit; only an army and a fleet are asked about."""
    assert chosen(read_orders(["F Spa/nc", "F Spa/sc"], SPAIN)) == ["F SPA/SC"]
