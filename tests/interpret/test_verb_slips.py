"""Misspelt verbs: read with a remark where the line is right otherwise, else asked about."""

from collections.abc import Callable

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.choices import with_choices
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.wording.notation import order_text

Position = Callable[..., Context]


@pytest.fixture
def winter(position: Position) -> Context:
    """Britain in the opening winter of Republic."""
    return position("republic", "W1015A", "BRITAIN", {})


def read(text: str, context: Context) -> LineReading:
    """Return how a mail of one line is read, its choices included."""
    (line,) = with_choices(read_orders([text], context), context).lines
    return line


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Biuld F Devon East", "B F DeE"),
        ("Buil F Devon East", "B F DeE"),
        ("Recieve 5 from Ulster", "RECEIVE 5 ULSTER"),
    ],
)
def test_a_slip_in_a_line_that_is_right_is_read(text: str, order: str, winter: Context) -> None:
    """The remark says how, as it does of names."""
    line = read(text, winter)
    assert [order_text(one) for one in line.orders] == [order]
    assert line.remarks[0].startswith(f"Read {text.split()[0]} as ")


@pytest.mark.parametrize("text", ["Pya 5 to Ulster", "apy 5 to Ulster"])
def test_a_short_verb_is_asked_about(text: str, winter: Context) -> None:
    """In three letters a slip may be another word, so it is no order; a number makes it one."""
    line = read(text, winter)
    assert line.verdict is Verdict.UNREADABLE
    assert line.problem is not None
    assert line.problem.message == f"“{text.split()[0]}” is no order. Did you mean “pay”?"
    assert [[order_text(one) for one in choice] for choice in line.choices] == [["PAY 5 ULSTER"]]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Biuld F Hogwarts", "Reading “Biuld” as “build”: There is no province “Hogwarts”"),
        ("Pya 5", "Reading “Pya” as “pay”: Who is paid?"),
        ("Demolsh bridge", "Reading “Demolsh” as “demolish”: Which bridge?"),
        ("Biuld Devon East", "Army or fleet in Devon East?"),
        ("Biuld F Devon East, pya 5 to Ulster", "“pya” is no order. Did you mean “pay”?"),
    ],
)
def test_what_else_is_wrong_is_told(text: str, complaint: str, winter: Context) -> None:
    """Never that there is no province of the verb's name."""
    line = read(text, winter)
    assert line.orders == ()
    assert line.problem is not None
    assert complaint in line.problem.message
    assert "no province “Bi" not in line.problem.message


@pytest.mark.parametrize(
    "text",
    [
        "Bold plan!",
        "Guild hall in Devon East",
        "Remote Devon",
        "May 5 to Ulster",
        "Day 5 in Ulster",
        "Paid 5 to Ulster",
        "Way 5 to go",
        "Pay attention please",
        "Bulit",
        "Convey Devon my love",
    ],
)
def test_words_of_talk_are_no_slips(text: str, winter: Context) -> None:
    """They are near to a verb, and nobody gave an order."""
    (line,) = read_orders([text], winter).lines
    assert line.verdict is Verdict.CHATTER


def test_no_payment_is_guessed_where_nobody_pays(position: Position) -> None:
    """In standard Diplomacy there is no such order to mean."""
    context = position("standard", "S1901M", "FRANCE", {"A PAR": "FRANCE"})
    assert read_orders(["Pya 5 to England"], context).lines[0].verdict is Verdict.CHATTER
