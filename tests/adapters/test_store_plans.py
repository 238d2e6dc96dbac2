"""The questions asked all the time are answered by an index, however much there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event

from gm.adapters.sql.store import SqlStore
from gm.adapters.sql.transaction import SqlTransaction
from gm.app.mail_records import Asked
from gm.errors import StoreError
from tests.adapters.test_store import NOW

SOON = NOW + timedelta(minutes=1)

ASKED: dict[str, Callable[[SqlTransaction], object]] = {
    "the next mail to read": lambda it: it.claim_inbox(NOW, SOON),
    "how many wait": lambda it: it.unread_before(NOW),
    "mails to send": lambda it: it.claim_outbox(NOW, SOON, 20),
    "whether there are any": lambda it: it.is_mail_due(NOW),
    "phases that are due": lambda it: it.due_phases(NOW),
    "reminders that are due": lambda it: it.due_reminders(NOW),
    "phases whose orders are all in": lambda it: it.all_in(),
    "answers to an address": lambda it: it.count_answers("a@example.org", NOW),
    "mails of a report": lambda it: it.count_outbox("report tara 1 "),
    "who plays": lambda it: it.seats(1),
    "the open phase": lambda it: it.open_phase(1),
    "orders that stand": lambda it: it.active_orders(1),
    "orders sent ahead": lambda it: it.orders_ahead(1, "W1016A"),
    "a game by its name": lambda it: it.game_by_id(1),
    "who writes": lambda it: it.person_of_address("a@example.org"),
    "a bounce's mail": lambda it: it.outbox_by_tag("tag"),
    "what came back": lambda it: it.bounces("a@example.org", NOW),
    "whether nothing is sent": lambda it: it.suspension("a@example.org"),
    "a token": lambda it: it.find_token("token"),
    "questions that are over": lambda it: it.due_confirmations(NOW),
    "questions to somebody": lambda it: it.confirmations(person_id=1),
    "questions about a game": lambda it: it.confirmations(game_id=1),
    "wishes to be carried out": lambda it: it.confirmations_that(Asked.DESK, "agreed"),
    "offers that are over": lambda it: it.due_offers(NOW),
    "a code": lambda it: it.confirmation("code"),
    "waiting mail of a person": lambda it: it.readdress_outbox(1, "b@example.org"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """An empty store on SQLite, which plans without regard to how much there is."""
    with SqlStore(tmp_path_factory.mktemp("plans") / "gm.sqlite3") as opened:
        yield opened


@contextmanager
def statements(engine: Engine) -> Iterator[list[tuple[str, object]]]:
    """Collect what is asked of the database."""
    asked: list[tuple[str, object]] = []

    def note(
        _connection: object, _cursor: object, statement: str, values: object, *_: object
    ) -> None:
        asked.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("question", ASKED)
def test_no_table_is_gone_through(store: SqlStore, question: str) -> None:
    """No row is looked at that is not asked for; a queue is not sorted either."""
    with store.write() as transaction:
        connection = transaction._connection
        # Where there is no such row it has been looked for all the same.
        with statements(connection.engine) as asked, suppress(StoreError):
            ASKED[question](transaction)
        assert asked
        for statement, values in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            steps = [str(step[-1]) for step in plan]
            assert not [step for step in steps if step.startswith("SCAN")], steps
            if question in ("the next mail to read", "mails to send"):
                assert not [step for step in steps if "TEMP B-TREE" in step], steps


def test_a_table_gone_through_would_be_seen(store: SqlStore) -> None:
    """What has no index shows as such in a plan."""
    with store.read() as transaction:
        query = "EXPLAIN QUERY PLAN SELECT id FROM inbox WHERE note = 'x'"
        ((*_, step),) = transaction._connection.exec_driver_sql(query).all()
    assert str(step).startswith("SCAN")
