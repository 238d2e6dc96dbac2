"""Chance as an argument: every draw is labelled, made from a stated list, and recorded.

The rules never make chance of their own. In play a `Draws` is seeded; in tests and in replays it
is scripted; a GM with a real hat enters what he drew (Irish 4-13).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Protocol

from gm.rules.values import value


@value
class Draw:
    """One draw as it is recorded and published.

    Args:
        label: what it was for, unique in its game: "black hole, S1974".
        candidates: what could have been drawn, in the order they were put into the hat.
        chosen: what was drawn.
        by_hand: True where the GM entered it.
    """

    label: str
    candidates: tuple[str, ...]
    chosen: str
    by_hand: bool = False


class Draws(Protocol):
    """A source of chance."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Draw one of the candidates, each as likely as the others; ValueError if there is none."""
        ...


@value
class SeededDraws:
    """Draws computed from a secret seed with HMAC-SHA256, repeatable by anyone who knows it.

    The key is the seed; the message is "label/counter". The first 8 bytes, read as a big-endian
    number below the largest multiple of the number of candidates, choose; else the counter goes up.
    """

    seed: bytes

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Draw one of the candidates; the same label and list always give the same result."""
        if not candidates:
            raise ValueError(f"nothing to draw from for {label!r}")
        limit = (1 << 64) - (1 << 64) % len(candidates)
        counter = 0
        while (number := self._number(label, counter)) >= limit:
            counter += 1
        return Draw(label, tuple(candidates), candidates[number % len(candidates)])

    def _number(self, label: str, counter: int) -> int:
        message = f"{label}/{counter}".encode()
        return int.from_bytes(hmac.digest(self.seed, message, hashlib.sha256)[:8], "big")


@value
class ScriptedDraws:
    """Draws that were decided beforehand: a recorded game, a test, a GM's own hat."""

    script: Mapping[str, str] = field(default_factory=dict)

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return the scripted draw; KeyError if the script lacks it, ValueError if impossible."""
        chosen = self.script[label]
        if chosen not in candidates:
            raise ValueError(f"{chosen!r} cannot be drawn for {label!r}")
        return Draw(label, tuple(candidates), chosen, by_hand=True)
