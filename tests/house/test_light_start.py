"""A command starts with what it needs: what `gm --help` imports, every command waits for."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("gm.app", "gm.config", "gm.mail", "gm.report.environment", "jinja2", "lark", "pydantic")
"""Packages that commands import when they are carried out, not when they are declared."""

_LISTED = "import gm.cli.app, sys; print(*sorted({name for name in sys.modules}))"


def test_the_command_line_imports_no_use_case() -> None:
    """A room that moves in with a heavier one would cost each command most of a second."""
    done = subprocess.run([sys.executable, "-c", _LISTED], capture_output=True, check=True)
    modules = done.stdout.decode().split()
    assert [name for name in modules if name in HEAVY] == []
