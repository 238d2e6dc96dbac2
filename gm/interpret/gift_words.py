"""Complaints and remarks about gifts and promises of points (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.interpret.diagnose import both_of, either_of, place_name
from gm.interpret.values import Context, Problem
from gm.rules.board import Board, Entry, PowerId, ProvinceId
from gm.rules.conditions import Attacks, Condition, Enters, IsIn, Not, atoms
from gm.rules.mechanics.changes import ChangesPart
from gm.rules.mechanics.tickets import possible
from gm.rules.orders import Conditional, Give, Order
from gm.rules.outcomes import Reason
from gm.rules.phases import PhaseKind


def who_is_that(board: Board, text: str, powers: Sequence[PowerId]) -> Problem:
    """A pronoun that no power, or more than one, was named for."""
    names = tuple(board.powers[power].name for power in powers)
    if not names:
        return Problem(f"Who is “{text}”? Write the power's name.", text)
    return Problem(f"“{text}” may be {either_of(names)}. Write the power's name.", text, names)


def hidden_promise(board: Board, power: PowerId, amount: int, reason: str) -> Problem:
    """A gift whose reason may be its condition: `for not entering PIE`."""
    name, points = board.powers[power].name, _points(amount)
    return Problem(
        f"Does this gift hang on “{reason}”? If it does, write: If {name} does not enter PIE, "
        f"give {name} {points} (with your own condition). If not, leave the reason out.",
        reason,
    )


def is_it_a_gift(board: Board, power: PowerId, amount: int) -> Problem:
    """A power and an amount of points, and no word of what is done."""
    text = f"Give {board.powers[power].name} {_points(amount)}"
    return Problem(f"Is this a gift? Did you mean: {text}?", text, (text,))


def to_each(board: Board, powers: Sequence[PowerId], amount: int) -> str:
    """One gift names several powers."""
    names = both_of(board.powers[power].name for power in powers)
    return f"Read as {_points(amount)} to each of {names}."


def _points(amount: int) -> str:
    return f"{amount} point" if amount == 1 else f"{amount} points"


def nobody_plays(context: Context, _order: Order, reason: Reason) -> str:
    """Return the sentence on a gift to a country that nobody plays (Irish 3, 15)."""
    power = PowerId(dict(reason.detail).get("power", ""))
    name = context.board.powers[power].name if power in context.board.powers else "That country"
    return f"Nobody plays {name}, so it can be given no points."


def points_lacking(context: Context, order: Order, reason: Reason) -> str:
    """Return the remark on a gift beyond what its giver has (Irish 15)."""
    left = int(dict(reason.detail).get("left", "0"))
    amount = max((one.amount for one in possible(order) if isinstance(one, Give)), default=0)
    have = f"You have {_points(left)}" if left else "You have no points"
    if context.ahead is not None or context.kind is PhaseKind.ADJUSTMENT:
        when = "Nothing comes of it unless you have them when gifts are settled"
    else:
        when = "None can come before gifts are settled, so as it stands nothing comes of it"
    return f"{have} now, and this gives {amount}. {when}."


def remarks_on(context: Context, order: Order) -> Iterator[str]:
    """Yield remarks on a promise that can only ever come out one way."""
    if not isinstance(order, Conditional):
        return
    closed = context.state.part(ChangesPart).closed
    for atom, denied in _denied(order.condition):
        if not isinstance(atom, Enters | Attacks | IsIn):
            continue
        why = _shut(context.board, atom.place)
        if atom.power in closed:
            why = f"Nobody plays {context.board.powers[atom.power].name}"
        if why:
            outcome = "always" if denied else "never"
            yield f"{why}, so this condition is {outcome} met."


def _denied(condition: Condition) -> Iterator[tuple[Condition, bool]]:
    """Yield the parts of a condition that stand alone, each with whether it is denied."""
    match condition:
        case Not(inner) if len(atoms(inner)) == 1:
            yield atoms(inner)[0], True
        case _ if len(atoms(condition)) == 1:
            yield atoms(condition)[0], False
        case _:
            return


def _shut(board: Board, place: ProvinceId) -> str:
    """Return why no unit can come to a province; "" if one can."""
    entries = {board.province(half).entry for half in board.meant(place)}
    name = place_name(board, place)
    if entries == {Entry.HOLE}:
        return f"{name} is a black hole"
    if Entry.ALL not in entries:
        return f"No unit can enter {name}"
    return ""
