"""A message between players as it stands in a report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PressSaid:
    """A message in a report: who to whom, its lines, and the same wrapped and barred for text."""

    title: str
    when: str
    lines: tuple[str, ...]
    barred: tuple[str, ...]
