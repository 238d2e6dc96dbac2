"""The progress bar of `gm adjudicate`: for somebody who waits at a terminal, and nobody else."""

from __future__ import annotations

import io
import os
import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from gm.cli.adjudicate_lines import Answered
from gm.cli.terminal import exact

PATIENCE = 0.5
"""Seconds before a bar appears: what is done sooner needs none."""


def is_wanted(source: io.BufferedIOBase) -> bool:
    """Tell whether somebody waits for the end.

    Standard error is a terminal, and neither the phases come from one nor the answers go there:
    they would run through the bar, and show the progress themselves.
    """
    waits = sys.stderr.isatty() and not source.isatty() and not sys.stdout.isatty()
    return waits and not os.environ.get("CI") and os.environ.get("TERM") != "dumb"


class WorkBar:
    """How far the work is: phases done, how many a second, and the time left if that is known.

    Args:
        size: of the whole input in bytes; None if nobody knows.
        console: where it is drawn.
        patience: seconds before it appears.
    """

    def __init__(
        self, size: int | None, console: Console | None = None, patience: float = PATIENCE
    ) -> None:
        columns: list[ProgressColumn] = [TextColumn("{task.fields[told]}")]
        if size is not None:
            columns = [BarColumn(), TaskProgressColumn(), *columns, TimeRemainingColumn()]
        self._progress = Progress(
            *columns, console=console or Console(file=exact(sys.stderr)), transient=True
        )
        self._task = self._progress.add_task("", total=size, told="")
        self._patience = patience
        self._began = 0.0
        self._first = 0
        self._phases = 0

    def __enter__(self) -> Self:
        return self

    def advance(self, answered: Answered) -> None:
        """Count the answers to a block; what came with the first tells nothing of the speed."""
        self._phases += answered.phases
        if not self._began:
            self._began, self._first = time.monotonic(), answered.phases
        spent = time.monotonic() - self._began
        speed = (self._phases - self._first) / max(spent, 0.001)
        pace = f"{self._phases:,} phases, {speed:,.0f} a second"
        self._progress.update(self._task, advance=answered.size, told=pace)
        if spent >= self._patience:
            self._progress.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()
