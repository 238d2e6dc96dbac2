"""Every order that fails says why, and who decided it."""

from __future__ import annotations

from gm.contract.draws import ScriptedDraws
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result, Why
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import drafts, position

BOARD = load_board("standard")
RULES = ruleset_for("standard", BOARD, {})


def play(orders: dict[str, list[str]]) -> dict[str, Outcome]:
    """Resolve a season in which every unit has an order; outcomes by unit."""
    units = {
        power: [" ".join(text.split()[:2]) for text in texts] for power, texts in orders.items()
    }
    resolution = RULES.resolve(position("S1901M", units), drafts(BOARD, orders), ScriptedDraws())
    return {
        str(outcome.order.unit): outcome
        for outcome in resolution.outcomes
        if isinstance(outcome.order, UnitOrder)
    }


def names(outcome: Outcome) -> tuple[list[str], list[str]]:
    """Return who decided an order, and whose support counted."""
    assert outcome.reason is not None
    return [str(ref) for ref in outcome.reason.by], [str(r) for r in outcome.reason.supporters]


def test_beaten_by_a_supported_move() -> None:
    """The strengths compared, the winner and its supporter are named."""
    outcome = play(
        {"GERMANY": ["A MUN - BOH"], "AUSTRIA": ["A VIE - BOH", "A TYR S A VIE - BOH"]}
    )["A MUN"]
    assert outcome.result is Result.BOUNCE
    assert outcome.reason is not None
    assert (outcome.reason.why, outcome.reason.strength, outcome.reason.against) == (
        Why.BEATEN,
        1,
        2,
    )
    assert names(outcome) == (["A VIE"], ["A TYR"])


def test_standoff() -> None:
    """Equal strengths keep each other out."""
    outcomes = play({"GERMANY": ["A MUN - BOH"], "AUSTRIA": ["A VIE - BOH"]})
    for mine, theirs in (("A MUN", "A VIE"), ("A VIE", "A MUN")):
        reason = outcomes[mine].reason
        assert reason is not None
        assert (reason.why, reason.strength, reason.against) == (Why.STANDOFF, 1, 1)
        assert names(outcomes[mine]) == ([theirs], [])


def test_head_to_head() -> None:
    """Two units that attack each other bounce."""
    outcomes = play({"GERMANY": ["A MUN - BOH"], "AUSTRIA": ["A BOH - MUN"]})
    assert outcomes["A MUN"].reason is not None
    assert outcomes["A MUN"].reason.why is Why.HEAD_TO_HEAD


def test_own_unit_in_the_way() -> None:
    """No power dislodges its own unit, however strong (DATC 6.D.10)."""
    outcome = play({"GERMANY": ["A MUN - BER", "A SIL S A MUN - BER", "A BER H"]})["A MUN"]
    assert outcome.reason is not None
    assert (outcome.reason.why, outcome.reason.strength) == (Why.OWN_UNIT, 2)


def test_cut_support_names_the_attacker() -> None:
    """A support cut by an attack says whose."""
    outcome = play(
        {
            "GERMANY": ["A MUN S A SIL - BOH", "A SIL - BOH"],
            "FRANCE": ["A BUR - MUN"],
        }
    )["A MUN"]
    assert outcome.result is Result.CUT
    assert outcome.reason is not None
    assert outcome.reason.why is Why.ATTACKED
    assert names(outcome) == (["A BUR"], [])


def test_dislodged_unit_names_its_attacker() -> None:
    """A dislodged unit says by whom, and with what strength against what."""
    outcome = play({"GERMANY": ["A MUN H"], "FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]})[
        "A MUN"
    ]
    assert outcome.result is Result.OK
    assert outcome.dislodged
    assert outcome.reason is not None
    assert (outcome.reason.why, outcome.reason.strength, outcome.reason.against) == (
        Why.DISLODGED,
        1,
        2,
    )
    assert names(outcome) == (["A BUR"], ["A RUH"])


def test_disrupted_convoy_names_the_fleet() -> None:
    """An army whose fleet is dislodged is told which."""
    outcome = play(
        {
            "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
            "GERMANY": ["F DEN - NTH", "F HEL S F DEN - NTH"],
        }
    )["A LON"]
    assert outcome.result is Result.NO_CONVOY
    assert outcome.reason is not None
    assert outcome.reason.why is Why.CONVOY_DISRUPTED
    assert names(outcome)[0] == ["F NTH"]


def test_paradox_is_named() -> None:
    """An army kept back by the paradox rule is told so (DATC 6.F.14)."""
    outcome = play(
        {
            "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
            "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
        }
    )["A BRE"]
    assert outcome.result is Result.NO_CONVOY
    assert outcome.reason is not None
    assert outcome.reason.why is Why.PARADOX


def test_unordered_units_hold() -> None:
    """A unit without an order holds, and its outcome says that nobody ordered it."""
    resolution = RULES.resolve(position("S1901M", {"GERMANY": ["A MUN"]}), {}, ScriptedDraws())
    (outcome,) = resolution.outcomes
    assert (outcome.result, outcome.ordered) == (Result.OK, False)
