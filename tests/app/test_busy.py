"""A database that is busy, or out of reach for a while: what was begun is done in the next round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.ports import Store, Transaction
from gm.app.records import InboxState
from gm.errors import StoreBusy
from tests.app.world import HOST, World

pytestmark = pytest.mark.both_databases

RAW = b"From: ulster@example.org\r\nMessage-ID: <1@x>\r\nSubject: orders\r\n\r\nBuild A BeS\r\n"


class Busy:
    """A store of which some writing transactions, counted from 1, fail when they end."""

    def __init__(self, store: Store, *failing: int) -> None:
        self._store = store
        self._failing = failing
        self._count = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """Open a transaction that perhaps comes to nothing."""
        self._count += 1
        with self._store.write() as transaction:
            yield transaction
            if self._count in self._failing:
                raise StoreBusy("planted")


@pytest.mark.parametrize(("failing", "rounds"), [((2,), 1), ((1,), 1), ((2, 3), 2)])
def test_a_mail_begun_is_read_in_a_later_round(
    world: World, failing: tuple[int, ...], rounds: int
) -> None:
    """At once where it could be given back, and when the claim has lapsed where not even that."""
    world.start()
    (mail,) = accept(world.services.store, world.clock, RAW, "", [f"gm+tara@{HOST}"], "smtp")
    busy = replace(world.services, store=Busy(world.services.store, *failing))  # type: ignore[arg-type]
    with pytest.raises(StoreBusy):
        read_inbox(busy)
    if rounds == 2:
        assert read_inbox(world.services) == 0
        world.clock.advance(minutes=2)
    assert read_inbox(world.services) == 1
    with world.services.store.read() as transaction:
        assert transaction.inbox_mail(mail.id).state is InboxState.DONE
        assert len([one for one in transaction.outbox() if one.purpose == "answer"]) == 1
    assert world.orders("ulster") == ["B A BeS"]
