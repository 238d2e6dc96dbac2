"""A game as its master sees it at a glance: what his commands print of it, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol, TypeVar

from gm.contract.past import Past, PastStage
from gm.contract.rules import Drafts, Position, Rules
from gm.contract.seats import SeatId
from gm.contract.told import Step
from gm.contract.values import value

S = TypeVar("S")
R = TypeVar("R")


@value
class OrderResult:
    """What became of an order.

    Args:
        seat: whose. order: in its short form.
        result: in a word or two, which programs may compare; "ok" where it came off.
        why: a sentence; "" where there is nothing to say.
    """

    seat: SeatId
    order: str
    result: str
    why: str = ""


@value
class StepSummary:
    """What a stage brought.

    Args:
        results: what became of each order.
        news: sentences that no order tells: what was lost, won, drawn.
        facts: what else programs are told, as JSON has it, by names of the room's own.
    """

    results: tuple[OrderResult, ...]
    news: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


@value
class PositionSummary:
    """How a game stands.

    Args:
        lines: as they are printed below the seats.
        facts: the same for programs, as JSON has it, by names of the room's own.
    """

    lines: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


class Summaries(Protocol[S, R]):
    """What a family of games tells at a glance; in English, as all of the command line."""

    def step(self, rules: Rules[S, R], step: Step[S, R], *, draws: bool = True) -> StepSummary:
        """Return what a stage brought.

        Args:
            rules: the game's. step: what its reader may know of it.
            draws: tell what was drawn, too, and all that hangs on it; a preview may leave it out.
        """
        ...

    def position(
        self, past: Past[S, R], at: PastStage[S, R] | None, *, after: bool = False
    ) -> PositionSummary:
        """Return how a game stands.

        Args:
            past: its course.
            at: the stage that is shown; None before the game begins.
            after: the position that the stage led to is meant, not the one it is played from.
        """
        ...

    def unmatched(self, at: Position[S], drafts: Drafts) -> str:
        """Return in a sentence which orders that stand wait for another's; "" for none."""
        ...
