"""Conditions of orders in full words: `Army Kilkenny West is not dislodged`."""

from __future__ import annotations

from functools import reduce
from typing import Final

from gm.games.diplomacy.pages.wording.atom_words import Sentences, atom_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.conditions import (
    And,
    Atom,
    Attacks,
    BridgeStands,
    Condition,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Not,
    Or,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.languages import pgettext, pgettext_noop


def condition_words(condition: Condition, board: Board) -> str:
    """Return a condition in full words: `Army Kilkenny West is not dislodged`."""
    match condition:
        case Not(inner):
            return _negated(inner, board)
        case And(parts):
            return reduce(_and, (_grouped(part, board) for part in parts))
        case Or(parts):
            return reduce(_or, (_grouped(part, board) for part in parts))
        case _:
            return _atom(condition, board, met=True)


def _and(first: str, second: str) -> str:
    return pgettext("condition", "{first} and {second}", first=first, second=second)


def _or(first: str, second: str) -> str:
    return pgettext("condition", "{first} or {second}", first=first, second=second)


def _grouped(condition: Condition, board: Board) -> str:
    words = condition_words(condition, board)
    return f"({words})" if isinstance(condition, And | Or) else words


def _negated(condition: Condition, board: Board) -> str:
    match condition:
        case Not(inner):
            return condition_words(inner, board)
        case And() | Or():
            words = condition_words(condition, board)
            return pgettext("condition", "not ({condition})", condition=words)
        case _:
            return _atom(condition, board, met=False)


def _atom(atom: Atom, board: Board, *, met: bool) -> str:
    return atom_words("condition", _SENTENCES, atom, board, met=met)


_SENTENCES: Final[Sentences] = {
    (WasDislodged, False): (
        # Translators: sentences of this context stand behind the "if" of an order.
        pgettext_noop("condition", "{unit} is dislodged"),
        pgettext_noop("condition", "{unit} is not dislodged"),
    ),
    (Succeeded, False): (
        pgettext_noop("condition", "{unit} succeeds"),
        pgettext_noop("condition", "{unit} does not succeed"),
    ),
    (Failed, False): (
        pgettext_noop("condition", "{unit} fails"),
        pgettext_noop("condition", "{unit} does not fail"),
    ),
    (IsVacant, False): (
        pgettext_noop("condition", "{place} is vacant"),
        pgettext_noop("condition", "{place} is not vacant"),
    ),
    (IsIn, False): (
        pgettext_noop("condition", "{power} is in {place}"),
        pgettext_noop("condition", "{power} is not in {place}"),
    ),
    (Owns, False): (
        pgettext_noop("condition", "{power} owns {place}"),
        pgettext_noop("condition", "{power} does not own {place}"),
    ),
    (Enters, False): (
        pgettext_noop("condition", "{power} enters {place}"),
        pgettext_noop("condition", "{power} does not enter {place}"),
    ),
    (Attacks, False): (
        pgettext_noop("condition", "{power} attacks {place}"),
        pgettext_noop("condition", "{power} does not attack {place}"),
    ),
    (BridgeStands, False): (
        pgettext_noop("condition", "the {bridge} stands"),
        pgettext_noop("condition", "the {bridge} does not stand"),
    ),
    (BridgeStands, True): (
        pgettext_noop("condition", "the {bridge} of {power} stands"),
        pgettext_noop("condition", "the {bridge} of {power} does not stand"),
    ),
    (Supports, False): (
        pgettext_noop("condition", "{power} supports {unit}"),
        pgettext_noop("condition", "{power} does not support {unit}"),
    ),
    (Supports, True): (
        pgettext_noop("condition", "{power} supports {unit} in moving to {place}"),
        pgettext_noop("condition", "{power} does not support {unit} in moving to {place}"),
    ),
}
