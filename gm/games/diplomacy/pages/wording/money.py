"""Supply points for people (Republic 5-9): what a power can spend, and the closed accounts."""

from __future__ import annotations

from gm.games.diplomacy.pages.accounts_page import loss_words
from gm.games.diplomacy.pages.wording.words import points_words
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.mechanics.accounts import Account, GrantPart, Rates, opening_account
from gm.games.diplomacy.rules.mechanics.bridges import BridgePart
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.languages import gettext, listed, ngettext
from gm.report.wording.sentence_parts import counted

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
        *(gettext("Lost: the {bridge}.", bridge=loss_words(bridge, board)) for bridge in lost),
        _upkeep(account, rates),
    )


def _income(account: Account, rates: Rates, granted: int) -> str:
    if not (account.on_board or account.off_board or account.bridge_losses):
        return gettext("You have no income this winter.")
    income, sources = points_words(account.income), _sources(account, rates, granted)
    return gettext(
        "Your income this winter is {income}: {sources}.", income=income, sources=sources
    )


def _sources(account: Account, rates: Rates, granted: int) -> str:
    parts: list[str] = []
    if account.on_board:
        parts.append(_from_centres(account.on_board, account.on_board // rates.centre))
    if beyond := account.off_board - granted:
        parts.append(_from_beyond(beyond, beyond // rates.off_board))
    text = listed(parts) or gettext("nothing from supply centres")
    if account.bridge_losses:
        lost = counted(account.bridge_losses // rates.lost_bridge, "lost bridge")
        text = gettext(
            "{sources}, less {points} for {bridges}",
            sources=text,
            points=account.bridge_losses,
            bridges=lost,
        )
    if granted:
        points = f"{granted:+d}"
        text = gettext("{sources}, and {points} by the GM's word", sources=text, points=points)
    return text


def _from_centres(points: int, number: int) -> str:
    centres = counted(number, "supply centre")
    return gettext("{points} from {centres}", points=points, centres=centres)


def _from_beyond(points: int, number: int) -> str:
    centres = counted(number, "centre")
    return gettext("{points} from {centres} off the board", points=points, centres=centres)


def _upkeep(account: Account, rates: Rates) -> str:
    if account.left < 0 and not account.upkeep:
        return ngettext(
            "You have no unit and no bridge. The {n} point you lack lapses if nobody pays it.",
            "You have no unit and no bridge. The {n} points you lack lapse if nobody pays them.",
            -account.left,
            n=-account.left,
        )
    price = gettext(
        "A unit costs {unit} points a winter, a bridge {bridge}.",
        unit=rates.unit,
        bridge=rates.bridge,
    )
    return f"{price} {_left(account)}"


def _left(account: Account) -> str:
    """Return what is left of a budget when all that a power has is kept."""
    upkeep, left = account.upkeep, account.left
    if left < 0:
        return gettext(
            "What you have costs {upkeep}, so you are {points} short and must remove something or "
            "be paid.",
            upkeep=upkeep,
            points=points_words(-left),
        )
    if not upkeep:
        return gettext("You have {points} to spend.", points=points_words(left))
    if not left:
        return gettext("What you have costs {upkeep}, so nothing is left to spend.", upkeep=upkeep)
    return ngettext(
        "What you have costs {upkeep}, so {n} point is left to spend.",
        "What you have costs {upkeep}, so {n} points are left to spend.",
        left,
        upkeep=upkeep,
        n=left,
    )
