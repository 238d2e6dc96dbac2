"""Reads canonical conditional orders: `IF A KkW DISLODGED THEN D BRIDGE KkW-Wat ELSE B A DbN`.

AND binds closer than OR; NOT, parentheses and nested orders in parentheses are read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gm.contract.orders import Order
from gm.errors import UnreadableOrder
from gm.games.diplomacy.language.canonical_names import power, province, province_pair, unit
from gm.games.diplomacy.rules.board import Board, PowerId
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
from gm.games.diplomacy.rules.orders import Conditional

ReadOrder = Callable[[str], Order]


@dataclass(slots=True)
class Words:
    """The words and parentheses of a text, taken from the left."""

    text: str
    tokens: list[str]
    at: int = 0

    @classmethod
    def of(cls, text: str) -> Words:
        """Split a text."""
        return cls(text, text.replace("(", " ( ").replace(")", " ) ").split())

    def peek(self, ahead: int = 0) -> str:
        """Return a coming word in capitals, or "" behind the last one."""
        index = self.at + ahead
        return self.tokens[index].upper() if index < len(self.tokens) else ""

    def take(self) -> str:
        """Return the next word as written; UnreadableOrder if there is none."""
        if self.at >= len(self.tokens):
            raise UnreadableOrder(f"{self.text!r} breaks off too early.", piece=self.text)
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, word: str) -> bool:
        """Pass over the next word if it is this one, and tell whether it was."""
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def expect(self, word: str) -> None:
        """Pass over this word; UnreadableOrder if another comes."""
        if not self.skip(word):
            found = self.peek() or "the end"
            raise UnreadableOrder(
                f"{self.text!r} has {found} where {word} should be.", expected=(word,)
            )


def read_conditional(words: Words, board: Board, read: ReadOrder) -> Conditional:
    """Return the conditional order that a whole text stands for.

    Args:
        words: the text, at its start.
        board: the board whose names it uses.
        read: how a plain order inside it is read.

    Raises:
        UnreadableOrder: the text is no such order.
    """
    order = _conditional(words, board, read)
    if words.peek():
        raise UnreadableOrder(f"{words.text!r} goes on after its end.", piece=words.peek())
    return order


def _conditional(words: Words, board: Board, read: ReadOrder) -> Conditional:
    words.expect("IF")
    condition = _either(words, board)
    words.expect("THEN")
    then = _branch(words, board, read)
    otherwise = _branch(words, board, read) if words.skip("ELSE") else ()
    return Conditional(condition, then, otherwise)


def _branch(words: Words, board: Board, read: ReadOrder) -> tuple[Order, ...]:
    orders = [_inner(words, board, read)]
    while words.skip("AND"):
        orders.append(_inner(words, board, read))
    return tuple(orders)


def _inner(words: Words, board: Board, read: ReadOrder) -> Order:
    if words.skip("("):
        order = _inner(words, board, read)
        words.expect(")")
        return order
    if words.peek() == "IF":
        return _conditional(words, board, read)
    return read(_plain(words))


def _plain(words: Words) -> str:
    """Take one plain order; a payment's reason in parentheses may hold any words."""
    taken: list[str] = []
    depth = 0
    while words.peek() and (depth or words.peek() not in {"AND", "ELSE", "THEN", ")"}):
        word = words.take()
        depth += (word == "(") - (word == ")")
        taken.append(word)
    return " ".join(taken).replace("( ", "(").replace(" )", ")")


def _either(words: Words, board: Board) -> Condition:
    parts = [_both(words, board)]
    while words.skip("OR"):
        parts.append(_both(words, board))
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def _both(words: Words, board: Board) -> Condition:
    parts = [_single(words, board)]
    while words.skip("AND"):
        parts.append(_single(words, board))
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _single(words: Words, board: Board) -> Condition:
    if words.skip("NOT"):
        return Not(_single(words, board))
    if words.skip("("):
        inner = _either(words, board)
        words.expect(")")
        return inner
    if words.peek() in {"A", "F"}:
        return _of_unit(words, board)
    if words.peek() == "BRIDGE":
        return _of_bridge(words, board)
    if words.peek(1) == "VACANT":
        place = province(board, words.take())
        words.expect("VACANT")
        return IsVacant(place)
    return _of_power(words, board)


def _of_unit(words: Words, board: Board) -> Atom:
    who = unit(board, words.take(), words.take())
    match words.take().upper():
        case "DISLODGED":
            return WasDislodged(who)
        case "SUCCEEDED":
            return Succeeded(who)
        case "FAILED":
            return Failed(who)
        case word:
            raise UnreadableOrder(f"{word!r} says nothing about a unit.", piece=word)


def _of_bridge(words: Words, board: Board) -> Atom:
    words.expect("BRIDGE")
    between = province_pair(board, words.take())
    owner = power(board, words.take()) if words.skip("OF") else None
    words.expect("STANDS")
    return BridgeStands(between, owner)


def _of_power(words: Words, board: Board) -> Condition:
    who = power(board, words.take())
    negated = words.skip("NOT")
    atom = _deed(who, words, board)
    return Not(atom) if negated else atom


def _deed(who: PowerId, words: Words, board: Board) -> Atom:
    match words.take().upper():
        case "IN":
            return IsIn(who, province(board, words.take()))
        case "OWNS":
            return Owns(who, province(board, words.take()))
        case "ENTERS":
            return Enters(who, province(board, words.take()))
        case "ATTACKS":
            return Attacks(who, province(board, words.take()))
        case "SUPPORTS":
            target = unit(board, words.take(), words.take())
            to = province(board, words.take()) if words.skip("-") else None
            return Supports(who, target, to)
        case word:
            raise UnreadableOrder(f"{word!r} says nothing about a power.", piece=word)
