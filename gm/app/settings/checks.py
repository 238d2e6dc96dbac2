"""What may be written for a game's name, rules, addresses and lengths."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gm.contract.game import Games, GameVariant
from gm.contract.stages import StageKind
from gm.errors import InputError
from gm.languages import gettext
from gm.mail.compose import is_sendable
from gm.report.pages.rules_page import GRACE, REMIND

DAY = 86400

AROUND: Final = frozenset({REMIND, GRACE})
"""The lengths that belong to every deadline and may be nothing."""


def around(kinds: Sequence[StageKind]) -> dict[str, int]:
    """Return those of games with stages of some kinds, in seconds, unless the GM says otherwise.

    They are how long before a deadline players are reminded, and how long after it orders are still taken.
    """
    return {REMIND: kinds[0].lead, GRACE: 0}


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


def variants_of(games: Games) -> dict[str, GameVariant]:
    """Return every game that can be played, by the name that GMs choose."""
    families = games.families()
    return {name: variant for family in families for name, variant in family.variants.items()}


def checked_variant(games: Games, text: str) -> str:
    """Return the id of a variant; InputError if there is none such."""
    if text not in (variants := variants_of(games)):
        known = ", ".join(sorted(variants))
        raise InputError(
            gettext(
                "There are no rules named {text}; there are {known}.", text=repr(text), known=known
            )
        )
    return text


def checked_lengths(kinds: Sequence[StageKind], given: Mapping[str, int]) -> dict[str, int]:
    """Return all lengths of a game in seconds, given some; InputError if one cannot be.

    Args:
        kinds: of the stages of the game; given: seconds by name.
    """
    usual = {**{kind.name: kind.seconds for kind in kinds}, **around(kinds)}
    unknown = sorted(set(given) - set(usual))
    if unknown:
        raise InputError(
            gettext(
                "There is no phase kind {kind}; there are {kinds}.",
                kind=repr(unknown[0]),
                kinds=", ".join(kind.name for kind in kinds),
            )
        )
    if given.get(REMIND, 0) < 0:
        raise InputError(
            gettext("Players are reminded some time before a deadline, or never: 24h, or 0.")
        )
    if given.get(GRACE, 0) < 0:
        raise InputError(gettext("The grace is some time after a deadline, or none: 30min, or 0."))
    if short := [kind for kind, seconds in given.items() if seconds < 1 and kind not in AROUND]:
        raise InputError(gettext("The {kind} phases must last at least a second.", kind=short[0]))
    return {**usual, **given}


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
