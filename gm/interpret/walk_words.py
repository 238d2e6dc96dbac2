"""Complaints about the walks of special units that the GM orders (Irish 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.interpret.diagnose import both_of, either_of, place_name
from gm.interpret.values import Context, Problem
from gm.rules.board import Board, ProvinceId
from gm.rules.mechanics.wanderers import WanderersPart
from gm.rules.orders import Walk
from gm.rules.outcomes import Reason, Why

EXAMPLE = "Write: Irish 1 - NWY, for instance."


def name_of(special: str) -> str:
    """Return a special unit in words: `Irish 1`."""
    return special.capitalize()


def only_the_gm() -> Problem:
    """A player orders a special unit."""
    return Problem(
        "The Irish and the Psychiatrist units walk by draw, and only the GM may send them "
        "elsewhere. Give orders to your own units."
    )


def unread(text: str) -> Problem:
    """A line that begins with a special unit and goes on in no known way."""
    return Problem(f"This walk cannot be read. {EXAMPLE}", text)


def where_to(special: str, *, stays: bool) -> Problem:
    """A walk without a destination."""
    if stays:
        return Problem(
            f"{name_of(special)} walks every season if it can, so it cannot be told to stay. "
            "Name a province beside it, or leave it to the draw.",
            special,
        )
    return Problem(f"Where shall {name_of(special)} go? {EXAMPLE}", special)


def no_such(kind: str, number: int | None, alike: Sequence[str]) -> Problem:
    """A special unit that is not on the board, or never was."""
    name = kind.capitalize()
    left = f" Left are: {both_of(map(name_of, alike))}." if alike else ""
    if number is None:
        return Problem(f"There is no {name} unit left on the board.", name)
    return Problem(f"There is no {name} {number} on the board.{left}", f"{name} {number}")


def elsewhere(
    board: Board,
    found: Sequence[str],
    places: Mapping[str, ProvinceId],
    named: ProvinceId | None,
) -> Problem:
    """A special unit that does not stand where the line says."""
    there = both_of(f"{name_of(one)} is in {place_name(board, places[one])}" for one in found)
    wrong = f", not in {place_name(board, named)}" if named is not None and len(found) == 1 else ""
    return Problem(f"{there}{wrong}.", named or "")


def several(board: Board, found: Sequence[str], places: Mapping[str, ProvinceId]) -> Problem:
    """A line that fits more than one special unit."""
    names = tuple(f"{name_of(one)} ({place_name(board, places[one])})" for one in found)
    return Problem(f"Which one? Did you mean {either_of(names)}?", "", names)


def refused(context: Context, order: Walk, reason: Reason) -> Problem:
    """Return the problem for a walk that the rules refuse; the draw decides then."""
    board, name = context.board, name_of(order.special)
    there = place_name(board, order.to)
    start = context.state.part(WanderersPart).places.get(order.special)
    where = f" from {place_name(board, start)}" if start is not None else ""
    sentences = {
        Why.NOT_ALLOWED: "In this game every walk is drawn (setting gm_walk).",
        Why.WRONG_PHASE: (
            "Special units walk with the moves of a season, from the second one on. "
            "Before that they are placed by draw."
        ),
        Why.SAME_PLACE: f"{name} is in {there} already, and it walks if it can.",
        Why.NOT_ADJACENT: f"{name} cannot walk{where} to {there}: they do not touch.",
        Why.CLOSED: f"{name} cannot walk to {there}: nobody may enter it.",
    }
    said = sentences.get(reason.why, f"{name} cannot walk{where} to {there}.")
    return Problem(f"{said} The draw decides if nothing else is ordered.", there)
