"""Who gets which power: against every allocation there is, and by lots that the seed draws."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from gm.app.seats.allocation import Candidate, by_lot, by_preferences, rank_of
from gm.contract.draws import SeededDraws

SEATS = ("A", "B", "C", "D")
LISTS = st.lists(st.sampled_from(SEATS), unique=True, max_size=4)


def asking(lists: list[list[str]]) -> list[Candidate]:
    """Return players with these lists of powers, the dearest first."""
    return [Candidate(f"p{at}", tuple((one,) for one in it)) for at, it in enumerate(lists)]


@given(st.lists(LISTS, min_size=1, max_size=4), st.binary(min_size=32, max_size=32))
def test_no_allocation_has_a_smaller_sum(lists: list[list[str]], seed: bytes) -> None:
    """Whatever the lots: everybody has one seat, and no exchange makes all of them together happier."""
    players = asking(lists)
    found = by_preferences(players, SEATS, SeededDraws(seed)).seats
    assert sorted(found) == [one.label for one in players]
    assert len(set(found.values())) == len(players)
    sums = [
        sum(rank_of(one.wishes, seat) for one, seat in zip(players, chosen, strict=True))
        for chosen in permutations(SEATS, len(players))
    ]
    assert sum(rank_of(one.wishes, found[one.label]) for one in players) == min(sums)


def test_the_order_of_asking_decides_nothing() -> None:
    """The same players in another order get the same, and another seed may decide a tie anew."""
    players = asking([["A"], ["A"], ["A", "B"], []])
    seeds = [bytes([number]) * 32 for number in range(20)]
    results = []
    for seed in seeds:
        found = by_preferences(players, SEATS, SeededDraws(seed)).seats
        again = by_preferences(players, SEATS, SeededDraws(seed)).seats
        assert found == again
        results.append(found["p0"] == "A")
    assert True in results
    assert False in results


def test_equal_wishes_cost_the_same() -> None:
    """Whoever likes two powers equally leaves the other its first choice."""
    both = Candidate("both", (("A", "B"),))
    for number in range(8):
        draws = SeededDraws(bytes([number]) * 32)
        found = by_preferences([both, Candidate("one", (("A",),))], SEATS, draws).seats
        assert found == {"both": "B", "one": "A"}


def test_lots_give_each_seat_once() -> None:
    """By lot everybody has one seat of his own, also where some stay free."""
    players = asking([[], [], []])
    few = by_lot(players, SEATS, SeededDraws(b"1" * 32))
    assert sorted(few.seats) == ["p0", "p1", "p2"]
    assert len(set(few.seats.values())) == 3
    all_ = by_lot(asking([[]] * 4), SEATS, SeededDraws(b"1" * 32))
    assert sorted(all_.seats.values()) == [*SEATS]
    assert [one.label for one in all_.draws] == [f"allocation {seat}" for seat in SEATS]
