"""The two tiers leave nothing out of both, and each worker gets the longest file of its lane."""

from __future__ import annotations

from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import lanes, tiers


def item(
    function: object,
    *marks: pytest.MarkDecorator,
    slow: bool = False,
    path: str = "tests/test_a.py",
) -> Any:
    """A test as pytest collects it, as far as the tiers look at it."""
    named = {mark.name: mark.mark for mark in (*marks, *([pytest.mark.slow] if slow else []))}
    return SimpleNamespace(obj=function, path=path, get_closest_marker=named.get)


class Told:
    """A configuration that notes which tests were left out."""

    def __init__(self) -> None:
        self.left_out: list[Any] = []
        self.hook = SimpleNamespace(pytest_deselected=self._note)

    def _note(self, items: list[Any]) -> None:
        self.left_out += items


def tried(function: Any) -> int:
    """How many examples a property tries."""
    return int(getattr(function, tiers.KEPT).max_examples)


def a_property(examples: int) -> Any:
    """A property that names its number of examples."""

    @settings(max_examples=examples)
    @given(st.integers())
    def holds(number: int) -> None:
        pass

    return holds


def plain() -> None:
    """A test without examples."""


@pytest.mark.parametrize("tier", ["quick", "thorough"])
def test_each_tier_keeps_its_own(tier: str) -> None:
    """What is slow is in the second alone, a property in both, all else in the first."""
    every = {
        "plain": item(plain),
        "slow": item(plain, slow=True),
        "property": item(a_property(100)),
        "slow property": item(a_property(100), slow=True),
    }
    told, items = Told(), [*every.values()]
    tiers.keep_tier(tier, told, items)  # type: ignore[arg-type]
    names = {name for name, test in every.items() if any(test is one for one in items)}
    expected = {"quick": {"plain", "property"}, "thorough": {*every} - {"plain"}}
    assert names == expected[tier]
    assert len(told.left_out) == len(every) - len(items)


@pytest.mark.parametrize(("examples", "fewer"), [(1500, 150), (100, 10), (6, 2), (2, 2), (1, 1)])
def test_the_quick_tier_tries_fewer_examples(examples: int, fewer: int) -> None:
    """Of a property with parameters once for them all; the second tier tries every one."""
    function = a_property(examples)
    tiers.keep_tier("thorough", Told(), [item(function)])  # type: ignore[arg-type]
    assert tried(function) == examples
    tiers.keep_tier("quick", Told(), [item(function), item(function)])  # type: ignore[arg-type]
    assert tried(function) == fewer


def other() -> None:
    """Another test without examples."""


def test_of_many_cases_the_tiers_share_the_tests() -> None:
    """The quick one takes the first and each third after it, of each test; the second one the others."""
    every = [item(test, pytest.mark.sampled(3)) for test in (plain, other) for _ in range(7)]
    kept = {}
    for tier in ("quick", "thorough"):
        kept[tier] = [*every]
        tiers.keep_tier(tier, Told(), kept[tier])  # type: ignore[arg-type]
    assert kept["quick"] == [every[at] for at in (0, 3, 6, 7, 10, 13)]
    assert kept["thorough"] == [case for case in every if case not in kept["quick"]]


def test_the_quick_tier_tries_a_few_of_many_cases() -> None:
    """The others are slow; whoever names a case that is not among them is told."""
    first, *others = tiers.mostly_slow(["a", "b", "c"], "a")
    assert first == "a"
    slow = [case for case in others if not isinstance(case, str)]
    assert [(case.values, [mark.name for mark in case.marks]) for case in slow] == [
        (("b",), ["slow"]),
        (("c",), ["slow"]),
    ]
    with pytest.raises(ValueError, match="no such cases"):
        tiers.mostly_slow(["a"], "b")


def test_a_seed_decides_the_order() -> None:
    """Another seed, another order; of a file all tests stay together."""
    files = [f"tests/test_{letter}.py" for letter in "abcdef"]
    orders = []
    for seed in ("1", "1", "2"):
        items = [item(plain, path=file) for file in files for _ in range(3)]
        tiers.shuffle(seed, items)
        orders.append([one.path for one in items])
        assert all(len({*orders[-1][at : at + 3]}) == 1 for at in range(0, len(items), 3))
    assert orders[0] == orders[1] != orders[2]


COMPUTING, WAITING = "tests/rules/test_a.py", "tests/integration/test_b.py"
KILLED = "tests/faults/test_points.py"


@pytest.mark.parametrize(
    ("worker", "queue", "first"),
    [
        (0, [WAITING, COMPUTING], COMPUTING),
        (99, [COMPUTING, WAITING], WAITING),
        (0, [WAITING], WAITING),
        (99, [COMPUTING], COMPUTING),
        (0, [COMPUTING, lanes.COMPILES], lanes.COMPILES),
        (99, [WAITING, lanes.COMPILES, KILLED], KILLED),
    ],
)
def test_each_worker_has_a_lane(worker: int, queue: list[str], first: str) -> None:
    """Whose lane is empty helps in the other."""
    assert scheduler(queue)._next_for(worker) == first


def test_the_longest_begins_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was noted; of those that were not the one with most tests; of a random order the first."""
    monkeypatch.setattr(lanes, "seconds", lambda: {"tests/rules/test_long.py": 9.0})
    queue = ["tests/rules/test_a.py", "tests/rules/test_bb.py", "tests/rules/test_long.py"]
    assert scheduler(queue)._next_for(0) == queue[2]
    assert scheduler(queue[:2])._next_for(0) == queue[1]
    assert scheduler(queue, shuffled=True)._next_for(0) == queue[0]
    assert scheduler([*queue, lanes.COMPILES], shuffled=True)._next_for(0) == lanes.COMPILES


def scheduler(queue: list[str], *, shuffled: bool = False) -> lanes.Lanes:
    """A scheduler with files to hand out; of a file as many tests as its name has letters."""
    made = lanes.Lanes.__new__(lanes.Lanes)
    made._shuffled = shuffled
    made.workqueue = OrderedDict(
        (file, {f"{file}::{at}": False for at in range(len(file))}) for file in queue
    )
    return made


class Worker:
    """A worker, as far as the scheduler looks at it."""

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.given: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, numbers: list[int]) -> None:
        """Note which tests it is to run."""
        self.given += numbers

    def shutdown(self) -> None:
        """Let it end when it has run them."""
        self.shutting_down = True


TESTS = [f"tests/rules/test_{letter}.py::{number}" for letter in "ab" for number in range(4)]


def at_work() -> tuple[lanes.Lanes, Worker, Worker]:
    """A scheduler and two workers, each with a file of four tests."""
    config = SimpleNamespace(
        getoption=lambda name: None,
        getvalue=lambda name: ["popen", "popen"],
        option=SimpleNamespace(loadscopereorder=False),
    )
    made = lanes.Lanes(config)  # type: ignore[arg-type]
    workers = Worker(0), Worker(1)
    for worker in workers:
        made.add_node(worker)  # type: ignore[arg-type]
        made.add_node_collection(worker, TESTS)  # type: ignore[arg-type]
    made.schedule()
    return made, *workers


def test_of_a_worker_that_crashed_the_others_take_what_is_left() -> None:
    """The test that took it down is named, and not tried again."""
    made, first, second = at_work()
    made.mark_test_complete(first, first.given[0])  # type: ignore[arg-type]
    replacement = Worker(2)
    made.add_node(replacement)  # type: ignore[arg-type]
    second.shutting_down = False
    assert made.remove_node(first) == TESTS[first.given[1]]  # type: ignore[arg-type]
    assert replacement.given == []
    for number in [*second.given][:2]:
        made.mark_test_complete(second, number)  # type: ignore[arg-type]
    assert {*second.given} == {*range(len(TESTS))} - {*first.given[:2]}


@pytest.mark.parametrize("collected", [TESTS, TESTS[:-1]])
def test_a_worker_that_comes_later_works_if_it_found_the_same_tests(collected: list[str]) -> None:
    """Whoever collected otherwise is sent home, and nobody falls over it."""
    made, first, _ = at_work()
    made.remove_node(first)  # type: ignore[arg-type]
    replacement = Worker(2)
    made.add_node(replacement)  # type: ignore[arg-type]
    made.add_node_collection(replacement, collected)  # type: ignore[arg-type]
    made.schedule()
    same = collected == TESTS
    assert replacement.given == ([*first.given[1:]] if same else [])
