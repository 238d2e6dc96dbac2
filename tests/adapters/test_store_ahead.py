"""Orders sent ahead in the store: kept apart until their phase opens; older databases have none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Insert, column, insert, table

from gm.adapters.sql.engine_sqlite import make_engine, upgrade
from gm.adapters.sql.store import SqlStore
from gm.app.records import GameRecord, OrderRecord, PhaseRecord, PhaseStatus

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MOMENT = "2026-11-21 12:00:00.000000"
GAME = {
    "id": 1,
    "name": "tara",
    "name_key": "tara",
    "variant": "republic",
    "gm_name": "Maeve",
    "gm_address": "m@example.org",
    "created_at": MOMENT,
    "options": "{}",
    "time_zone": "UTC",
    "lengths": "{}",
    "keep_impossible": 0,
    "seed": "",
    "status": "running",
}
PHASE = {
    "id": 1,
    "game_id": 1,
    "number": 1,
    "name": "F1016M",
    "state": "",
    "deadline": MOMENT,
    "opened_at": MOMENT,
    "status": "open",
    "version": 1,
    "rules_version": "1",
    "board_digest": "",
    "held_because": "",
}
ORDER = {
    "id": 1,
    "phase_id": 1,
    "seat": "MUNSTER",
    "sequence": 0,
    "key": "unit Ker",
    "order": "",
    "canonical": "A Ker H",
    "text": "A Ker H",
    "given_at": MOMENT,
}


def old_row(name: str, values: dict[str, object]) -> Insert:
    """A row of a table that has the columns of then, and no others."""
    return insert(table(name, *(column(one) for one in values))).values(values)


def order(phase: PhaseRecord, seat: str, text: str, ahead: str = "") -> OrderRecord:
    """An order, as far as the store looks at it."""
    return OrderRecord(0, phase.id, seat, 0, "build", "", text, text, NOW, ahead=ahead)


def test_an_older_database_keeps_its_orders(tmp_path: Path) -> None:
    """Orders that came before any could be sent ahead are orders to the phase then open."""
    path = tmp_path / "gm.sqlite3"
    path.touch()
    engine = make_engine(path)
    upgrade(engine, "0002")
    with engine.begin() as connection:
        for name, values in (("games", GAME), ("phases", PHASE), ("orders", ORDER)):
            connection.execute(old_row(name, values))
    engine.dispose()
    with SqlStore(path) as store, store.read() as transaction:
        (kept,) = transaction.active_orders(1, "MUNSTER")
        assert (kept.canonical, kept.ahead) == ("A Ker H", "")
        assert transaction.orders_ahead(1, "W1016A") == ()
        assert transaction.order_history(1) == (kept,)


def test_orders_ahead_are_kept_by_the_phase_they_are_for(store: SqlStore) -> None:
    """They outlive the phase they came in, and are no orders to it."""
    with store.write() as transaction:
        game = transaction.add_game(
            GameRecord(0, "tara", "republic", "Maeve", "m@example.org", NOW)
        )
        moves = transaction.add_phase(PhaseRecord(0, game.id, 1, "F1016M", "", NOW, NOW))
        first = transaction.add_order(order(moves, "MUNSTER", "B A CoS", "W1016A"))
        transaction.add_order(order(moves, "ULSTER", "B A BeN", "W1016A"))
        transaction.change_phase(moves, status=PhaseStatus.RESOLVED)
        retreats = transaction.add_phase(PhaseRecord(0, game.id, 2, "F1016R", "", NOW, NOW))
        second = transaction.add_order(order(retreats, "MUNSTER", "B A CoC", "W1016A"))
        assert transaction.active_orders(retreats.id) == ()
        assert transaction.orders_ahead(game.id, "W1016A", "MUNSTER") == (first, second)
        assert len(transaction.orders_ahead(game.id, "W1016A")) == 3
        assert transaction.orders_ahead(game.id, "W1017A") == ()
        transaction.replace_orders([first.id], NOW, second.id)
        assert transaction.orders_ahead(game.id, "W1016A", "MUNSTER") == (second,)
        gone = replace(first, replaced_at=NOW, replaced_by=second.id)
        assert gone in transaction.order_history(moves.id)
