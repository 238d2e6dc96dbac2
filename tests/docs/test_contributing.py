"""CONTRIBUTING.md leads somewhere: files, tests and targets that it names are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SAID = re.findall(r"`([^`\n]+)`", GUIDE)
ROOMS = "|".join(sorted(path.name for path in ROOT.iterdir() if path.is_dir()))
PATHS = sorted(
    {
        path.rstrip("/")
        for words in SAID
        for path in re.findall(rf"(?<![\w./-])(?:{ROOMS})/[\w./-]+", words)
        if not path.startswith(".venv/")
    }
)


def test_it_names_enough() -> None:
    """A pattern that finds nothing would be green."""
    assert len(PATHS) > 60


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_there(path: str) -> None:
    """NAME stands for any name of its folder."""
    assert [*ROOT.glob(path.replace("NAME", "*"))], path


def test_every_link_leads_somewhere() -> None:
    """Beside the paths in backticks."""
    links = re.findall(r"\]\(([^)#]+)", GUIDE)
    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_target_is_one_of_make() -> None:
    """`make languages` and the like."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {word for said in SAID for word in re.findall(r"^make ([a-z-]+)", said)}
    assert {"test", "test-slow", "languages"} <= named <= targets


def test_every_kind_of_change_has_its_recipe() -> None:
    """And says which tests tell that it is done."""
    recipes = re.split(r"^## ", GUIDE, flags=re.MULTILINE)
    kinds = ("verb of orders", "word by mail", "setting of a game", "mail", "event", "column")
    for kind in (*kinds, "variant", "game", "language"):
        found = [one for one in recipes if re.match(rf"An? {kind}\n", one)]
        assert len(found) == 1, kind
        assert "tests/" in found[0], kind
