"""Knows the lines that take back a whole list of winter orders: `No payments`.

Without them a list could be replaced and never emptied: a player could not be rid of a payment.
"""

from __future__ import annotations

import re

from gm.interpret.values import Problem

_LISTS = {
    "payment": r"payments?|gifts? of points",
    "receipt": r"receipts?(?: of points)?",
    "build": r"builds?",
    "removal": r"removals?|demolitions?",
    "conditional": r"conditions?|conditional orders?",
}
_ANY = r"winter orders"
_KIND = "|".join((*_LISTS.values(), _ANY))
_CANCEL = "cancel|withdraw|drop|delete|scrap|revoke|retract|take back"
_LINE = re.compile(
    rf"(?:please )?(?:(?P<no>no(?: more)?)|{_CANCEL}) "
    r"(?:(?:all|any|every|my|our|the|these|those|of) )*"
    rf"(?P<kinds>(?:{_KIND})(?:(?: ?[,/&] ?| and | or |, and )(?:(?:my|all|the|no|any) )*(?:{_KIND}))*)"
    r"(?: (?:please|at all|any ?more|this winter|so far))*[ .!]*",
    re.I,
)

_ONE_OF_A_LIST = re.compile(rf"(?:please )?(?:{_CANCEL})\b.*?\b(?P<kind>{_KIND})\b", re.I)


def lists_withdrawn(text: str) -> tuple[str, ...]:
    """Return the lists that a folded line takes back, by the names of `replaces`; mostly none.

    `No builds` is not among them: it waives what may be built, and stays an order.
    """
    match = _LINE.fullmatch(text)
    if match is None:
        return ()
    kinds = match.group("kinds")
    if re.search(_ANY, kinds, re.I):
        return tuple(_LISTS)
    found = tuple(
        name for name, words in _LISTS.items() if re.search(rf"\b(?:{words})\b", kinds, re.I)
    )
    return () if match.group("no") and found == ("build",) else found


def one_withdrawn(text: str) -> Problem | None:
    """Return what is wrong with a line that takes back one order of a list, if it is such a line."""
    match = _ONE_OF_A_LIST.match(text)
    if match is None:
        return None
    return Problem(
        "A list is taken back as a whole. Send those orders of it that are to stand, and they "
        "replace it; if none is to stand write: Cancel my payments, for instance.",
        match.group("kind"),
    )
