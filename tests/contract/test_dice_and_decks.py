"""Dice and decks: fair, repeatable by anybody with the seed, and sealed where they must be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.contract.dice import dealt, pick, roll, shuffled
from gm.contract.draws import ScriptedDraws, SeededDraws
from tests.contract.listed_draws import ListedDraws

DRAWS = SeededDraws(bytes(range(32)))


def test_one_die_has_the_label_alone() -> None:
    """A game with a single die reads as its rules say it."""
    made = roll(ScriptedDraws({"turn 1": "4"}), "turn 1")
    assert (made.dice, made.total) == ((4,), 4)
    assert [draw.label for draw in made.draws] == ["turn 1"]


def test_several_dice_are_draws_of_their_own() -> None:
    """Each can be entered by hand, and each is shown."""
    script = {"attack, die 1": "3", "attack, die 2": "8"}
    made = roll(ScriptedDraws(script), "attack", 2, faces=8)
    assert (made.dice, made.total) == ((3, 8), 11)
    assert [draw.candidates for draw in made.draws] == [tuple("12345678")] * 2


def test_dice_show_every_face_about_as_often() -> None:
    """Of 6,000 dice each face is shown by a sixth, give or take 15 in a hundred."""
    shown = Counter(roll(DRAWS, f"die {number}").total for number in range(6000))
    assert sorted(shown) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in shown.values())


def test_no_lot_is_drawn_without_a_choice() -> None:
    """Who is the only candidate is chosen, and no draw is recorded."""
    assert pick(ScriptedDraws(), "who", ("A",)).chosen == "A"
    assert not pick(ScriptedDraws(), "who", ("A",)).draws
    assert pick(ScriptedDraws({"who": "B"}), "who", ("A", "B")).chosen == "B"


@given(st.lists(st.sampled_from("ABCDE"), max_size=30), st.binary(min_size=32, max_size=32))
def test_a_shuffled_deck_has_the_same_cards(cards: list[str], seed: bytes) -> None:
    """Also where several are alike; and the same seed shuffles the same way again."""
    made = shuffled(SeededDraws(seed), "deck", cards)
    assert Counter(made.order) == Counter(cards)
    assert made == shuffled(SeededDraws(seed), "deck", cards)
    script = {draw.label: draw.chosen for draw in made.draws}
    assert shuffled(ScriptedDraws(script), "deck", cards).order == made.order


def test_a_shuffle_is_sealed_unless_all_may_see_it() -> None:
    """Whoever reads the draws of a game that is played cannot read the deck."""
    assert all(draw.sealed for draw in shuffled(DRAWS, "deck", "ABC").draws)
    assert not any(draw.sealed for draw in shuffled(DRAWS, "deck", "ABC", sealed=False).draws)


def test_every_card_comes_to_every_place() -> None:
    """Of 4,000 shuffles of four cards each card is on top in about a quarter."""
    tops = Counter(shuffled(DRAWS, f"deck {number}", "ABCD").order[0] for number in range(4000))
    assert sorted(tops) == list("ABCD")
    assert all(880 < count < 1120 for count in tops.values())


def test_a_deck_runs_out() -> None:
    """Who is dealt more cards than there are gets those that are left."""
    deal = dealt(("A", "B", "C"), 2)
    assert (deal.cards, deal.rest) == (("A", "B"), ("C",))
    assert dealt(deal.rest, 4).cards == ("C",)


def test_numbers_of_recorded_steps_are_draws() -> None:
    """Dice by their faces, a choice by its place, a shuffle by ranks: one for each card."""
    draws = ListedDraws([4, 2, 3, 1, 2, 6])
    assert roll(draws, "attack").total == 4
    assert pick(draws, "who", ("A", "B")).chosen == "B"
    assert shuffled(draws, "deck", "CAB").order == ("C", "A", "B")
    assert roll(draws, "defence").total == 6
    assert draws.used == 6
    with pytest.raises(ValueError, match="ended"):
        roll(draws, "more")


@pytest.mark.parametrize("numbers", [[1, 1, 2], [7], [0]])
def test_impossible_numbers_are_refused(numbers: list[int]) -> None:
    """A rank that comes twice, a face that no die has."""
    with pytest.raises(ValueError, match=r"already|of 6|of 3"):
        shuffled(ListedDraws(numbers), "deck", "ABC") if len(numbers) > 1 else roll(
            ListedDraws(numbers), "die"
        )
