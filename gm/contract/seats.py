"""Who plays: the seats of a game."""

from __future__ import annotations

from typing import NewType

SeatId = NewType("SeatId", str)
"""A role that a person plays; in Diplomacy a power's id. One person may hold several."""
