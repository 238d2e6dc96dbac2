"""Complaints about what is left unfinished: payments without an amount, conditions without an order."""

from __future__ import annotations

from gm.interpret.values import Problem
from gm.rules.board import Board, PowerId

CONDITIONS = (
    "Write: If A Xxx is dislodged then ... else ...; or: if it succeeded, if it failed, if Yyy is "
    "vacant, if a power is in Yyy, if a power owns Yyy."
)
"""What a condition may say, in every game that carries any out."""


PROMISES = (
    "Write: If Xxx does not enter Yyy, give Xxx 2 points; or: if Xxx attacks Yyy, is in Yyy, owns "
    "Yyy, supports A Yyy - Zzz."
)
"""What a condition may say where it decides gifts of points (Irish 15)."""


def condition_unread(text: str, piece: str = "", *, gifts: bool = False) -> Problem:
    """A conditional order that cannot be read; `gifts` where conditions decide nothing else."""
    at = f" from “{piece}” on" if piece and piece != text else ""
    known = PROMISES if gifts else CONDITIONS
    return Problem(f"This condition cannot be read{at}. {known}", piece or text)


def deeds_asked(text: str) -> Problem:
    """A condition of a winter or a retreat on what a power does in a season."""
    return Problem(
        "Who enters, attacks or supports is asked only of moves, and these orders come after them. "
        f"Ask what the moves have led to. {CONDITIONS}",
        text,
    )


def place_missing(verb: str, text: str) -> Problem:
    """A condition that says what a power does, and not where (Irish 15)."""
    return Problem(f"Name the province behind “{verb}”. {PROMISES}", text)


def unit_missing(verb: str, text: str) -> Problem:
    """A condition that says whom a power helps or attacks, and not where (Irish 15)."""
    return Problem(f"Name the unit or province behind “{verb}”. {PROMISES}", text)


def unbalanced(text: str) -> Problem:
    """A conditional order in which brackets are missing."""
    more = (
        "opened and not closed" if text.count("(") > text.count(")") else "closed and not opened"
    )
    return Problem(
        f"A bracket is {more} in this line, so what belongs together is unclear. "
        "Write every bracket in pairs, or leave them out.",
        text,
    )


def order_missing(word: str, text: str, *, gifts: bool = False) -> Problem:
    """A condition after which an order is missing: behind `then`, or behind `else`."""
    if word == "then":
        example = "give Xxx 2 points" if gifts else "Build A Xxx"
        message = f"No order follows the condition. Write: If ... then {example}, for instance."
    else:
        message = f"No order follows “{word}”. Write one, or leave “{word}” out."
    return Problem(message, text)


def part_missing(word: str, text: str, *, gifts: bool = False) -> Problem:
    """A condition that breaks off behind `if`, `and`, `or`, `not`."""
    known = PROMISES if gifts else CONDITIONS
    return Problem(f"A condition is missing after “{word}”. {known}", text)


def whole_points(text: str) -> Problem:
    """An amount that is no whole number of points."""
    return Problem("Points are paid in whole numbers, 1 or more.", text)


def how_many(pays: bool, whom: str) -> Problem:
    """A payment or receipt without an amount."""
    example = f"Pay 5 to {whom}" if pays else f"Receive 5 from {whom}"
    return Problem(f"How many points? Write a whole number: {example}.")


def which_attacks() -> Problem:
    """An attack on a bridge that does not begin with the unit (Republic 12)."""
    return Problem(
        "Which unit attacks the bridge? Name it first: A Xxx attacks the bridge Xxx-Yyy."
    )


def converts_alone() -> Problem:
    """A conversion with another order added."""
    return Problem("A fleet that converts does nothing else that season. Write: F Xxx converts.")


def others_payment(board: Board, power: PowerId) -> Problem:
    """A payment that another power is to make."""
    name = board.powers[power].name
    message = f"What {name} pays is for {name} to order. To take it, write: Receive 5 from {name}."
    return Problem(message, name)


def from_whom(pays: bool) -> Problem:
    """A payment or receipt that names no power."""
    if pays:
        return Problem("Who is paid? Name the power: Pay 5 to Xxx.")
    return Problem("Who pays? Name the power: Receive 5 from Xxx.")


def gift_of_what(whom: str) -> Problem:
    """A gift without an amount (Irish 15)."""
    return Problem(f"How many points? Write a whole number: Give {whom} 2 points.")


def gift_to_whom() -> Problem:
    """A gift that names no power (Irish 15)."""
    return Problem("Who is given points? Name the power: Give Xxx 2 points.")


def others_gift(name: str) -> Problem:
    """A gift that another power is to make (Irish 15)."""
    return Problem(f"What {name} gives is for {name} to order.", name)


def no_receipt(name: str) -> Problem:
    """Points that are to be taken, in a game where they are given (Irish 15)."""
    return Problem(f"A gift needs no receipt: what {name} gives you is for {name} to order.", name)


def nothing_given(text: str) -> Problem:
    """A gift of nothing in one branch of a promise (Irish 15)."""
    return Problem(
        f"“{text}” gives nothing. Write only what is given, and when: If Xxx does not enter Yyy, "
        "give Xxx 2 points.",
        text,
    )
