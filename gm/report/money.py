"""Supply points for people (Republic 5-9): what a power can spend, and the closed accounts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.report.phrases import counted
from gm.report.views import GameView
from gm.report.words import points_words
from gm.rules.board import Board, PowerId
from gm.rules.mechanics.accounts import Account, Rates, opening_account
from gm.rules.orders import (
    Build,
    BuildBridge,
    Conditional,
    Disband,
    Order,
    Pay,
    Receive,
    RemoveBridge,
)
from gm.rules.phases import PhaseKind
from gm.rules.state import GameState

_FACT = "points_per_centre"


def has_points(board: Board) -> bool:
    """Tell whether the game has supply points at all."""
    return _FACT in board.facts


def budget_lines(board: Board, state: GameState, power: PowerId) -> tuple[str, ...]:
    """Return what a power earns and must keep up this winter, before payments and orders.

    Empty outside winters and in games without supply points.
    """
    if not has_points(board) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return ()
    rates = Rates.of(board.facts)
    account = opening_account(board, state, power, rates)
    return (
        f"Your income this winter is {_signed(account.income)}: {_sources(account, rates)}.",
        _upkeep(account, rates),
    )


def _sources(account: Account, rates: Rates) -> str:
    parts: list[str] = []
    if account.on_board or not account.off_board:
        parts.append(_amount(account.on_board, rates.centre, "supply centre"))
    if account.off_board:
        parts.append(f"{_amount(account.off_board, rates.off_board, 'centre')} off the board")
    text = " and ".join(parts)
    if account.bridge_losses:
        lost = counted(account.bridge_losses // rates.lost_bridge, "lost bridge")
        text += f", less {account.bridge_losses} for {lost}"
    return text


def _amount(points: int, rate: int, noun: str) -> str:
    return f"{points} from {counted(points // rate, noun)}"


def _upkeep(account: Account, rates: Rates) -> str:
    price = f"A unit costs {rates.unit} points a winter, a bridge {rates.bridge}"
    if account.left < 0:
        short = points_words(-account.left)
        return (
            f"{price}. What you have costs {account.upkeep}, so you are {short} short and must "
            "remove something or be paid."
        )
    if not account.upkeep:
        return f"{price}. You have {points_words(account.left)} to spend."
    return (
        f"{price}. What you have costs {account.upkeep}, so {points_words(account.left)} "
        f"{'is' if account.left == 1 else 'are'} left to spend."
    )


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a power's orders would leave of its points, as if every payment matched.

    Args:
        kept: after payments, demolitions and removals, before anything is built; below 0, units
            have to go.
        left: after the builds.
        promised: what it is to receive.
        conditional: conditional orders were left aside.
    """

    kept: int
    left: int
    promised: int
    conditional: bool

    @property
    def short(self) -> int:
        """How many points the orders need that are not there."""
        return max(0, -self.left)


def forecast(
    game: GameView, state: GameState, power: PowerId, orders: Iterable[Order]
) -> Forecast | None:
    """Return what a power's orders would leave of its points (Republic 6, 8).

    None outside winters, in games without supply points, and where nothing is spent or freed.
    """
    board, given = game.board, tuple(orders)
    if not has_points(board) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return None
    rates = Rates.of(board.facts)
    if not any(_price(order, rates) for order in given):
        return None
    builds = [order for order in given if isinstance(order, Build | BuildBridge)]
    removals = [order for order in given if isinstance(order, Disband)]
    others = [order for order in given if not isinstance(order, Build | BuildBridge | Disband)]
    at_will = game.settings().get("removals") == "free"
    kept = opening_account(board, state, power, rates).left
    kept -= sum(_price(order, rates) for order in others)
    for removal in removals:
        # A unit that can be kept stays, unless the game lets units go at will.
        kept -= _price(removal, rates) if kept < 0 or at_will else 0
    return Forecast(
        kept=kept,
        left=kept - sum(_price(order, rates) for order in builds),
        promised=sum(order.amount for order in given if isinstance(order, Receive)),
        conditional=any(isinstance(order, Conditional) for order in given),
    )


def spending_line(found: Forecast | None) -> str:
    """Return in words what orders would leave of a power's points; "" for None.

    Payments come first in a winter, whatever their place in the list (Republic 8, the winter's
    sequence).
    """
    if found is None:
        return ""
    caveat = ", conditional orders left aside" if found.conditional else ""
    promised = points_words(found.promised)
    if found.left >= 0:
        hope = f", once the {promised} you are to receive are paid" if found.promised else ""
        return f"With all of these orders {points_words(found.left)} would be left over{hope}{caveat}."
    even = f", even with the {promised} you are to receive" if found.promised else ""
    if found.kept < 0:
        return (
            f"After these payments you cannot keep what you have{even}{caveat}: you are "
            f"{points_words(-found.kept)} short, and units are removed for it by rule."
        )
    return (
        f"These orders need {points_words(-found.left)} more than you have{even}{caveat}: payments "
        "are taken first, then builds in the sequence you list them, and what your points do not "
        "cover is void."
    )


def too_dear(found: Forecast | None) -> str:
    """Return a headline for orders that need more points than there are; "" for others."""
    if found is None or not found.short:
        return ""
    return f"Your orders need {points_words(found.short)} more than you have."


def _price(order: Order, rates: Rates) -> int:
    match order:
        case Build():
            return rates.unit
        case BuildBridge():
            return rates.bridge
        case Disband():
            return -rates.unit
        case RemoveBridge():
            return -rates.bridge
        case Pay(amount):
            return amount
        case Receive(amount):
            return -amount
        case _:
            return 0


def account_rows(
    accounts: Iterable[Account], board: Board, *, reader: PowerId | None, private: bool
) -> tuple[tuple[str, ...], ...]:
    """Return the closed accounts as a table, its head first.

    Args:
        accounts: of a winter.
        board: for the powers' names.
        reader: whose own account may be shown in full.
        private: payments are secret, and so are the columns they could be inferred from.
    """
    head = ("", "centres", "off", "lost", "in", "out", "total", "upkeep", "unused")
    return (
        head,
        *(_row(one, board, hidden=private and one.power != reader) for one in accounts),
    )


def _row(account: Account, board: Board, *, hidden: bool) -> tuple[str, ...]:
    secret = (
        ("-",) * 3 if hidden else (str(account.received), str(account.given), str(account.budget))
    )
    return (
        board.powers[account.power].name,
        str(account.on_board),
        str(account.off_board),
        str(-account.bridge_losses),
        *secret,
        str(account.upkeep),
        "-" if hidden else str(account.forfeited),
    )


def _signed(points: int) -> str:
    return points_words(points) if points >= 0 else f"{points} points"
