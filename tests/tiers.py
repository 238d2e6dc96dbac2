"""Two tiers of tests: what is run at every change within minutes, and what takes longer and is run beside it.

The second tier, `thorough`, is what is marked `slow` - whole compiled builds, soaks, the demo, long games -,
what is between the samples of a test marked `sampled`, and every property again, with all its examples;
`quick` is the rest, and every property with a part of its examples. So nothing is left out of both, and
nothing is said less of in both together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from random import Random
from typing import Final, TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import is_hypothesis_test, settings

C = TypeVar("C")

PART: Final = 10
"""One example in so many is tried in the quick tier ..."""

LEAST: Final = 2
"""... but not fewer than these, if there are as many."""


def keep_tier(tier: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of a tier, and lower the examples of the quick one."""
    slow = [item for item in items if item.get_closest_marker("slow") is not None]
    slow += between_samples([item for item in items if item.get_closest_marker("slow") is None])
    properties = [item for item in items if is_property(item)]
    if tier == "quick":
        left_out = slow
        for test in {id(test): test for test in map(function_of, properties)}.values():
            try_fewer(test)
    else:
        kept = {id(item) for item in (*slow, *properties)}
        left_out = [item for item in items if id(item) not in kept]
    if left_out:
        gone = {id(item) for item in left_out}
        items[:] = [item for item in items if id(item) not in gone]
        config.hook.pytest_deselected(items=left_out)


def between_samples(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of sampled tests that the quick tier passes over.

    It tries the first case of each and then every so-many-th, whatever they are: a fixed stride is
    fair, since nobody has chosen them, and the same each time.
    """
    tried: Counter[tuple[object, object]] = Counter()
    between = []
    for item in items:
        if (mark := item.get_closest_marker("sampled")) is not None:
            (every,) = mark.args
            test = item.path, function_of(item)
            if tried[test] % every:
                between.append(item)
            tried[test] += 1
    return between


def mostly_slow(cases: Iterable[C], *quick: C) -> list[C | ParameterSet]:
    """Return the cases of a test that is tried at each of many points: the quick tier tries a few.

    Args:
        cases: all of them.
        quick: those that both tiers try, one of each kind.
    """
    listed = [*cases]
    if strange := [case for case in quick if case not in listed]:
        raise ValueError(f"no such cases: {strange}")
    return [
        case if case in quick else pytest.param(case, marks=pytest.mark.slow) for case in listed
    ]


def function_of(item: pytest.Item) -> object:
    """Return the function of a test, which its parameters share; of a method, that of its class."""
    test = getattr(item, "obj", None)
    return getattr(test, "__func__", test)


def is_property(item: pytest.Item) -> bool:
    """Tell whether Hypothesis makes the examples of a test."""
    return is_hypothesis_test(function_of(item))


def try_fewer(test: object) -> None:
    """Lower the number of examples of a property, whether it named one or not.

    The library has no other way to change what a test was decorated with.
    """
    usual: settings = getattr(test, KEPT, None) or settings.default
    fewer = max(usual.max_examples // PART, min(usual.max_examples, LEAST))
    setattr(test, KEPT, settings(usual, max_examples=fewer))


KEPT: Final = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps the settings of a test."""


def shuffle(seed: str, items: list[pytest.Item]) -> None:
    """Bring the files, and the tests of each, into an order that the seed decides."""
    chance = Random(seed)
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    chance.shuffle(files)
    for tests in files:
        chance.shuffle(tests)
    items[:] = [item for tests in files for item in tests]
