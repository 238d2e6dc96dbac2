"""`gm serve`: the running server."""

from __future__ import annotations

from gm.cli.common import settings


def serve() -> None:
    """Run the server: take mail in, read it, resolve what is due, send what is written.

    It stops at SIGTERM or Ctrl-C, after the transaction in hand. Every other command may be used
    while it runs.
    """
    from gm.bootstrap import run_server

    run_server(settings())
