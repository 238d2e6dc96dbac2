"""Whole games out of the tables and into them: every row that hangs on a game, by its keys."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Integer,
    LargeBinary,
    Table,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlmodel.sql.sqltypes import UTCDateTime

from gm.adapters.sql.migrations import HEAD
from gm.adapters.sql.table_base import SqlTables
from gm.adapters.sql.tables import METADATA
from gm.app.keeping.moving import moved_key
from gm.app.moving_ports import PlainRow
from gm.errors import AlreadyThere, StoreError

BELONGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "games": (),
        "seats": ("game_id",),
        "phases": ("game_id",),
        "hand_draws": ("game_id",),
        "draws": ("game_id",),
        "journal": ("game_id",),
        "tokens": ("game_id",),
        "memberships": ("game_id",),
        "absences": ("game_id",),
        "proposals": ("game_id",),
        "press": ("game_id",),
        "offers": ("game_id",),
        "rulings": ("game_id",),
        "notes": ("game_id",),
        "amendments": ("game_id",),
        "confirmations": ("game_id",),
        "inbox": ("game_id",),
        "outbox": ("game_id",),
        "orders": ("phase_id",),
        "questions": ("phase_id",),
        "results": ("phase_id",),
        "marks": ("phase_id",),
        "votes": ("proposal_id",),
    }
)
"""The tables of games, and the columns by which a row hangs on a game or on a row of one."""

OF_PEOPLE: Final = ("persons", "addresses")
"""The tables of people: of those to whom a row of the game refers."""

OF_MAILS: Final = ("raws",)
"""The tables of what mails are made of: the bytes of those of the game."""

OF_SERVER: Final = frozenset(
    {"sources", "quotas", "bounces", "suspensions", "beats", "watermark", "alembic_version"}
)
"""The tables that stay with their server."""

_FIRST_ROW: Final = 2
"""The line of a game's file on which its rows begin, below the heading."""

_QUOTED: Final = 60
"""How many characters of a wrong value are told."""

_WIDEST: Final = 2**63
"""What a whole number of a database lies below."""

Keys = dict[str, dict[int, int]]
"""By table: the keys that rows had, and the keys they have here."""


@lru_cache(maxsize=1)
def _in_order() -> tuple[Table, ...]:
    """Return the tables of games, people and bytes, each behind those it refers to."""
    wanted = {*BELONGS, *OF_PEOPLE, *OF_MAILS}
    return tuple(table for table in METADATA.sorted_tables if table.name in wanted)


def _target(column: Column[Any]) -> str | None:
    """Return the table that a column refers to."""
    return next((key.column.table.name for key in column.foreign_keys), None)


class MovingTables(SqlTables):
    """The part of a transaction that takes whole games out and in."""

    def version(self) -> str:
        return HEAD

    def rows_of_game(self, game_id: int) -> Iterator[PlainRow]:
        taken: dict[str, dict[int, Mapping[str, Any]]] = {
            "games": self._by_key("games", [game_id])
        }
        for name, columns in BELONGS.items():
            if columns:
                taken[name] = self._hanging(METADATA.tables[name], columns, taken)
        taken["inbox"] |= self._mails_behind(taken)
        for name in OF_MAILS:
            taken[name] = self._by_key(name, _referred(taken, name))
        taken["persons"] = self._by_key("persons", _referred(taken, "persons"))
        taken["addresses"] = self._hanging(METADATA.tables["addresses"], ("person_id",), taken)
        for table in _in_order():
            for _, values in sorted(taken[table.name].items()):
                yield PlainRow(table.name, {key: _plain(value) for key, value in values.items()})

    def _hanging(
        self,
        table: Table,
        columns: tuple[str, ...],
        taken: Mapping[str, Mapping[int, Mapping[str, Any]]],
    ) -> dict[int, Mapping[str, Any]]:
        """Return the rows of a table that refer to rows found by one of these columns."""
        where = [table.c[name].in_([*taken[_target(table.c[name]) or ""]]) for name in columns]
        key = next(iter(table.primary_key.columns)).name
        rows = self._connection.execute(select(table).where(or_(*where))).mappings()
        return {row[key]: dict(row) for row in rows}

    def _by_key(self, name: str, keys: Iterable[int]) -> dict[int, Mapping[str, Any]]:
        table = METADATA.tables[name]
        rows = self._connection.execute(select(table).where(table.c.id.in_([*keys]))).mappings()
        return {row["id"]: dict(row) for row in rows}

    def _mails_behind(
        self, taken: Mapping[str, Mapping[int, Mapping[str, Any]]]
    ) -> dict[int, Mapping[str, Any]]:
        """Return the mails that rows of a game refer to, and those they are copies of."""
        mails: dict[int, Mapping[str, Any]] = {}
        wanted = _referred(taken, "inbox")
        while wanted:
            more = self._by_key("inbox", wanted)
            mails |= more
            wanted = _referred({"inbox": more}, "inbox") - mails.keys()
        return mails

    def take_rows(self, rows: Iterable[PlainRow]) -> int:
        self._check_may_write()
        keys: Keys = {table.name: {} for table in _in_order()}
        later: list[tuple[Table, int, dict[str, int]]] = []
        try:
            for number, row in enumerate(rows, _FIRST_ROW):
                if row.table not in keys:
                    raise StoreError(f"line {number}: there is no table {row.table} of games")
                with _at_line(number, row.table):
                    self._take(METADATA.tables[row.table], dict(row.values), keys, later)
        except IntegrityError as fault:
            raise StoreError(f"a row of {row.table} is here already, or none of ours") from fault
        for table, key, values in later:
            known = keys[table.name]
            self._connection.execute(
                update(table)
                .where(table.c.id == key)
                .values({name: known.get(old) for name, old in values.items()})
            )
        games = [*keys["games"].values()]
        if len(games) != 1:
            raise StoreError(f"it holds {len(games)} games, not one")
        return games[0]

    def _take(
        self,
        table: Table,
        values: dict[str, Any],
        keys: Keys,
        later: list[tuple[Table, int, dict[str, int]]],
    ) -> None:
        """Store one row; what it says of rows of its own table is said when all are there."""
        if values.keys() != {column.name for column in table.columns}:
            raise StoreError(f"a row of {table.name} has other columns than ours")
        to_own_table: dict[str, int] = {}
        for column in table.columns:
            target = _target(column)
            value = _own(column, values[column.name])
            if target == table.name and value is not None:
                to_own_table[column.name] = value
                value = None
            elif target is not None and value is not None:
                value = _mapped(keys, target, value, column)
            values[column.name] = value
        old = values.pop("id", None)
        if table.name == "outbox":
            values["key"] = moved_key(values["key"], values["game_id"], keys["inbox"])
        key = self._known(table, values)
        if key is None:
            done = self._connection.execute(insert(table).values(values)).inserted_primary_key
            key = done[0] if done else 0
            later += [(table, key, to_own_table)] if to_own_table else []
        if table.name == "games":
            self._hold_game(key)
        if old is not None:
            keys[table.name][old] = key

    def _known(self, table: Table, values: Mapping[str, Any]) -> int | None:
        """Return the key of a row that is here already and stands for a new one."""
        match table.name:
            case "games":
                if self._find(table, name_key=values["name_key"]) is not None:
                    raise AlreadyThere(f"There is a game named {values['name']} already.")
                return None
            case "persons":
                return self._find(table, address_key=values["address_key"])
            case "addresses":
                person, key = values["person_id"], values["address_key"]
                return self._find(table, person_id=person, address_key=key)
            case "raws":
                return self._find(table, digest=values["digest"])
            case "inbox" if values["source_key"] is not None:
                return self._find(table, source_key=values["source_key"])
            case _:
                return None

    def _find(self, table: Table, **equal: Any) -> int | None:
        where = [table.c[name] == value for name, value in equal.items()]
        key: int | None = self._connection.execute(select(table.c.id).where(*where)).scalar()
        return key


def _referred(taken: Mapping[str, Mapping[int, Mapping[str, Any]]], target: str) -> set[int]:
    """Return the keys of a table's rows to which the rows found refer."""
    return {
        row[column.name]
        for name, rows in taken.items()
        for column in METADATA.tables[name].columns
        if _target(column) == target
        for row in rows.values()
        if row[column.name] is not None
    } - set(taken.get(target, ()))


def _mapped(keys: Keys, target: str, value: int, column: Column[Any]) -> int | None:
    """Return the key here of a row referred to; None for one that stayed with its server."""
    if value in keys.get(target, ()):
        return keys[target][value]
    if not column.nullable:
        raise StoreError(f"a row of {column.table.name} refers to {target} {value}: not there")
    return None


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    match value:
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case datetime():
            return value.astimezone(UTC).isoformat()
        case _:
            return value


@contextmanager
def _at_line(number: int, table: str) -> Iterator[None]:
    """Say in which line of a game's file a row lies that cannot be stored."""
    try:
        yield
    except IntegrityError as fault:
        raise StoreError(
            f"line {number}: a row of {table} is here already, or none of ours"
        ) from fault
    except StoreError as fault:
        raise StoreError(f"line {number}: {fault}") from fault
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as fault:
        raise StoreError(f"line {number}: a row of {table} is none of ours ({fault})") from fault


def _own(column: Column[Any], value: Any) -> Any:
    """Return a value as the column keeps it; StoreError if it cannot."""
    where = f"{column.table.name}.{column.name}"
    if value is None:
        if not column.nullable:
            raise StoreError(f"{where} is missing")
        return None
    if not _fits(column, value):
        raise StoreError(f"{where} holds {_short(value)}")
    try:
        if isinstance(column.type, LargeBinary):
            return base64.b64decode(value, validate=True)
        if isinstance(column.type, UTCDateTime):
            return datetime.fromisoformat(value).astimezone(UTC)
    except (TypeError, ValueError) as fault:
        raise StoreError(f"{where} holds {_short(value)}") from fault
    return value


def _fits(column: Column[Any], value: Any) -> bool:
    """Tell whether a value of JSON is of the kind that a column keeps; bytes and moments are text."""
    match column.type:
        case JSON():
            return True
        case Boolean():
            return type(value) is bool
        case Integer():
            return type(value) is int and -_WIDEST <= value < _WIDEST
        case _:
            return type(value) is str


def _short(value: Any) -> str:
    """Return a value as a sentence quotes it."""
    quoted = ascii(value)
    return quoted if len(quoted) <= _QUOTED else f"{quoted[:_QUOTED]}..."
