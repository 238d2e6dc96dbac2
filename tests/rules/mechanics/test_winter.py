"""Winters by supply points: what is refused beforehand, what a receipt can foresee."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import AccountPart, Rates, off_board_centres
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgeDemolished, BridgePart
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from gm.games.diplomacy.rules.winter.supply_points import PointAdjustments, PointSurvival
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards
from tests.rules.positions import position

BOARD = boards("republic")
WINTER = PointAdjustments(Rates.of(BOARD.facts))
FREE = replace(WINTER, free_removals=True)
MUNSTER, ULSTER, BRITAIN = PowerId("MUNSTER"), PowerId("ULSTER"), PowerId("BRITAIN")
KKW_WAT = (ProvinceId("KkW"), ProvinceId("Wat"))


def winter(
    units: list[str], phase: str = "W1016A", bridges: tuple[Bridge, ...] = (), **others: list[str]
) -> GameState:
    """Return a winter in which Munster has these units and both its homes."""
    state = position(phase, {"MUNSTER": units, **others}, {"MUNSTER": ["CoC", "CoS"]})
    return state.with_part(BridgePart(bridges))


def orders(*texts: str) -> tuple[Order, ...]:
    """Read winter orders."""
    return tuple(read_canonical(text, BOARD, PhaseKind.ADJUSTMENT) for text in texts)


def refusals(state: GameState, *texts: str, rules: PointAdjustments = WINTER) -> list[Why | None]:
    """Return why Munster's orders are refused before anybody else's are known."""
    checked = rules.check(BOARD, state, MUNSTER, orders(*texts))
    return [reason.why if reason else None for reason in checked]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("B A CoC", None),
        ("B A Ker", Why.NOT_A_HOME),
        ("B A GaS", Why.NOT_A_HOME),
        ("B F CoC/NC", Why.COAST_WRONG),
        ("B BRIDGE KkW-Wat", None),
        ("B BRIDGE CoC-CoS", Why.NO_UNIT_BESIDE),
        ("B BRIDGE Lao-Tip", Why.NO_RIVER),
        ("B BRIDGE Tip-Wat", Why.DUPLICATE),
        ("D BRIDGE Tip-Wat", None),
        ("D BRIDGE CoC-CoS", Why.NO_BRIDGE),
        ("D BRIDGE Cla-Lim", Why.NOT_YOUR_BRIDGE),
        ("D A Wat", Why.NO_REMOVAL_DUE),
        ("D F Wat", Why.NO_SUCH_UNIT),
        ("D A BeN", Why.NOT_YOUR_UNIT),
        ("PAY 20 ULSTER", None),
        ("PAY 21 ULSTER", Why.NOT_COVERED),
        ("PAY 0 ULSTER", Why.BAD_AMOUNT),
        ("PAY 5 MUNSTER", Why.YOURSELF),
        ("RECEIVE 99 ULSTER", None),
        ("RECEIVE -1 ULSTER", Why.BAD_AMOUNT),
        ("WAIVE", None),
        ("GIVE ULSTER 3", Why.WRONG_PHASE),
        ("A Wat H", Why.WRONG_PHASE),
        ("IF CoC VACANT THEN B A Ker", Why.NOT_A_HOME),
        ("IF CoC VACANT THEN B A CoC ELSE PAY 5 MUNSTER", Why.YOURSELF),
    ],
)
def test_what_must_fail_is_refused_at_once(text: str, why: Why | None) -> None:
    """An order is refused only if it fails whatever the others order (Republic 3, 6, 8, 9)."""
    bridges = (
        Bridge((ProvinceId("Tip"), ProvinceId("Wat")), MUNSTER),
        Bridge((ProvinceId("Cla"), ProvinceId("Lim")), ULSTER),
    )
    state = winter(["A Wat"], bridges=bridges, ULSTER=["A BeN"])
    assert refusals(state, text) == [why]


def test_a_lost_home_is_no_place_to_build() -> None:
    """An Irish home must still be owned; a Devon province need only be vacant (Republic 3)."""
    state = position("W1016A", {}, {"MUNSTER": ["CoC"], "ULSTER": ["CoS"]})
    assert refusals(state, "B A CoS") == [Why.NOT_OWNED]
    devon = WINTER.check(BOARD, state, BRITAIN, orders("B F DeW"))
    assert devon == (None,)


def test_a_province_another_may_vacate_is_not_refused() -> None:
    """Removals of all powers come before builds, so nobody can know yet."""
    state = winter([], LEINSTER=["A CoC"])
    assert refusals(state, "B A CoC") == [None]
    outcome = WINTER.resolve(BOARD, state, {MUNSTER: orders("B A CoC")}).outcomes[0]
    # Leinster has no points: civil disorder takes its army away.
    assert outcome.result is Result.OK


def test_ones_own_unit_in_the_way_is_refused_unless_it_goes() -> None:
    """Two units in one province, and one built twice, are refused."""
    state = winter(["A CoC"])
    assert refusals(state, "B A CoC") == [Why.OCCUPIED]
    assert refusals(state, "B A CoS", "B F CoS") == [None, Why.DUPLICATE]
    made = WINTER.resolve(BOARD, state, {MUNSTER: orders("B A CoS", "B F CoS")})
    assert [one.reason and one.reason.why for one in made.outcomes] == [None, Why.DUPLICATE]
    assert refusals(state, "D A CoC", "B F CoC", rules=FREE) == [None, None]


def test_removals_come_before_builds_wherever_they_are_listed() -> None:
    """A bridge may be taken down and built again; a removed unit carries no bridge."""
    bridge = Bridge(KKW_WAT, MUNSTER)
    state = winter(["A Wat"], bridges=(bridge,))
    assert refusals(state, "B BRIDGE KkW-Wat", "D BRIDGE KkW-Wat") == [None, None]
    assert refusals(state, "D BRIDGE KkW-Wat", "D BRIDGE KkW-Wat") == [None, Why.DUPLICATE]
    bare = winter(["A Wat"])
    assert refusals(bare, "B BRIDGE KkW-Wat", "D A Wat", rules=FREE) == [Why.NO_UNIT_BESIDE, None]


def test_a_payment_may_make_a_removal_due() -> None:
    """Fourteen of twenty points feed two units; what is paid away may be lacking."""
    state = winter(["A Ker", "A Wat"])
    assert refusals(state, "D A Ker") == [Why.NO_REMOVAL_DUE]
    assert refusals(state, "PAY 10 ULSTER", "D A Ker") == [None, None]


def test_a_removal_that_may_prove_needless_leaves_its_unit() -> None:
    """If the payment does not match, the unit stays and carries the bridge."""
    state = winter(["A Ker", "A Wat"])
    texts = ("PAY 10 ULSTER", "D A Wat", "B BRIDGE KkW-Wat")
    assert refusals(state, *texts) == [None, None, None]
    made = WINTER.resolve(BOARD, state, {MUNSTER: orders(*texts)})
    assert [one.result.value for one in made.outcomes] == ["unmatched", "void", "ok"]


def preview(state: GameState, *texts: str, matched: bool) -> dict[str, Any]:
    """Return what Munster's receipt would foresee."""
    seen = WINTER.preview(BOARD, state, MUNSTER, orders(*texts), matched=matched)
    return {
        "received": seen.account.received,
        "given": seen.account.given,
        "budget": seen.account.budget,
        "upkeep": seen.account.upkeep,
        "words": [one.result.value for one in seen.outcomes],
        "removed": [
            str(event.unit)
            for event in seen.events
            if isinstance(event, UnitDisbanded) and event.by_civil_disorder
        ],
    }


def test_a_receipt_shows_the_account_with_and_without_payments() -> None:
    """As if the payments matched, and as if none did, with what would then be removed."""
    state = winter(["A Ker", "A Lim"])
    texts = ("PAY 10 ULSTER", "RECEIVE 3 LEINSTER", "B A CoC")
    assert preview(state, *texts, matched=True) == {
        "received": 3,
        "given": 10,
        "budget": 13,
        "upkeep": 7,
        "words": ["ok", "ok", "void"],
        "removed": ["A Lim"],
    }
    assert preview(state, *texts, matched=False) == {
        "received": 0,
        "given": 0,
        "budget": 20,
        "upkeep": 14,
        "words": ["unmatched", "unmatched", "void"],
        "removed": [],
    }


def test_a_preview_leaves_bad_payments_out() -> None:
    """Nothing at all, to oneself, or more than one's income is never paid."""
    state = winter(["A Ker"])
    seen = preview(
        state, "PAY 0 ULSTER", "PAY 3 MUNSTER", "PAY 21 ULSTER", "RECEIVE 0 ULSTER", matched=True
    )
    assert seen["words"] == ["void"] * 4
    assert seen["budget"] == 20


def test_a_preview_demolishes_what_could_not_be_kept() -> None:
    """Without a unit the newest bridge goes."""
    old, new = Bridge(KKW_WAT, MUNSTER), Bridge((ProvinceId("Tip"), ProvinceId("Wat")), MUNSTER)
    state = replace(winter([], bridges=(old, new)), centres={ProvinceId("CoC"): MUNSTER})
    seen = WINTER.preview(BOARD, state, MUNSTER, (), matched=False)
    assert seen.events == (BridgeDemolished(new, by_civil_disorder=True),)


def test_open_slots_count_what_may_still_be_built() -> None:
    """Twenty points and two vacant homes are two builds; one ordered leaves one."""
    state = winter([])
    assert WINTER.open_slots(BOARD, state, MUNSTER, ()) == ("build", "build")
    assert WINTER.open_slots(BOARD, state, MUNSTER, orders("B A CoC")) == ("build",)
    assert WINTER.open_slots(BOARD, state, MUNSTER, orders("B A CoC", "B F CoS")) == ()
    assert WINTER.open_slots(BOARD, state, MUNSTER, orders("B A CoC", "WAIVE")) == ()
    assert WINTER.open_slots(BOARD, winter(["A Ker"]), MUNSTER, ()) == ("build",)


def test_open_slots_count_what_must_be_removed() -> None:
    """Twenty-eight against twenty: two units must go, and each order fills one slot."""
    state = winter(["A Ker", "A Lim", "A Tip", "A Wat"])
    assert WINTER.open_slots(BOARD, state, MUNSTER, ()) == ("removal", "removal")
    assert WINTER.open_slots(BOARD, state, MUNSTER, orders("D A Tip")) == ("removal",)


def test_a_payment_is_a_fact_with_both_reasons() -> None:
    """What was paid, by whom, to whom, and why each side said."""
    made = WINTER.resolve(
        BOARD,
        winter([]),
        {
            MUNSTER: orders("PAY 5 ULSTER (toll on the Nore)"),
            ULSTER: orders("RECEIVE 5 MUNSTER (rent)"),
        },
    )
    assert made.events[0] == PointsPaid(MUNSTER, ULSTER, 5, "toll on the Nore", "rent")


def test_the_payees_answer_does_not_tell_the_payers_purse() -> None:
    """An uncovered payment is void for both; only the payer is told what he had left."""
    made = WINTER.resolve(
        BOARD,
        winter([]),
        {MUNSTER: orders("PAY 25 ULSTER"), ULSTER: orders("RECEIVE 25 MUNSTER")},
    )
    payer, payee = (one.reason for one in made.outcomes)
    assert payer is not None
    assert payee is not None
    assert (payer.detail, payee.detail) == ((("left", "20"),), ())


def test_the_accounts_are_kept_in_the_state() -> None:
    """The last winter's accounts stand in the position, one for every power."""
    made = WINTER.resolve(BOARD, winter(["A Ker"]), {})
    state = winter(["A Ker"])
    for event in made.events:
        state = event.apply(state)
    part = state.part(AccountPart)
    assert part.year == 1016
    assert [one.power for one in part.accounts] == sorted(BOARD.powers)
    assert part.accounts[3].forfeited == 13


@pytest.mark.parametrize(
    ("year", "centres"), [(1014, 0), (1015, 2), (1017, 2), (1018, 1), (1019, 0), (1030, 0)]
)
def test_off_board_centres_follow_the_calendar(year: int, centres: int) -> None:
    """Two to the winter of 1017, one in 1018, none from 1019 on; nobody else has any (3, 5)."""
    assert off_board_centres(BOARD, BRITAIN, year) == centres
    assert off_board_centres(BOARD, MUNSTER, year) == 0


def test_rates_come_from_the_map_file() -> None:
    """The figures are the board's; a board that names none has those of the rules."""
    assert Rates.of({}) == Rates(10, 11, 7, 6, 2)
    assert Rates.of({"unit_upkeep": 9}).unit == 9


@pytest.mark.parametrize(
    ("phase", "units", "centres", "out"),
    [
        ("W1016A", {}, {}, {"CONNAUGHT", "LEINSTER", "MUNSTER", "ULSTER"}),
        ("W1019A", {}, {}, {"CONNAUGHT", "LEINSTER", "MUNSTER", "ULSTER"}),
        (
            "W1019A",
            {"ULSTER": ["A DeW", "A DeE"]},
            {},
            {"BRITAIN", "CONNAUGHT", "LEINSTER", "MUNSTER"},
        ),
        (
            "W1018A",
            {"ULSTER": ["A DeW", "A DeE"]},
            {"LEINSTER": ["Ker"]},
            {"CONNAUGHT", "MUNSTER"},
        ),
    ],
)
def test_who_is_out(
    phase: str, units: dict[str, list[str]], centres: dict[str, list[str]], out: set[str]
) -> None:
    """Out is who has no unit, no centre, none off the board; Britain not while Devon is open."""
    state = position(phase, units, centres)
    survival = PointSurvival()
    assert {power for power in BOARD.powers if survival.is_out(BOARD, state, power)} == out


def test_open_slots_hold_whether_or_not_payments_match() -> None:
    """A build fits that fits either way; a removal is due that one way asks for."""
    bare, full = winter([]), winter(["A Ker", "A Lim"])
    assert WINTER.open_slots(BOARD, bare, MUNSTER, orders("PAY 8 ULSTER", "B A CoC")) == ()
    assert WINTER.open_slots(BOARD, full, MUNSTER, orders("PAY 10 ULSTER")) == ("removal",)
    poor = replace(winter(["A Ker", "A Lim"]), centres={})
    texts = orders("RECEIVE 7 ULSTER", "D A Ker")
    assert WINTER.open_slots(BOARD, poor, MUNSTER, texts) == ("removal",)
    outlook = WINTER.outlook(BOARD, poor, MUNSTER, texts)
    assert (outlook.matched.slots, outlook.unmatched.slots) == ((), ("removal",))


def test_an_outlook_counts_what_conditional_orders_lead_to() -> None:
    """Republic 9e: the branch that counts is told by itself, with what becomes of it."""
    state = winter(["A Ker"])
    text = "IF MUNSTER IN Ker THEN B A CoC AND B A CoC ELSE B A CoS"
    seen = WINTER.outlook(BOARD, state, MUNSTER, orders("B F CoS", text))
    assert not seen.hangs_on_payments
    told = [(one.entry, one.outcome.result.value) for one in seen.matched.plain]
    assert told == [(0, "ok"), (1, "void"), (1, "void")]
    whys = [one.outcome.reason and one.outcome.reason.why for one in seen.matched.plain]
    assert whys == [None, Why.TOO_DEAR, Why.TOO_DEAR]


@pytest.mark.parametrize("private", [False, True])
def test_private_accounts_are_hidden_from_other_seats(private: bool) -> None:
    """Republic 8, private: a seat sees its own closed account, the public none."""
    rules = ruleset_for("republic", BOARD, {"payments": "private"} if private else {})
    made = rules.resolve(rules.new_game(ScriptedDraws()).state, {}, ScriptedDraws())
    everybody = sorted(BOARD.powers)
    seen = {
        who: [one.power for one in rules.view(made.state, who).part(AccountPart).accounts]
        for who in (None, (SeatId("MUNSTER"),))
    }
    assert seen[None] == ([] if private else everybody)
    assert seen[(SeatId("MUNSTER"),)] == (["MUNSTER"] if private else everybody)


def test_a_payment_to_nobody_has_no_other_half() -> None:
    """An order that names no power of the board is foreseen as it will be: unmatched."""
    state, nobody = winter(["A Ker"]), PowerId("NOBODY")
    listed = (Pay(5, nobody), Receive(7, nobody))
    seen = WINTER.outlook(BOARD, state, MUNSTER, listed)
    assert not seen.hangs_on_payments
    assert [one.result for one in seen.matched.outcomes] == [Result.UNMATCHED] * 2
    assert seen.matched.outcomes == WINTER.resolve(BOARD, state, {MUNSTER: listed}).outcomes
