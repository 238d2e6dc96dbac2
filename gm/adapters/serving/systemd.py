"""What systemd is told: that we are ready, alive, or about to stop.

Outside systemd nobody listens, and nothing is said. The protocol is one datagram a message
(sd_notify(3)).
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


def tell(message: str, environ: Mapping[str, str] = os.environ) -> None:
    """Tell the service manager something, if there is one that listens."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    # A leading @ stands for the NUL byte of a name that is no file.
    place = "\0" + address[1:] if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(), place)
    except OSError as fault:
        _log.warning("the service manager could not be told %s: %s", message, fault)
