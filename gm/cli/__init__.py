"""The command line: one module per noun, on the same handlers as the mail commands.

It never touches the database or the rules itself, and imports what is heavy only when a command
runs, so that `gm --help` answers at once.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end with the exit code of what happened.

    What gm refuses on purpose is one sentence on standard error; see `gm.errors` for the codes.
    """
    from gm.cli.app import app
    from gm.errors import GmError

    try:
        app()
    except GmError as fault:
        for line in (f"gm: {fault}", *getattr(fault, "__notes__", ())):
            print(line, file=sys.stderr)
        sys.exit(int(fault.exit_code))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
