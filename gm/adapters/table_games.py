"""Games, people, seats and the journal."""

from __future__ import annotations

from dataclasses import replace

from sqlmodel import col, select

from gm.adapters.rows import record_of
from gm.adapters.table_base import Tables, address_key
from gm.adapters.tables import GameRow, JournalRow, PersonRow, SeatRow
from gm.app.records import GameRecord, GameStatus, JournalEntry, Person, SeatRecord
from gm.errors import AlreadyThere, NoSuchGame


def _key(name: str) -> str:
    return name.strip().casefold()


class GameTables(Tables):
    """The part of a transaction that knows games and people."""

    def add_game(self, game: GameRecord) -> GameRecord:
        """Store a new game; AlreadyThere if the name is taken."""
        stored = self._insert_new(GameRow, game, name_key=_key(game.name))
        if stored is None:
            raise AlreadyThere(f"There is a game named {game.name} already.")
        self._hold_game(stored.id)
        return stored

    def game(self, name: str) -> GameRecord:
        """Return a game by name, without regard to case, and hold it; NoSuchGame."""
        found = self._game(name)
        if found is None:
            raise NoSuchGame(f"There is no game named {name}.")
        return self.game_by_id(found.id)

    def _game(self, name: str) -> GameRecord | None:
        return self._record(GameRecord, select(GameRow).where(GameRow.name_key == _key(name)))

    def game_by_id(self, game_id: int) -> GameRecord:
        """Return a game by key, and hold it; StoreError if there is none."""
        self._hold_game(game_id)
        return record_of(GameRecord, self._row(GameRow, game_id))

    def games(self) -> tuple[GameRecord, ...]:
        """Return all games, by name."""
        return self._records(GameRecord, select(GameRow).order_by(GameRow.name_key))

    def set_game_status(self, game_id: int, status: GameStatus) -> None:
        """Change where a game is in its life; StoreError if there is none."""
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
        """Return the person with this registered address, without regard to case."""
        query = select(PersonRow).where(PersonRow.address_key == address_key(address))
        return self._record(Person, query)

    def save_person(self, person: Person) -> Person:
        """Store a person, or change the one with the same address."""
        key = address_key(person.address)
        new = self._insert_new(PersonRow, replace(person, id=0), address_key=key)
        if new is not None:
            return new
        query = select(PersonRow).where(PersonRow.address_key == key)
        row = self._session.exec(self._held(query)).one()
        row.name, row.address, row.time_zone = person.name, person.address, person.time_zone
        self._add(row)
        return record_of(Person, row)

    def seats(self, game_id: int) -> tuple[SeatRecord, ...]:
        """Return a game's seats in the order of the rules, which is that of their making."""
        query = (
            select(SeatRow, PersonRow)
            .join(PersonRow, col(SeatRow.person_id) == PersonRow.id, isouter=True)
            .where(SeatRow.game_id == game_id)
            .order_by(col(SeatRow.id))
        )
        return tuple(_seat(row, person) for row, person in self._session.exec(query))

    def save_seat(self, seat: SeatRecord) -> SeatRecord:
        """Store a seat, or change who plays it."""
        self._hold_game(seat.game_id)
        person = seat.person.id if seat.person else None
        query = select(SeatRow).where(SeatRow.game_id == seat.game_id, SeatRow.seat == seat.seat)
        row = self._session.exec(query).first()
        if row is None:
            row = SeatRow(game_id=seat.game_id, seat=seat.seat, person_id=person)
        row.person_id = person
        self._add(row)
        return replace(seat, id=row.id or 0)

    def add_journal(self, entry: JournalEntry) -> JournalEntry:
        """Add an entry."""
        return self._insert(JournalRow, entry)

    def journal(self, game_id: int | None = None) -> tuple[JournalEntry, ...]:
        """Return entries, oldest first; of one game or of all."""
        query = select(JournalRow).order_by(col(JournalRow.id))
        if game_id is not None:
            query = query.where(JournalRow.game_id == game_id)
        return self._records(JournalEntry, query)


def _seat(row: SeatRow, person: PersonRow | None) -> SeatRecord:
    player = None if person is None else record_of(Person, person)
    return SeatRecord(row.id or 0, row.game_id, row.seat, player)
