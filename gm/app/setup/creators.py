"""Who may create games by mail: the setting `create_games` of the server."""

from __future__ import annotations

from gm.app.ports import Transaction
from gm.app.services import Services
from gm.config import Creators


def may_create(services: Services, transaction: Transaction, *addresses: str) -> bool:
    """Tell whether somebody known by these addresses may create games by mail.

    The keeper of the server may, unless nobody may.
    """
    said = services.creators
    if said is Creators.NOBODY or said is Creators.ANYBODY:
        return said is Creators.ANYBODY
    keeper = services.identity.admin_address or ""
    named = _gms(transaction) if isinstance(said, Creators) else said
    return any(one.casefold() in {*named, keeper.casefold()} for one in addresses if one)


def _gms(transaction: Transaction) -> frozenset[str]:
    return frozenset(game.gm_address.casefold() for game in transaction.games())
