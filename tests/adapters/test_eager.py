"""Coroutines that are run at once: what does not wait is done, what waits becomes a task."""

import asyncio

import pytest

from gm.adapters.post import smtp_drive


def test_what_does_not_wait_is_done_at_once() -> None:
    """No task is made, and no turn of the loop is needed."""
    done: list[str] = []

    async def work() -> None:
        done.append("work")

    async def main() -> None:
        assert smtp_drive.begin(asyncio.get_running_loop(), work()) is None
        assert done == ["work"]

    asyncio.run(main())


def test_what_waits_goes_on_when_it_may() -> None:
    """What was waited for is handed to the coroutine, as often as it waits."""
    done: list[object] = []

    async def work(first: asyncio.Future[str], second: asyncio.Future[str]) -> None:
        done.append("begun")
        done.append(await first)
        try:
            await second
        except ValueError as fault:
            done.append(str(fault))
        await asyncio.sleep(0)
        done.append("end")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        first, second = loop.create_future(), loop.create_future()
        task = smtp_drive.begin(loop, work(first, second))
        assert task is not None
        assert done == ["begun"]
        first.set_result("one")
        second.set_exception(ValueError("two"))
        await task

    asyncio.run(main())
    assert done == ["begun", "one", "two", "end"]


def test_who_is_cancelled_hears_of_it() -> None:
    """A task that is cancelled cancels the coroutine, which may clear up after itself."""
    done: list[str] = []

    async def work(never: asyncio.Future[None]) -> None:
        try:
            await never
        finally:
            done.append("cleared up")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        task = smtp_drive.begin(loop, work(loop.create_future()))
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert done == ["cleared up"]


def test_what_goes_wrong_is_raised() -> None:
    """Before it waits to whoever began it, afterwards by its task."""

    async def work(first: asyncio.Future[None] | None) -> None:
        if first is not None:
            await first
        raise ValueError("wrong")

    async def main() -> None:
        loop = asyncio.get_running_loop()
        with pytest.raises(ValueError, match="wrong"):
            smtp_drive.begin(loop, work(None))
        waited: asyncio.Future[None] = loop.create_future()
        task = smtp_drive.begin(loop, work(waited))
        assert task is not None
        waited.set_result(None)
        with pytest.raises(ValueError, match="wrong"):
            await task

    asyncio.run(main())
