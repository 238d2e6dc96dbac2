"""What a condition comes to once it is over: `France did not enter Piedmont` (Irish 15)."""

from __future__ import annotations

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
from gm.languages import listed, pgettext, pgettext_noop


def happened_words(condition: Condition, board: Board) -> str:
    """Return a condition as something that came to pass: `France did not enter Piedmont`."""
    match condition:
        case Not(inner):
            return _denied(inner, board)
        case And(parts):
            return listed(happened_words(part, board) for part in parts)
        case Or(parts):
            return listed((happened_words(part, board) for part in parts), "or")
        case _:
            return _past(condition, board, met=True)


def _denied(condition: Condition, board: Board) -> str:
    match condition:
        case Not(inner):
            return happened_words(inner, board)
        case Or(parts):
            return listed(_denied(part, board) for part in parts)
        case And():
            words = happened_words(condition, board)
            return pgettext("deed", "it is not so that {deed}", deed=words)
        case _:
            return _past(condition, board, met=False)


def _past(atom: Atom, board: Board, *, met: bool) -> str:
    return atom_words("deed", _SENTENCES, atom, board, met=met)


_SENTENCES: Final[Sentences] = {
    (WasDislodged, False): (
        # Translators: sentences of this context stand alone, before a full stop or in a list.
        pgettext_noop("deed", "{unit} was dislodged"),
        pgettext_noop("deed", "{unit} was not dislodged"),
    ),
    (Succeeded, False): (
        pgettext_noop("deed", "{unit} succeeded"),
        pgettext_noop("deed", "{unit} did not succeed"),
    ),
    (Failed, False): (
        pgettext_noop("deed", "{unit} failed"),
        pgettext_noop("deed", "{unit} did not fail"),
    ),
    (IsVacant, False): (
        pgettext_noop("deed", "{place} was vacant"),
        pgettext_noop("deed", "{place} was not vacant"),
    ),
    (IsIn, False): (
        pgettext_noop("deed", "{power} was in {place}"),
        pgettext_noop("deed", "{power} was not in {place}"),
    ),
    (Owns, False): (
        pgettext_noop("deed", "{power} owned {place}"),
        pgettext_noop("deed", "{power} did not own {place}"),
    ),
    (Enters, False): (
        pgettext_noop("deed", "{power} entered {place}"),
        pgettext_noop("deed", "{power} did not enter {place}"),
    ),
    (Attacks, False): (
        pgettext_noop("deed", "{power} attacked {place}"),
        pgettext_noop("deed", "{power} did not attack {place}"),
    ),
    (BridgeStands, False): (
        pgettext_noop("deed", "the bridge stood"),
        pgettext_noop("deed", "the bridge did not stand"),
    ),
    (BridgeStands, True): (
        pgettext_noop("deed", "the bridge stood"),
        pgettext_noop("deed", "the bridge did not stand"),
    ),
    (Supports, False): (
        pgettext_noop("deed", "{power} supported {unit}"),
        pgettext_noop("deed", "{power} did not support {unit}"),
    ),
    (Supports, True): (
        pgettext_noop("deed", "{power} supported {unit} in moving to {place}"),
        pgettext_noop("deed", "{power} did not support {unit} in moving to {place}"),
    ),
}
