"""Who stores the mails of a listener: together where that goes, each by itself where it does not."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from gm.adapters.sql import clerk as clerks
from gm.adapters.sql.clerk import Clerk, ClerkLetter
from gm.errors import StoreBusy, StoreError


class Shelf:
    """Keeps what is stored, in groups; holds the first mail until it is let go."""

    def __init__(self) -> None:
        self.groups: list[list[bytes]] = []
        self.may_go_on = threading.Event()
        self.has_begun = threading.Event()
        self.broken: dict[bytes, Exception] = {}

    def accept(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Store one."""
        self.accept_all([ClerkLetter(raw, sender, recipients)])

    def accept_all(self, letters: Sequence[ClerkLetter]) -> None:
        """Store all or none."""
        self.has_begun.set()
        assert self.may_go_on.wait(60)
        for one in letters:
            if one.raw in self.broken:
                raise self.broken[one.raw]
        self.groups.append([one.raw for one in letters])


def store_all(shelf: Shelf, raws: Sequence[bytes], *, together: bool = True) -> list[object]:
    """Have mails stored that all come while the first is being stored; return how each fared."""
    clerk = Clerk(shelf.accept, shelf.accept_all if together else None, 1)

    async def main() -> list[object]:
        letters = [ClerkLetter(raw, "ann@x.org", ["gm@gm.test"]) for raw in raws]
        tasks = [asyncio.ensure_future(clerk.store(letters[0]))]
        await asyncio.sleep(0)
        await asyncio.to_thread(shelf.has_begun.wait)
        tasks += [asyncio.ensure_future(clerk.store(letter)) for letter in letters[1:]]
        await asyncio.sleep(0)
        shelf.may_go_on.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    clerk.start()
    try:
        return asyncio.run(main())
    finally:
        clerk.stop()


def test_what_waits_is_stored_together() -> None:
    """The first has a transaction of its own; those that came meanwhile share the next."""
    shelf = Shelf()
    assert store_all(shelf, [b"a", b"b", b"c"]) == [None] * 3
    assert shelf.groups == [[b"a"], [b"b", b"c"]]


def test_without_a_way_to_store_together_each_is_by_itself() -> None:
    """Where many processes write, no mail shares the fate of another."""
    shelf = Shelf()
    assert store_all(shelf, [b"a", b"b", b"c"], together=False) == [None] * 3
    assert shelf.groups == [[b"a"], [b"b"], [b"c"]]


def test_a_mail_that_cannot_be_stored_costs_no_other() -> None:
    """Of three that share a transaction one is refused; the others are stored by themselves."""
    shelf = Shelf()
    shelf.broken[b"c"] = StoreError("refused")
    fared = store_all(shelf, [b"a", b"b", b"c", b"d"])
    assert [type(one) for one in fared] == [type(None), type(None), StoreError, type(None)]
    assert shelf.groups == [[b"a"], [b"b"], [b"d"]]


def test_a_busy_database_is_not_waited_for_by_each() -> None:
    """Where the lock could not be had, all that share the transaction are told so at once."""
    shelf = Shelf()
    shelf.broken[b"b"] = StoreBusy("locked")
    fared = store_all(shelf, [b"a", b"b", b"c"])
    assert [type(one) for one in fared] == [type(None), StoreBusy, StoreBusy]
    assert shelf.groups == [[b"a"]]


@pytest.mark.parametrize(("most", "size"), [(2, 10_000), (100, 2)])
def test_a_transaction_has_its_limits(
    monkeypatch: pytest.MonkeyPatch, most: int, size: int
) -> None:
    """So many mails or bytes, then the next transaction begins."""
    monkeypatch.setattr(clerks, "MOST_TOGETHER", most)
    monkeypatch.setattr(clerks, "MOST_BYTES", size)
    shelf = Shelf()
    assert store_all(shelf, [b"a", b"b", b"c", b"d"]) == [None] * 4
    assert shelf.groups == [[b"a"], [b"b", b"c"], [b"d"]]


def test_what_waits_at_the_end_is_stored() -> None:
    """A clerk that is stopped first does what it was given."""
    shelf = Shelf()
    clerk = Clerk(shelf.accept, shelf.accept_all, 1)
    clerk.start()

    async def main() -> list[object]:
        tasks = [
            asyncio.ensure_future(clerk.store(ClerkLetter(raw, "", [])))
            for raw in (b"a", b"b", b"c")
        ]
        await asyncio.sleep(0)
        stopping = asyncio.ensure_future(asyncio.to_thread(clerk.stop))
        shelf.may_go_on.set()
        await stopping
        return await asyncio.gather(*tasks, return_exceptions=True)

    assert asyncio.run(main()) == [None] * 3
    assert sorted(raw for group in shelf.groups for raw in group) == [b"a", b"b", b"c"]


def test_who_reads_the_mails_is_told_of_them() -> None:
    """Once for all that were stored together, when they can be read."""
    shelf, told = Shelf(), list[int]()
    shelf.may_go_on.set()
    clerk = Clerk(shelf.accept, shelf.accept_all, 1, after=lambda: told.append(len(shelf.groups)))
    clerk.start()
    for raw in (b"a", b"b"):
        asyncio.run(clerk.store(ClerkLetter(raw, "", [])))
    clerk.stop()
    assert told == [1, 2]


def test_who_has_gone_is_not_answered() -> None:
    """A connection that is lost meanwhile takes no answer, and its mail is stored."""
    shelf = Shelf()
    clerk = Clerk(shelf.accept, shelf.accept_all, 1)
    clerk.start()

    async def main() -> None:
        gone = asyncio.ensure_future(clerk.store(ClerkLetter(b"a", "", [])))
        await asyncio.sleep(0)
        gone.cancel()
        shelf.may_go_on.set()
        await clerk.store(ClerkLetter(b"b", "", []))
        assert gone.cancelled()

    asyncio.run(main())
    clerk.stop()
    assert [raw for group in shelf.groups for raw in group] == [b"a", b"b"]
