"""For which phase the lines under a heading are: `phase F1901R`, `Retreats:`, `Winter 1901:`."""

from __future__ import annotations

from dataclasses import dataclass

from gm.interpret.ahead import Heading
from gm.interpret.retreat_lists import retreat_phase, retreating
from gm.interpret.values import Context
from gm.rules.phases import Phase, PhaseKind, Season


@dataclass(frozen=True, slots=True)
class Headed:
    """How the lines under a heading are read.

    Args:
        context: against which position.
        retreats: they are retreats, sent with the moves.
        other: the phase they are for, where no orders for it are taken now; else "".
    """

    context: Context
    retreats: bool = False
    other: str = ""


def under_phase(opened: Context, named: str) -> Headed:
    """Return how lines under a phase's name are read.

    Args:
        opened: the position of the open phase.
        named: the phase, as `F1901M`.
    """
    later = opened.later
    if named == str(opened.phase):
        return Headed(opened)
    if later is not None and named == str(later.phase):
        return Headed(later)
    if opened.retreats_ahead and named == str(retreat_phase(opened.phase)):
        return Headed(retreating(opened), retreats=True)
    return Headed(opened, other=named)


def under_heading(opened: Context, heading: Heading) -> Headed:
    """Return how lines under a heading are read; its words may leave season and year to the mail.

    Orders for a winter that is not taken yet are told so one by one. In a winter a heading of its
    autumn is one of the report that is answered.
    """
    undated = not (heading.season or heading.year)
    if not opened.dated or (heading.kind is PhaseKind.MOVEMENT and undated):
        return Headed(opened)
    meant = heading.phase_after(opened.phase)
    now = opened.phase
    if meant.kind is PhaseKind.ADJUSTMENT and opened.taken_from and meant.year == now.year:
        return Headed(opened)
    autumn = Phase(now.year, Season.AUTUMN, PhaseKind.MOVEMENT)
    if now.kind is PhaseKind.ADJUSTMENT and meant == autumn:
        return Headed(opened)
    return under_phase(opened, str(meant))
