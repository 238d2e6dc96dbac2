"""Words that people write are compared with names in a way that their length cannot make dear."""

from __future__ import annotations

import ast
from pathlib import Path

GM = Path(__file__).parents[2] / "gm"

CORE = "gm/games/diplomacy/rules/board_check.py"
"""It compares names of a GM's own map, and imports nothing but the standard library."""


def test_only_the_core_asks_difflib() -> None:
    """`nearest` leaves out what is too long; who asks difflib himself forgets it."""
    asking = {
        file.relative_to(GM.parent).as_posix()
        for file in GM.rglob("*.py")
        if "difflib" in file.read_text("utf-8")
    }
    assert asking == {CORE}


def test_distances_have_a_cutoff() -> None:
    """A distance is asked for up to some letters: then a word of another length costs nothing."""
    asked = [
        (file, node)
        for file in GM.rglob("*.py")
        if "OSA.distance" in (text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "OSA.distance"
    ]
    assert asked
    for file, node in asked:
        assert any(one.arg == "score_cutoff" for one in node.keywords), f"{file}:{node.lineno}"
