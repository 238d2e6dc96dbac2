"""What a GM's override comes to: the position after it, by the corrections that a game knows."""

from __future__ import annotations

from typing import Any, TypeVar

from gm.contract.corrections import Corrections, Override
from gm.contract.game import Game
from gm.contract.rules import Position
from gm.errors import NotAllowed

S = TypeVar("S")


def corrections_of(family: Game[S, Any]) -> Corrections[S]:
    """Return how games of a family are corrected; NotAllowed if only their orders can be."""
    if family.corrections is None:
        raise NotAllowed(
            "Nothing but orders can be corrected in this game: gm order set, gm correct --order."
        )
    return family.corrections


def amended(at: Position[S], override: Override) -> S:
    """Return the position after an override; NotAllowed says why it could not stand."""
    try:
        return at.rules.amend(at.state, override.events)
    except ValueError as fault:
        raise NotAllowed(f"That position could not stand: {fault}.") from fault
