"""Draws: the same for everybody who knows the seed, and by hand where the GM has drawn."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from gm.contract.draws import Draw, HandDraws, ScriptedDraws, SeededDraws, commitment, first_fair

SEED = "00112233445566778899aabbccddeeff"
DRAWS = SeededDraws(bytes.fromhex(SEED))
HAT = ("BEL", "HOL", "NTH")


def by_the_book(seed: str, label: str, candidates: tuple[str, ...]) -> str:
    """Draw as `docs/hat.md` tells it, in other words."""
    for counter in range(9):
        message = f"{label}/{counter}".encode()
        digest = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).hexdigest()
        number = int(digest[:16], 16)
        if number < 2**64 // len(candidates) * len(candidates):
            return candidates[number % len(candidates)]
    raise AssertionError("nine numbers in a row beyond the limit")


@pytest.mark.parametrize("label", ["S1974 hole", "S1974 line: NWY", "F1980 split, slip 2"])
@pytest.mark.parametrize("size", [1, 2, 3, 52, 77])
def test_a_seeded_draw_can_be_repeated(label: str, size: int) -> None:
    """Key, label and list of candidates are all that anybody needs."""
    candidates = tuple(f"P{number}" for number in range(size))
    draw = DRAWS.draw(label, candidates)
    assert draw == Draw(label, candidates, by_the_book(SEED, label, candidates))


def test_a_recorded_draw() -> None:
    """These draws were made with openssl and a pocket calculator; they never change."""
    assert DRAWS.draw("S1974 hole", HAT).chosen == "BEL"
    assert DRAWS.draw("S1974 split", HAT).chosen == "HOL"
    assert DRAWS.draw("F1974 hole", HAT).chosen == "HOL"


@pytest.mark.parametrize(
    ("size", "numbers", "chosen"),
    [
        (3, [2**64 - 1, 2**64 - 2], (2**64 - 2) % 3),
        (77, [2**64 - 1, 2**64 - 2, 5], 5),
        (4, [2**64 - 1], 3),
    ],
)
def test_a_number_beyond_the_largest_multiple(size: int, numbers: list[int], chosen: int) -> None:
    """It would favour the first slips, and the next number is taken; once in 10^17 draws."""
    told = iter(numbers)
    assert first_fair(told, size) % size == chosen
    assert not list(told)


def test_every_candidate_is_drawn_about_as_often() -> None:
    """Of 3000 draws of three slips each comes up a thousand times, give or take."""
    counts = Counter(DRAWS.draw(f"draw {number}", HAT).chosen for number in range(3000))
    assert all(900 < counts[slip] < 1100 for slip in HAT)


def test_nothing_to_draw_from() -> None:
    """An empty hat is a fault of the caller."""
    with pytest.raises(ValueError, match="S1974 hole"):
        DRAWS.draw("S1974 hole", ())


def test_a_draw_by_hand_is_used_and_marked() -> None:
    """Only the draw entered is the GM's; the others are the seed's."""
    entered = HandDraws(DRAWS, {"S1974 hole": "NTH"})
    assert entered.draw("S1974 hole", HAT) == Draw("S1974 hole", HAT, "NTH", by_hand=True)
    assert entered.draw("S1974 split", HAT) == DRAWS.draw("S1974 split", HAT)


def test_an_impossible_draw_by_hand_is_told_and_not_used() -> None:
    """What was not in the hat cannot have been drawn: the seed decides, and says what it replaced."""
    draw = HandDraws(DRAWS, {"S1974 hole": "LON"}).draw("S1974 hole", HAT)
    assert draw.refused == "LON"
    assert not draw.by_hand
    assert draw.chosen == DRAWS.draw("S1974 hole", HAT).chosen


def test_a_script_knows_its_draws_alone() -> None:
    """A label that the script lacks and a draw that is impossible are faults of the script."""
    script = ScriptedDraws({"S1974 hole": "LON"})
    with pytest.raises(ValueError, match="LON"):
        script.draw("S1974 hole", HAT)
    with pytest.raises(KeyError):
        script.draw("S1974 split", HAT)


def test_a_commitment_is_what_sha256sum_prints() -> None:
    """`printf %s SEED | sha256sum` repeats it."""
    assert commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()
    assert commitment("abc") == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )
