"""Plays that wait: a newer mail's come behind them, or take the place of the same; CLEAR takes them back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.games.freedom.language.lines import order_line, order_lines
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import IMP, INS
from tests.app.world import World, text_of
from tests.contract.test_die_leaks import die_world
from tests.games.freedom.playing import THE_GAME, address_of, begin, siege_rules

RULES = siege_rules()
LINES = order_lines(RULES.tables)
BEGINNING: SiegeState = RULES.new_game(SeededDraws(bytes(32))).state


def orders(text: str) -> list[Order]:
    """Lines as orders; `;` stands between them."""
    read = [LINES.read(line).made for line in text.split(";") if line.strip()]
    return [order for order in read if order is not None]


def joined(standing: str, new: str, seat: str = "INS", state: SiegeState = BEGINNING) -> str:
    """A queue with the lines of a newer mail."""
    side = IMP if seat == "IMP" else INS
    lists: tuple[Sequence[Order], Sequence[Order]] = (orders(standing), orders(new))
    return "; ".join(map(order_line, RULES.joined(state, side, *lists, lambda order: order)))


@pytest.mark.parametrize(
    ("standing", "new", "queue"),
    [
        ("", "PLAY AN01 AP; PREP ALL", "PLAY AN01 AP; PREP ALL"),
        ("PLAY AN01 AP", "PLAY AN02 AP; PREP 1", "PLAY AN01 AP; PLAY AN02 AP; PREP 1"),
        (
            "PLAY AN01 AP; PREP ALL; PLAY AN02 AP; PREP ALL",
            "PLAY AN01 EVENT",
            "PLAY AN01 EVENT; PLAY AN02 AP; PREP ALL",
        ),
        (
            "PLAY AN01 AP; PREP ALL",
            "PLAY AN01 AP; PREP ALL; PLAY AN01 AP; PREP 1",
            "PLAY AN01 AP; PREP ALL; PLAY AN01 AP; PREP 1",
        ),
        # What ODDS asks stands below no card, and does not come below one that waits.
        ("PLAY AN01 AP; PREP 1", "PRESSURE", "PRESSURE; PLAY AN01 AP; PREP 1"),
        ("PLAY AN01 AP", "REGROUP 3-1 -> 3-4", "REGROUP 3-1 -> 3-4; PLAY AN01 AP"),
        ("REGROUP 3-1 -> 3-4; PLAY AN01 AP", "REGROUP NONE", "REGROUP NONE; PLAY AN01 AP"),
        ("STOP IF LOST FORT", "REGROUP NONE", "STOP IF LOST FORT; REGROUP NONE"),
        ("STOP IF LOST FORT", "STOP IF LOST FORT", "STOP IF LOST FORT"),
        (
            "IF CLAIM POSSIBLE THEN PLAY AN01 AP",
            "IF CLAIM POSSIBLE THEN PLAY AN01 AP; PREP 1",
            "IF CLAIM POSSIBLE THEN PLAY AN01 AP; IF CLAIM POSSIBLE THEN PLAY AN01 AP; PREP 1",
        ),
        (
            "CLAIM AI01 DISCARD LOWEST",
            "CLAIM AI01 DISCARD AN01; PASS",
            "CLAIM AI01 DISCARD AN01; PASS",
        ),
        ("PLAY AN01 AP", "CLAIM AN01 DISCARD LOWEST", "PLAY AN01 AP; CLAIM AN01 DISCARD LOWEST"),
    ],
)
def test_newer_plays_come_behind_or_in_the_place_of_the_same(
    standing: str, new: str, queue: str
) -> None:
    """A card is played once; openings, regroups and passes are one a step."""
    assert joined(standing, new) == queue


def test_what_cannot_be_begun_gives_way() -> None:
    """Where the seat is asked nothing would ever come up behind it."""
    missing = next(card for card in sorted(RULES.tables.cards) if card not in BEGINNING.hand[IMP])
    assert joined("OPENING CAMP -> 8-8 X 9", "OPENING NONE", "IMP") == "OPENING NONE"
    stuck = "OPENING 4-1 -> 3-1"
    assert joined(stuck, f"PLAY {missing} AP", "IMP") == f"PLAY {missing} AP"
    # Another side's queue is not judged before its turn.
    assert joined(f"PLAY {missing} AP", "PLAY AN01 AP").count("PLAY") == 2


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A siege in which IMP has played a card, and INS is asked."""
    with die_world(tmp_path, THE_GAME) as world:
        begin(world.services)
        world.tick(seconds=1)
        for seat, mail in (("IMP", "OPENING NONE"), ("INS", "REGROUP NONE")):
            told(world, seat, mail)
        told(world, "IMP", f"PLAY {hand(world, 'IMP')[0]} AP\nPREP ALL")
        yield world


def told(world: World, seat: str, mail: str) -> str:
    """What a side is answered, on one line."""
    world.mail(address_of(seat), mail)
    world.tick(seconds=1)
    return " ".join(" ".join(map(text_of, world.new_mail(address_of(seat)))).split())


def hand(world: World, seat: str) -> list[str]:
    """The cards of a hand, as its owner's report lists them."""
    return re.findall(r"- ([AB][IGN]\d\d) [A-Z]", told(world, seat, "REPORT"))


def test_the_receipt_shows_the_queue_as_it_comes_up(world: World) -> None:
    """What waits behind what, and what took a place."""
    first, second, third = hand(world, "IMP")[:3]
    told(world, "IMP", f"PLAY {first} AP\nPREP ALL")
    answer = told(world, "IMP", f"PLAY {second} AP\nPREP 1\nPLAY {third} AP\nPREP ALL")
    assert f"“PLAY {second} AP”: This waits behind what waited already" in answer
    places = [answer.index(f"- PLAY {card} AP: possible now") for card in (first, second, third)]
    assert places == sorted(places)
    answer = told(world, "IMP", f"PLAY {second} AP\nSUPPORT SEA")
    assert f"“PLAY {second} AP”: This takes the place of what waited" in answer
    assert "PREP 1" not in answer
    assert answer.index(f"- PLAY {second} AP") < answer.index(f"- PLAY {third} AP")


def test_the_same_mail_twice_has_the_effect_of_once(world: World) -> None:
    """Nothing is queued a second time."""
    first, second = hand(world, "IMP")[:2]
    mail = f"PLAY {first} AP\nPREP ALL\nPLAY {second} AP\nPREP ALL\nSTOP IF LOST FORT"
    told(world, "IMP", mail)
    answer = told(world, "IMP", mail)
    assert answer.count(f"- PLAY {first} AP:") == answer.count("- STOP IF LOST FORT:") == 1
    assert answer.count("- PREP ALL:") == 2


@pytest.mark.parametrize("word", ["CLEAR", "no orders", "CLEAR QUEUE"])
def test_the_queue_is_taken_back(world: World, word: str) -> None:
    """All of it, and a mail may give another below."""
    first, second = hand(world, "IMP")[:2]
    told(world, "IMP", f"PLAY {first} AP\nPREP ALL")
    answer = told(world, "IMP", f"{word}\nPLAY {second} AP\nPREP ALL")
    assert f"taken back: PLAY {first} AP and PREP ALL" in answer
    assert f"- PLAY {second} AP: possible now" in answer
    assert "waits behind" not in answer


def test_an_answer_to_a_question_comes_behind_what_waits(world: World) -> None:
    """And another answer takes its place, not that of the queue."""
    first, second, third = hand(world, "IMP")[:3]
    told(world, "IMP", f"PLAY {first} AP\nPREP ALL")
    question = told(world, "IMP", f"PLAY {second} AP or PLAY {third} AP?")
    assert " 2. " in question
    answer = told(world, "IMP", "1")
    assert answer.index(f"- PLAY {first} AP:") < answer.index(f"- PLAY {second} AP:")
    answer = told(world, "IMP", "2")
    assert f"- PLAY {first} AP:" in answer
    assert f"- PLAY {third} AP:" in answer
    assert f"- PLAY {second} AP:" not in answer


def test_policies_are_shown_as_they_have_just_been_sent(world: World) -> None:
    """They take effect with the next step, and count from now on."""
    answer = told(world, "IMP", "SET MORALE OWN\nSET REMOVE 7-5")
    policies = answer[answer.index("YOUR POLICIES") :]
    assert "SET MORALE OWN - SET REMOVE 7-5" in policies


def test_odds_say_nothing_of_what_waits(world: World) -> None:
    """The line that is asked about is no action of a card that waits."""
    (first,) = hand(world, "IMP")[:1]
    told(world, "IMP", f"PLAY {first} AP\nREWARD")
    answer = told(world, "IMP", "ODDS ATTACK 4-5 -> 3-5")
    assert "- ATTACK 4-5 -> 3-5: no card pays for it yet" in answer
    assert "15 of 64 throws hit (23 %). After REWARD: 39 of 64 (61 %)" in answer
    assert "PLEA: 35 of 36 throws bring money (97 %)" in told(world, "IMP", "ODDS PLEA")


def test_a_doubtful_line_is_asked_about_with_its_whole_play(world: World) -> None:
    """Each answer is the play as it would be, of cards that are in hand; what stands above it is taken."""
    first, second = hand(world, "IMP")[:2]
    question = told(world, "IMP", f"PLAY {first} AP\nPREP 1\nPLAY {second[:2]} AP\nPREP ALL")
    offered = set(re.findall(r"\d\. PLAY (\w+) AP \([^)]*\); PREP ALL\.", question))
    assert second in offered or first[:2] == second[:2]
    assert offered <= set(hand(world, "IMP"))
    assert f"- PLAY {first} AP: possible now" in question


def test_a_head_that_cannot_be_read_drops_no_play_above_it(world: World) -> None:
    """It begins a play of its own (6)."""
    (first,) = hand(world, "IMP")[:1]
    answer = told(world, "IMP", f"PLAY {first} AP\nPREP 1\nPLAY Xerxes AP\nPREP ALL")
    assert f"- PLAY {first} AP: possible now" in answer
    assert "“Xerxes” cannot be read here" in answer
    assert answer.count("PREP ALL") == 1
