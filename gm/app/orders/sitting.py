"""A player's mail at the table: whose powers it is for, what was read, and what became of its lines."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.orders.questions import NO_ANSWERS, Answers
from gm.app.ports import Transaction
from gm.app.records import Person
from gm.app.senders.letters import Letter
from gm.app.services import Services
from gm.app.table import Table, game_view
from gm.contract.facts import GameFacts
from gm.contract.language import SeatRead
from gm.contract.seats import SeatId
from gm.contract.told import Deed, ReadLine


@dataclass(frozen=True, slots=True)
class Sitting:
    """A letter at its table: who wrote for which power, and what was read.

    Args:
        meant: the powers that an act is for; all its writer plays, where nothing says otherwise.
    """

    letter: Letter
    table: Table
    power: SeatId
    read: SeatRead
    answers: Answers = NO_ANSWERS
    meant: tuple[SeatId, ...] = ()

    @property
    def services(self) -> Services:
        """The ports."""
        return self.table.services

    @property
    def transaction(self) -> Transaction:
        """The one in which the mail is acted on."""
        return self.table.transaction


def game_of(sitting: Sitting) -> GameFacts:
    """Return what every mail of the game says about it."""
    return game_view(sitting.table)


def writer_now(sitting: Sitting) -> Person:
    """Return the writer of a mail with what its lines before this one have set."""
    person = sitting.letter.person
    return sitting.transaction.person_by_id(person.id) or person


@dataclass(frozen=True, slots=True)
class Done:
    """What became of the lines of a mail that were to do something.

    Args:
        deeds: those that did; undone: those that did not, each with the reason.
        passed: lines that were sent to the game master, whatever else becomes of them.
    """

    deeds: tuple[Deed, ...] = ()
    undone: tuple[ReadLine, ...] = ()
    passed: frozenset[str] = frozenset()

    def __add__(self, other: Done) -> Done:
        return Done(
            (*self.deeds, *other.deeds),
            (*self.undone, *other.undone),
            self.passed | other.passed,
        )

    def __bool__(self) -> bool:
        return bool(self.deeds or self.undone)
