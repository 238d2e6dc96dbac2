"""Which test goes to which worker: some compute, some wait, and the longest begin first.

Tests of whole servers wait for processes, ports and clocks for most of their time. Two of them side by
side leave the processor idle, so workers beyond its number take those, and the others compute; whoever
finds his lane empty helps in the other. A file stays with one worker, which has its servers.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

WAITING: Final = ("adapters", "attacks", "faults", "integration", "peers")
"""Folders of tests that wait more than they compute."""

COMPILES: Final = "tests/integration/test_compiled.py"
"""Stands among them and keeps a processor busy."""

FIRST: Final = (COMPILES, "tests/faults/test_points.py", "tests/integration/test_demo.py")
"""Files that take minutes each: they begin first, in a random order as well."""

SECONDS: Final = Path(__file__).with_name("seconds.toml")
"""How long the longest files take; a file that it does not name is short."""


LONG: Final = 2.0
"""Seconds of a file that is worth to be named there."""


def processors() -> int:
    """How many processors we may use."""
    return len(os.sched_getaffinity(0))


def waits(file: str) -> bool:
    """Whether the tests of a file, which is named from the root, wait more than they compute."""
    return file != COMPILES and file.split("/")[1] in WAITING


@cache
def seconds() -> Mapping[str, float]:
    """How long files take, by their names from the root."""
    return tomllib.loads(SECONDS.read_text(encoding="utf-8"))["seconds"]


class Lanes(LoadFileScheduling):
    """Hands files to workers by lane, the longest first unless an order was asked for.

    In its own way it also finds a test's number and what is left of a file: the library looks through
    all tests for each, which with some ten thousand of them took the scheduler longer than a lane.
    """

    def __init__(self, config: pytest.Config, log: object = None) -> None:
        super().__init__(config, log)  # type: ignore[arg-type]
        self._numbers: dict[str, int] = {}
        self._shuffled = config.getoption("--shuffle") is not None

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        """Note that a test has ended; a file whose tests all have is forgotten."""
        work = self.assigned_work[node]
        name = self.registered_collections[node][item_index]
        file = self._split_scope(name)
        work[file][name] = True
        if all(work[file].values()):
            del work[file]
        self._reschedule(node)

    def remove_node(self, node: WorkerController) -> str | None:
        """Take a worker off that has ended; where it crashed, return the test that it was at.

        That test is not tried again, or it would take down one worker after another.
        """
        work = self.assigned_work[node]
        left = ((file, name) for file in work for name, ended in work[file].items() if not ended)
        file, crashed = next(left, ("", ""))
        if not crashed:
            return super().remove_node(node)
        work[file][crashed] = True
        del self.assigned_work[node]
        self.workqueue.update(
            (file, tests) for file, tests in work.items() if not all(tests.values())
        )
        if self.workqueue:
            for other in self.nodes:
                self._reschedule(other)
        return crashed

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """Note what a worker has collected; one that comes later and found other tests gets none."""
        super().add_node_collection(node, collection)
        if node not in self.registered_collections:
            node.shutdown()

    def _reschedule(self, node: WorkerController) -> None:
        if (
            node in self.registered_collections
        ):  # else it is still collecting, or found other tests
            super()._reschedule(node)

    def _assign_work_unit(self, node: WorkerController) -> None:
        collected = self.registered_collections[node]
        if not self._numbers:
            self._numbers = {name: number for number, name in enumerate(collected)}
        file = self._next_for(int(node.gateway.id.removeprefix("gw")))
        tests = self.workqueue.pop(file)
        self.assigned_work[node][file] = tests
        node.send_runtest_some([self._numbers[name] for name, ended in tests.items() if not ended])

    def _next_for(self, worker: int) -> str:
        """Return the longest file of a worker's lane, or of the other if there is none left."""
        waiter = worker >= processors()
        return max(self.workqueue, key=lambda file: (waits(file) is waiter, self._length(file)))

    def _length(self, file: str) -> tuple[bool, float, int]:
        if self._shuffled:
            return file in FIRST, 0, 0  # of equals the first is taken
        return file in FIRST, seconds().get(file, 0.0), len(self.workqueue[file])


def note_seconds(reports: Iterable[Iterable[object]]) -> None:
    """Write down how long the longest files took, by the reports of their tests."""
    took: dict[str, float] = {}
    for report in {id(one): one for some in reports for one in some}.values():
        if isinstance(report, pytest.TestReport):
            file = report.nodeid.partition("::")[0]
            took[file] = took.get(file, 0.0) + report.duration
    longest = sorted((file for file in took if took[file] >= LONG), key=lambda file: -took[file])
    head = SECONDS.read_text(encoding="utf-8").partition("[seconds]")[0]
    lines = [f'"{file}" = {took[file]:.0f}\n' for file in longest]
    SECONDS.write_text(f"{head}[seconds]\n{''.join(lines)}", encoding="utf-8")
