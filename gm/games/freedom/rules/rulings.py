"""What the text of the game leaves open, as a game's master may have it otherwise; the usual is the page's own reading (12)."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class SiegeRulings:
    """How a game reads what its text leaves open.

    Args:
        near_start: IMP begins a row nearer to the Wall (3).
        desertion: units desert at low morale (3).
        sea_from_camp: the units that the Sea gives come out of the Camp (3).
        reshuffle: an empty deck is replaced by its discards (4).
        prep_most: the marker goes no higher; 0 for no end (5).
        prep_once: prep tops up one action of a play, not several (5).
        wall_fort: a fort is harder to attack along the Wall, too (5).
        event_morale: a last unit that an event removes, or a Wall space it destroys, moves morale (5).
        gun_fort: a fort is harder to hit for cannons, too (7).
        shot_morale: each of a shot's hits can move morale, not one of them (7).
        beach_guns: cannons in Row 2 fire (7).
        mover_holds: the unit itself that leaves an island holds its border open (2).
        camp_first: units are removed from the Camp before others, not after them (6).
        void_to_prep: points left by an action that has become impossible are put by (6).
    """

    near_start: bool = False
    desertion: bool = True
    sea_from_camp: bool = False
    reshuffle: bool = True
    prep_most: int = 0
    prep_once: bool = True
    wall_fort: bool = True
    gun_fort: bool = False
    event_morale: bool = False
    shot_morale: bool = False
    mover_holds: bool = False
    beach_guns: bool = True
    camp_first: bool = True
    void_to_prep: bool = True

    def chosen(self) -> tuple[str, ...]:
        """Return what is not as usual, as settings: `near_start=yes`, `prep_most=3`."""
        return tuple(
            f"{field.name}={_setting(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )


def _setting(ruling: bool | int) -> str:
    if isinstance(ruling, bool):
        return "yes" if ruling else "no"
    return str(ruling)


USUAL_RULINGS = SiegeRulings()
"""As the page has it."""
