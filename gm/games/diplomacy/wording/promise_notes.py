"""What a promise means in play, and what a power has left: for receipts (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.contract.orders import Order
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
    places_asked,
)
from gm.games.diplomacy.rules.mechanics.promises import PointsPart, gifts_in
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import phase_words
from gm.games.diplomacy.wording.words import place_words, points_words, power_words
from gm.languages import gettext, listed, ngettext

# What the condition of a promise means in play: a sentence for each of its parts (Irish 15).


def in_season(atom: Atom, wanted: bool, payee: str, board: Board) -> str:
    """Return what it means where units move; "" where nothing need be said.

    Args:
        atom: the part; wanted: whether it has to be so, or must not.
        payee: who is paid then, by name; "" where that are several.
        board: in force.
    """
    match atom:
        case Enters():
            facts = _facts(atom, payee, board)
            return _entered(payee, facts) if wanted else _not_entered(payee, facts)
        case Attacks():
            facts = _facts(atom, payee, board)
            return _attacked(payee, facts) if wanted else _not_attacked(payee, facts)
        case IsIn(_, place):
            return gettext(
                "What counts is who stands in {place} after the moves, however he came there; "
                "retreats change nothing.",
                place=place_words(place, board),
            )
        case IsVacant(place):
            name = place_words(place, board)
            return gettext("What counts is who stands in {place} after the moves.", place=name)
        case Owns(_, place):
            return gettext(
                "What counts is who owns {place} when the season begins: an autumn's captures come "
                "later.",
                place=place_words(place, board),
            )
        case Supports():
            return gettext("A support counts also if it is cut; it must fit what the unit does.")
        case WasDislodged() | Succeeded() | Failed():
            return gettext("What counts is the unit as it stands before the moves.")
        case BridgeStands():
            return ""


def in_winter(atom: Atom, wanted: bool, board: Board) -> str:
    """Return what it means in winter, where nothing moves; "" where nothing need be said."""
    match atom:
        case Enters() | Attacks() | Supports() | WasDislodged() | Succeeded() | Failed():
            if wanted:
                return gettext(
                    "Nothing moves in winter, so this is never met: send it with the orders of a "
                    "season."
                )
            return gettext(
                "Nothing moves in winter, so this is always met: send it with the orders of a season."
            )
        case IsIn(_, place) | IsVacant(place):
            return gettext(
                "What counts is who stands in {place} after removals and builds.",
                place=place_words(place, board),
            )
        case Owns(_, place):
            name = place_words(place, board)
            return gettext("What counts is who owns {place} this winter.", place=name)
        case BridgeStands():
            return ""


def _facts(atom: Enters | Attacks, payee: str, board: Board) -> dict[str, str]:
    power, place = power_words(atom.power, board), place_words(atom.place, board)
    return {"payee": payee, "power": power, "place": place}


def _entered(payee: str, facts: dict[str, str]) -> str:
    if payee:
        return gettext(
            "{payee} is paid only if a unit of {power} moves to {place} and stands there after the "
            "moves: a bounce is not enough, nor a unit that was there before.",
            **facts,
        )
    return gettext(
        "The condition is met only if a unit of {power} moves to {place} and stands there after the "
        "moves: a bounce is not enough, nor a unit that was there before.",
        **facts,
    )


def _not_entered(payee: str, facts: dict[str, str]) -> str:
    if not payee:
        return gettext(
            "The condition is met even if {power} attacks {place} and bounces, or stands there "
            "already: write “attacks” or “is in” to exclude that.",
            **facts,
        )
    if payee == facts["power"]:
        return gettext(
            "{payee} is paid even if it attacks {place} and bounces, or stands there already: write "
            "“attacks” or “is in” to exclude that.",
            **facts,
        )
    return gettext(
        "{payee} is paid even if {power} attacks {place} and bounces, or stands there already: "
        "write “attacks” or “is in” to exclude that.",
        **facts,
    )


def _attacked(payee: str, facts: dict[str, str]) -> str:
    if not payee:
        return gettext(
            "The condition is met also if {power} moves to {place} and bounces.", **facts
        )
    if payee == facts["power"]:
        return gettext("{payee} is paid also if it moves to {place} and bounces.", **facts)
    return gettext("{payee} is paid also if {power} moves to {place} and bounces.", **facts)


def _not_attacked(payee: str, facts: dict[str, str]) -> str:
    if not payee:
        return gettext(
            "The condition is met only if {power} orders no unit to {place}: even a move that "
            "bounces is an attack.",
            **facts,
        )
    if payee == facts["power"]:
        return gettext(
            "{payee} is paid only if it orders no unit to {place}: even a move that bounces is an "
            "attack.",
            **facts,
        )
    return gettext(
        "{payee} is paid only if {power} orders no unit to {place}: even a move that bounces is an "
        "attack.",
        **facts,
    )


def promise_notes(order: Order, board: Board, kind: PhaseKind) -> tuple[str, ...]:
    """Return what the conditions of a promise mean in play, a sentence for each."""
    if not isinstance(order, Conditional) or not gifts_in(order):
        return ()
    payees = dict.fromkeys(gift.to for gift in gifts_in(order))
    plain = len(payees) == 1 and not order.otherwise
    payee = power_words(next(iter(payees)), board) if plain else ""
    winter = kind is PhaseKind.ADJUSTMENT
    notes = dict.fromkeys(
        in_winter(atom, wanted, board) if winter else in_season(atom, wanted, payee, board)
        for atom, wanted in _atoms(order.condition)
    )
    return (*(sentence for sentence in notes if sentence), *_halves(order.condition, board))


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


def _halves(condition: Condition, board: Board) -> Iterator[str]:
    """Yield that the name of a split province means any of its halves (Irish 9, 15)."""
    for place in dict.fromkeys(
        place for atom, _ in _atoms(condition) for place in places_asked(atom)
    ):
        if halves := board.gone.get(place):
            names = listed((place_words(half, board) for half in halves), "or")
            whole = place_words(place, board)
            yield gettext("{place} means {halves}, whichever.", place=whole, halves=names)


def to_give(state: GameState, power: PowerId) -> tuple[str, ...]:
    """Return how many points a power can give with its orders; empty for none."""
    held = state.part(PointsPart).of(power)
    if not held:
        return ()
    words = gettext(
        "You have {points}, and can give or promise them with your orders.",
        points=points_words(held),
    )
    return (words,)


def gift_lines(state: GameState, power: PowerId, orders: Iterable[Order]) -> tuple[str, ...]:
    """Return a power's points, and what is left of them if all it gives and promises falls due."""
    held = state.part(PointsPart).of(power)
    due = sum(_most(order) for order in orders)
    if due:
        return (_after_gifts(held, due, phase_words(state.phase)),)
    return (gettext("You have {points}.", points=points_words(held)),) if held else ()


def _after_gifts(held: int, due: int, phase: str) -> str:
    """Return what is left of so many points if gifts come to so many at the most."""
    points, left = points_words(held), held - due
    if left < 0:
        return gettext(
            "You have {points}, and your gifts and promises of {phase} come to {due} at the most. "
            "They are settled in the sequence of your list: one that what is left does not cover is "
            "void.",
            points=points,
            phase=phase,
            due=due,
        )
    if not left:
        return gettext(
            "You have {points}. If all your gifts and promises of {phase} fall due you give {due}, "
            "and nothing is left.",
            points=points,
            phase=phase,
            due=due,
        )
    return ngettext(
        "You have {points}. If all your gifts and promises of {phase} fall due you give {due}, and "
        "{n} point is left.",
        "You have {points}. If all your gifts and promises of {phase} fall due you give {due}, and "
        "{n} points are left.",
        left,
        points=points,
        phase=phase,
        due=due,
        n=left,
    )


def _most(order: Order) -> int:
    """Return the most points that an order can cost."""
    match order:
        case Give(amount):
            return amount
        case Conditional(_, then, otherwise):
            return max(sum(map(_most, then)), sum(map(_most, otherwise)))
        case _:
            return 0
