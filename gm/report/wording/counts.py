"""Things counted: `1 unit`, `3 units`, `2 supply centres`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from gm.languages import ngettext, ngettext_noop

Counted = Literal[
    "absence",
    "bridge",
    "build",
    "card",
    "centre",
    "earlier bridge",
    "earlier mail",
    "free seat",
    "line",
    "lost bridge",
    "mail",
    "message",
    "older phase",
    "order",
    "payment",
    "phase",
    "player",
    "point",
    "power",
    "question",
    "removal",
    "season",
    "seat",
    "setting",
    "slip",
    "supply centre",
    "unit",
    "vote",
]
"""What can be counted."""

_FORMS: Final[Mapping[Counted, tuple[str, str]]] = MappingProxyType(
    {
        "absence": ngettext_noop("{n} absence", "{n} absences"),
        "bridge": ngettext_noop("{n} bridge", "{n} bridges"),
        "build": ngettext_noop("{n} build", "{n} builds"),
        "card": ngettext_noop("{n} card", "{n} cards"),
        "centre": ngettext_noop("{n} centre", "{n} centres"),
        "earlier bridge": ngettext_noop("{n} earlier bridge", "{n} earlier bridges"),
        "earlier mail": ngettext_noop("{n} earlier mail", "{n} earlier mails"),
        "free seat": ngettext_noop("{n} free seat", "{n} free seats"),
        "line": ngettext_noop("{n} line", "{n} lines"),
        "lost bridge": ngettext_noop("{n} lost bridge", "{n} lost bridges"),
        "mail": ngettext_noop("{n} mail", "{n} mails"),
        "message": ngettext_noop("{n} message", "{n} messages"),
        "older phase": ngettext_noop("{n} older phase", "{n} older phases"),
        "order": ngettext_noop("{n} order", "{n} orders"),
        "payment": ngettext_noop("{n} payment", "{n} payments"),
        "phase": ngettext_noop("{n} phase", "{n} phases"),
        "player": ngettext_noop("{n} player", "{n} players"),
        "point": ngettext_noop("{n} point", "{n} points"),
        "power": ngettext_noop("{n} power", "{n} powers"),
        "question": ngettext_noop("{n} question", "{n} questions"),
        "removal": ngettext_noop("{n} removal", "{n} removals"),
        "season": ngettext_noop("{n} season", "{n} seasons"),
        "seat": ngettext_noop("{n} seat", "{n} seats"),
        "setting": ngettext_noop("{n} setting", "{n} settings"),
        "slip": ngettext_noop("{n} slip", "{n} slips"),
        "supply centre": ngettext_noop("{n} supply centre", "{n} supply centres"),
        "unit": ngettext_noop("{n} unit", "{n} units"),
        "vote": ngettext_noop("{n} vote", "{n} votes"),
    }
)


def counted(number: int, noun: Counted) -> str:
    """Return `1 unit`, `3 units`, `2 bridges`."""
    one, many = _FORMS[noun]
    return ngettext(one, many, number, n=number)
