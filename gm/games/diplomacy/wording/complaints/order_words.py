"""Complaints about what a unit is to do: no order, half an order, or two of them."""

from __future__ import annotations

from collections.abc import Iterable

from gm.contract.language import Problem
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.naming import capital, either_of, place_name, unit_name
from gm.interpret.echoes import as_written
from gm.languages import gettext


def no_verb(text: str) -> Problem:
    """A unit stands there without an order."""
    return Problem(
        gettext(
            "“{text}” has no order. Say what it does: holds, moves, supports ...",
            text=as_written(text),
        ),
        text,
    )


def several_units() -> Problem:
    """A line for all units at once."""
    return Problem(
        gettext(
            "A line orders the units that it names, so this one changed nothing: what you have "
            "ordered stands, and only units without any order hold."
        ),
        "",
    )


def which_hold() -> Problem:
    """A line that has all units hold, beside other orders."""
    return Problem(
        gettext(
            "Do all your units hold, or only those without another order? Nothing in this line was "
            "taken. Write one line for each unit: A Xxx holds."
        )
    )


def stays_or_holds() -> Problem:
    """A line that has the rest stay, where orders stand for units of the rest."""
    return Problem(
        gettext(
            "Does what you ordered before stay as it was, or do these units hold? Nothing in this line "
            "was taken."
        )
    )


def which_two() -> Problem:
    """A line that has two units hold, of which none is named."""
    return Problem(gettext("Which two units hold? Name both: A Xxx and A Yyy hold."))


def whose_order(*, several: bool) -> Problem:
    """A line that takes back the order of `the fleet`, where its writer has several, or none."""
    if several:
        message = gettext(
            "Whose order is taken back? You have several such units. Write: Cancel the order for "
            "A Xxx."
        )
    else:
        message = gettext("You have no such unit, so no order was taken back.")
    return Problem(message)


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
    return Problem(gettext("Which bridge? Name the two provinces that it links: Xxx-Yyy."))


def over_bridge(board: Board, unit: UnitRef) -> Problem:
    """A unit that goes to a bridge: over it, or against it (Republic 12)."""
    message = gettext(
        "Does {unit} move over the bridge, or attack it? Write: A Xxx - Yyy; or: A Xxx attacks "
        "the bridge Xxx-Yyy.",
        unit=unit_name(board, unit),
    )
    return Problem(message, str(unit))


def move_without_verb(board: Board, unit: UnitRef, place: ProvinceId) -> Problem:
    """A unit and a distant province, and no word between: a move, or a misspelt order."""
    message = gettext(
        "Is this a move to {place}? It is not next to {unit}, and no word says so. Write "
        "{short} - Xxx for a move, {short} H to hold.",
        place=place_name(board, place),
        unit=unit_name(board, unit),
        short=unit,
    )
    return Problem(message, str(unit))


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


def converts_in_place(board: Board, unit: UnitRef) -> Problem:
    """A unit is to become an army in another province than its own."""
    message = gettext(
        "{unit} converts where it stands. Write: F Xxx converts.", unit=unit_name(board, unit)
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


def which_piece(place: str, examples: Iterable[str]) -> Problem:
    """A line speaks of armies or fleets, and leaves open which the first piece is to be (Irish 2)."""
    return Problem(
        gettext(
            "Is your first piece in {place} to be an army or a fleet? Nothing in this line was taken. Write "
            "{orders}.",
            place=place,
            orders=either_of(examples),
        )
    )


def several_pieces(place: str) -> Problem:
    """A mail chooses several first pieces for one home (Irish 2)."""
    return Problem(
        gettext(
            "Your mail chooses several pieces for {place}, and one starts there. Which is it to be? None of "
            "them was taken.",
            place=place,
        )
    )
