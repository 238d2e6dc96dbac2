"""The `Ruleset` interface: what every game offers to the shell around it.

It is designed for five games: simultaneous orders with one deadline (the Diplomacy family),
sealed packets resolved in order, an automaton that plays a seat, alternate plays with hidden
hands, and reactions to another's play. Typed orders go in, events come out; chance comes in as
`draws`; text is read and written elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import Generic, Protocol, TypeVar

from gm.contract.draws import Draw, Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.values import value

# A game's own types: of its position, of its phases, of what became of an order, of why one is refused.
S = TypeVar("S")
P_co = TypeVar("P_co", covariant=True)
R_co = TypeVar("R_co", covariant=True)
F_co = TypeVar("F_co", covariant=True)


class Mode(Enum):
    """How the orders of one request are given.

    SIMULTANEOUS: all seats before one deadline. SEQUENTIAL: when the seat's turn comes; orders may
    be queued before. REACTION: an answer to what another seat has just done.
    """

    SIMULTANEOUS = "simultaneous"
    SEQUENTIAL = "sequential"
    REACTION = "reaction"


@value
class Request(Generic[P_co]):
    """What the game waits for from one seat.

    Args:
        seat: who is asked.
        kind: which orders are read, the name of a grammar ("movement", "retreat", "adjustment").
        mode: simultaneous, sequential, or a reaction.
        sealed: nobody else may see the orders before they are resolved.
        required: the game cannot go on without them unless the GM says so (Republic 4).
        closes_with: requests of the same name share one deadline and are resolved together.
        phase: the later phase that the orders are for; None for the open one.
    """

    seat: SeatId
    kind: str
    mode: Mode = Mode.SIMULTANEOUS
    sealed: bool = True
    required: bool = False
    closes_with: str = ""
    phase: P_co | None = None


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
        board_id, board_digest: the map folder and the SHA-256 of its files.
        seats: every seat in the order of reports.
        seats_min: how many must be filled; where that is fewer than there are, nobody plays the
            others, and the rules say what becomes of their countries (Irish 3).
        options: the settings a GM can choose.
        grammar: the grammar file that reads its orders.
        standing: choices a seat may make at any time and that stay until changed, such as what to
            do when an opponent moves first; the first value is in force until then.
        chance: draws decide something, so that their seed is committed to and published.
    """

    id: str
    title: str
    designer: str
    version: str
    board_id: str
    board_digest: str
    seats: tuple[SeatId, ...]
    seats_min: int
    options: tuple[Option, ...] = ()
    grammar: str = "orders"
    standing: tuple[Option, ...] = ()
    chance: bool = False


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


class Ruleset(Protocol[S, P_co, R_co, F_co]):
    """One game's rules. All functions are pure: the same arguments give the same result.

    They are over the game's own types: of its state, its phases, what becomes of an order, and why
    an order is refused.
    """

    @property
    def meta(self) -> Meta:
        """Say what the game is."""
        ...

    def new_game(self, draws: Draws, unplayed: Collection[SeatId] = ()) -> Resolution[S, R_co]:
        """Return the first state, and the facts of the set-up; nobody plays the seats `unplayed`."""
        ...

    def pending(self, state: S) -> tuple[Request[P_co], ...]:
        """Return what the game waits for; empty when it is over."""
        ...

    def open_slots(self, state: S, seat: SeatId, orders: Sequence[Order]) -> tuple[str, ...]:
        """Return what still lacks an order: units by their canonical text, or `build`."""
        ...

    def lacking(
        self, state: S, seat: SeatId, drafts: Mapping[SeatId, Sequence[Order]]
    ) -> tuple[str, ...]:
        """Return what still lacks an order, given what everybody has ordered so far."""
        ...

    def check(self, state: S, seat: SeatId, orders: Sequence[Order]) -> tuple[Check[F_co], ...]:
        """Judge each order alone, in the sequence given; never changes the state."""
        ...

    def ahead(self, state: S) -> tuple[Request[P_co], ...]:
        """Return what may be ordered already for a later phase; nothing waits for it now."""
        ...

    def check_ahead(
        self, state: S, seat: SeatId, orders: Sequence[Order]
    ) -> tuple[Check[F_co], ...]:
        """Judge orders for a later phase, as far as nothing that comes between can change it."""
        ...

    def ready(self, state: S, drafts: Mapping[SeatId, Sequence[Order]]) -> bool:
        """Tell whether every pending request has its orders, so that a game may run early."""
        ...

    def resolve(
        self, state: S, drafts: Mapping[SeatId, Sequence[Order]], draws: Draws
    ) -> Resolution[S, R_co]:
        """Resolve the pending orders to the next wait."""
        ...

    def view(self, state: S, seat: SeatId | None) -> S:
        """Return the state without what the seat may not see; None is the public."""
        ...

    def automaton(self, state: S, seat: SeatId) -> tuple[Order, ...]:
        """Return the orders of a seat that is played by rule, or that nobody plays."""
        ...

    def amend(self, state: S, edits: Sequence[Event]) -> S:
        """Apply a GM's corrections; ValueError if the position would be impossible."""
        ...
