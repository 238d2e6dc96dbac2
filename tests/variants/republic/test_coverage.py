"""Every numbered rule and every entry of the rules' text has a case and a counter-case."""

from __future__ import annotations

import ast
import tomllib
from functools import lru_cache
from pathlib import Path

import pytest

from gm.variants.rules_text import load_rules
from tests.variants.republic.reading import lines_of
from tests.variants.republic.test_cases import CASES

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
COVERAGE = tomllib.loads((FOLDER / "coverage.toml").read_text(encoding="utf-8"))
ENTRIES = {entry.id: entry for section in load_rules("republic") for entry in section.entry}
NUMBERS = [*map(str, range(1, 9)), *(f"9{one}" for one in "abcdefghi")]
NUMBERS += ["10a", "10b", "10c", "11a", "11b", "12", "13"]
IDS = {case["id"] for case in CASES}
READ = {line["text"] for _, line in lines_of("spellings.toml")}
BAD = {line["text"] for _, line in lines_of("bad-input.toml")}
ITEMS = [
    (f"{kind} {name}", item)
    for kind, table in COVERAGE.items()
    for name, entry in table.items()
    for side in ("shows", "counter")
    for item in entry[side]
]


def test_every_rule_has_its_line() -> None:
    """None of the printed numbers is left out, and none is invented (1 to 13)."""
    assert sorted(COVERAGE["rules"]) == sorted(NUMBERS)


def test_every_entry_of_the_text_has_its_line() -> None:
    """What a player reads as the rules as played is shown by cases, entry by entry."""
    assert sorted(COVERAGE["entries"]) == sorted(ENTRIES)


def test_the_rulings_are_among_them() -> None:
    """The rulings are marked in the text, and there are many."""
    rulings = {one.id for one in ENTRIES.values() if one.ruling}
    assert len(rulings) > 40
    assert rulings <= set(COVERAGE["entries"])


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, table in COVERAGE.items() for name in table]
)
def test_both_sides_are_shown(kind: str, name: str) -> None:
    """A case and a counter-case, and no item on both sides."""
    entry = COVERAGE[kind][name]
    assert set(entry) == {"shows", "counter"}
    assert entry["shows"]
    assert entry["counter"]
    assert not set(entry["shows"]) & set(entry["counter"])


@pytest.mark.parametrize(("where", "item"), ITEMS, ids=[" ".join(item) for item in ITEMS])
def test_what_is_named_is_there(where: str, item: str) -> None:
    """A case that is played, a line that is read, or a test that runs."""
    kind, _, text = item.partition(": ")
    if "::" in item:
        path, _, name = item.partition("::")
        assert name in names_in(ROOT / path), where
    elif kind == "line":
        assert text in READ, where
    elif kind == "bad":
        assert text in BAD, where
    else:
        assert item in IDS, where


@lru_cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_case_shows_something() -> None:
    """No case's id stands twice, and each names a rule that there is."""
    assert len(IDS) == len(CASES)
    named = {rule.strip() for case in CASES for rule in case["rule"].split(",")}
    assert named <= {*NUMBERS}, sorted(named - {*NUMBERS})
