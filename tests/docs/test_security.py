"""docs/security.md claims nothing that no test holds, and its limits are those of the program."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from gm.config import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py)`", PAGE)))
LIMITS = re.findall(r"^\| ([^|]+) \| (\d+) \| `([\w.:]+)` \|$", PAGE, re.MULTILINE)
ATTACKS = sorted(path.name for path in (ROOT / "tests" / "attacks").glob("test_*.py"))


@pytest.mark.parametrize("test", TESTS)
def test_what_holds_a_claim_is_there(test: str) -> None:
    """The file that a claim names is one with tests."""
    assert "\ndef test_" in (ROOT / test).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_stands_for_a_claim(name: str) -> None:
    """The page names each file of attacks, so that nobody looks for a claim without one."""
    assert f"tests/attacks/{name}" in TESTS


@pytest.mark.parametrize(("what", "number", "where"), LIMITS)
def test_a_limit_is_as_the_page_says(what: str, number: str, where: str) -> None:
    """The constant, or what the setting is if nobody sets it."""
    module, _, name = where.partition(":")
    if name:
        limit = getattr(import_module(module), name)
    else:
        limit = Settings.model_fields[where].default
    assert limit == int(number), what


def test_every_row_of_limits_is_looked_at() -> None:
    """None of the table is written in a way that the test above passes over."""
    table = PAGE.partition("## Limits")[2].partition("\n## ")[0]
    assert len(LIMITS) == sum(line.startswith("| ") for line in table.splitlines()) - 1
