"""`gm desk`: all games at a glance on a terminal, and what can be done about them."""

from __future__ import annotations

import sys

from gm.cli.common import services
from gm.errors import InputError


def desk() -> None:
    """Show all games: phases, who is in, deadlines, what waits; and act on them by keys.

    It looks anew every few seconds. The keys stand at the foot of the screen; whatever changes a
    game is asked about first.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("The desk needs a terminal; for a program there is gm game list --json.")
    from gm.cli.desk_screen import DeskScreen

    with services() as opened:
        DeskScreen(opened).run()
