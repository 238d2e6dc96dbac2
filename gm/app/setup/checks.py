"""What may be written for a game's name, rules, addresses and lengths."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm.app.timing.reminder_times import LEAD
from gm.errors import InputError
from gm.games.diplomacy.variants import VARIANTS
from gm.languages import gettext
from gm.mail.compose import is_sendable
from gm.report.wording.pace import GRACE, REMIND

DAY = 86400

LENGTHS = {
    "movement": 7 * DAY,
    "retreat": 3 * DAY,
    "adjustment": 4 * DAY,
    "setup": 7 * DAY,
    REMIND: LEAD,
    GRACE: 0,
}
"""Seconds that a phase of each kind is open, how long before a deadline players are reminded, and
how long after it orders are still taken, unless the GM says otherwise."""

_AROUND = (REMIND, GRACE)
"""The lengths that belong to every deadline and may be nothing."""

_NAME = re.compile(r"[a-z][a-z0-9-]{1,30}[a-z0-9]")

_RESERVED = {"gm", "help", "list", "postmaster", "mailer-daemon", "abuse", "root", "admin"}


def checked_name(text: str) -> str:
    """Return the name of a game in small letters; InputError if none can be called so."""
    name = text.strip().lower()
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise InputError(
            gettext(
                "{text} cannot be a game's name: use 3 to 32 letters, digits and hyphens, a "
                "letter first, and none of the server's own names.",
                text=repr(text),
            )
        )
    return name


def checked_variant(text: str) -> str:
    """Return the id of a variant; InputError if there is none such."""
    if text not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise InputError(
            gettext(
                "There are no rules named {text}; there are {known}.", text=repr(text), known=known
            )
        )
    return text


def checked_lengths(given: Mapping[str, int]) -> dict[str, int]:
    """Return all lengths of a game in seconds, given some; InputError if one cannot be."""
    unknown = sorted(set(given) - set(LENGTHS))
    if unknown:
        kinds = ", ".join(kind for kind in LENGTHS if kind not in _AROUND)
        raise InputError(
            gettext(
                "There is no phase kind {kind}; there are {kinds}.",
                kind=repr(unknown[0]),
                kinds=kinds,
            )
        )
    if given.get(REMIND, LEAD) < 0:
        raise InputError(
            gettext("Players are reminded some time before a deadline, or never: 24h, or 0.")
        )
    if given.get(GRACE, 0) < 0:
        raise InputError(gettext("The grace is some time after a deadline, or none: 30min, or 0."))
    if short := [kind for kind, seconds in given.items() if seconds < 1 and kind not in _AROUND]:
        raise InputError(gettext("The {kind} phases must last at least a second.", kind=short[0]))
    return {**LENGTHS, **given}


def checked_address(address: str) -> str:
    """Return a mail address with its domain in lower case; InputError if it is none."""
    text = address.strip()
    if not is_sendable(text):
        raise InputError(
            gettext(
                "{address} is not a mail address we can write to; it should look like "
                "ann@example.org.",
                address=repr(address),
            )
        )
    local, _, domain = text.rpartition("@")
    return f"{local}@{domain.lower()}"
