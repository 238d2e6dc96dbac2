"""Knows the lines that take back a whole list of winter orders: `No payments`.

Without them a list could be replaced and never emptied: a player could not be rid of a payment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm.contract.language import Problem
from gm.games.diplomacy.wording.complaints import reservation_words

_LISTS = {
    "payment": r"payments?|gifts? of points",
    "receipt": r"receipts?(?: of points)?",
    "build": r"builds?",
    "removal": r"removals?|demolitions?",
    "conditional": r"conditions?|conditional orders?",
}
_GIFT_LISTS = {
    "gift": r"gifts?(?: of points)?|payments?|promises?|conditions?|conditional orders?",
    "build": _LISTS["build"],
    "removal": r"removals?",
}
"""The lists of a game in which points are given away (Irish 15)."""
_ANY = r"winter orders"
_CANCEL = "cancel|withdraw|drop|delete|scrap|revoke|retract|take back"


def _line_of(lists: Mapping[str, str]) -> re.Pattern[str]:
    kind = "|".join((*lists.values(), _ANY))
    return re.compile(
        rf"(?:please )?(?:(?P<no>no(?: more)?)|{_CANCEL}) "
        r"(?:(?:all|any|every|my|our|the|these|those|of) )*"
        rf"(?P<kinds>(?:{kind})(?:(?: ?[,/&] ?| and | or |, and )(?:(?:my|all|the|no|any) )*(?:{kind}))*)"
        r"(?: (?:please|at all|any ?more|this winter|so far))*[ .!]*",
        re.I,
    )


_LINE, _GIFT_LINE = _line_of(_LISTS), _line_of(_GIFT_LISTS)
_KIND = "|".join((*_LISTS.values(), *_GIFT_LISTS.values(), _ANY))
_ONE_OF_A_LIST = re.compile(rf"(?:please )?(?:{_CANCEL})\b.*?\b(?P<kind>{_KIND})\b", re.I)

_NO_GIFT = re.compile(
    r"(?:^|[,.;:!] ?)(?:please )?no(?: more)? (?P<kind>gifts?|promises?) (?:of points )?(?:to|for)\b",
    re.I,
)


def lists_withdrawn(text: str, *, gifts: bool = False) -> tuple[str, ...]:
    """Return the lists that a folded line takes back, by the names of `replaces`; mostly none.

    `No builds` is not among them: it waives what may be built, and stays an order.

    Args:
        text: the line.
        gifts: points are given away in this game, and not paid (Irish 15).
    """
    lists = _GIFT_LISTS if gifts else _LISTS
    match = (_GIFT_LINE if gifts else _LINE).fullmatch(text)
    if match is None:
        return ()
    kinds = match.group("kinds")
    if re.search(_ANY, kinds, re.I):
        return tuple(lists)
    withdrawn = tuple(
        name for name, words in lists.items() if re.search(rf"\b(?:{words})\b", kinds, re.I)
    )
    return () if match.group("no") and withdrawn == ("build",) else withdrawn


def one_withdrawn(text: str, *, gifts: bool = False) -> Problem | None:
    """Return what is wrong with a line that takes back one order of a list, if it is such a line.

    Args:
        text: the line.
        gifts: points are given away in this game, and not paid (Irish 15).
    """
    match = _ONE_OF_A_LIST.match(text) or (_NO_GIFT.search(text) if gifts else None)
    if match is None:
        return None
    builds = re.fullmatch(_LISTS["build"], match.group("kind"), re.I) is not None
    return reservation_words.as_a_whole(match.group("kind"), gifts=gifts, builds=builds)


def only_promises(text: str) -> bool:
    """Tell whether a folded line takes back points promised on a condition, and names no plain gifts."""
    match = _GIFT_LINE.fullmatch(text)
    if match is None:
        return False
    kinds = match.group("kinds")
    return not re.search(rf"gifts?|payments?|points|builds?|removals?|{_ANY}", kinds, re.I)
