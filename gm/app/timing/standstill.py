"""When nothing is decided at all: the clock cannot be believed, or the disk is nearly full.

Mail is taken in as before. The server's keeper is told once a day for as long as it lasts.
"""

from __future__ import annotations

import logging

from gm.app.mail_out.notices import notify
from gm.app.services import Services
from gm.report.views import NoticeView

_log = logging.getLogger(__name__)

_MEGABYTE = 1024 * 1024
_WHEN_RIGHT = (
    "Mail is taken in and answered, and no season is resolved and nobody is reminded until the "
    "clock is right again. If it is right now, say so on this machine: `gm doctor "
    "--clock-is-right`, or start the server anew."
)
_WHEN_FREE = (
    "Mail is taken in for as long as there is room, and no season is resolved until there is more. "
    "Make room; it goes on by itself."
)


def may_decide(services: Services) -> bool:
    """Tell whether seasons may be resolved and players reminded; if not, its keeper is told why."""
    if (fault := _clock_fault(services)) is not None:
        _stand_still(services, "clock", fault, _WHEN_RIGHT)
        return False
    if (fault := disk_fault(services)) is not None:
        _stand_still(services, "disk", fault, _WHEN_FREE)
        return False
    return True


def why_stand_still(services: Services) -> str | None:
    """Return why nothing is decided now, and what to do about it; None if that is not so."""
    if (fault := _clock_fault(services)) is not None:
        return f"{fault} {_WHEN_RIGHT}"
    if (fault := disk_fault(services)) is not None:
        return f"{fault} {_WHEN_FREE}"
    return None


def _clock_fault(services: Services) -> str | None:
    with services.store.read() as transaction:
        beats = transaction.beats()
    clock = services.clock
    return services.clock_watch.fault(clock.now(), clock.steady(), beats)


def disk_fault(services: Services) -> str | None:
    """Return in a sentence that the disk is nearly full; None if it is not, or is not known."""
    free = services.free_space()
    if free is None or free >= services.least_free:
        return None
    return (
        f"Only {free // _MEGABYTE} MB are free where the database lies, and "
        f"{services.least_free // _MEGABYTE} MB are wanted."
    )


def _stand_still(services: Services, what: str, fault: str, remedy: str) -> None:
    key = f"standstill {what} {services.clock.now():%F}"
    view = NoticeView("No season is resolved", (fault, remedy))
    address = services.identity.admin_address
    _log.warning("no season is resolved: %s", fault)
    if address is None:
        return
    with services.store.read() as transaction:
        if transaction.count_outbox(key):
            return
    with services.store.write() as transaction:
        notify(services, transaction, address, key, view)
