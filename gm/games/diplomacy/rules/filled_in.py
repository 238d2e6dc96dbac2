"""The generic values of the contract as Diplomacy fills them in."""

from __future__ import annotations

from typing import TypeAlias

from gm.contract.rules import Check, Resolution
from gm.games.diplomacy.rules.outcomes import Outcome, Reason
from gm.games.diplomacy.rules.state import GameState

SeasonCheck: TypeAlias = Check[Reason]
"""What the rules say of an order of a season."""

SeasonResolution: TypeAlias = Resolution[GameState, Outcome]
"""What the resolution of a phase made."""
