"""The book of orders, those sent ahead included, whatever is sent and how often."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.app.orders.order_book import Entered, Written, enter
from gm.app.ports import Transaction
from gm.app.table import Table, lay
from gm.contract.orders import Order
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import replaces
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.stored import load_order
from gm.games.diplomacy.wording.notation import order_text
from tests.app.conftest import a_world
from tests.app.world import World

MUNSTER = PowerId("MUNSTER")
WINTER = PhaseKind.ADJUSTMENT
TEXTS = (
    "B A CoS",
    "B F CoS",
    "B A CoC",
    "B BRIDGE CoC-Wat",
    "D BRIDGE CoC-Wat",
    "D A Ker",
    "PAY 3 ULSTER",
    "PAY 5 ULSTER (toll)",
    "RECEIVE 3 ULSTER",
    "WAIVE",
    "IF A Ker FAILED THEN B A CoS",
    "IF A Ker FAILED THEN B A CoS ELSE PAY 3 ULSTER",
    "IF A Ker FAILED THEN WAIVE ELSE PAY 3 ULSTER",
)
MAILS = st.lists(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=5), max_size=5)
_years = count(2000)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A game of Republic; every example has a winter of its own in it."""
    with a_world(tmp_path_factory.mktemp("book")) as opened:
        opened.start()
        yield opened


def a_winter() -> Phase:
    """Return a winter that nobody has ordered for."""
    return Phase(next(_years), Season.WINTER, WINTER)


class Book:
    """The book of one winter, sent ahead."""

    def __init__(self, world: World, transaction: Transaction) -> None:
        self.moment = world.clock.now()
        self.transaction = transaction
        self.table: Table = lay(world.services, transaction, transaction.game("tara"))
        self.phase = a_winter()

    def send(self, texts: list[str]) -> Entered:
        """Enter orders as a mail would."""
        orders = [read_canonical(text, self.table.rules.board, WINTER) for text in texts]
        given = [Written(order, order_text(order)) for order in orders]
        return enter(self.table, MUNSTER, given, self.moment, None, str(self.phase))

    def texts(self) -> list[str]:
        """Return what stands."""
        records = self.transaction.orders_ahead(self.table.game.id, str(self.phase), MUNSTER)
        assert [order_text(load_order(one.order)) for one in records] == [
            one.canonical for one in records
        ]
        return [one.canonical for one in records]


@contextmanager
def a_book(world: World) -> Iterator[Book]:
    """Open a book in a transaction."""
    with world.services.store.write() as transaction:
        yield Book(world, transaction)


def kind_of(world: World, text: str) -> str:
    """Return the list an order belongs to."""
    with world.services.store.read() as transaction:
        board = lay(world.services, transaction, transaction.game("tara")).rules.board
    order: Order = read_canonical(text, board, WINTER)
    return replaces(order, WINTER)[0]


def test_a_payment_or_nothing_is_a_payment(world: World) -> None:
    """`waive` beside it makes no list of its own, which no payment would replace and nobody take back."""
    either = "IF LEINSTER IN KkE THEN WAIVE ELSE PAY 3 LEINSTER"
    with a_book(world) as book:
        book.send(["B A CoS", "PAY 3 LEINSTER"])
        book.send([either])
        assert book.texts() == ["B A CoS", either]
        book.send(["PAY 2 LEINSTER"])
        assert book.texts() == ["B A CoS", "PAY 2 LEINSTER"]


@settings(max_examples=40, deadline=None)
@given(mails=MAILS)
def test_a_list_replaces_the_list_of_its_kind(world: World, mails: list[list[str]]) -> None:
    """What stands is the last list of each kind, in the sequence it was sent."""
    expected: dict[str, list[str]] = {}
    for mail in mails:
        expected |= {
            kind: [text for text in mail if kind_of(world, text) == kind]
            for kind in {kind_of(world, text) for text in mail}
        }
    with a_book(world) as book:
        for mail in mails:
            book.send(mail)
        stands = book.texts()
    for kind in {kind_of(world, text) for text in TEXTS}:
        assert [one for one in stands if kind_of(world, one) == kind] == expected.get(kind, [])


@settings(max_examples=40, deadline=None)
@given(mails=MAILS)
def test_the_same_mail_twice_has_the_effect_of_once(world: World, mails: list[list[str]]) -> None:
    """Sent again at once, a mail changes nothing and says so."""
    with a_book(world) as book:
        for mail in mails:
            first = book.send(mail)
            stands = book.texts()
            again = book.send(mail)
            assert book.texts() == stands == [order_text(one) for one in first.orders]
            assert (again.changed, again.dropped) == ((), ())


@settings(max_examples=40, deadline=None)
@given(mails=MAILS)
def test_a_transfer_keeps_the_sequence_and_happens_once(
    world: World, mails: list[list[str]]
) -> None:
    """Entered elsewhere as they stand, all orders stand there in the same sequence; twice too."""
    with a_book(world) as sent:
        for mail in mails:
            sent.send(mail)
        book = Book(world, sent.transaction)
        for _ in range(2):
            book.send(sent.texts())
            assert book.texts() == sent.texts()


def test_orders_ahead_are_none_to_the_open_phase(world: World) -> None:
    """Nor are those for one winter orders for another."""
    with a_book(world) as book:
        book.send(["B A CoS"])
        assert book.transaction.active_orders(book.table.phase.id, MUNSTER) == ()
        assert Book(world, book.transaction).texts() == []
