"""Supply points for people (Republic 5-9): what a power can spend, and the closed accounts."""

from __future__ import annotations

from collections.abc import Iterable

from gm.report.phrases import counted
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


def balance(board: Board, state: GameState, power: PowerId, orders: Iterable[Order]) -> int | None:
    """Return what a power's orders would leave of its points, as if every payment matched.

    Conditional orders are left aside. None outside winters, in games without supply points, and
    where nothing is spent.
    """
    if not has_points(board) or state.phase.kind is not PhaseKind.ADJUSTMENT:
        return None
    rates = Rates.of(board.facts)
    spent = sum(_price(order, rates) for order in orders)
    return opening_account(board, state, power, rates).left - spent if spent else None


def spending_line(left: int | None, orders: Iterable[Order]) -> str:
    """Return in words what orders would leave of a power's points; "" for None.

    Payments come first in a winter, whatever their place in the list (Republic 8, the winter's
    sequence).
    """
    if left is None:
        return ""
    given = tuple(orders)
    conditional = any(isinstance(order, Conditional) for order in given)
    caveat = ", conditional orders left aside" if conditional else ""
    promised = sum(order.amount for order in given if isinstance(order, Receive))
    hope = f", once the {points_words(promised)} you are to receive are paid" if promised else ""
    if left >= 0:
        return f"With all of these orders {points_words(left)} would be left over{hope}{caveat}."
    even = f", even with the {points_words(promised)} you are to receive" if promised else ""
    return (
        f"These orders need {points_words(-left)} more than you have{even}{caveat}: payments are "
        "taken first, then builds in the sequence you list them, and what your points do not "
        "cover is void."
    )


def too_dear(left: int | None) -> str:
    """Return a headline for orders that need more points than there are; "" for others."""
    if left is None or left >= 0:
        return ""
    return f"Your orders need {points_words(-left)} more than you have."


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
