"""Seasons, phase kinds, phases, and the calendar that strings them together."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import pairwise

from gm.contract.stages import Stage
from gm.contract.values import value


class Season(Enum):
    """A season of the game's year; the value is the letter in a phase's short name."""

    SPRING = "S"
    AUTUMN = "F"
    WINTER = "W"

    __hash__ = object.__hash__  # that of Enum is Python's, and slow


class PhaseKind(Enum):
    """What is done in a phase; the value is the letter in a phase's short name.

    SETUP is the choice of first pieces (Irish 2).
    """

    SETUP = "P"
    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"

    __hash__ = object.__hash__  # that of Enum is Python's, and slow


@value
class Phase:
    """One phase of a game: `Phase(1016, Season.AUTUMN, PhaseKind.MOVEMENT)` is `F1016M`."""

    year: int
    season: Season
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind.value}"

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Read a short name such as `S1901M`; ValueError if it is none."""
        return cls(int(text[1:-1]), Season(text[0].upper()), PhaseKind(text[-1].upper()))


_ORDER = {
    (Season.SPRING, PhaseKind.SETUP): 0,
    (Season.SPRING, PhaseKind.MOVEMENT): 1,
    (Season.SPRING, PhaseKind.RETREAT): 2,
    (Season.AUTUMN, PhaseKind.MOVEMENT): 3,
    (Season.AUTUMN, PhaseKind.RETREAT): 4,
    (Season.WINTER, PhaseKind.ADJUSTMENT): 5,
}


_NEXT = {here: (0, *there) for here, there in pairwise(_ORDER)} | {
    (Season.WINTER, PhaseKind.ADJUSTMENT): (1, Season.SPRING, PhaseKind.MOVEMENT)
}


_KINDS = {
    PhaseKind.SETUP: "setup",
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreat",
    PhaseKind.ADJUSTMENT: "adjustment",
}
"""What GMs call the kinds of phases."""


@lru_cache(maxsize=1024)
def stage_of(phase: Phase) -> Stage:
    """Return a phase as the shell knows it."""
    return Stage(str(phase), _KINDS[phase.kind], sort_key(phase))


@lru_cache(maxsize=1024)
def phase_of(stage: Stage) -> Phase:
    """Return the phase that a stage is; ValueError if it is none."""
    return Phase.parse(stage.name)


def is_in_calendar(phase: Phase) -> bool:
    """Tell whether a season has a phase of this kind: winter has no moves, spring no builds."""
    return (phase.season, phase.kind) in _ORDER


def sort_key(phase: Phase) -> tuple[int, int]:
    """Return a key that sorts phases by the order in which they are played."""
    return phase.year, _ORDER[phase.season, phase.kind]


def following(phase: Phase) -> Phase:
    """Return the next phase of the calendar, whether or not anybody has to order in it.

    Spring moves and retreats, Autumn moves and retreats, Winter adjustments.
    """
    later, season, kind = _NEXT[phase.season, phase.kind]
    return Phase(phase.year + later, season, kind)
