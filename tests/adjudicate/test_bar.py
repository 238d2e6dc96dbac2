"""The progress bar: what it tells, and who sees it."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from rich.console import Console

from gm.cli import adjudicate_bar
from gm.cli.adjudicate_bar import WorkBar, is_wanted
from gm.cli.adjudicate_lines import Answered
from tests.adjudicate.comparing import SAMPLE


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def drawn(size: int | None, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a bar draws when half of 1000 bytes are done in two seconds."""
    out = Terminal()
    console = Console(file=out, force_terminal=True, width=100, color_system=None)
    clock = iter([100.0, 102.0])
    monkeypatch.setattr(adjudicate_bar.time, "monotonic", lambda: next(clock, 102.0))
    with WorkBar(size, console, patience=0.0) as bar:
        bar.advance(Answered(b"", 100, 50, 0))
        bar.advance(Answered(b"", 400, 3000, 0))
    return out.getvalue()


def test_it_tells_how_far_and_how_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """The share of the file, the phases done, and how many a second."""
    told = drawn(1000, monkeypatch)
    assert "50%" in told
    assert "3,050 phases" in told
    assert "a second" in told


def test_without_a_size_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a pipe nobody knows the end; no share and no time left is made up."""
    told = drawn(None, monkeypatch)
    assert "3,050 phases" in told
    assert "%" not in told


def test_short_work_has_no_bar() -> None:
    """What is done before one could read it draws nothing."""
    out = Terminal()
    with WorkBar(1000, Console(file=out, force_terminal=True), patience=60) as bar:
        bar.advance(Answered(b"", 500, 10, 0))
        bar.advance(Answered(b"", 500, 10, 0))
    assert out.getvalue().strip() == ""


@pytest.mark.parametrize(
    ("errors", "answers", "source", "environment", "wanted"),
    [
        (True, False, False, {}, True),
        (False, False, False, {}, False),
        (True, True, False, {}, False),
        (True, False, True, {}, False),
        (True, False, False, {"CI": "true"}, False),
        (True, False, False, {"TERM": "dumb"}, False),
    ],
)
def test_it_is_for_who_waits_at_a_terminal(
    errors: bool,
    answers: bool,
    source: bool,
    environment: dict[str, str],
    wanted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Errors go to a terminal, answers elsewhere, phases come from elsewhere, and it is no CI."""
    for name in ("CI", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stderr", Terminal() if errors else io.StringIO())
    monkeypatch.setattr(sys, "stdout", Terminal() if answers else io.StringIO())
    phases: io.BufferedIOBase = Screen() if source else io.BytesIO()
    assert is_wanted(phases) is wanted


class Screen(io.BytesIO):
    """A terminal that bytes are read from."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """A real terminal: the side that is watched, and the side a program sees."""
    watched, seen = pty.openpty()
    try:
        yield watched, seen
    finally:
        os.close(watched)


def drawn_on(watched: int) -> bytes:
    """Return what a program draws on a terminal until it lets go of it."""
    parts: list[bytes] = []
    with suppress(OSError):  # how Linux tells that nobody has the other side any more
        while part := os.read(watched, 1 << 16):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.slow
def test_a_real_terminal_shows_it(tmp_path: Path) -> None:
    """On a terminal of its own the command draws a bar and clears it; the answers are untouched."""
    file = tmp_path / "large.jsonl"
    file.write_bytes(SAMPLE.read_bytes() * 30)
    environment = {name: value for name, value in os.environ.items() if name not in {"CI", "TERM"}}
    environment |= {"TERM": "xterm", "COLUMNS": "100"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    with terminal() as (watched, seen), ThreadPoolExecutor(1) as reader:
        # Read all the while: a terminal that nobody reads fills up, and its program stands still.
        drawing = reader.submit(drawn_on, watched)
        with subprocess.Popen(
            [sys.executable, "-m", "gm", "adjudicate", "--jobs", "1", str(file)],
            stdout=subprocess.PIPE,
            stderr=seen,
            env=environment,
        ) as process:
            os.close(seen)
            assert process.stdout is not None
            answers = process.stdout.read()
            assert process.wait() == 0
        drawn = drawing.result()
    assert len(answers.splitlines()) == 30 * 300
    assert b"phases" in drawn
    assert b"%" in drawn
