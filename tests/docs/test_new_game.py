"""docs/a-new-game.md: every piece of code on the page is a piece of the game in the tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "a-new-game.md").read_text(encoding="utf-8")
PIECES = re.findall(r"^`(tests/\S+)`:\n\n```\w*\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
NAMED = sorted(set(re.findall(r"`(gm(?:\.[a-z_]+)+)`", PAGE)))
PATHS = sorted(set(re.findall(r"`((?:gm|tests)/[a-z_/]+\.\w+)`", PAGE)))


def test_the_page_has_code_of_every_part() -> None:
    """No fenced block without its file, and files of all kinds."""
    assert len(PIECES) == PAGE.count("\n```\n\n") + PAGE.endswith("```\n")
    assert {Path(path).name for path, _ in PIECES} >= {
        "state.py",
        "rules.py",
        "lines.py",
        "game.py",
    }


@pytest.mark.parametrize(("path", "code"), PIECES)
def test_a_piece_of_code_is_in_its_file(path: str, code: str) -> None:
    """As it stands, line for line."""
    assert code in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PATHS)
def test_a_path_on_the_page_is_there(path: str) -> None:
    """Whoever follows the page finds the file."""
    assert (ROOT / path).is_file()


@pytest.mark.parametrize("module", NAMED)
def test_a_module_on_the_page_is_there(module: str) -> None:
    """A module, or a package."""
    path = ROOT / module.replace(".", "/")
    assert (
        path.with_suffix(".py").is_file()
        or path.is_dir()
        or path.parent.with_suffix(".py").is_file()
    )
