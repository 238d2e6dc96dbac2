"""What of a resolved phase a reader may see: orders are public, what was not done is not.

A conditional order is shown to others as the branch that counted, and not at all where none did.
A payment that did not come off is told to its two sides (Republic 8). Where a game keeps payments
private, so is everything they could be inferred from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gm.report.views import GameView
from gm.rules.board import PowerId
from gm.rules.events import Event
from gm.rules.mechanics.payments import PointsPaid
from gm.rules.mechanics.season_facts import WinterFacts
from gm.rules.mechanics.tickets import branches
from gm.rules.orders import Conditional, Order, Pay, Receive
from gm.rules.outcomes import Outcome, Result, Why
from gm.rules.phases import PhaseKind
from gm.rules.state import GameState

_OPTION, _PRIVATE = "payments", "private"
_TELLING = {Why.TOO_DEAR, Why.NOT_COVERED, Why.NO_REMOVAL_DUE}


def payments_are_private(game: GameView) -> bool:
    """Tell whether payments are told only to their two sides (an option of Republic 8)."""
    return game.settings().get(_OPTION) == _PRIVATE


@dataclass(frozen=True, slots=True)
class Curtain:
    """What one reader may see.

    Args:
        reader: a power; None for the public.
        before: the position the orders were given in.
        private: payments are secret.
    """

    reader: PowerId | None
    before: GameState
    private: bool

    def outcomes(self, outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
        """Return the outcomes the reader may see, as he may see them."""
        seen: list[Outcome] = []
        for outcome in outcomes:
            if outcome.power == self.reader:
                seen.append(outcome)
            else:
                seen += (self._veiled(one) for one in self._plain(outcome) if self._may_see(one))
        return tuple(seen)

    def events(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return the facts the reader may see."""
        return tuple(event for event in events if self._may_know(event))

    def _may_know(self, event: Event) -> bool:
        if not self.private or not isinstance(event, PointsPaid):
            return True
        return self.reader in (event.payer, event.payee)

    def _plain(self, outcome: Outcome) -> Iterable[Outcome]:
        """Yield an order of another power as it counted, each branch's order by itself."""
        if not isinstance(outcome.order, Conditional):
            yield outcome
            return
        counted = self._counted(outcome.order)
        for order in counted:
            # Of several orders only one verdict is known, and it may be any one's.
            alone = len(counted) == 1 or outcome.result is Result.OK
            if alone:
                yield replace(outcome, order=order)

    def _counted(self, order: Conditional) -> tuple[Order, ...]:
        if self.before.phase.kind is not PhaseKind.ADJUSTMENT:
            return ()
        return tuple(branches(order, WinterFacts(self.before)))

    def _may_see(self, outcome: Outcome) -> bool:
        order = outcome.order
        if not isinstance(order, Pay | Receive):
            return True
        other = order.to if isinstance(order, Pay) else order.sender
        if other == self.reader:
            return True
        return outcome.result is Result.OK and not self.private

    def _veiled(self, outcome: Outcome) -> Outcome:
        """Take the figures out of a reason that would tell what a power had left."""
        reason = outcome.reason
        if not self.private or reason is None or reason.why not in _TELLING:
            return outcome
        return replace(outcome, reason=None)
