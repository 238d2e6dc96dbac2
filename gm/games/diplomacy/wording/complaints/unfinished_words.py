"""Complaints about what is left unfinished: payments without an amount, conditions without an order."""

from __future__ import annotations

from gm.contract.language import Problem
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.wording.naming import sentences
from gm.interpret.echoes import as_written
from gm.languages import gettext


def condition_known(*, gifts: bool) -> str:
    """Return what a condition may say; where it decides gifts of points, what that may (Irish 15)."""
    if gifts:
        return gettext(
            "Write: If Xxx does not enter Yyy, give Xxx 2 points; or: if Xxx attacks Yyy, is in "
            "Yyy, owns Yyy, supports A Yyy - Zzz."
        )
    return gettext(
        "Write: If A Xxx is dislodged then ... else ...; or: if A Xxx succeeded, if A Xxx failed, "
        "if Yyy is vacant, if a power is in Yyy, if a power owns Yyy."
    )


def condition_unread(text: str, piece: str = "", *, gifts: bool = False) -> Problem:
    """A conditional order that cannot be read; `gifts` where conditions decide nothing else."""
    if piece and piece != text:
        wrong = gettext(
            "This condition cannot be read from “{piece}” on.", piece=as_written(piece)
        )
    else:
        wrong = gettext("This condition cannot be read.")
    return Problem(sentences(wrong, condition_known(gifts=gifts)), piece or text)


def occupied_by_whom(board: Board, power: PowerId, place: ProvinceId) -> Problem:
    """A condition such as `if Leinster Wat is occupied`: by Leinster, or by anybody."""
    names = {"power": board.powers[power].name, "place": board.province(place).name}
    message = gettext(
        "By whom? Write: if {power} is in {place}; or, whoever it is: if {place} is occupied.",
        **names,
    )
    return Problem(message)


def deeds_asked(text: str) -> Problem:
    """A condition of a winter or a retreat on what a power does in a season."""
    wrong = gettext(
        "Who enters, attacks or supports is asked only of moves, and these orders come after them. "
        "Ask what the moves have led to."
    )
    return Problem(sentences(wrong, condition_known(gifts=False)), text)


def place_missing(verb: str, text: str) -> Problem:
    """A condition that says what a power does, and not where (Irish 15)."""
    asked = gettext("Name the province behind “{verb}”.", verb=as_written(verb))
    return Problem(sentences(asked, condition_known(gifts=True)), text)


def unit_missing(verb: str, text: str) -> Problem:
    """A condition that says whom a power helps or attacks, and not where (Irish 15)."""
    asked = gettext("Name the unit or province behind “{verb}”.", verb=as_written(verb))
    return Problem(sentences(asked, condition_known(gifts=True)), text)


def unbalanced(text: str) -> Problem:
    """A conditional order in which brackets are missing."""
    if text.count("(") > text.count(")"):
        message = gettext(
            "A bracket is opened and not closed in this line, so what belongs together is "
            "unclear. Write every bracket in pairs, or leave them out."
        )
    else:
        message = gettext(
            "A bracket is closed and not opened in this line, so what belongs together is "
            "unclear. Write every bracket in pairs, or leave them out."
        )
    return Problem(message, text)


def order_missing(word: str, text: str, *, gifts: bool = False) -> Problem:
    """A condition after which an order is missing: behind `then`, or behind `else`."""
    if word != "then":
        message = gettext(
            "No order follows “{word}”. Write one, or leave “{word}” out.", word=as_written(word)
        )
    elif gifts:
        message = gettext(
            "No order follows the condition. Write: If ... then give Xxx 2 points, for instance."
        )
    else:
        message = gettext(
            "No order follows the condition. Write: If ... then Build A Xxx, for instance."
        )
    return Problem(message, text)


def part_missing(word: str, text: str, *, gifts: bool = False) -> Problem:
    """A condition that breaks off behind `if`, `and`, `or`, `not`."""
    wrong = gettext("A condition is missing after “{word}”.", word=as_written(word))
    return Problem(sentences(wrong, condition_known(gifts=gifts)), text)


def whole_points(text: str) -> Problem:
    """An amount that is no whole number of points."""
    return Problem(gettext("Points are paid in whole numbers, 1 or more."), text)


def how_many(pays: bool, whom: str) -> Problem:
    """A payment or receipt without an amount."""
    if pays:
        message = gettext("How many points? Write a whole number: Pay 5 to {power}.", power=whom)
    else:
        message = gettext(
            "How many points? Write a whole number: Receive 5 from {power}.", power=whom
        )
    return Problem(message)


def which_attacks() -> Problem:
    """An attack on a bridge that does not begin with the unit (Republic 12)."""
    return Problem(
        gettext("Which unit attacks the bridge? Name it first: A Xxx attacks the bridge Xxx-Yyy.")
    )


def converts_alone() -> Problem:
    """A conversion with another order added."""
    return Problem(
        gettext("A fleet that converts does nothing else that season. Write: F Xxx converts.")
    )


def others_payment(board: Board, power: PowerId) -> Problem:
    """A payment that another power is to make."""
    name = board.powers[power].name
    message = gettext(
        "What {name} pays is for {name} to order. To take it, write: Receive 5 from {name}.",
        name=name,
    )
    return Problem(message, name)


def is_it_a_payment(board: Board, power: PowerId, amount: int) -> Problem:
    """A power and an amount, and no word of what is done (Republic 8)."""
    message = gettext(
        "Is this a payment? If it is, write: Pay {amount} to {power}.",
        amount=amount,
        power=board.powers[power].name,
    )
    return Problem(message)


def from_whom(pays: bool) -> Problem:
    """A payment or receipt that names no power."""
    if pays:
        return Problem(gettext("Who is paid? Name the power: Pay 5 to Xxx."))
    return Problem(gettext("Who pays? Name the power: Receive 5 from Xxx."))


def gift_of_what(whom: str) -> Problem:
    """A gift without an amount (Irish 15)."""
    return Problem(
        gettext("How many points? Write a whole number: Give {whom} 2 points.", whom=whom)
    )


def gift_to_whom() -> Problem:
    """A gift that names no power (Irish 15)."""
    return Problem(gettext("Who is given points? Name the power: Give Xxx 2 points."))


def others_gift(name: str) -> Problem:
    """A gift that another power is to make (Irish 15)."""
    return Problem(gettext("What {name} gives is for {name} to order.", name=name), name)


def no_receipt(name: str) -> Problem:
    """Points that are to be taken, in a game where they are given (Irish 15)."""
    return Problem(
        gettext(
            "A gift needs no receipt: what {name} gives you is for {name} to order.", name=name
        ),
        name,
    )


def nothing_given(text: str) -> Problem:
    """A gift of nothing in one branch of a promise (Irish 15)."""
    return Problem(
        gettext(
            "“{text}” gives nothing. Write only what is given, and when: If Xxx does not "
            "enter Yyy, give Xxx 2 points.",
            text=as_written(text),
        ),
        text,
    )
