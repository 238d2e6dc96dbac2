"""Games, people, seats and the journal."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select as select_columns
from sqlmodel import col, select

from gm.adapters.sql.rows import kinds_of, record_of
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import GameRow, JournalRow, PersonRow, SeatRow
from gm.app.records import GameRecord, GameStatus, JournalEntry, Person, SeatRecord
from gm.errors import AlreadyThere, NoSuchGame, StoreError
from gm.mail.addresses import address_key
from gm.report.wording.sentence_parts import did_you_mean


def _key(name: str) -> str:
    return name.strip().casefold()


class GameTables(SqlTables):
    """The part of a transaction that knows games and people."""

    def add_game(self, game: GameRecord) -> GameRecord:
        stored = self._insert_new(GameRow, game, name_key=_key(game.name))
        if stored is None:
            raise AlreadyThere(f"There is a game named {game.name} already.")
        self._hold_game(stored.id)
        return stored

    def game(self, name: str) -> GameRecord:
        """Return a game by name, without regard to case, and hold it; NoSuchGame."""
        game_id = self._connection.execute(
            select_columns(GameRow.id).where(col(GameRow.name_key) == _key(name))
        ).scalar()
        if game_id is None:
            asked = did_you_mean(name, (game.name for game in self.games()))
            raise NoSuchGame(f"There is no game named {name}.{asked}")
        return self.game_by_id(game_id)

    def game_by_id(self, game_id: int) -> GameRecord:
        """Return a game by key, and hold it; StoreError if there is none."""
        self._hold_game(game_id)
        game = self._record(GameRecord, select(GameRow).where(GameRow.id == game_id))
        if game is None:
            raise StoreError(f"there is no row {game_id} in games")
        return game

    def games(self) -> tuple[GameRecord, ...]:
        return self._records(GameRecord, select(GameRow).order_by(GameRow.name_key))

    def set_game_status(self, game_id: int, status: GameStatus) -> None:
        self._hold_game(game_id)
        row = self._row(GameRow, game_id)
        row.status = status.value
        self._add(row)

    def set_several_seats(self, game_id: int, *, several: bool) -> GameRecord:
        """Say whether one person may play several powers of a game; StoreError if there is none."""
        self._hold_game(game_id)
        row = self._row(GameRow, game_id)
        row.several_seats = several
        self._add(row)
        return record_of(GameRecord, row)

    def person(self, address: str) -> Person | None:
        return self._record(
            Person, select(PersonRow).where(col(PersonRow.address_key) == address_key(address))
        )

    def save_person(self, person: Person) -> Person:
        """Store a person, or change the one with the same address.

        A new record of somebody who is known already, its `id` 0, leaves his settings as they are.
        """
        key = address_key(person.address)
        new = self._insert_new(PersonRow, replace(person, id=0), address_key=key)
        if new is not None:
            return new
        known = select(PersonRow).where(col(PersonRow.address_key) == key)
        row = self._session.exec(self._held(known)).one()
        row.name, row.address, row.time_zone = person.name, person.address, person.time_zone
        if person.id:
            row.settings = person.settings
        self._add(row)
        return record_of(Person, row)

    def seats(self, game_id: int) -> tuple[SeatRecord, ...]:
        """Return a game's seats in the order of the rules, which is that of their making."""
        of_person = [getattr(PersonRow, name) for name in kinds_of(Person)]
        seated = (
            select_columns(SeatRow.id, SeatRow.game_id, SeatRow.seat, *of_person)
            .join_from(SeatRow, PersonRow, col(SeatRow.person_id) == PersonRow.id, isouter=True)
            .where(SeatRow.game_id == game_id)
            .order_by(SeatRow.id)
        )
        return tuple(
            SeatRecord(id_, game, seat, None if person is None else Person(person, *about))
            for id_, game, seat, person, *about in self._connection.execute(seated)
        )

    def save_seat(self, seat: SeatRecord) -> SeatRecord:
        self._hold_game(seat.game_id)
        person = seat.person.id if seat.person else None
        known = select(SeatRow).where(SeatRow.game_id == seat.game_id, SeatRow.seat == seat.seat)
        row = self._session.exec(known).first()
        if row is None:
            row = SeatRow(game_id=seat.game_id, seat=seat.seat, person_id=person)
        row.person_id = person
        self._add(row)
        return replace(seat, id=row.id or 0)

    def add_journal(self, entry: JournalEntry) -> JournalEntry:
        return self._insert(JournalRow, entry)

    def journal(self, game_id: int | None = None) -> tuple[JournalEntry, ...]:
        entries = select(JournalRow).order_by(JournalRow.id)
        if game_id is not None:
            entries = entries.where(JournalRow.game_id == game_id)
        return self._records(JournalEntry, entries)
