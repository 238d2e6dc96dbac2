"""The processes of this machine."""

from __future__ import annotations

import os


def is_running(number: int) -> bool:
    """Tell whether a process with this number runs here, whoever's it is."""
    if number <= 0:
        return False
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
