"""Supply points as plain values for JSON: closed accounts, and the bridges whose loss they count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gm.contract.events import Event
from gm.games.diplomacy.rules.mechanics.accounts import Account, AccountPart, AccountsClosed
from gm.games.diplomacy.rules.mechanics.bridges import BridgePart, LostBridge
from gm.games.diplomacy.rules.state import GameState


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


def points_of(state: GameState) -> dict[str, Any] | None:
    """Return the accounts of the last winter and all lost bridges; None where there are neither.

    `bridges_lost` has for each power their number, and what is known of when and how.
    """
    closed, part = state.part(AccountPart), state.part(BridgePart)
    if not closed.accounts and not part.lost:
        return None
    return {
        "year": closed.year or None,
        "accounts": accounts_of(closed.accounts),
        "bridges_lost": {
            power: {
                "number": part.lost[power],
                "known": [_loss(bridge) for bridge in part.losses_of(power)],
            }
            for power in sorted(part.lost)
        },
    }


def closed_accounts(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    """Return the accounts that a phase closed, by power; empty for any but a winter with points."""
    closed = [event for event in events if isinstance(event, AccountsClosed)]
    return accounts_of(closed[-1].accounts) if closed else {}


def accounts_of(accounts: Iterable[Account]) -> dict[str, dict[str, int]]:
    """Return accounts by power, the upkeep of units and of bridges apart where that is known."""
    found = {}
    for account in accounts:
        found[str(account.power)] = account_figures(account)
        if account.unit_upkeep is not None and account.bridge_upkeep is not None:
            parts = {"unit_upkeep": account.unit_upkeep, "bridge_upkeep": account.bridge_upkeep}
            found[str(account.power)] |= parts
    return found


def _loss(gone: LostBridge) -> dict[str, Any]:
    return {
        "between": list(gone.bridge.between),
        "phase": str(gone.phase),
        "how": gone.how.value,
        "by": list(gone.by),
    }
