"""Beginnings of games that are made once: whoever begins in the same way gets a copy.

To start a game takes a second of the processor, and three hundred tests do it. What a beginning made
in an empty world is kept: its database, its mail and its time; the next empty world that begins alike
is brought to where the first one came. Where values of the server were replaced, they are a part of how
it begins. A world that is not empty, lies in PostgreSQL or has had something replaced that does not say
what it is begins by itself: to copy a database there takes as long as to begin.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, fields
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, Generic, ParamSpec, TypeVar, cast

from gm.adapters.sql.engine_sqlite import DRIVER
from gm.app.records import OutboxMail
from gm.app.services import Services
from gm.testing.clock import START

if TYPE_CHECKING:
    from tests.app.world import World

P = ParamSpec("P")
R = TypeVar("R")

MOST: Final = 48
"""Beginnings that a process keeps, of about two megabytes each."""

UNTOLD: Final = " at 0x"
"""Stands in the text of a value that does not say what it is: two of them may differ."""

_kept: OrderedDict[str, _Beginning[object]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class _Beginning(Generic[R]):
    """Where a world was when a game had begun, and what its beginner returned.

    Its database lies in memory, on a connection of the store's own driver: two SQLites in one
    process undo each other's locks.
    """

    database: Any
    sent: tuple[OutboxMail, ...]
    rounds: int
    moment: datetime
    seen: dict[str, int]
    count: int
    made: R

    @classmethod
    def of(cls, world: World, place: Path, made: R) -> _Beginning[R]:
        """Note where a world is."""
        database = DRIVER.connect(":memory:")
        with closing(DRIVER.connect(place)) as own:
            own.backup(database)
        carrier, moment = world.carrier, world.clock.now()
        sent, seen = tuple(carrier.sent), dict(world.seen)
        return cls(database, sent, carrier.rounds, moment, seen, world.count, made)

    def bring(self, world: World, place: Path) -> None:
        """Bring an empty world there."""
        with closing(DRIVER.connect(place)) as own:
            own.execute("PRAGMA synchronous = OFF")
            self.database.backup(own)
        world.carrier.sent += self.sent
        world.carrier.rounds = self.rounds
        world.clock.set(self.moment)
        world.seen |= self.seen
        world.count = self.count


def kept(begin: Callable[Concatenate[World, P], R]) -> Callable[Concatenate[World, P], R]:
    """Make a function that begins a game in a world do so once for each way of asking."""

    @wraps(begin)
    def begun(world: World, *args: P.args, **wish: P.kwargs) -> R:
        name = f"{begin.__module__}.{begin.__qualname__}"
        asked = f"{name} {args!r} {sorted(wish.items())!r} {replaced(world)!r}"
        place = world.place
        if place is None or UNTOLD in asked or not is_fresh(world, place):
            return begin(world, *args, **wish)
        known = cast("_Beginning[R] | None", _kept.get(asked))
        if known is None:
            known = _Beginning.of(world, place, begin(world, *args, **wish))
            _kept[asked] = cast("_Beginning[object]", known)
            if len(_kept) > MOST:
                _kept.popitem(last=False)[1].database.close()
        else:
            _kept.move_to_end(asked)
            known.bring(world, place)
        return known.made

    return begun


def replaced(world: World) -> dict[str, object]:
    """Return what of a world's server is not as it was delivered."""
    values = ((field.name, getattr(world.services, field.name)) for field in fields(Services))
    return {name: value for name, value in values if value is not getattr(world.delivered, name)}


def is_fresh(world: World, place: Path) -> bool:
    """Tell whether nothing has happened in a world."""
    return (
        world.prepare is None
        and not (world.count or world.seen or world.carrier.sent or world.carrier.rounds)
        and world.clock.now() == START
        and _is_empty(place)
    )


def _is_empty(place: Path) -> bool:
    with closing(DRIVER.connect(place)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return not any(
            database.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone()  # noqa: S608 our own names
            for (name,) in tables
            if name != "alembic_version"
        )
