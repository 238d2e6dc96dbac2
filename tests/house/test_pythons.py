"""The Pythons that a build machine tests on besides its own: which are chosen, and what is said."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

from tests import pythons
from tests.pythons import Python, asked, chosen, main, programs

LINES = ["3.11", "3.12"]
SYSTEM = "/usr/bin/python3"


def at(version: str, path: str = "") -> Python:
    """A Python of a version, in a folder of its own unless it has a path."""
    major, minor, patch = map(int, version.split("."))
    return Python((major, minor, patch), path or f"/opt/{version}/python")


@pytest.mark.parametrize(
    ("there", "picked"),
    [
        ([], []),
        (["3.11.7"], ["3.11.7"]),
        (["3.11.10", "3.11.2", "3.11.9"], ["3.11.2", "3.11.10"]),
        (["3.12.1", "3.11.2", "3.11.7"], ["3.11.2", "3.11.7", "3.12.1"]),
        (["3.10.13", "3.13.0"], []),
    ],
)
def test_the_oldest_and_the_newest_of_each_line_are_chosen(
    there: list[str], picked: list[str]
) -> None:
    """By number, and of no other line."""
    assert [one.name for one in chosen(map(at, there), LINES, SYSTEM)] == picked


def test_the_systems_own_python_is_always_chosen() -> None:
    """Also where it is neither the oldest nor the newest; of two of a version the first counts."""
    there = [at("3.11.2"), at("3.11.7"), at("3.11.4", SYSTEM), at("3.11.4"), at("3.11.9")]
    picked = chosen(there, LINES, SYSTEM)
    assert [one.name for one in picked] == ["3.11.2", "3.11.4", "3.11.9"]
    assert picked[1].path == SYSTEM


def test_pythons_are_found_where_they_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folders of PATH and in the others; a launcher of versions is none."""
    for place in ("one/python3.12", "shims/python3.12", "home/v/3.11.9/bin/python3.11"):
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).touch()
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "one"), str(tmp_path / "shims")]))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert list(programs(LINES, ["~/v/*/bin"], SYSTEM)) == [
        SYSTEM,
        str(tmp_path / "one/python3.12"),
        str(tmp_path / "home/v/3.11.9/bin/python3.11"),
    ]


def test_a_program_that_is_no_python_is_none(tmp_path: Path) -> None:
    """As are one that is not there and one that fails; this one is one."""
    other = tmp_path / "python3.12"
    other.write_text("#!/bin/sh\necho 3 12 1 other\n", encoding="utf-8")
    other.chmod(0o755)
    assert asked(str(other)) is None
    assert asked("/bin/false") is None
    assert asked(str(tmp_path / "python3.13")) is None
    this = asked(sys.executable)
    assert this is not None
    assert this.version == sys.version_info[:3]


def test_what_is_listed_is_there() -> None:
    """Each file of tests, and each line that gm says it runs on."""
    listed = tomllib.loads(pythons.LIST.read_text(encoding="utf-8"))
    assert listed["system"] == SYSTEM
    for test in listed["tests"]:
        assert (pythons.ROOT / test).is_file(), test
    about = tomllib.loads((pythons.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [one.rpartition(" ")[2] for one in about["project"]["classifiers"]]
    assert listed["lines"] == [one for one in named if one.startswith("3.")]


def test_what_was_tried_and_what_was_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Python that fails fails the build; the one that has the whole suite is not tried again."""
    here = ".".join(map(str, sys.version_info[:3]))
    there = {"a": at("3.11.0", "a"), "b": at(here, "b"), "c": at("3.13.99", "c")}
    monkeypatch.setattr(pythons, "programs", lambda *given: there)
    monkeypatch.setattr(pythons, "asked", there.get)
    monkeypatch.setattr(pythons, "made", lambda python, packages: None)
    faults = {"a": "", "c": "its tests failed (1)"}
    monkeypatch.setattr(pythons, "ran", lambda python, tests: faults[python.path])
    assert main() == 1
    told = capsys.readouterr().out
    assert "3.11.0 (a): passed" in told
    assert "3.13.99 (c): its tests failed (1)" in told
    assert f"{here} (b): has the whole suite" in told
    if not here.startswith("3.12"):
        assert "3.12: none on this machine" in told
    faults["c"] = ""
    assert main() == 0
