"""Facts of a board that changes and of the special units on it, as sentences (Irish 3-13)."""

from __future__ import annotations

from collections.abc import Iterable

from gm.report.wording.draw_labels import special_words
from gm.report.wording.phrases import first_upper, listed
from gm.report.wording.words import place_words, power_words, unit_words
from gm.rules.board import Board
from gm.rules.events import Event
from gm.rules.mechanics.anarchy import Cured, FellIntoAnarchy
from gm.rules.mechanics.changes import (
    CountriesClosed,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.rules.mechanics.wanderers import WandererPlaced, WanderersMet, WandererWalked
from gm.rules.units import Unit


def owned_unit(unit: Unit, board: Board) -> str:
    """Return a unit with its power: `the British Army Devon West`."""
    return f"the {board.powers[unit.power].adjective} {unit_words(unit, board)}"


def specials_words(specials: Iterable[str]) -> str:
    """Return special units by name: `Irish 1 and Psychiatrist 3`."""
    return listed(special_words(one) for one in specials)


def change_words(event: Event, board: Board) -> str:
    """Return a fact of this kind as a sentence.

    Raises:
        TypeError: an event of a kind that nobody gave words to.
    """
    match event:
        case CountriesClosed(powers):
            names = listed(power_words(power, board) for power in powers)
            return f"Nobody plays {names}, and nobody can enter."
        case HoleReopened(place):
            return f"{place_words(place, board)} is no longer a black hole."
        case ProvinceHoled():
            return holed_words(event, board)
        case ProvinceSplit():
            return split_words(event, board)
        case FellIntoAnarchy(unit, by):
            met = f": it met {specials_words(by)}" if by else ""
            return first_upper(f"{owned_unit(unit, board)} falls into anarchy{met}.")
        case Cured(unit, by):
            healer = f" by {specials_words(by)}" if by else ""
            return first_upper(f"{owned_unit(unit, board)} is cured{healer} and obeys again.")
        case _:
            return _of_walks(event, board)


def _of_walks(event: Event, board: Board) -> str:
    match event:
        case WandererPlaced(special, place):
            return f"{special_words(special)} is placed in {place_words(place, board)}."
        case WandererWalked():
            return walk_words(event, board)
        case WanderersMet(place, irish, psychiatrist):
            both = specials_words((irish, psychiatrist))
            return f"{both} meet in {place_words(place, board)} and annihilate each other."
        case _:
            raise TypeError(f"no words for {type(event).__name__}")


def walk_words(event: WandererWalked, board: Board, how: str = "") -> str:
    """Return a walk as a sentence; `how` says why it went there: ", by the king of spades"."""
    who, here = special_words(event.special), place_words(event.start, board)
    if event.start == event.to:
        return f"{who} stays in {here}: no space beside it is open."
    there = place_words(event.to, board)
    if event.by_gm:
        return f"{who} goes from {here} to {there}: the GM sent it, not the hat."
    return f"{who} walks from {here} to {there}{how}."


def holed_words(event: ProvinceHoled, board: Board) -> str:
    """Return that a province became a black hole, and what was lost in it."""
    lost = [owned_unit(event.unit, board)] if event.unit is not None else []
    lost += [special_words(one) for one in event.specials]
    told = [f"{place_words(event.place, board)} becomes a black hole."]
    if lost:
        verb = "is" if len(lost) == 1 else "are"
        told.append(f"{first_upper(listed(lost))} {verb} annihilated in it.")
    if event.owner is not None:
        told.append(f"{power_words(event.owner, board)} loses its supply centre.")
    return " ".join(told)


def split_words(event: ProvinceSplit, board: Board) -> str:
    """Return that a province was split, and what became of what was in it."""
    split = event.split
    halves = listed(place_words(half, board) for half in split.halves)
    line = " to ".join(place_words(end, board) for end in split.line)
    whole = place_words(split.province, board)
    old = f"{whole} is split once more" if split.province in split.halves else f"{whole} is split"
    told = [f"{old}, along a line from {line}, into {halves}."]
    return " ".join((*told, *aftermath(event, board)))


def aftermath(event: ProvinceSplit, board: Board) -> tuple[str, ...]:
    """Return what became of the piece, the centre and the special units of a split province."""
    told: list[str] = []
    if event.unit is not None:
        told.append(_pieces(event, event.unit, board))
    if event.owner is not None:
        told.append(f"{power_words(event.owner, board)} owns both supply centres.")
    told += [
        f"{special_words(one)} is in {place_words(half, board)} now, by lot."
        for one, half in event.specials
    ]
    return tuple(told)


def _pieces(event: ProvinceSplit, unit: Unit, board: Board) -> str:
    power = power_words(unit.power, board)
    found = [unit_words(piece, board) for piece in event.pieces]
    if len(found) == 1:
        return f"{power}'s unit there stands as {found[0]}; the other half can hold none."
    return f"{power}'s unit there has a twin: {power} has {listed(found)} now."
