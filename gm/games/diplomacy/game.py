"""The family as the shell is told of it."""

from __future__ import annotations

from typing import Final

from gm.contract.game import Game
from gm.games.diplomacy.stored import STORED
from gm.games.diplomacy.variants import VARIANTS

DIPLOMACY: Final = Game(id="diplomacy", variants=tuple(VARIANTS), stored=STORED)
"""Diplomacy and what is played like it."""
