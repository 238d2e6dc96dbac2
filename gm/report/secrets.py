"""What of a resolved phase a reader may see: orders are public, what was not done is not.

A conditional order is shown to others as the branch that counted, and not at all where none did.
A payment that did not come off is told to its two sides (Republic 8). Where a game keeps payments
private, so is everything they could be inferred from: of a winter others then read what was done,
and of nothing that failed. The GM's own copy keeps nothing back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.report.views import GameView
from gm.rules.board import PowerId
from gm.rules.events import Event
from gm.rules.mechanics.payments import PointsPaid
from gm.rules.orders import Conditional, Pay, Receive
from gm.rules.outcomes import Outcome, Result

_OPTION, _PRIVATE = "payments", "private"


def payments_are_private(game: GameView) -> bool:
    """Tell whether payments are told only to their two sides (an option of Republic 8)."""
    return game.settings().get(_OPTION) == _PRIVATE


def accounts_shown(
    game: GameView, reader: PowerId | None, *, for_gm: bool
) -> frozenset[PowerId] | None:
    """Return whose accounts a reader may see whole; None for everybody's."""
    if for_gm or not payments_are_private(game):
        return None
    return frozenset({reader} if reader is not None else ())


@dataclass(frozen=True, slots=True)
class Curtain:
    """What one reader may see.

    Args:
        reader: a power; None for the public, and for the GM, who sees all.
        private: this is a winter whose payments are secret.
        open: nothing is kept from the reader.
    """

    reader: PowerId | None
    private: bool
    open: bool = False

    def outcomes(self, outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
        """Return the outcomes the reader may see, as he may see them."""
        if self.open:
            return tuple(outcomes)
        seen: list[Outcome] = []
        for outcome in outcomes:
            if outcome.power == self.reader:
                seen.append(outcome)
            else:
                seen += (one for one in self._plain(outcome) if self._may_see(one))
        return tuple(seen)

    def events(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return the facts the reader may see."""
        return tuple(event for event in events if self._may_know(event))

    def _may_know(self, event: Event) -> bool:
        if self.open or not self.private or not isinstance(event, PointsPaid):
            return True
        return self.reader in (event.payer, event.payee)

    def _plain(self, outcome: Outcome) -> Iterable[Outcome]:
        """Return an order of another power as it counted, each branch's order by itself."""
        return outcome.parts if isinstance(outcome.order, Conditional) else (outcome,)

    def _may_see(self, outcome: Outcome) -> bool:
        order = outcome.order
        if not isinstance(order, Pay | Receive):
            # Whoever knows the income knows what should fit, so what did not would tell of points
            # paid or received; so would a bridge that failed for want of the unit beside it.
            return outcome.result is Result.OK or not self.private
        other = order.to if isinstance(order, Pay) else order.sender
        if other == self.reader:
            return True
        return outcome.result is Result.OK and not self.private
