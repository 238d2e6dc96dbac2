"""Complaints and remarks about gifts and promises of points (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.contract.language import Problem
from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.conditions import Attacks, Condition, Enters, IsIn, Not, atoms
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.naming import either_of, place_name, sentences
from gm.interpret.echoes import as_written
from gm.languages import gettext, ngettext
from gm.languages.little_words import listed


def who_is_that(board: Board, text: str, powers: Sequence[PowerId]) -> Problem:
    """A pronoun that no power, or more than one, was named for."""
    names = tuple(board.powers[power].name for power in powers)
    if not names:
        return Problem(
            gettext("Who is “{name}”? Write the power's name.", name=as_written(text)), text
        )
    message = gettext(
        "“{name}” may be {names}. Write the power's name.",
        name=as_written(text),
        names=either_of(names),
    )
    return Problem(message, text, names)


def hidden_promise(board: Board, power: PowerId, amount: int, reason: str) -> Problem:
    """A gift whose reason may be its condition: `for not entering PIE`."""
    message = gettext(
        "Does this gift hang on “{reason}”? If it does, write: If {power} does not enter PIE, "
        "give {power} {points} (with your own condition). If not, leave the reason out.",
        reason=as_written(reason),
        power=board.powers[power].name,
        points=_points(amount),
    )
    return Problem(message, reason)


def is_it_a_gift(board: Board, power: PowerId, amount: int) -> Problem:
    """A power and an amount of points, and no word of what is done."""
    name, points = board.powers[power].name, _points(amount)
    # Translators: an order, as it can be written; {points} is "2 points".
    order = gettext("Give {power} {points}", power=name, points=points)
    asked = gettext("Is this a gift? Did you mean: {order}?", order=order)
    return Problem(asked, order, (order,))


def each_by_itself() -> Problem:
    """Several gifts, or a gift and a condition, of which it is open what belongs to what."""
    return Problem(
        gettext(
            "It is not clear what belongs together in this line. Write each gift on a line of its "
            "own, and a promise as: If Xxx does not enter Yyy, give Xxx 2 points."
        )
    )


def to_each(board: Board, powers: Sequence[PowerId], amount: int) -> str:
    """One gift names several powers."""
    names = listed(board.powers[power].name for power in powers)
    return gettext("Read as {points} to each of {names}.", points=_points(amount), names=names)


def _points(amount: int) -> str:
    return ngettext("{n} point", "{n} points", amount, n=amount)


def nobody_plays(context: Context, _order: Order, reason: Reason) -> str:
    """Return the sentence on a gift to a country that nobody plays (Irish 3, 15)."""
    power = PowerId(dict(reason.detail).get("power", ""))
    if power not in context.board.powers:
        return gettext("Nobody plays that country, so it can be given no points.")
    name = context.board.powers[power].name
    return gettext("Nobody plays {power}, so it can be given no points.", power=name)


def points_lacking(context: Context, order: Order, reason: Reason) -> str:
    """Return the remark on a gift beyond what its giver has (Irish 15)."""
    left = int(dict(reason.detail).get("left", "0"))
    amount = max((give.amount for give in possible(order) if isinstance(give, Give)), default=0)
    if left:
        have = gettext(
            "You have {points} now, and this gives {amount}.", points=_points(left), amount=amount
        )
    else:
        have = gettext("You have no points now, and this gives {amount}.", amount=amount)
    if context.ahead is not None or context.kind is PhaseKind.ADJUSTMENT:
        when = gettext("Nothing comes of it unless you have them when gifts are settled.")
    else:
        when = gettext(
            "None can come before gifts are settled, so as it stands nothing comes of it."
        )
    return sentences(have, when)


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
            name = context.board.powers[atom.power].name
            why = gettext("Nobody plays {power}", power=name)
        if why and denied:
            yield gettext("{reason}, so this condition is always met.", reason=why)
        elif why:
            # Translators: {reason} is "Nobody plays Norway", for example.
            yield gettext("{reason}, so this condition is never met.", reason=why)


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
        return gettext("{place} is a black hole", place=name)
    if Entry.ALL not in entries:
        return gettext("No unit can enter {place}", place=name)
    return ""
