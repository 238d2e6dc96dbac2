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
TUTORIAL = ROOT / "docs" / "tutorial.md"
MARK = "--- that was "


def steps() -> Iterator[tuple[str, str]]:
    """Yield each command of the tutorial with what it is said to print."""
    command: list[str] = []
    told: list[str] = []
    lines = re.findall(r"^    (.*)$", TUTORIAL.read_text(encoding="utf-8"), re.MULTILINE)
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


def test_the_tutorial_works_line_by_line(tmp_path: Path) -> None:
    """In an empty folder, in one shell, with nothing else at hand."""
    typed = [*steps()]
    assert len(typed) > 12
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
