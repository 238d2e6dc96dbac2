"""The pages: what is told to whom, in which words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gm.contract.draws import SeededDraws
from gm.games.freedom.language.lines import order_line, order_lines
from gm.games.freedom.pages.options_now import actions_now, hand_section, options_now
from gm.games.freedom.pages.pages import SiegePages
from gm.games.freedom.pages.position_tables import how_it_stands
from gm.games.freedom.pages.rules_words import rules_as_played
from gm.games.freedom.pages.story import chapters, happenings
from gm.games.freedom.pages.words import event_words, victory_words
from gm.games.freedom.refusals import refusal_sentence
from gm.games.freedom.rules.events import (
    AreasRewarded,
    AreaSupported,
    AttacksRewarded,
    CardPlayed,
    RoundBegan,
    SiegeTrack,
    TrackChanged,
    Why,
)
from gm.games.freedom.rules.orders import PlayMode
from gm.games.freedom.rules.outcomes import Reason
from gm.games.freedom.rules.state import Cause, Control, Wait
from gm.games.freedom.rules.tables import IMP, INS, SEATS, Card, EffectWord
from gm.languages import known, speaking
from tests.app.world import text_of
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules

RULES = siege_rules()


def test_every_reason_has_a_sentence_of_its_own() -> None:
    """In every language."""
    for language in known():
        with speaking(language):
            told = [refusal_sentence(reason) for reason in Reason]
        assert len(set(told)) == len(told)


def test_every_card_says_what_its_event_does() -> None:
    """In words that no two effects of different kinds share, and in every language."""
    for language in known():
        with speaking(language):
            told = {
                card.id: event_words(RULES.tables, card) for card in RULES.tables.cards.values()
            }
        assert all(told.values())
        assert told["AI01"] != told["BI10"]
        assert told["AN09"] == told["BN07"]


def test_the_rules_list_every_card_and_area() -> None:
    """By their names; what is reconstructed is marked."""
    told = rules_as_played(RULES, {})
    deck = next(chapter for chapter in told.chapters if chapter.id == "deck")
    assert len(deck.paragraphs) == len(RULES.tables.cards)
    assert all(paragraph.ruling for paragraph in deck.paragraphs)
    areas = next(chapter for chapter in told.chapters if chapter.id == "areas")
    assert [paragraph.id for paragraph in areas.paragraphs] == [*RULES.tables.areas]


def test_examples_are_lines_that_are_read() -> None:
    """Each as it stands."""
    lines = order_lines(RULES.tables)
    for example in SiegePages().examples():
        made = lines.read(example.write).made
        assert made is not None
        assert order_line(made) == example.write


def test_targets_and_costs_are_told() -> None:
    """What is possible at the start, by verb; the hand by cards."""
    state = RULES.new_game(SeededDraws(bytes(32))).state
    imperial = "\n".join(options_now(RULES.tables, state, IMP).plain)
    assert "CANNON (3 AP): 6-2, 6-5, 6-8" in imperial
    assert "MOVE (1 AP), REWARD (1 AP; 1 money)" in imperial
    assert "PLEA (3 AP; 35 of 36 throws)" in imperial
    assert "ATTACK" not in imperial
    insurgent = "\n".join(options_now(RULES.tables, state, INS).plain)
    assert "RAID (3 AP; 5 needed: 50 %): 3-1 -> 6-2" in insurgent
    assert "PRESSURE (3 AP)" in insurgent
    for seat in SEATS:
        hand = hand_section(RULES.tables, state, seat)
        (shown,) = hand.tables
        assert len(hand.plain) == len(shown.rows) == 8


def test_an_event_of_which_nothing_is_possible_says_so() -> None:
    """In one's own hand, as long as nobody stands where it could act."""
    dealt = RULES.new_game(SeededDraws(bytes(32))).state
    storming = next(card for card in RULES.tables.cards.values() if _only_attacks(card))
    hand = {**dealt.hand, IMP: (storming.id,)}
    state = replace(dealt, wait=Wait.PLAY, turn=IMP, hand=hand)
    (line,) = hand_section(RULES.tables, state, IMP).plain
    assert line.endswith("ATTACK (not possible now)")
    before = replace(state, units={**state.units, "4-4": {"EXP": 1}})
    (line,) = hand_section(RULES.tables, before, IMP).plain
    assert line.endswith("ATTACK")


def _only_attacks(card: Card) -> bool:
    return card.side == IMP and [effect.word for effect in card.effects] == [EffectWord.ATTACK]


def test_an_attack_tells_its_chances_with_and_without_a_reward() -> None:
    """And is left out where it can never hit."""
    dealt = RULES.new_game(SeededDraws(bytes(32))).state
    state = replace(dealt, units={**dealt.units, "4-4": {"EXP": 1}})
    told = [
        action.chance
        for action in actions_now(RULES.tables, state, IMP)
        if action.verb == "ATTACK"
    ]
    assert told == ["8 needed: 23 %, with REWARD 61 %", "9 needed: 0 %, with REWARD 44 %"]
    poor = replace(state, money=0)
    told = [
        action.chance for action in actions_now(RULES.tables, poor, IMP) if action.verb == "ATTACK"
    ]
    assert told == ["8 needed: 23 %"]


def test_the_tables_say_what_has_changed() -> None:
    """A figure with its change, an area with who held it, the Wall with how it was."""
    before = RULES.new_game(SeededDraws(bytes(32))).state
    after = replace(
        before,
        morale={**before.morale, INS: 9},
        areas={**before.areas, "SEA": Control(IMP, 0), "PATRA": Control(IMP, 5)},
        wall={"3-3": 1, "3-5": 2},
    )
    standing = how_it_stands(RULES.tables, after, before)
    tracks, areas, wall, board = (
        {row[0]: row[1:] for row in table.rows} for table in standing.tables
    )
    assert tracks["Morale"] == ("15", "9 (-1)")
    assert tracks["Money"] == ("10", "-")
    assert areas["Sea"][:2] == ("INS → IMP", "0")
    assert areas["Patra"][1] == "5 (+1)"
    assert wall["3-3"][0] == "whole → damaged"
    assert wall["3-5"][0] == "whole → destroyed (2)"
    assert wall["3-6 (fort)"] == ("whole", "INS 1 and Bombard")
    assert board["Row 6"][0].startswith("6-2 EXP 3; 6-4 EXP 3, cannon")


def test_the_story_of_several_plays_has_chapters() -> None:
    """Each with its own title; what an action costs is told with it."""
    played = [
        CardPlayed(IMP, "AI05", PlayMode.AP),
        TrackChanged(IMP, SiegeTrack.MONEY, -1, Why.ACTION),
        AttacksRewarded(IMP),
        AreaSupported(IMP, "SEA", Control(INS, 1)),
        AreaSupported(IMP, "SEA", Control(INS, 0)),
        CardPlayed(INS, "AG04", PlayMode.EVENT),
        AreasRewarded(IMP, ("PATRA",)),
        TrackChanged(IMP, SiegeTrack.SUPPLIES, 3, Why.REWARD),
        RoundBegan(5, 7),
        TrackChanged(IMP, SiegeTrack.MORALE, -1, Why.WINTER),
    ]
    told = dict(chapters(RULES.tables, played))
    assert [*told] == ["What happened", "INS, AG04", "The end of the round", "The next round"]
    assert told["What happened"][1:] == (
        "IMP pays 1 money to reward the attacks of this play: they roll at +2.",
        "IMP supports Sea (x2): now INS 0.",
    )
    assert told["The end of the round"] == ("IMP is rewarded by Patra: supplies +3.",)
    assert told["The next round"][-1] == "IMP, as the siege drags on: morale -1."


@pytest.mark.parametrize("why", Cause)
def test_every_end_is_told(why: Cause) -> None:
    """For whoever can win so."""
    assert victory_words(IMP, why.value).endswith("wins.") or why is Cause.TIME
    assert victory_words(INS, why.value)


def test_a_whole_silent_game_is_told_without_a_gap() -> None:
    """Every step has a sentence, but openings and regroups of nothing."""
    draws = SeededDraws(bytes(32))
    state = RULES.new_game(draws).state
    while state.turn is not None:
        made = RULES.resolve(state, {}, draws)
        assert [*happenings(RULES.tables, made.events)]
        state = made.state


def test_a_play_with_a_misprint_is_not_taken(tmp_path: Path) -> None:
    """Nor what stands behind it; a policy beside it is, and a bad policy costs only itself (6)."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        waiting = "PLAY AG14 AP\nATTACK 3-3 -> 9-9\nPREP ALL\nPLAY AI02 AP\nPREP ALL"
        world.mail(address_of(INS), f"SET MORALE ENEMY\n{waiting}")
        told = world.last_text(address_of(INS))
        standing = told.partition("YOUR LINES AS THEY STAND")[2].partition("ROUND 1")[0]
        assert "SET MORALE ENEMY" in standing
        assert "PLAY" not in standing
        assert "since a line of its play" in " ".join(told.split())
        world.mail(address_of(INS), "PLAY AG14 AP\nFIRE 3-2 AT 4-9\nPREP ALL")
        told = world.last_text(address_of(INS))
        standing = told.partition("YOUR LINES AS THEY STAND")[2].partition("ROUND 1")[0]
        assert "PLAY AG14 AP: possible now" in standing
        assert "FIRE" not in standing


def test_a_report_is_a_page_on_a_telephone(tmp_path: Path) -> None:
    """Whoever is asked reads no more than eighty lines, frame and form included."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        world.mail(address_of(IMP), "OPENING 6-4 -> 5-4, 6-5 -> 5-5")
        world.tick(seconds=1)
        world.mail(address_of(INS), "REGROUP NONE")
        world.tick(seconds=1)
        report = world.new_mail(address_of(IMP))[-1]
        assert "play 1" in str(report["Subject"])
        assert len(text_of(report).splitlines()) < 80
