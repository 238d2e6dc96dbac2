"""What a condition comes to once it is over: `France did not enter Piedmont` (Irish 15)."""

from __future__ import annotations

from gm.languages import listed, pgettext, pgettext_noop
from gm.report.wording.name_words import place_words, power_words, unit_words
from gm.rules.board import Board
from gm.rules.conditions import (
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
    match atom:
        case WasDislodged(unit):
            # Translators: sentences of this context stand alone, before a full stop or in a list.
            yes = pgettext_noop("deed", "{unit} was dislodged")
            no = pgettext_noop("deed", "{unit} was not dislodged")
            return _said(yes if met else no, unit=unit_words(unit, board))
        case Succeeded(unit):
            yes = pgettext_noop("deed", "{unit} succeeded")
            no = pgettext_noop("deed", "{unit} did not succeed")
            return _said(yes if met else no, unit=unit_words(unit, board))
        case Failed(unit):
            yes = pgettext_noop("deed", "{unit} failed")
            no = pgettext_noop("deed", "{unit} did not fail")
            return _said(yes if met else no, unit=unit_words(unit, board))
        case IsVacant(place):
            yes = pgettext_noop("deed", "{place} was vacant")
            no = pgettext_noop("deed", "{place} was not vacant")
            return _said(yes if met else no, place=place_words(place, board))
        case BridgeStands():
            yes = pgettext_noop("deed", "the bridge stood")
            no = pgettext_noop("deed", "the bridge did not stand")
            return _said(yes if met else no)
        case Supports():
            return _supported(atom, board, met=met)
        case _:
            return _of_power(atom, board, met=met)


def _of_power(atom: IsIn | Owns | Enters | Attacks, board: Board, *, met: bool) -> str:
    match atom:
        case IsIn():
            yes = pgettext_noop("deed", "{power} was in {place}")
            no = pgettext_noop("deed", "{power} was not in {place}")
        case Owns():
            yes = pgettext_noop("deed", "{power} owned {place}")
            no = pgettext_noop("deed", "{power} did not own {place}")
        case Enters():
            yes = pgettext_noop("deed", "{power} entered {place}")
            no = pgettext_noop("deed", "{power} did not enter {place}")
        case Attacks():
            yes = pgettext_noop("deed", "{power} attacked {place}")
            no = pgettext_noop("deed", "{power} did not attack {place}")
    power, place = power_words(atom.power, board), place_words(atom.place, board)
    return _said(yes if met else no, power=power, place=place)


def _supported(atom: Supports, board: Board, *, met: bool) -> str:
    power, unit = power_words(atom.power, board), unit_words(atom.target, board)
    if atom.to is None:
        yes = pgettext_noop("deed", "{power} supported {unit}")
        no = pgettext_noop("deed", "{power} did not support {unit}")
        return _said(yes if met else no, power=power, unit=unit)
    yes = pgettext_noop("deed", "{power} supported {unit} in moving to {place}")
    no = pgettext_noop("deed", "{power} did not support {unit} in moving to {place}")
    there = place_words(atom.to, board)
    return _said(yes if met else no, power=power, unit=unit, place=there)


def _said(sentence: str, **values: str) -> str:
    return pgettext("deed", sentence, **values)
