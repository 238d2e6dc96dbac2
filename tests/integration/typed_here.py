"""The commands that a GM mails, carried out in the test's own process and by its clock.

A server starts `gm` anew for each; that is tried in `test_own_commands.py`. Here the same command
line runs on the services of the server under test, so that deadlines are set by the clock it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO

import pytest

from gm.app.services import Services
from gm.app.words.gm_mail import CommandOutput
from gm.bootstrap import serving
from gm.cli import main


@dataclass
class TypedHere:
    """Commands of a server whose services are named once it has them."""

    services: Services | None = None

    def run(self, words: Sequence[str]) -> CommandOutput:
        """Carry a command out; what it printed is said."""
        printed, code = StringIO(), 0
        with (
            pytest.MonkeyPatch.context() as patch,
            redirect_stdout(printed),
            redirect_stderr(printed),
        ):
            patch.setattr("gm.cli.common.settings", lambda: None)
            patch.setattr(
                "gm.bootstrap.services.open_services", lambda _: nullcontext(self.services)
            )
            patch.setattr("sys.argv", ["gm", "--by-mail", *words])
            patch.setattr("gm.cli.common._by_mail", [False])
            patch.setattr("sys.stdin", StringIO())
            try:
                main()
            except SystemExit as end:
                code = int(end.code or 0)
        return CommandOutput(printed.getvalue().strip(), well=code == 0)


@pytest.fixture
def typed_here(monkeypatch: pytest.MonkeyPatch) -> TypedHere:
    """Let servers of this test carry the commands of GMs out here."""
    typed = TypedHere()
    monkeypatch.setattr(serving, "OwnCommands", lambda *_, **__: typed)
    return typed
