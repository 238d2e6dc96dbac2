"""The tutorial works as it is printed: every line is typed, every answer compared."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = {"tutorial.md": r".*", "irish-freedom.md": r".*?(?=^## A tournament)"}
"""The pages that are typed, with what of them is: all of it, or what stands above a heading."""

MARK = "--- that was "


def steps(page: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a page with what it is said to print."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (typed,) = re.findall(rf"\A{PAGES[page]}", text, re.MULTILINE | re.DOTALL)
    command: list[str] = []
    told: list[str] = []
    lines = re.findall(r"^    (.*)$", typed, re.MULTILINE)
    for line in lines:
        if line.startswith("$ "):
            if command:
                yield "\n".join(command), "\n".join(told)
            command, told = [line[2:]], []
        elif line.startswith(">"):
            command.append(line[2:])
        else:
            told.append(line)
    yield "\n".join(command), "\n".join(told)


@pytest.mark.parametrize("page", PAGES)
def test_the_tutorial_works_line_by_line(tmp_path: Path, page: str) -> None:
    """In an empty folder, in one shell, with nothing else at hand."""
    typed = [*steps(page)]
    assert len(typed) > 9
    script = "\n".join(f"{one}\necho '{MARK}{at}'" for at, (one, _) in enumerate(typed))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    left_out = {name for name in os.environ if name.startswith("GM_")}
    clean = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**clean, "PATH": path, "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    parts = re.split(rf"^{MARK}\d+\n", done.stdout, flags=re.MULTILINE)
    compare = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for (command, told), printed in zip(typed, parts, strict=False):
        assert compare.check_output(f"{told}\n", printed, flags), f"$ {command}\n{printed}"
    assert len(parts) == len(typed) + 1
