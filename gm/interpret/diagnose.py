"""Every complaint about a line, as a full sentence: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gm.interpret.values import Problem
from gm.languages import gettext, gettext_noop
from gm.languages.little_words import listed
from gm.rules.board import Board, Location, PowerId, ProvinceId
from gm.rules.gone_places import place_named
from gm.rules.units import Unit, UnitKind, UnitRef


def place_name(board: Board, place: ProvinceId) -> str:
    """Return a province's full name."""
    return place_named(board, place).name


def location_name(board: Board, at: Location) -> str:
    """Return a place's full name, coast included."""
    province = place_named(board, at.province)
    coast = next((coast.name for coast in province.coasts if coast.id == at.coast), at.coast)
    return f"{province.name} ({gettext(coast)})" if coast else province.name


def unit_name(board: Board, unit: Unit | UnitRef) -> str:
    """Return a unit in words: `the fleet in Brest`."""
    place = location_name(board, unit.at)
    if unit.kind is UnitKind.ARMY:
        return gettext("the army in {place}", place=place)
    return gettext("the fleet in {place}", place=place)


def capital(text: str) -> str:
    """Return a sentence with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def either_of(names: Iterable[str]) -> str:
    """Return names as `A`, `A or B`, `A, B or C`."""
    return listed(names, "or")


def did_you_mean(names: Iterable[str]) -> str:
    """Return the question that offers names."""
    return gettext("Did you mean {names}?", names=either_of(names))


def sentences(*parts: str) -> str:
    """Return sentences that follow each other; empty ones are left out."""
    return " ".join(filter(None, parts))


def names_of(board: Board, places: Iterable[ProvinceId]) -> tuple[str, ...]:
    """Return the full names of provinces."""
    return tuple(place_name(board, place) for place in places)


def unreadable(text: str, piece: str = "") -> Problem:
    """The line as a whole is no order in any form we know."""
    if piece and piece != text:
        message = gettext(
            "This line cannot be read from “{piece}” on. "
            "Write one order a line, such as A Xxx - Yyy.",
            piece=piece,
        )
    else:
        message = gettext(
            "This line cannot be read as an order. Write one order a line, such as A Xxx - Yyy."
        )
    return Problem(message, piece or text)


def no_such_place(board: Board, text: str, near: tuple[ProvinceId, ...]) -> Problem:
    """A word stands where a province should and names none."""
    names = names_of(board, near)
    wrong = gettext("There is no province “{name}” on this board.", name=text)
    asked = did_you_mean(names) if names else gettext("Write its name in full.")
    return Problem(sentences(wrong, asked), text, names)


def ambiguous_place(board: Board, text: str, places: tuple[ProvinceId, ...]) -> Problem:
    """A word names several provinces."""
    names = names_of(board, places)
    message = gettext(
        "“{name}” fits several provinces. Did you mean {names}?", name=text, names=either_of(names)
    )
    return Problem(message, text, names)


def ambiguous_power(board: Board, text: str, powers: tuple[PowerId, ...]) -> Problem:
    """A word names several powers, or none."""
    names = tuple(board.powers[power].name for power in powers)
    if names:
        message = gettext(
            "“{name}” may be {names}. Write the power's name in full.",
            name=text,
            names=either_of(names),
        )
        return Problem(message, text, names)
    known = [power.name for power in board.powers.values()]
    wrong = gettext("“{name}” is no power of this game.", name=text)
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
            coast=text,
        )
        return Problem(message, text, (name,))
    full = tuple(f"{name} ({gettext(coast)})" for coast in coasts)
    wrong = gettext("{place} has no such coast.", place=name)
    return Problem(sentences(wrong, did_you_mean(full)), text, full)


def taken_as_remark(text: str) -> str:
    """Words of a line were passed over."""
    return gettext("Taken as a remark: {text}.", text=text)


def read_as(written: str, meant: str) -> str:
    """A word was not as it should be, and understood."""
    return gettext("Read {written} as {meant}.", written=written, meant=meant)


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
    return Problem(message, text)


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
    wrong = gettext("The fleet stands in {place}, not in “{other}”.", place=there, other=text)
    return Problem(sentences(wrong, did_you_mean((meant,))), text, (meant,))


def not_standing_there(board: Board, unit: UnitRef, text: str) -> Problem:
    """A unit is to stay where it does not stand."""
    message = gettext(
        "{unit} does not stand in “{place}”, so it cannot stay there.",
        unit=unit_name(board, unit),
        place=text,
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


def converts_in_place(board: Board, unit: UnitRef) -> Problem:
    """A unit is to become an army in another province than its own."""
    message = gettext(
        "{unit} converts where it stands. Write: F Xxx converts.", unit=unit_name(board, unit)
    )
    return Problem(capital(message), str(unit))


def no_verb(text: str) -> Problem:
    """A unit stands there without an order."""
    return Problem(
        gettext("“{text}” has no order. Say what it does: holds, moves, supports ...", text=text),
        text,
    )


def two_units() -> Problem:
    """A mutual support of one unit, or of more than two."""
    return Problem(
        gettext("Which two units support each other? Name both: A Xxx supports A Yyy, and back.")
    )


def fleet_by_convoy(board: Board, unit: UnitRef) -> Problem:
    """A fleet is sent by convoy."""
    return Problem(
        gettext("Only armies are convoyed, and this is {unit}.", unit=unit_name(board, unit)),
        str(unit),
    )


def several_steps(board: Board, unit: UnitRef, first: ProvinceId) -> Problem:
    """A chain of moves that is no convoy."""
    name = place_name(board, first)
    message = gettext(
        "A unit moves one step a season, and an army goes further only over seas. "
        "Did you mean a move to {place}?",
        place=name,
    )
    return Problem(message, str(unit), (name,), f"{unit} - {first}")


def back_to_start(board: Board, unit: UnitRef) -> Problem:
    """A convoy that ends where it began."""
    name = place_name(board, unit.at.province)
    return Problem(
        gettext("This convoy ends in {name}, where it begins. Name another coast.", name=name),
        str(unit),
    )


def convoy_where(board: Board, unit: UnitRef) -> Problem:
    """A convoy without a destination."""
    return Problem(
        gettext("Where to shall {unit} be convoyed? Name the coast.", unit=unit_name(board, unit)),
        str(unit),
    )


def convoy_whom(board: Board, unit: UnitRef) -> Problem:
    """A convoy without an army."""
    return Problem(
        gettext("Whom shall {unit} convoy? Name the army.", unit=unit_name(board, unit)), str(unit)
    )


def support_whom(board: Board, unit: UnitRef) -> Problem:
    """A support that hangs on no move or hold."""
    return Problem(
        gettext("What shall {unit} support? Name the unit.", unit=unit_name(board, unit)),
        str(unit),
    )


def retreat_where(board: Board, unit: UnitRef) -> Problem:
    """A retreat without one destination."""
    return Problem(
        gettext(
            "Where to shall {unit} retreat? Name one province, or disband it.",
            unit=unit_name(board, unit),
        ),
        str(unit),
    )


def bridge_where() -> Problem:
    """A bridge without its two provinces."""
    return Problem(gettext("Which bridge? Name the two provinces that it links, such as KkW-Wat."))


def bridge_of_three(text: str) -> Problem:
    """A bridge over more than one border (Republic 9i)."""
    return Problem(
        gettext(
            "A bridge links two provinces, and this names more. Write one line for each bridge."
        ),
        text,
    )


def one_deed(board: Board, unit: UnitRef) -> Problem:
    """A line that gives a unit an attack on a bridge or a conversion, and something else."""
    message = gettext(
        "{unit} is given two orders in this line. A unit that attacks a bridge or converts does "
        "nothing else that season, and attacks one bridge. Write the order you want.",
        unit=unit_name(board, unit),
    )
    return Problem(capital(message), str(unit))


def to_fleet(board: Board, unit: UnitRef) -> Problem:
    """An army that is to become a fleet (Republic 10b)."""
    name = unit_name(board, unit)
    if unit.kind is UnitKind.FLEET:
        message = gettext(
            "{unit} is a fleet already. To make it an army, write: {short} converts.",
            unit=name,
            short=unit,
        )
    else:
        message = gettext(
            "{unit} cannot become a fleet: fleets become armies, never armies fleets.", unit=name
        )
    return Problem(capital(message), str(unit))


def question(text: str) -> Problem:
    """The line asks something."""
    return Problem(
        gettext("This reads as a question. If it is an order, send it without the mark."), text
    )


def minus_sign(text: str) -> Problem:
    """A minus sign before a unit in winter."""
    unit = text.lstrip("- ")
    message = gettext("A minus sign may mean a removal, or be a bullet. Write Remove or Build.")
    return Problem(message, text, (f"Remove {unit}", f"Build {unit}"), f"Remove {unit}")


def look_alike(text: str, mended: str) -> Problem:
    """Letters of another alphabet stand among Latin ones."""
    return Problem(
        gettext("Some letters only look like ours. Did you mean “{mended}”?", mended=mended),
        text,
        (mended,),
        mended,
    )


def misspelt_verb(written: str, meant: str) -> Problem:
    """A verb is misspelt in a line that would be an order otherwise."""
    message = gettext("“{word}” is no order. Did you mean “{meant}”?", word=written, meant=meant)
    return Problem(message, written, (meant,))


def behind_slip(problem: Problem, written: str, meant: str) -> Problem:
    """Something else is wrong with a line in which a verb is misspelt."""
    # Translators: {problem} is a whole sentence.
    message = gettext(
        "Reading “{word}” as “{meant}”: {problem}",
        word=written,
        meant=meant,
        problem=problem.message,
    )
    return replace(problem, message=message)


def choice(piece: str) -> Problem:
    """The line leaves a choice or a condition open."""
    return Problem(
        gettext(
            "This line holds a choice (“{piece}”), and an order leaves none. "
            "Write what the unit does in any case.",
            piece=piece,
        ),
        piece,
    )


def condition_on_moves(text: str) -> Problem:
    """A condition decides a move of the same season."""
    return Problem(
        gettext(
            "All moves are made at the same time, so a condition cannot decide one. Write "
            "what the unit does in any case; conditions serve what comes after the moves."
        ),
        text,
    )


def condition_in_block(text: str) -> Problem:
    """A line inside an if-block that is refused."""
    message = gettext("This line stands in a condition that was refused, so it does not count.")
    return Problem(message, text, below=True)


def block_not_closed(text: str, *, moves: bool) -> Problem:
    """A condition on a line of its own, without the endif that tells how far it goes.

    Args:
        moves: what it would decide are moves.
    """
    why = condition_on_moves(text).message if moves else ""
    wrong = gettext(
        "Nothing closes this “if” with an “endif”, so no line below it was taken. Send again "
        "what is to count in any case."
    )
    return Problem(sentences(why, wrong), text)


def other_phase(text: str, named: str, now: str) -> Problem:
    """Orders for another phase than the open one."""
    message = gettext(
        "These orders are for {named}; the open phase is {phase}. Send them then.",
        named=named,
        phase=now,
    )
    return Problem(message, text)


def several_units() -> Problem:
    """A line for all units at once."""
    return Problem(
        gettext("A line orders the units that it names. A unit without an order holds anyway."), ""
    )


def too_many_lines(most: int) -> Problem:
    """A mail with more lines than any set of orders."""
    return Problem(
        gettext(
            "Only the first {most} lines of the mail were read. Send the orders alone.", most=most
        )
    )


def order_in_talk(order: str) -> Problem:
    """A line that begins as talk and ends in an order."""
    message = gettext(
        "This line begins as talk, so nothing in it was taken. If {order} is meant as an order, "
        "send it on a line of its own.",
        order=repr(order.strip(" .")),
    )
    return Problem(message)


def too_long() -> Problem:
    """A line longer than any set of orders."""
    return Problem(gettext("This line is too long to be orders. Write one order a line."))
