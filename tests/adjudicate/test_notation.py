"""What is printed can be read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.errors import UnreadableOrder
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules import conditions as c
from gm.games.diplomacy.rules import orders as o
from gm.games.diplomacy.rules.board import Location, Pair, PowerId, ProvinceId, pair
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.notation import in_words, order_text
from tests.adjudicate.comparing import boards

BOARD = boards("republic")
POWERS = st.sampled_from(sorted(BOARD.powers))
PLACES = st.sampled_from(sorted(BOARD.provinces))
LOCATIONS = st.builds(Location, PLACES, st.sampled_from([None, None, "nc", "sc"]))
UNITS = st.builds(UnitRef, st.sampled_from(list(UnitKind)), LOCATIONS)
AMOUNTS = st.integers(-20, 99)
REASONS = st.sampled_from(["", "toll", "toll on the Nore bridge", "if and else then (or)"])


def _pairs() -> st.SearchStrategy[Pair]:
    return st.lists(PLACES, min_size=2, max_size=2, unique=True).map(lambda two: pair(*two))


ATOMS = st.one_of(
    st.builds(c.WasDislodged, UNITS),
    st.builds(c.Succeeded, UNITS),
    st.builds(c.Failed, UNITS),
    st.builds(c.IsIn, POWERS, PLACES),
    st.builds(c.IsVacant, PLACES),
    st.builds(c.Owns, POWERS, PLACES),
    st.builds(c.BridgeStands, _pairs(), st.none() | POWERS),
    st.builds(c.Enters, POWERS, PLACES),
    st.builds(c.Attacks, POWERS, PLACES),
    st.builds(c.Supports, POWERS, UNITS, st.none() | PLACES),
)
CONDITIONS: st.SearchStrategy[c.Condition] = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds(c.Not, inner),
        st.builds(c.And, st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(c.Or, st.lists(inner, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)
PLAIN: st.SearchStrategy[o.Order] = st.one_of(
    st.builds(o.Hold, UNITS),
    st.builds(o.Move, UNITS, LOCATIONS, st.booleans()),
    st.builds(o.Support, UNITS, UNITS, st.none() | LOCATIONS),
    st.builds(o.Convoy, UNITS, UNITS, LOCATIONS),
    st.builds(o.Convert, UNITS),
    st.builds(o.AttackBridge, UNITS, _pairs(), st.none() | POWERS),
    st.builds(o.Retreat, UNITS, LOCATIONS),
    st.builds(o.Disband, UNITS),
    st.builds(o.Build, UNITS),
    st.builds(o.Waive),
    st.builds(o.BuildBridge, _pairs()),
    st.builds(o.RemoveBridge, _pairs()),
    st.builds(o.Pay, AMOUNTS, POWERS, REASONS.filter(lambda text: "(" not in text)),
    st.builds(o.Receive, AMOUNTS, POWERS, REASONS.filter(lambda text: "(" not in text)),
    st.builds(o.Give, AMOUNTS, POWERS),
)
ORDERS: st.SearchStrategy[o.Order] = st.recursive(
    PLAIN,
    lambda inner: st.builds(
        o.Conditional,
        CONDITIONS,
        st.lists(inner, min_size=1, max_size=2).map(tuple),
        st.lists(inner, max_size=2).map(tuple),
    ),
    max_leaves=4,
)


@given(ORDERS, st.booleans(), st.sampled_from([str, str.lower, str.upper]))
def test_a_printed_order_is_read_back(order: o.Order, retreat: bool, cased: object) -> None:
    """Printing then reading is the identity for every order, in any case of letters."""
    text = order_text(order, BOARD, retreat=retreat)
    assert read_canonical(text, BOARD, PhaseKind.ADJUSTMENT) == order
    if "(" not in text and callable(cased):
        assert read_canonical(cased(text), BOARD, PhaseKind.ADJUSTMENT) == order


@given(ORDERS)
def test_every_order_has_full_words(order: o.Order) -> None:
    """Full words name provinces and powers in full, in one line."""
    words = in_words(order, BOARD)
    assert words[0].isupper()
    assert "\n" not in words
    assert not words.endswith(".")


def test_a_choice_is_a_bare_unit_in_a_setup_only() -> None:
    """`A DEN` chooses a piece in the setup and is no order elsewhere."""
    board = boards("irish")
    choice = read_canonical("A DEN", board, PhaseKind.SETUP)
    assert choice == o.Choose(UnitRef(UnitKind.ARMY, Location(ProvinceId("DEN"))))
    assert order_text(choice, board) == "A DEN"
    with pytest.raises(UnreadableOrder, match="breaks off"):
        read_canonical("A DEN", board, PhaseKind.MOVEMENT)


def test_a_reason_cannot_end_its_own_parentheses() -> None:
    """Parentheses and line breaks in a payment's reason are tamed when it is printed."""
    order = o.Pay(5, PowerId("MUNSTER"), "toll) ELSE B A DbN\n(again")
    text = order_text(order, BOARD)
    assert text == "PAY 5 MUNSTER (toll] ELSE B A DbN [again)"
    read = read_canonical(text, BOARD, PhaseKind.ADJUSTMENT)
    assert isinstance(read, o.Pay)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A KkW - Wat", "Army Kilkenny West moves to Waterford"),
        ("A KkW - Wat VIA", "Army Kilkenny West moves to Waterford by convoy"),
        ("A Lao S A KkW", "Army Laois supports Army Kilkenny West in holding"),
        (
            "A Lao S A KkW - Tip",
            "Army Laois supports Army Kilkenny West in moving to Tipperary",
        ),
        (
            "F STG C A Wat - DeW",
            "Fleet St. George's Channel convoys Army Waterford to Devon West",
        ),
        (
            "A KkW ATTACK BRIDGE KkW-Wat OF MUNSTER",
            (
                "Army Kilkenny West attacks the bridge linking Kilkenny West and Waterford"
                " (Munster's)"
            ),
        ),
        ("F Wat CONVERT", "Fleet Waterford converts to an army"),
        ("B BRIDGE KkW-Wat", "Build a bridge linking Kilkenny West and Waterford"),
        ("D A Ker", "Remove Army Kerry"),
        ("PAY 1 MUNSTER (toll)", "Pay 1 point to Munster (toll)"),
        ("RECEIVE 5 ULSTER", "Receive 5 points from Ulster"),
        (
            "IF NOT A KkW DISLODGED AND Wat VACANT THEN D BRIDGE KkW-Wat ELSE B A DbN",
            (
                "If Army Kilkenny West is not dislodged and Waterford is vacant then remove the"
                " bridge linking Kilkenny West and Waterford else build Army Dublin North"
            ),
        ),
    ],
)
def test_orders_in_full_words(text: str, words: str) -> None:
    """The words are the hobby's own."""
    assert in_words(read_canonical(text, BOARD, PhaseKind.ADJUSTMENT), BOARD) == words


def test_a_foreign_unit_is_named_with_its_owner() -> None:
    """A receipt may say whose unit is supported."""
    order = read_canonical("A Lao S A KkW - Tip", BOARD, PhaseKind.MOVEMENT)
    words = in_words(order, BOARD, owners=lambda _: PowerId("ULSTER"))
    assert words.startswith("Army Laois supports Ulster's Army Kilkenny West")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("A", "breaks off"),
        ("A KkW -", "no order"),
        ("A KkW - Wat now", "no order"),
        ("A KkW S A Wat to Tip", "no order"),
        ("A KkW ATTACK BRIDGE KkW", "two provinces"),
        ("A KkW ATTACK BRIDGE KkW-Wat BY ULSTER", "no order"),
        ("X KkW H", "no order"),
        ("B X Ker", "neither A nor F"),
        ("PAY five MUNSTER", "no whole number"),
        ("PAY 2.5 MUNSTER", "no whole number"),
        ("PAY 5 FRANCE", "no power"),
        ("PAY 5", "no order"),
        ("IF", "breaks off"),
        ("IF KkW VACANT", "where THEN should be"),
        ("IF KkW EMPTY THEN WAIVE", "no power"),
        ("IF A KkW HAPPY THEN WAIVE", "says nothing about a unit"),
        ("IF MUNSTER LOVES KkW THEN WAIVE", "says nothing about a power"),
        ("IF KkW VACANT THEN WAIVE ELSE", "empty"),
        ("IF KkW VACANT THEN WAIVE) AND WAIVE", "goes on after its end"),
        ("IF (KkW VACANT THEN WAIVE", "should be"),
    ],
)
def test_what_is_no_canonical_order_is_refused(text: str, words: str) -> None:
    """Nothing is guessed: a text outside the notation is refused with the reason."""
    with pytest.raises(UnreadableOrder, match=words):
        read_canonical(text, BOARD, PhaseKind.ADJUSTMENT)


def test_a_nested_condition_without_parentheses_takes_the_else() -> None:
    """An ELSE belongs to the nearest IF."""
    text = "IF KkW VACANT THEN IF Wat VACANT THEN B A DbN ELSE B A DbS"
    read = read_canonical(text, BOARD, PhaseKind.ADJUSTMENT)
    assert isinstance(read, o.Conditional)
    assert read.otherwise == ()
    (inner,) = read.then
    assert isinstance(inner, o.Conditional)
    assert len(inner.otherwise) == 1
