"""Payments and receipts that have their other half in the book, and those that have none."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.payments import halves
from tests.adjudicate.comparing import boards
from tests.rules.positions import position

BOARD = boards("republic")
MUNSTER, ULSTER, BRITAIN = PowerId("MUNSTER"), PowerId("ULSTER"), PowerId("BRITAIN")
WINTER = position("W1016A", {"MUNSTER": ["A Ker"]}, {"MUNSTER": ["CoC"]})
AUTUMN = position("F1016M", {"MUNSTER": ["A Ker"]}, {"MUNSTER": ["CoC"]})


def orders(*texts: str) -> tuple[Order, ...]:
    """Read winter orders."""
    return tuple(read_canonical(text, BOARD, PhaseKind.ADJUSTMENT) for text in texts)


def unmatched(
    state: GameState, drafts: dict[PowerId, tuple[Order, ...]]
) -> dict[PowerId, tuple[Order, ...]]:
    """Return what has no other half, by whose it is."""
    found = {
        power: tuple(half.order for half in own if not half.matched)
        for power, own in halves(state, drafts).items()
    }
    return {power: own for power, own in found.items() if own}


def test_a_half_needs_the_same_amount_and_the_other_power() -> None:
    """Another amount, another partner or the same side twice match nothing (Republic 8)."""
    drafts = {
        MUNSTER: orders("PAY 5 ULSTER", "PAY 3 BRITAIN", "RECEIVE 2 ULSTER", "B A CoC"),
        ULSTER: orders("RECEIVE 5 MUNSTER", "RECEIVE 2 MUNSTER"),
        BRITAIN: orders("RECEIVE 4 MUNSTER"),
    }
    assert unmatched(WINTER, drafts) == {
        BRITAIN: (Receive(4, MUNSTER),),
        MUNSTER: (Pay(3, BRITAIN), Receive(2, ULSTER)),
        ULSTER: (Receive(2, MUNSTER),),
    }


def test_halves_are_matched_one_to_one() -> None:
    """Two payments of one amount need two receipts; the first listed is served first."""
    drafts = {MUNSTER: orders("PAY 5 ULSTER", "PAY 5 ULSTER"), ULSTER: orders("RECEIVE 5 MUNSTER")}
    found = halves(WINTER, drafts)
    assert [(half.entry, half.matched) for half in found[MUNSTER]] == [(0, True), (1, False)]
    assert [half.matched for half in found[ULSTER]] == [True]


def test_conditions_are_judged_in_winter() -> None:
    """What a branch does not lead to is no half, and matches nobody's (Republic 9e)."""
    drafts = {
        MUNSTER: orders("IF MUNSTER IN Ker THEN PAY 5 ULSTER ELSE PAY 6 ULSTER"),
        ULSTER: orders("RECEIVE 6 MUNSTER"),
    }
    assert unmatched(WINTER, drafts) == {
        MUNSTER: (Pay(5, ULSTER),),
        ULSTER: (Receive(6, MUNSTER),),
    }


def test_before_winter_every_branch_may_count() -> None:
    """While the autumn is still to be played nobody is told of a half that may yet match."""
    drafts = {
        MUNSTER: orders("IF MUNSTER IN Ker THEN PAY 5 ULSTER ELSE PAY 6 ULSTER"),
        ULSTER: orders("RECEIVE 6 MUNSTER"),
    }
    assert unmatched(AUTUMN, drafts) == {MUNSTER: (Pay(5, ULSTER),)}


def test_impossible_payments_wait_for_nobody() -> None:
    """A payment to oneself or of nothing is refused for what it is."""
    drafts = {MUNSTER: orders("PAY 5 MUNSTER", "PAY 0 ULSTER", "RECEIVE 5 MUNSTER")}
    assert unmatched(WINTER, drafts) == {}
