"""What the condition of a promise means in play: a sentence for each of its parts (Irish 15)."""

from __future__ import annotations

from gm.games.diplomacy.pages.wording.name_words import place_words, power_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.conditions import (
    Atom,
    Attacks,
    BridgeStands,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.languages import gettext


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
