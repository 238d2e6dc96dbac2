"""What a promise means in play, and what a power has left: for receipts (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.report.wording.phrases import listed, phase_words
from gm.report.wording.promise_words import gifts_in
from gm.report.wording.words import place_words, points_words, power_words
from gm.rules.board import Board, PowerId, ProvinceId
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
from gm.rules.mechanics.promises import PointsPart
from gm.rules.orders import Conditional, Give, Order
from gm.rules.phases import PhaseKind
from gm.rules.state import GameState


def promise_notes(order: Order, board: Board, kind: PhaseKind) -> tuple[str, ...]:
    """Return what the conditions of a promise mean in play, a sentence for each."""
    if not isinstance(order, Conditional) or not gifts_in(order):
        return ()
    payees = dict.fromkeys(gift.to for gift in gifts_in(order))
    plain = len(payees) == 1 and not order.otherwise
    payee = power_words(next(iter(payees)), board) if plain else ""
    winter = kind is PhaseKind.ADJUSTMENT
    told = dict.fromkeys(
        _in_winter(atom, wanted, board) if winter else _in_season(atom, wanted, payee, board)
        for atom, wanted in _atoms(order.condition)
    )
    return (*(one for one in told if one), *_halves(order.condition, board))


def _atoms(condition: Condition, wanted: bool = True) -> Iterator[tuple[Atom, bool]]:
    """Yield the atoms of a condition, each with whether it has to be so."""
    match condition:
        case Not(inner):
            yield from _atoms(inner, not wanted)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _atoms(part, wanted)
        case _:
            yield condition, wanted


def _in_season(atom: Atom, wanted: bool, payee: str, board: Board) -> str:
    paid = f"{payee} is paid" if payee else "The condition is met"
    match atom:
        case Enters(power, place) if wanted:
            who = power_words(power, board)
            return (
                f"{paid} only if a unit of {who} moves to {place_words(place, board)} and stands "
                "there after the moves: a bounce is not enough, nor a unit that was there before."
            )
        case Enters(power, place):
            who = _again(power, payee, board)
            return (
                f"{paid} even if {who} attacks {place_words(place, board)} and bounces, or stands "
                "there already: write *attacks* or *is in* to exclude that."
            )
        case Attacks(power, place):
            who = _again(power, payee, board)
            there = place_words(place, board)
            if wanted:
                return f"{paid} also if {who} moves to {there} and bounces."
            return f"{paid} only if {who} orders no unit to {there}: even a move that bounces is an attack."
        case IsIn(_, place):
            return (
                f"What counts is who stands in {place_words(place, board)} after the moves, "
                "however he came there; retreats change nothing."
            )
        case IsVacant(place):
            return f"What counts is who stands in {place_words(place, board)} after the moves."
        case Owns(_, place):
            return (
                f"What counts is who owns {place_words(place, board)} when the season begins: an "
                "autumn's captures come later."
            )
        case Supports():
            return "A support counts also if it is cut; it must fit what the unit does."
        case WasDislodged() | Succeeded() | Failed():
            return "What counts is the unit as it stands before the moves."
        case BridgeStands():
            return ""


def _again(power: PowerId, payee: str, board: Board) -> str:
    """Return a power's name, or a pronoun where it has just been named."""
    name = power_words(power, board)
    return "it" if name == payee else name


def _in_winter(atom: Atom, wanted: bool, board: Board) -> str:
    match atom:
        case Enters() | Attacks() | Supports() | WasDislodged() | Succeeded() | Failed():
            met = "is never met" if wanted else "is always met"
            return f"Nothing moves in winter, so this {met}: send it with the orders of a season."
        case IsIn(_, place) | IsVacant(place):
            there = place_words(place, board)
            return f"What counts is who stands in {there} after removals and builds."
        case Owns(_, place):
            return f"What counts is who owns {place_words(place, board)} this winter."
        case BridgeStands():
            return ""


def _halves(condition: Condition, board: Board) -> Iterator[str]:
    """Yield that the name of a split province means any of its halves (Irish 9, 15)."""
    for place in dict.fromkeys(place for atom, _ in _atoms(condition) for place in _places(atom)):
        if halves := board.gone.get(place):
            names = listed((place_words(half, board) for half in halves), "or")
            yield f"{place_words(place, board)} means {names}, whichever."


def _places(atom: Atom) -> tuple[ProvinceId, ...]:
    match atom:
        case Enters(_, place) | Attacks(_, place) | IsIn(_, place) | Owns(_, place):
            return (place,)
        case IsVacant(place):
            return (place,)
        case Supports(_, target, to):
            return (target.at.province, to) if to is not None else (target.at.province,)
        case WasDislodged(unit) | Succeeded(unit) | Failed(unit):
            return (unit.at.province,)
        case BridgeStands(between):
            return between


def to_give(state: GameState, power: PowerId) -> tuple[str, ...]:
    """Return how many points a power can give with its orders; empty for none."""
    held = state.part(PointsPart).of(power)
    if not held:
        return ()
    return (f"You have {points_words(held)}, and can give or promise them with your orders.",)


def gift_lines(state: GameState, power: PowerId, orders: Iterable[Order]) -> tuple[str, ...]:
    """Return a power's points, and what is left of them if all it gives and promises falls due."""
    held = state.part(PointsPart).of(power)
    due = sum(_most(order) for order in orders)
    if not due:
        return (f"You have {points_words(held)}.",) if held else ()
    when = phase_words(state.phase)
    if due <= held:
        left = points_words(held - due) if held > due else "nothing"
        words = (
            f"You have {points_words(held)}. If all your gifts and promises of {when} fall due you "
            f"give {due}, and {left} {'is' if held - due < 2 else 'are'} left."
        )
        return (words,)
    words = (
        f"You have {points_words(held)}, and your gifts and promises of {when} come to {due} at "
        "the most. They are settled in the sequence of your list: one that what is left does not "
        "cover is void."
    )
    return (words,)


def _most(order: Order) -> int:
    """Return the most points that an order can cost."""
    match order:
        case Give(amount):
            return amount
        case Conditional(_, then, otherwise):
            return max(sum(map(_most, then)), sum(map(_most, otherwise)))
        case _:
            return 0
