"""Complaints about what is left unfinished: payments without an amount, conditions without an order."""

from __future__ import annotations

from gm.interpret.values import Problem
from gm.rules.board import Board, PowerId

CONDITIONS = (
    "Write: If A Xxx is dislodged then ... else ...; or: if it succeeded, if it failed, if Yyy is "
    "vacant, if a power is in Yyy, if a power owns Yyy."
)
"""What a condition may say, in every game that carries any out."""


def condition_unread(text: str, piece: str = "") -> Problem:
    """A conditional order that cannot be read."""
    at = f" from “{piece}” on" if piece and piece != text else ""
    return Problem(f"This condition cannot be read{at}. {CONDITIONS}", piece or text)


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


def order_missing(word: str, text: str) -> Problem:
    """A condition after which an order is missing: behind `then`, or behind `else`."""
    if word == "then":
        message = "No order follows the condition. Write: If ... then Build A Xxx, for instance."
    else:
        message = f"No order follows “{word}”. Write one, or leave “{word}” out."
    return Problem(message, text)


def part_missing(word: str, text: str) -> Problem:
    """A condition that breaks off behind `if`, `and`, `or`, `not`."""
    return Problem(f"A condition is missing after “{word}”. {CONDITIONS}", text)


def whole_points(text: str) -> Problem:
    """An amount that is no whole number of points."""
    return Problem("Points are paid in whole numbers, 1 or more.", text)


def how_many(pays: bool, whom: str) -> Problem:
    """A payment or receipt without an amount."""
    example = f"Pay 5 to {whom}" if pays else f"Receive 5 from {whom}"
    return Problem(f"How many points? Write a whole number: {example}.")


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
