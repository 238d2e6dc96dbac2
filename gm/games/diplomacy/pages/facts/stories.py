"""What a game has been through, gathered from its records: the board's changes, points, centres."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gm.contract.events import Event
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.phases import Phase


@dataclass(frozen=True, slots=True)
class YearOfCentres:
    """How many supply centres each power owned when a year was over; powers without any lack.

    Args:
        points: the powers' points after its winter, in a game that keeps points.
        units, bridges: how many of them stood after its winter, by their owners.
        owners: whose each of the counted centres was.
    """

    year: int
    counts: Mapping[PowerId, int]
    points: Mapping[PowerId, int] = field(default_factory=dict)
    units: Mapping[PowerId, int] = field(default_factory=dict)
    bridges: Mapping[PowerId, int] = field(default_factory=dict)
    owners: Mapping[ProvinceId, PowerId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardStory:
    """When the board came to differ from the printed one.

    Args:
        holed: the season in which each black hole that there is came to be, by the hat or the GM.
        reopened: the season in which each province that was one was reopened, the last time.
        split: the season in which each half came to be as it is.
    """

    holed: Mapping[ProvinceId, Phase] = field(default_factory=dict)
    reopened: Mapping[ProvinceId, Phase] = field(default_factory=dict)
    split: Mapping[ProvinceId, Phase] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PointsStory:
    """How the powers came by their points.

    Args:
        years: balances by year, oldest first.
        gifts: what was given, each with its phase, oldest first.
    """

    years: tuple[YearOfCentres, ...] = ()
    gifts: tuple[tuple[Phase, PointsGiven], ...] = ()


def board_story_of(facts: Iterable[tuple[Phase, Event]]) -> BoardStory:
    """Return when the board came to differ from the printed one.

    Args:
        facts: of the game so far, in order, each with its phase.
    """
    holed: dict[ProvinceId, Phase] = {}
    reopened: dict[ProvinceId, Phase] = {}
    split: dict[ProvinceId, Phase] = {}
    for phase, event in facts:
        match event:
            case HoleReopened(place):
                reopened[place] = phase
            case ProvinceHoled(place):
                holed[place] = phase
            case ProvinceSplit(new):
                split.update(dict.fromkeys(new.halves, phase))
            case _:
                pass
    return BoardStory(holed, reopened, split)
