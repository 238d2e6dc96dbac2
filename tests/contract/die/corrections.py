"""What a game master can correct in the Die: points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.corrections import Override, PlainCorrections, Refit, Verb
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position
from gm.contract.seats import SeatId
from gm.errors import NotAllowed, UnreadableInput
from tests.contract.die.rules.events import PointsWon
from tests.contract.die.rules.orders import Play
from tests.contract.die.rules.rules import DieFault
from tests.contract.die.rules.state import DieState
from tests.contract.die.words import player_name, why_refused


class DieCorrections(PlainCorrections[DieState]):
    """Keeps the contract's `Corrections`."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Return what can be corrected."""
        return (Verb("points", "points RED -1", "Give a player points, or take some."),)

    def edit(self, words: Sequence[str], at: Position[DieState], drafts: Drafts) -> Override:
        """Return what some words ask for."""
        del drafts
        if len(words) != 3 or words[0] != "points" or not words[2].lstrip("+-").isdecimal():
            raise UnreadableInput(f"{' '.join(words)!r} is none of: {self.verbs[0].form}")
        player, points = words[1].upper(), int(words[2])
        if player not in at.state.points:
            raise NotAllowed(f"{player} does not play in this game.")
        given = f"The GM gives {player_name(player)} {points:+} points."
        return Override("points", (PointsWon(player, points),), given, (SeatId(player),))

    def again(self, override: Override, at: Position[DieState]) -> Override:
        """Return a correction in another position: points can be given in any."""
        at.rules.amend(at.state, override.events)
        return override

    def refit(
        self,
        seat: SeatId,
        order: Order,
        at: Position[DieState],
        known: Position[DieState] | None = None,
    ) -> Refit | None:
        """Return what becomes of an order in another position: a card may be gone."""
        del known
        if isinstance(order, Play) and order.card not in at.state.hands[seat]:
            return Refit(None, "The card is not in your hand.")
        return None

    def refusal(self, check: Check[Any], at: Position[DieState]) -> str:
        """Return in a sentence why an order is refused."""
        del at
        return why_refused(check.refused) if isinstance(check.refused, DieFault) else ""

    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read an order of a stage that is over: not a card in a queue."""
        del order
        return False
