"""Complaints about names: of provinces, coasts and powers, and of units that stand otherwise."""

from __future__ import annotations

from gm.contract.language import Problem
from gm.games.diplomacy.language.naming import (
    capital,
    did_you_mean,
    either_of,
    location_name,
    names_of,
    place_name,
    sentences,
    unit_name,
)
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.interpret.echoes import as_written
from gm.languages import gettext, gettext_noop
from gm.languages.little_words import listed


def no_such_place(board: Board, text: str, near: tuple[ProvinceId, ...]) -> Problem:
    """A word stands where a province should and names none."""
    names = names_of(board, near)
    wrong = gettext("There is no province “{name}” on this board.", name=as_written(text))
    asked = did_you_mean(names) if names else gettext("Write its name in full.")
    return Problem(sentences(wrong, asked), text, names)


def ambiguous_place(board: Board, text: str, places: tuple[ProvinceId, ...]) -> Problem:
    """A word names several provinces."""
    names = names_of(board, places)
    message = gettext(
        "“{name}” fits several provinces. Did you mean {names}?",
        name=as_written(text),
        names=either_of(names),
    )
    return Problem(message, text, names)


def ambiguous_power(board: Board, text: str, powers: tuple[PowerId, ...]) -> Problem:
    """A word names several powers, or none."""
    names = tuple(board.powers[power].name for power in powers)
    if names:
        message = gettext(
            "“{name}” may be {names}. Write the power's name in full.",
            name=as_written(text),
            names=either_of(names),
        )
        return Problem(message, text, names)
    known = [power.name for power in board.powers.values()]
    wrong = gettext("“{name}” is no power of this game.", name=as_written(text))
    right = (
        gettext("The powers are {names}.", names=listed(known))
        if len(known) <= MOST_NAMED
        else gettext("Write the power's name in full.")
    )
    return Problem(sentences(wrong, right), text)


MOST_NAMED = 8
"""Powers of a game in which a sentence can name them all."""


def no_such_coast(board: Board, place: ProvinceId, text: str) -> Problem:
    """A province has no coast of that name."""
    coasts = [coast.name for coast in place_named(board, place).coasts]
    name = place_name(board, place)
    if not coasts:
        message = gettext(
            "{place} has one coast only, so “{coast}” names none. Write {place} alone.",
            place=name,
            coast=as_written(text),
        )
        return Problem(message, text, (name,))
    full = tuple(f"{name} ({gettext(coast)})" for coast in coasts)
    wrong = gettext("{place} has no such coast.", place=name)
    return Problem(sentences(wrong, did_you_mean(full)), text, full)


def army_without_coast(board: Board, place: ProvinceId) -> str:
    """An army was sent to a coast."""
    return gettext("Armies have no coast; read {place} alone.", place=place_name(board, place))


def no_unit_there(board: Board, place: ProvinceId, text: str) -> Problem:
    """An order names a province in which no unit stands, and no kind of unit."""
    name = place_name(board, place)
    message = gettext(
        "There is no unit in {name}. Name a province in which the unit stands now.", name=name
    )
    return Problem(message, text)


def kind_missing(board: Board, place: ProvinceId, text: str) -> Problem:
    """A build in a coastal province does not say what is built."""
    name = place_name(board, place)
    choices = (gettext("Army {place}", place=name), gettext("Fleet {place}", place=name))
    asked = gettext("Army or fleet in {place}?", place=name)
    return Problem(sentences(asked, did_you_mean(choices)), text, choices)


def not_for_you(board: Board, owner: PowerId, power: PowerId, text: str) -> Problem:
    """The line is given for another power."""
    message = gettext(
        "You write for {power}, and this line is {other}'s. Give orders to your own units.",
        power=board.powers[power].name,
        other=board.powers[owner].name,
    )
    return Problem(message, text, whose=owner)


def other_owner(board: Board, unit: Unit, stated: PowerId) -> str:
    """A unit is another power's than the line says."""
    said = gettext(
        "{unit} is {owner}'s, not {other}'s.",
        unit=unit_name(board, unit),
        owner=board.powers[unit.power].name,
        other=board.powers[stated].name,
    )
    return capital(said)


def stands_elsewhere(board: Board, unit: Unit, text: str) -> Problem:
    """A fleet stands on another coast than the line says."""
    there = location_name(board, unit.at)
    meant = gettext("Fleet {place}", place=there)
    wrong = gettext(
        "The fleet stands in {place}, not in “{other}”.", place=there, other=as_written(text)
    )
    return Problem(sentences(wrong, did_you_mean((meant,))), text, (meant,))


def not_standing_there(board: Board, unit: UnitRef, text: str) -> Problem:
    """A unit is to stay where it does not stand."""
    message = gettext(
        "{unit} does not stand in “{place}”, so it cannot stay there.",
        unit=unit_name(board, unit),
        place=as_written(text),
    )
    return Problem(capital(message), text)


def nobody_stood(board: Board, place: ProvinceId, there: UnitRef | None, *, over: bool) -> Problem:
    """A condition asks what becomes, or became if autumn is `over`, of a unit that is not there."""
    name = place_name(board, place)
    if there is not None:
        message = unit_was_other(name, there) if over else unit_is_other(name, there)
        return Problem(message, str(place), (str(there),))
    if over:
        message = gettext(
            "No unit stood in {place} before the moves of autumn, so it neither succeeded, nor "
            "failed, nor was dislodged. Name a unit by where it stood then.",
            place=name,
        )
    else:
        message = gettext(
            "No unit stands in {place} now, so it cannot succeed, fail or be dislodged. "
            "Name a unit by where it stands.",
            place=name,
        )
    return Problem(message, str(place))


def unit_is_other(place: str, there: UnitRef) -> str:
    """Return that a unit is of the other kind, and how it is written."""
    if there.kind is UnitKind.ARMY:
        said = gettext_noop("The unit in {place} is an army. Write {unit}.")
    else:
        said = gettext_noop("The unit in {place} is a fleet. Write {unit}.")
    return gettext(said, place=place, unit=there)


def unit_was_other(place: str, there: UnitRef) -> str:
    """Return that a unit was of the other kind in the autumn, and how it is written."""
    if there.kind is UnitKind.ARMY:
        said = gettext_noop(
            "The unit in {place} before the moves of autumn was an army. Write {unit}."
        )
    else:
        said = gettext_noop(
            "The unit in {place} before the moves of autumn was a fleet. Write {unit}."
        )
    return gettext(said, place=place, unit=there)
