"""`gm receive`: take one mail from standard input, for a pipe from any mail system."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gm.cli.common import services, settings


def receive(
    recipient: Annotated[
        str, typer.Argument(help="The address it was sent to, such as gm+meadow@example.org.")
    ],
    sender: Annotated[str, typer.Option("--sender", "-f", help="The envelope sender.")] = "",
) -> None:
    """Store a mail from standard input and read it; exit 75 if that must be tried again.

    The mail is in the database before anything else happens. If the server runs, it sends the
    answer; else the next `gm serve` does.
    """
    from gm.app.inbox import read_inbox
    from gm.app.intake import accept
    from gm.errors import StoreError, TemporaryFailure, UnreadableInput

    limit = settings().max_message_bytes
    raw = sys.stdin.buffer.read(limit + 1)
    if len(raw) > limit:
        raise UnreadableInput(f"The mail is larger than the {limit} bytes this server takes.")
    try:
        with services() as opened:
            accept(opened.store, opened.clock, raw, sender, [recipient], "pipe")
            read_inbox(opened)
    except StoreError as fault:
        raise TemporaryFailure(f"The mail could not be stored; try again. ({fault})") from fault
