"""Every complaint about a line, as a full sentence: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gm.interpret.values import Problem
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
    return f"{province.name} ({coast})" if coast else province.name


def unit_name(board: Board, unit: Unit | UnitRef) -> str:
    """Return a unit in words: `the fleet in Brest`."""
    kind = "army" if unit.kind is UnitKind.ARMY else "fleet"
    return f"the {kind} in {location_name(board, unit.at)}"


def capital(text: str) -> str:
    """Return a sentence with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def both_of(names: Iterable[str]) -> str:
    """Return names as `A`, `A and B`, `A, B and C`."""
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


def either_of(names: Iterable[str]) -> str:
    """Return names as `A`, `A or B`, `A, B or C`."""
    *rest, last = names
    return f"{', '.join(rest)} or {last}" if rest else last


def names_of(board: Board, places: Iterable[ProvinceId]) -> tuple[str, ...]:
    """Return the full names of provinces."""
    return tuple(place_name(board, place) for place in places)


def unreadable(text: str, piece: str = "", hint: str = "") -> Problem:
    """The line as a whole is no order in any form we know."""
    if piece and piece != text:
        message = f"This line cannot be read from “{piece}” on{hint or '.'}"
    else:
        message = f"This line cannot be read as an order{hint or '.'}"
    return Problem(f"{message} Write one order a line, such as A Xxx - Yyy.", piece or text)


def no_such_place(board: Board, text: str, near: tuple[ProvinceId, ...]) -> Problem:
    """A word stands where a province should and names none."""
    names = names_of(board, near)
    asked = f" Did you mean {either_of(names)}?" if names else " Write its name in full."
    return Problem(f"There is no province “{text}” on this board.{asked}", text, names)


def ambiguous_place(board: Board, text: str, places: tuple[ProvinceId, ...]) -> Problem:
    """A word names several provinces."""
    names = names_of(board, places)
    message = f"“{text}” fits several provinces. Did you mean {either_of(names)}?"
    return Problem(message, text, names)


def ambiguous_power(board: Board, text: str, powers: tuple[PowerId, ...]) -> Problem:
    """A word names several powers, or none."""
    names = tuple(board.powers[power].name for power in powers)
    if names:
        message = f"“{text}” may be {either_of(names)}. Write the power's name in full."
        return Problem(message, text, names)
    known = [power.name for power in board.powers.values()]
    right = (
        f"The powers are {both_of(known)}."
        if len(known) <= MOST_NAMED
        else "Write the power's name in full."
    )
    return Problem(f"“{text}” is no power of this game. {right}", text)


MOST_NAMED = 8
"""Powers of a game in which a sentence can name them all."""


def no_such_coast(board: Board, place: ProvinceId, text: str) -> Problem:
    """A province has no coast of that name."""
    coasts = [coast.name for coast in place_named(board, place).coasts]
    name = place_name(board, place)
    if not coasts:
        message = f"{name} has one coast only, so “{text}” names none. Write {name} alone."
        return Problem(message, text, (name,))
    full = tuple(f"{name} ({coast})" for coast in coasts)
    return Problem(f"{name} has no such coast. Did you mean {either_of(full)}?", text, full)


def army_without_coast(board: Board, place: ProvinceId) -> str:
    """An army was sent to a coast."""
    return f"Armies have no coast; read {place_name(board, place)} alone."


def no_unit_there(board: Board, place: ProvinceId, text: str) -> Problem:
    """An order names a province in which no unit stands, and no kind of unit."""
    name = place_name(board, place)
    message = f"There is no unit in {name}. Name a province in which the unit stands now."
    return Problem(message, text)


def kind_missing(board: Board, place: ProvinceId, text: str) -> Problem:
    """A build in a coastal province does not say what is built."""
    name = place_name(board, place)
    choices = (f"Army {name}", f"Fleet {name}")
    return Problem(f"Army or fleet in {name}? Did you mean {either_of(choices)}?", text, choices)


def not_for_you(board: Board, owner: PowerId, power: PowerId, text: str) -> Problem:
    """The line is given for another power."""
    whose, yours = board.powers[owner].name, board.powers[power].name
    return Problem(
        f"You write for {yours}, and this line is {whose}'s. Give orders to your own units.", text
    )


def other_owner(board: Board, unit: Unit, stated: PowerId) -> str:
    """A unit is another power's than the line says."""
    owner, said = board.powers[unit.power].name, board.powers[stated].name
    return f"{capital(unit_name(board, unit))} is {owner}'s, not {said}'s."


def stands_elsewhere(board: Board, unit: Unit, text: str) -> Problem:
    """A fleet stands on another coast than the line says."""
    there = location_name(board, unit.at)
    message = f"The fleet stands in {there}, not in “{text}”. Did you mean Fleet {there}?"
    return Problem(message, text, (f"Fleet {there}",))


def not_standing_there(board: Board, unit: UnitRef, text: str) -> Problem:
    """A unit is to stay where it does not stand."""
    name = capital(unit_name(board, unit))
    message = f"{name} does not stand in “{text}”, so it cannot stay there."
    return Problem(message, text)


def nobody_stood(board: Board, place: ProvinceId, there: UnitRef | None, *, over: bool) -> Problem:
    """A condition asks what becomes, or became if autumn is `over`, of a unit that is not there."""
    name = place_name(board, place)
    when, stood = ("before the moves of autumn", "stood") if over else ("now", "stands")
    if there is None:
        fate = "it neither succeeded, nor failed, nor was dislodged"
        fate = fate if over else "it cannot succeed, fail or be dislodged"
        message = (
            f"No unit {stood} in {name} {when}, so {fate}. "
            f"Name a unit by where it {stood}{' then' if over else ''}."
        )
        return Problem(message, str(place))
    kind = "an army" if there.kind is UnitKind.ARMY else "a fleet"
    verb = f"{when} was" if over else "is"
    message = f"The unit in {name} {verb} {kind}. Write {there}."
    return Problem(message, str(place), (str(there),))


def converts_in_place(board: Board, unit: UnitRef) -> Problem:
    """A unit is to become an army in another province than its own."""
    name = capital(unit_name(board, unit))
    message = f"{name} converts where it stands. Write: F Xxx converts."
    return Problem(message, str(unit))


def no_verb(text: str) -> Problem:
    """A unit stands there without an order."""
    return Problem(f"“{text}” has no order. Say what it does: holds, moves, supports ...", text)


def two_units() -> Problem:
    """A mutual support of one unit, or of more than two."""
    return Problem(
        "Which two units support each other? Name both: A Xxx supports A Yyy, and back."
    )


def fleet_by_convoy(board: Board, unit: UnitRef) -> Problem:
    """A fleet is sent by convoy."""
    return Problem(f"Only armies are convoyed, and this is {unit_name(board, unit)}.", str(unit))


def several_steps(board: Board, unit: UnitRef, first: ProvinceId) -> Problem:
    """A chain of moves that is no convoy."""
    name = place_name(board, first)
    message = (
        f"A unit moves one step a season, and an army goes further only over seas. "
        f"Did you mean a move to {name}?"
    )
    return Problem(message, str(unit), (name,), f"{unit} - {first}")


def back_to_start(board: Board, unit: UnitRef) -> Problem:
    """A convoy that ends where it began."""
    name = place_name(board, unit.at.province)
    return Problem(f"This convoy ends in {name}, where it begins. Name another coast.", str(unit))


def convoy_where(board: Board, unit: UnitRef) -> Problem:
    """A convoy without a destination."""
    return Problem(
        f"Where to shall {unit_name(board, unit)} be convoyed? Name the coast.", str(unit)
    )


def convoy_whom(board: Board, unit: UnitRef) -> Problem:
    """A convoy without an army."""
    return Problem(f"Whom shall {unit_name(board, unit)} convoy? Name the army.", str(unit))


def support_whom(board: Board, unit: UnitRef) -> Problem:
    """A support that hangs on no move or hold."""
    return Problem(f"What shall {unit_name(board, unit)} support? Name the unit.", str(unit))


def retreat_where(board: Board, unit: UnitRef) -> Problem:
    """A retreat without one destination."""
    return Problem(
        f"Where to shall {unit_name(board, unit)} retreat? Name one province, or disband it.",
        str(unit),
    )


def bridge_where() -> Problem:
    """A bridge without its two provinces."""
    return Problem("Which bridge? Name the two provinces that it links, such as KkW-Wat.")


def bridge_of_three(text: str) -> Problem:
    """A bridge over more than one border (Republic 9i)."""
    return Problem(
        "A bridge links two provinces, and this names more. Write one line for each bridge.", text
    )


def one_deed(board: Board, unit: UnitRef) -> Problem:
    """A line that gives a unit an attack on a bridge or a conversion, and something else."""
    name = capital(unit_name(board, unit))
    message = (
        f"{name} is given two orders in this line. A unit that attacks a bridge or converts does "
        "nothing else that season, and attacks one bridge. Write the order you want."
    )
    return Problem(message, str(unit))


def to_fleet(board: Board, unit: UnitRef) -> Problem:
    """An army that is to become a fleet (Republic 10b)."""
    name = capital(unit_name(board, unit))
    message = f"{name} cannot become a fleet: fleets become armies, never armies fleets."
    if unit.kind is UnitKind.FLEET:
        message = f"{name} is a fleet already. To make it an army, write: {unit} converts."
    return Problem(message, str(unit))


def question(text: str) -> Problem:
    """The line asks something."""
    return Problem("This reads as a question. If it is an order, send it without the mark.", text)


def minus_sign(text: str) -> Problem:
    """A minus sign before a unit in winter."""
    return Problem(
        "A minus sign may mean a removal, or be a bullet. Write Remove or Build.",
        text,
        (f"Remove {text.lstrip('- ')}", f"Build {text.lstrip('- ')}"),
        f"Remove {text.lstrip('- ')}",
    )


def look_alike(text: str, mended: str) -> Problem:
    """Letters of another alphabet stand among Latin ones."""
    return Problem(
        f"Some letters only look like ours. Did you mean “{mended}”?", text, (mended,), mended
    )


def misspelt_verb(written: str, meant: str) -> Problem:
    """A verb is misspelt in a line that would be an order otherwise."""
    message = f"“{written}” is no order. Did you mean “{meant}”?"
    return Problem(message, written, (meant,))


def behind_slip(problem: Problem, written: str, meant: str) -> Problem:
    """Something else is wrong with a line in which a verb is misspelt."""
    return replace(problem, message=f"Reading “{written}” as “{meant}”: {problem.message}")


def choice(piece: str) -> Problem:
    """The line leaves a choice or a condition open."""
    return Problem(
        f"This line holds a choice (“{piece}”), and an order leaves none. "
        "Write what the unit does in any case.",
        piece,
    )


def condition_on_moves(text: str) -> Problem:
    """A condition decides a move of the same season."""
    return Problem(
        "All moves are made at the same time, so a condition cannot decide one. "
        "Write what the unit does in any case; conditions serve what comes after the moves.",
        text,
    )


def condition_in_block(text: str) -> Problem:
    """A line inside an if-block that is refused."""
    return Problem("This line stands in a condition that was refused, so it does not count.", text)


def block_not_closed(text: str, *, moves: bool) -> Problem:
    """A condition on a line of its own, without the endif that tells how far it goes.

    Args:
        moves: what it would decide are moves.
    """
    why = f"{condition_on_moves(text).message} " if moves else ""
    return Problem(
        f"{why}Nothing closes this “if” with an “endif”, so no line below it was taken. Send again "
        "what is to count in any case.",
        text,
    )


def other_phase(text: str, named: str, now: str) -> Problem:
    """Orders for another phase than the open one."""
    return Problem(f"These orders are for {named}; the open phase is {now}. Send them then.", text)


def several_units() -> Problem:
    """A line for all units at once."""
    return Problem(
        "A line orders the units that it names. A unit without an order holds anyway.", ""
    )


def too_many_lines(most: int) -> Problem:
    """A mail with more lines than any set of orders."""
    return Problem(f"Only the first {most} lines of the mail were read. Send the orders alone.")


def order_in_talk(order: str) -> Problem:
    """A line that begins as talk and ends in an order."""
    return Problem(
        f"This line begins as talk, so nothing in it was taken. If {order.strip(' .')!r} is meant as an order, "
        "send it on a line of its own."
    )


def too_long() -> Problem:
    """A line longer than any set of orders."""
    return Problem("This line is too long to be orders. Write one order a line.")
