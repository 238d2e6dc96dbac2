"""Who may create games by mail: the setting `create_games` of the server."""

from __future__ import annotations

from gm.app.ports import Transaction
from gm.app.services import Services
from gm.config import Creators
from gm.mail.addresses import address_key


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
    named = _gms(transaction) if isinstance(said, Creators) else map(address_key, said)
    return bool(address) and address_key(address) in {*named, address_key(keeper)}


def _gms(transaction: Transaction) -> frozenset[str]:
    return frozenset(address_key(game.gm_address) for game in transaction.games())
