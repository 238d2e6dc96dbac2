"""A message between players, as its readers may know it, and as it stands in a report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.phases import Phase


@dataclass(frozen=True, slots=True)
class PressView:
    """A message, as its readers may know it.

    Args:
        writers: the powers that sign it; none for a grey one. from_gm: the GM signs it.
        to: the powers it is for; everybody: it is for all, but for those in `but`.
        to_gm: the GM is among those it is for.
        text: as it was written.
        phase: the phase in which it was written; at: when it was.
    """

    writers: tuple[SeatId, ...]
    to: tuple[SeatId, ...]
    text: str
    phase: Phase
    at: datetime
    everybody: bool = False
    but: tuple[SeatId, ...] = ()
    to_gm: bool = False
    from_gm: bool = False

    @property
    def grey(self) -> bool:
        """Whether nobody signs it."""
        return not self.writers and not self.from_gm

    @property
    def public(self) -> bool:
        """Whether it is for everybody to read."""
        return self.everybody and not self.but


@dataclass(frozen=True, slots=True)
class PressSaid:
    """A message in a report: who to whom, its lines, and the same wrapped and barred for text."""

    title: str
    when: str
    lines: tuple[str, ...]
    barred: tuple[str, ...]
