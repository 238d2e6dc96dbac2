"""How a game's orders are read and written: what its room owes the shell of its language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from gm.contract.orders import Order
from gm.contract.rules import Position, Rules
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine, Step

# What reading a mail yields: lines, the orders they give, problems, questions, press and commands.
#
# A game's language makes these values of the text; the shell enters, tells and asks what they hold.

S = TypeVar("S")


class Verdict(Enum):
    """What became of a line: orders, one of three complaints, or talk that asks for nothing."""

    ACCEPTED = "accepted"
    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    IMPOSSIBLE = "impossible"
    CHATTER = "chatter"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line gave no orders.

    Args:
        message: a full sentence: what is wrong, and what would be right.
        piece: the smallest offending words, or "".
        candidates: full names of what may have been meant.
        suggestion: a line that would be understood, or None.
        below: nothing is wrong with the line itself; it stands below one that was refused.
        whose: the seat that the line says it is for, or whose piece it orders, another than it was read for.
    """

    message: str
    piece: str = ""
    candidates: tuple[str, ...] = ()
    suggestion: str | None = None
    below: bool = False
    whose: SeatId | None = None

    @property
    def further_candidates(self) -> tuple[str, ...]:
        """The candidates, unless the message names them all itself."""
        all_named = all(name in self.message for name in self.candidates)
        return () if all_named else self.candidates


@dataclass(frozen=True, slots=True)
class PressRead:
    """A message between players; addressees as ids of seats, `ALL`, or words as written."""

    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command on a line of its own, in capitals, with the words after it.

    Args:
        word: which it is; arguments: what its form leaves open.
        line: its number in the mail; text: as written.
    """

    word: str
    arguments: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Slip:
    """A line that is no command, and was perhaps meant to be one of these.

    Args:
        sure: it is written in capitals, as commands are printed.
    """

    text: str
    near: tuple[str, ...]
    sure: bool


class Talk(Enum):
    """What a line is that was read as nothing."""

    NOTHING = auto()
    """It greets, thanks, signs, dates or heads: nobody is told of it."""
    REMARK = auto()
    """Its writer is told of it."""
    UNCLEAR = auto()
    """It may be meant for the game master."""
    FOR_GM = auto()
    """It asks or wishes something: the game master is told of it."""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line of which nothing came.

    Args:
        number: counted from 1; text: as written, without spaces around it.
        talk: what it is.
        of_board: it names something of the game, so that it may tell what is planned.
    """

    number: int
    text: str
    talk: Talk
    of_board: bool = False


@dataclass(frozen=True, slots=True)
class People:
    """The names that tell a signature and an address from a sentence.

    Args:
        writer: names and addresses of whoever wrote. gm: names of the game master.
    """

    writer: tuple[str, ...] = ()
    gm: tuple[str, ...] = ()


NOBODY: Final = People()
"""No names are known."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order as it was given.

    Args:
        seat: whose it is.
        order: the order itself.
        stage: the name of the stage it is for: "" the open one, STANDING every one until changed.
        key: what it is filed under; a later order of the same key takes its place. One with a space
            in it, `unit Par`, is of one order, one without is a list's, all of whose orders count.
        text: the line that gave it.
    """

    seat: SeatId
    order: Order
    stage: str = ""
    key: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class LineRead:
    """A line as it was read for one seat.

    Args:
        number: counted from 1 in the text that was read; text: as written.
        verdict: what became of it.
        orders: what it orders, in sequence; empty unless accepted.
        problem: why it gave no orders; also set for an impossible order that is kept.
        remarks: sentences about how it was understood.
        stage: the name of the stage that its orders are for, "" for the open one.
        choices: what it may have meant, where it was not understood or no longer can be carried
            out: the orders that each answer to the question would give.
        reserves: it gives no orders because it leaves others open, and each of its choices is
            what a mail of its own would give.
        waits: it gives no orders because another line asks about them.
        adds: its orders are added to the list that stands, and do not replace it.
        labelled: its choices are the writer's own, which he has numbered himself.
        known: it orders nothing and was understood all the same.
        of_own: it orders nothing and names a piece of the seat's as orders do, so that it may be
            meant for one.
    """

    number: int
    text: str
    verdict: Verdict
    orders: tuple[Order, ...] = ()
    problem: Problem | None = None
    remarks: tuple[str, ...] = ()
    stage: str = ""
    choices: tuple[tuple[Order, ...], ...] = ()
    reserves: bool = False
    waits: bool = False
    adds: bool = False
    labelled: bool = False
    known: bool = False
    of_own: bool = False

    @property
    def is_unread(self) -> bool:
        """Whether nothing came of the line: it was read as no order, no command and no heading."""
        return self.verdict is Verdict.CHATTER and not self.known


Filed: TypeAlias = tuple[str, str]
"""A stage by its name, "" for the open one, and a key of orders in it."""


@dataclass(frozen=True, slots=True)
class SeatRead:
    """What a mail says for one seat.

    Args:
        seat: whose it is.
        lines: as they were read.
        given: the orders that count: of several under the key of one order the last.
        replaced: each order that a later one in the same mail replaces, with that one.
        adds: the lists to which the mail adds; withdraws: those it takes back.
        press: messages in it; commands: in the sequence of the lines; slips: what may be some.
    """

    seat: SeatId
    lines: tuple[LineRead, ...]
    given: tuple[Given, ...] = ()
    replaced: tuple[tuple[Order, Order], ...] = ()
    adds: frozenset[Filed] = frozenset()
    withdraws: tuple[Filed, ...] = ()
    press: tuple[PressRead, ...] = ()
    commands: tuple[Command, ...] = ()
    slips: tuple[Slip, ...] = ()

    def given_for(self, stage: str = "") -> tuple[Given, ...]:
        """Return the orders for one stage, by its name; for the open one without."""
        return tuple(given for given in self.given if given.stage == stage)

    def orders_for(self, stage: str = "") -> tuple[Order, ...]:
        """Return the orders for one stage themselves."""
        return tuple(given.order for given in self.given_for(stage))

    def withdrawn(self, stage: str = "") -> tuple[str, ...]:
        """Return the keys of the lists of one stage that are taken back."""
        return tuple(key for of, key in self.withdraws if of == stage)

    def added(self, stage: str = "") -> frozenset[str]:
        """Return the keys of the lists of one stage that the mail adds to."""
        return frozenset(key for of, key in self.adds if of == stage)

    def speaks_of(self, stage: str) -> bool:
        """Tell whether it orders anything for a stage, or takes a list of it back."""
        return bool(self.given_for(stage) or self.withdrawn(stage))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem, in the sequence of the lines."""
        return tuple(line.problem for line in self.lines if line.problem is not None)

    @property
    def says_something(self) -> bool:
        """Whether it orders anything, or tries to, or takes a list back."""
        return bool(self.given or self.problems or self.press or self.withdraws)


@dataclass(frozen=True, slots=True)
class Read:
    """A mail as it was read for all seats of its writer.

    Args:
        seats: what it says for each, in the order of the seats.
        loose: lines that could not be given to one of them, each with what to do about it.
        unread: lines of which nothing came, without those that say nothing.
    """

    seats: tuple[SeatRead, ...]
    loose: tuple[ReadLine, ...] = ()
    unread: tuple[UnreadLine, ...] = ()


Steps: TypeAlias = Callable[[str], Step[S, Any] | None]
"""Returns what a stage of a name came to; None where it has not been resolved."""


def _no_step(_stage: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Desk(Generic[S]):
    """What a mail is read against. Two that are equal read every text alike.

    Args:
        at: the position, with its rules.
        seats: whose orders are read: all that the writer has.
        standing: the lists of each that stand, which words of a mail may speak of.
        named: those of the seats that the subject names, or whose report is answered.
        people: who wrote, and who keeps the game.
        options: the settings of the game by name.
        headed: the first line is what the writer says in the subject: it speaks of all below it.
        keep_impossible: an impossible order is kept, to come to nothing.
        strict: every line without orders has a problem; else talk is passed over.
        steps: what a stage that is over came to, by its name; orders that were sent ahead may hang
            on it.
    """

    at: Position[S]
    seats: tuple[SeatId, ...]
    standing: tuple[tuple[SeatId, tuple[Order, ...]], ...] = ()
    named: tuple[SeatId, ...] = ()
    people: People = NOBODY
    options: Mapping[str, str] = field(default_factory=dict)
    headed: bool = False
    keep_impossible: bool = False
    strict: bool = False
    steps: Steps[S] = field(default=_no_step, compare=False)


def seat_read(
    seat: SeatId,
    lines: Sequence[LineRead],
    filed: Callable[[Order, str], str],
    commands: tuple[Command, ...] = (),
    slips: tuple[Slip, ...] = (),
) -> SeatRead:
    """Return what lines give that are read one by one, as most games have them.

    Args:
        seat: whose they are. lines: as they were read.
        filed: returns the key of an order in the stage of a name, "" for the open one.
        commands, slips: what else there is in the mail.
    """
    given = [
        Given(seat, order, line.stage, filed(order, line.stage), line.text)
        for line in lines
        for order in line.orders
    ]
    last = {(each.stage, each.key): each for each in given if " " in each.key}
    counts = [each for each in given if last.get((each.stage, each.key), each) is each]
    return SeatRead(
        seat,
        tuple(lines),
        tuple(counts),
        tuple(
            (each.order, last[each.stage, each.key].order) for each in given if each not in counts
        ),
        frozenset(
            (line.stage, filed(order, line.stage))
            for line in lines
            for order in line.orders
            if line.adds
        ),
        commands=commands,
        slips=slips,
    )


class Language(Protocol[S]):
    """The order language of a family of games, over its own positions."""

    def text(self, order: Order, at: Position[S]) -> str:
        """Return an order in its short form, which can be read back: `A Par - Bur`."""
        ...

    def words(self, order: Order, at: Position[S], stage: str = "") -> str:
        """Return an order in full words, in the language that is spoken.

        Args:
            order: the order. at: the position it was given in.
            stage: the later stage that it is for, by its name; "" for the one of the position.
        """
        ...

    def read(self, lines: tuple[str, ...], desk: Desk[S]) -> Read:
        """Read the lines of a mail, what is quoted in it removed, for all seats of its writer.

        What it returns hangs on these, and on the language that is spoken, alone.
        """
        ...

    def again(self, given: Sequence[Given], desk: Desk[S]) -> SeatRead:
        """Judge what a seat has sent ahead, or what was left over, in the position that has come about.

        Of each line the number is the place of its order among those given, from 1; what no longer
        concerns the seat has none.
        """
        ...

    def key_named(self, text: str, at: Position[S]) -> str:
        """Return what the orders are filed under that somebody means: `LON`, `my builds`.

        Raises:
            InputError: it names none; the sentence says so, and what may have been meant.
        """
        ...

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[S]
    ) -> tuple[int, ...]:
        """Return which of some choices of a question a line means that holds but a name; their places."""
        ...

    def seat(self, text: str, rules: Rules[S, Any]) -> SeatId | None:
        """Return which seat somebody means by a name, however it is written; None if none."""
        ...
