"""The page of commands is current, and what the guides tell a GM to type exists."""

import re
import runpy
import shlex
from itertools import product
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "README.md", ROOT / "docs" / "gm.md", ROOT / "deploy" / "README.md"]


@pytest.fixture(scope="module")
def maker() -> dict[str, Any]:
    """What the program that writes the page defines."""
    return runpy.run_path(str(ROOT / "docs" / "make_cli.py"))


@pytest.fixture(scope="module")
def sections(maker: dict[str, Any]) -> dict[str, str]:
    """The help of each command, by its full name."""
    parts = re.split(r"^## ", maker["reference"](), flags=re.MULTILINE)[1:]
    return {part.splitlines()[0]: part for part in parts}


def test_command_page_is_current(maker: dict[str, Any]) -> None:
    """docs/cli.md is what `make docs` would write today."""
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == maker["reference"](), (
        "run `make docs`"
    )


def test_every_command_says_what_it_does(sections: dict[str, str]) -> None:
    """Each command's help has a sentence, and so has each of its options."""
    assert len(sections) >= 10
    for name, section in sections.items():
        rest = section.partition("Usage:")[2].partition("\n\n")[2]
        assert rest.lstrip("\n").startswith("  "), f"{name} has no sentence"
        for option in re.findall(
            r"^  (-{1,2}[a-z][\w-]*[^\n]*)\n(?! {10})", section, re.MULTILINE
        ):
            assert re.search(r"\S {2,}\S", option), f"{name}: {option} has no help"


def typed() -> list[tuple[str, list[str]]]:
    """Every gm command line in the guides: where it stands, and its words after gm."""
    found = []
    for page in GUIDES:
        text = page.read_text(encoding="utf-8")
        lines = re.findall(r"^    (.*)$", text, re.MULTILINE) + re.findall(r"`([^`\n]+)`", text)
        for line in lines:
            told = re.search(r"(?:^|/)gm ([a-z]+\b.*)", line)
            if told:
                found.append((f"{page.name}: {line}", shlex.split(told[1], comments=True)))
    return found


@pytest.mark.parametrize(("place", "words"), typed(), ids=lambda value: str(value)[:60])
def test_commands_in_the_guides_exist(
    sections: dict[str, str], place: str, words: list[str]
) -> None:
    """A command and its options are spelt in the guides as they are in the program."""
    name = next(
        (name for name in (f"gm {' '.join(words[:n])}" for n in (3, 2, 1)) if name in sections),
        None,
    )
    assert name, f"{place}: no such command"
    known = set(re.findall(r"(?<!\S)(-{1,2}[a-z][\w-]*)", sections[name]))
    for word in words:
        if word.startswith("--"):
            assert word.partition("=")[0] in known, f"{place}: {name} has no {word}"


def test_every_command_stands_in_a_guide(sections: dict[str, str]) -> None:
    """Whatever can be typed is told of where a GM reads, not only on the page of commands."""
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "maps" / "README.md"]
    guides = [one.read_text(encoding="utf-8") for one in pages if one.name != "cli.md"]
    told = set()
    for line in re.findall(r"\bgm ((?:[a-z|]+\b ?){1,3})", " ".join(" ".join(guides).split())):
        choices = [word.split("|") for word in line.split()]
        told |= {" ".join(one) for n in (1, 2, 3) for one in product(*choices[:n])}
    commands = {name.removeprefix("gm ") for name in sections}
    assert commands <= told, f"no guide tells of {sorted(commands - told)}"
