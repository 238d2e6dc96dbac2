"""Reads orders in canonical short text: the fast path beside the full grammar.

It takes exactly what `gm.games.diplomacy.pages.wording.notation.order_text` writes and recorded phases hold, in any
case, by splitting and looking up. What players write goes through the grammar instead.
"""

from __future__ import annotations

from functools import lru_cache

from gm.contract.orders import Order
from gm.errors import UnreadableOrder
from gm.games.diplomacy.language.canonical_if import Words, read_conditional
from gm.games.diplomacy.language.canonical_names import (
    location,
    power,
    province,
    province_pair,
    unit,
)
from gm.games.diplomacy.rules.board import Board, Location
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
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
from gm.games.diplomacy.rules.units import UnitRef

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
