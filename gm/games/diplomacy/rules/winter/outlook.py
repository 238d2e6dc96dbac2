"""What a power's winter comes to by its own orders, and what it may know of the others' before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.mechanics import Adjustments
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import Account
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished
from gm.games.diplomacy.rules.winter.payments import Half, halves, payment_fault
from gm.games.diplomacy.rules.winter.tickets import Ticket

# What a power's winter comes to by its own orders, before anybody knows the others'.
#
# Receipts show it as if all payments matched and as if none did (Republic 6, 8). The winter itself
# is carried out in `supply_points`; here is only what is told of it.

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
    tickets: Sequence[Ticket], powers: Collection[PowerId]
) -> dict[PowerId, list[Ticket]]:
    """Return the receipts and payments that would match a power's own, by who would give them.

    Args:
        tickets: its list; what names no power of the board has no other half.
        powers: of the board.
    """
    halves: dict[PowerId, list[Ticket]] = {}
    for ticket in tickets:
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


# What a power may know of a winter ahead: how it would end by its orders, and what others add to it.
#
# Of the others' orders nothing is told but whether its own payments have their other halves.


@value
class WinterAhead:
    """A power's winter ahead.

    Args:
        outlook: how it would end by the power's own orders; None outside winters and in games
            without supply points.
        matching: its payments and receipts that can be paid, with or without their other halves.
        waiting: those that could be paid if they had them.
        losses: what civil disorder would take from it, by what stands.
    """

    outlook: Outlook | None = None
    matching: tuple[Half, ...] = ()
    waiting: tuple[Pay | Receive, ...] = ()
    losses: tuple[Event, ...] = ()


def winter_ahead(
    adjustments: Adjustments,
    board: Board,
    state: GameState,
    power: PowerId,
    drafts: Mapping[PowerId, Sequence[Order]],
) -> WinterAhead | None:
    """Return what a power may know of the winter that is open; None in another phase.

    Args:
        adjustments: how winters are played. board, state: the position; power: whose winter.
        drafts: everybody's orders that stand.
    """
    if state.phase.kind is not PhaseKind.ADJUSTMENT:
        return None
    orders = drafts.get(power, ())
    outlook = adjustments.outlook(board, state, power, orders)
    known = halves(state, drafts).get(power, ())
    payable = outlook.payable(known) if outlook is not None else known
    return WinterAhead(
        outlook,
        payable if outlook is not None else (),
        _waiting(payable),
        _losses(adjustments, board, state, power, orders, known),
    )


def winter_after(
    state: GameState, power: PowerId, drafts: Mapping[PowerId, Sequence[Order]]
) -> WinterAhead:
    """Return what a power may know of a winter that is still to come, by what was sent for it."""
    known = halves(state, drafts).get(power, ())
    return WinterAhead(matching=known, waiting=_waiting(known))


def _waiting(known: Sequence[Half]) -> tuple[Pay | Receive, ...]:
    return tuple(half.order for half in known if not half.matched)


def _losses(
    adjustments: Adjustments,
    board: Board,
    state: GameState,
    power: PowerId,
    orders: Sequence[Order],
    known: Sequence[Half],
) -> tuple[Event, ...]:
    """Return what civil disorder would take; of the others only the other halves count."""
    lists = {power: tuple(orders), **_other_halves(power, known)}
    played = adjustments.resolve(board, state, lists)
    return tuple(event for event in played.events if _takes_from(event, power))


def _other_halves(power: PowerId, known: Sequence[Half]) -> dict[PowerId, tuple[Order, ...]]:
    lists: dict[PowerId, tuple[Order, ...]] = {}
    for half in known:
        match half.order:
            case Pay(amount, other) if half.matched:
                lists[other] = (*lists.get(other, ()), Receive(amount, power))
            case Receive(amount, other) if half.matched:
                lists[other] = (*lists.get(other, ()), Pay(amount, power))
            case _:
                pass
    return lists


def _takes_from(event: Event, power: PowerId) -> bool:
    match event:
        case UnitDisbanded(unit, by_civil_disorder=True):
            return unit.power == power
        case BridgeDemolished(bridge, by_civil_disorder=True):
            return bridge.owner == power
        case _:
            return False
