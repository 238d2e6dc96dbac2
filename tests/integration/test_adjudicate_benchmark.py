"""The benchmark of the adjudicator: what it compares, and that it would see what is wrong.

No test here looks at how long anything took, and none needs the program gm is compared with.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchmarks import adjudicate
from benchmarks.adjudicate import PHASES, figures, measure, movement_phases, percentile, report
from benchmarks.adjudicate_command import time_command
from benchmarks.adjudicate_pypi import Pypi, result_word
from benchmarks.adjudicate_sides import (
    Brought,
    Gm,
    Record,
    compiled_modules,
    computed_when_read,
    differences,
    recorded,
    remembered,
)

ROOT = Path(__file__).parents[2]
SAMPLE = movement_phases(PHASES)


class Recorded:
    """A side that brings just what is recorded, and notes when it was called."""

    def __init__(self, name: str = "recorded", log: list[str] | None = None) -> None:
        self.name = name
        self.log = [] if log is None else log
        self.collected: set[bool] = set()

    def ready(self, record: Record) -> Callable[[], Record]:
        """Make a call that hands the record back."""
        return partial(self._called, record)

    def brought(self, record: Record, call: Callable[[], Any], made: Record) -> Brought:
        """Tell what the record tells."""
        return recorded(made)

    def _called(self, record: Record) -> Record:
        self.log.append(self.name)
        self.collected.add(gc.isenabled())
        return record


def altered(record: Record, change: Callable[[Any], None]) -> Record:
    """Return a copy of a record with something recorded otherwise."""
    copy = deepcopy(record)
    change(copy)
    return copy


def with_dislodged() -> Record:
    """Return a phase in which a unit was dislodged."""
    return next(one for one in SAMPLE if one["after"]["dislodged"])


def test_ours_brings_what_is_recorded_and_all_of_it_is_built() -> None:
    """Five phases through the timed call come out as recorded, in each of two rounds."""
    (timing,) = measure(SAMPLE[:5], [Gm()], 2)
    assert timing.wrong == []
    assert [len(times) for times in timing.calls] == [2] * 5
    assert all(one > 0 for times in timing.calls for one in times)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("units", lambda one: one["after"]["units"].popitem()),
        ("centres", lambda one: one["after"]["centers"].popitem()),
        ("dislodged units", lambda one: one["after"]["dislodged"].clear()),
        ("retreat options", lambda one: one["after"]["dislodged"][0]["retreats"].append("TUN")),
        ("attackers", lambda one: one["after"]["dislodged"][0].update(attacker_from="TUN")),
        ("contested", lambda one: one["after"]["contested"].append("TUN")),
        ("result words", lambda one: one["results"].update({"A TUN": "ok"})),
    ],
)
def test_every_kind_of_difference_is_seen(kind: str, change: Callable[[Any], None]) -> None:
    """What is not as recorded is named by its kind, with the phase it is in."""
    record = with_dislodged()
    assert differences(recorded(record), record) == {}
    found = differences(recorded(record), altered(record, change))
    assert kind in found
    assert found[kind].startswith(record["id"])


def test_sides_take_turns_and_change_who_begins() -> None:
    """Each side has every phase once a round; the second round begins with the other side."""
    log: list[str] = []
    timings = measure(SAMPLE[:2], [Recorded("one", log), Recorded("two", log)], 2)
    assert log == ["one", "one", "two", "two", "two", "two", "one", "one"]
    assert [one.name for one in timings] == ["one", "two"]


@pytest.mark.parametrize("collector", [False, True])
def test_the_collector_is_the_same_for_every_side(collector: bool) -> None:
    """It is off while calls are timed unless asked for, and on afterwards."""
    sides = [Recorded("one"), Recorded("two")]
    measure(SAMPLE[:2], sides, 2, collector=collector)
    assert [side.collected for side in sides] == [{collector}, {collector}]
    assert gc.isenabled()


def test_percentiles_are_values_that_occurred() -> None:
    """Of a hundred values the 99th percentile is the second largest; of one, that one."""
    assert percentile(list(range(100, 0, -1)), 99) == 99
    assert percentile([7.0], 99) == 7.0


def test_what_is_left_for_later_is_seen() -> None:
    """A field that is computed when it is read, or an iterator, is no finished result."""

    @dataclass
    class Finished:
        outcomes: tuple[int, ...]

    class Lazy(Finished):
        def __init__(self) -> None:
            """Compute nothing yet."""

        @property
        def outcomes(self) -> Iterator[int]:
            return iter((1,))

    assert list(computed_when_read(Finished((1, 2)))) == []
    found = list(computed_when_read({"all": [Lazy()]}))
    assert found == ["Lazy.outcomes", "an iterator (tuple_iterator)"]


def test_compiled_modules_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An extension module of gm is named; plain Python and other packages are not."""
    before = compiled_modules()
    for name, file in (
        ("gm.games.diplomacy.rules.made_up", "made_up.cpython-311.so"),
        ("gm.games.diplomacy.rules.plain", "plain.py"),
        ("gmp.other", "other.so"),
    ):
        module = ModuleType(name)
        module.__file__ = file
        monkeypatch.setitem(sys.modules, name, module)
    assert set(compiled_modules()) - set(before) == {"gm.games.diplomacy.rules.made_up"}


def test_what_the_rules_remember_is_listed() -> None:
    """Once a phase was resolved, the tables of its board are told, each with its size."""
    measure(SAMPLE[:1], [Gm()], 1)
    assert remembered()
    assert all(
        name.startswith("gm.games.diplomacy.rules.") and size
        for name, size in remembered().items()
    )


def test_result_words_of_the_other_program() -> None:
    """Codes become the words of recorded phases; a disbanded unit is one that was dislodged."""
    assert result_word([]) == "ok"
    assert result_word([""]) == "ok"
    assert result_word(["bounce"]) == "bounce"
    assert result_word(["cut", "dislodged", "disband"]) == "cut+dislodged"


def test_report_tells_who_differs_in_what() -> None:
    """The table has a row for each side, the ratio, and the differences by kind."""
    wrong = [altered(SAMPLE[0], lambda one: one["after"]["contested"].append("TUN"))]
    timings = measure(SAMPLE[:1], [Recorded("ours"), Recorded("theirs")], 1)
    timings[1].wrong.append(differences(recorded(SAMPLE[0]), wrong[0]))
    text = report(timings, SAMPLE[:1], collector=False)
    assert "ours: 1 of 1 results are those recorded" in text
    assert "theirs: 0 of 1 results are those recorded\n  1 other contested: s13" in text
    assert re.search(r"^ratio of medians: \d", text, re.MULTILINE)


@pytest.mark.parametrize("is_right", [True, False])
def test_a_wrong_result_of_ours_is_a_failure(
    is_right: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The last line is JSON with five keys either way; the exit code is 1 if ours went wrong."""
    monkeypatch.setattr(adjudicate, "Pypi", Recorded)
    record = SAMPLE[0]
    if not is_right:
        record = altered(record, lambda one: one["after"]["contested"].append("TUN"))
    file = tmp_path / "phases.jsonl"
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    arguments = ["--phases", str(file), "--repeat", "2", "--no-command", "--json"]
    if is_right:
        adjudicate.main(arguments)
    else:
        with pytest.raises(SystemExit) as left:
            adjudicate.main(arguments)
        assert left.value.code == 1
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(told) == ["ours_us", "diplomacy_us", "ratio", "p99_over_median", "compiled"]


def test_ratio_is_of_the_medians_told() -> None:
    """The JSON line's ratio is that of its own two medians; the percentile is of ours."""
    timings = measure(SAMPLE[:2], [Recorded("ours"), Recorded("theirs")], 1)
    timings[0].calls = [[1e-6, 3e-6, 2e-6], [4e-6]]
    timings[1].calls = [[9e-6], [12e-6]]
    assert figures(timings) == {
        "ours_us": 3.0,
        "diplomacy_us": 10.5,
        "ratio": 3.5,
        "p99_over_median": 1.333,
        "compiled": bool(compiled_modules()),
    }


@pytest.mark.slow
def test_the_command_is_compared_too() -> None:
    """Whole runs of `gm adjudicate` answer each phase; an answer that is not right is told."""
    wrong = altered(SAMPLE[1], lambda one: one["after"]["contested"].append("TUN"))
    command = time_command([SAMPLE[0], wrong], lambda: 1.0, rounds=1, times=2)
    assert (command.phases, len(command.ours)) == (4, 1)
    assert len(command.wrong) == 2
    assert all(said.startswith(wrong["id"]) for said in command.wrong)


def test_a_file_without_movement_phases_is_refused(tmp_path: Path) -> None:
    """There is nothing to measure in it."""
    file = tmp_path / "phases.jsonl"
    file.write_text(json.dumps({**SAMPLE[0], "phase": "F1901R"}) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="no movement phase"):
        movement_phases(file)


def test_the_other_program_is_asked_for_when_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the package, one sentence says how to get it."""
    monkeypatch.setitem(sys.modules, "diplomacy", None)
    with pytest.raises(SystemExit, match="make bench"):
        Pypi()


def test_constraints_pin_what_the_benchmarks_need() -> None:
    """The extra `bench` is pinned like every other dependency."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    for requirement in project["optional-dependencies"]["bench"]:
        name = re.match(r"[\w-]+", requirement)
        assert name
        assert re.search(rf"^{name[0]}==", pinned, re.MULTILINE)
