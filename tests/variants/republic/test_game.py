"""A Republic game from its opening: who is asked, what is remembered, how it ends."""

from __future__ import annotations

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import VariantError
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.events import GameWon, PowerEliminated, UnitDislodged
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.outcomes import Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import AccountPart
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgeDestroyed, BridgePart
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from tests.adjudicate.comparing import boards
from tests.rules.positions import position

BOARD = boards("republic")
RULES = ruleset_for("republic", BOARD, {})
KKW_WAT = (ProvinceId("KkW"), ProvinceId("Wat"))


def play(state: GameState, **texts: list[str]) -> SeasonResolution:
    """Resolve a phase with orders in canonical text."""
    drafts: dict[SeatId, list[Order]] = {
        SeatId(who): [read_canonical(text, BOARD, state.phase.kind) for text in own]
        for who, own in texts.items()
    }
    return RULES.resolve(state, drafts, ScriptedDraws())


def test_the_opening_waits_for_all_five() -> None:
    """Winter 1015 with an empty board; every power is asked, and must be heard (4)."""
    state = RULES.new_game(ScriptedDraws()).state
    assert str(state.phase) == "W1015A"
    assert state.units == ()
    assert len(state.centres) == 8
    requests = RULES.pending(state)
    assert {str(request.seat) for request in requests} == set(BOARD.powers)
    assert all(request.required for request in requests)


def test_later_winters_wait_for_nobody() -> None:
    """A deadline resolves them with whoever was heard."""
    state = position("W1016A", {"MUNSTER": ["A Ker"]})
    assert not any(request.required for request in RULES.pending(state))


def test_two_years_of_play() -> None:
    """Winter, spring and autumn with a bridge built, crossed, attacked; then the winter knows."""
    state = RULES.new_game(ScriptedDraws()).state
    state = play(
        state,
        MUNSTER=["B A CoC", "B F CoS", "B BRIDGE CoC-Wat"],
        LEINSTER=["B A DbN", "B A DbS"],
        BRITAIN=["B F DeW", "B F DeE", "PAY 8 ULSTER"],
        ULSTER=["RECEIVE 8 BRITAIN", "B A BeN", "B A BeS", "B BRIDGE BeN-BeS"],
    ).state
    assert str(state.phase) == "S1016M"
    assert [str(unit) for unit in state.units_of(PowerId("BRITAIN"))] == ["F DeE", "F DeW"]
    accounts = {one.power: one for one in state.part(AccountPart).accounts}
    assert accounts[PowerId("ULSTER")].received == 8
    state = play(state, MUNSTER=["A CoC - Wat", "F CoS CONVERT"], LEINSTER=["A DbS - KiS"]).state
    assert str(state.phase) == "F1016M"
    assert [str(unit) for unit in state.units_of(PowerId("MUNSTER"))] == ["A CoS", "A Wat"]
    made = play(
        state,
        MUNSTER=["A Wat ATTACK BRIDGE CoC-Wat"],
        LEINSTER=["A KiS - DbS", "A DbN - DbS"],
    )
    assert [type(event) for event in made.events[:1]] == [BridgeDestroyed]
    state = made.state
    assert str(state.phase) == "W1016A"
    assert state.centres[ProvinceId("Wat")] == "MUNSTER"
    assert state.part(AutumnPart).year == 1016
    made = play(
        state,
        MUNSTER=["IF A Wat SUCCEEDED AND NOT BRIDGE CoC-Wat STANDS THEN B A CoC"],
        LEINSTER=["IF A DbN FAILED THEN WAIVE ELSE D A KiS"],
    )
    assert [(one.result.value, one.reason) for one in made.outcomes] == [
        ("ok", None),
        ("ok", None),
    ]
    munster = {one.power: one for one in made.state.part(AccountPart).accounts}[PowerId("MUNSTER")]
    assert (munster.on_board, munster.bridge_losses, munster.upkeep) == (30, 2, 21)


def test_a_later_winter_forgets_the_autumn() -> None:
    """Conditions on units speak of this year's autumn only."""
    state = position("W1017A", {"MUNSTER": ["A Wat"]}, {"MUNSTER": ["CoC", "CoS"]})
    old = AutumnPart(1016, succeeded=(state.units[0].ref,))
    made = play(state.with_part(old), MUNSTER=["IF A Wat SUCCEEDED THEN B A CoC"])
    assert made.outcomes[0].reason is not None
    assert made.outcomes[0].reason.why is Why.CONDITION


def test_destroyed_bridges_are_gone_before_retreats() -> None:
    """The facts stand in this order: bridge, conversion, dislodgement (9f, ruling)."""
    state = position(
        "S1016M",
        {"BRITAIN": ["F CEL", "F STG", "F DeW"], "LEINSTER": ["A KkW"], "MUNSTER": ["A Wat"]},
    ).with_part(BridgePart((Bridge(KKW_WAT, PowerId("MUNSTER")),)))
    made = play(
        state,
        BRITAIN=["F CEL - Wat", "F STG S F CEL - Wat", "F DeW CONVERT"],
        LEINSTER=["A KkW ATTACK BRIDGE KkW-Wat"],
    )
    kinds = [type(event) for event in made.events]
    order = [kinds.index(kind) for kind in (BridgeDestroyed, UnitConverted, UnitDislodged)]
    assert order == sorted(order)


def test_fourteen_centres_win_and_end_the_game() -> None:
    """After the autumn nobody is asked for anything any more (2)."""
    owned = sorted(BOARD.centres())[:13]
    last = next(place for place in sorted(BOARD.centres()) if place not in owned)
    state = position("F1020M", {"ULSTER": [f"A {last}"]}, {"ULSTER": owned})
    made = play(state)
    assert made.events[-1] == GameWon((PowerId("ULSTER"),))
    assert RULES.pending(made.state) == ()


def test_eliminated_powers_are_asked_no_more() -> None:
    """Who has nothing after a winter is out; Britain stays while Devon is open (ruling)."""
    state = position("W1019A", {"MUNSTER": ["A CoC"]}, {"MUNSTER": ["CoC"]})
    made = play(state)
    out = [event.power for event in made.events if isinstance(event, PowerEliminated)]
    assert sorted(out) == ["CONNAUGHT", "LEINSTER", "ULSTER"]
    spring = made.state
    winter = play(play(spring).state).state
    assert str(winter.phase) == "W1020A"
    assert {str(request.seat) for request in RULES.pending(winter)} == {"BRITAIN", "MUNSTER"}


def test_private_payments_change_no_result() -> None:
    """Who is told of a payment is no matter of the rules (8)."""
    private = ruleset_for("republic", BOARD, {"payments": "private"})
    state = position("W1016A", {}, {"MUNSTER": ["CoC", "CoS"]})
    texts = {"MUNSTER": "PAY 5 ULSTER", "ULSTER": "RECEIVE 5 MUNSTER"}
    drafts = {
        SeatId(who): [read_canonical(text, BOARD, state.phase.kind)] for who, text in texts.items()
    }
    draws = ScriptedDraws()
    assert private.resolve(state, drafts, draws) == RULES.resolve(state, drafts, draws)


def test_settings_are_checked() -> None:
    """An unknown setting or value is refused, with what there is."""
    with pytest.raises(VariantError, match="removals"):
        ruleset_for("republic", BOARD, {"removals": "perhaps"})
    with pytest.raises(VariantError, match="no setting 'bridges'"):
        ruleset_for("republic", BOARD, {"bridges": "none"})
    assert VARIANTS["republic"].designer == "Der Garvey"
