"""Reads orders in canonical short text, conditional ones too: the fast path beside the full grammar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from gm.contract.orders import Order
from gm.errors import UnreadableOrder
from gm.games.diplomacy.rules.board import Board, Location, Pair, PowerId, ProvinceId, pair
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
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    Waive,
    Walk,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef

# Looks up the names in canonical texts: ids in any case, each remembered per board.


@lru_cache(maxsize=64)
def _provinces(board: Board) -> dict[str, ProvinceId]:
    return {place.casefold(): place for place in (*board.gone, *board.provinces)}


@lru_cache(maxsize=64)
def _powers(board: Board) -> dict[str, PowerId]:
    return {power.casefold(): power for power in board.powers}


def province(board: Board, word: str) -> ProvinceId:
    """Return the province of that id; UnreadableOrder if the board has none.

    A name that a split has ended is read too: what it means is another question (Irish 9).
    """
    place = _provinces(board).get(word.casefold())
    if place is None:
        raise UnreadableOrder(f"{word!r} is no province of this board.", piece=word)
    return place


@lru_cache(maxsize=8192)
def location(board: Board, word: str) -> Location:
    """Return a place such as `STP/SC`; UnreadableOrder if the board has no such province."""
    place, _, coast = word.partition("/")
    return Location(province(board, place), coast.lower() or None)


def power(board: Board, word: str) -> PowerId:
    """Return the power of that id; UnreadableOrder if the board has none."""
    power_id = _powers(board).get(word.casefold())
    if power_id is None:
        raise UnreadableOrder(f"{word!r} is no power of this board.", piece=word)
    return power_id


@lru_cache(maxsize=8192)
def unit(board: Board, letter: str, word: str) -> UnitRef:
    """Return a unit such as `F STP/SC` from its two words; UnreadableOrder if it is none."""
    if letter.upper() not in {"A", "F"}:
        raise UnreadableOrder(f"{letter!r} is neither A nor F.", piece=letter, expected=("A", "F"))
    return UnitRef(UnitKind(letter.upper()), location(board, word))


def province_pair(board: Board, word: str) -> Pair:
    """Return the two provinces of `KkW-Wat`, sorted; UnreadableOrder if it is no such pair."""
    first, dash, second = word.partition("-")
    if not dash:
        raise UnreadableOrder(f"{word!r} names no two provinces.", piece=word)
    return pair(province(board, first), province(board, second))


# Reads canonical conditional orders: `IF A KkW DISLODGED THEN D BRIDGE KkW-Wat ELSE B A DbN`.
#
# AND binds closer than OR; NOT, parentheses and nested orders in parentheses are read.

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
            next_word = self.peek() or "the end"
            raise UnreadableOrder(
                f"{self.text!r} has {next_word} where {word} should be.", expected=(word,)
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


# Reads orders in canonical short text: the fast path beside the full grammar.
#
# It takes exactly what `gm.games.diplomacy.wording.notation.order_text` writes and recorded phases hold, in any
# case, by splitting and looking up. What players write goes through the grammar instead.

KNOWN = 16384
"""How many texts are remembered at a time: the same ones come again and again."""


@lru_cache(maxsize=KNOWN)
def read_canonical(text: str, board: Board, kind: PhaseKind) -> Order:
    """Return the order that a canonical text stands for, the same one each time.

    Args:
        text: one order, such as `A MUN S A TYR - VEN`, in any case.
        board: the board whose names it uses.
        kind: the phase it is read in; only a setup reads a bare unit as an order.

    Raises:
        UnreadableOrder: the text is no canonical order, or names nothing on the board.
    """
    words = text.split()
    if not words:
        raise UnreadableOrder("The order is empty.")
    try:
        return _read(words, text, board, kind)
    except IndexError as fault:
        raise UnreadableOrder(f"{text!r} breaks off too early.", piece=text) from fault


def _read(words: list[str], text: str, board: Board, kind: PhaseKind) -> Order:
    match words[0].upper():
        case "A" | "F":
            return _unit_order(words, text, board, kind)
        case "B" | "D" if len(words) == 3:
            return _winter_order(words, board)
        case "WAIVE" if len(words) == 1:
            return Waive()
        case "PAY" | "RECEIVE" | "GIVE":
            return _points_order(words, text, board)
        case "IRISH" | "PSYCHIATRIST" if len(words) == 4 and words[2] == "-":
            return Walk(f"{words[0].upper()} {_amount(words[1], text)}", province(board, words[3]))
        case "IF":
            return read_conditional(
                Words.of(text), board, lambda part: read_canonical(part, board, kind)
            )
        case _:
            raise _unreadable(text)


def _unit_order(words: list[str], text: str, board: Board, kind: PhaseKind) -> Order:
    actor = unit(board, words[0], words[1])
    rest = words[3:]
    if len(words) == 2 and kind is PhaseKind.SETUP:
        return Choose(actor)
    match words[2].upper(), len(rest):
        case "-", 1:
            return Move(actor, location(board, rest[0]))
        case "-", 2 if rest[1].upper() == "VIA":
            return Move(actor, location(board, rest[0]), via_convoy=True)
        case "S", 2 | 4:
            return Support(actor, *_target(rest, text, board))
        case "C", 4:
            target, to = _target(rest, text, board)
            return Convoy(actor, target, to or target.at)
        case "R", 1:
            return Retreat(actor, location(board, rest[0]))
        case "ATTACK", 2 | 4 if rest[0].upper() == "BRIDGE":
            return _attack(actor, rest, text, board)
        case verb, 0:
            return _bare_order(actor, verb, text)
        case _:
            raise _unreadable(text)


def _bare_order(actor: UnitRef, verb: str, text: str) -> Order:
    match verb:
        case "H":
            return Hold(actor)
        case "D":
            return Disband(actor)
        case "CONVERT":
            return Convert(actor)
        case _:
            raise _unreadable(text)


def _target(rest: list[str], text: str, board: Board) -> tuple[UnitRef, Location | None]:
    target = unit(board, rest[0], rest[1])
    if len(rest) == 2:
        return target, None
    if rest[2] != "-":
        raise _unreadable(text)
    return target, location(board, rest[3])


def _attack(actor: UnitRef, rest: list[str], text: str, board: Board) -> Order:
    if len(rest) == 2:
        return AttackBridge(actor, province_pair(board, rest[1]))
    if rest[2].upper() != "OF":
        raise _unreadable(text)
    return AttackBridge(actor, province_pair(board, rest[1]), power(board, rest[3]))


def _winter_order(words: list[str], board: Board) -> Order:
    letter, what, where = words
    is_build = letter.upper() == "B"
    if what.upper() == "BRIDGE":
        between = province_pair(board, where)
        return BuildBridge(between) if is_build else RemoveBridge(between)
    named = unit(board, what, where)
    return Build(named) if is_build else Disband(named)


def _points_order(words: list[str], text: str, board: Board) -> Order:
    head, _, tail = text.partition("(")
    words = head.split()
    if len(words) != 3:
        raise _unreadable(text)
    verb, first, second = words[0].upper(), words[1], words[2]
    if verb == "GIVE":
        return Give(_amount(second, text), power(board, first))
    reason = " ".join(tail.rpartition(")")[0].split())
    amount, whom = _amount(first, text), power(board, second)
    return Pay(amount, whom, reason) if verb == "PAY" else Receive(amount, whom, reason)


def _amount(word: str, text: str) -> int:
    if not word.removeprefix("-").isdecimal():
        raise UnreadableOrder(
            f"{word!r} is no whole number of points in {text!r}.",
            piece=word,
            expected=("a whole number",),
        )
    return int(word)


def _unreadable(text: str) -> UnreadableOrder:
    return UnreadableOrder(f"{text!r} is no order in canonical form.", piece=text)
