"""Who plays what: each player with all powers in his hand, for what is mailed once to a person."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.records import Person
from gm.app.table import Table
from gm.contract.seats import SeatId


@dataclass(frozen=True, slots=True)
class Hand:
    """A player and his powers, in the order of the seats; one at least."""

    person: Person
    powers: tuple[SeatId, ...]

    @property
    def label(self) -> str:
        """Whom a mail to him is for, in its key and its Message-ID: `FRANCE`, `FRANCE+NORWAY`.

        An answer to a mail for several powers is thus an answer to the report of none of them
        alone, and a line that any of them could give is asked about.
        """
        return "+".join(self.powers)


def hands(table: Table) -> tuple[Hand, ...]:
    """Return the players of a game, in the order of their first seats."""
    people = {seat.person.id: seat.person for seat in table.seats if seat.person is not None}
    return tuple(Hand(person, table.seats_of(person)) for person in people.values())


def label_of(table: Table, person: Person) -> str:
    """Return whom the mails to a player of the game are for."""
    return Hand(person, table.seats_of(person)).label
