"""What the pages say: the chronicle, who holds whose hostages, one's own factions, the dice."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

import pytest

from gm.contract.draws import Draw, SeededDraws
from gm.games.turlough.pages.land_words import hazards_in_words, hexes_in_words
from gm.games.turlough.pages.position_tables import how_it_stands, standing_lines
from gm.games.turlough.pages.story import happenings
from gm.games.turlough.pages.words import hazard_words
from gm.games.turlough.rules.events import HostageGiven, Mobilised, Raided, after
from gm.games.turlough.rules.orders import Feed, Food
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from gm.languages import known, speaking
from gm.report.pages.plain_pages import draw_lines
from tests.games.turlough.greedy import played, rules_with

RULES = rules_with("1277")


def start(rules: TurloughRules) -> TurloughState:
    """Return the position in which a scenario begins."""
    return rules.new_game(SeededDraws(bytes(32))).state


@lru_cache
def chronicle(language: str = "en") -> tuple[str, ...]:
    """Return every sentence of a whole game."""
    with speaking(language):
        return tuple(
            line
            for state, made in played(2, RULES)
            for line in happenings(RULES.tables, state, made.events)
        )


def test_an_army_is_told_with_its_price() -> None:
    """In one sentence, with the occasion."""
    raised = [e for _, made in played(2, RULES) for e in made.events if isinstance(e, Mobilised)]
    told = [line for line in chronicle() if " musters in " in line]
    assert len(told) == len(raised)
    assert "Clann Cullen musters in Tulla (TUL): 3 battles (3 coyne; at the news)." in told
    assert not any(
        " pays £" in line or " coyne on " in line for line in chronicle() if "lives" not in line
    )


def test_of_a_long_fight_only_what_is_new_is_said() -> None:
    """Who stands against whom is said once, the battle lost by a roll with the roll."""
    again = [line for line in chronicle() if line.startswith("Again ")]
    assert len(again) > 1
    assert all(re.search(r"\(dice [\d /:]+\S*.*\)\. .* loses a battle\.$", line) for line in again)
    assert not any("+0 : +0" in line for line in chronicle())


def test_a_raid_says_what_was_taken() -> None:
    """Devastation and the cow."""
    raids = [e for _, made in played(2, RULES) for e in made.events if isinstance(e, Raided)]
    told = [line for line in chronicle() if " raids " in line]
    for raid, line in zip(raids, told, strict=True):
        assert line.endswith(f": devastation +{raid.devastation}, cattle +{raid.cattle}.")


def test_sentences_begin_with_capitals() -> None:
    """Also those of de Clare."""
    for language in known():
        assert all(line[0] == line[0].upper() for line in chronicle(language))


def test_who_holds_whose_hostages() -> None:
    """A row for each holder; no section while nobody holds any."""
    state = after(start(RULES), [HostageGiven("HYB", "CT", None)])
    told = {s.title: s.scores for s in how_it_stands(RULES, RULES.tables, state)}
    table = told["The hostages"]
    assert table is not None
    assert table.cells == [
        ("Held by", "Hostages of"),
        ("Clann Turlough", "Corcovaskin, Hy Blood, Corcomroe"),
        ("Clann Brian Roe", "Cenél Dungaile"),
        ("de Clare", "Clann Brian Roe"),
    ]
    free = rules_with("1284")
    assert "The hostages" not in {s.title for s in how_it_stands(free, free.tables, start(free))}


def test_what_stands_is_told_line_by_line() -> None:
    """In the words in which it is kept."""
    state = start(RULES)
    assert standing_lines(state, "CT") == ()
    kept = replace(state, standing={"CT": (Feed("CT", kinds=(Food.CATTLE,)),)})
    assert standing_lines(kept, "CT") == ("stands: FEED CATTLE",)


@pytest.mark.parametrize("language", ["de", "ga"])
def test_hazards_are_named_in_the_readers_language(language: str) -> None:
    """Every card of gm's own."""
    cards = {card for scenario in RULES.tables.scenarios.values() for card in scenario.deck}
    english = {card: hazard_words(RULES.tables, card) for card in cards}
    with speaking(language):
        assert all(hazard_words(RULES.tables, card) != name for card, name in english.items())


def test_dice_of_a_kind_stand_in_one_line() -> None:
    """With the numbers of further throws; what is no die, or a hand's, has a line of its own."""
    throws = [
        ("attack, die 1", "6"),
        ("attack, die 2", "5"),
        ("attack 2", "3"),
        ("card", "HR"),
    ]
    draws = [Draw(label, (face,), face) for label, face in throws]
    assert [*draw_lines(draws, {})] == ["attack: 6 5; 2: 3", "card: HR"]
    assert [*draw_lines(draws[2:], {})] == ["attack 2: 3", "card: HR"]


def test_the_rules_hold_the_land_for_who_sees_no_picture() -> None:
    """Each hex once, with every hex beside it, the crossings marked."""
    told = hexes_in_words(RULES)
    tables = RULES.tables
    assert [*told] == [*tables.hexes]
    for hex_, sentence in told.items():
        ways = re.findall(r"\b([A-Z]{3})\b\*?(?=[,.])", sentence)
        assert sorted(ways) == sorted(tables.steps[hex_])
        crossed = {there for there, step in tables.steps[hex_].items() if step.crossing}
        assert set(re.findall(r"([A-Z]{3})\*", sentence)) == crossed
    assert "CLO Clonroad, longport of Clann Brian Roe." in told["CLO"]


def test_a_hazard_is_told_by_what_it_changes() -> None:
    """What is usual is said once."""
    told = hazards_in_words(RULES.tables)
    assert told.count("herds +3") == 1
    assert "Wars in France: battles £5." in told
    assert "Harvest Failure: provisions £2, 4 Famine go into the deck for a round." in told
