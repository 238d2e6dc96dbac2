"""Supply points for people (Republic 5-9): what a power can spend, and the closed accounts."""

from __future__ import annotations

from gm.report.pages.accounts_page import loss_words
from gm.report.wording.phrases import counted
from gm.report.wording.words import points_words
from gm.rules.board import Board, PowerId
from gm.rules.mechanics.accounts import Account, GrantPart, Rates, opening_account
from gm.rules.mechanics.bridges import BridgePart
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
    lost = state.part(BridgePart).losses_of(power)
    return (
        _income(account, rates, state.part(GrantPart).of(power, state.phase.year)),
        *(f"Lost: the {loss_words(one, board)}." for one in lost),
        _upkeep(account, rates),
    )


def _income(account: Account, rates: Rates, granted: int) -> str:
    if not (account.on_board or account.off_board or account.bridge_losses):
        return "You have no income this winter."
    return f"Your income this winter is {_signed(account.income)}: {_sources(account, rates, granted)}."


def _sources(account: Account, rates: Rates, granted: int) -> str:
    parts: list[str] = []
    if account.on_board:
        parts.append(_amount(account.on_board, rates.centre, "supply centre"))
    if beyond := account.off_board - granted:
        parts.append(f"{_amount(beyond, rates.off_board, 'centre')} off the board")
    text = " and ".join(parts) or "nothing from supply centres"
    if account.bridge_losses:
        lost = counted(account.bridge_losses // rates.lost_bridge, "lost bridge")
        text += f", less {account.bridge_losses} for {lost}"
    if granted:
        text += f", and {granted:+d} by the GM's word"
    return text


def _amount(points: int, rate: int, noun: str) -> str:
    return f"{points} from {counted(points // rate, noun)}"


def _upkeep(account: Account, rates: Rates) -> str:
    price = f"A unit costs {rates.unit} points a winter, a bridge {rates.bridge}"
    if account.left < 0:
        short = points_words(-account.left)
        if not account.upkeep:
            lapse = (
                "lapses if nobody pays it" if account.left == -1 else "lapse if nobody pays them"
            )
            return f"You have no unit and no bridge. The {short} you lack {lapse}."
        return (
            f"{price}. What you have costs {account.upkeep}, so you are {short} short and must "
            "remove something or be paid."
        )
    if not account.upkeep:
        return f"{price}. You have {points_words(account.left)} to spend."
    left = points_words(account.left) if account.left else "nothing"
    return (
        f"{price}. What you have costs {account.upkeep}, so {left} "
        f"{'is' if account.left < 2 else 'are'} left to spend."
    )


def _signed(points: int) -> str:
    return points_words(points) if points >= 0 else f"{points} points"
