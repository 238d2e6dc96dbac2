"""The archive beside the server: when it is written, and who hears that it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from gm.app.publishing.publish_times import Keeper
from gm.app.records import JournalEntry
from gm.app.words.gm_mail import CommandOutput
from tests.app.world import GM, World, text_of

TARA = "gm+tara@gm.example.org"


@dataclass
class Runs:
    """Stands for the process that writes: counts, and fails while it is told to."""

    count: int = 0
    failing: bool = False
    meanwhile: Callable[[], object] = field(default=lambda: None)

    def __call__(self) -> CommandOutput:
        """Write."""
        self.count += 1
        self.meanwhile()
        return CommandOutput(
            "the disk is full" if self.failing else "1 game", well=not self.failing
        )


@pytest.fixture
def runs() -> Runs:
    """What would write."""
    return Runs()


@pytest.fixture
def keeper(world: World, runs: Runs) -> Keeper:
    """The archive of a game that has begun."""
    world.start("tara", "standard")
    return Keeper(world.services, runs)


def told(world: World) -> list[str]:
    """Return what the keeper of the server was mailed of the archive since the last time."""
    found = [text_of(one) for one in world.new_mail(GM)]
    return [one for one in found if "pages of the games" in one]


def test_it_is_written_after_what_is_public(world: World, keeper: Keeper, runs: Runs) -> None:
    """At the start, and when a season is resolved; not for every mail with orders."""
    keeper.look()
    keeper.look()
    assert runs.count == 1
    world.mail("france", "A Par - Bur", to=TARA)
    keeper.look()
    assert runs.count == 1
    world.tick(hours=1)
    keeper.look()
    keeper.look()
    assert runs.count == 2


def test_it_is_written_when_somebody_is_erased(world: World, keeper: Keeper, runs: Runs) -> None:
    """A name that is to be nowhere stands on no page any longer than it must."""
    keeper.look()
    with world.services.store.write() as transaction:
        now = world.clock.now()
        transaction.add_journal(
            JournalEntry(0, None, now, "person erased", "gm", "France is gone.")
        )
    keeper.look()
    assert runs.count == 2


def test_what_happens_during_a_run_is_written_by_the_next(
    world: World, keeper: Keeper, runs: Runs
) -> None:
    """For nobody knows whether the run has seen it."""
    runs.meanwhile = lambda: world.tick(hours=1)
    keeper.look()
    runs.meanwhile = lambda: None
    keeper.look()
    keeper.look()
    assert runs.count == 2


def test_a_failure_is_told_once_and_tried_again(world: World, keeper: Keeper, runs: Runs) -> None:
    """Less and less often; when it went well, the next failure is told again."""
    told(world)
    runs.failing = True
    keeper.look()
    keeper.look()
    assert runs.count == 1
    (mail,) = told(world)
    assert "the disk is full" in mail
    assert "gm publish" in mail
    for hours, count in ((0.02, 2), (0.02, 2), (0.05, 3), (0.1, 3), (0.2, 4)):
        world.clock.advance(hours=hours)
        keeper.look()
        assert runs.count == count
    assert told(world) == []
    runs.failing = False
    world.clock.advance(hours=7)
    keeper.look()
    assert keeper.again_at is None
    runs.failing = True
    world.tick(hours=1)
    keeper.look()
    assert len(told(world)) == 1
