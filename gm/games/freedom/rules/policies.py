"""The lines that take effect at once, wherever they stand: what a side wants where it is not asked (6)."""

from __future__ import annotations

from dataclasses import replace

from gm.games.freedom.rules.orders import (
    PolicyLine,
    SetAllies,
    SetClaim,
    SetFire,
    SetMorale,
    SetPlace,
    SetRemove,
)
from gm.games.freedom.rules.state import ClaimPolicy, FirePolicy, Policy


def policy_after(policy: Policy, order: PolicyLine) -> Policy:
    """Return a side's policies with what a line says."""
    match order:
        case SetFire():
            return replace(policy, fire=_fire(policy.fire, order))
        case SetMorale():
            return replace(policy, morale=order.below)
        case SetPlace():
            return replace(policy, place=order.spaces)
        case SetRemove():
            return replace(policy, remove=order.spaces)
        case SetAllies():
            return replace(policy, allies=order.spaces)
        case SetClaim():
            return replace(policy, claim=_claims(policy.claim, order))
        case _:
            return policy


def _fire(fire: tuple[FirePolicy, ...], order: SetFire) -> tuple[FirePolicy, ...]:
    """Forget all, or what is said of a cannon; a repeated line moves it to the end (7)."""
    if not order.cannon:
        return ()
    kept = tuple(policy for policy in fire if policy.cannon != order.cannon)
    return kept if order.at is None else (*kept, FirePolicy(order.cannon, order.at))


def _claims(claims: tuple[ClaimPolicy, ...], order: SetClaim) -> tuple[ClaimPolicy, ...]:
    if not order.card:
        return ()
    kept = tuple(policy for policy in claims if policy.card != order.card)
    return (*kept, ClaimPolicy(order.card, order.discard))
