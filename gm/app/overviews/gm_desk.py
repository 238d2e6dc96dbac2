"""What waits for a GM, game by game: for his daily mail and for the desk on his terminal.

Each thing is a sentence and the command that deals with it. A GM who plays himself is told nothing
of sealed orders that he would not be told as a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import AbsenceState, Role
from gm.app.mail_ports import InboxTransaction, MailTransaction
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    InboxState,
    OutboxState,
    PhaseRecord,
    PhaseStatus,
)
from gm.app.services import Services
from gm.app.table import Table, due_view, gm_plays, is_sealed_to_gm, table_at
from gm.app.timing.orders_in import told_gm
from gm.contract.facts import OrdersSoFar
from gm.contract.seats import SeatId
from gm.languages import listed
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import counted


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that waits: in words, and the command to type; "" where there is nothing to do."""

    words: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A power, who plays it, and how far its orders are; "" where none are asked for."""

    power: str
    player: str
    orders: str


@dataclass(frozen=True, slots=True)
class DeskGame:
    """A game as it lies on the desk.

    Args:
        status: where it is in its life; phase: the open one, "" for none.
        deadline: of that phase, UTC; zone: the game's.
        so_far: how far everybody's orders are; None where he may not know, or nothing is asked.
        items: what waits for the GM.
    """

    name: str
    title: str
    status: str
    phase: str
    deadline: datetime | None
    zone: str
    seats: tuple[SeatLine, ...]
    so_far: OrdersSoFar | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class GmDesk:
    """All games that are not over, by name, and what waits of the server as a whole."""

    games: tuple[DeskGame, ...]
    items: tuple[Item, ...]


def desk(services: Services) -> GmDesk:
    """Return all that lies on the desk now."""
    with services.store.read() as transaction:
        games = [
            game_record
            for game_record in transaction.games()
            if game_record.status is not GameStatus.FINISHED
        ]
        laid = tuple(desk_game(services, transaction, game) for game in games)
        return GmDesk(laid, tuple(_of_server(transaction)))


def desk_game(services: Services, transaction: Transaction, game: GameRecord) -> DeskGame:
    """Return one game as it lies on the desk now."""
    phase = transaction.open_phase(game.id)
    table = table_at(services, transaction, game, phase) if phase is not None else None
    seats = transaction.seats(game.id)
    words = _orders(table) if table is not None else {}
    return DeskGame(
        name=game.name,
        title=game.variant,
        status=game.status.value if phase is None else _status(game, phase),
        phase=phase.name if phase is not None else "",
        deadline=phase.deadline if phase is not None else None,
        zone=game.time_zone,
        seats=tuple(
            SeatLine(
                seat.seat, seat.person.name if seat.person else "nobody", words.get(seat.seat, "")
            )
            for seat in seats
        ),
        so_far=told_gm(table) if table is not None else None,
        items=tuple(_items(transaction, game, table)),
    )


def _status(game: GameRecord, phase: PhaseRecord) -> str:
    waits = {PhaseStatus.HELD: "held", PhaseStatus.PROOF: "to be signed"}
    return waits.get(phase.status, game.status.value)


def _orders(table: Table) -> dict[str, str]:
    """Return how far each power's orders are of which some are asked for.

    To a GM who plays those of others say nothing; what he may know of them is told in one sentence.
    """
    given = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    due = due_view(table, given)
    by_power: dict[str, str] = {}
    for power in due.asked:
        if is_sealed_to_gm(table, power):
            continue
        orders, lacks = len(given.get(SeatId(power), ())), len(due.open_slots[power])
        if not orders and lacks:
            by_power[power] = "no orders"
        else:
            by_power[power] = f"{lacks} lacking" if lacks else "complete"
    return by_power


def _items(transaction: Transaction, game: GameRecord, table: Table | None) -> Iterator[Item]:
    if table is not None:
        yield from _of_phase(table)
    if game.status is GameStatus.FORMING:
        yield from _of_seats(transaction, game)
    yield from _of_people(transaction, game)
    yield from _of_mail(transaction, game)


def _of_phase(table: Table) -> Iterator[Item]:
    game, phase = table.game, table.phase
    if phase.status is PhaseStatus.HELD:
        yield Item(f"{phase.name} is held: {phase.held_because}.", f"gm process {game.name}")
    elif phase.status is PhaseStatus.PROOF and phase.release_at is not None:
        until = moment_words(phase.release_at, game.time_zone)
        yield Item(
            f"{phase.name} waits for you to sign it; it goes out by itself on {until}.",
            f"gm process {game.name}",
        )
    elif phase.deadline < table.services.clock.now() and game.status is GameStatus.RUNNING:
        yield Item(f"{phase.name} is overdue.", f"gm process {game.name}")
    if not gm_plays(table.game, table.seats):
        yield from _unanswered(table)
        yield from _unmatched(table)


def _unanswered(table: Table) -> Iterator[Item]:
    asked = {
        question.seat
        for question in table.transaction.questions(table.phase.id)
        if question.settled_at is None
    }
    if asked:
        powers = listed(_named(table, sorted(asked)))
        yield Item(f"Questions about orders are unanswered: {powers}.")


def _unmatched(table: Table) -> Iterator[Item]:
    given = table.codec.drafts(table.transaction.active_orders(table.phase.id))
    if words := table.family.summaries.unmatched(table.position, given):
        yield Item(words)


def _named(table: Table, powers: Sequence[str]) -> list[str]:
    return [table.seat_name(power) for power in powers]


def _of_seats(transaction: GameTransaction, game: GameRecord) -> Iterator[Item]:
    empty = [seat.seat for seat in transaction.seats(game.id) if seat.person is None]
    if empty:
        yield Item(f"Nobody plays {listed(empty)} yet.", f"gm player add {game.name} POWER ...")
    else:
        yield Item("Every power is played: it can begin.", f"gm game start {game.name}")


def _of_people(transaction: MembershipTransaction, game: GameRecord) -> Iterator[Item]:
    asked = [
        membership
        for membership in transaction.memberships(game.id)
        if membership.role is Role.APPLICANT and membership.ended_at is None
    ]
    if asked:
        number = counted(len(asked), "player")
        yield Item(
            f"{number} asked for a seat.",
            f"gm player applicants {game.name}",
        )
    away = [
        absence
        for absence in transaction.absences(game.id)
        if absence.state is AbsenceState.ASKED and absence.taken_back_at is None
    ]
    if away:
        number = counted(len(away), "absence")
        yield Item(
            f"{number} longer than the game allows by itself: your word is asked for.",
            f"gm player absence {game.name} POWER grant",
        )
    offers = [offer for offer in transaction.offers(game.id) if offer.settled_at is None]
    if offers:
        yield Item(
            f"A standby has not answered yet about {listed(sorted({o.seat for o in offers}))}."
        )


def _of_mail(transaction: MailTransaction, game: GameRecord) -> Iterator[Item]:
    held = [mail for mail in transaction.inbox(InboxState.HELD) if mail.game_id == game.id]
    if held:
        yield Item(
            f"{counted(len(held), 'mail')} of players not confirmed yet.",
            f"gm inbox list --game {game.name} --state held",
        )
    aside = [mail for mail in transaction.inbox(InboxState.SHUNTED) if mail.game_id == game.id]
    if aside:
        yield Item(f"{counted(len(aside), 'mail')} set aside.", "gm mail list")
    stuck = [
        mail
        for mail in transaction.outbox(game.id)
        if mail.state is OutboxState.PENDING and mail.attempts > 1
    ]
    if stuck:
        yield Item(
            f"{counted(len(stuck), 'mail')} not delivered yet, after several tries.",
            "gm outbox list",
        )


def _of_server(transaction: InboxTransaction) -> Iterator[Item]:
    aside = [mail for mail in transaction.inbox(InboxState.SHUNTED) if mail.game_id is None]
    if aside:
        number = counted(len(aside), "mail")
        yield Item(f"{number} of no game set aside.", "gm mail list")
