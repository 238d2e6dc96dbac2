"""Conditions of orders in full words: `Army Kilkenny West is not dislodged`."""

from __future__ import annotations

from functools import reduce

from gm.languages import pgettext, pgettext_noop
from gm.report.wording.name_words import bridge_words, place_words, power_words, unit_words
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
    match atom:
        case WasDislodged(unit):
            # Translators: sentences of this context stand behind the "if" of an order.
            yes = pgettext_noop("condition", "{unit} is dislodged")
            no = pgettext_noop("condition", "{unit} is not dislodged")
            return _said(yes if met else no, unit=unit_words(unit, board))
        case Succeeded(unit):
            yes = pgettext_noop("condition", "{unit} succeeds")
            no = pgettext_noop("condition", "{unit} does not succeed")
            return _said(yes if met else no, unit=unit_words(unit, board))
        case Failed(unit):
            yes = pgettext_noop("condition", "{unit} fails")
            no = pgettext_noop("condition", "{unit} does not fail")
            return _said(yes if met else no, unit=unit_words(unit, board))
        case IsVacant(place):
            yes = pgettext_noop("condition", "{place} is vacant")
            no = pgettext_noop("condition", "{place} is not vacant")
            return _said(yes if met else no, place=place_words(place, board))
        case BridgeStands():
            return _bridge(atom, board, met=met)
        case Supports():
            return _support(atom, board, met=met)
        case _:
            return _of_power(atom, board, met=met)


def _of_power(atom: IsIn | Owns | Enters | Attacks, board: Board, *, met: bool) -> str:
    match atom:
        case IsIn():
            yes = pgettext_noop("condition", "{power} is in {place}")
            no = pgettext_noop("condition", "{power} is not in {place}")
        case Owns():
            yes = pgettext_noop("condition", "{power} owns {place}")
            no = pgettext_noop("condition", "{power} does not own {place}")
        case Enters():
            yes = pgettext_noop("condition", "{power} enters {place}")
            no = pgettext_noop("condition", "{power} does not enter {place}")
        case Attacks():
            yes = pgettext_noop("condition", "{power} attacks {place}")
            no = pgettext_noop("condition", "{power} does not attack {place}")
    power, place = power_words(atom.power, board), place_words(atom.place, board)
    return _said(yes if met else no, power=power, place=place)


def _bridge(atom: BridgeStands, board: Board, *, met: bool) -> str:
    what = bridge_words(atom.between, board)
    if atom.owner is None:
        yes = pgettext_noop("condition", "the {bridge} stands")
        no = pgettext_noop("condition", "the {bridge} does not stand")
        return _said(yes if met else no, bridge=what)
    yes = pgettext_noop("condition", "the {bridge} of {power} stands")
    no = pgettext_noop("condition", "the {bridge} of {power} does not stand")
    return _said(yes if met else no, bridge=what, power=power_words(atom.owner, board))


def _support(atom: Supports, board: Board, *, met: bool) -> str:
    power, unit = power_words(atom.power, board), unit_words(atom.target, board)
    if atom.to is None:
        yes = pgettext_noop("condition", "{power} supports {unit}")
        no = pgettext_noop("condition", "{power} does not support {unit}")
        return _said(yes if met else no, power=power, unit=unit)
    yes = pgettext_noop("condition", "{power} supports {unit} in moving to {place}")
    no = pgettext_noop("condition", "{power} does not support {unit} in moving to {place}")
    there = place_words(atom.to, board)
    return _said(yes if met else no, power=power, unit=unit, place=there)


def _said(sentence: str, **values: str) -> str:
    return pgettext("condition", sentence, **values)
