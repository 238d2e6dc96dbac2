"""Every case of the DATC, chapter 6, under both rulebooks."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.events import StandoffsLeft, UnitDisbanded, UnitDislodged
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import Convoy, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import ruleset_for
from tests.rules.positions import by_power, drafts, position

Case = dict[str, Any]

CASES: list[Case] = json.loads((Path(__file__).parent / "datc.json").read_text(encoding="utf-8"))
PHASE_OF = {"movement": "S1901M", "retreat": "S1901R", "adjustment": "W1901A"}
BOARD = load_board("standard")

MEANS = {
    ("movement", "Move", "succeeds"): {Result.OK},
    ("movement", "Move", "fails"): {Result.BOUNCE, Result.NO_CONVOY},
    ("movement", "Move", "invalid"): {Result.BOUNCE, Result.NO_CONVOY},
    ("movement", "Move", "illegal"): {Result.VOID},
    ("movement", "Hold", "stands"): {Result.OK},
    ("movement", "Hold", "dislodged"): {Result.OK},
    ("movement", "Support", "given"): {Result.OK},
    ("movement", "Support", "cut"): {Result.CUT},
    ("movement", "Support", "invalid"): {Result.VOID},
    ("movement", "Support", "illegal"): {Result.VOID},
    ("movement", "Convoy", "available"): {Result.OK},
    ("movement", "Convoy", "disrupted"): {Result.OK},
    ("movement", "Convoy", "invalid"): {Result.VOID},
    ("movement", "Convoy", "illegal"): {Result.VOID},
    ("retreat", "Retreat", "succeeds"): {Result.OK},
    ("retreat", "Retreat", "fails"): {Result.BOUNCE_DISBAND},
    ("retreat", "Retreat", "illegal"): {Result.DISBAND},
    ("retreat", "Disband", "succeeds"): {Result.DISBAND},
    ("retreat", "Support", "illegal"): {Result.VOID, Result.DISBAND},
    ("retreat", "Convoy", "illegal"): {Result.VOID},
    ("retreat", "Move", "illegal"): {Result.VOID},
}
"""Our result words by phase, kind of order and the first word of the DATC.

A convoy order is carried out as long as the army goes that way; whether the fleets held shows in
what became of them and of the army.
"""

UNMATCHED = {Why.NOT_MATCHING, Why.CONVOY_MISSING}
"""Why an order is invalid: possible, but nothing ordered fits it."""

PLAINLY_FAILS = {
    ("6.B.11", "F SPA/SC - LYO"): Result.VOID,
    ("6.B.14", "B F STP"): Result.VOID,
}
"""Impossible orders for which the DATC says only that they fail."""

JUDGED_LATE = {("6.D.32", "A YOR - HOL")}
"""Illegal only because no fleet stands where one would have to: refused when it is resolved."""

WHERE_1971_IS_SILENT = {
    "6.F.20": "4.A.2 choice b (1982)",
    "6.G.8": "4.A.3 choice c read with fallback (DATC 2.x preference)",
    "6.G.20": "4.A.3 choice c read with fallback",
}
"""The alternative that our 1971 comes to in cases the file calls undefined or not applicable.

The others come to the preferred result: Szykman where 1971 has no answer. In 6.F.20 every route
must be whole, so that the paradox takes both fleets' convoy and nobody is dislodged. In 6.G.8 and
6.G.20 the tag is ignored, and the army walks.
"""


def plays() -> list[Any]:
    """Return every case with each rulebook."""
    return [
        pytest.param(case, profile, id=f"{case['id']}-{profile}")
        for profile in ("datc", "1971")
        for case in CASES
    ]


def expected(case: Case, phase: Case, profile: str) -> Case:
    """Return what a phase of a case comes to under a rulebook."""
    for other in case.get("alternatives", ()) if profile == "1971" else ():
        marked = other.get("profile") == "1971" or is_silent_choice(case, other)
        if marked and other.get("phase", phase["phase"]) == phase["phase"]:
            return phase["expect"] | other["expect"]
    return phase["expect"]


def is_silent_choice(case: Case, other: Case) -> bool:
    """Tell whether an alternative is ours where 1971 is silent."""
    return other["rule"] == WHERE_1971_IS_SILENT.get(case["id"])


def orders_of(case: Case, phase: Case) -> dict[str, list[str]]:
    """Return a phase's orders by power."""
    found: dict[str, list[str]] = {one["power"]: [] for one in case["setup"]["units"]}
    for order in phase["orders"]:
        found.setdefault(order["power"], []).append(order["text"])
    return found


def units_of(listed: list[Case]) -> dict[str, list[str]]:
    """Return units by power, sorted."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in listed:
        found[one["power"]].append(f"{one['type']} {one['loc']}")
    return {power: sorted(texts) for power, texts in sorted(found.items())}


def words_for(want: Case, text: str) -> list[str]:
    """Return the words of the DATC for an order; alternatives of 1971 leave out the tag."""
    statuses = want["order_status"]
    words: list[str] = statuses.get(text) or statuses[text.replace(" VIA", "")]
    return words


class Phase:
    """One phase of a case as it was played, ready to be compared."""

    def __init__(self, case: Case, phase: Case, profile: str, state: GameState) -> None:
        self.case, self.phase, self.profile = case, phase, profile
        self.want = expected(case, phase, profile)
        self.rules = ruleset_for("standard", BOARD, {"profile": profile})
        self.before = state
        self.texts = orders_of(case, phase)
        self.orders = drafts(BOARD, self.texts, PhaseKind(PHASE_OF[phase["phase"]][-1]))
        self.resolution: SeasonResolution = self.rules.resolve(state, self.orders, ScriptedDraws())

    def judged(self) -> list[tuple[str, Order, Reason | None, Outcome | None]]:
        """Return every order given: its text, whether it is refused, and what became of it."""
        found = []
        for power, texts in self.texts.items():
            given = self.orders[SeatId(power)]
            checks = self.rules.check(self.before, SeatId(power), given)
            for text, order, check in zip(texts, given, checks, strict=True):
                found.append((text, order, check.refused, self.outcome_of(power, order)))
        return found

    def outcome_of(self, power: str, order: Order) -> Outcome | None:
        """Return the outcome of a unit's order, if the unit is the power's."""
        assert isinstance(order, UnitOrder)
        return next(
            (
                outcome
                for outcome in self.resolution.outcomes
                if outcome.power == power
                and isinstance(outcome.order, UnitOrder)
                and outcome.order.unit.at.province == order.unit.at.province
            ),
            None,
        )

    def check_orders(self) -> None:
        """Compare the result of every order, and which are refused as illegal."""
        name = self.phase["phase"]
        for text, order, refused, outcome in self.judged():
            words = words_for(self.want, text)
            case = self.case["id"], text
            illegal = words[0] == "illegal" and case not in JUDGED_LATE
            assert (refused is not None) == (illegal or case in PLAINLY_FAILS), (case, refused)
            if outcome is None:
                assert refused, case
                assert refused.why is Why.NOT_YOUR_UNIT, case
                continue
            means = MEANS[name, type(order).__name__, words[0]]
            assert outcome.result in ({PLAINLY_FAILS.get(case)} - {None} or means), (case, outcome)
            if words[0] == "invalid":
                assert outcome.reason, case
                assert outcome.reason.why in UNMATCHED, case
            if name == "movement":
                assert outcome.dislodged == ("dislodged" in words), case
            if isinstance(order, Convoy) and words[0] in {"available", "disrupted"}:
                self.check_convoy(order, outcome, words[0])

    def check_convoy(self, order: Convoy, outcome: Outcome, word: str) -> None:
        """Compare whether a convoy is disrupted: its fleet dislodged, or all stopped by a paradox.

        The words in the file are those of the preferred choices.
        """
        if self.profile == "1971" or outcome.dislodged:
            assert word == "disrupted" or not outcome.dislodged
            return
        carriers = [
            one
            for one in self.resolution.outcomes
            if isinstance(one.order, Convoy) and one.order.target == order.target
        ]
        whose = {unit.at.province: unit.power for unit in self.before.units}
        army = self.outcome_of(whose[order.target.at.province], UnitOrder(order.target))
        assert army is not None
        paradox = army.reason is not None and army.reason.why is Why.PARADOX
        sunk = any(fleet.dislodged for fleet in carriers)
        assert (paradox and not sunk) == (word == "disrupted"), (self.case["id"], order)

    def check_movement(self) -> None:
        """Compare who stands where, who is dislodged, with which retreats, and what is contested.

        The retreats in the file are those of the preferred choices.
        """
        want = self.want
        events = self.resolution.events
        dislodged = [event.dislodged for event in events if isinstance(event, UnitDislodged)]
        assert by_power(self.resolution.state.units) == units_of(want["units_after"])
        assert {(one.unit.power, str(one.unit), one.attacker_from) for one in dislodged} == {
            (one["power"], one["unit"], one["from"].partition("/")[0]) for one in want["dislodged"]
        }
        for one in want["dislodged"]:
            gone = any(not it.retreats for it in dislodged if str(it.unit) == one["unit"])
            assert gone == one.get("destroyed", gone)
        if self.profile == "datc":
            options = {str(one.unit): sorted(map(str, one.retreats)) for one in dislodged}
            assert options == {
                unit: sorted(places) for unit, places in want.get("retreat_options", {}).items()
            }
        if want is self.phase["expect"]:
            left = [event.places for event in events if isinstance(event, StandoffsLeft)]
            assert sorted(want["contested"]) == sorted(left[0] if left else ())

    def check_winter(self) -> None:
        """Compare builds, removals and civil disorder, and every order in its sequence."""
        was = {str(unit) for unit in self.before.units}
        now = {str(unit) for unit in self.resolution.state.units}
        disorder = {
            str(event.unit)
            for event in self.resolution.events
            if isinstance(event, UnitDisbanded) and event.by_civil_disorder
        }
        assert disorder == set(self.want["automatic"])
        assert now - was == set(self.want["built"])
        assert was - now - disorder == set(self.want["disbanded"])
        results = [outcome.result for outcome in self.resolution.outcomes]
        fine = [one["status"] == ["succeeds"] for one in self.want["order_status"]]
        assert results == [Result.OK if well else Result.VOID for well in fine]


@pytest.mark.parametrize(("case", "profile"), plays())
def test_case(case: Case, profile: str) -> None:
    """The position, the dislodged units, the retreats and the results are those of the DATC."""
    phases = case.get("phases") or [case]
    setup = case["setup"]
    state = position(
        PHASE_OF[phases[0]["phase"]], units_of(setup["units"]), setup.get("supply_centers")
    )
    for phase in phases:
        played = Phase(case, phase, profile, state)
        if phase["phase"] == "movement":
            played.check_movement()
            played.check_orders()
        elif phase["phase"] == "retreat":
            assert by_power(played.resolution.state.units) == units_of(played.want["units_after"])
            if state.phase.kind is PhaseKind.RETREAT and (
                profile == "datc" or played.want is not phase["expect"]
            ):
                # Under 1971 another unit may have been dislodged; the position is the same.
                played.check_orders()
        else:
            played.check_winter()
        state = played.resolution.state


TAGGED = [case for case in CASES if "VIA" in json.dumps(case.get("orders", case.get("phases")))]


@pytest.mark.parametrize("case", TAGGED, ids=[case["id"] for case in TAGGED])
def test_a_tag_is_read_and_ignored_under_1971(case: Case) -> None:
    """The 1971 rulebook knows no VIA: with it or without, the same comes out (DATC 4.A.3)."""
    bare = json.loads(json.dumps(case).replace(" VIA", ""))
    state = position(PHASE_OF["movement"], units_of(case["setup"]["units"]))
    played, plain = (
        Phase(one, (one.get("phases") or [one])[0], "1971", state).resolution
        for one in (case, bare)
    )
    assert played.state == plain.state
    assert played.events == plain.events
    assert [one.result for one in played.outcomes] == [one.result for one in plain.outcomes]
    assert [one.reason for one in played.outcomes] == [one.reason for one in plain.outcomes]


def test_every_case_is_there() -> None:
    """The whole of chapter 6 is played under each rulebook: 176 cases, none left out."""
    profiles = [play.values[1] for play in plays()]
    assert (profiles.count("datc"), profiles.count("1971")) == (176, 176)
    assert len({case["id"] for case in CASES}) == 176
