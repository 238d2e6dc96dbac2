"""Cards: their ranks, and how they are drawn from one pack (Irish 6, 13)."""

from __future__ import annotations

from itertools import pairwise

from gm.contract.draws import SeededDraws
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.mechanics.cards import PACK, card_rank, deal
from tests.rules.mechanics.irish import Chance

PLACES = tuple(ProvinceId(name) for name in ("NWY", "SKA", "DEN"))


def test_a_pack_has_every_card_once() -> None:
    """Four suits of thirteen, the ace of spades on top and the two of clubs at the bottom."""
    assert len(set(PACK)) == len(PACK) == 52
    assert (PACK[0], PACK[12], PACK[13], PACK[51]) == ("AS", "2S", "AH", "2C")


def test_the_rank_counts_before_the_suit() -> None:
    """Ace high; of equal ranks spades, hearts, diamonds, clubs."""
    falling = "AS AH AD AC KS QC JS TS TC 9S 3C 2S 2H 2D 2C".split()
    assert all(card_rank(high) < card_rank(low) for high, low in pairwise(falling))


def test_each_province_has_a_card_from_what_is_left() -> None:
    """One after the other, each from the pack without the cards drawn before."""
    chance = Chance(line_NWY="7C", line_SKA="KD", line_DEN="7D")
    dealt = deal(chance, "S1974 line", PLACES)
    assert dealt.cards == (("NWY", "7C"), ("SKA", "KD"), ("DEN", "7D"))
    assert dealt.highest() == ("SKA", "DEN", "NWY")
    assert dealt.winner == "SKA"
    assert [draw.label for draw in chance.made] == [
        "S1974 line: NWY",
        "S1974 line: SKA",
        "S1974 line: DEN",
    ]
    assert [fact.draw for fact in dealt.facts] == chance.made
    assert chance.made[0].candidates == PACK
    assert chance.made[2].candidates == tuple(one for one in PACK if one not in ("7C", "KD"))


def test_more_provinces_than_cards() -> None:
    """A second pack is opened when the first is dealt out."""
    places = [ProvinceId(f"P{number}") for number in range(60)]
    cards = [card for _, card in deal(SeededDraws(b"seed"), "S1974 line", places).cards]
    assert sorted(cards[:52]) == sorted(PACK)
    assert len(set(cards[52:])) == 8


def test_nobody_to_deal_to() -> None:
    """A unit with nowhere to go needs no card."""
    assert deal(Chance(), "S1974 walk IRISH 1", ()).winner is None
