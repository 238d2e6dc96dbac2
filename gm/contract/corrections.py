"""A GM's corrections of a game: what he wants of a position or of an order, and what it changes.

A correction is a list of facts like those the rules make: recorded, told, replayed and undone with them.
The shell keeps the course of a game, and computes it again; what can be corrected, the room says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Generic, Protocol, TypeVar

from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Check, Drafts, Position, Resolution
from gm.contract.seats import SeatId
from gm.contract.values import value

S = TypeVar("S")


@value
class Override:
    """What a GM wants of a position, or of an order.

    Args:
        kind: what it is about: "unit", "outcome".
        events: the facts, in their order.
        words: what is done, as a sentence with the GM as its subject.
        seats: whom it concerns, sorted.
        decides: it decides an order of the stage: the position stays as it is, and nobody but whom
            it concerns is told before the stage is resolved.
    """

    kind: str
    events: tuple[Event, ...]
    words: str
    seats: tuple[SeatId, ...] = ()
    decides: bool = False


@value
class Verb:
    """Something that can be corrected in a game.

    Args:
        words: how a GM begins: "unit add".
        form: an example of the whole: `unit add MUNSTER "A CoC"`.
        help: what it does, in a sentence.
    """

    words: str
    form: str
    help: str


@value
class Refit:
    """An order that cannot stand as it is in a position that was corrected.

    Args:
        order: what stands in its place; None where nothing can.
        fate: a sentence on it, for its owner.
    """

    order: Order | None
    fate: str


@value
class StageChange:
    """What is different in a stage, by what it is about, a sentence each.

    Args:
        stage: its name.
        groups: "orders", "units": the words of a JSON answer, each with its sentences.
    """

    stage: str = field(metadata={"json": {"name": "phase"}})
    groups: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata={"json": {"spread": True}}
    )

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it."""
        return tuple(line for group in self.groups.values() for line in group)

    def but(self, **groups: tuple[str, ...]) -> StageChange:
        """Return it with some groups in the place of its own."""
        return replace(self, groups={**self.groups, **groups})


class Corrections(Protocol[S]):
    """How positions and orders of a family of games can be corrected."""

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """What can be corrected, in the order of help."""
        ...

    def edit(self, words: Sequence[str], at: Position[S], drafts: Drafts) -> Override:
        """Return what some words ask for.

        Args:
            words: a verb and what it is about; what stood between quotes is one word.
            at: the position it is read against.
            drafts: the orders of the stage.

        Raises:
            InputError: they are none of the verbs, or a name in them is none.
            NotAllowed: the position or the game has no place for it.
        """
        ...

    def again(self, override: Override, at: Position[S]) -> Override:
        """Return a correction as it comes to in another position than that it was made in.

        Raises:
            GmError, ValueError, LookupError: it can be made no longer; the words say why.
        """
        ...

    def refit(
        self, seat: SeatId, order: Order, at: Position[S], known: Position[S] | None = None
    ) -> Refit | None:
        """Return what becomes of an order in a position that was corrected under it.

        Args:
            seat: whose; order: as it was given.
            at: the position now.
            known: a position of the course it was given in, where that was another one.

        Returns:
            None where it can stand as it is, legal or not.
        """
        ...

    def refusal(self, check: Check[Any], at: Position[S]) -> str:
        """Return in a sentence why an order that was judged, and refused, is refused."""
        ...

    def resolve(
        self, at: Position[S], drafts: Drafts, draws: Draws, edits: Sequence[Event]
    ) -> Resolution[S, Any]:
        """Resolve a stage with what was decided of its orders.

        Args:
            at: the position, corrected.
            drafts, draws: as for the rules' own `resolve`.
            edits: the facts of every correction of the stage.

        Raises:
            NotAllowed: what was decided cannot come about.
        """
        ...

    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read an order once its stage is resolved."""
        ...


# A kit for games: corrections that say what is, and orders that stand as they were given.
#
# A game takes its class for a base and writes anew what it does otherwise.


class PlainCorrections(ABC, Generic[S]):
    """What the contract's `Corrections` asks for, as most games do it."""

    @property
    @abstractmethod
    def verbs(self) -> tuple[Verb, ...]:
        """What can be corrected; each game says it."""

    @abstractmethod
    def edit(self, words: Sequence[str], at: Position[S], drafts: Drafts) -> Override:
        """Return what some words ask for; each game reads its own."""

    @abstractmethod
    def refusal(self, check: Check[Any], at: Position[S]) -> str:
        """Return in a sentence why an order is refused; each game has its own sentences."""

    @abstractmethod
    def is_public(self, order: Order) -> bool:
        """Tell whether everybody may read an order once its stage is resolved; each game says it."""

    def again(self, override: Override, at: Position[S]) -> Override:
        """Return a correction in another position: what it says can be made so in any."""
        del at
        return override

    def refit(
        self, seat: SeatId, order: Order, at: Position[S], known: Position[S] | None = None
    ) -> Refit | None:
        """Return nothing: an order stands as it is, and is judged when its turn comes."""
        del seat, order, at, known
        return None

    def resolve(
        self, at: Position[S], drafts: Drafts, draws: Draws, edits: Sequence[Event]
    ) -> Resolution[S, Any]:
        """Resolve a stage: no order is decided by hand."""
        del edits
        return at.rules.resolve(at.state, drafts, draws)
