"""`gm replay`: take mails in again from their second copies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gm.cli.common import services


def replay(
    folder: Annotated[
        Path, typer.Argument(help="The folder that `mail_copy` names.", show_default=False)
    ],
) -> None:
    """Take in what the copies have and the database has not, after it came back from a backup.

    What is known already is left alone. A mail counts from the moment at which it first came. The
    running server, or the next `gm serve`, reads what was taken in.
    """
    from gm.adapters.mail_copy import MailCopies
    from gm.app.replay import replay as take_again

    with services() as opened:
        done = take_again(opened, MailCopies(folder).kept())
    typer.echo(f"{done.taken} taken in, {done.known} known already.")
