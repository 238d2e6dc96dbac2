"""What every game's rules offer to the shell around them.

Typed orders go in, events come out; chance comes in as `draws`; text is read and written elsewhere.
All orders of a game are sealed until they are resolved. A wait of a game is a `Stage`: simultaneous
orders by one deadline, a turn, or an answer at once. What plays by rule - an enemy, somebody absent -
is the rules' own affair and happens in `resolve`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from gm.contract.draws import Draw, Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import Seat, SeatId
from gm.contract.stages import Stage
from gm.contract.values import value

# A game's own types: of its position, of what became of an order, of why one is refused.
S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
F_co = TypeVar("F_co", covariant=True)

Drafts: TypeAlias = Mapping[SeatId, Sequence[Order]]
"""The orders that stand, by who gave them, in the sequence they were given."""


class Silence(Enum):
    """What comes of it when a seat that is asked says nothing.

    DUE: the stage is over at its deadline. WAITS: nothing falls due; the game waits without end. ABANDONS:
    likewise, but when nobody has written for the length of such a stage, the game is abandoned.
    """

    DUE = "due"
    WAITS = "waits"
    ABANDONS = "abandons"


@value
class Request:
    """What the game waits for from one seat.

    Args:
        seat: who is asked.
        required: the game cannot go on without an answer unless the GM says so (Republic 4).
        whole: it does not go on with a part of the answer either.
        silence: what comes of it when no answer comes.
        closes_with: requests of the same name share one deadline and are resolved together.
        stage: the later stage that the orders are for; None for the open one.
    """

    seat: SeatId
    required: bool = False
    whole: bool = False
    silence: Silence = Silence.DUE
    closes_with: str = ""
    stage: Stage | None = None


@value
class Option:
    """A game setting of the ruleset: its name, the values allowed (default first), and help.

    Args:
        name: how it is chosen.
        choices: the words it takes, the default first, which may be a number.
        help: what it decides, for a GM.
        numbers: the least and the greatest whole number it takes besides; None if it takes none.
    """

    name: str
    choices: tuple[str, ...]
    help: str
    numbers: tuple[int, int] | None = None

    @property
    def default(self) -> str:
        """The value a game has unless its GM chooses another."""
        return self.choices[0]

    def takes(self, value: str) -> bool:
        """Tell whether the setting can have this value; a number is written without ornament."""
        if value in self.choices:
            return True
        if self.numbers is None or not (value.isascii() and value.isdecimal()):
            return False
        least, most = self.numbers
        return str(int(value[:9])) == value and least <= int(value) <= most


@value
class Meta:
    """What a game is, for lists, opening mails and recorded phases.

    Args:
        id: "standard", "republic", "irish".
        title, designer: for people; every opening mail names the designer.
        version: of these rules as played; each phase records it.
        data_digest: the SHA-256 of the files it is played by, its board and its cards; "" for none.
        seats: every seat in the order of reports.
        seats_min: how many must be filled; where that is fewer than there are, nobody plays the
            others, and the rules say what becomes of their countries (Irish 3).
        options: the settings a GM can choose.
        chance: draws decide something, so that their seed is committed to and published.
        first_waits: its first stage waits for everybody's orders, whatever the GM has set.
        previews: what a stage would bring may be shown before it is resolved, to the GM or to whoever
            makes orders up. False where dice or hidden hands would show.
    """

    id: str
    title: str
    designer: str
    version: str
    data_digest: str
    seats: tuple[SeatId, ...]
    seats_min: int
    options: tuple[Option, ...] = ()
    chance: bool = False
    first_waits: bool = False
    previews: bool = True


@value
class Check(Generic[F_co]):
    """What the rules say of one order before it is resolved: None is legal."""

    order: Order
    refused: F_co | None = None


@value
class Resolution(Generic[S, R_co]):
    """What a step made.

    Args:
        state: the state at the next wait.
        events: the facts that lead there from the state before, in order.
        outcomes: what became of each order.
        draws: the draws made, also found among the events.
        leftover: orders that were queued and not used, by seat.
    """

    state: S
    events: tuple[Event, ...]
    outcomes: tuple[R_co, ...]
    draws: tuple[Draw, ...] = ()
    leftover: Mapping[SeatId, tuple[Order, ...]] = field(default_factory=dict)


@value
class Fate:
    """How far a game is.

    Args:
        playing: the seats that are still in the game, in the order of its reports.
        eliminated: those that the game has told to be out; who has nothing left and was not told yet
            is neither here nor there.
        winners: who has won; empty while nobody has.
        unplayed: who was not played from the start, where the rules say what becomes of that.
    """

    playing: tuple[SeatId, ...]
    eliminated: tuple[SeatId, ...] = ()
    winners: tuple[SeatId, ...] = ()
    unplayed: tuple[SeatId, ...] = ()


class Rules(Protocol[S, R]):
    """One game's rules. All functions are pure: the same arguments give the same result.

    They are over the game's own types: of its positions, and of what became of an order.
    """

    @property
    def meta(self) -> Meta:
        """Say what the game is."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Say who can play, in the order of reports."""
        ...

    def new_game(self, draws: Draws, unplayed: Collection[SeatId] = ()) -> Resolution[S, R]:
        """Return the first position, and the facts of the set-up; nobody plays the seats `unplayed`."""
        ...

    def stage(self, state: S) -> Stage:
        """Return the stage that a position waits at."""
        ...

    def pending(self, state: S) -> tuple[Request, ...]:
        """Return what the game waits for; empty when it is over."""
        ...

    def ahead(self, state: S) -> tuple[Request, ...]:
        """Return what may be ordered already for a later stage; nothing waits for it now."""
        ...

    def contingent(self, state: S) -> tuple[Stage, ...]:
        """Return the stages that may follow at once, and take orders already that nobody waits for.

        Retreats, for one, may be sent with the moves, by whoever may be dislodged.
        """
        ...

    def lacking(self, state: S, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what still lacks an order, given what everybody has ordered so far."""
        ...

    def check(self, state: S, seat: SeatId, orders: Sequence[Order]) -> tuple[Check[Any], ...]:
        """Judge each order alone, in the sequence given; never changes the position."""
        ...

    def filed(self, order: Order, stage: Stage) -> str:
        """Return what an order is filed under: a later one under the same key takes its place."""
        ...

    def joined(
        self,
        state: S,
        seat: SeatId,
        standing: Sequence[T],
        new: Sequence[T],
        order: Callable[[T], Order],
    ) -> list[T]:
        """Return what a list of a seat is when a mail brings another: that one, or both in some sequence.

        Args:
            state, seat: whose list it is, and when.
            standing, new: what carries the orders of each list. order: returns the order that is carried.
        """
        ...

    def resolve(self, state: S, drafts: Drafts, draws: Draws) -> Resolution[S, R]:
        """Resolve the pending orders, and play on to the next wait."""
        ...

    def replay(self, state: S, events: Sequence[Event]) -> S:
        """Return the position that facts lead to; no rule, no order and no chance is asked."""
        ...

    def fate(self, state: S) -> Fate:
        """Return who is still in the game, and who has won it."""
        ...

    def view(self, state: S, seats: Collection[SeatId] | None) -> S:
        """Return the position without what these seats may not see; None is the public."""
        ...

    def disclosed(
        self, before: S, resolution: Resolution[S, R], seats: Collection[SeatId] | None
    ) -> Resolution[S, R]:
        """Return of a step the facts and outcomes that these seats may know; None is the public.

        What `Event.visible_to` says is applied beside it. Where nothing is hidden it is the same.
        """
        ...

    def foresee(
        self, state: S, seat: SeatId, drafts: Drafts, stage: Stage | None = None
    ) -> object:
        """Return what a seat may know of how its orders will do, for its receipts; None for nothing.

        Args:
            state: the position; seat: whose.
            drafts: everybody's orders that stand; stage: the later one they are for, if they are.
        """
        ...

    def following(self, state: S) -> Stage | None:
        """Return the stage that comes after the open one as far as that can be known."""
        ...

    def amend(self, state: S, edits: Sequence[Event]) -> S:
        """Apply a GM's corrections; ValueError if the position would be impossible."""
        ...


@value
class Position(Generic[S]):
    """A position with the rules that it is played by: what words about it are said against.

    Args:
        rules: with the settings of its game.
        state: the position itself.
    """

    rules: Rules[S, Any]
    state: S


# A kit for games: the rules of a game in which nothing is hidden and nothing sent ahead.
#
# A game takes its class for a base and writes anew what it does otherwise.


class PlainRules(ABC, Generic[S, R]):
    """What the contract's `Rules` asks for, as most games do it."""

    def ahead(self, state: S) -> tuple[Request, ...]:
        """Return what may be ordered already for a later stage: nothing."""
        del state
        return ()

    def contingent(self, state: S) -> tuple[Stage, ...]:
        """Return the stages that may follow and take orders already: none."""
        del state
        return ()

    def check(self, state: S, seat: SeatId, orders: Sequence[Order]) -> tuple[Check[Any], ...]:
        """Judge each order alone: all that can be read is legal."""
        del state, seat
        return tuple(Check(order) for order in orders)

    def joined(
        self,
        state: S,
        seat: SeatId,
        standing: Sequence[T],
        new: Sequence[T],
        order: Callable[[T], Order],
    ) -> list[T]:
        """Return the list of the newer mail: it takes the place of the other."""
        del state, seat, standing, order
        return [*new]

    def lacking(self, state: S, seat: SeatId, drafts: Drafts) -> tuple[str, ...]:
        """Return what still lacks an order: nothing has to be ordered."""
        del state, seat, drafts
        return ()

    def view(self, state: S, seats: Collection[SeatId] | None) -> S:
        """Return the position, in which nothing is hidden."""
        del seats
        return state

    def disclosed(
        self, before: S, resolution: Resolution[S, R], seats: Collection[SeatId] | None
    ) -> Resolution[S, R]:
        """Return the step, of which nothing is hidden."""
        del before, seats
        return resolution

    def foresee(
        self, state: S, seat: SeatId, drafts: Drafts, stage: Stage | None = None
    ) -> object:
        """Return nothing: nobody's orders say how another's will do."""
        del state, seat, drafts, stage
        return None

    def following(self, state: S) -> Stage | None:
        """Return the stage that comes next: that is not known."""
        del state
        return None

    @abstractmethod
    def replay(self, state: S, events: Sequence[Event]) -> S:
        """Return the position that facts lead to; each game says how."""

    def amend(self, state: S, edits: Sequence[Event]) -> S:
        """Apply a GM's corrections: each is a fact like any other."""
        return self.replay(state, edits)
