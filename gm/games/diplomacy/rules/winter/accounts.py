"""The supply points of a power in one winter (Republic 5-9), as an account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import ClassVar

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import PositionChange
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.winter.bridges import BridgePart


@value
class Rates:
    """What centres bring and holdings cost, in points a winter (Republic 5, 6, 9g)."""

    centre: int = 10
    off_board: int = 11
    unit: int = 7
    bridge: int = 6
    lost_bridge: int = 2

    @classmethod
    def of(cls, facts: Mapping[str, int | str]) -> Rates:
        """Return the rates a board's facts name; what they leave out is as in the rules."""
        usual = cls()
        return cls(
            int(facts.get("points_per_centre", usual.centre)),
            int(facts.get("points_per_off_board", usual.off_board)),
            int(facts.get("unit_upkeep", usual.unit)),
            int(facts.get("bridge_upkeep", usual.bridge)),
            int(facts.get("bridge_loss_penalty", usual.lost_bridge)),
        )


@value
class Account:
    """The account of one power and winter, all in points.

    Args:
        power: whose it is.
        on_board: what its centres on the board bring; off_board: what those off it bring, and what
            the GM granted it for this winter.
        bridge_losses: what its lost bridges cost, as a positive number.
        received, given: payments that were made.
        upkeep: of its units and bridges after the adjustments.
        bridge_upkeep: the part of it that the bridges cost; None in old records, which had only
            the sum.
    """

    power: PowerId
    on_board: int = 0
    off_board: int = 0
    bridge_losses: int = 0
    received: int = 0
    given: int = 0
    upkeep: int = 0
    bridge_upkeep: int | None = None

    @property
    def unit_upkeep(self) -> int | None:
        """The part of the upkeep that the units cost, where that is known."""
        return None if self.bridge_upkeep is None else self.upkeep - self.bridge_upkeep

    @property
    def income(self) -> int:
        """What it has of its own; it may be negative."""
        return self.on_board + self.off_board - self.bridge_losses

    @property
    def budget(self) -> int:
        """What it can spend: points received fill a hole first."""
        return self.income + self.received - self.given

    @property
    def left(self) -> int:
        """The budget less the upkeep; negative in a deficit."""
        return self.budget - self.upkeep

    @property
    def forfeited(self) -> int:
        """What was not used and is lost (Republic 7)."""
        return max(0, self.left)


@value
class AccountPart(StatePart):
    """The accounts of the last winter, by power's id."""

    key: ClassVar[str] = "accounts"

    year: int = 0
    accounts: tuple[Account, ...] = ()


@value
class AccountsClosed(PositionChange):
    """The accounts of a winter were closed."""

    year: int
    accounts: tuple[Account, ...]

    def apply(self, state: GameState) -> GameState:
        return state.with_part(AccountPart(self.year, self.accounts))


@value
class GrantPart(StatePart):
    """What the GM has granted powers for one winter, in points; less than nothing takes away.

    Args:
        year: of the winter; in any other it counts for nothing.
    """

    key: ClassVar[str] = "grants"

    year: int = 0
    amounts: Mapping[PowerId, int] = field(default_factory=dict)

    def of(self, power: PowerId, year: int) -> int:
        """Return what a power was granted for the winter of a year."""
        return self.amounts.get(power, 0) if year == self.year else 0


@value
class PointsGranted(PositionChange):
    """The GM granted a power points for the winter of a year, beside what it was granted before."""

    power: PowerId
    year: int
    amount: int

    def apply(self, state: GameState) -> GameState:
        had = state.part(GrantPart)
        amounts = dict(had.amounts) if had.year == self.year else {}
        amounts[self.power] = amounts.get(self.power, 0) + self.amount
        return state.with_part(GrantPart(self.year, dict(sorted(amounts.items()))))


def off_board_centres(board: Board, power: PowerId, year: int) -> int:
    """Return how many off-board centres a power has in the winter of a year (Republic 3, 5)."""
    lines = [line for line in board.powers[power].off_board if line.from_year <= year]
    return max(lines, key=lambda line: line.from_year).centres if lines else 0


def opening_account(board: Board, state: GameState, power: PowerId, rates: Rates) -> Account:
    """Return a power's account before payments and adjustments.

    Republic 5, 6, 9g: every bridge lost before this winter counts, none of those it takes itself.
    """
    bridges, year = state.part(BridgePart), state.phase.year
    bridge_upkeep = rates.bridge * len(bridges.of(power))
    return Account(
        power,
        on_board=rates.centre * len(state.centres_of(power)),
        off_board=rates.off_board * off_board_centres(board, power, year)
        + state.part(GrantPart).of(power, year),
        bridge_losses=rates.lost_bridge * bridges.lost.get(power, 0),
        upkeep=rates.unit * len(state.units_of(power)) + bridge_upkeep,
        bridge_upkeep=bridge_upkeep,
    )


def with_payments(account: Account, received: int, given: int) -> Account:
    """Return the account with what was paid (Republic 8)."""
    return replace(account, received=received, given=given)


def account_figures(account: Account) -> dict[str, int]:
    """Return an account as a recorded phase writes it (docs/phases.md)."""
    return {
        "on_board": account.on_board,
        "off_board": account.off_board,
        "bridge_losses": account.bridge_losses,
        "received": account.received,
        "given": account.given,
        "budget": account.budget,
        "upkeep": account.upkeep,
        "forfeited": account.forfeited,
    }
