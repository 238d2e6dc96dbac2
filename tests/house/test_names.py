"""Names of things: what a loop goes over has a kind, and bears its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "gm").rglob("*.py"))


def nameless(source: str) -> Iterator[int]:
    """Yield the lines of loops whose variable is called `one`, which says nothing of what it is."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.For | ast.comprehension):
            target = node.target
            if isinstance(target, ast.Name) and target.id == "one":
                yield target.lineno


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_thing_that_has_a_name_bears_it(module: Path) -> None:
    """A mark is `mark`, a sitting `sitting`: whoever reads the body need not look up the loop."""
    assert [*nameless(module.read_text(encoding="utf-8"))] == []


def test_a_nameless_loop_is_found() -> None:
    """In statements and in comprehensions."""
    assert [*nameless("for one in marks:\n    pass\n[one for one in marks]\n")] == [1, 3]
