"""The command line: one module per noun, on the same handlers as the mail commands.

It never touches the database or the rules itself, and imports what is heavy only when a command
runs, so that `gm --help` answers at once.
"""

from __future__ import annotations

import sys
import traceback

_TYPERS_USAGE = 2
_TRY_AGAIN = 75
_NOT_THE_MAILS = {1, 64, 73, 74, 77, 78}


def main() -> None:
    """Run the command line and end with the exit code of what happened.

    What gm refuses on purpose is one sentence on standard error; see `gm.errors` for the codes. A
    mail system that pipes a mail to us would return it to its sender on most of them, so a fault
    that is not the mail's is "try again later" there.
    """
    from gm.cli.terminal import escaping

    with escaping():
        try:
            _run()
        except SystemExit as end:
            mended = "receive" in sys.argv[1:] and end.code in _NOT_THE_MAILS
            sys.exit(_TRY_AGAIN if mended else end.code)
        except Exception:
            traceback.print_exc()
            sys.exit(_TRY_AGAIN if "receive" in sys.argv[1:] else 1)


def _run() -> None:
    from gm.cli.app import command_tree
    from gm.errors import ExitCode, GmError

    try:
        command_tree()()
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
