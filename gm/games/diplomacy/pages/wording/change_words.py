"""Facts of a board that changes and of the special units on it, as sentences (Irish 3-13)."""

from __future__ import annotations

from collections.abc import Iterable

from gm.contract.events import Event
from gm.games.diplomacy.pages.wording.draw_labels import special_words
from gm.games.diplomacy.pages.wording.words import place_words, power_words, unit_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy
from gm.games.diplomacy.rules.mechanics.changes import (
    CountriesClosed,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WandererWalked,
)
from gm.games.diplomacy.rules.units import Unit
from gm.languages import ENGLISH, gettext, listed, ngettext, spoken
from gm.report.wording.sentence_parts import first_upper


def owned_unit(unit: Unit, board: Board) -> str:
    """Return a unit with its power: `the British Army Devon West`.

    The adjectives of a board are English; other languages name the power.
    """
    words = unit_words(unit, board)
    if spoken() == ENGLISH:
        return f"the {board.powers[unit.power].adjective} {words}"
    return gettext("{unit} ({power})", unit=words, power=power_words(unit.power, board))


def specials_words(specials: Iterable[str]) -> str:
    """Return special units by name: `Irish 1 and Psychiatrist 3`."""
    return listed(special_words(special) for special in specials)


def change_words(event: Event, board: Board) -> str:
    """Return a fact of this kind as a sentence.

    Raises:
        TypeError: an event of a kind that nobody gave words to.
    """
    match event:
        case CountriesClosed(powers):
            names = listed(power_words(power, board) for power in powers)
            return gettext("Nobody plays {powers}, and nobody can enter.", powers=names)
        case HoleReopened(place):
            name = place_words(place, board)
            return gettext("{place} is no longer a black hole.", place=name)
        case ProvinceHoled():
            return holed_words(event, board)
        case ProvinceSplit():
            return split_words(event, board)
        case FellIntoAnarchy() | Cured():
            return first_upper(_of_anarchy(event, board))
        case _:
            return _of_walks(event, board)


def _of_anarchy(event: FellIntoAnarchy | Cured, board: Board) -> str:
    unit, by = owned_unit(event.unit, board), specials_words(event.by)
    match event:
        case FellIntoAnarchy() if by:
            return gettext("{unit} falls into anarchy: it met {specials}.", unit=unit, specials=by)
        case FellIntoAnarchy():
            return gettext("{unit} falls into anarchy.", unit=unit)
        case Cured() if by:
            return gettext(
                "{unit} is cured by {specials} and obeys again.", unit=unit, specials=by
            )
        case Cured():
            return gettext("{unit} is cured and obeys again.", unit=unit)


def _of_walks(event: Event, board: Board) -> str:
    match event:
        case WandererPlaced(special, place):
            who, where = special_words(special), place_words(place, board)
            return gettext("{special} is placed in {place}.", special=who, place=where)
        case WandererWalked():
            return walk_words(event, board)
        case WanderersMet(place, irish, psychiatrist):
            return gettext(
                "{irish} and {psychiatrist} meet in {place} and annihilate each other.",
                irish=special_words(irish),
                psychiatrist=special_words(psychiatrist),
                place=place_words(place, board),
            )
        case _:
            raise TypeError(f"no words for {type(event).__name__}")


def walk_words(event: WandererWalked, board: Board, how: str = "") -> str:
    """Return a walk as a sentence; `how` says why it went there: ", by the king of spades"."""
    who, here = special_words(event.special), place_words(event.start, board)
    if event.start == event.to:
        return gettext(
            "{special} stays in {place}: no space beside it is open.", special=who, place=here
        )
    there = place_words(event.to, board)
    if event.by_gm:
        return gettext(
            "{special} goes from {start} to {end}: the GM sent it, not the hat.",
            special=who,
            start=here,
            end=there,
        )
    # Translators: {how} is nothing, or ", by the king of spades".
    return gettext(
        "{special} walks from {start} to {end}{how}.", special=who, start=here, end=there, how=how
    )


def holed_words(event: ProvinceHoled, board: Board) -> str:
    """Return that a province became a black hole, and what was lost in it."""
    lost = [owned_unit(event.unit, board)] if event.unit is not None else []
    lost += [special_words(special) for special in event.specials]
    told = [gettext("{place} becomes a black hole.", place=place_words(event.place, board))]
    if lost:
        words = ngettext(
            "{units} is annihilated in it.",
            "{units} are annihilated in it.",
            len(lost),
            units=listed(lost),
        )
        told.append(first_upper(words))
    if event.owner is not None:
        power = power_words(event.owner, board)
        told.append(gettext("{power} loses the supply centre there.", power=power))
    return " ".join(told)


def split_words(event: ProvinceSplit, board: Board) -> str:
    """Return that a province was split, and what became of what was in it."""
    split = event.split
    again = split.province in split.halves
    start, end = (place_words(province, board) for province in split.line)
    place = place_words(split.province, board)
    halves = listed(place_words(half, board) for half in split.halves)
    if again:
        told = gettext(
            "{place} is split once more, along a line from {start} to {end}, into {halves}.",
            place=place,
            start=start,
            end=end,
            halves=halves,
        )
    else:
        told = gettext(
            "{place} is split, along a line from {start} to {end}, into {halves}.",
            place=place,
            start=start,
            end=end,
            halves=halves,
        )
    return " ".join((told, *aftermath(event, board)))


def aftermath(event: ProvinceSplit, board: Board) -> tuple[str, ...]:
    """Return what became of the piece, the centre and the special units of a split province."""
    told: list[str] = []
    if event.unit is not None:
        told.append(_pieces(event, event.unit, board))
    if event.owner is not None:
        power = power_words(event.owner, board)
        told.append(gettext("{power} owns both supply centres.", power=power))
    for special, half in event.specials:
        who, where = special_words(special), place_words(half, board)
        told.append(gettext("{special} is in {place} now, by lot.", special=who, place=where))
    return tuple(told)


def _pieces(event: ProvinceSplit, unit: Unit, board: Board) -> str:
    power = power_words(unit.power, board)
    found = [unit_words(piece, board) for piece in event.pieces]
    if len(found) == 1:
        return gettext(
            "{power}'s unit there stands as {unit}; the other half can hold none.",
            power=power,
            unit=found[0],
        )
    return gettext(
        "{power}'s unit there has a twin: {power} has {units} now.",
        power=power,
        units=listed(found),
    )
