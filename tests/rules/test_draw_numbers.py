"""Draws from a seed: the numbers are those of HMAC-SHA256 as everybody else computes it."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from gm.contract.draws import SeededDraws


@given(st.binary(min_size=1, max_size=200), st.text(max_size=60), st.integers(1, 120))
def test_the_first_number_is_that_of_hmac(seed: bytes, label: str, count: int) -> None:
    """Any seed, longer than a block of the hash too: the first eight bytes, as a number, choose."""
    candidates = [str(number) for number in range(count)]
    digest = hmac.digest(seed, f"{label}/0".encode(), hashlib.sha256)
    number = int.from_bytes(digest[:8], "big")
    drawn = SeededDraws(seed).draw(label, candidates)
    assert number >= (1 << 64) - 120 or drawn.chosen == candidates[number % count]
