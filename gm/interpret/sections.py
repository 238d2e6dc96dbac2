"""Splits the mail of a player of several powers: which lines stand under which power's name.

A name heads the lines below it, alone on its line (`France:`, `SPAIN`, `[Norway]`, `Orders for
Norway:`), or the one order behind it (`France: A Par - Bur`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gm.interpret.folding import fold
from gm.interpret.names import lexicon_of, squeeze
from gm.rules.board import Board, PowerId

_FRAME = "*_=#>[](){}<>|~-+. \t"
"""What may stand around a heading."""

_BEFORE = re.compile(r"(?:(?:for|from|as|my|the|now|and|then|orders?|moves?|power)\b\s*)+", re.I)
_AFTER = re.compile(
    r"(?:(?<![\s,(-])[\s,(-]*+)?(?:(?:orders?|moves?|builds?|retreats?|adjustments?)\b"
    r"|(?:spring|autumn|fall|winter)\b|[SFW]?'?\d{2,4}[MRAP]?\b|[SFW]\b)[\s,)-]*",
    re.I,
)
_ORDER = re.compile(
    r"(?:A|F|army|fleet|build|remove|disband|waive|give|pay|if|unless|choose|withdraw|[+-])"
    r"(?![^\W_])",
    re.I,
)
_LONGEST = 60
"""Characters of the longest heading."""


@dataclass(frozen=True, slots=True)
class Section:
    """A line of a mail and the power under whose name it stands.

    Args:
        text: the line without the name before it; "" of a line that is nothing but a heading.
        power: the power, or None above the first heading.
    """

    text: str
    power: PowerId | None


def sections(lines: Sequence[str], board: Board) -> tuple[Section, ...]:
    """Return each line of a mail with the power under whose name it stands."""
    found: list[Section] = []
    current: PowerId | None = None
    for line in lines:
        text = line
        if (headed := power_heading(board, line)) is not None:
            current, text = headed
        found.append(Section(text, current))
    return tuple(found)


def power_heading(board: Board, line: str) -> tuple[PowerId, str] | None:
    """Return the power that a line is headed by, and the order behind it, "" if there is none.

    Before an order the name needs its colon: many a power's name is a province's too.
    """
    plain = fold(line[:500]).strip()
    name, colon, rest = plain.partition(":")
    behind = rest.strip(_FRAME)
    if colon and behind:
        power = _named(board, name) if _ORDER.match(rest.strip(" *_\t")) else None
        return (power, rest.strip()) if power is not None else None
    power = _named(board, name)
    return (power, "") if power is not None else None


def _named(board: Board, text: str) -> PowerId | None:
    """Return the power whose whole name, or adjective, a heading is."""
    text = text.strip(_FRAME)
    if not text or len(text) > _LONGEST:
        return None
    text = _BEFORE.sub("", text, count=1) if _BEFORE.match(text) else text
    names = lexicon_of(board).powers
    while True:
        found = names.get(squeeze(text), ())
        if len(found) == 1:
            return found[0]
        shorter = _without_last(text)
        if shorter == text:
            return None
        text = shorter


def _without_last(text: str) -> str:
    """Return a heading without the season, the year or the word `orders` at its end."""
    for match in _AFTER.finditer(text):
        if match.end() == len(text) and match.start():
            return text[: match.start()].strip(_FRAME)
    return text
