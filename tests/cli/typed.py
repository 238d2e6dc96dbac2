"""Typing `gm` in a test: in this process, with what it prints caught."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest

from gm.cli import main


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    exit_code: int
    stdout: str
    stderr: str


def run(*arguments: str) -> Ran:
    """Type `gm` with arguments."""
    out, err, code = StringIO(), StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.argv", ["gm", *arguments])
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())


def well(*arguments: str) -> str:
    """Run a command, which must go well, and return what it printed."""
    done = run(*arguments)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def as_json(*arguments: str) -> Any:
    """Run `gm ... --json`, which must go well, and return what it printed."""
    return json.loads(well(*arguments, "--json"))
