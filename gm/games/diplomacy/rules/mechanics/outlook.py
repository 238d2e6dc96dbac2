"""What a power's winter comes to by its own orders, before anybody knows the others'.

Receipts show it as if all payments matched and as if none did (Republic 6, 8). The winter itself
is carried out in `supply_points`; here is only what is told of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.mechanics.accounts import Account
from gm.games.diplomacy.rules.mechanics.bridges import BridgeDemolished
from gm.games.diplomacy.rules.mechanics.matching import Half
from gm.games.diplomacy.rules.mechanics.payments import payment_fault
from gm.games.diplomacy.rules.mechanics.tickets import Ticket
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome, Result

BUILD: Final = "build"
REMOVAL: Final = "removal"


@value
class Counting:
    """A plain order that counts, by itself or as the branch of a conditional one.

    Args:
        entry: the place in the list of the order it comes from, from 0.
        outcome: what would become of it.
    """

    entry: int
    outcome: Outcome


@value
class Preview:
    """A power's winter in one case.

    Args:
        account: as it would be closed.
        outcomes: one for each order of its list.
        plain: what would become of the plain orders that count, in the sequence listed.
        events: its removals, demolitions and builds, ordered or in civil disorder.
        slots: what its list leaves open: `removal` for each unit or bridge that the rules would
            take, or `build` for each more unit that would fit.
    """

    account: Account
    outcomes: tuple[Outcome, ...]
    plain: tuple[Counting, ...]
    events: tuple[Event, ...]
    slots: tuple[str, ...]


@value
class Outlook:
    """A power's winter as if its payments and receipts all matched, and as if none did."""

    matched: Preview
    unmatched: Preview

    @property
    def slots(self) -> tuple[str, ...]:
        """What is left open whether or not payments match: see `open_in`."""
        return open_in((self.matched, self.unmatched))

    def cases(self, halves: Sequence[Half]) -> tuple[Preview, ...]:
        """Return the cases that payments may still come to, that in which all match first.

        It is the only one where each that matching would help is ordered on both sides already.
        """
        known = self.payable(halves)
        if known and all(half.matched for half in known):
            return (self.matched,)
        return (self.matched, self.unmatched)

    def payable(self, halves: Iterable[Half]) -> tuple[Half, ...]:
        """Return the payments and receipts that matching would help, in their sequence.

        One that the payer's income can never cover is void whether or not it is matched.
        """
        void = [
            (counting.entry, counting.outcome.order)
            for counting in self.matched.plain
            if counting.outcome.result is Result.VOID
        ]
        return tuple(half for half in halves if (half.entry, half.order) not in void)

    @property
    def hangs_on_payments(self) -> bool:
        """Tell whether the two cases differ at all."""
        return self.matched != self.unmatched


def open_in(cases: Sequence[Preview]) -> tuple[str, ...]:
    """Return the removals that one of the cases asks for, or the builds that fit in all."""
    removals = max(case.slots.count(REMOVAL) for case in cases)
    builds = min(case.slots.count(BUILD) for case in cases)
    return (REMOVAL,) * removals if removals else (BUILD,) * builds


def in_disorder(event: Event) -> bool:
    """Tell whether a unit or bridge is taken because its power could not keep it."""
    return isinstance(event, UnitDisbanded | BridgeDemolished) and event.by_civil_disorder


def other_halves(
    own: Sequence[Ticket], powers: Collection[PowerId]
) -> dict[PowerId, list[Ticket]]:
    """Return the receipts and payments that would match a power's own, by who would give them.

    Args:
        own: its list; what names no power of the board has no other half.
        powers: of the board.
    """
    halves: dict[PowerId, list[Ticket]] = {}
    for ticket in own:
        match ticket.order:
            case Pay(amount, to) as order if payment_fault(ticket.power, order) is None:
                half: Order = Receive(amount, ticket.power)
                whose = to
            case Receive(amount, sender) as order if payment_fault(ticket.power, order) is None:
                half = Pay(amount, ticket.power)
                whose = sender
            case _:
                continue
        if whose in powers:
            halves.setdefault(whose, []).append(Ticket(whose, ticket.number, ticket.part, half))
    return halves
