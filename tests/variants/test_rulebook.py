"""A GM chooses a game's rulebook, and in standard Diplomacy single rules otherwise than it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm.errors import VariantError
from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.rules.policies import DATC, PROFILES, RULES_1971, Profile
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.rulebook import AS_PROFILE, QUESTIONS, rulebook
from tests.adjudicate.comparing import boards

TESTS = Path(__file__).parents[1]
DATC_CASES = {
    case["id"]: case
    for case in json.loads((TESTS / "datc" / "datc.json").read_text(encoding="utf-8"))
}
REPUBLIC_CASES = {
    case["id"]: case["phase"]
    for case in json.loads((TESTS / "variants/republic/cases.json").read_text(encoding="utf-8"))
}
STANDARD, REPUBLIC = VARIANTS["standard"], VARIANTS["republic"]

Listed = list[dict[str, Any]]


def units(listed: Listed) -> dict[str, list[str]]:
    """Return a case's units by power, sorted."""
    found: dict[str, list[str]] = {}
    for one in sorted(listed, key=lambda one: (one["type"], one["loc"])):
        found.setdefault(one["power"], []).append(f"{one['type']} {one['loc']}")
    return found


def record(case: dict[str, Any], **options: str) -> dict[str, Any]:
    """Return a case of the DATC as a recorded phase with these settings."""
    orders: dict[str, list[str]] = {}
    for one in case["orders"]:
        orders.setdefault(one["power"], []).append(one["text"])
    return {
        "phase": "W1901A" if case["phase"] == "adjustment" else "S1901M",
        "units": units(case["setup"]["units"]),
        "centers": case["setup"].get("supply_centers", {}),
        "orders": orders,
        "options": options,
    }


def standing(case: dict[str, Any], **options: str) -> dict[str, list[str]]:
    """Return who stands where after a case, the dislodged left out."""
    after: dict[str, list[str]] = adjudicate(record(case, **options), boards)["after"]["units"]
    return after


def expected(case: dict[str, Any], profile: str) -> dict[str, list[str]]:
    """Return who stands where by the DATC's own file, under a rulebook."""
    want = case["expect"]
    for other in case["alternatives"] if profile == "1971" else ():
        want = want | other["expect"] if other.get("profile") == "1971" else want
    if case["phase"] == "adjustment":
        gone = want["automatic"]
        left = units(case["setup"]["units"])
        return {power: [one for one in own if one not in gone] for power, own in left.items()}
    return units(want["units_after"])


@pytest.mark.parametrize(
    ("setting", "of_datc", "of_1971", "case"),
    [
        ("convoy_routes", "any-route", "all-routes", "6.F.9"),
        ("paradox", "szykman", "1971", "6.F.17"),
        ("adjacent_convoys", "own-intent", "opposed-swap", "6.G.2"),
        ("civil_disorder", "2023", "1971", "6.J.3"),
    ],
)
def test_one_question_is_answered_by_itself(
    setting: str, of_datc: str, of_1971: str, case: str
) -> None:
    """Either answer goes with either rulebook, and decides the case as its own rulebook would."""
    played = DATC_CASES[case]
    answers = {"datc": expected(played, "datc"), "1971": expected(played, "1971")}
    assert answers["datc"] != answers["1971"]
    for profile, settled in answers.items():
        assert standing(played, profile=profile) == settled
        assert standing(played, profile=profile, **{setting: AS_PROFILE}) == settled
        assert standing(played, profile=profile, **{setting: of_datc}) == answers["datc"]
        assert standing(played, profile=profile, **{setting: of_1971}) == answers["1971"]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_left_alone_the_rulebook_decides(profile: Profile) -> None:
    """Without a single choice a game has exactly the rulebook it names."""
    assert rulebook(STANDARD.settings({"profile": profile.name})) == profile


def test_every_question_answered_makes_the_other_rulebook() -> None:
    """The rulebooks differ in these four questions and in nothing else."""
    answers = {one.name: one.choices[2] for one in QUESTIONS}
    mixed = rulebook(STANDARD.settings(answers))
    assert (mixed.routes, mixed.paradox) == (RULES_1971.routes, RULES_1971.paradox)
    assert (mixed.adjacent, mixed.removal) == (RULES_1971.adjacent, RULES_1971.removal)


def test_a_mixed_rulebook_says_what_it_is() -> None:
    """Its name is that of the rulebook and of what was chosen otherwise."""
    mixed = rulebook(STANDARD.settings({"paradox": "1971", "convoy_routes": "all-routes"}))
    assert mixed.name == "datc, convoy_routes all-routes, paradox 1971"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_setting_is_one_word_and_its_help_names_every_value(variant: Any) -> None:
    """A setting is written NAME=VALUE without quotes; who reads its help knows what to write."""
    for option in variant.options:
        assert option.help.endswith(".")
        for choice in option.choices:
            assert choice.split() == [choice]
            explained = choice in option.help or choice == AS_PROFILE
            assert explained or option.name in {"payments", "removals"}


def test_an_answer_that_no_question_has_is_refused() -> None:
    """The refusal names the setting and the answers it takes."""
    with pytest.raises(VariantError, match="convoy_routes is one of profile, any-route, all-r"):
        STANDARD.settings({"convoy_routes": "some-routes"})


def test_republic_is_played_by_1971_unless_its_gm_chooses() -> None:
    """Republic 1: kidnapped by a foreign fleet the army swaps; by the DATC it walks and bounces."""
    case = REPUBLIC_CASES["1-3"]
    words = {
        profile: adjudicate({**case, "options": options}, boards)["results"]
        for profile, options in (
            ("none", {}),
            ("1971", {"profile": "1971"}),
            ("datc", {"profile": "datc"}),
        )
    }
    assert words["none"] == words["1971"] == {"A Wat": "ok", "A WxS": "ok", "F STG": "ok"}
    assert words["datc"] == {"A Wat": "bounce", "A WxS": "bounce", "F STG": "ok"}


def test_republic_keeps_its_own_removals() -> None:
    """Republic 6 says who goes when points lack, whatever the rulebook; no setting offers it."""
    board = boards(REPUBLIC.board_id)
    by_1971, by_datc = (
        REPUBLIC.build(board, REPUBLIC.settings({"profile": name})) for name in PROFILES
    )
    assert by_1971.adjustments == by_datc.adjustments
    assert {by_1971.profile, by_datc.profile} == {DATC, RULES_1971}
    with pytest.raises(VariantError, match="civil_disorder"):
        REPUBLIC.settings({"civil_disorder": "2023"})


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_handbook_lists_every_setting(variant: Any) -> None:
    """A GM finds each setting with its values, the first one first."""
    handbook = (TESTS.parent / "docs" / "gm.md").read_text(encoding="utf-8")
    rows = [line for line in handbook.splitlines() if line.startswith("|")]
    for option in variant.options:
        values = ", ".join(f"`{choice}`" for choice in option.choices)
        assert [row for row in rows if f"`{option.name}`" in row and values in row]
