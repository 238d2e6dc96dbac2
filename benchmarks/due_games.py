"""Games of standard Diplomacy with all orders in, for `benchmarks.thousand_games`.

The positions and orders are those of recorded phases, one after the other and again from the
first, so that of a thousand games five or six stand alike; names and addresses differ.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.reading import HOST, settings_in
from gm.app.addresses.destinations import seat_address
from gm.app.addresses.tokens import token_of
from gm.app.orders.order_book import Written, enter
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, Person, SeatRecord
from gm.app.services import Services
from gm.app.settings.checks import checked_lengths
from gm.app.table import lay, rules_of
from gm.app.timing.phases import open_phase
from gm.bootstrap.services import open_services
from gm.games.diplomacy.pages.opening_page import KINDS
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.wording.notation import order_text
from tests.rules.positions import drafts, position

SAMPLE = Path(__file__).parents[1] / "tests" / "data" / "phases-sample.jsonl"
BATCH = 50
SEED = "5e" * 32


@cache
def recorded() -> tuple[Mapping[str, Any], ...]:
    """Return the recorded movement phases."""
    return tuple(json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines())


def copy_of_games(
    kept: Path, count: int, folder: Path, *, lists: bool = False, ordered: bool = True
) -> None:
    """Put a database with so many games into a folder, where a server finds it.

    Args:
        kept: where databases are kept from run to run; it is made there if it is not.
        count: how many games; lists: each has a mailing list; ordered: all orders are in.
        folder: the server's folder, with its settings.
    """
    home = kept / f"{count}{'-lists' if lists else ''}{'' if ordered else '-open'}"
    if not (home / "made").exists():
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        with open_services(settings_in(home)) as services:
            make_games(services, count, lists=lists, ordered=ordered)
        (home / "made").touch()
    data = folder / "data"
    data.mkdir(mode=0o700)
    shutil.copyfile(home / "data" / "gm.sqlite3", data / "gm.sqlite3")


def make_games(services: Services, count: int, *, lists: bool, ordered: bool) -> None:
    """Start so many games, each in a recorded phase, with the orders of all its players or none."""
    for start in range(0, count, BATCH):
        with services.store.write() as transaction:
            for number in range(start, min(start + BATCH, count)):
                game = _make_game(services, transaction, number, lists=lists)
                if ordered:
                    _enter_orders(services, transaction, game, number)


def _make_game(
    services: Services, transaction: Transaction, number: int, *, lists: bool
) -> GameRecord:
    now, record = services.clock.now(), recorded()[number % len(recorded())]
    game = transaction.add_game(
        GameRecord(
            0,
            f"game-{number}",
            "standard",
            "Maeve",
            f"maeve-{number}@{HOST}",
            now,
            lengths=checked_lengths(KINDS, {}),
            seed=SEED,
            list_address=f"list-{number}@{HOST}" if lists else None,
        )
    )
    rules = rules_of(services, game)
    for seat in rules.meta.seats:
        name = f"Player {number} of {rules.board.powers[PowerId(seat)].name}"
        person = transaction.save_person(Person(0, name, address_of(seat, number)))
        transaction.save_seat(SeatRecord(0, game.id, seat, person))
    transaction.set_game_status(game.id, GameStatus.RUNNING)
    state = position(record["phase"], record["units"], record["centers"])
    open_phase(services, transaction, game, rules, state, number=1)
    return game


def _enter_orders(
    services: Services, transaction: Transaction, game: GameRecord, number: int
) -> None:
    table = lay(services, transaction, game)
    orders = recorded()[number % len(recorded())]["orders"]
    given = drafts(table.rules.board, orders, table.state.phase.kind)
    for seat, own in given.items():
        written = [Written(order, order_text(order)) for order in own]
        enter(table, PowerId(seat), written, services.clock.now(), None)


def address_of(power: str, number: int) -> str:
    """Return the address of the player of a power in the game of a number."""
    return f"{power.lower()}-{number}@example.org"


@dataclass(frozen=True, slots=True)
class Seat:
    """A power that somebody plays: from where and to where he writes, and what he orders."""

    address: str
    reply_to: str
    orders: tuple[str, ...]


def seats_of(services: Services) -> tuple[Seat, ...]:
    """Return the seats of all games for which orders are recorded, one game after the other."""
    found = []
    with services.store.write() as transaction:
        for game in sorted(transaction.games(), key=lambda one: one.id):
            number = int(game.name.rpartition("-")[2])
            orders = recorded()[number % len(recorded())]["orders"]
            for power in sorted(power for power, own in orders.items() if own):
                token = token_of(services, transaction, game, power).token
                to = seat_address(services.identity, game.name, token)
                found.append(Seat(address_of(power, number), to, tuple(orders[power])))
    return tuple(found)


def all_due_at(services: Services, moment: datetime) -> int:
    """Set the deadline of every open phase, and return how many there are."""
    with services.store.write() as transaction:
        phases = [transaction.open_phase(game.id) for game in transaction.games()]
        found = [phase for phase in phases if phase is not None]
        for phase in found:
            transaction.change_phase(phase, deadline=moment)
    return len(found)
