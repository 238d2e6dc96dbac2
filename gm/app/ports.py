"""The ports: what the use cases need from the world, as small protocols.

Adapters implement them; `gm.bootstrap` puts them together; `gm.testing` ships fakes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from gm.app.audit_ports import AuditTransaction
from gm.app.life_ports import LifeTransaction
from gm.app.mail_ports import Intake, MailTransaction
from gm.app.moving_ports import MovingTransaction
from gm.app.people_ports import PeopleTransaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    HandDraw,
    JournalEntry,
    OrderRecord,
    OutboxMail,
    Person,
    PhaseRecord,
    PhaseStatus,
    QuestionRecord,
    ResultRecord,
    SeatRecord,
)
from gm.mail.values import MailReading


class Clock(Protocol):
    """The time of day, and a clock that nobody can set."""

    def now(self) -> datetime:
        """Return this moment as an aware datetime in UTC."""
        ...

    def steady(self) -> float:
        """Return seconds that only go forward, by which a jump of the time of day is seen."""
        ...


class MailReader(Protocol):
    """What turns the bytes of a mail into a value, whatever they are."""

    def read(self, raw: bytes) -> MailReading:
        """Read a mail; one that cannot be read, or costs too much, is a reading as well."""
        ...


class Carrier(Protocol):
    """A way out for mail."""

    def send(self, mail: OutboxMail) -> str:
        """Hand one mail to the next server and return its reply.

        Raises:
            TemporaryFailure: try again later.
            PermanentFailure: it will never be taken.
        """
        ...

    def close(self) -> None:
        """Let go of what was opened for a round of mails; the next mail opens it anew."""
        ...


class GameTransaction(Protocol):
    """Games, who plays which seat, and people."""

    def add_game(self, game: GameRecord) -> GameRecord:
        """Store a new game; Refused if the name is taken."""
        ...

    def game(self, name: str) -> GameRecord:
        """Return a game by name, without regard to case; NoSuchGame."""
        ...

    def game_by_id(self, game_id: int) -> GameRecord:
        """Return a game by key; StoreError if there is none."""
        ...

    def games(self) -> tuple[GameRecord, ...]:
        """Return all games, by name."""
        ...

    def set_game_status(self, game_id: int, status: GameStatus) -> None:
        """Change where a game is in its life."""
        ...

    def set_several_seats(self, game_id: int, *, several: bool) -> GameRecord:
        """Say whether one person may play several powers of a game, and return it."""
        ...

    def person(self, address: str) -> Person | None:
        """Return the person with this registered address, without regard to case."""
        ...

    def save_person(self, person: Person) -> Person:
        """Store a person, or change the one with the same address."""
        ...

    def seats(self, game_id: int) -> tuple[SeatRecord, ...]:
        """Return a game's seats in the order of the rules."""
        ...

    def save_seat(self, seat: SeatRecord) -> SeatRecord:
        """Store a seat, or change who plays it."""
        ...


class PhaseTransaction(Protocol):
    """Phases, the orders of each, questions about them, and results."""

    def add_phase(self, phase: PhaseRecord) -> PhaseRecord:
        """Store a new phase."""
        ...

    def open_phase(self, game_id: int) -> PhaseRecord | None:
        """Return the phase that is open, held or waits to be signed, if any."""
        ...

    def phases(self, game_id: int) -> tuple[PhaseRecord, ...]:
        """Return the phases of a game's course, oldest first; none that was rolled back."""
        ...

    def due_phases(self, moment: datetime) -> tuple[PhaseRecord, ...]:
        """Return open phases of running games that close at or before the moment."""
        ...

    def change_phase(
        self,
        phase: PhaseRecord,
        *,
        status: PhaseStatus | None = None,
        deadline: datetime | None = None,
        resolved_at: datetime | None = None,
        held_because: str | None = None,
        held_for_orders: bool | None = None,
        board_digest: str | None = None,
        closes_at: datetime | None = None,
    ) -> PhaseRecord:
        """Change a phase and raise its version; StoreError if it changed since it was read."""
        ...

    def due_reminders(self, moment: datetime) -> tuple[PhaseRecord, ...]:
        """Return open phases of running games, not yet due, whose players are to be reminded."""
        ...

    def set_reminder(self, phase: PhaseRecord, moment: datetime | None) -> PhaseRecord:
        """Say when a phase's players are reminded, or that nobody is any more.

        It raises the phase's version; StoreError if the phase changed since it was read.
        """
        ...

    def active_orders(self, phase_id: int, seat: str | None = None) -> tuple[OrderRecord, ...]:
        """Return orders to a phase that stand, in the sequence given; of one seat or of all."""
        ...

    def orders_ahead(
        self, game_id: int, phase: str, seat: str | None = None
    ) -> tuple[OrderRecord, ...]:
        """Return orders that stand and were sent ahead for a later phase, by its short name."""
        ...

    def order_history(self, phase_id: int) -> tuple[OrderRecord, ...]:
        """Return every order ever given in a phase, replaced ones and those sent ahead included."""
        ...

    def add_order(self, order: OrderRecord) -> OrderRecord:
        """Store an order."""
        ...

    def replace_orders(
        self, order_ids: Sequence[int], moment: datetime, replaced_by: int | None
    ) -> None:
        """Mark orders as replaced (or withdrawn, where nothing took their place)."""
        ...

    def renew_orders(self, order_ids: Sequence[int], moment: datetime) -> None:
        """Say that orders that stand were given again, at a later moment."""
        ...

    def add_question(self, question: QuestionRecord) -> QuestionRecord:
        """Store a question with numbered choices."""
        ...

    def questions(self, phase_id: int) -> tuple[QuestionRecord, ...]:
        """Return every question asked in a phase, settled ones too, oldest first."""
        ...

    def settle_question(self, question_id: int, moment: datetime, answer: int | None) -> None:
        """Mark a question as answered by a choice's number, or as asked no more."""
        ...

    def add_result(self, result: ResultRecord) -> None:
        """Store what a phase brought; StoreError if it has a result already."""
        ...

    def result(self, phase_id: int) -> ResultRecord | None:
        """Return what a phase brought."""
        ...


class DrawTransaction(Protocol):
    """Draws that a GM enters in place of chance."""

    def hand_draws(self, game_id: int) -> tuple[HandDraw, ...]:
        """Return the draws that the GM entered by hand and did not take back, oldest first."""
        ...

    def add_hand_draw(self, draw: HandDraw) -> HandDraw:
        """Store a draw entered by hand; it takes the place of one with the same label."""
        ...

    def take_back_draw(self, draw: HandDraw, moment: datetime) -> None:
        """Mark a draw entered by hand as taken back."""
        ...


class JournalTransaction(Protocol):
    """What happened, noted once."""

    def add_journal(self, entry: JournalEntry) -> JournalEntry:
        """Add an entry."""
        ...

    def journal(self, game_id: int | None = None) -> tuple[JournalEntry, ...]:
        """Return entries, oldest first; of one game or of all."""
        ...


class Transaction(
    GameTransaction,
    PhaseTransaction,
    DrawTransaction,
    JournalTransaction,
    LifeTransaction,
    MailTransaction,
    AuditTransaction,
    PeopleTransaction,
    MovingTransaction,
    Protocol,
):
    """One transaction of the store: all of it happens, or nothing. Whoever needs but a part of it asks for that.

    `add_*` return the record with its new id. A record that is not there raises NoSuchGame where
    a game is asked for by name, and is None or an empty tuple elsewhere.
    """


class Wakeups(Protocol):
    """Who wakes us when another process has put mail into a queue."""

    def start(self) -> None:
        """Begin to wake."""
        ...

    def stop(self) -> None:
        """Wake no more."""
        ...


class Store(Protocol):
    """Where everything is kept."""

    @property
    def is_shared(self) -> bool:
        """Whether processes on other machines may use it too."""
        ...

    def alone(self, name: str) -> AbstractContextManager[bool]:
        """Try to be the only process that does something, as reading a mailbox; tell if we are."""
        ...

    def listen(self, on_inbox: Callable[[], None], on_outbox: Callable[[], None]) -> Wakeups:
        """Return who calls these when another process put mail into a queue."""
        ...

    def write(self) -> AbstractContextManager[Transaction]:
        """Open a transaction that may change things; it alone writes until it ends."""
        ...

    def intake(self) -> AbstractContextManager[Intake]:
        """Open a transaction that takes mail in and does nothing else; as `write`, but quicker."""
        ...

    def read(self) -> AbstractContextManager[Transaction]:
        """Open a transaction that sees one consistent picture and changes nothing."""
        ...
