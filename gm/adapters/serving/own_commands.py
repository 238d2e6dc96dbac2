"""Runs commands of `gm` itself, each in a process of its own with the same settings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gm.app.words.gm_mail import CommandOutput

_PATIENCE: Final = 300.0
"""Seconds that a command may take."""

_LONGEST: Final = 60_000
"""Letters of what a command printed that are told."""


class OwnCommands:
    """The commands of this very installation.

    Args:
        config: the settings file they read; None for where `gm` looks by itself.
        before: what stands before each on its line, such as a program that starts it.
        patience: how many seconds one may take.
        by_mail: they were mailed by the GM of the game that each names, and may do what he may.
    """

    def __init__(
        self,
        config: Path | None,
        *,
        before: Sequence[str] = (),
        patience: float = _PATIENCE,
        by_mail: bool = False,
    ) -> None:
        self._config = config
        self._before = before
        self._patience = patience
        self._by_mail = ["--by-mail"] if by_mail else []

    def run(self, words: Sequence[str]) -> CommandOutput:
        """Carry out a command; what it printed is said, also where it failed or took too long."""
        where = ["--config", str(self._config)] if self._config is not None else []
        try:
            done = subprocess.run(
                [*self._before, sys.executable, "-m", "gm", *where, *self._by_mail, *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self._patience,
                check=False,
                env={**os.environ, "NO_COLOR": "1", "COLUMNS": "72", "TERM": "dumb"},
            )
        except subprocess.TimeoutExpired:
            return CommandOutput(
                f"It took longer than {self._patience:.0f} seconds and was stopped.", well=False
            )
        except OSError as fault:
            return CommandOutput(f"It could not be begun: {fault.strerror}.", well=False)
        except ValueError:  # a NUL, or half of a letter
            return CommandOutput("It holds a character that no command can have.", well=False)
        printed = b"\n".join(part for part in (done.stdout, done.stderr) if part.strip())
        text = printed.decode("utf-8", "replace").strip()
        if len(text) > _LONGEST:
            text = f"{text[:_LONGEST]}\n... ({len(text) - _LONGEST} more letters)"
        return CommandOutput(text, well=done.returncode == 0)
