"""The facts by which a game's master puts a position right, and their bounds."""

from __future__ import annotations

from dataclasses import replace

from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.freedom.rules.events import Happening
from gm.games.freedom.rules.state import SiegeState, cards_sorted

SETTLED = ""
"""In place of the card that the game's master settles by hand: he has done so, and the game can go on."""


@value
class EffectSettled(Happening):
    """The game's master has settled a card's effect by hand; the step after goes on behind it (9)."""

    card: str

    def on(self, state: SiegeState) -> SiegeState:
        """It is to go on."""
        return replace(state, settling=SETTLED)


@value
class UnitsSet(Happening):
    """So many units of a kind stand in a space, whatever there was."""

    space: str
    kind: str
    count: int

    def on(self, state: SiegeState) -> SiegeState:
        """They stand there."""
        there = {**state.units.get(self.space, {}), self.kind: self.count}
        left = {kind: count for kind, count in there.items() if count}
        units = {space: stack for space, stack in state.units.items() if space != self.space}
        return replace(state, units={**units, self.space: left} if left else units)


@value
class CampCannonsSet(Happening):
    """So many cannons wait in the Camp."""

    count: int

    def on(self, state: SiegeState) -> SiegeState:
        """They wait there."""
        return replace(state, cannons=replace(state.cannons, camp=self.count))


@value
class CardReturned(Happening):
    """A card goes from the discards into a hand, for all to see."""

    seat: SeatId
    card: str

    def on(self, state: SiegeState) -> SiegeState:
        """It is in hand."""
        hand = cards_sorted((*state.hand[self.seat], self.card))
        discard = tuple(card for card in state.discard if card != self.card)
        return replace(state, hand={**state.hand, self.seat: hand}, discard=discard)


@value
class CardDropped(Happening):
    """A card goes from a hand to the discards, for all to see."""

    seat: SeatId
    card: str

    def on(self, state: SiegeState) -> SiegeState:
        """It lies there."""
        hand = tuple(card for card in state.hand[self.seat] if card != self.card)
        discard = cards_sorted((*state.discard, self.card))
        return replace(state, hand={**state.hand, self.seat: hand}, discard=discard)
