"""What the text leaves open is a setting: each has a case in which it changes what happens, and what it is without."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from gm.errors import VariantError
from gm.games.freedom.game import freedom
from gm.games.freedom.pages.rules_words import rules_as_played
from gm.games.freedom.rules.by_mail import MailedSiege
from gm.games.freedom.rules.rulings import USUAL_RULINGS
from gm.games.freedom.settings import OPTIONS, rules_for
from gm.languages import known, speaking
from tests.app.world import text_of
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin
from tests.games.freedom.test_recorded_steps import CASES, HERE, answered

CHANGED: Final[list[dict[str, Any]]] = json.loads((HERE / "rulings.json").read_text("utf-8"))
STEPS: Final[dict[str, dict[str, Any]]] = {case["id"]: case["step"] for case in CASES}


def flat(data: object, path: str = "") -> dict[str, object]:
    """Every value of an answer by its path: `after.prep.IMP`, `results.2.result`."""
    if isinstance(data, list) and path == "results":
        data = {str(place): each for place, each in enumerate(data)}
    if not isinstance(data, dict) or not data:
        return {path: data}
    return {
        deeper: each
        for key, inside in data.items()
        for deeper, each in flat(inside, f"{path}.{key}".lstrip(".")).items()
    }


@pytest.mark.parametrize(
    "case", CHANGED, ids=[f"{c['case']}-{next(iter(c['options']))}" for c in CHANGED]
)
def test_a_setting_changes_what_it_says_and_nothing_else(case: dict[str, Any]) -> None:
    """The same step with it and without it: what differs is in the file, value by value."""
    step = {**STEPS[case["case"]], "id": case["case"]}
    usual, otherwise = flat(answered(step)), flat(answered({**step, "options": case["options"]}))
    differing = {
        path: [usual.get(path), otherwise.get(path)]
        for path in {**usual, **otherwise}
        if usual.get(path) != otherwise.get(path)
    }
    assert differing == case["changes"]


def test_every_setting_has_a_case() -> None:
    """And is a ruling of its own."""
    assert {name for case in CHANGED for name in case["options"]} == {
        each.name for each in OPTIONS
    }
    assert {each.name for each in OPTIONS} == {*type(USUAL_RULINGS).__slots__}


def test_the_usual_settings_are_the_page_s() -> None:
    """Without any, and with all of them written out."""
    defaults = {option.name: option.default for option in OPTIONS}
    assert rules_for("freedom", {}).tables is rules_for("freedom", defaults).tables
    assert rules_for("freedom", defaults).tables.rulings == USUAL_RULINGS


def test_the_same_settings_are_the_same_tables() -> None:
    """What is kept by them is made once."""
    first = rules_for("freedom", {"gun_fort": "yes"})
    assert first.tables is rules_for("freedom", {"gun_fort": "yes"}).tables


def test_no_other_variant() -> None:
    """There is one siege."""
    with pytest.raises(VariantError):
        rules_for("athens", {})


def other_value(name: str) -> str:
    """A value that is not the usual one."""
    option = next(each for each in OPTIONS if each.name == name)
    return "7" if option.numbers is not None else option.choices[1]


def words_of(rules: object) -> dict[tuple[str, str], str]:
    """Each paragraph of the rules as played, by its chapter and name."""
    assert isinstance(rules, MailedSiege)
    told = rules_as_played(rules, {})
    return {(c.id, p.id): p.text for c in told.chapters for p in c.paragraphs}


@pytest.mark.parametrize("name", [option.name for option in OPTIONS])
def test_the_rules_as_played_tell_a_setting(name: str) -> None:
    """Each changes a paragraph, in every language."""
    rules = freedom().rules("freedom", {name: other_value(name)})
    for language in known():
        with speaking(language):
            assert words_of(rules) != words_of(rules_for("freedom", {}))


def test_a_game_is_begun_with_its_settings(tmp_path: Path) -> None:
    """The opening mail says which are not the usual ones, and the siege is set up by them."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services, options={"near_start": "yes", "beach_guns": "no"})
        world.tick(seconds=1)
        told = " ".join(text_of(world.new_mail(address_of("IMP"))[0]).split())
        assert "Not as usual in this game: near_start=yes and beach_guns=no." in told
        assert "EXP: 5-2 x3, 5-4 x3" in told


def test_who_is_taken_and_placed_without_a_policy_is_told() -> None:
    """A chapter says it: units, cannons, allies, targets."""
    told = [id_ for chapter, id_ in words_of(rules_for("freedom", {})) if chapter == "defaults"]
    assert told == [
        "imperial-removal",
        "insurgent-removal",
        "placement",
        "cannon-placement",
        "allies",
        "targets",
    ]
