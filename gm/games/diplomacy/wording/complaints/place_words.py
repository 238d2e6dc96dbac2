"""Complaints about names: of provinces, their coasts and halves, of powers, and of units that stand otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gm.contract.language import Problem
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.wording.naming import (
    capital,
    did_you_mean,
    either_of,
    location_name,
    names_of,
    place_name,
    sentences,
    unit_name,
)
from gm.interpret.echoes import as_written
from gm.languages import gettext, gettext_noop, listed, quoted

# Complaints about names: of provinces, coasts and powers, and of units that stand otherwise.


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


# Complaints and remarks about the names of provinces that were split (Irish 9).


def half_taken(board: Board, place: ProvinceId, unit: Unit, *, mine: bool) -> str:
    """A unit is named by a province that was split, and stands in one of the halves (Irish 9)."""
    match mine, unit.kind:
        case True, UnitKind.ARMY:
            said = gettext_noop("Read {whole} as {half}, where your army stands.")
        case True, _:
            said = gettext_noop("Read {whole} as {half}, where your fleet stands.")
        case _, UnitKind.ARMY:
            said = gettext_noop("Read {whole} as {half}, where {power}'s army stands.")
        case _:
            said = gettext_noop("Read {whole} as {half}, where {power}'s fleet stands.")
    return gettext(
        said,
        whole=place_name(board, place),
        half=place_name(board, unit.at.province),
        power=board.powers[unit.power].name,
    )


def which_unit(board: Board, place: ProvinceId, units: Iterable[Unit], text: str) -> Problem:
    """A name of a split province under which no unit stands, or units of both kinds (Irish 9)."""
    whole, halves = place_name(board, place), listed(names_of(board, board.gone[place]))
    names = tuple(str(unit.ref) for unit in units)
    if not names:
        nobody = gettext(
            "{whole} is now {halves}, and no unit stands there.", whole=whole, halves=halves
        )
        return Problem(nobody, text)
    now = gettext("{whole} is now {halves}.", whole=whole, halves=halves)
    return Problem(sentences(now, did_you_mean(names)), text, names)


def which_half(board: Board, places: Iterable[tuple[ProvinceId, Sequence[ProvinceId]]]) -> Problem:
    """An order with the name of a split province, and several halves make it possible (Irish 9).

    Args:
        board: the board in force.
        places: each name with those of its halves that may be meant.
    """
    asked = list(places)
    halves = tuple(name for _, meant in asked for name in names_of(board, meant))
    if len(asked) > 1:
        wholes = listed(names_of(board, (place for place, _ in asked)))
        message = gettext("{wholes} were split. Say which half of each you mean.", wholes=wholes)
        return Problem(message, str(asked[0][0]), halves)
    whole = place_name(board, asked[0][0])
    was_split = gettext("{whole} was split.", whole=whole)
    return Problem(sentences(was_split, did_you_mean(halves)), whole, halves)


def first_counts(problem: Problem) -> Problem:
    """A question about an order sent ahead, of which one choice counts meanwhile (Irish 9)."""
    meanwhile = gettext("Until you answer, the first counts.")
    return replace(problem, message=sentences(problem.message, meanwhile))


def no_half(board: Board, place: ProvinceId, why: Sequence[tuple[ProvinceId, str]]) -> Problem:
    """An order with the name of a split province that no half makes possible (Irish 9).

    Args:
        board: the board in force.
        place: the name.
        why: each half with the sentence on why it is not possible.
    """
    whole, halves = place_name(board, place), names_of(board, board.gone[place])
    said = [(half, *sentence.partition(". ")) for half, sentence in why]
    alike = {head.replace(place_name(board, half), whole) for half, head, _, _ in said}
    heads = [*alike] * len(said) if len(alike) == 1 else [head for _, head, _, _ in said]
    reasons = " ".join(dict.fromkeys(_in_turn(heads, [tail for _, _, _, tail in said])))
    wrong = (
        gettext_noop("{whole} is now {halves}, and neither is possible.")
        if len(halves) == _TWO
        else gettext_noop("{whole} is now {halves}, and none of them is possible.")
    )
    message = sentences(gettext(wrong, whole=whole, halves=listed(halves)), reasons)
    return Problem(message, whole)


def _in_turn(heads: Sequence[str], tails: Sequence[str]) -> Iterator[str]:
    """Yield each half's sentences together; what helps with several stands behind the last."""
    help_of = [tail.partition(" can go to ")[2] or tail for tail in tails]
    for at, (head, tail) in enumerate(zip(heads, tails, strict=True)):
        yield f"{head.rstrip('.')}."
        if tail and help_of[at] not in help_of[at + 1 :]:
            yield tail


_TWO = 2


def half_understood(board: Board, place: ProvinceId, half: ProvinceId) -> str:
    """The name of a split province was understood (Irish 9)."""
    return gettext(
        "Read {whole} as {half}, the only half that makes the order possible.",
        whole=place_name(board, place),
        half=place_name(board, half),
    )


def no_key(text: str, near: Sequence[str]) -> str:
    """Return that words name neither a unit's province nor a list of orders; `near` may be meant."""
    if not near:
        return gettext(
            "{text} is no unit's province and no list such as builds. Nothing was taken back.",
            text=quoted(text.strip()),
        )
    return gettext(
        "{text} is no unit's province and no list such as builds. Did you mean {names}? "
        "Nothing was taken back.",
        text=quoted(text.strip()),
        names=listed(near, "or"),
    )
