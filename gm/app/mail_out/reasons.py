"""Reasons with moments in them, which each reader reads in his own time zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.report.wording.dates import moment_words


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something waits, to stand behind a colon.

    Args:
        parts: its words, with moments among them.
    """

    parts: tuple[str | datetime, ...]

    def words(self, zone: str = "UTC") -> str:
        """Return the reason for a reader in a time zone; what is stored has its moments in UTC."""
        return "".join(
            one if isinstance(one, str) else moment_words(one, zone) for one in self.parts
        )


def reason(*parts: str | datetime) -> Reason:
    """Return a reason made of words and moments."""
    return Reason(parts)
