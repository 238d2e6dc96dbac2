"""The command line: one module per noun, on the same handlers as the mail commands.

It never touches the database or the rules itself, and imports what is heavy only when a command
runs, so that `gm --help` answers at once.
"""

from __future__ import annotations

import sys

_TYPERS_USAGE = 2


def main() -> None:
    """Run the command line and end with the exit code of what happened.

    What gm refuses on purpose is one sentence on standard error; see `gm.errors` for the codes.
    """
    from gm.cli.app import app
    from gm.errors import ExitCode, GmError

    try:
        app()
    except SystemExit as end:
        # Typer's own code for a command line it cannot read is 2; ours are those of sysexits.h.
        sys.exit(int(ExitCode.USAGE) if end.code == _TYPERS_USAGE else end.code)
    except GmError as fault:
        for line in (f"gm: {fault}", *getattr(fault, "__notes__", ())):
            print(line, file=sys.stderr)
        sys.exit(int(fault.exit_code))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
