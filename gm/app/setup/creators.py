"""Who may create games by mail: the setting `create_games` of the server."""

from __future__ import annotations

from gm.app.ports import Transaction
from gm.app.services import Services
from gm.config import Creators


def may_create(services: Services, transaction: Transaction, address: str) -> bool:
    """Tell whether somebody may create games by mail; the keeper of the server may unless nobody may.

    Args:
        services, transaction: the ports.
        address: where he is asked about a game, for only an answer from there proves who he is: the
            registered one of somebody who is known, else that he writes from.
    """
    said = services.creators
    if said is Creators.NOBODY or said is Creators.ANYBODY:
        return said is Creators.ANYBODY
    keeper = services.identity.admin_address or ""
    named = _gms(transaction) if isinstance(said, Creators) else said
    return bool(address) and address.casefold() in {*named, keeper.casefold()}


def _gms(transaction: Transaction) -> frozenset[str]:
    return frozenset(game.gm_address.casefold() for game in transaction.games())
