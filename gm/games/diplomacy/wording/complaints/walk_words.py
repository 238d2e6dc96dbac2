"""Complaints about the walks of special units that the GM orders (Irish 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.contract.language import Problem
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.wording.naming import did_you_mean, place_name, sentences
from gm.languages import gettext, gettext_noop
from gm.languages.little_words import listed


def _example() -> str:
    return gettext("Write: Irish 1 - NWY, for instance.")


def name_of(special: str) -> str:
    """Return a special unit in words: `Irish 1`."""
    return special.capitalize()


def only_the_gm() -> Problem:
    """A player orders a special unit."""
    return Problem(
        gettext(
            "The Irish and the Psychiatrist units walk by draw, and only the GM may send "
            "them elsewhere. Give orders to your own units."
        )
    )


def unread(text: str) -> Problem:
    """A line that begins with a special unit and goes on in no known way."""
    return Problem(sentences(gettext("This walk cannot be read."), _example()), text)


def where_to(special: str, *, stays: bool) -> Problem:
    """A walk without a destination."""
    if stays:
        message = gettext(
            "{unit} walks every season if it can, so it cannot be told to stay. "
            "Name a province beside it, or leave it to the draw.",
            unit=name_of(special),
        )
        return Problem(message, special)
    asked = gettext("Where shall {unit} go?", unit=name_of(special))
    return Problem(sentences(asked, _example()), special)


def no_such(kind: str, number: int | None, alike: Sequence[str]) -> Problem:
    """A special unit that is not on the board, or never was."""
    name = kind.capitalize()
    if number is None:
        return Problem(gettext("There is no {kind} unit left on the board.", kind=name), name)
    wanted = f"{name} {number}"
    wrong = gettext("There is no {unit} on the board.", unit=wanted)
    names = listed(map(name_of, alike))
    left = gettext("Left are: {units}.", units=names) if alike else ""
    return Problem(sentences(wrong, left), wanted)


def elsewhere(
    board: Board,
    specials: Sequence[str],
    places: Mapping[str, ProvinceId],
    named: ProvinceId | None,
) -> Problem:
    """A special unit that does not stand where the line says."""
    if named is not None and len(specials) == 1:
        message = gettext(
            "{unit} is in {place}, not in {other}.",
            unit=name_of(specials[0]),
            place=place_name(board, places[specials[0]]),
            other=place_name(board, named),
        )
        return Problem(message, named)
    there = listed(_where(board, text, places[text]) for text in specials)
    return Problem(f"{there}.", named or "")


def _where(board: Board, special: str, place: ProvinceId) -> str:
    name = place_name(board, place)
    return gettext("{unit} is in {place}", unit=name_of(special), place=name)


def several(board: Board, specials: Sequence[str], places: Mapping[str, ProvinceId]) -> Problem:
    """A line that fits more than one special unit."""
    names = tuple(f"{name_of(text)} ({place_name(board, places[text])})" for text in specials)
    return Problem(sentences(gettext("Which one?"), did_you_mean(names)), "", names)


def refused(context: Context, order: Walk, reason: Reason) -> Problem:
    """Return the problem for a walk that the rules refuse; the draw decides then."""
    drawn = gettext("The draw decides if nothing else is ordered.")
    said = _why_refused(context, order, reason.why)
    return Problem(sentences(said, drawn), place_name(context.board, order.to))


def _why_refused(context: Context, order: Walk, why: Why) -> str:
    unit, place = name_of(order.special), place_name(context.board, order.to)
    start = context.state.part(WanderersPart).places.get(order.special)
    match why:
        case Why.NOT_ALLOWED:
            return gettext("In this game every walk is drawn (setting gm_walk).")
        case Why.WRONG_PHASE:
            return gettext(
                "Special units walk with the moves of a season, from the second one on. "
                "Before that they are placed by draw."
            )
        case Why.SAME_PLACE:
            said = gettext_noop("{unit} is in {place} already, and it walks if it can.")
        case Why.CLOSED:
            said = gettext_noop("{unit} cannot walk to {place}: nobody may enter it.")
        case Why.NOT_ADJACENT if start is None:
            said = gettext_noop("{unit} cannot walk to {place}: they do not touch.")
        case Why.NOT_ADJACENT:
            said = gettext_noop("{unit} cannot walk from {start} to {place}: they do not touch.")
        case _ if start is None:
            said = gettext_noop("{unit} cannot walk to {place}.")
        case _:
            said = gettext_noop("{unit} cannot walk from {start} to {place}.")
    started = place_name(context.board, start) if start is not None else ""
    return gettext(said, unit=unit, place=place, start=started)
