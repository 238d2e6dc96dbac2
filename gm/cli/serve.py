"""`gm serve`: the running server."""

from __future__ import annotations

from typing import Annotated

import typer

from gm.adapters.serving.processes import ServerRole
from gm.cli.common import config_file, moment, settings


def serve(
    role: Annotated[
        ServerRole,
        typer.Option(
            help="Which part of the server this process is: all of it, or receive, work or send."
        ),
    ] = ServerRole.ALL,
    since: Annotated[
        str | None,
        typer.Option(
            help="Fetch also what has lain in a mailbox since then, as 2026-11-20T08:00.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run the server: take mail in, read it, resolve what is due, send what is written.

    It stops at SIGTERM or Ctrl-C, after the transaction in hand. Every other command may be used
    while it runs. With --role its parts run apart: one process for each part on one machine, or
    any number on any machines where the database is PostgreSQL.
    """
    from datetime import UTC, datetime

    from gm.bootstrap.serving import run_server
    from gm.cli.usage import usage_fault

    configured = settings()
    start = moment(since, configured.timezone, datetime.now(UTC)) if since else None
    run_server(configured, role, start, config_file(), usage_fault)
