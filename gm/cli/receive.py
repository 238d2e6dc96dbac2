"""`gm receive`: take one mail from standard input, for a pipe from any mail system."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.common import settings
from gm.errors import TemporaryFailure, UnreadableInput

if TYPE_CHECKING:
    from gm.app.services import Services

_RECIPIENT = ("ORIGINAL_RECIPIENT", "RECIPIENT")
"""Where Postfix and Exim tell a program whom a mail came to, as it was written first."""


def receive(
    recipients: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RECIPIENT]...",
            help="The address it was sent to, such as gm+meadow@example.org; else what "
            "$ORIGINAL_RECIPIENT or $RECIPIENT says, else what the mail's header does.",
            show_default=False,
        ),
    ] = None,
    sender: Annotated[
        str | None,
        typer.Option(
            "--sender", "-f", help="The envelope sender; else $SENDER.", show_default=False
        ),
    ] = None,
) -> None:
    """Store a mail from standard input and read it; exit 75 if that must be tried again.

    The mail is in the database before anything else happens. If the server runs, it sends the
    answer; else the next `gm serve` does. A mail larger than `max_message_bytes` is refused with
    65; whatever else goes wrong before the mail is stored is 75.
    """
    try:
        _receive(recipients or [], sender)
    except (UnreadableInput, TemporaryFailure):
        raise
    except Exception as fault:
        # A mail system returns a mail to its sender on any other code, and it would be lost.
        raise TemporaryFailure(f"The mail could not be stored; try again. ({fault})") from fault


def _receive(recipients: list[str], sender: str | None) -> None:
    from gm.bootstrap.services import open_services
    from gm.bootstrap.ways_in import Door
    from gm.failpoints import armed_failpoint

    armed_failpoint()
    configured = settings()
    limit = configured.max_message_bytes
    raw = sys.stdin.buffer.read(limit + 1)
    if len(raw) > limit:
        raise UnreadableInput(f"The mail is larger than the {limit} bytes this server takes.")
    with open_services(configured) as opened:
        envelope = os.environ.get("SENDER", "") if sender is None else sender
        places = recipients or _told(opened, raw)
        Door(configured, opened).take_in(raw, envelope, places, "pipe")
        _read_now(opened)


def _told(services: Services, raw: bytes) -> list[str]:
    """Return whom a mail came to when the command line does not say."""
    from functools import partial

    from gm.app.mail_in.fetching import addressed_to, header_of
    from gm.app.senders.letters import is_ours

    ours = partial(is_ours, services)
    recipients = [os.environ[name] for name in _RECIPIENT if os.environ.get(name)]
    known = [address for address in recipients if ours(address)]
    return known[:1] or [addressed_to(services.identity, ours, header_of(raw))]


def _read_now(services: Services) -> None:
    """Read what waits, where no server does it; the mail is safe whatever comes of that."""
    from dataclasses import replace

    from gm.app.answering.inbox import read_inbox
    from gm.cli.usage import usage_fault

    try:
        read_inbox(replace(services, usage_fault=usage_fault))
    except Exception as fault:
        print(f"gm: the mail is stored and will be read later ({fault})", file=sys.stderr)
