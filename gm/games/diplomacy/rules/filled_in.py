"""The generic values of the contract as Diplomacy fills them in."""

from __future__ import annotations

from typing import TypeAlias

from gm.contract.ruleset import Check, Request, Resolution, Ruleset
from gm.games.diplomacy.rules.outcomes import Outcome, Reason
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState

SeasonRequest: TypeAlias = Request[Phase]
"""What a phase waits for from one power."""

SeasonCheck: TypeAlias = Check[Reason]
"""What the rules say of an order of a season."""

SeasonResolution: TypeAlias = Resolution[GameState, Outcome]
"""What the resolution of a phase made."""

SeasonRuleset: TypeAlias = Ruleset[GameState, Phase, Outcome, Reason]
"""The rules of a game of Diplomacy."""
