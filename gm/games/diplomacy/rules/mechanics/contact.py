"""Contact: what special units do to one another and to the units they meet (Irish 10-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from gm.contract.events import Event
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersMet, by_number, is_irish
from gm.games.diplomacy.rules.units import Unit


def contact(
    places: Mapping[str, ProvinceId], units: Iterable[Unit], in_anarchy: Collection[Unit]
) -> tuple[Event, ...]:
    """Return what happens where special units stand, by the province's name.

    Irish and Psychiatrist units annihilate each other one for one, the lower numbers first. Who
    stood there before that decides about the unit: one that meets a Psychiatrist is normal,
    whatever the numbers; one that meets Irish units alone falls into anarchy (Irish 10-12, ruling).

    Args:
        places: where the special units stand.
        units: the units that may meet them, where they stand.
        in_anarchy: those of them that are in anarchy.
    """
    there: dict[ProvinceId, list[str]] = {}
    for special, place in places.items():
        there.setdefault(place, []).append(special)
    standing = {unit.at.province: unit for unit in units}
    events: list[Event] = []
    for place, present in sorted(there.items()):
        if len(present) > 1:
            present.sort(key=by_number)
        elif place not in standing:
            continue
        irish = tuple(text for text in present if is_irish(text))
        healers = tuple(text for text in present if not is_irish(text))
        events += [WanderersMet(place, *two) for two in zip(irish, healers, strict=False)]
        if place in standing:
            events += _effect(standing[place], irish, healers, in_anarchy)
    return tuple(events)


def _effect(
    unit: Unit, irish: tuple[str, ...], healers: tuple[str, ...], in_anarchy: Collection[Unit]
) -> Iterator[Event]:
    if healers and unit in in_anarchy:
        yield Cured(unit, by=healers)
    elif irish and not healers and unit not in in_anarchy:
        yield FellIntoAnarchy(unit, by=irish)
