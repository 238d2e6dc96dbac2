"""For which phase the lines under a heading are: `phase F1901R`, `Retreats:`, `Winter 1901:`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.games.diplomacy.language import line_words
from gm.games.diplomacy.language.ahead import Heading, heading_of, year_near
from gm.games.diplomacy.language.other_names import spoken_by
from gm.games.diplomacy.language.retreat_lists import retreat_phase, retreating
from gm.games.diplomacy.language.values import Context, LineReading
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season, is_in_calendar
from gm.interpret import press
from gm.interpret.folding import fold


@dataclass(frozen=True, slots=True)
class Headed:
    """How the lines under a heading are read.

    Args:
        context: against which position.
        retreats: they are retreats, sent with the moves.
        refused: why they are not taken now, where they are for another phase; else "".
    """

    context: Context
    retreats: bool = False
    refused: str = ""

    def spoken(self, code: str) -> Headed:
        """Return the same where names are read as in another language too."""
        return replace(self, context=spoken_by(self.context, code))


def is_frame(board: Board, text: str) -> bool:
    """Tell whether a line says how those around it are read: a heading, or a part of a block."""
    plain = fold(text[:500])
    return (
        press.opens_if(plain)
        or press.closes_if(plain)
        or press.otherwise(plain) is not None
        or press.phase_named(plain) is not None
        or heading_of(board, plain) is not None
    )


def is_in_block(line: LineReading) -> bool:
    """Tell whether a line does not count because it stands in a block that was refused."""
    return line.problem is not None and line.problem.below


def under_phase(opened: Context, named: str) -> Headed:
    """Return how lines under a phase's name are read.

    Args:
        opened: the position of the open phase.
        named: the phase, as `F1901M` or `F01M`.
    """
    try:
        phase = Phase.parse(named)
    except ValueError:
        return Headed(opened, refused=line_words.no_such_phase(named, opened.phase))
    if not is_in_calendar(phase):
        return Headed(opened, refused=line_words.no_such_phase(named, opened.phase))
    return _in_phase(opened, replace(phase, year=year_near(opened.phase.year, phase.year)))


def _in_phase(opened: Context, phase: Phase) -> Headed:
    later = opened.later
    if phase == opened.phase:
        return Headed(opened)
    if later is not None and phase == later.phase:
        return Headed(later)
    if opened.retreats_ahead and phase == retreat_phase(opened.phase):
        return Headed(retreating(opened), retreats=True)
    return Headed(opened, refused=line_words.other_phase(phase, opened.phase))


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
    return _in_phase(opened, meant)
