"""Every numbered rule and every entry of a variant's rules has a case and a counter-case."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from gm.games.diplomacy.variants.texts import TextEntry, load_rules
from tests.variants.irish.test_cases import CASES as IRISH_CASES
from tests.variants.republic.test_cases import CASES as REPUBLIC_CASES

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
REPUBLIC_NUMBERS = "1 2 3 4 5 6 7 8 9a 9b 9c 9d 9e 9f 9g 9h 9i 10a 10b 10c 11a 11b 12 13"


@dataclass(frozen=True)
class Coverage:
    """What shows the rules of one variant.

    Args:
        variant: its id, and the folder of its cases.
        numbers: of its printed rules.
        cases: all that are played.
        spellings: whether it has a file of lines that are read.
    """

    variant: str
    numbers: tuple[str, ...]
    cases: list[dict[str, Any]]
    spellings: bool = False

    def __str__(self) -> str:
        return self.variant

    @property
    def table(self) -> Mapping[str, Mapping[str, Mapping[str, list[str]]]]:
        """What shows each rule and each entry, as its file has it."""
        return _tables(FOLDER / self.variant / "coverage.toml")

    @property
    def entries(self) -> dict[str, TextEntry]:
        """The entries of its rules' text by id."""
        return {one.id: one for section in load_rules(self.variant) for one in section.entry}

    @property
    def ids(self) -> set[str]:
        """The ids of its cases."""
        return {case["id"] for case in self.cases}

    def lines(self, name: str) -> set[str]:
        """Return the lines of a data file, if the variant has it."""
        tables = _tables(FOLDER / self.variant / name)
        return {line["text"] for table in tables.values() for line in table["lines"]}

    def has(self, item: str) -> bool:
        """Tell whether an item is a case that is played, a line that is read, or a test."""
        kind, _, text = item.partition(": ")
        if "::" in item:
            path, _, name = item.partition("::")
            return name in names_in(ROOT / path)
        match kind:
            case "line":
                return self.spellings and text in self.lines("spellings.toml")
            case "bad":
                return text in self.lines("bad-input.toml")
            case _:
                return item in self.ids


@lru_cache
def _tables(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@lru_cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


VARIANTS = (
    Coverage("republic", tuple(REPUBLIC_NUMBERS.split()), REPUBLIC_CASES, spellings=True),
    Coverage("irish", tuple(str(number) for number in range(1, 17)), IRISH_CASES),
)
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def names() -> Iterator[tuple[Coverage, str, str]]:
    """Yield every rule and every entry that a file names."""
    for variant in VARIANTS:
        for kind, table in variant.table.items():
            for name in table:
                yield variant, kind, name


def items() -> Iterator[tuple[Coverage, str, str]]:
    """Yield every item, with what it shows."""
    for variant, kind, name in names():
        entry = variant.table[kind][name]
        for item in (*entry["shows"], *entry["counter"]):
            yield variant, f"{kind} {name}", item


@every_variant
def test_every_rule_has_its_line(variant: Coverage) -> None:
    """None of the printed numbers is left out, and none is invented."""
    assert sorted(variant.table["rules"]) == sorted(variant.numbers)


@every_variant
def test_every_entry_of_the_text_has_its_line(variant: Coverage) -> None:
    """What a player reads as the rules as played is shown by cases, entry by entry."""
    assert sorted(variant.table["entries"]) == sorted(variant.entries)


@every_variant
def test_the_rulings_are_among_them(variant: Coverage) -> None:
    """The rulings are marked in the text, and there are many."""
    rulings = {one.id for one in variant.entries.values() if one.ruling}
    assert len(rulings) > 40
    assert rulings <= set(variant.table["entries"])


@pytest.mark.parametrize(("variant", "kind", "name"), list(names()), ids=str)
def test_both_sides_are_shown(variant: Coverage, kind: str, name: str) -> None:
    """A case and a counter-case, and no item on both sides."""
    entry = variant.table[kind][name]
    assert set(entry) == {"shows", "counter"}
    assert entry["shows"]
    assert entry["counter"]
    assert not set(entry["shows"]) & set(entry["counter"])


@pytest.mark.parametrize(("variant", "where", "item"), list(items()), ids=str)
def test_what_is_named_is_there(variant: Coverage, where: str, item: str) -> None:
    """A case that is played, a line that is read, or a test that runs."""
    assert variant.has(item), where


@every_variant
def test_every_case_shows_something(variant: Coverage) -> None:
    """No case's id stands twice, and each names a rule that there is."""
    assert len(variant.ids) == len(variant.cases)
    named = {rule.strip() for case in variant.cases for rule in case["rule"].split(",")}
    assert named <= {*variant.numbers}, sorted(named - {*variant.numbers})
