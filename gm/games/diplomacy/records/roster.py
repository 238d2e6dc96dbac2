"""Every unit that can stand on a board, with its text: recorded phases are read and written by it.

A position names the same few hundred units again and again. Here each is made, judged and written
once per board; what is not found here is read, judged and written the long way. Large files spend
their time here, so this module is among those that may be compiled.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from gm.contract.values import value
from gm.games.diplomacy.rules.adjustments import fit_fault
from gm.games.diplomacy.rules.board import Board, Entry, Location, PowerId, Province, ProvinceId
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef, unit_key


@value
class Roster:
    """The units and supply centres of one board as recorded phases spell them.

    Args:
        units: every unit of every power that fits its place, sorted by `unit_key`.
        places: the province of each of them.
        numbers: the index of a unit in `units`, by its power and its text.
        listing: the texts of all units as answers list them: sorted by power, then by text.
        ranks: the index of a unit in `listing`, by its key.
        ends: by power, sorted, where its part of `listing` ends.
        centres: the supply centres, sorted.
        powers: the powers.
    """

    units: tuple[Unit, ...]
    places: tuple[ProvinceId, ...]
    numbers: dict[str, dict[str, int]]
    listing: tuple[str, ...]
    ranks: dict[str, int]
    ends: dict[PowerId, int]
    centres: dict[str, ProvinceId]
    powers: dict[str, PowerId]

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
            known = self.numbers[who]
            numbers += [known[text] for text in own]
        numbers.sort()
        units, places = self.units, self.places
        if len({places[number] for number in numbers}) < len(numbers):
            raise LookupError("two units stand in one province")
        return tuple([units[number] for number in numbers])

    def owned(self, places: Mapping[str, Sequence[str]]) -> dict[ProvinceId, PowerId]:
        """Return the owner of each supply centre.

        Args:
            places: centres by power.

        Raises:
            LookupError: there is no such centre or power.
            TypeError: what should be a text is none.
        """
        centres = self.centres
        owners: dict[ProvinceId, PowerId] = {}
        for who, own in places.items():
            owner = self.powers[who]
            for place in own:
                owners[centres[place]] = owner
        return owners

    def knows(self, unit: Unit) -> bool:
        """Tell whether a unit can stand where it does."""
        return str(unit) in self.numbers.get(unit.power, ())

    def texts_of(self, units: Sequence[Unit]) -> list[str]:
        """Return the canonical text of each unit."""
        listing, ranks = self.listing, self.ranks
        try:
            return [listing[ranks[unit.key]] for unit in units]
        except KeyError:
            return [str(unit) for unit in units]

    def listed(self, units: Sequence[Unit]) -> dict[PowerId, list[str]]:
        """Return the texts of units as answers list them: by power, each list sorted.

        Args:
            units: sorted by `unit_key`.
        """
        known = self.ranks
        try:
            ranks = [known[unit.key] for unit in units]
        except KeyError:
            return _listed(units)
        ranks.sort()
        listing = self.listing
        texts = [listing[rank] for rank in ranks]
        lists: dict[PowerId, list[str]] = {}
        start = 0
        for power, limit in self.ends.items():
            end = bisect_left(ranks, limit, start)
            if end > start:
                lists[power] = texts[start:end]
                start = end
        return lists

    def owned_by_power(
        self, owners: Mapping[ProvinceId, PowerId]
    ) -> dict[PowerId, list[ProvinceId]]:
        """Return supply centres as answers list them: by power, each list sorted."""
        lists: dict[PowerId, list[ProvinceId]] = {power: [] for power in self.ends}
        held = dict(owners)  # of a plain dict mypyc knows how to ask
        listed = 0
        for place in self.centres.values():
            owner = held.get(place)
            if owner is not None and owner in lists:
                lists[owner].append(place)
                listed += 1
        if listed < len(held):
            return _owned(owners)
        return {power: own for power, own in lists.items() if own}


def _listed(units: Sequence[Unit]) -> dict[PowerId, list[str]]:
    lists: dict[PowerId, list[str]] = {}
    for unit in units:
        lists.setdefault(unit.power, []).append(str(unit))
    return {power: sorted(texts) for power, texts in lists.items()}


def _owned(owners: Mapping[ProvinceId, PowerId]) -> dict[PowerId, list[ProvinceId]]:
    lists: dict[PowerId, list[ProvinceId]] = {power: [] for power in sorted({*owners.values()})}
    for place in sorted(owners):
        lists[owners[place]].append(place)
    return lists


NO_ROSTER: Final = Roster((), (), {}, (), {}, {}, {}, {})
"""That of a board which is met once: every text is written anew."""


@lru_cache(maxsize=8)
def roster_of(board: Board) -> Roster:
    """Return a board's roster; the same one each time for the boards last asked for."""
    refs = [ref for place in board.provinces.values() for ref in _fitting(board, place)]
    units = sorted(
        (Unit(power, ref.kind, ref.at) for power in board.powers for ref in refs), key=unit_key
    )
    listing = sorted(units, key=lambda unit: (unit.power, str(unit)))
    return Roster(
        units=tuple(units),
        places=tuple(unit.at.province for unit in units),
        numbers=_numbers(board, units),
        listing=tuple(map(str, listing)),
        ranks={unit.key: rank for rank, unit in enumerate(listing)},
        ends={unit.power: rank for rank, unit in enumerate(listing, 1)},
        centres={place: place for place in sorted(board.centres())},
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
