"""Irish and Psychiatrist units: what is kept of them, and the facts of their walk (Irish 10-14).

A special unit is named by its kind and number: "IRISH 1", "PSYCHIATRIST 3".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar, Final

from gm.contract.values import value
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.events import PartChanged, PositionChange
from gm.games.diplomacy.rules.state import GameState, StatePart

IRISH: Final = "IRISH"
PSYCHIATRIST: Final = "PSYCHIATRIST"


def is_irish(special: str) -> bool:
    """Tell whether a special unit is an Irish one, and not a Psychiatrist."""
    return special.partition(" ")[0] == IRISH


def by_number(special: str) -> tuple[str, int]:
    """Return a key that sorts special units by kind and number: "IRISH 2" before "IRISH 10"."""
    kind, _, number = special.partition(" ")
    return kind, int(number)


@value
class WanderersPart(StatePart):
    """Where the special units are.

    Args:
        places: the province of each that is left, by its id, in their sequence.
        waiting: they still wait in their boxes and meet nobody (Irish 11).
    """

    key: ClassVar[str] = "wanderers"

    places: Mapping[str, ProvinceId] = field(default_factory=dict)
    waiting: bool = False

    def standing_in(self, place: ProvinceId) -> tuple[str, ...]:
        """Return the special units in a province, sorted; none while they wait."""
        return (
            ()
            if self.waiting
            else tuple(special for special, at in self.places.items() if at == place)
        )

    def but(self, moved: Mapping[str, ProvinceId], gone: tuple[str, ...] = ()) -> WanderersPart:
        """Return the same with some of them elsewhere, and others annihilated."""
        places = {**self.places, **moved}
        if gone:
            places = {special: at for special, at in places.items() if special not in gone}
        elif len(places) == len(self.places):
            return WanderersPart(places)  # in their sequence as they were
        return WanderersPart(_in_sequence(places))


def _in_sequence(places: Mapping[str, ProvinceId]) -> dict[str, ProvinceId]:
    return {place: places[place] for place in sorted(places, key=by_number)}


@value
class WanderersWait(PositionChange):
    """The special units wait in their boxes until the first spring (Irish 11)."""

    places: Mapping[str, ProvinceId]

    def apply(self, state: GameState) -> GameState:
        return state.with_part(WanderersPart(_in_sequence(self.places), waiting=True))


@value
class WandererPlaced(PositionChange):
    """A special unit was placed on the board by lot (Irish 11)."""

    special: str
    place: ProvinceId

    def apply(self, state: GameState) -> GameState:
        part = state.part(WanderersPart)
        return state.with_part(part.but({self.special: self.place}))


@value
class WandererWalked(PartChanged):
    """A special unit walked; it stayed where `start` and `to` are the same (Irish 13).

    Args:
        special: the unit; start, to: where from, where to.
        by_gm: the GM sent it, and not the hat.
    """

    special: str
    start: ProvinceId
    to: ProvinceId
    by_gm: bool = False

    def key(self) -> str:
        return WanderersPart.key

    def changed(self, part: StatePart | None) -> StatePart:
        had = part if isinstance(part, WanderersPart) else WanderersPart()
        return had.but({self.special: self.to})


@value
class WanderersMet(PositionChange):
    """An Irish unit and a Psychiatrist met; both are annihilated (Irish 12)."""

    place: ProvinceId
    irish: str
    psychiatrist: str

    def apply(self, state: GameState) -> GameState:
        part = state.part(WanderersPart)
        return state.with_part(part.but({}, gone=(self.irish, self.psychiatrist)))
