"""What of a resolved phase a reader may see: orders are public, what was not done is not.

A conditional order is shown to others as the branch that counted, and not at all where none did.
A payment that did not come off is told to its two sides (Republic 8), and so is a promise that was
not kept; a gift that the giver could not pay is his own affair (Irish 15). Where a game keeps payments
private, so is everything they could be inferred from: of a winter others then read what was done,
and of nothing that failed. The GM's own copy keeps nothing back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.mechanics.promises import promised
from gm.games.diplomacy.rules.orders import Conditional, Give, Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed
from gm.games.diplomacy.rules.winter.payments import PointsPaid


@value
class Curtain:
    """What one reader may see.

    Args:
        readers: his powers; none for the public, and for the GM, who sees all.
        private: this is a winter whose payments are secret.
        open: nothing is kept from the reader.
    """

    readers: tuple[PowerId, ...]
    private: bool
    open: bool = False

    def outcomes(self, outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
        """Return the outcomes the reader may see, as he may see them."""
        if self.open:
            return tuple(outcomes)
        seen: list[Outcome] = []
        for outcome in outcomes:
            if outcome.power in self.readers:
                seen.append(outcome)
            else:
                seen += (result for result in self._plain(outcome) if self._may_see(result))
        return tuple(seen)

    def events(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return the facts the reader may see, of others' accounts what does not tell of payments."""
        return tuple(self._as_known(event) for event in events if self._may_know(event))

    def _as_known(self, event: Event) -> Event:
        if self.open or not self.private or not isinstance(event, AccountsClosed):
            return event
        accounts = tuple(
            account if account.power in self.readers else replace(account, received=0, given=0)
            for account in event.accounts
        )
        return replace(event, accounts=accounts)

    def _may_know(self, event: Event) -> bool:
        if self.open or not self.private or not isinstance(event, PointsPaid):
            return True
        return event.payer in self.readers or event.payee in self.readers

    def _plain(self, outcome: Outcome) -> Iterable[Outcome]:
        """Return an order of another power as it counted, each branch's order by itself.

        Of a promise its beneficiary reads the condition as well, of his own gift alone (Irish 15).
        """
        if not isinstance(outcome.order, Conditional):
            return (outcome,)
        mine = (result for reader in self.readers for result in promised(outcome, reader))
        return (*mine, *(part for part in outcome.parts if not self._is_gift(part)))

    def _may_see(self, outcome: Outcome) -> bool:
        order = outcome.order
        if isinstance(order, Conditional):
            return True  # a promise to the reader
        if isinstance(order, Give):
            return outcome.result is Result.OK
        if not isinstance(order, Pay | Receive):
            # Whoever knows the income knows what should fit, so what did not would tell of points
            # paid or received; so would a bridge that failed for want of the unit beside it.
            return outcome.result is Result.OK or not self.private
        other = order.to if isinstance(order, Pay) else order.sender
        if other in self.readers:
            return True
        return outcome.result is Result.OK and not self.private

    def _is_gift(self, outcome: Outcome) -> bool:
        return isinstance(outcome.order, Give) and outcome.order.to in self.readers
