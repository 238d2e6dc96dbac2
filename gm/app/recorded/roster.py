"""Every unit that can stand on a board, with its text: recorded phases are read and written by it.

A position names the same few hundred units again and again. Here each is made, judged and written
once per board; what is not found here is read, judged and written the long way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gm.rules.adjustments import fit_fault
from gm.rules.board import Board, Entry, Location, PowerId, Province, ProvinceId
from gm.rules.units import Unit, UnitKind, UnitRef, unit_key


@dataclass(frozen=True, slots=True)
class Roster:
    """The units and supply centres of one board as recorded phases spell them.

    Args:
        units: every unit of every power that fits its place, sorted by `unit_key`.
        places: the province of each of them.
        numbers: the index of a unit in `units`, by its power and its text.
        texts: the text of each unit, by its key.
        centres: the supply centres.
        powers: the powers.
    """

    units: tuple[Unit, ...]
    places: tuple[ProvinceId, ...]
    numbers: Mapping[str, Mapping[str, int]]
    texts: Mapping[str, str]
    centres: Mapping[str, ProvinceId]
    powers: Mapping[str, PowerId]

    def standing(self, texts: Mapping[str, Sequence[str]]) -> tuple[Unit, ...]:
        """Return the units of a whole position, sorted.

        Args:
            texts: unit texts by power.

        Raises:
            LookupError: a unit is not on the roster, or two of them stand in one province.
            TypeError: what should be a text is none.
        """
        numbers: list[int] = []
        for who, own in texts.items():
            numbers += map(self.numbers[who].__getitem__, own)
        numbers.sort()
        if len({*map(self.places.__getitem__, numbers)}) < len(numbers):
            raise LookupError("two units stand in one province")
        return tuple(map(self.units.__getitem__, numbers))

    def owned(self, places: Mapping[str, Sequence[str]]) -> dict[ProvinceId, PowerId]:
        """Return the owner of each supply centre.

        Args:
            places: centres by power.

        Raises:
            LookupError: there is no such centre or power.
            TypeError: what should be a text is none.
        """
        return {
            self.centres[place]: owner
            for who, own in places.items()
            for owner in (self.powers[who],)
            for place in own
        }

    def knows(self, unit: Unit) -> bool:
        """Tell whether a unit can stand where it does."""
        return str(unit) in self.numbers.get(unit.power, ())

    def texts_of(self, units: Iterable[Unit]) -> list[str]:
        """Return the canonical text of each unit."""
        try:
            return [*map(self.texts.__getitem__, map(unit_key, units))]
        except KeyError:
            return [*map(str, units)]


NO_ROSTER: Final = Roster((), (), {}, {}, {}, {})
"""That of a board which is met once: every text is written anew."""


@lru_cache(maxsize=8)
def roster_of(board: Board) -> Roster:
    """Return a board's roster; the same one each time for the boards last asked for."""
    refs = [ref for place in board.provinces.values() for ref in _fitting(board, place)]
    units = sorted(
        (Unit(power, ref.kind, ref.at) for power in board.powers for ref in refs), key=unit_key
    )
    return Roster(
        units=tuple(units),
        places=tuple(unit.at.province for unit in units),
        numbers=_numbers(board, units),
        texts={unit_key(unit): str(unit) for unit in units},
        centres={place: place for place in board.centres()},
        powers={power: power for power in board.powers},
    )


def _fitting(board: Board, place: Province) -> Iterator[UnitRef]:
    if place.entry is not Entry.ALL:
        return
    for coast in (None, *(coast.id for coast in place.coasts)):
        for kind in UnitKind:
            ref = UnitRef(kind, Location(place.id, coast))
            if fit_fault(board, ref) is None:
                yield ref


def _numbers(board: Board, units: Iterable[Unit]) -> dict[str, dict[str, int]]:
    numbers: dict[str, dict[str, int]] = {power: {} for power in board.powers}
    for number, unit in enumerate(units):
        numbers[unit.power][str(unit)] = number
    return numbers
