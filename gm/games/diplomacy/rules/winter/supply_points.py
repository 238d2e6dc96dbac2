"""Supply points: a winter in which powers pay, remove, demolish and build (Republic 3-9).

The order of winter: payments; the removals and demolitions ordered by all powers; removals in
civil disorder; builds of units and bridges.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import ClassVar

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitBuilt, UnitDisbanded
from gm.games.diplomacy.rules.mechanics import Adjusted, Adjustments
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Disband,
    Pay,
    Receive,
    RemoveBridge,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Reason, Result, Why
from gm.games.diplomacy.rules.ownership import Survival
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import (
    Account,
    AccountPart,
    AccountsClosed,
    Rates,
    off_board_centres,
    opening_account,
    with_payments,
)
from gm.games.diplomacy.rules.winter.holdings import (
    Holdings,
    carry_out_removals,
    disorder,
    holdings_of,
)
from gm.games.diplomacy.rules.winter.outlook import (
    BUILD,
    REMOVAL,
    Counting,
    Outlook,
    Preview,
    in_disorder,
    other_halves,
)
from gm.games.diplomacy.rules.winter.payments import Paid, PointsPaid, settle
from gm.games.diplomacy.rules.winter.season_facts import WinterFacts
from gm.games.diplomacy.rules.winter.tickets import (
    DONE,
    Ticket,
    TicketVerdict,
    outcomes,
    refused,
    tickets,
)
from gm.games.diplomacy.rules.winter.winter_builds import Site, carry_out_builds
from gm.games.diplomacy.rules.winter.winter_check import check_winter, fault_ahead, spare_builds

_WINTER_ORDERS = (Build, BuildBridge, Disband, RemoveBridge, Pay, Receive, Waive)

Lists = Mapping[PowerId, tuple[Ticket, ...]]
"""Each power's orders that count, in the sequence listed."""


@value
class PointAdjustments(Adjustments):
    """Winter by supply points.

    Args:
        rates: what centres bring and holdings cost.
        free_removals: units may be removed at will, not only in a deficit (an option of 6).
        private_payments: only the two sides know of a payment (an option of 8).
    """

    ahead: ClassVar[bool] = True

    rates: Rates = field(default_factory=Rates)
    free_removals: bool = False
    private_payments: bool = False

    def due(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether the power plays this winter: whoever is in the game may pay or build."""
        return power not in state.eliminated

    def open_slots(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[str, ...]:
        """Return `removal` for each that is still due, `build` for each unit that would fit.

        Nobody knows yet whether payments match: a removal is due that either case may ask for,
        and a unit fits that fits in both. A waived build needs none.
        """
        return self.outlook(board, state, power, orders).slots

    def check(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[Reason | None, ...]:
        """Judge each order of a list: refused is what fails whatever the others order."""
        account = opening_account(board, state, power, self.rates)
        return check_winter(board, state, account, orders, self.rates, free=self.free_removals)

    def check_ahead(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge a winter order in autumn: refused is what no autumn can mend."""
        return fault_ahead(board, state, power, order)

    def outlook(
        self, board: Board, state: GameState, power: PowerId, orders: Sequence[Order]
    ) -> Outlook:
        """Return a power's winter as if its payments all matched, and as if none did."""
        matched = self.preview(board, state, power, orders, matched=True)
        unmatched = self.preview(board, state, power, orders, matched=False)
        return Outlook(matched, unmatched)

    def preview(
        self,
        board: Board,
        state: GameState,
        power: PowerId,
        orders: Sequence[Order],
        *,
        matched: bool,
    ) -> Preview:
        """Return a power's winter by its own orders alone (Republic 6, 8).

        It is carried out as the winter itself will be; the other powers' units stay, and those
        who are to pay or to be paid order just that, or nothing.

        Args:
            board, state: the position in which winter begins.
            power: whose winter it is.
            orders: its list; conditions are judged by the autumn's facts.
            matched: its payments and receipts all have their other halves, else none has.
        """
        listed = tickets(power, orders, WinterFacts(state))
        account = opening_account(board, state, power, self.rates)
        halves = other_halves(listed, board.powers) if matched else {}
        # The other sides are taken to be good for what they promise.
        incomes = {**dict.fromkeys(board.powers, 10**9), power: account.income}
        played = self._play(
            board, state, {power: listed}, settle([listed, *halves.values()], incomes)
        )
        by_entry = outcomes(power, orders, played.verdicts)
        plain = tuple(
            Counting(entry, result)
            for entry, outcome in enumerate(by_entry)
            if outcome.result is not Result.NOT_MET
            for result in outcome.parts or (outcome,)
        )
        events = tuple(event for event in played.events if not isinstance(event, PointsPaid))
        return Preview(
            played.accounts[0],
            by_entry,
            plain,
            events,
            self._slots(board, state, played.accounts[0], plain, events),
        )

    def _slots(
        self,
        board: Board,
        state: GameState,
        account: Account,
        plain: Sequence[Counting],
        events: Sequence[Event],
    ) -> tuple[str, ...]:
        """Return what a list leaves open: removals that the rules would make, or builds."""
        taken = sum(map(in_disorder, events))
        if taken:
            return (REMOVAL,) * taken
        orders = [counting.outcome.order for counting in plain]
        built = [event.unit.at.province for event in events if isinstance(event, UnitBuilt)]
        gone = [event.unit.at.province for event in events if isinstance(event, UnitDisbanded)]
        homes = spare_builds(board, state, account.power, built, gone)
        fitting = min(homes, max(0, account.left) // self.rates.unit)
        waived = sum(isinstance(order, Waive) for order in orders)
        return (BUILD,) * max(0, fitting - waived)

    def keeps_payments(self) -> bool:
        """Tell whether only its two sides know of a payment."""
        return self.private_payments

    def view(self, state: GameState, powers: Collection[PowerId] | None) -> GameState:
        """Return the state as powers may know it: others' accounts tell of private payments."""
        closed = state.part(AccountPart)
        if not self.private_payments or not closed.accounts:
            return state
        shown = tuple(account for account in closed.accounts if account.power in (powers or ()))
        return state.with_part(replace(closed, accounts=shown))

    def resolve(
        self, board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
    ) -> Adjusted:
        """Carry out a winter for all powers, in the order of winter."""
        facts = WinterFacts(state)
        lists = {
            power: tickets(power, orders.get(power, ()), facts) for power in sorted(board.powers)
        }
        incomes = {
            power: opening_account(board, state, power, self.rates).income for power in lists
        }
        played = self._play(board, state, lists, settle(lists.values(), incomes))
        all_outcomes = tuple(
            outcome
            for power in lists
            for outcome in outcomes(power, orders.get(power, ()), played.verdicts)
        )
        closed = AccountsClosed(state.phase.year, played.accounts)
        return Adjusted(all_outcomes, (*played.events, closed))

    def _play(self, board: Board, state: GameState, lists: Lists, paid: Paid) -> _Played:
        verdicts = {**_out_of_place(lists), **paid.verdicts}
        accounts = {
            power: with_payments(
                opening_account(board, state, power, self.rates),
                paid.received(power),
                paid.given(power),
            )
            for power in lists
        }
        holdings = {power: holdings_of(state, power) for power in lists}
        events: list[Event] = list(paid.events)
        for power, listed in lists.items():
            budget = accounts[power].budget
            step = carry_out_removals(
                state, holdings[power], listed, budget, self.rates, free=self.free_removals
            )
            holdings[power] = step.holdings
            events += step.events
            verdicts |= step.verdicts
        for power in lists:
            step = disorder(board, holdings[power], accounts[power].budget, self.rates)
            holdings[power] = step.holdings
            events += step.events
        occupied = _occupied(state, holdings)
        for power, listed in lists.items():
            site = Site(board, state, occupied, accounts[power].budget, self.rates)
            step = carry_out_builds(site, holdings[power], listed)
            holdings[power] = step.holdings
            events += step.events
            verdicts |= step.verdicts
        closed = tuple(
            replace(
                accounts[power],
                upkeep=holdings[power].upkeep(self.rates),
                bridge_upkeep=holdings[power].bridge_upkeep(self.rates),
            )
            for power in lists
        )
        return _Played(tuple(events), verdicts, closed)


@value
class PointSurvival(Survival):
    """When a power is out: it has nothing left, and no payment could help it back."""

    def is_out(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether a power has no unit, no centre on the board, none off it.

        Britain is not out while a payment could still build in a vacant Devon province (ruling).
        """
        if state.units_of(power) or state.centres_of(power):
            return False
        if off_board_centres(board, power, state.phase.year):
            return False
        return not any(
            not board.province(home).is_centre and state.unit_in(home) is None
            for home in board.powers[power].home
        )


@value
class _Played:
    events: tuple[Event, ...]
    verdicts: dict[Ticket, TicketVerdict]
    accounts: tuple[Account, ...]


def _occupied(state: GameState, holdings: Mapping[PowerId, Holdings]) -> frozenset[ProvinceId]:
    """Return where units stand once the removals are done."""
    standing = [unit for unit in state.units if unit.power not in holdings]
    standing += [unit for held in holdings.values() for unit in held.units]
    return frozenset(unit.at.province for unit in standing)


def _out_of_place(lists: Lists) -> dict[Ticket, TicketVerdict]:
    """Return the verdicts on orders that say nothing in winter; a waived build says enough."""
    verdicts: dict[Ticket, TicketVerdict] = {}
    for ticket in (ticket for listed in lists.values() for ticket in listed):
        if isinstance(ticket.order, Waive):
            verdicts[ticket] = DONE
        elif not isinstance(ticket.order, _WINTER_ORDERS):
            verdicts[ticket] = refused(Reason(Why.WRONG_PHASE))
    return verdicts
